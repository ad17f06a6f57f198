import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The number of suites that run at the same time, and the order of their output.
@Suite struct SuiteConcurrencyTests {
  private func concurrency(_ arguments: String..., suites: Int) throws -> SuiteConcurrency {
    SuiteConcurrency(try Invocation(arguments: arguments), suites: suites)
  }

  @Test func `as many suites run at a time as there are threads, and at most --jobs`() throws {
    #expect(try concurrency("--workers", "4", suites: 3).jobs == 3)
    #expect(try concurrency("--workers", "2", suites: 3).jobs == 2)
    #expect(try concurrency("--workers", "1", suites: 3).jobs == 1)
    #expect(try concurrency("--workers", "2", "--jobs", "3", suites: 5).jobs == 2)
    #expect(try concurrency("--workers", "8", "--jobs", "1", suites: 5).jobs == 1)
    #expect(try concurrency("--workers", "8", suites: 0).jobs == 1)
  }

  @Test func `with a bound of time or memory, suites run one after another, unless --jobs says otherwise`() throws {
    #expect(try concurrency("--workers", "4", "--memory", "2G", suites: 3).jobs == 1)
    #expect(try concurrency("--workers", "4", "--time", "9", suites: 3).jobs == 1)
    #expect(try concurrency("--workers", "4", "--memory", "2G", "--jobs", "2", suites: 3).jobs == 2)
  }

  @Test func `suites share the threads`() throws {
    let concurrency = try concurrency("--workers", "8", suites: 3)
    #expect(concurrency.threads(waiting: 3, running: []) == 2)
    #expect(concurrency.threads(waiting: 2, running: [2]) == 3)
    #expect(concurrency.threads(waiting: 1, running: [2, 3]) == 3)
    // The last suite gets all free threads.
    #expect(concurrency.threads(waiting: 1, running: [2]) == 6)
  }

  /// The output of suites that end in the given order of their indices.
  ///
  /// - Parameter failing: The index of the suite that fails at its end; `nil` for none.
  /// - Returns: The lines that the suites print in their turns, and the error of the queue.
  private func output(_ suiteCount: Int, endingIn order: [Int], failing: Int? = nil) -> (
    lines: [String], failure: String?
  ) {
    let queue = SuiteQueue(SuiteConcurrency(jobs: suiteCount, threads: suiteCount), suites: suiteCount)
    nonisolated(unsafe) var lines: [String] = []
    // A semaphore for each suite, signalled once the suite may go on to its output.
    let permits = (0..<suiteCount).map { _ in DispatchSemaphore(value: 0) }
    // Signalled once by each suite that begins.
    let beginSignal = DispatchSemaphore(value: 0)
    do {
      try queue.run { suite, workers in
        let turn = SuiteTurn(queue: queue, index: suite)
        beginSignal.signal()
        // All suites begin before the first ends.
        if suite == order[0] { for _ in 0..<suiteCount { beginSignal.wait() } } else { permits[suite].wait() }
        turn.reportInTurn { lines.append("\(suite) begins with \(workers ?? 0)") }
        turn.reportInTurn { lines.append("\(suite) ends") }
        if let next = order.firstIndex(of: suite).map({ $0 + 1 }), next < order.count { permits[order[next]].signal() }
        if suite == failing { throw SuiteError("\(suite) failed") }
      }
      return (lines, nil)
    } catch {
      return (lines, "\(error)")
    }
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]])
  func `the output of suites is in their order, whichever ends first`(_ order: [Int]) {
    let output = output(3, endingIn: order)
    #expect(
      output.lines == [
        "0 begins with 1", "0 ends", "1 begins with 1", "1 ends", "2 begins with 1", "2 ends",
      ])
    #expect(output.failure == nil)
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func `the output of suites after a failed one is dropped`(_ order: [Int]) {
    let output = output(3, endingIn: order, failing: 1)
    #expect(output.lines == ["0 begins with 1", "0 ends", "1 begins with 1", "1 ends"])
    #expect(output.failure == "1 failed")
  }

  @Test func `progress is shown for the suite whose turn it is`() throws {
    let queue = SuiteQueue(SuiteConcurrency(jobs: 2, threads: 2), suites: 2)
    nonisolated(unsafe) var lines: [String] = []
    SuiteTurn(queue: queue, index: 1).reportIfInTurn { lines.append("too early") }
    SuiteTurn(queue: queue, index: 0).reportIfInTurn { lines.append("in time") }
    #expect(lines == ["in time"])
  }

  @Test func `suites that run one after another run on the calling thread, with no limit of threads`() throws {
    let queue = SuiteQueue(SuiteConcurrency(jobs: 1, threads: 4), suites: 2)
    let thread = Thread.current
    var ranSuites: [Int] = []
    nonisolated(unsafe) let callingThread = thread
    try queue.run { suite, workers in
      #expect(Thread.current === callingThread && workers == nil)
      ranSuites.append(suite)
    }
    #expect(ranSuites == [0, 1])
  }
}

import Foundation
import TEACheck
import Testing

@testable import tea_check

/// How many suites run at a time, and what is heard of them.
@Suite struct SuiteConcurrencyTests {
  private func concurrency(_ arguments: String..., suites: Int) throws -> SuiteConcurrency {
    SuiteConcurrency(try Invocation(arguments: arguments), suites: suites)
  }

  @Test func `as many suites run at a time as there are threads`() throws {
    #expect(try concurrency("--workers", "4", suites: 3).jobs == 3)
    #expect(try concurrency("--workers", "2", suites: 3).jobs == 2)
    #expect(try concurrency("--workers", "1", suites: 3).jobs == 1)
    #expect(try concurrency("--workers", "2", "--jobs", "3", suites: 5).jobs == 3)
    #expect(try concurrency("--workers", "8", "--jobs", "1", suites: 5).jobs == 1)
    #expect(try concurrency("--workers", "8", suites: 0).jobs == 1)
  }

  @Test func `a bound of time or memory is for a check that is alone`() throws {
    #expect(try concurrency("--workers", "4", "--memory", "2G", suites: 3).jobs == 1)
    #expect(try concurrency("--workers", "4", "--time", "9", suites: 3).jobs == 1)
    #expect(try concurrency("--workers", "4", "--memory", "2G", "--jobs", "2", suites: 3).jobs == 2)
  }

  @Test func `suites share the threads`() throws {
    let concurrency = try concurrency("--workers", "8", suites: 3)
    #expect(concurrency.threads(waiting: 3, running: []) == 2)
    #expect(concurrency.threads(waiting: 2, running: [2]) == 3)
    #expect(concurrency.threads(waiting: 1, running: [2, 3]) == 3)
    // The last has all that are free.
    #expect(concurrency.threads(waiting: 1, running: [2]) == 6)
    #expect(try self.concurrency("--workers", "2", "--jobs", "3", suites: 3).threads(waiting: 1, running: [1, 1]) == 1)
  }

  /// What is heard of suites that end in an order.
  private func heard(_ suites: Int, endingIn order: [Int], failing: Int? = nil) -> (words: [String], failure: String?) {
    let queue = SuiteQueue(SuiteConcurrency(jobs: suites, threads: suites), suites: suites)
    nonisolated(unsafe) var words: [String] = []
    let ends = (0..<suites).map { _ in DispatchSemaphore(value: 0) }
    let begun = DispatchSemaphore(value: 0)
    do {
      try queue.run { suite, workers in
        let turn = SuiteTurn(queue: queue, index: suite)
        begun.signal()
        // All have begun before the first ends.
        if suite == order[0] { for _ in 0..<suites { begun.wait() } } else { ends[suite].wait() }
        turn.runInTurn { words.append("\(suite) begins with \(workers ?? 0)") }
        turn.runInTurn { words.append("\(suite) ends") }
        if let next = order.firstIndex(of: suite).map({ $0 + 1 }), next < order.count { ends[order[next]].signal() }
        if suite == failing { throw SuiteError("\(suite) failed") }
      }
      return (words, nil)
    } catch {
      return (words, "\(error)")
    }
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]])
  func `what suites say stands in their order, whatever ends first`(_ order: [Int]) {
    let heard = heard(3, endingIn: order)
    #expect(
      heard.words == [
        "0 begins with 1", "0 ends", "1 begins with 1", "1 ends", "2 begins with 1", "2 ends",
      ])
    #expect(heard.failure == nil)
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func `what comes after a suite that failed is not heard`(_ order: [Int]) {
    let heard = heard(3, endingIn: order, failing: 1)
    #expect(heard.words == ["0 begins with 1", "0 ends", "1 begins with 1", "1 ends"])
    #expect(heard.failure == "1 failed")
  }

  @Test func `progress is of the suite whose turn it is`() throws {
    let queue = SuiteQueue(SuiteConcurrency(jobs: 2, threads: 2), suites: 2)
    nonisolated(unsafe) var words: [String] = []
    queue.runIfInTurn(1) { words.append("too early") }
    queue.runIfInTurn(0) { words.append("in time") }
    #expect(words == ["in time"])
  }

  @Test func `a suite that is alone runs on this thread, with all threads of its own`() throws {
    let queue = SuiteQueue(SuiteConcurrency(jobs: 1, threads: 4), suites: 2)
    let thread = Thread.current
    var seen: [Int] = []
    nonisolated(unsafe) let current = thread
    try queue.run { suite, workers in
      #expect(Thread.current === current && workers == nil)
      seen.append(suite)
    }
    #expect(seen == [0, 1])
  }
}

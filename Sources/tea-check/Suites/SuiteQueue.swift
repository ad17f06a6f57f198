import Foundation

/// Runs several suites at a time, and reports their events as if they ran one after the other.
final class SuiteQueue: @unchecked Sendable {
  // All variables are protected by the lock.

  private let concurrency: SuiteConcurrency
  private let suiteCount: Int
  fileprivate let lock = NSLock()
  private var nextSuite = 0
  /// The number of threads of each running suite, by the index of the suite.
  private var threadsOfRunning: [Int: Int] = [:]
  /// The index of the suite whose turn it is: its events are reported without waiting.
  fileprivate var suiteInTurn = 0
  /// The reports of events that wait for the turn of their suite, by the index of the suite.
  fileprivate var pendingReports: [Int: [() -> Void]] = [:]
  private var endedSuites: Set<Int> = []
  private var failures: [Int: any Error] = [:]

  init(_ concurrency: SuiteConcurrency, suites suiteCount: Int) {
    self.concurrency = concurrency
    self.suiteCount = suiteCount
  }

  /// - Parameter work: Runs one suite; the number of threads is `nil` where suites run one at a time.
  /// - Throws: The first error in the order of the suites. Events of later suites are dropped, and no other suite
  ///   begins.
  func run(_ work: @escaping (_ suite: Int, _ threads: Int?) throws -> Void) throws {
    if concurrency.jobs == 1 {
      runRemaining { suite, _ in try work(suite, nil) }
    } else {
      let group = DispatchGroup()
      nonisolated(unsafe) let work = work
      for _ in 0..<concurrency.jobs {
        group.enter()
        let thread = Thread { [self] in
          runRemaining(work)
          group.leave()
        }
        // The usual stack size of a main thread, because JSON of up to 64 levels is read by recursion.
        thread.stackSize = 8 << 20
        thread.start()
      }
      group.wait()
    }
    if let failure = failures.min(by: { $0.key < $1.key }) { throw failure.value }
  }

  private func runRemaining(_ work: (Int, Int?) throws -> Void) {
    while let (suite, threads) = begin() {
      do {
        try work(suite, threads)
        end(suite, nil)
      } catch {
        end(suite, error)
      }
    }
  }

  private func begin() -> (suite: Int, threads: Int)? {
    lock.withLock {
      guard nextSuite < suiteCount, failures.isEmpty else { return nil }
      let threads = concurrency.threads(waiting: suiteCount - nextSuite, running: Array(threadsOfRunning.values))
      defer { nextSuite += 1 }
      threadsOfRunning[nextSuite] = threads
      return (nextSuite, threads)
    }
  }

  private func end(_ suite: Int, _ failure: (any Error)?) {
    lock.withLock {
      threadsOfRunning[suite] = nil
      endedSuites.insert(suite)
      failures[suite] = failure
      // After a failed suite, events of later suites are not reported.
      while endedSuites.contains(suiteInTurn), failures[suiteInTurn] == nil {
        suiteInTurn += 1
        pendingReports.removeValue(forKey: suiteInTurn)?.forEach { $0() }
      }
    }
  }
}

/// The access of one suite to the queue.
struct SuiteTurn: Sendable {
  let queue: SuiteQueue
  let index: Int

  /// Calls `report` in the turn of the suite: now, or when the turn comes.
  func reportInTurn(_ report: @escaping () -> Void) {
    queue.lock.withLock {
      if index == queue.suiteInTurn { report() } else { queue.pendingReports[index, default: []].append(report) }
    }
  }

  func reportIfInTurn(_ report: () -> Void) { queue.lock.withLock { if index == queue.suiteInTurn { report() } } }
}

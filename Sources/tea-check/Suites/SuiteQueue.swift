import Foundation

/// Runs several suites at a time, and hands on what they say as if they ran one after the other.
final class SuiteQueue: @unchecked Sendable {
  // All that changes is behind the lock.

  private let crew: Crew
  private let count: Int
  private let lock = NSLock()
  /// The first suite that has not begun.
  private var next = 0
  /// The threads of the suites that run.
  private var running: [Int: Int] = [:]
  /// The suite whose words are handed on at once.
  private var speaker = 0
  /// The words of the other suites, which wait for their turn.
  private var words: [Int: [() -> Void]] = [:]
  private var ended: Set<Int> = []
  private var failures: [Int: any Error] = [:]

  init(_ crew: Crew, suites count: Int) {
    self.crew = crew
    self.count = count
  }

  /// Runs all suites, and returns when all have ended.
  ///
  /// - Parameter work: Runs one suite, with so many threads where it is not alone.
  /// - Throws: What the first of the suites threw. What those after it said is dropped, and no other is begun.
  func run(_ work: @escaping (_ suite: Int, _ workers: Int?) throws -> Void) throws {
    if crew.jobs == 1 {
      runNext { suite, _ in try work(suite, nil) }
    } else {
      let group = DispatchGroup()
      nonisolated(unsafe) let work = work
      for _ in 0..<crew.jobs {
        group.enter()
        let thread = Thread { [self] in
          runNext(work)
          group.leave()
        }
        // As much as the first thread has, for records of any depth.
        thread.stackSize = 8 << 20
        thread.start()
      }
      group.wait()
    }
    if let failure = failures.min(by: { $0.key < $1.key }) { throw failure.value }
  }

  /// Runs suites until none is left.
  private func runNext(_ work: (Int, Int?) throws -> Void) {
    while let (suite, workers) = begin() {
      do {
        try work(suite, workers)
        end(suite, nil)
      } catch {
        end(suite, error)
      }
    }
  }

  private func begin() -> (suite: Int, workers: Int)? {
    lock.withLock {
      guard next < count, failures.isEmpty else { return nil }
      let workers = crew.threads(waiting: count - next, running: Array(running.values))
      defer { next += 1 }
      running[next] = workers
      return (next, workers)
    }
  }

  private func end(_ suite: Int, _ failure: (any Error)?) {
    lock.withLock {
      running[suite] = nil
      ended.insert(suite)
      failures[suite] = failure
      // Whoever comes after one that failed has nothing to say.
      while ended.contains(speaker), failures[speaker] == nil {
        speaker += 1
        words.removeValue(forKey: speaker)?.forEach { $0() }
      }
    }
  }

  /// Does something when it is the turn of a suite.
  func say(_ suite: Int, _ word: @escaping () -> Void) {
    lock.withLock { if suite == speaker { word() } else { words[suite, default: []].append(word) } }
  }

  /// Does something if it is the turn of a suite.
  func sayNow(_ suite: Int, _ word: () -> Void) {
    lock.withLock { if suite == speaker { word() } }
  }
}

/// The turn of one suite.
struct SuiteTurn: Sendable {
  let queue: SuiteQueue
  let index: Int

  /// Does something when it is the suite's turn.
  func say(_ word: @escaping () -> Void) { queue.say(index, word) }

  /// Does something if it is the suite's turn.
  func sayNow(_ word: () -> Void) { queue.sayNow(index, word) }
}

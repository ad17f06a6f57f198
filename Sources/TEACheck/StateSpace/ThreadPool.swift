internal import TEASupport
internal import Dispatch
internal import Synchronization

/// Threads that share the parts of a task, one task after the other.
///
/// A search starts a task thousands of times a second, more often than a thread can be woken: so threads spin for a moment
/// before they sleep. The calling thread takes parts too, and waits only for parts that were begun.
@usableFromInline
package final class ThreadPool: @unchecked Sendable {
  /// The number of times that a thread tests its condition before it sleeps: several hundred microseconds in all.
  private static var maxSpins: Int { 500 }

  private final class Sleeper: Sendable {
    /// `true` while the thread sleeps, or is about to.
    let isAsleep = Atomic(false)
    let semaphore = DispatchSemaphore(value: 0)

    /// Waits until a condition holds; the thread that makes it hold calls ``wake()`` afterwards.
    func wait(until condition: () -> Bool) {
      for _ in 0..<ThreadPool.maxSpins {
        if condition() { return }
        Platform.yieldThread()
      }
      while !condition() {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        // If `wake()` cleared the flag first, it also signals, and the signal must be consumed.
        if condition(), isAsleep.exchange(false, ordering: .sequentiallyConsistent) { return }
        semaphore.wait()
      }
    }

    func wake() {
      if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { semaphore.signal() }
    }
  }

  /// Three numbers in one word, so that taking a part and reading its task is one atomic step. The task's number has 32 bits,
  /// the number of its parts 16, and the number of attempts to take one 16.
  private let state = Atomic<UInt64>(0)
  private let doneCount = Atomic(0)
  private let isEnding = Atomic(false)
  /// The current task. Only threads that have taken a part of the task read this.
  private var work: (Int) -> Void = { _ in }
  private let caller = Sleeper()
  /// The sleepers of all threads but the calling one, which has ``caller``.
  private var sleepers: [Sleeper] = []
  private let maxThreads: Int

  /// - Parameter threads: The number of threads, including the calling one.
  package init(threads: Int) { maxThreads = threads }

  /// Does all parts of a task, and returns when they are done.
  ///
  /// - Parameter partCount: Below 2¹⁵.
  package func perform(_ partCount: Int, _ work: @escaping (Int) -> Void) {
    // The attempts to take a part are counted in 16 bits. Threads that find no part left count as well: half of the range is
    // kept for their attempts.
    precondition(partCount < 1 << 15)
    startThreads()
    self.work = work
    doneCount.store(0, ordering: .relaxed)
    let task = state.load(ordering: .relaxed) >> 32 &+ 1
    state.store(task << 32 | UInt64(partCount) << 16, ordering: .sequentiallyConsistent)
    for sleeper in sleepers { sleeper.wake() }
    takeParts()
    caller.wait { doneCount.load(ordering: .sequentiallyConsistent) == partCount }
    self.work = { _ in }
  }

  /// Makes the threads end, and does not wait for them.
  package func stop() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // Threads wait until the number of the task changes, so the number changes here too.
    state.add(1 << 32, ordering: .sequentiallyConsistent)
    for sleeper in sleepers { sleeper.wake() }
  }

  private func startThreads() {
    while sleepers.count < maxThreads - 1 {
      let sleeper = Sleeper()
      sleepers.append(sleeper)
      // If a thread cannot be started, fewer threads take parts.
      _ = Platform.startThread { self.runThread(sleepingIn: sleeper) }
    }
  }

  private func runThread(sleepingIn sleeper: Sleeper) {
    var lastTask: UInt64 = 0
    while !isEnding.load(ordering: .sequentiallyConsistent) {
      sleeper.wait { state.load(ordering: .sequentiallyConsistent) >> 32 != lastTask }
      lastTask = state.load(ordering: .sequentiallyConsistent) >> 32
      takeParts()
    }
  }

  private func takeParts() {
    while true {
      let formerState = state.add(1, ordering: .acquiringAndReleasing).oldValue
      let (part, partCount) = (Int(formerState & 0xFFFF), Int(formerState >> 16 & 0xFFFF))
      guard part < partCount else { return }
      work(part)
      if doneCount.add(1, ordering: .sequentiallyConsistent).newValue == partCount { caller.wake() }
    }
  }
}

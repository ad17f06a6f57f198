internal import TEASupport
internal import Dispatch
internal import Synchronization

/// Threads that share the parts of a task, one task after the other.
///
/// A search starts a task thousands of times a second, more often than a thread can be woken: so threads spin for a moment
/// before they sleep. The calling thread takes parts too, and waits only for parts that were begun. A late thread finds no
/// part left.
@usableFromInline
package final class ThreadPool: @unchecked Sendable {
  /// The number of times that a thread spins before it sleeps: several hundred microseconds in all.
  private static var maxSpins: Int { 500 }

  /// A semaphore on which one of the threads, or the calling thread, sleeps until another thread wakes it.
  private final class Sleeper: Sendable {
    /// The thread sleeps, or is about to.
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

  /// Three numbers in one word, so that taking a part and reading its task is one atomic step: the number of the task in
  /// 32 bits, the number of its parts in 16, and the number of parts that were taken in 16.
  private let state = Atomic<UInt64>(0)
  /// The number of parts of the task that are done.
  private let doneCount = Atomic(0)
  private let isEnding = Atomic(false)
  /// The function that does a part, given its number; only threads that have taken a part read it.
  private var work: (Int) -> Void = { _ in }
  /// The sleeper of the calling thread.
  private let caller = Sleeper()
  /// The sleepers of the other threads.
  private var sleepers: [Sleeper] = []
  private let maxThreads: Int

  /// - Parameter threads: The largest number of threads that take parts, the calling one included.
  package init(threads: Int) { maxThreads = threads }

  /// Does all parts of a task, and returns when they are done.
  ///
  /// - Parameters:
  ///   - partCount: The number of parts, below 2¹⁵.
  ///   - work: The function that does a part, given its number.
  package func perform(_ partCount: Int, _ work: @escaping (Int) -> Void) {
    // The number of taken parts has 16 bits, and also counts the attempts of threads that found no part left: half of its
    // range remains for these attempts.
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

  /// Tells the threads to end, and does not wait for them.
  package func stop() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // Sleeping threads wait until the number of the task changes.
    state.add(1 << 32, ordering: .sequentiallyConsistent)
    for sleeper in sleepers { sleeper.wake() }
  }

  /// Starts the threads, unless they were started before.
  private func startThreads() {
    while sleepers.count < maxThreads - 1 {
      let sleeper = Sleeper()
      sleepers.append(sleeper)
      // If the thread cannot be started, fewer threads take parts.
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

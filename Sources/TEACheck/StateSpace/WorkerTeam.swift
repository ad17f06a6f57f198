internal import TEASupport
internal import Dispatch
internal import Synchronization

/// Threads that share the parts of a task, one task after the other.
///
/// A search meets some thousand times a second to hand its parts out, which is more often than a thread can be woken. So
/// the threads wait for the next task awake, for a moment, before they sleep. The calling thread takes parts too, and
/// waits for nobody who has not begun one: a thread that comes late finds nothing left.
@usableFromInline
package final class WorkerTeam: @unchecked Sendable {
  /// The number of looks that a thread takes before it sleeps: some hundred microseconds.
  private static var looks: Int { 500 }

  /// One of the threads, where it sleeps.
  private final class SleepingThread: Sendable {
    let isTaken = Atomic(false)
    let alarm = DispatchSemaphore(value: 0)

    /// Waits until a condition holds; whoever makes it hold calls ``wake()`` afterwards.
    func wait(until condition: () -> Bool) {
      for _ in 0..<WorkerTeam.looks {
        if condition() { return }
        Platform.yieldThread()
      }
      while !condition() {
        isTaken.store(true, ordering: .sequentiallyConsistent)
        // Whoever takes the flag back first decides whether there is an alarm to wait for.
        if condition(), isTaken.exchange(false, ordering: .sequentiallyConsistent) { return }
        alarm.wait()
      }
    }

    func wake() {
      if isTaken.exchange(false, ordering: .sequentiallyConsistent) { alarm.signal() }
    }
  }

  /// The number of the task, how many parts it has, and how many are given away: 32, 16 and 16 bits. They are one word,
  /// so that a part that is taken is of the task that it was taken from.
  private let tickets = Atomic<UInt64>(0)
  /// The number of parts of the task that are done.
  private let done = Atomic(0)
  private let isEnding = Atomic(false)
  /// The work of a part of the task, by its number; only threads that have a part read it.
  private var work: (Int) -> Void = { _ in }
  private let caller = SleepingThread()
  private var sleepers: [SleepingThread] = []
  private let threads: Int

  /// - Parameter threads: How many threads take parts at most, the calling one included.
  package init(threads: Int) { self.threads = threads }

  /// Does all parts of a task, and returns when they are done.
  package func perform(_ parts: Int, _ work: @escaping (Int) -> Void) {
    begin()
    self.work = work
    done.store(0, ordering: .relaxed)
    let task = tickets.load(ordering: .relaxed) >> 32 &+ 1
    tickets.store(task << 32 | UInt64(parts) << 16, ordering: .sequentiallyConsistent)
    for sleeper in sleepers { sleeper.wake() }
    takeParts()
    caller.wait { done.load(ordering: .sequentiallyConsistent) == parts }
    self.work = { _ in }
  }

  /// Lets the threads go.
  package func end() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    tickets.add(1 << 32, ordering: .sequentiallyConsistent)
    for sleeper in sleepers { sleeper.wake() }
  }

  /// Starts the threads, if they have not been started.
  private func begin() {
    while sleepers.count < threads - 1 {
      let sleeper = SleepingThread()
      sleepers.append(sleeper)
      // Without the thread there are fewer to take parts.
      _ = Platform.startThread { self.help(from: sleeper) }
    }
  }

  private func help(from sleeper: SleepingThread) {
    var last: UInt64 = 0
    while !isEnding.load(ordering: .sequentiallyConsistent) {
      sleeper.wait { tickets.load(ordering: .sequentiallyConsistent) >> 32 != last }
      last = tickets.load(ordering: .sequentiallyConsistent) >> 32
      takeParts()
    }
  }

  private func takeParts() {
    while true {
      let ticket = tickets.add(1, ordering: .acquiringAndReleasing).oldValue
      let (part, parts) = (Int(ticket & 0xFFFF), Int(ticket >> 16 & 0xFFFF))
      guard part < parts else { return }
      work(part)
      if done.add(1, ordering: .sequentiallyConsistent).newValue == parts { caller.wake() }
    }
  }
}

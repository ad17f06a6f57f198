import Synchronization

/// A clock whose time passes only by ``advance(by:)``.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    /// The tasks that wait in ``waitForSleeper()``.
    var observers: [UnsafeContinuation<Void, Never>] = []
    var sleepers: [(deadline: Instant, wake: UnsafeContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withUnsafeContinuation { wake in
      let (isOver, observers) = state.withLock { state in
        guard deadline > state.now else { return (true, [UnsafeContinuation<Void, Never>]()) }
        state.sleepers.append((deadline, wake))
        defer { state.observers = [] }
        return (false, state.observers)
      }
      if isOver { wake.resume() }
      for observer in observers { observer.resume() }
    }
  }

  /// The time until the last deadline for which a task sleeps; `nil` where none sleeps.
  var longestSleep: Duration? {
    state.withLock { state in state.sleepers.map { $0.deadline.offset - state.now.offset }.max() }
  }

  func advance(by duration: Duration) {
    let dueSleepers = state.withLock { state in
      state.now.offset += duration
      let dueSleepers = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return dueSleepers
    }
    for sleeper in dueSleepers { sleeper.wake.resume() }
  }

  /// Waits until a task sleeps on this clock.
  func waitForSleeper() async {
    await withUnsafeContinuation { observer in
      let hasSleepers = state.withLock { state in
        if state.sleepers.isEmpty { state.observers.append(observer) }
        return !state.sleepers.isEmpty
      }
      if hasSleepers { observer.resume() }
    }
  }
}

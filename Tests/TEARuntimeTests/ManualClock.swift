import Synchronization

/// A clock whose time passes when it is told.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [(deadline: Instant, wake: UnsafeContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withUnsafeContinuation { wake in
      let isOver = state.withLock { state in
        if deadline > state.now { state.sleepers.append((deadline, wake)) }
        return deadline <= state.now
      }
      if isOver { wake.resume() }
    }
  }

  func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.now.offset += duration
      let awake = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return awake
    }
    for sleeper in awake { sleeper.wake.resume() }
  }

  /// Waits until something sleeps.
  func sleepers() async {
    while state.withLock({ $0.sleepers.isEmpty }) { await Task.yield() }
  }
}

import ElementarySeed
import ElementaryStyle
import Synchronization
import Testing

/// A stopwatch whose seconds pass only by the test's ``Clockwork``.
@Suite(.timeLimit(.minutes(20))) struct StopwatchTests {
  /// Timers that tick only when a test lets seconds pass.
  private final class Clockwork: Sendable {
    /// The number of timers that were begun, and the functions of the timers that run, by the numbers of the timers.
    private let timers = Mutex<(count: Int, ticks: [Int: @Sendable () -> Void])>((0, [:]))

    /// Begins a timer, and returns the function that ends it.
    func begin(_ tick: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
      let number = timers.withLock { timers in
        timers.count += 1
        timers.ticks[timers.count] = tick
        return timers.count
      }
      return { self.timers.withLock { $0.ticks[number] = nil } }
    }

    func pass(seconds: Int) {
      for _ in 0..<seconds {
        let ticks = timers.withLock { Array($0.ticks.values) }
        for tick in ticks { tick() }
      }
    }
  }

  private let clockwork = Clockwork()

  /// The stopwatch effect of the README, with a timer of the clockwork.
  private func createStopwatchEffect() -> Effect<Int, StopwatchAction> {
    var cancel: (@Sendable () -> Void)?
    return { [clockwork] _, action, dispatch in
      switch action {
      case .start:
        cancel?()
        cancel = clockwork.begin { dispatch(.increment) }
      case .stop, .reset:
        cancel?()
        cancel = nil
      case .increment:
        break
      }
    }
  }

  private func stopwatch(state: Int = 0) -> Store<Int, StopwatchAction> {
    Store(state: state, update: updateStopwatch, effect: createStopwatchEffect())
  }

  @Test func `an increment adds a second, and a reset goes back to zero`() {
    let store = stopwatch(state: 5)
    store.dispatch(.increment)
    #expect(store.state == 6)
    store.dispatch(.reset)
    #expect(store.state == 0)
  }

  @Test func `seconds are counted from the start to the stop, and again from the next start`() {
    let store = stopwatch()
    clockwork.pass(seconds: 2)
    #expect(store.state == 0)
    store.dispatch(.start)
    #expect(store.state == 0)
    clockwork.pass(seconds: 3)
    #expect(store.state == 3)
    store.dispatch(.stop)
    clockwork.pass(seconds: 2)
    #expect(store.state == 3)
    store.dispatch(.start)
    clockwork.pass(seconds: 1)
    #expect(store.state == 4)
  }

  @Test func `a start of a running stopwatch counts no second twice`() {
    let store = stopwatch()
    store.dispatch(.start)
    store.dispatch(.start)
    clockwork.pass(seconds: 2)
    #expect(store.state == 2)
    store.dispatch(.stop)
    clockwork.pass(seconds: 2)
    #expect(store.state == 2)
  }

  @Test func `a stop right after the start counts nothing, and a reset ends the counting`() {
    let store = stopwatch()
    store.dispatch(.start)
    store.dispatch(.stop)
    clockwork.pass(seconds: 2)
    #expect(store.state == 0)
    store.dispatch(.start)
    clockwork.pass(seconds: 2)
    store.dispatch(.reset)
    clockwork.pass(seconds: 2)
    #expect(store.state == 0)
  }

  @Test func `each store has a stopwatch of its own`() {
    let stores = [stopwatch(), stopwatch()]
    stores[0].dispatch(.start)
    clockwork.pass(seconds: 1)
    stores[1].dispatch(.start)
    clockwork.pass(seconds: 2)
    stores[0].dispatch(.stop)
    clockwork.pass(seconds: 1)
    #expect(stores.map(\.state) == [3, 3])
  }
}

import Dispatch
import ElementarySeed
import ElementaryStyle
import Testing

/// The programs in the READMEs of Elementary and of its extensions.
///
/// The counter and the update of the stopwatch are in Examples/Seeds/Elementary.
@Suite(.timeLimit(.minutes(20))) struct ElementaryReadmeTests {
  private let log = Log()

  @Test func `the counter of the README counts up and down, and resets`() {
    let store = Store(state: 0, update: updateCounter)
    var states: [Int] = []
    for action in [.increment, .increment, .decrement, .increment, .reset] as [CounterAction] {
      store.dispatch(action)
      states.append(store.state)
    }
    #expect(states == [1, 2, 1, 2, 0])
  }

  /// The effect of a stopwatch with a timer of the system, whose first tick comes at once.
  private static func ticks() -> Effect<Int, StopwatchAction> {
    var source: (any DispatchSourceTimer)?
    return { _, action, dispatch in
      switch action {
      case .start:
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { dispatch(.increment) }
        timer.schedule(deadline: .now(), repeating: 1)
        timer.resume()
        source = timer
      case .stop, .reset:
        source?.cancel()
        source = nil
      case .increment: break
      }
    }
  }

  @Test func `the stopwatch of the README counts by a timer of the system`() async {
    let (actions, continuation) = AsyncStream.makeStream(of: StopwatchAction.self)
    let store = Store(
      state: 0, update: updateStopwatch,
      effect: join(effects: Self.ticks(), { _, action, _ in continuation.yield(action) }))
    store.dispatch(.start)
    for await action in actions where action == .increment { break }
    #expect(store.state >= 1)
    store.dispatch(.stop)
    store.dispatch(.reset)
  }

  // MARK: The extensions

  private struct Shelf: Equatable {
    var books = 0
  }

  private enum Action: Equatable {
    case order, delivered(Int), lend, showMap
  }

  private static func orders() -> Effect<Shelf, Action> {
    { _, action, dispatch in if action == .order { dispatch(.delivered(3)) } }
  }

  private static func lending(_ log: Log) -> Effect<Shelf, Action> {
    { shelf, action, _ in if action == .lend { log.append("lend one of \(shelf().books)") } }
  }

  private static func map(_ log: Log) -> Effect<Shelf, Action> {
    take(Action.showMap, execute: { log.append("map") })
  }

  @Test func `the effects of an app are built from those of its parts`() {
    let effect: Effect<Shelf, Action> = buildEffect {
      Self.orders()
      Self.lending(log)
      Self.map(log)
    }
    let update: @Sendable (inout Shelf, Action) -> Void = { shelf, action in
      switch action {
      case .delivered(let books): shelf.books += books
      case .lend: shelf.books -= 1
      case .order, .showMap: break
      }
    }
    let store = Store(state: Shelf(), update: update, effect: effect)
    for action in [.order, .lend, .showMap, .order, .lend] as [Action] { store.dispatch(action) }
    #expect(store.state == Shelf(books: 4))
    #expect(log.lines == ["lend one of 2", "map", "lend one of 4"])
  }

  @MainActor private struct Screen {
    var store = ObservableStore(state: 0, update: updateCounter)
    var text: String { "\(store.state)" }
    func tap() { store.dispatch(.increment) }
  }

  @Test @MainActor func `a screen shows the state of its observable store`() {
    let screen = Screen()
    #expect(screen.text == "0")
    screen.tap()
    screen.tap()
    #expect(screen.text == "2")
  }
}

import MobiusStyle
import Testing

/// A router without a loop: each function that chooses effects, each kind of handler, and the end of a connection.
@Suite(.timeLimit(.minutes(20))) struct RouteTests {
  typealias Router = EffectRouter<Notebook.Effect, Notebook.Event>
  typealias Route = EffectRoute<Notebook.Effect, Notebook.Effect, Notebook.Event>

  let log = Log()

  private func connect(_ router: Router) -> Connection<Notebook.Effect> {
    router.asConnectable.connect { [log] in log.add("sent \($0)") }
  }

  // MARK: Ways to choose effects, and handlers

  /// Functions that route the effect `ring`, and no other.
  private let choices: [(Router) -> Route] = [
    { $0.routeEffects(equalTo: .ring) },
    { $0.routeEffects(withParameters: { $0 == .ring ? $0 : nil }) },
  ]

  private struct Handler: EffectHandler {
    func handle(_ effect: Notebook.Effect, _ callback: EffectCallback<Notebook.Event>) -> any Disposable {
      callback.send(.write("\(effect)"))
      callback.end(with: .rewrite)
      return EmptyDisposable()
    }
  }

  /// The handlers to which a route of the effect `ring` can lead, each with the lines that it then logs.
  private func handlers() -> [(name: String, handle: (Route) -> Router, lines: [String])] {
    let (log, handled) = (log, #"sent write("ring")"#)
    let echo = AnyConnectable<Notebook.Effect, Notebook.Event> { consumer in
      Connection(acceptClosure: { consumer(.write("\($0)")) }, disposeClosure: {})
    }
    return [
      ("a handler", { $0.to(Handler()) }, [handled, "sent rewrite"]),
      ("a type-erased handler", { $0.to(AnyEffectHandler(handler: Handler())) }, [handled, "sent rewrite"]),
      ("a function with a callback", { $0.to { Handler().handle($0, $1) } }, [handled, "sent rewrite"]),
      ("a connectable", { $0.to(echo) }, [handled]),
      ("a function", { $0.to { log.add("done \($0)") } }, ["done ring"]),
      ("a function to an event", { $0.toEvent { .write("\($0)") } }, [handled]),
      ("a function to no event", { $0.toEvent { _ in nil } }, []),
    ]
  }

  @Test func `each way to choose an effect leads it to each kind of handler, and leaves other effects alone`() {
    for choose in choices {
      for handler in handlers() {
        let router = handler.handle(
          choose(Router().routeCase(Notebook.Effect.save).to { [log] in log.add("saved \($0)") }))
        let connection = connect(router)
        connection.accept(.save("a"))
        #expect(log.take() == ["saved a"], "\(handler.name)")
        connection.accept(.ring)
        #expect(log.take() == handler.lines, "\(handler.name)")
        connection.dispose()
      }
    }
  }

  // MARK: Cases

  /// Effects that are not `Equatable`.
  private enum Plain {
    case nothing
    case text(String)
    case pair(left: String, right: Int)
    case maybe(Int?)
    case other(String)
  }

  private indirect enum List {
    case end
    case item(String, List)
    case only(String)
  }

  /// The payload that a route takes out of an effect; traps if the route does not choose the effect.
  private func payload<Effect, Payload>(
    of effect: Effect, _ route: (EffectRouter<Effect, Never>) -> EffectRoute<Effect, Payload, Never>
  ) -> Payload? {
    var payload: Payload?
    let connection = route(EffectRouter()).to { payload = $0 }.asConnectable.connect { _ in }
    connection.accept(effect)
    connection.dispose()
    return payload
  }

  @Test func `payloads are taken out of effects that are not equatable: none, one, several, an optional one`() {
    #expect(payload(of: Plain.nothing) { $0.routeCase(Plain.nothing) } != nil)
    #expect(payload(of: Plain.text("a")) { $0.routeCase(Plain.text) } == "a")
    let pair = payload(of: Plain.pair(left: "a", right: 1)) { $0.routeCase(Plain.pair) }
    #expect(pair?.0 == "a" && pair?.1 == 1)
    #expect(payload(of: Plain.maybe(1)) { $0.routeCase(Plain.maybe) } == .some(1))
    #expect(payload(of: Plain.maybe(nil)) { $0.routeCase(Plain.maybe) } == .some(nil))
  }

  @Test func `payloads are taken out of indirect enums`() {
    #expect(payload(of: List.only("a")) { $0.routeCase(List.only) } == "a")
    #expect(payload(of: List.end) { $0.routeCase(List.end) } != nil)
    let item = payload(of: List.item("a", .only("b"))) { $0.routeCase(List.item) }
    #expect(item?.0 == "a")
    if case .only(let rest)? = item?.1 { #expect(rest == "b") } else { Issue.record("the rest is \(item as Any)") }
  }

  @Test func `two cases with payloads of one type are two routes`() {
    let router = EffectRouter<Plain, Never>()
      .routeCase(Plain.text).to { [log] in log.add("text \($0)") }
      .routeCase(Plain.other).to { [log] in log.add("other \($0)") }
    let connection = router.asConnectable.connect { _ in }
    connection.accept(.other("a"))
    connection.accept(.text("b"))
    #expect(log.lines == ["other a", "text b"])
  }

  /// Effects whose payloads are functions or hold functions.
  private enum Deed {
    case act(() -> Int)
    case labelled(with: (Int) -> String)
    case pair(Int, () -> Int)
    case nested((Int, () -> Int), Int)
    case maybe((() -> Int)?)
    case maybePair((Int, () -> Int)?)
    case boxed(Box)
    case list([() -> Int])
  }

  private struct Box { var act: () -> Int }

  @Test func `routeCase refuses a case whose payload is a function, or has one in a tuple or an optional`() async {
    let texts = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = EffectRouter<Deed, Never>().routeCase(Deed.act)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = EffectRouter<Deed, Never>().routeCase(Deed.labelled)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = EffectRouter<Deed, Never>().routeCase(Deed.pair)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = EffectRouter<Deed, Never>().routeCase(Deed.nested)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = EffectRouter<Deed, Never>().routeCase(Deed.maybe)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = EffectRouter<Deed, Never>().routeCase(Deed.maybePair)
      },
    ].map(\.standardError)
    for text in texts { #expect(text.contains("use routeEffects(withParameters:)")) }
    #expect(texts[0].contains("routeCase(_:) cannot take () -> Int out of Deed: it would misread the function"))
  }

  @Test func `a function in a struct or an array, or taken out by routeEffects, can be called`() {
    #expect(payload(of: Deed.boxed(Box { 7 })) { $0.routeCase(Deed.boxed) }?.act() == 7)
    #expect(payload(of: Deed.list([{ 7 }])) { $0.routeCase(Deed.list) }?[0]() == 7)
    let act = payload(of: Deed.act { 7 }) {
      $0.routeEffects(withParameters: { if case .act(let act) = $0 { act } else { nil } })
    }
    #expect(act?() == 7)
  }

  private enum Opening { case screen(Plain.Type), labelled(kind: Plain.Type), maybe(Plain.Type?) }

  @Test func `a payload that is always the same type is taken, with a label and without`() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      let connection = EffectRouter<Opening, Never>()
        .routeCase(Opening.screen).to { log.add("screen \($0)") }
        .routeCase(Opening.labelled).to { log.add("labelled \($0)") }
        .routeCase(Opening.maybe).to { log.add($0.map { "maybe \($0)" } ?? "none") }
        .asConnectable.connect { _ in }
      connection.accept(.labelled(kind: Plain.self))
      connection.accept(.screen(Plain.self))
      connection.accept(.maybe(Plain.self))
      connection.accept(.maybe(nil))
      precondition(log.lines == ["labelled Plain", "screen Plain", "maybe Plain", "none"])
    }
  }

  // MARK: The end of a handling

  /// The moment at which a handler ends its effect.
  enum End: CaseIterable { case atOnce, later, never }

  @Test(arguments: End.allCases) func `the end of a connection cancels the effects that have not ended`(end: End) {
    var finish: () -> Void = {}
    let router = Router().routeCase(.ring).to {
      [log] (_: Void, callback: EffectCallback<Notebook.Event>) -> any Disposable in
      if end == .atOnce { callback.end() }
      finish = { callback.end() }
      return AnonymousDisposable { log.add("cancel") }
    }
    let connection = connect(router)
    connection.accept(.ring)
    if end == .later { finish() }
    connection.dispose()
    connection.dispose()
    finish()
    #expect(log.lines == (end == .never ? ["cancel"] : []))
  }

  @Test func `a connection that ends before any effect cancels nothing`() {
    let router = Router().routeCase(.ring).to { [log] (_: Void, _: EffectCallback<Notebook.Event>) -> any Disposable in
      AnonymousDisposable { log.add("cancel") }
    }
    connect(router).dispose()
    #expect(log.lines.isEmpty)
  }

  @Test func `a connection that is released cancels the effects that have not ended`() {
    var callbacks: [EffectCallback<Notebook.Event>] = []
    let router = Router().routeEffects { $0 == .ring ? () : nil }
      .to { [log] (_: Void, callback: EffectCallback<Notebook.Event>) -> any Disposable in
        callbacks.append(callback)
        return AnonymousDisposable { log.add("cancel") }
      }
    do {
      let connection = connect(router)
      connection.accept(.ring)
      connection.accept(.ring)
      callbacks[0].end()
      #expect(log.lines.isEmpty)
      withExtendedLifetime(connection) {}
    }
    #expect(log.lines == ["cancel"])
    callbacks[1].send(.ignore)
    #expect(log.lines == ["cancel"])
  }

  @Test func `a cancelled effect sends nothing, not even as it is cancelled`() {
    var callback: EffectCallback<Notebook.Event>?
    let router = Router().routeCase(.ring).to { (_: Void, given: EffectCallback<Notebook.Event>) -> any Disposable in
      callback = given
      given.send(.write("in time"))
      return AnonymousDisposable { given.send(.write("as it is cancelled")) }
    }
    let connection = connect(router)
    connection.accept(.ring)
    connection.dispose()
    callback?.send(.write("late"))
    callback?.end(with: .write("later"))
    #expect(log.lines == [#"sent write("in time")"#])
  }

  @Test func `a connectable that a route leads to sends nothing more after the end`() {
    let desk = LoggingConnectable<Void>("desk", log)
    let connection = connect(Router().routeCase(.ring).to(desk))
    connection.accept(.ring)
    desk.consumers[0](.write("in time"))
    connection.dispose()
    desk.consumers[0](.write("late"))
    #expect(log.lines == ["desk connects", "desk ()", #"sent write("in time")"#, "desk ends"])
  }

  // MARK: Connections beside and after each other

  @Test func `each connection of a router has effects of its own`() {
    var callbacks: [EffectCallback<Notebook.Event>] = []
    let router = Router().routeCase(Notebook.Effect.save)
      .to { [log] (text: String, callback: EffectCallback<Notebook.Event>) -> any Disposable in
        callbacks.append(callback)
        return AnonymousDisposable { log.add("cancel \(text)") }
      }.asConnectable
    let first = router.connect { [log] in log.add("first \($0)") }
    let second = router.connect { [log] in log.add("second \($0)") }
    first.accept(.save("a"))
    second.accept(.save("b"))
    first.dispose()
    callbacks[0].send(.rewrite)
    callbacks[1].send(.rewrite)
    let third = router.connect { [log] in log.add("third \($0)") }
    third.accept(.save("c"))
    callbacks[2].end(with: .ignore)
    third.dispose()
    second.dispose()
    #expect(log.lines == ["cancel a", "second rewrite", "third ignore", "cancel b"])
  }
}

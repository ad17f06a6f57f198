import MobiusStyle
import Testing

/// The order of updates, observers and effects in a loop.
@Suite(.timeLimit(.minutes(20))) struct MobiusLoopTests {
  let log = Log()
  /// The effect handler.
  let desk: LoggingConnectable<Notebook.Effect>

  init() { desk = LoggingConnectable("desk", log) }

  // MARK: Events

  @Test func `for each event, observers are told the new model before the effects are handled as listed`() {
    let loop = Notebook.loop(desk).start(from: [])
    loop.addObserver { [log] in log.add("show \($0)") }
    #expect(log.take() == ["desk connects", "show []"])
    loop.dispatchEvent(.write("a"))
    loop.dispatchEvent(.perform([.save("z"), .ring, .save("b")]))
    #expect(
      log.lines == [#"show ["a"]"#, #"desk save("a")"#, #"desk save("z")"#, "desk ring", #"desk save("b")"#])
    #expect(loop.latestModel == ["a"])
  }

  @Test func `an effect that is listed twice is handled twice`() {
    let loop = Notebook.loop(desk).start(from: [])
    loop.dispatchEvent(.perform([.ring, .ring]))
    #expect(log.lines == ["desk connects", "desk ring", "desk ring"])
  }

  @Test func `observers are told of each new model, even an equal one, and of nothing else`() {
    let loop = Notebook.loop(desk).start(from: ["a"])
    var shownCount = 0
    loop.addObserver { _ in shownCount += 1 }
    loop.dispatchEvent(.ignore)
    loop.dispatchEvent(.perform([]))
    #expect(shownCount == 1)
    loop.dispatchEvent(.rewrite)
    #expect(shownCount == 2)
  }

  @Test func `an event that is sent while another is processed waits, first in first out`() {
    desk.react = { effect, send in
      guard effect == .save("a") else { return }
      send(.write("c"))
    }
    let loop = Notebook.loop(desk).start(from: [])
    loop.addObserver { [log] in
      log.add("show \($0)")
      if $0 == ["a"] { loop.dispatchEvent(.write("b")) }
    }
    _ = log.take()
    loop.dispatchEvent(.write("a"))
    #expect(
      log.lines == [
        #"show ["a"]"#, #"desk save("a")"#, #"show ["a", "b"]"#, #"desk save("b")"#, #"show ["a", "b", "c"]"#,
        #"desk save("c")"#,
      ])
  }

  @Test func `an update that sends an event is not entered again before it returns`() {
    let log = log
    var loop: Notebook.Loop?
    loop =
      Mobius.loop(
        update: { model, event in
          log.add("begin \(event)")
          if event == .rewrite { loop?.dispatchEvent(.ignore) }
          log.add("end \(event)")
          return .noChange
        }, effectHandler: desk
      ).start(from: [])
    _ = log.take()
    loop?.dispatchEvent(.rewrite)
    #expect(log.lines == ["begin rewrite", "end rewrite", "begin ignore", "end ignore"])
    loop = nil
  }

  @Test func `an observer is told the latest model at once, and nothing after it was disposed of`() {
    let loop = Notebook.loop(desk).start(from: ["a"])
    var counts: [Int] = []
    let observer = loop.addObserver { counts.append($0.count) }
    loop.dispatchEvent(.write("b"))
    observer.dispose()
    loop.dispatchEvent(.write("c"))
    #expect(counts == [1, 2])
  }

  @Test func `an observer that another one disposes of is told nothing more`() {
    let loop = Notebook.loop(desk).start(from: [])
    var counts: [Int] = []
    var second: (any Disposable)?
    loop.addObserver { _ in second?.dispose() }
    second = loop.addObserver { counts.append($0.count) }
    loop.dispatchEvent(.write("a"))
    #expect(counts == [0])
  }

  // MARK: The start

  @Test func `a loop starts with a model and effects, after all is connected and before any event`() {
    desk.react = { effect, send in if effect == nil { send(.write("early")) } }
    let source = LoggingEventSource("source", log)
    source.connectable.react = { _, send in send(.write("next")) }
    let loop = Notebook.loop(desk).withEventSource(source).start(from: ["a"], effects: [.load(name: "x"), .ring])
    #expect(
      log.lines == [
        "desk connects", "source connects", #"desk load(name: "x")"#, "desk ring", #"desk save("early")"#,
        #"desk save("next")"#,
      ])
    #expect(loop.latestModel == ["a", "early", "next"])
  }

  // MARK: The end

  @Test func `the end disposes of the handler and the source once, and what they send later is dropped`() {
    let source = LoggingEventSource("clock", log)
    let loop = Notebook.loop(desk).withEventSource(source).start(from: [])
    source.connectable.consumers[0](.write("tick"))
    #expect(loop.latestModel == ["tick"])
    _ = log.take()
    loop.dispose()
    loop.dispose()
    #expect(log.lines == ["desk ends", "clock ends"])
    source.connectable.consumers[0](.write("late"))
    desk.consumers[0](.write("late"))
    loop.unguardedDispatchEvent(.write("late"))
    #expect(loop.latestModel == ["tick"])
    #expect(loop.droppedEventCount == 3)
  }

  @Test func `a loop that is disposed of by an effect ends after the event`() {
    var loop: Notebook.Loop?
    desk.react = { effect, send in
      guard effect == .ring else { return }
      loop?.dispose()
      send(.write("late"))
    }
    loop = Notebook.loop(desk).start(from: [])
    _ = log.take()
    loop?.dispatchEvent(.perform([.ring, .save("last")]))
    #expect(log.lines == ["desk ring", #"desk save("last")"#, "desk ends"])
    #expect(loop?.latestModel == [])
    loop = nil
  }

  /// An object that calls a function when it is freed.
  private final class Farewell {
    let say: () -> Void
    init(_ say: @escaping () -> Void) { self.say = say }
    deinit { say() }
  }

  @Test func `events and models may send events as they are freed`() {
    let log = log
    var send: Consumer<Farewell?> = { _ in }
    let effectHandler = AnyConnectable<Int, Farewell?> { consumer in
      send = consumer
      return Connection(acceptClosure: { _ in }, disposeClosure: {})
    }
    let loop = Mobius.loop(
      update: { (_: Farewell?, event: Farewell?) -> Next<Farewell?, Int> in
        log.add(event == nil ? "nil" : "event")
        return .next(event)
      }, effectHandler: effectHandler
    ).start(from: nil)
    for _ in 0..<2 { send(Farewell { send(nil) }) }
    #expect(loop.latestModel == nil)
    #expect(log.take().sorted() == ["event", "event", "nil", "nil"])
    loop.addObserver { model in
      guard model != nil else { return }
      send(Farewell { send(nil) })
      loop.dispose()
    }
    loop.dispatchEvent(Farewell { log.add("freed") })
    #expect(log.lines == ["event"])
    #expect(loop.droppedEventCount == 2)
    send = { _ in }
  }

  @Test func `a loop that is released by an effect ends after the event`() {
    var loop: Notebook.Loop?
    desk.react = { effect, _ in if effect == .ring { loop = nil } }
    loop = Notebook.loop(desk).start(from: [])
    _ = log.take()
    #expect(loop != nil)
    desk.consumers[0](.perform([.ring, .save("last")]))
    #expect(log.lines == ["desk ring", #"desk save("last")"#, "desk ends"])
  }

  @Test func `a loop that is released ends what is connected`() {
    do {
      let loop = Notebook.loop(desk).start(from: [])
      loop.dispatchEvent(.ignore)
    }
    #expect(log.lines == ["desk connects", "desk ends"])
  }

  @Test func `a handler that never keeps its consumer is disposed of all the same`() {
    let log = log
    let silent = AnyConnectable<Notebook.Effect, Notebook.Event> { _ in
      Connection(acceptClosure: { log.add("\($0)") }, disposeClosure: { log.add("ends") })
    }
    let loop = Notebook.loop(silent).start(from: [])
    loop.dispatchEvent(.perform([.ring]))
    loop.dispatchEvent(.perform([.ring]))
    loop.dispose()
    #expect(log.lines == ["ring", "ring", "ends"])
  }

  // MARK: Order of effects

  @Test func `a random order of effects is the same for the same seed, and differs for another seed`() {
    let effects = (0..<6).map { Notebook.Effect.save("\($0)") }
    func order(seed: UInt64?) -> [String] {
      let log = Log()
      var builder = Notebook.loop(LoggingConnectable<Notebook.Effect>("", log))
      if let seed { builder = builder.withRandomEffectOrder(seed: seed) }
      builder.start(from: []).dispatchEvent(.perform(effects))
      return log.lines.filter { $0.contains("save") }
    }
    let listed = order(seed: nil)
    #expect(listed == effects.map { " \($0)" })
    #expect(order(seed: 1) == order(seed: 1))
    #expect(order(seed: 1) != order(seed: 2))
    #expect(order(seed: 1) != listed)
    #expect(order(seed: 1).sorted() == listed.sorted())
  }

  // MARK: Transformers and texts

  @Test func `the transformer that is given last receives each event first`() {
    let log = log
    func loggingTransformer(_ name: String) -> ConsumerTransformer<Notebook.Event> {
      { consumer in
        { event in
          log.add(name)
          consumer(event)
        }
      }
    }
    let loop = Notebook.loop(desk)
      .withEventConsumerTransformer(loggingTransformer("first"))
      .withEventConsumerTransformer(loggingTransformer("second"))
      .start(from: [])
    _ = log.take()
    loop.dispatchEvent(.ignore)
    #expect(log.take() == ["second", "first"])
    desk.consumers[0](.ignore)
    #expect(log.lines == ["second", "first"])
  }

  @Test func `a loop and a Next describe themselves`() {
    let loop = Mobius.beginnerLoop { (model: String, event: Int) in model + "\(event)" }.start(from: "a")
    loop.dispatchEvent(1)
    #expect(String(reflecting: loop) == #"MobiusLoop<String, Int, Never>{ "a1" }"#)
    loop.dispose()
    #expect(String(reflecting: loop) == "disposed MobiusLoop<String, Int, Never>!")
    #expect(String(reflecting: Next<String, Int>.next("a", effects: [1])) == #"("a", [1])"#)
    #expect(String(reflecting: Next<String, Int>.dispatchEffects([1])) == "(nil, [1])")
  }
}

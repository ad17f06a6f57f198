import MobiusStyle
import Testing

/// The order of things in a loop, each as a test that fails under another order.
@Suite(.timeLimit(.minutes(20))) struct MobiusLoopTests {
  let log = Log()
  let desk: Desk<Notebook.Effect>

  init() { desk = Desk("desk", log) }

  // MARK: Events

  @Test func `for each event come the model, the observers, and the effects as listed`() {
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

  @Test func `observers are told of a model that is said, changed or not, and of nothing else`() {
    let loop = Notebook.loop(desk).start(from: ["a"])
    var shown = 0
    loop.addObserver { _ in shown += 1 }
    loop.dispatchEvent(.ignore)
    loop.dispatchEvent(.perform([]))
    #expect(shown == 1)
    loop.dispatchEvent(.rewrite)
    #expect(shown == 2)
  }

  @Test func `what is sent while an event is processed waits for its end, first in first out`() {
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
    var loop: MobiusLoop<Notebook>?
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

  @Test func `the initiator makes the first model and the first effects`() {
    let loop = Notebook.loop(desk)
      .withInitiator { First(model: $0 + ["first"], effects: [.load(name: "x"), .ring]) }
      .start(from: ["a"])
    #expect(loop.latestModel == ["a", "first"])
    #expect(log.lines == ["desk connects", #"desk load(name: "x")"#, "desk ring"])
  }

  @Test func `what a source sends as it is subscribed to comes after the first model and the first effects`() {
    let source = Desk<Never>("source", log)
    source.react = { _, send in send(.write("early")) }
    let controller = Notebook.loop(desk)
      .withInitiator { First(model: $0, effects: [.ring]) }
      .withEventSource(source)
      .makeController(from: [])
    controller.connectView(Desk<[String]>("view", log))
    controller.start()
    #expect(
      log.lines == [
        "desk connects", "source connects", "view connects", "view []", "desk ring", #"view ["early"]"#,
        #"desk save("early")"#,
      ])
  }

  // MARK: Event sources and the end

  @Test func `several event sources send until the loop is disposed of`() {
    let sources = [Desk<Never>("clock", log), Desk<Never>("radio", log)]
    let loop = Notebook.loop(desk).withEventSource(sources[0]).withEventSource(sources[1]).start(from: [])
    sources[0].consumers[0](.write("tick"))
    sources[1].consumers[0](.write("news"))
    loop.receive()
    #expect(loop.latestModel == ["tick", "news"])
    _ = log.take()
    loop.dispose()
    loop.dispose()
    #expect(log.lines == ["desk ends", "clock ends", "radio ends"])
    sources[0].consumers[0](.write("late"))
    desk.consumers[0](.write("late"))
    loop.dispatchEvent(.write("late"))
    #expect(loop.latestModel == ["tick", "news"])
    #expect(loop.droppedEventCount == 3)
  }

  @Test func `a loop that is disposed of by an effect ends after the event`() {
    var loop: MobiusLoop<Notebook>?
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

  // MARK: Connectable classes

  private final class Echo: ConnectableClass<Notebook.Effect, Notebook.Event> {
    var log: Log?
    override func handle(_ input: Notebook.Effect) {
      if case .save(let text) = input, text.count < 3 { send(.write(text + text)) }
    }
    override func onDispose() { log?.add("onDispose") }
  }

  @Test func `a connectable class handles, sends, and is told of the end`() {
    let echo = Echo()
    echo.log = log
    let loop = Notebook.loop(echo).start(from: [])
    loop.dispatchEvent(.write("a"))
    #expect(loop.latestModel == ["a", "aa", "aaaa"])
    loop.dispose()
    echo.send(.write("late"))
    #expect(log.lines == ["onDispose"])
    #expect(loop.droppedEventCount == 0, "without a connection, nothing is sent")
    let next = Notebook.loop(echo).start(from: [])
    next.dispatchEvent(.write("bbb"))
    #expect(next.latestModel == ["bbb"])
  }

  @Test func `a connectable class of two loops is reported, and traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let echo = Echo()
      let loops = [Notebook.loop(echo).start(from: []), Notebook.loop(echo).start(from: [])]
      #expect(loops.count == 2)
    }
    #expect(result.standardError.contains("Echo is connected already: a loop needs one of its own"))
  }

  // MARK: Order of effects

  @Test func `a random order of effects is the same for the same seed, and another for another`() {
    let effects = (0..<6).map { Notebook.Effect.save("\($0)") }
    func order(seed: UInt64?) -> [String] {
      let log = Log()
      var builder = Notebook.loop(Desk<Notebook.Effect>("", log))
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

  // MARK: Loggers

  private struct Teller: MobiusLogger {
    typealias Model = Notebook.Model
    typealias Event = Notebook.Event
    typealias Effect = Notebook.Effect
    let log: Log
    func willInitiate(model: Model) { log.add("willInitiate \(model)") }
    func didInitiate(model: Model, first: First<Model, Effect>) {
      log.add("didInitiate \(model) \(first.model) \(first.effects)")
    }
    func willUpdate(model: Model, event: Event) { log.add("willUpdate \(model) \(event)") }
    func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
      log.add("didUpdate \(model) \(event) \(next.model.map { "\($0)" } ?? "-") \(next.effects)")
    }
  }

  @Test func `loggers are told before and after the initiator and each update, before its effects`() {
    let loop = Notebook.loop(desk)
      .withInitiator { First(model: $0 + ["x"], effects: [.ring]) }
      .withLogger(Teller(log: log))
      .withRandomEffectOrder(seed: 3)
      .start(from: [])
    #expect(
      log.take() == [
        "willInitiate []", #"didInitiate [] ["x"] \#([Notebook.Effect.ring])"#, "desk connects", "desk ring",
      ])
    loop.dispatchEvent(.perform([.ring, .ring]))
    loop.dispatchEvent(.write("y"))
    #expect(
      log.lines == [
        #"willUpdate ["x"] \#(Notebook.Event.perform([.ring, .ring]))"#,
        #"didUpdate ["x"] \#(Notebook.Event.perform([.ring, .ring])) - \#([Notebook.Effect.ring, .ring])"#,
        "desk ring", "desk ring", #"willUpdate ["x"] write("y")"#,
        #"didUpdate ["x"] write("y") ["x", "y"] \#([Notebook.Effect.save("y")])"#, #"desk save("y")"#,
      ])
  }

  @Test func `a simple logger writes a line for each call`() {
    let loop = Notebook.loop(desk)
      .withLogger(SimpleLogger<Notebook>(tag: "notebook", consumer: log.add))
      .start(from: ["a"])
    loop.dispatchEvent(.perform([.ring]))
    loop.dispatchEvent(.rewrite)
    #expect(
      log.lines.filter { !$0.hasPrefix("desk") } == [
        #"notebook: initializing loop from ["a"]"#, #"notebook: initialized to ["a"]"#,
        #"notebook: event perform([ring]) for ["a"]"#, "notebook: no new model, effects [ring]",
        #"notebook: event rewrite for ["a"]"#, #"notebook: model ["a"]"#,
      ])
  }

  // MARK: Threads

  @Test func `events from many threads become steps in the loop's actor, in each thread's order`() async {
    let entries = await Home().entries(sentBy: 8, each: 50)
    #expect(entries.count == 400)
    for sender in 0..<8 {
      #expect(entries.filter { $0.hasPrefix("\(sender).") } == (0..<50).map { "\(sender).\($0)" })
    }
  }

  private actor Home {
    func entries(sentBy senders: Int, each count: Int) async -> [String] {
      // Half of them send through an effect handler, half through the loop.
      let desk = Desk<Notebook.Effect>("", Log())
      let loop = Notebook.loop(desk).start(from: [])
      let (models, continuation) = AsyncStream.makeStream(of: Int.self)
      loop.addObserver { [self] in
        self.preconditionIsolated()
        continuation.yield($0.count)
      }
      let consumers = [desk.consumers[0], loop.eventConsumer]
      for sender in 0..<senders {
        let send = consumers[sender % 2]
        Task.detached {
          for index in 0..<count { send(.write("\(sender).\(index)")) }
        }
      }
      for await entryCount in models where entryCount == senders * count { break }
      return loop.latestModel
    }
  }
}

extension ExitTest.Result? {
  /// What the process wrote to its standard error.
  var standardError: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}

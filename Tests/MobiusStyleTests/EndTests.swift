import Dispatch
import MobiusStyle
import Synchronization
import Testing

/// The end of loops and controllers: the objects that are released, the events that come before, and those that come late.
@Suite(.timeLimit(.minutes(20))) struct EndTests {
  let log = Log()
  /// The effect handler.
  let desk: LoggingConnectable<Notebook.Effect>
  let loopQueue = DispatchQueue(label: "loops")
  let viewQueue = DispatchQueue(label: "views")

  init() { desk = LoggingConnectable("desk", log) }

  /// A model whose release can be observed.
  private final class Page {}

  @Test func `a stopped controller frees its model as it is released, even if consumers of its loop are kept`() {
    weak var page: Page?
    var consumers: [Consumer<Int>] = []
    var effectHandler: AnyConnectable<Int, Int> {
      AnyConnectable { consumer in
        consumers.append(consumer)
        return Connection(acceptClosure: { _ in }, disposeClosure: {})
      }
    }
    do {
      let view = AnyConnectable<Page, Int> { consumer in
        consumers.append(consumer)
        return Connection(acceptClosure: { page = $0 }, disposeClosure: {})
      }
      let update = Update<Page, Int, Int> { model, _ in .next(model) }
      let controller = Mobius.loop(update: update, effectHandler: effectHandler).makeController(
        from: Page(), loopQueue: loopQueue, viewQueue: viewQueue)
      controller.connectView(view)
      controller.start()
      _ = controller.model
      viewQueue.sync {}
      #expect(page != nil)
      controller.stop()
      controller.disconnectView()
      #expect(page != nil)
    }
    loopQueue.sync {}
    viewQueue.sync {}
    #expect(page == nil)
    #expect(consumers.count == 2)
    for consumer in consumers { consumer(1) }
  }

  @Test func `a stop right after an event cancels the effects of the event, and drops what they send`() {
    let effects = DispatchQueue(label: "effects")
    var callbacks: [EffectCallback<Notebook.Event>] = []
    let router = EffectRouter<Notebook.Effect, Notebook.Event>()
      .routeCase(.ring).to { [log] (_: Void, callback: EffectCallback<Notebook.Event>) -> any Disposable in
        callbacks.append(callback)
        return AnonymousDisposable { log.add("cancel") }
      }
      .routeCase(Notebook.Effect.save).on(queue: effects).to { [log] in log.add("save \($0)") }
    let source = LoggingEventSource("source", log)
    let controller = Notebook.loop(router.asConnectable).withEventSource(source)
      .makeController(from: [], loopQueue: loopQueue, viewQueue: viewQueue)
    effects.suspend()
    controller.start()
    source.connectable.consumers[0](.perform([.ring, .save("a")]))
    controller.stop()
    effects.resume()
    effects.sync {}
    callbacks[0].end(with: .write("late"))
    #expect(controller.model == [])
    controller.start()
    #expect(controller.model == [])
    #expect(log.lines == ["source connects", "cancel", "source ends", "source connects"])
  }

  @Test func `a view may stop the controller as it is shown a model`() {
    let view = LoggingConnectable<[String]>("view", log)
    let controller = Notebook.loop(desk).makeController(from: [], loopQueue: loopQueue, viewQueue: viewQueue)
    controller.connectView(view)
    view.react = { [weak controller] model, _ in if model == ["a"] { controller?.stop() } }
    controller.start()
    view.consumers[0](.write("a"))
    loopQueue.sync {}
    viewQueue.sync {}
    #expect(!controller.running)
    #expect(controller.model == ["a"])
    #expect(log.lines.suffix(2) == ["desk ends", "view ends"])
  }

  /// A chain of events, each of which asks for the next one.
  private final class Chain: Sendable {
    /// The number of links after which a chain ends by itself, so that a test which fails ends too.
    private static let limit = 100_000
    /// The number of links since ``expectEnd()``; `nil` before it.
    private let linkCount = Mutex<Int?>(nil)

    /// Begins to count the links.
    func expectEnd() { linkCount.withLock { $0 = 0 } }

    /// Returns `true` if the chain goes on.
    func addLink() -> Bool {
      linkCount.withLock { count in
        count = count.map { $0 + 1 }
        return count.map { $0 < Self.limit } ?? true
      }
    }

    /// `true` if the chain was so long that it ended by itself.
    var hasReachedLimit: Bool { linkCount.withLock { $0.map { $0 >= Self.limit } ?? false } }
  }

  @Test func `a controller tells its model and stops while its loop sends itself events without end`() {
    let chain = Chain()
    let echo = AnyConnectable<Int, Int> { consumer in
      Connection(acceptClosure: { if chain.addLink() { consumer($0) } }, disposeClosure: {})
    }
    let controller = Mobius.loop(
      update: { (model: Int, event: Int) -> Next<Int, Int> in .next(model + 1, effects: [event]) }, effectHandler: echo
    ).makeController(from: 0, initiate: { First(model: $0, effects: [1]) }, loopQueue: loopQueue, viewQueue: viewQueue)
    controller.start()
    chain.expectEnd()
    let model = controller.model
    controller.stop()
    #expect(!chain.hasReachedLimit)
    #expect(controller.model >= model)
  }

  @Test func `a controller's model has the events that were sent before it is read, in their order`() {
    let controller = Notebook.loop(desk).makeController(from: [], loopQueue: loopQueue, viewQueue: viewQueue)
    controller.start()
    loopQueue.suspend()
    for number in 0..<10 { desk.consumers[0](.write("\(number)")) }
    loopQueue.resume()
    #expect(controller.model == (0..<10).map { "\($0)" })
    controller.stop()
  }

  @Test(arguments: [false, true])
  func `a loop ends when the actor that owns it is released`(hasReceived: Bool) async {
    let (ends, endContinuation) = AsyncStream.makeStream(of: Void.self)
    await LoopOwner().run(hasReceived: hasReceived) { endContinuation.finish() }
    for await _ in ends {}
  }

  private actor LoopOwner {
    private var loop: MobiusLoop<Int, Int, Int>?

    /// Starts the loop.
    ///
    /// - Parameters:
    ///   - hasReceived: `true` if the loop is to process an event from elsewhere.
    ///   - onEnd: Called when the loop ends.
    func run(hasReceived: Bool, onEnd: @escaping @Sendable () -> Void) async {
      var send: Consumer<Int> = { _ in }
      let effectHandler = AnyConnectable<Int, Int> { consumer in
        send = consumer
        return Connection(acceptClosure: { _ in }, disposeClosure: onEnd)
      }
      let loop = Mobius.loop(
        update: { (model: Int, event: Int) -> Next<Int, Int> in .next(model + event) }, effectHandler: effectHandler
      ).start(from: 0)
      self.loop = loop
      guard hasReceived else { return }
      let (models, continuation) = AsyncStream.makeStream(of: Int.self)
      loop.addObserver { continuation.yield($0) }
      nonisolated(unsafe) let sendFromElsewhere = send
      Task.detached { sendFromElsewhere(1) }
      for await model in models where model == 1 { break }
    }
  }

  @Test func `an event source is subscribed to at each start, and its subscription ends at each stop`() {
    let source = LoggingEventSource("source", log)
    let controller = Notebook.loop(AnyConnectable { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) })
      .withEventSource(source).makeController(from: [], loopQueue: loopQueue, viewQueue: viewQueue)
    #expect(log.lines.isEmpty)
    for round in 0..<2 {
      controller.start()
      source.connectable.consumers[round](.write("\(round)"))
      #expect(controller.model.count == round + 1)
      controller.stop()
      source.connectable.consumers[round](.write("late"))
      #expect(controller.model == (0...round).map { "\($0)" })
      #expect(log.take() == ["source connects", "source ends"])
    }
  }

  @Test func `an observer that another observer adds is told the present model once`() {
    let loop = Notebook.loop(desk).start(from: [])
    var counts: [Int] = []
    var isFirst = true
    loop.addObserver { model in
      guard !model.isEmpty, isFirst else { return }
      isFirst = false
      loop.addObserver { counts.append($0.count) }
    }
    loop.dispatchEvent(.write("a"))
    #expect(counts == [1])
    loop.dispatchEvent(.write("b"))
    #expect(counts == [1, 2])
    loop.dispose()
  }

  @Test func `an observer is told nothing after the end of the loop`() {
    let loop = Notebook.loop(desk).start(from: [])
    var counts: [Int] = []
    let observer = loop.addObserver { counts.append($0.count) }
    loop.dispatchEvent(.write("a"))
    loop.dispose()
    loop.unguardedDispatchEvent(.write("late"))
    observer.dispose()
    #expect(counts == [0, 1])
  }

  /// The function by which an effect handler sends an event: its consumer, or `dispatchEvent` of the loop.
  enum Way: CaseIterable { case consumer, loop }

  @Test(arguments: Way.allCases) func `an effect is handled to its end before the events that it sends`(way: Way) {
    let log = log
    var loop: Notebook.Loop?
    desk.react = { effect, send in
      guard effect == .ring else { return }
      for text in ["a", "b"] {
        if way == .loop { loop?.dispatchEvent(.write(text)) } else { send(.write(text)) }
      }
      log.add("rung")
    }
    loop = Notebook.loop(desk).start(from: [])
    _ = log.take()
    loop?.dispatchEvent(.perform([.ring]))
    #expect(log.lines == ["desk ring", "rung", #"desk save("a")"#, #"desk save("b")"#])
    #expect(loop?.latestModel == ["a", "b"])
    loop = nil
  }

  // MARK: Connectable sources

  /// The source listens while the model has one or two entries.
  @Test func `a connectable source may begin and end its subscription as the model changes`() {
    let station = Station(log)
    let source = AnyConnectable<[String], Notebook.Event> { consumer in
      var subscription: (any Disposable)?
      return Connection(
        acceptClosure: { model in
          if !(1..<3).contains(model.count) {
            subscription?.dispose()
            subscription = nil
          } else if subscription == nil {
            subscription = station.subscribe(consumer: consumer)
          }
        }, disposeClosure: { subscription?.dispose() })
    }
    let view = LoggingConnectable<[String]>("view", Log())
    let controller = Notebook.loop(AnyConnectable { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) })
      .withEventSource(source).makeController(from: [], loopQueue: loopQueue, viewQueue: viewQueue)
    controller.connectView(view)
    controller.start()
    _ = controller.model
    station.send(.write("nobody listens yet"))
    view.consumers[0](.write("1"))
    #expect(controller.model == ["1"])
    station.send(.write("2"))
    #expect(controller.model == ["1", "2"])
    station.send(.write("3"))
    #expect(controller.model == ["1", "2", "3"])
    station.send(.write("nobody listens any more"))
    #expect(controller.model == ["1", "2", "3"])
    controller.stop()
    #expect(log.lines == ["begin", "end"])
  }

  /// An event source that sends to its present listeners.
  private final class Station: EventSource {
    private var listeners: [Int: Consumer<Notebook.Event>] = [:]
    private let log: Log

    init(_ log: Log) { self.log = log }

    func subscribe(consumer: @escaping Consumer<Notebook.Event>) -> any Disposable {
      log.add("begin")
      let number = listeners.count
      listeners[number] = consumer
      return AnonymousDisposable { [self] in
        log.add("end")
        listeners[number] = nil
      }
    }

    func send(_ event: Notebook.Event) { for listener in listeners.values { listener(event) } }
  }
}

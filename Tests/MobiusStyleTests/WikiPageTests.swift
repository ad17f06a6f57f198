import Dispatch
import MobiusTestStyle
import Testing

// The calls on the pages of Mobius's wiki that no other suite makes, in the order of the pages. The name of a test begins with
// the title of its page.

private struct Inbox: MobiusTestStyle.Copyable, Equatable {
  var letters: [String] = []
  var isOnline = false
  var isLoading = false

  static let empty = Inbox()
}

private enum InboxEvent: Equatable {
  case refresh
  case didChangeConnectivity(isOnline: Bool)
  case didLoad([String])
  case didFail(reason: String)
}

private enum InboxEffect: Equatable {
  case load
  case log(text: String)
  case show(title: String, body: String)
}

private func initiate(_ model: Inbox) -> First<Inbox, InboxEffect> {
  model.isLoading ? First(model: model, effects: [.load]) : First(model: model)
}

private func update(model: Inbox, event: InboxEvent) -> Next<Inbox, InboxEffect> {
  switch event {
  case .refresh:
    guard model.isOnline else { return .dispatchEffects([.show(title: "Offline", body: "Try again later")]) }
    return model.isLoading ? .noChange : .next(model.copy { $0.isLoading = true }, effects: [.load])
  case .didChangeConnectivity(let isOnline):
    return .next(model.copy { $0.isOnline = isOnline })
  case .didLoad(let letters):
    return .next(
      model.copy {
        $0.letters = letters
        $0.isLoading = false
      })
  case .didFail(let reason):
    return .next(model.copy { $0.isLoading = false }, effects: [.log(text: reason)])
  }
}

/// An event source for a network that tests switch on and off.
private final class Network: EventSource {
  private var consumers: [Int: Consumer<InboxEvent>] = [:]
  private var lastNumber = 0

  func subscribe(consumer: @escaping Consumer<InboxEvent>) -> any Disposable {
    lastNumber += 1
    let number = lastNumber
    consumers[number] = consumer
    return AnonymousDisposable { [weak self] in self?.consumers[number] = nil }
  }

  var subscriptionCount: Int { consumers.count }

  func change(isOnline: Bool) {
    for consumer in consumers.values { consumer(.didChangeConnectivity(isOnline: isOnline)) }
  }
}

/// A stand-in for a server; the test answers the requests.
private final class Server: EffectHandler {
  private(set) var requests: [EffectCallback<InboxEvent>] = []
  private(set) var cancelledCount = 0

  func handle(_ parameters: Void, _ callback: EffectCallback<InboxEvent>) -> any Disposable {
    requests.append(callback)
    return AnonymousDisposable { [weak self] in self?.cancelledCount += 1 }
  }
}

@Suite(.timeLimit(.minutes(20))) struct WikiPageTests {
  let log = Log()

  private func effectHandler(_ server: Server) -> AnyConnectable<InboxEffect, InboxEvent> {
    EffectRouter<InboxEffect, InboxEvent>()
      .routeCase(InboxEffect.load).to(server)
      .routeCase(InboxEffect.log).to { [log] text in log.add("log \(text)") }
      .routeCase(InboxEffect.show).to { [log] (title, body) in log.add("show \(title): \(body)") }
      .asConnectable
  }

  @Test func `Creating a loop: an update may return a model, effects, both or neither`() {
    enum Turn { case warmer, colder }
    enum Alarm { case frost }
    let outcomes: [(next: Next<Int, Alarm>, lines: [String])] = [
      (.next(5), ["5", "5", "6"]), (.next(5, effects: [.frost]), ["5", "5", "frost", "6"]),
      (.dispatchEffects([.frost]), ["5", "frost", "6"]), (.noChange, ["5", "6"]),
    ]
    for outcome in outcomes {
      func update(degrees: Int, turn: Turn) -> Next<Int, Alarm> {
        switch turn {
        case .warmer: .next(degrees + 1)
        case .colder: degrees > 5 ? .next(degrees - 1) : outcome.next
        }
      }
      let effectHandler = EffectRouter<Alarm, Turn>()
        .routeCase(Alarm.frost).to { [log] in log.add("frost") }
        .asConnectable
      let loop = Mobius.loop(update: update, effectHandler: effectHandler)
        .start(from: 5)
      loop.addObserver { [log] degrees in log.add("\(degrees)") }
      loop.dispatchEvent(.colder)
      loop.dispatchEvent(.warmer)
      loop.dispose()
      #expect(log.take() == outcome.lines)
    }
  }

  @Test func `Configuring a loop: a source, a logger and a transformer of consumers`() {
    let (network, server) = (Network(), Server())
    let loopBuilder: Mobius.Builder<Inbox, InboxEvent, InboxEffect> =
      Mobius.loop(update: update, effectHandler: effectHandler(server))
    let eventSource = CompositeEventSourceBuilder<InboxEvent>()
      .addEventSource(network)
      .addEventSource(AnyEventSource<InboxEvent> { _ in EmptyDisposable() })
      .build()
    let loop =
      loopBuilder
      .withEventSource(eventSource)
      .withLogger(SimpleLogger(tag: "my loop", consumer: log.add))
      .withEventConsumerTransformer { $0 }
      .start(from: .empty)
    network.change(isOnline: true)
    loop.dispatchEvent(.refresh)
    #expect(
      log.lines == [
        "my loop: Event: didChangeConnectivity(isOnline: true)",
        "my loop: New model: \(Inbox(isOnline: true))", "my loop: Event: refresh",
        "my loop: New model: \(Inbox(isOnline: true, isLoading: true))", "my loop: Effect: load",
      ])
    #expect(server.requests.count == 1)
    loop.dispose()
    #expect(network.subscriptionCount == 0)
    // The builder is a value, and can start any number of loops.
    #expect(loopBuilder.start(from: .empty).latestModel == .empty)
  }

  @Test func `Mobius loop: observers see its models until they or the loop are disposed of`() {
    let server = Server()
    let loop = Mobius.loop(update: update, effectHandler: effectHandler(server))
      .start(from: Inbox.empty)
    func onModelChanged(_ model: Inbox) { log.add("online \(model.isOnline)") }
    let disposable = loop.addObserver(onModelChanged)
    loop.dispatchEvent(.didChangeConnectivity(isOnline: true))
    disposable.dispose()
    loop.dispatchEvent(.didChangeConnectivity(isOnline: false))
    #expect(log.lines == ["online false", "online true"])
    loop.dispose()
  }

  @Test func `Event source: signals from outside are events`() {
    let (network, server) = (Network(), Server())
    let loop = Mobius.loop(update: update, effectHandler: effectHandler(server))
      .withEventSource(network)
      .start(from: .empty)
    network.change(isOnline: true)
    #expect(loop.latestModel.isOnline)
    let texts = network.map { "\($0)" }.subscribe { [log] in log.add($0) }
    network.change(isOnline: false)
    texts.dispose()
    loop.dispose()
    network.change(isOnline: true)
    #expect(!loop.latestModel.isOnline)
    #expect(log.lines == ["didChangeConnectivity(isOnline: false)"])
  }

  @Test func `Effect handler: parameters are taken out of effects, and errors become events`() {
    let server = Server()
    let loop = Mobius.loop(update: update, effectHandler: effectHandler(server))
      .start(from: Inbox(isOnline: true))
    loop.dispatchEvent(.refresh)
    #expect(loop.latestModel.isLoading)
    server.requests[0].end(with: .didFail(reason: "no answer"))
    loop.dispatchEvent(.refresh)
    server.requests[1].send(.didLoad(["a"]))
    server.requests[1].end()
    #expect(loop.latestModel == Inbox(letters: ["a"], isOnline: true))
    loop.dispatchEvent(.didChangeConnectivity(isOnline: false))
    loop.dispatchEvent(.refresh)
    #expect(log.lines == ["log no answer", "show Offline: Try again later"])
    loop.dispatchEvent(.didChangeConnectivity(isOnline: true))
    loop.dispatchEvent(.refresh)
    loop.dispose()
    #expect(server.cancelledCount == 1)
    #expect(server.requests.allSatisfy { $0.ended })
  }

  @Test func `Effect handler: a route leads to a function that returns the event`() {
    let connection = EffectRouter<InboxEffect, InboxEvent>()
      .routeCase(InboxEffect.load).toEvent { .didLoad(["a"]) }
      .routeCase(InboxEffect.log).toEvent { text in text.isEmpty ? nil : .didFail(reason: text) }
      .routeEffects(equalTo: .show(title: "a", body: "b")).to { [log] effect in log.add("\(effect)") }
      .asConnectable
      .connect { [log] event in log.add("\(event)") }
    connection.accept(.load)
    connection.accept(.log(text: ""))
    connection.accept(.log(text: "b"))
    connection.accept(.show(title: "a", body: "b"))
    connection.dispose()
    #expect(
      log.lines == [#"didLoad(["a"])"#, #"didFail(reason: "b")"#, #"show(title: "a", body: "b")"#])
  }

  /// A stand-in for a view controller of the platform; the test calls its methods.
  private final class InboxScreen: Connectable {
    private let controller: MobiusController<Inbox, InboxEvent, InboxEffect>
    private var consumer: Consumer<InboxEvent>?
    private(set) var shown: [Inbox] = []

    init(_ controller: MobiusController<Inbox, InboxEvent, InboxEffect>) { self.controller = controller }

    func viewDidLoad() { controller.connectView(self) }
    func viewWillAppear() { controller.start() }
    func viewDidDisappear() { controller.stop() }
    func viewWillUnload() { controller.disconnectView() }
    func didPullToRefresh() { consumer?(.refresh) }

    func connect(_ consumer: @escaping Consumer<InboxEvent>) -> Connection<Inbox> {
      self.consumer = consumer
      return Connection(
        acceptClosure: { [weak self] in self?.shown.append($0) },
        disposeClosure: { [weak self] in self?.consumer = nil })
    }
  }

  @Test func `Using a controller: a screen starts it as it appears and stops it as it disappears`() {
    let (network, server) = (Network(), Server())
    let viewQueue = DispatchQueue(label: "views")
    let controller = Mobius.loop(update: update, effectHandler: effectHandler(server))
      .withEventSource(network)
      .withLogger(SimpleLogger(tag: "my loop", consumer: { _ in }))
      .makeController(
        from: .empty, initiate: initiate, loopQueue: DispatchQueue(label: "loops"), viewQueue: viewQueue)
    let screen = InboxScreen(controller)
    func settle() {
      _ = controller.model
      viewQueue.sync {}
    }
    screen.viewDidLoad()
    #expect(!controller.running)
    screen.viewWillAppear()
    network.change(isOnline: true)
    screen.didPullToRefresh()
    settle()
    #expect(screen.shown == [.empty, Inbox(isOnline: true), Inbox(isOnline: true, isLoading: true)])
    screen.viewDidDisappear()
    #expect(server.cancelledCount == 1)
    server.requests[0].end(with: .didLoad(["late"]))
    screen.didPullToRefresh()
    network.change(isOnline: false)
    #expect(controller.model == Inbox(isOnline: true, isLoading: true))
    // The request that was running at the stop begins again.
    screen.viewWillAppear()
    _ = controller.model
    server.requests[1].end(with: .didLoad(["a"]))
    settle()
    #expect(screen.shown.last == Inbox(letters: ["a"], isOnline: true))
    screen.viewDidDisappear()
    controller.replaceModel(.empty)
    screen.viewWillUnload()
    #expect(controller.model == .empty)
  }

  @Test func `The workflow: the rules are specified before they are connected`() {
    InitSpec(initiate)
      .when(.empty)
      .then(assertThatFirst(hasModel(.empty), hasNoEffects()))
    InitSpec(initiate)
      .when(Inbox(isLoading: true))
      .then(assertThatFirst(hasModel(Inbox(isLoading: true)), hasEffects([.load])))
    let spec = UpdateSpec(update)
    spec.given(Inbox(isOnline: true))
      .when(.refresh)
      .then(assertThatNext(hasModel(Inbox(isOnline: true, isLoading: true)), hasOnlyEffects([.load])))
    spec.given(Inbox(isOnline: true))
      .when(.refresh, .refresh)
      .then(assertThatNext(hasNothing()))
    spec.given(.empty)
      .when(.refresh)
      .then(assertThatNext(hasNoModel(), hasEffects([.show(title: "Offline", body: "Try again later")])))
    spec.given(Inbox(isOnline: true))
      .when(.refresh, .didFail(reason: "no answer"))
      .then { result in
        #expect(result.model == Inbox(isOnline: true))
        #expect(result.lastNext.effects == [.log(text: "no answer")])
      }
  }
}

import Dispatch
import MobiusTestStyle
import Testing

// A call of each name of Sources/TEARuntime/Styles/Mobius/MobiusStyle.docc/Release.md, below a comment that is the name.
// `NamePageTests` looks for these comments.

private enum Effect: Equatable {
  case ring
  case save(String)
}

private typealias IntNext = Next<Int, Effect>

private func update(model: Int, event: String) -> IntNext {
  event.isEmpty ? .noChange : .next(model + event.count, effects: [.save(event)])
}

/// An effect handler that does nothing.
private var idleHandler: AnyConnectable<Effect, String> {
  AnyConnectable { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) }
}

/// An event source that sends nothing.
private var silentSource: AnyEventSource<String> { AnyEventSource { _ in EmptyDisposable() } }

@Suite struct ReleaseTests {
  @Test func `the names of loops and controllers can be used`() {
    // `Update.init(_:)`
    let rules = Update(update)
    // `Update.update(model:event:)`
    #expect(rules.update(model: 1, event: "a").model == 2)
    // `Update.callAsFunction(model:event:)`
    #expect(rules(model: 1, event: "ab").model == 3)
    // `Initiate`
    let initiate: Initiate<Int, Effect> = { First(model: $0 + 1, effects: [.ring]) }
    // `Mobius.Builder`
    // `Mobius.loop(update:effectHandler:)`
    let builder: Mobius.Builder<Int, String, Effect> = Mobius.loop(update: rules, effectHandler: idleHandler)
    _ = Mobius.loop(update: update, effectHandler: idleHandler)
      // `Builder.withEventSource(_:)`
      .withEventSource(silentSource)
      .withEventSource(AnyConnectable<Int, String> { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) })
      // `Builder.withLogger(_:)`
      .withLogger(SimpleLogger())
      // `Builder.withEventConsumerTransformer(_:)`
      .withEventConsumerTransformer { consumer in { event in consumer(event) } }
    // `Builder.start(from:effects:)`
    let loop: MobiusLoop<Int, String, Effect> = builder.start(from: 0, effects: [.ring])
    _ = builder.start(from: 0)
    // `MobiusLoop.dispatchEvent(_:)`
    loop.dispatchEvent("a")
    // `MobiusLoop.unguardedDispatchEvent(_:)`
    loop.unguardedDispatchEvent("b")
    // `MobiusLoop.latestModel`
    #expect(loop.latestModel == 2)
    // `MobiusLoop.addObserver(_:)`
    let observer: any Disposable = loop.addObserver { _ in }
    observer.dispose()
    // `MobiusLoop.dispose()`
    loop.dispose()
    // `MobiusLoop.debugDescription`
    #expect(loop.debugDescription == "disposed MobiusLoop<Int, String, Effect>!")
    // `Mobius.beginnerLoop(update:)`
    let beginner: MobiusLoop<Int, Int, Never> = Mobius.beginnerLoop(update: { $0 + $1 }).start(from: 1)
    #expect(beginner.latestModel == 1)

    // `Builder.makeController(from:initiate:qos:)`
    let controller = builder.makeController(from: 0)
    _ = builder.makeController(from: 0, initiate: initiate, qos: .background)
    // `Builder.makeController(from:initiate:loopQueue:viewQueue:)`
    _ = builder.makeController(from: 0, loopQueue: .global())
    _ = builder.makeController(from: 0, initiate: initiate, loopQueue: .global(), viewQueue: .main)
    // `ConnectableClass.init()`
    let view = ConnectableClass<Int, String>()
    // `MobiusController.connectView(_:)`
    let id = controller.connectView(view)
    // `MobiusController.disconnectView(id:)`
    controller.disconnectView(id: id)
    controller.connectView(view)
    // `MobiusController.disconnectView()`
    controller.disconnectView()
    // `MobiusController.replaceModel(_:)`
    controller.replaceModel(3)
    // `MobiusController.start()`
    controller.start()
    // `MobiusController.running`
    #expect(controller.running)
    // `MobiusController.stop()`
    controller.stop()
    // `MobiusController.model`
    #expect(controller.model == 3)
  }

  @Test func `the names of results can be used`() {
    // `Next.next(_:effects:)`
    let next: IntNext = .next(1, effects: [.ring])
    // `Next.dispatchEffects(_:)`
    let effects: IntNext = .dispatchEffects([.ring])
    // `Next.noChange`
    let nothing: IntNext = .noChange
    // `Next.init(model:effects:)`
    let made = IntNext(model: nil, effects: [.ring])
    // `Next.==`
    #expect(effects == made && effects != nothing && next == .next(1, effects: [.ring]))
    // `Next.model`
    #expect(next.model == 1)
    // `Next.effects`
    #expect(next.effects == [.ring])
    // `Next.debugDescription`
    #expect(nothing.debugDescription == "(nil, [])")
    // `First.init(model:effects:)`
    let first = First(model: 1, effects: [Effect.ring])
    _ = First<Int, Effect>(model: 1)
    // `First.model`
    #expect(first.model == 1)
    // `First.effects`
    #expect(first.effects == [.ring])
  }

  @Test func `the names of connectables, event sources and disposables can be used`() async {
    var values: [String] = []
    // `Consumer`
    let consumer: Consumer<String> = { values.append($0) }
    // `ConsumerTransformer`
    let transformer: ConsumerTransformer<String> = { consumer in { consumer($0 + $0) } }
    // `AnyConnectable.init(_:)`
    let connectable = AnyConnectable(
      AnyConnectable<Int, String> { consumer in
        // `Connection.init(acceptClosure:disposeClosure:)`
        Connection(acceptClosure: { consumer("\($0)") }, disposeClosure: {})
      })
    // `Connectable.connect(_:)`
    let connection = connectable.connect(transformer(consumer))
    // `Connection.accept(_:)`
    connection.accept(1)
    // `Connection.dispose()`
    connection.dispose()
    // `Connectable.map(_:)`
    connectable.map { $0.count }.connect { _ in }.accept(1)
    // `Connectable.contramap(_:)`
    connectable.contramap { (text: String) in text.count }.connect(consumer).accept("abc")
    #expect(values == ["11", "3"])

    // `AnyEventSource.init(_:)`
    let source = AnyEventSource(
      AnyEventSource<String> { consumer in
        consumer("event")
        // `AnonymousDisposable.init(disposer:)`
        return AnonymousDisposable {}
      })
    // `CompositeEventSourceBuilder.init()`
    // `CompositeEventSourceBuilder.addEventSource(_:)`
    let sources = CompositeEventSourceBuilder<String>().addEventSource(source)
    // `CompositeEventSourceBuilder.build()`
    let composite: AnyEventSource<String> = sources.build()
    // `EventSource.map(transform:)`
    let counts = composite.map(transform: { $0.count })
    // `EventSource.subscribe(consumer:)`
    let subscription: any Disposable = counts.subscribe(consumer: { values.append("\($0)") })
    #expect(values.last == "5")
    // `AnonymousDisposable.init(_:)`
    // `EmptyDisposable.init()`
    let disposable = AnonymousDisposable(EmptyDisposable())
    // `CompositeDisposable`
    // `Disposable.dispose()`
    CompositeDisposable(disposables: [disposable, subscription]).dispose()
    let task = Task { 1 }
    // `Task.asDisposable`
    task.asDisposable.dispose()
    _ = await task.value
  }

  private struct Saver: EffectHandler {
    // `EffectHandler.handle(_:_:)`
    func handle(_ text: String, _ callback: EffectCallback<String>) -> any Disposable {
      // `EffectCallback.send(_:)`
      callback.send(text)
      // `EffectCallback.end(with:)`
      callback.end(with: "1", "2")
      callback.end(with: ["3"])
      // `EffectCallback.end()`
      callback.end()
      return EmptyDisposable()
    }
  }

  @Test func `the names of effect handlers and routers can be used`() {
    var values: [String] = []
    // `EffectCallback.init(onSend:onEnd:)`
    let callback = EffectCallback<String>(onSend: { values.append($0) }, onEnd: { values.append("end") })
    _ = Saver().handle("a", callback)
    // `EffectCallback.ended`
    #expect(callback.ended)
    #expect(values == ["a", "1", "2", "end"])
    // `AnyEffectHandler.init(handle:)`
    let handler = AnyEffectHandler<String, String>(handle: { text, callback in Saver().handle(text, callback) })

    // `EffectRouter.init()`
    let router = EffectRouter<Effect, String>()
    // `_PartialEffectRouter`
    let route: _PartialEffectRouter<Effect, Void, String> = router.routeCase(.ring)
    let routers: [EffectRouter<Effect, String>] = [
      route.to {},
      // `EffectRouter.routeEffects(equalTo:)`
      // `EffectRoute.to(_:)`
      router.routeEffects(equalTo: .save("a")).to { effect in values.append("\(effect)") },
      // `EffectRouter.routeEffects(withParameters:)`
      // `AnyEffectHandler.init(handler:)`
      router.routeEffects(withParameters: { $0 == .ring ? "ring" : nil }).to(AnyEffectHandler(handler: handler)),
      // `EffectRouter.routeCase(_:)`
      router.routeCase(Effect.save).to(Saver()).routeCase(.ring).to {},
      router.routeCase(Effect.save).to { text, callback in Saver().handle(text, callback) },
      router.routeCase(Effect.save).to(AnyConnectable { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) }),
      router.routeCase(Effect.save).to { (text, callback) async in callback.end(with: text) },
      // `EffectRoute.toEvent(_:)`
      router.routeCase(Effect.save).toEvent { $0.isEmpty ? nil : $0 },
      router.routeCase(Effect.save).toEvent { text async in text },
      // `EffectRoute.on(queue:)`
      router.routeCase(Effect.save).on(queue: .global()).to { _ in },
    ]
    for router in routers {
      // `EffectRouter.asConnectable`
      let connectable: AnyConnectable<Effect, String> = router.asConnectable
      connectable.connect { _ in }.dispose()
    }
  }

  private final class EventLogger: MobiusLogger {
    var events: [String] = []
    // `MobiusLogger.willInitiate(model:)`
    func willInitiate(model: Int) {}
    // `MobiusLogger.didInitiate(model:first:)`
    func didInitiate(model: Int, first: First<Int, Effect>) {}
    // `MobiusLogger.willUpdate(model:event:)`
    func willUpdate(model: Int, event: String) { events.append(event) }
    // `MobiusLogger.didUpdate(model:event:next:)`
    func didUpdate(model: Int, event: String, next: Next<Int, Effect>) {}
  }

  @Test func `the names of loggers and errors can be used`() {
    let logger = EventLogger()
    // `AnyMobiusLogger.init(_:)`
    let erased: AnyMobiusLogger<Int, String, Effect> = AnyMobiusLogger(logger)
    erased.willUpdate(model: 1, event: "a")
    #expect(logger.events == ["a"])
    var lines: [String] = []
    // `SimpleLogger.init(tag:consumer:)`
    SimpleLogger<Int, String, Effect>(tag: "tag", consumer: { lines.append($0) }).willUpdate(model: 1, event: "a")
    #expect(lines == ["tag: Event: a"])

    // `MobiusHooks.ErrorHandler`
    // `MobiusHooks.defaultErrorHandler(_:file:line:)`
    let handler: MobiusHooks.ErrorHandler = { MobiusHooks.defaultErrorHandler($0, file: $1, line: $2) }
    // `MobiusHooks.setErrorHandler(_:)`
    MobiusHooks.setErrorHandler(handler)
    // `MobiusHooks.setDefaultErrorHandler()`
    MobiusHooks.setDefaultErrorHandler()
    // `MobiusHooks.errorHandler`
    _ = MobiusHooks.errorHandler
  }

  /// Counts the ends of its connections, subscriptions and effects.
  private final class Bell: Connectable, EventSource, EffectHandler {
    // `Connectable.Input`
    typealias Input = Int
    // `Connectable.Output`
    typealias Output = String
    // `EventSource.Event`
    // `EffectHandler.Event`
    typealias Event = String
    // `EffectHandler.EffectParameters`
    typealias EffectParameters = Int

    private(set) var endCount = 0

    func connect(_ consumer: @escaping Consumer<String>) -> Connection<Int> {
      Connection(acceptClosure: { consumer("\($0)") }, disposeClosure: { [self] in endCount += 1 })
    }

    func subscribe(consumer: @escaping Consumer<String>) -> any Disposable {
      consumer("event")
      return AnonymousDisposable { [self] in endCount += 1 }
    }

    func handle(_ effectParameters: Int, _ callback: EffectCallback<String>) -> any Disposable {
      callback.end(with: "\(effectParameters)")
      return AnonymousDisposable { [self] in endCount += 1 }
    }
  }

  @Test func `the names of type-erased wrappers can be used`() {
    let bell = Bell()
    var values: [String] = []
    // `AnyConnectable.connect(_:)`
    let connection: Connection<Int> = AnyConnectable(bell).connect { values.append($0) }
    connection.accept(1)
    connection.dispose()
    // `AnyEventSource.subscribe(consumer:)`
    let subscription: any Disposable = AnyEventSource(bell).subscribe(consumer: { values.append($0) })
    // `AnonymousDisposable.dispose()`
    AnonymousDisposable(disposer: subscription.dispose).dispose()
    let callback = EffectCallback<String>(onSend: { values.append($0) }, onEnd: {})
    // `AnyEffectHandler.handle(_:_:)`
    let handling: any Disposable = AnyEffectHandler(handler: bell).handle(2, callback)
    // `CompositeDisposable.dispose()`
    CompositeDisposable(disposables: [handling]).dispose()
    // `EmptyDisposable.dispose()`
    EmptyDisposable().dispose()
    #expect(values == ["1", "event", "2"])
    #expect(bell.endCount == 3)
  }

  /// Counts the calls of its methods.
  private final class CallCounter<Text>: MobiusLogger {
    // `MobiusLogger.Model`
    typealias Model = Int
    // `MobiusLogger.Event`
    typealias Event = Text
    // `MobiusLogger.Effect`
    typealias Effect = Bool

    private(set) var count = 0
    func willInitiate(model: Int) { count += 1 }
    func didInitiate(model: Int, first: First<Int, Bool>) { count += 1 }
    func willUpdate(model: Int, event: Text) { count += 1 }
    func didUpdate(model: Int, event: Text, next: Next<Int, Bool>) { count += 1 }
  }

  @Test func `the names of the methods of loggers can be used`() {
    let counter = CallCounter<String>()
    let erased = AnyMobiusLogger(counter)
    // `AnyMobiusLogger.willInitiate(model:)`
    erased.willInitiate(model: 1)
    // `AnyMobiusLogger.didInitiate(model:first:)`
    erased.didInitiate(model: 1, first: First(model: 1))
    // `AnyMobiusLogger.willUpdate(model:event:)`
    erased.willUpdate(model: 1, event: "a")
    // `AnyMobiusLogger.didUpdate(model:event:next:)`
    erased.didUpdate(model: 1, event: "a", next: .noChange)
    #expect(counter.count == 4)
    var texts: [String] = []
    let simple = SimpleLogger<Int, String, Bool>(tag: "t", consumer: { texts.append($0) })
    // `SimpleLogger.willInitiate(model:)`
    simple.willInitiate(model: 1)
    // `SimpleLogger.didInitiate(model:first:)`
    simple.didInitiate(model: 1, first: First(model: 2, effects: [true]))
    // `SimpleLogger.willUpdate(model:event:)`
    simple.willUpdate(model: 2, event: "a")
    // `SimpleLogger.didUpdate(model:event:next:)`
    simple.didUpdate(model: 2, event: "a", next: .next(3, effects: [true, false]))
    // The summands are the numbers of lines of the four calls, in their order.
    #expect(texts.count == 1 + 2 + 1 + 3)
  }

  private final class CallRecorder: ConnectableClass<Int, String> {
    var calls: [String] = []
    // `ConnectableClass.handle(_:)`
    override func handle(_ input: Int) { calls.append("\(input)") }
    // `ConnectableClass.onConnect()`
    override func onConnect() { calls.append("onConnect") }
    // `ConnectableClass.onDispose()`
    override func onDispose() { calls.append("onDispose") }
  }

  private struct Draft: MobiusTestStyle.Copyable {
    var title = ""
  }

  @Test func `the names of connectable classes and copies can be used`() {
    let recorder = CallRecorder()
    // `ConnectableClass.connect(_:)`
    let connection = recorder.connect { recorder.calls.append($0) }
    connection.accept(1)
    // `ConnectableClass.send(_:)`
    recorder.send("a")
    connection.dispose()
    #expect(recorder.calls == ["onConnect", "1", "a", "onDispose"])
    // `Copyable.copy(with:)`
    #expect(Draft().copy(with: { $0.title = "a" }).title == "a")
  }

  @Test func `the names of specifications can be used`() {
    // `AssertionFailure`
    let failure: AssertionFailure = { text, _, _ in Issue.record("\(text)") }
    // `PredicateResult`
    // `PredicateResult.success`
    let success = PredicateResult.success
    // `PredicateResult.failure(message:file:line:)`
    if case .failure(let message, let file, let line) = PredicateResult.failure(message: "m", file: "f", line: 1) {
      #expect("\(message) \(file) \(line)" == "m f 1")
    }
    // `Predicate`
    let predicate: Predicate<IntNext> = { _ in success }
    // `NextPredicate`
    // `hasModel(_:)`
    let nextPredicate: NextPredicate<Int, Effect> = hasModel(2)
    // `FirstPredicate`
    let firstPredicate: FirstPredicate<Int, Effect> = hasModel(1)
    // `UpdateSpec.Assert`
    // `UpdateSpec.Result`
    let assert: UpdateSpec<Int, String, Effect>.Assert = { (result: UpdateSpec<Int, String, Effect>.Result) in
      // `UpdateSpec.Result.model`
      #expect(result.model == 2)
      // `UpdateSpec.Result.lastNext`
      #expect(result.lastNext.model == 2)
    }
    // `UpdateSpec.init(_:)`
    _ = UpdateSpec(Update(update))
    UpdateSpec(update)
      // `UpdateSpec.given(_:)`
      .given(1)
      // `UpdateSpec.When.when(_:_:)`
      .when("", "a")
      // `UpdateSpec.Then.then(_:)`
      .then(
        assert,
        assertThatNext(
          nextPredicate, predicate,
          // `hasModel()`
          hasModel(),
          // `hasEffects(_:)`
          hasEffects([.save("a")]),
          // `hasOnlyEffects(_:)`
          hasOnlyEffects([.save("a")]),
          // `hasExactlyEffects(_:)`
          hasExactlyEffects([.save("a")])),
        // `assertThatNext(_:failFunction:)`
        assertThatNext(hasModel(2), failFunction: failure))
    UpdateSpec(update).given(1).when("").then(
      assertThatNext(
        // `hasNothing()`
        hasNothing(),
        // `hasNoModel()`
        hasNoModel(),
        // `hasNoEffects()`
        hasNoEffects()))

    // `AssertFirst`
    let assertFirst: AssertFirst<Int, Effect> = { #expect($0.model == 1) }
    // `InitSpec.init(_:)`
    InitSpec { (model: Int) in First<Int, Effect>(model: model) }
      // `InitSpec.when(_:)`
      .when(1)
      // `InitSpec.Then.then(_:)`
      .then(
        assertFirst, assertThatFirst(firstPredicate, hasNoEffects(), hasEffects([]), hasOnlyEffects([])),
        // `assertThatFirst(_:failFunction:)`
        assertThatFirst(hasExactlyEffects([]), failFunction: failure))
  }
}

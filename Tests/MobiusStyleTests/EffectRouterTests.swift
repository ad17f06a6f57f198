import Synchronization
import Testing

@testable import MobiusStyle

@Suite(.timeLimit(.minutes(20))) struct EffectRouterTests {
  typealias Router = EffectRouter<Notebook.Effect, Notebook.Event>

  let log = Log()

  /// Handles effects by a router, and returns the log and the last model of the loop.
  private func handle(_ effects: [Notebook.Effect], _ router: Router) -> (log: [String], model: [String]) {
    let loop = Notebook.loop(router.asConnectable).start(from: [])
    for effect in effects { loop.dispatchEvent(.perform([effect])) }
    return (log.take(), loop.latestModel)
  }

  @Test func `cases are routed with their payloads: none, one, one with a label, several`() {
    let router = Router()
      .routeCase(.ring).to { [log] in log.add("ring") }
      .routeCase(Notebook.Effect.save).to { [log] text in log.add("save \(text)") }
      .routeCase(Notebook.Effect.load).to { [log] name in log.add("load \(name)") }
      .routeCase(Notebook.Effect.move).to { [log] places in log.add("move \(places.0) \(places.1)") }
    let effects: [Notebook.Effect] = [.move(from: 1, to: 2), .load(name: "x"), .ring, .save("y")]
    #expect(handle(effects, router).log == ["move 1 2", "load x", "ring", "save y"])
  }

  /// Effects whose mirror hides what they hold.
  private enum Hidden: CustomReflectable {
    case save(String), move(from: Int, to: Int), ring
    indirect case boxed(name: String)
    var customMirror: Mirror { Mirror(self, children: ["hidden": "***"]) }
  }

  @Test func `cases of a type with a mirror of its own are routed with what they hold`() {
    let connection = EffectRouter<Hidden, Int>()
      .routeCase(Hidden.save).to { [log] text in log.add("save \(text)") }
      .routeCase(Hidden.move).to { [log] places in log.add("move \(places.0) \(places.1)") }
      .routeCase(Hidden.boxed).to { [log] name in log.add("boxed \(name)") }
      .routeCase(Hidden.ring).to { [log] in log.add("ring") }
      .asConnectable.connect { _ in }
    // The text is too long to be stored inside the string value itself.
    let text = "a long text beside the enum itself"
    for effect in [Hidden.save(text), .move(from: 1, to: 2), .boxed(name: "x"), .ring] { connection.accept(effect) }
    #expect(log.lines == ["save \(text)", "move 1 2", "boxed x", "ring"])
  }

  @Test func `effects are routed by equality and by a function`() {
    let router = Router()
      .routeEffects(equalTo: .save("a")).to { [log] effect in log.add("a: \(effect)") }
      .routeEffects { effect in
        if case .save(let text) = effect, text != "a" { text } else { nil }
      }
      .to { [log] text in log.add("other: \(text)") }
    #expect(handle([.save("b"), .save("a")], router).log == ["other: b", #"a: save("a")"#])
  }

  @Test func `a route may return the event to send`() {
    let router = Router()
      .routeCase(Notebook.Effect.load).toEvent { name in name.isEmpty ? nil : .write(name) }
      .routeCase(Notebook.Effect.save).to { _ in }
    #expect(handle([.load(name: ""), .load(name: "x")], router).model == ["x"])
  }

  @Test func `a route may lead to a connectable, which is connected and disposed of with the loop`() {
    let bell = AnyConnectable<Void, Notebook.Event> { [log] _ in
      log.add("connect")
      return Connection(acceptClosure: { log.add("ring") }, disposeClosure: { log.add("dispose") })
    }
    #expect(handle([.ring, .ring], Router().routeCase(.ring).to(bell)).log == ["connect", "ring", "ring"])
    #expect(log.lines == ["dispose"])
  }

  // MARK: Effect handlers

  /// A handler whose effects end only by the callbacks that it keeps.
  private final class Loader: EffectHandler {
    let log: Log
    var callbacks: [EffectCallback<Notebook.Event>] = []

    init(log: Log) { self.log = log }

    func handle(_ name: String, _ callback: EffectCallback<Notebook.Event>) -> any Disposable {
      callbacks.append(callback)
      return AnonymousDisposable { [log] in log.add("cancel \(name)") }
    }
  }

  @Test func `a handler sends events until it ends its effect, and the end of the loop cancels the running effects`() {
    let loader = Loader(log: log)
    let loop = Notebook.loop(
      Router().routeCase(Notebook.Effect.load).to(loader).routeCase(Notebook.Effect.save).to { _ in }.asConnectable
    ).start(from: [])
    loop.dispatchEvent(.perform(["a", "b", "c"].map { .load(name: $0) }))
    loader.callbacks[0].send(.write("1"))
    loader.callbacks[0].end(with: .write("2"), .write("3"))
    loader.callbacks[0].send(.write("after the end"))
    loader.callbacks[1].send(.write("4"))
    #expect(loop.latestModel == ["1", "2", "3", "4"])
    #expect(loader.callbacks.map(\.ended) == [true, false, false])
    loop.dispose()
    #expect(log.lines == ["cancel b", "cancel c"])
    #expect(loader.callbacks.allSatisfy { $0.ended })
  }

  @Test func `an effect whose handler ends the connection is disposed of`() {
    let end = Mutex<(@Sendable () -> Void)?>(nil)
    let router = Router().routeCase(.ring).to { [log] _, _ in
      end.withLock { $0 }?()
      return AnonymousDisposable { log.add("cancel") }
    }
    let connection = Unchecked(router.asConnectable.connect { _ in })
    end.withLock { $0 = { connection.value.dispose() } }
    connection.value.accept(.ring)
    #expect(log.lines == ["cancel"])
    end.withLock { $0 = nil }
  }

  @Test func `an asynchronous route runs as a task, which is cancelled with the loop`() async {
    await LoopOwner().endLoopDuringTask(log)
    #expect(log.lines == ["written", "cancelled"])
  }

  private actor LoopOwner {
    /// Ends the loop while the task of an effect runs, and waits for the end of the task.
    func endLoopDuringTask(_ log: Log) async {
      let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
      let router = Router()
        .routeCase(Notebook.Effect.load).toEvent { name async in .write(name) }
        .routeCase(Notebook.Effect.save).to { [log] (text, callback) async in
          log.add("written")
          await withTaskCancellationHandler {
            // Lasts until the task is cancelled.
            for await _ in AsyncStream<Void>(unfolding: { await Task.yield() }) {}
          } onCancel: {
            log.add("cancelled")
          }
          continuation.finish()
        }
      let (models, modelContinuation) = AsyncStream.makeStream(of: [String].self)
      let loop = Notebook.loop(router.asConnectable).start(from: [])
      loop.addObserver { modelContinuation.yield($0) }
      loop.dispatchEvent(.perform([.load(name: "x")]))
      for await model in models where model == ["x"] { break }
      while log.lines.isEmpty { await Task.yield() }
      loop.dispose()
      for await _ in ends {}
    }
  }

  // MARK: Misuse

  @Test func `an effect without a route, or with two, is reported, and traps`() async {
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let router = Router().routeCase(.ring).to {}
      Notebook.loop(router.asConnectable).start(from: []).dispatchEvent(.write("a"))
    }
    #expect(none.standardError.contains(#"save("a") has no route in the effect router, and must have exactly one"#))
    let two = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let router = Router().routeCase(.ring).to {}.routeEffects(equalTo: .ring).to { _ in }
      Notebook.loop(router.asConnectable).start(from: []).dispatchEvent(.perform([.ring]))
    }
    #expect(two.standardError.contains("ring has 2 routes in the effect router, and must have exactly one"))
  }

  /// Effects that are not `Equatable`.
  private enum Plain {
    case ring
    case save(String)
  }

  @Test func `where effects are not equatable, routing a value with a payload is an error`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EffectRouter<Plain, Int>().routeCase(.save("a"))
    }
    #expect(
      result.standardError.contains(
        #"save("a") is no case without a payload; use routeEffects(equalTo:) or routeEffects(withParameters:)"#))
  }

  @Test func `where effects are equatable, a value with a payload is a case of its own`() {
    let router = Router()
      .routeCase(.save("a")).to { [log] in log.add("a") }
      .routeCase(.save("b")).to { [log] in log.add("b") }
    #expect(handle([.save("b"), .save("a")], router).log == ["b", "a"])
  }
}

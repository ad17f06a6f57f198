import Dispatch
import MobiusStyle
import Synchronization
import Testing

@Suite struct EffectCallbackTests {
  let log = Log()

  private func makeCallback() -> EffectCallback<Int> {
    EffectCallback(onSend: { [log] in log.add("\($0)") }, onEnd: { [log] in log.add("end") })
  }

  @Test func `a callback sends until its end, which comes once`() {
    let callback = makeCallback()
    callback.send(1)
    #expect(!callback.ended)
    callback.end(with: 2, 3)
    #expect(callback.ended)
    callback.send(4)
    callback.end(with: [5])
    callback.end()
    #expect(log.lines == ["1", "2", "3", "end"])
  }

  @Test func `a callback that is released has ended`() {
    do {
      let callback = makeCallback()
      callback.send(1)
    }
    #expect(log.lines == ["1", "end"])
  }

  @Test func `of many threads that end a callback, one sends its event, and the end comes once`() {
    let callback = makeCallback()
    DispatchQueue.concurrentPerform(iterations: 8) { callback.end(with: $0) }
    #expect(log.lines.count == 2)
    #expect(log.lines.last == "end")
  }

  @Test(arguments: 0...2) func `a type-erased effect handler passes effects on to a function or a handler`(depth: Int) {
    let handlerOfFunction = AnyEffectHandler<Int, Int> { [log] parameters, callback in
      callback.send(parameters + 1)
      callback.end(with: [])
      return AnonymousDisposable { log.add("cancel") }
    }
    let handler = (0..<depth).reduce(handlerOfFunction) { handler, _ in AnyEffectHandler(handler: handler) }
    let disposable = handler.handle(1, makeCallback())
    #expect(log.lines == ["2", "end"])
    disposable.dispose()
    #expect(log.lines == ["2", "end", "cancel"])
  }

  @Test func `the last events of a callback are sent before its end, and once`() {
    let variadic = makeCallback()
    variadic.end(with: 1, 2)
    variadic.end(with: 1, 2)
    let listed = makeCallback()
    listed.end(with: [3, 4])
    listed.end(with: [3, 4])
    #expect(log.lines == ["1", "2", "end", "3", "4", "end"])
    #expect(variadic.ended && listed.ended)
  }
}

/// Routes whose effects are handled on a queue.
@Suite(.timeLimit(.minutes(20))) struct QueueRouteTests {
  typealias Router = EffectRouter<Notebook.Effect, Notebook.Event>

  let log = Log()
  let queue = DispatchQueue(label: "effects")

  @Test func `a route on a queue handles its effects on the queue and in order, and other routes do not wait`() {
    let (log, queue) = (log, queue)
    let router = Router()
      .routeCase(Notebook.Effect.save).on(queue: queue).to { text in
        dispatchPrecondition(condition: .onQueue(queue))
        log.add("save \(text)")
      }
      .routeCase(.ring).to { log.add("ring") }
    let loop = Notebook.loop(router.asConnectable).start(from: [])
    queue.suspend()
    loop.dispatchEvent(.perform([.save("a"), .save("b"), .ring]))
    #expect(log.take() == ["ring"])
    queue.resume()
    queue.sync {}
    #expect(log.lines == ["save a", "save b"])
  }

  @Test func `events of a route on a queue reach a controller's loop`() {
    let router = Router()
      .routeCase(Notebook.Effect.load).on(queue: queue).toEvent { .write("<\($0)>") }
      .routeCase(Notebook.Effect.save).to { _ in }
    let controller = Notebook.loop(router.asConnectable).makeController(
      from: [], initiate: { First(model: $0, effects: [.load(name: "a"), .load(name: "b")]) },
      loopQueue: DispatchQueue(label: "loops"))
    controller.start()
    queue.sync {}
    #expect(controller.model == ["<a>", "<b>"])
  }

  @Test func `an effect that waits for its queue when the loop ends is not handled`() {
    let router = Router().routeCase(.ring).on(queue: queue).to { [log] in log.add("ring") }
    let loop = Notebook.loop(router.asConnectable).start(from: [])
    queue.suspend()
    loop.dispatchEvent(.perform([.ring]))
    loop.dispose()
    queue.resume()
    queue.sync {}
    #expect(log.lines.isEmpty)
  }
}

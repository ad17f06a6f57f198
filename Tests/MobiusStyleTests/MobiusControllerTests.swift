import Dispatch
import MobiusStyle
import Testing

/// A controller with queues of its own.
///
/// Reading the controller's model waits for the events that were sent, and `settle()` waits for the view as well.
@Suite(.timeLimit(.minutes(20))) struct MobiusControllerTests {
  typealias Controller = MobiusController<Notebook.Model, Notebook.Event, Notebook.Effect>

  let log = Log()
  /// The effect handler.
  let desk: LoggingConnectable<Notebook.Effect>
  let view: LoggingConnectable<[String]>
  let loopQueue = DispatchQueue(label: "loops")
  let viewQueue = DispatchQueue(label: "views")
  /// Its initiator loads the first entry of a model that has entries.
  let controller: Controller

  init() {
    desk = LoggingConnectable("desk", log)
    view = LoggingConnectable("view", log)
    controller = Notebook.loop(desk).makeController(
      from: [], initiate: { First(model: $0, effects: $0.isEmpty ? [] : [.load(name: $0[0])]) }, loopQueue: loopQueue,
      viewQueue: viewQueue)
    controller.connectView(view)
  }

  /// Waits until the sent events are processed and the view has received their models.
  private func settle() {
    _ = controller.model
    viewQueue.sync {}
  }

  private func takeLog() -> [String] {
    settle()
    return log.take()
  }

  @Test func `a controller's start connects its loop and shows the model, and its stop ends the connections`() {
    #expect(!controller.running)
    controller.start()
    #expect(controller.running)
    #expect(takeLog() == ["desk connects", "view connects", "view []"])
    view.consumers[0](.write("a"))
    settle()
    #expect(Set(log.take()) == [#"view ["a"]"#, #"desk save("a")"#])
    controller.stop()
    #expect(!controller.running)
    #expect(controller.model == ["a"])
    #expect(log.take() == ["desk ends", "view ends"])
  }

  @Test func `start after stop goes on from the model, and initiates anew`() {
    controller.start()
    view.consumers[0](.write("a"))
    #expect(controller.model == ["a"])
    settle()
    controller.stop()
    _ = takeLog()
    controller.start()
    #expect(takeLog() == ["desk connects", #"desk load(name: "a")"#, "view connects", #"view ["a"]"#])
    view.consumers[1](.write("b"))
    #expect(controller.model == ["a", "b"])
  }

  @Test func `what was connected to an earlier loop no longer reaches the controller`() {
    controller.start()
    controller.stop()
    view.consumers[0](.write("while stopped"))
    controller.start()
    view.consumers[0](.write("late"))
    desk.consumers[0](.write("late"))
    #expect(controller.model == [])
    view.consumers[1](.write("in time"))
    #expect(controller.model == ["in time"])
  }

  @Test func `a model that was on its way to a view when the loop stopped is not shown`() {
    viewQueue.suspend()
    controller.start()
    view.consumers[0](.write("a"))
    #expect(controller.model == ["a"])
    controller.stop()
    viewQueue.resume()
    viewQueue.sync {}
    #expect(log.lines == ["desk connects", "view connects", #"desk save("a")"#, "desk ends", "view ends"])
  }

  @Test func `the next loop starts from the model that replaces the last one`() {
    controller.replaceModel(["x"])
    #expect(controller.model == ["x"])
    controller.start()
    #expect(controller.model == ["x"])
    settle()
    controller.stop()
    controller.replaceModel(["y"])
    _ = takeLog()
    controller.start()
    #expect(takeLog() == ["desk connects", #"desk load(name: "y")"#, "view connects", #"view ["y"]"#])
  }

  @Test func `several views are shown each model, and each can send`() {
    let list = LoggingConnectable<[String]>("list", log)
    let id = controller.connectView(list)
    controller.start()
    #expect(Set(takeLog()) == ["desk connects", "view connects", "list connects", "view []", "list []"])
    view.consumers[0](.write("a"))
    list.consumers[0](.write("b"))
    #expect(controller.model == ["a", "b"])
    let lines = takeLog()
    for name in ["view", "list"] {
      #expect(lines.filter { $0.hasPrefix(name) } == [name + #" ["a"]"#, name + #" ["a", "b"]"#])
    }
    controller.stop()
    controller.disconnectView(id: id)
    controller.disconnectView()
    _ = takeLog()
    controller.start()
    #expect(takeLog() == ["desk connects", #"desk load(name: "a")"#])
  }

  @Test func `a view that was disconnected is not connected, and may be connected again`() {
    controller.disconnectView()
    controller.start()
    #expect(takeLog() == ["desk connects"])
    controller.stop()
    let ids = [controller.connectView(view), controller.connectView(LoggingConnectable<[String]>("list", log))]
    #expect(Set(ids).count == 2)
    controller.disconnectView(id: ids[1])
    _ = takeLog()
    controller.start()
    #expect(takeLog() == ["desk connects", "view connects", "view []"])
  }

  @Test func `a controller's model is the given model before the start, and the loop's last model from then on`() {
    let controller = Notebook.loop(desk).makeController(
      from: ["given"], initiate: { First(model: $0 + ["begun"]) }, loopQueue: loopQueue, viewQueue: viewQueue)
    #expect(controller.model == ["given"])
    controller.start()
    #expect(controller.model == ["given", "begun"])
    desk.consumers[0](.write("a"))
    #expect(controller.model == ["given", "begun", "a"])
    controller.stop()
    #expect(controller.model == ["given", "begun", "a"])
    controller.start()
    #expect(controller.model == ["given", "begun", "a", "begun"])
  }

  @Test func `what a source and a view send as they are connected comes after the first model is shown`() {
    let source = LoggingEventSource("source", log)
    source.connectable.react = { _, send in send(.write("source")) }
    view.react = { model, send in if model == nil { send(.write("view")) } }
    let controller = Notebook.loop(desk).withEventSource(source).makeController(
      from: [], loopQueue: loopQueue, viewQueue: viewQueue)
    controller.connectView(view)
    controller.start()
    #expect(controller.model == ["source", "view"])
    viewQueue.sync {}
    #expect(
      log.lines.filter { $0.hasPrefix("view") } == [
        "view connects", "view []", #"view ["source"]"#, #"view ["source", "view"]"#,
      ])
  }

  @Test func `the loop runs on its queue, and views are shown on theirs`() {
    let (loopQueue, viewQueue) = (loopQueue, viewQueue)
    desk.react = { effect, _ in if effect != nil { dispatchPrecondition(condition: .onQueue(loopQueue)) } }
    view.react = { model, _ in if model != nil { dispatchPrecondition(condition: .onQueue(viewQueue)) } }
    controller.start()
    view.consumers[0](.perform([.ring]))
    settle()
    #expect(Set(log.lines) == ["desk connects", "view connects", "view []", "desk ring"])
  }

  @Test func `events from many threads become steps, in each thread's order`() {
    controller.start()
    nonisolated(unsafe) let senders = [view.consumers[0], desk.consumers[0]]
    DispatchQueue.concurrentPerform(iterations: 8) { sender in
      for index in 0..<50 { senders[sender % 2](.write("\(sender).\(index)")) }
    }
    let entries = controller.model
    #expect(entries.count == 400)
    for sender in 0..<8 {
      #expect(entries.filter { $0.hasPrefix("\(sender).") } == (0..<50).map { "\(sender).\($0)" })
    }
  }

  @Test func `a controller that is released ends what is connected`() {
    do {
      let controller = Notebook.loop(desk).makeController(from: [], qos: .utility)
      controller.start()
    }
    #expect(log.lines == ["desk connects", "desk ends"])
  }

  // MARK: Misuse

  @Test func `calls that need a stopped controller are reported while a loop runs, and trap`() async {
    let replacing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      makeRunningController().replaceModel([])
    }
    let starting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      makeRunningController().start()
    }
    let connecting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      makeRunningController().connectView(LoggingConnectable<[String]>("view", Log()))
    }
    let disconnecting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      makeRunningController().disconnectView()
    }
    let beginning = "MobiusController<Array<String>, Event, Effect>: "
    let end = " while a loop runs; stop() it before"
    #expect(replacing.standardError.contains("\(beginning)replaceModel(_:)\(end)"))
    #expect(starting.standardError.contains("\(beginning)start()\(end)"))
    #expect(connecting.standardError.contains("\(beginning)connectView(_:)\(end)"))
    #expect(disconnecting.standardError.contains("\(beginning)disconnectView()\(end)"))
  }

  @Test func `a second stop and the disconnection of a view that is not connected are reported, and trap`() async {
    let stopped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let controller = makeRunningController()
      controller.stop()
      controller.stop()
    }
    #expect(stopped.standardError.contains("stop() while no loop runs; start() it before"))
    let viewless = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let controller = makeRunningController()
      controller.stop()
      controller.disconnectView()
      controller.disconnectView()
    }
    #expect(viewless.standardError.contains("0 views are connected; disconnectView(id:) says which one to disconnect"))
  }

  @Test func `of several views, only a connected one can be disconnected, by its id and while no loop runs`() async {
    let unnamed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let controller = makeRunningController()
      controller.stop()
      controller.connectView(LoggingConnectable<[String]>("list", Log()))
      controller.disconnectView()
    }
    #expect(unnamed.standardError.contains("2 views are connected; disconnectView(id:) says which one to disconnect"))
    let gone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let controller = makeRunningController()
      controller.stop()
      let id = controller.connectView(LoggingConnectable<[String]>("list", Log()))
      controller.disconnectView(id: id)
      controller.disconnectView(id: id)
    }
    #expect(gone.standardError.contains("no such view is connected; it was disconnected already, or is another contr"))
    let named = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let controller = makeRunningController()
      controller.stop()
      let id = controller.connectView(LoggingConnectable<[String]>("list", Log()))
      controller.start()
      controller.disconnectView(id: id)
    }
    #expect(named.standardError.contains("disconnectView(id:) while a loop runs; stop() it before"))
  }

  @Test func `a call on the loop's own queue is reported, and traps instead of waiting for ever`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let desk = LoggingConnectable<Notebook.Effect>("desk", Log())
      let controller = Notebook.loop(desk).makeController(from: [])
      desk.react = { effect, _ in if effect == .ring { controller.stop() } }
      controller.start()
      desk.consumers[0](.perform([.ring]))
      _ = controller.model
    }
    #expect(result.standardError.contains("stop() on the loop's own queue, which would wait for itself"))
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct MobiusControllerOnMainActorTests {
  @Test func `views are shown on the main queue`() async {
    let (models, continuation) = AsyncStream.makeStream(of: [String].self)
    let view = LoggingConnectable<[String]>("view", Log())
    view.react = { model, _ in
      if let model {
        MainActor.preconditionIsolated()
        continuation.yield(model)
      }
    }
    let controller = Notebook.loop(LoggingConnectable<Notebook.Effect>("desk", Log())).makeController(from: [])
    controller.connectView(view)
    controller.start()
    view.consumers[0](.write("a"))
    for await model in models where model == ["a"] { break }
    #expect(controller.model == ["a"])
  }
}

private func makeRunningController() -> MobiusControllerTests.Controller {
  let controller = Notebook.loop(LoggingConnectable<Notebook.Effect>("desk", Log())).makeController(from: [])
  controller.connectView(LoggingConnectable<[String]>("view", Log()))
  controller.start()
  return controller
}

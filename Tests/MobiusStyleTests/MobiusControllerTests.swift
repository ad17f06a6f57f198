import MobiusStyle
import Testing

@Suite struct MobiusControllerTests {
  let log = Log()
  let desk: Desk<Notebook.Effect>
  let view: Desk<[String]>
  let controller: MobiusController<Notebook>

  init() {
    desk = Desk("desk", log)
    view = Desk("view", log)
    controller = Notebook.loop(desk)
      .withInitiator { First(model: $0, effects: $0.isEmpty ? [] : [.load(name: $0[0])]) }
      .makeController(from: [])
    controller.connectView(view)
  }

  @Test func `a loop is connected, shown, and ended with the controller's start and stop`() {
    #expect(!controller.isRunning)
    controller.start()
    #expect(controller.isRunning)
    #expect(log.take() == ["desk connects", "view connects", "view []"])
    view.consumers[0](.write("a"))
    controller.receive()
    #expect(log.take() == [#"view ["a"]"#, #"desk save("a")"#])
    controller.stop()
    #expect(!controller.isRunning)
    #expect(controller.model == ["a"])
    #expect(log.take() == ["desk ends", "view ends"])
  }

  @Test func `start after stop goes on from the model, and initiates anew`() {
    controller.start()
    view.consumers[0](.write("a"))
    controller.receive()
    controller.stop()
    _ = log.take()
    controller.start()
    #expect(log.take() == ["desk connects", "view connects", #"view ["a"]"#, #"desk load(name: "a")"#])
    view.consumers[1](.write("b"))
    controller.receive()
    #expect(controller.model == ["a", "b"])
  }

  @Test func `what was connected to an earlier loop no longer reaches the controller`() {
    controller.start()
    controller.stop()
    view.consumers[0](.write("while stopped"))
    controller.start()
    view.consumers[0](.write("late"))
    desk.consumers[0](.write("late"))
    controller.receive()
    #expect(controller.model == [])
    view.consumers[1](.write("in time"))
    controller.receive()
    #expect(controller.model == ["in time"])
  }

  @Test func `a model that is replaced is what the next loop starts from`() {
    controller.replaceModel(["x"])
    #expect(controller.model == ["x"])
    controller.start()
    #expect(controller.model == ["x"])
    controller.stop()
    controller.replaceModel(["y"])
    _ = log.take()
    controller.start()
    #expect(log.lines == ["desk connects", "view connects", #"view ["y"]"#, #"desk load(name: "y")"#])
  }

  @Test func `several views are shown each model, and each can send`() {
    let list = Desk<[String]>("list", log)
    let id = controller.connectView(list)
    controller.start()
    #expect(log.take() == ["desk connects", "view connects", "list connects", "view []", "list []"])
    view.consumers[0](.write("a"))
    list.consumers[0](.write("b"))
    controller.receive()
    #expect(controller.model == ["a", "b"])
    controller.stop()
    controller.disconnectView(id: id)
    _ = log.take()
    controller.start()
    #expect(log.take() == ["desk connects", "view connects", #"view ["a", "b"]"#, #"desk load(name: "a")"#])
    controller.stop()
    controller.disconnectView()
    _ = log.take()
    controller.start()
    #expect(log.lines == ["desk connects", #"desk load(name: "a")"#])
  }

  @Test func `a controller that is released ends what is connected`() {
    do {
      let controller = Notebook.loop(desk).makeController(from: [])
      controller.start()
    }
    #expect(log.lines == ["desk connects", "desk ends"])
  }

  // MARK: Misuse

  @Test func `calls that need a stopped controller say so, and trap`() async {
    let replacing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      running().replaceModel([])
    }
    let starting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      running().start()
    }
    let connecting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      running().connectView(Desk<[String]>("view", Log()))
    }
    let disconnecting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      running().disconnectView()
    }
    let beginning = "MobiusController<Notebook> is running; stop() it before"
    #expect(replacing.standardError.contains("\(beginning) replaceModel(_:)"))
    #expect(starting.standardError.contains("\(beginning) start()"))
    #expect(connecting.standardError.contains("\(beginning) connectView(_:)"))
    #expect(disconnecting.standardError.contains("\(beginning) disconnectView(id:)"))
  }

  @Test func `stop of a stopped controller, and a view that is not there, say so, and trap`() async {
    let stopped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let controller = running()
      controller.stop()
      controller.stop()
    }
    #expect(stopped.standardError.contains("MobiusController<Notebook> is not running; start() it before stop()"))
    let viewless = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let controller = running()
      controller.stop()
      controller.disconnectView()
      controller.disconnectView()
    }
    #expect(viewless.standardError.contains("has 0 views; disconnectView(id:) says which one to disconnect"))
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct MobiusControllerOnMainActorTests {
  @Test func `what a view sends is processed as it arrives`() async {
    let (models, continuation) = AsyncStream.makeStream(of: [String].self)
    let view = Desk<[String]>("view", Log())
    view.react = { model, _ in
      MainActor.preconditionIsolated()
      if let model { continuation.yield(model) }
    }
    let controller = Notebook.loop(Desk<Notebook.Effect>("desk", Log())).makeController(from: [])
    controller.connectView(view)
    controller.start()
    let send = view.consumers[0]
    Task.detached { send(.write("a")) }
    for await model in models where model == ["a"] { break }
    #expect(controller.model == ["a"])
  }
}

private func running() -> MobiusController<Notebook> {
  let controller = Notebook.loop(Desk<Notebook.Effect>("desk", Log())).makeController(from: [])
  controller.connectView(Desk<[String]>("view", Log()))
  controller.start()
  return controller
}

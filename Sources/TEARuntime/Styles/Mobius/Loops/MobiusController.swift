internal import Dispatch
internal import Synchronization

/// Starts and stops loops for views; by default, each loop starts from the last model of the loop before.
///
/// The loop runs on a serial queue of the controller, and views receive its models on another queue, by default the
/// main queue. Events come from any thread. All members except ``running`` wait for the loop's queue. So a call on that
/// queue, as from an effect handler, is an error, which ``MobiusHooks`` reports.
public final class MobiusController<Model, Event, Effect> {
  /// The identity of a connected view.
  public struct ViewID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private typealias View = (id: ViewID, connectable: AnyConnectable<Model, Event>)

  private let makeLoop: (Model) -> MobiusLoop<Model, Event, Effect>
  private let loopQueue: DispatchQueue
  private let viewQueue: DispatchQueue
  private let loopQueueKey = DispatchSpecificKey<Bool>()
  private let isRunning = Atomic(false)

  // The next five properties are used only on the loop's queue.
  private var views: [View] = []
  private var lastViewNumber = 0
  private var modelToStartFrom: Model
  private var loop: MobiusLoop<Model, Event, Effect>?
  private var viewConnections: [Connection<Model>] = []

  init(
    builder: Mobius.Builder<Model, Event, Effect>, logger: AnyMobiusLogger<Model, Event, Effect>?, initialModel: Model,
    initiate: Initiate<Model, Effect>?, loopQueue target: DispatchQueue, viewQueue: DispatchQueue
  ) {
    let loopQueue = DispatchQueue(label: "MobiusController \(Model.self)", target: target)
    loopQueue.setSpecific(key: loopQueueKey, value: true)
    self.loopQueue = loopQueue
    self.viewQueue = viewQueue
    modelToStartFrom = initialModel
    makeLoop = { model in
      var first = First<Model, Effect>(model: model)
      if let initiate {
        logger?.willInitiate(model: model)
        first = initiate(model)
        logger?.didInitiate(model: model, first: first)
      }
      return builder.start(first, in: .queue(loopQueue))
    }
  }

  deinit {
    guard running else { return }
    if isOnLoopQueue { end() } else { loopQueue.sync { end() } }
  }

  /// `true` while a loop runs; readable on any thread.
  public var running: Bool { isRunning.load(ordering: .acquiring) }

  /// The latest model of the loop that runs, or else the model from which the next loop starts.
  ///
  /// The events that were sent before this call are processed first.
  public var model: Model { onLoopQueue("model") { loop?.latestModel ?? modelToStartFrom } }

  /// Adds a view, which is connected to each loop from its start to its stop.
  ///
  /// The view receives the first model, and each new model. A call while a loop runs is an error.
  @discardableResult
  public func connectView(_ connectable: some Connectable<Model, Event>) -> ViewID {
    whileStopped("connectView(_:)") {
      lastViewNumber += 1
      let id = ViewID(number: lastViewNumber)
      views.append((id, AnyConnectable(connectable)))
      return id
    }
  }

  /// Disconnects the only view.
  ///
  /// A call while a loop runs, or without exactly one view, is an error.
  public func disconnectView() {
    whileStopped("disconnectView()") {
      guard views.count == 1 else {
        fail("\(views.count) views are connected; disconnectView(id:) says which one to disconnect")
      }
      views = []
    }
  }

  /// Disconnects a view.
  ///
  /// A call while a loop runs, or for a view that is not connected, is an error.
  public func disconnectView(id: ViewID) {
    whileStopped("disconnectView(id:)") {
      guard let index = views.firstIndex(where: { $0.id == id }) else {
        fail("no such view is connected; it was disconnected already, or is another controller's")
      }
      views.remove(at: index)
    }
  }

  /// Starts a loop from the initial model, the last model of the loop before, or the model of ``replaceModel(_:)``.
  ///
  /// From this model, the initiate function makes the first model and effects. A call while a loop runs is an error.
  public func start() {
    whileStopped("start()") {
      isRunning.store(true, ordering: .releasing)
      let loop = makeLoop(modelToStartFrom)
      self.loop = loop
      for view in views { viewConnections.append(connect(view.connectable, to: loop)) }
    }
  }

  /// Stops the loop, and remembers its model.
  ///
  /// Events that its effect handlers, event sources and views send from now on are dropped. A call while no loop runs
  /// is an error.
  public func stop() {
    onLoopQueue("stop()") {
      guard loop != nil else { fail("stop() while no loop runs; start() it before") }
      end()
    }
  }

  /// Lets the next loop start from another model; a call while a loop runs is an error.
  public func replaceModel(_ model: Model) { whileStopped("replaceModel(_:)") { modelToStartFrom = model } }

  private func connect(
    _ view: AnyConnectable<Model, Event>, to loop: MobiusLoop<Model, Event, Effect>
  ) -> Connection<Model> {
    let connection = view.connect { [weak loop] in loop?.unguardedDispatchEvent($0) }
    let sharedConnection = Unchecked(connection)
    loop.addObserver { [viewQueue] model in
      let model = Unchecked(model)
      viewQueue.async { sharedConnection.value.accept(model.value) }
    }
    return connection
  }

  private func end() {
    guard let loop else { return }
    loop.dispose()
    for connection in viewConnections { connection.dispose() }
    viewConnections = []
    modelToStartFrom = loop.latestModel
    self.loop = nil
    isRunning.store(false, ordering: .releasing)
  }

  private var isOnLoopQueue: Bool { DispatchQueue.getSpecific(key: loopQueueKey) ?? false }

  private func whileStopped<Result>(_ call: String, _ body: () -> Result) -> Result {
    onLoopQueue(call) {
      guard loop == nil else { fail("\(call) while a loop runs; stop() it before") }
      return body()
    }
  }

  private func onLoopQueue<Result>(_ call: String, _ body: () -> Result) -> Result {
    guard !isOnLoopQueue else {
      fail("\(call) on the loop's own queue, which would wait for itself; call it from another one")
    }
    return loopQueue.sync(execute: body)
  }

  private func fail(_ message: String) -> Never {
    MobiusHooks.fail("MobiusController<\(Model.self), \(Event.self), \(Effect.self)>: \(message)")
  }
}

/// Starts a loop for views, stops it, and goes on where it stopped.
///
/// A controller lives in one isolation domain, as its loops do.
public final class MobiusController<Types: LoopTypes> {
  /// Which of the views that are connected.
  public struct ViewID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private let builder: Mobius.Builder<Types>
  private var views: [(id: ViewID, connectable: AnyConnectable<Types.Model, Types.Event>)] = []
  private var viewCount = 0
  private var modelToStartFrom: Types.Model
  private var loop: MobiusLoop<Types>?

  /// - Parameters:
  ///   - builder: What the loops are made of.
  ///   - defaultModel: What the first of them starts from.
  public init(builder: Mobius.Builder<Types>, defaultModel: Types.Model) {
    self.builder = builder
    modelToStartFrom = defaultModel
  }

  /// A loop runs.
  public var isRunning: Bool { loop != nil }

  /// The latest model of the loop that runs, or else the model that the next one starts from.
  public var model: Types.Model { loop?.latestModel ?? modelToStartFrom }

  /// Connects a view, beside those that are connected: it is connected to each loop from its start to its stop.
  ///
  /// The view is given the first model, and each new one. Traps while a loop runs.
  @discardableResult
  public func connectView(_ view: some Connectable<Types.Model, Types.Event>) -> ViewID {
    requireStopped("connectView(_:)")
    viewCount += 1
    let id = ViewID(number: viewCount)
    views.append((id, AnyConnectable(view)))
    return id
  }

  /// Disconnects the only view.
  ///
  /// Traps while a loop runs, and where none or several are connected.
  public func disconnectView() {
    precondition(
      views.count == 1, "\(Self.self) has \(views.count) views; disconnectView(id:) says which one to disconnect")
    disconnectView(id: views[0].id)
  }

  /// Disconnects a view.
  ///
  /// Traps while a loop runs, and where the view is not connected.
  public func disconnectView(id: ViewID) {
    requireStopped("disconnectView(id:)")
    guard let index = views.firstIndex(where: { $0.id == id }) else {
      preconditionFailure("\(Self.self) has no such view; it was disconnected already, or is another controller's")
    }
    views.remove(at: index)
  }

  /// Starts a loop: from the default model, from that with which the last loop stopped, or from that which replaced it.
  ///
  /// The initiator makes its first model and effects. Traps while a loop runs.
  public func start(isolation: isolated (any Actor)? = #isolation) {
    requireStopped("start()")
    loop = builder.start(from: modelToStartFrom, views: views.map(\.connectable))
  }

  /// Stops the loop, and remembers its model.
  ///
  /// Events that its effect handlers, event sources and views send from now on are dropped. Traps where no loop runs.
  public func stop() {
    guard let loop else { preconditionFailure("\(Self.self) is not running; start() it before stop()") }
    loop.dispose()
    modelToStartFrom = loop.latestModel
    self.loop = nil
  }

  /// Lets the next loop start from another model. Traps while a loop runs.
  public func replaceModel(_ model: Types.Model) {
    requireStopped("replaceModel(_:)")
    modelToStartFrom = model
  }

  /// Processes the events that have come, as ``MobiusLoop/receive()`` does: for controllers outside of any actor.
  public func receive() { loop?.receive() }

  private func requireStopped(_ call: String) {
    precondition(loop == nil, "\(Self.self) is running; stop() it before \(call)")
  }
}

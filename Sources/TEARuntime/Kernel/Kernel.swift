/// The steps of a program, each from a message to the next view, as a pure state machine.
///
/// A live ``Program`` is this kernel plus a mailbox and a clock; the checker takes the same steps, with another source of
/// choices. So what is checked is what runs.
///
/// A step either happens whole or not at all. Its outcome is a list of ``Action``s in the order in which the
/// outside must carry them out: subscriptions, then the view, then the commands in the order performed.
public struct Kernel<M: Module> {
  /// One thing that the outside must do after a step.
  public enum Action {
    /// End a subscription that the model no longer asks for.
    case unsubscribe(M.Subscription)
    /// Begin a subscription that the model did not ask for before. Timers are not among them: the kernel runs them.
    case subscribe(M.Subscription)
    /// Show the view.
    case show(M.View)
    /// Cancel an effect: whatever it still sends is dropped.
    case cancel(Effect)
    /// Carry out a command.
    case perform(M.Command, Effect)
  }

  /// A command that was given out to be carried out.
  public struct Effect: Hashable, Sendable {
    /// The first effect of a program is number 0.
    package let number: Int
  }

  /// The model after the last step that succeeded.
  public private(set) var model: M.Model

  /// The state beside the model.
  private var state = KernelState<M>()
  private var order: EffectOrder

  private init(model: M.Model, order: EffectOrder) {
    self.model = model
    self.order = order
  }

  /// The live subscriptions, in the order in which the module listed them, without repetitions.
  public var subscriptions: [M.Subscription] { state.subscriptions }

  /// The pending deadlines.
  public var agenda: Agenda<M> { state.agenda }

  /// Starts a program.
  ///
  /// - Returns: The kernel, and what the outside must do first.
  /// - Throws: What the module's `start` or `view` throws.
  public static func start(
    with flags: M.Flags, order: EffectOrder = .asPerformed
  ) throws -> (kernel: Kernel, actions: [Action]) {
    var commands: [M.Command] = []
    let model = try M.start(with: flags, perform: { commands.append($0) })
    return try resume(from: model, performing: commands, order)
  }

  /// Starts a program from a model that exists already.
  ///
  /// - Throws: What the module's `view` throws.
  public static func resume(
    from model: M.Model, order: EffectOrder = .asPerformed
  ) throws -> (kernel: Kernel, actions: [Action]) {
    try resume(from: model, performing: [], order)
  }

  private static func resume(
    from model: M.Model, performing commands: [M.Command], _ order: EffectOrder
  ) throws -> (kernel: Kernel, actions: [Action]) {
    var kernel = Kernel(model: model, order: order)
    let actions = try kernel.commit(model, performing: commands)
    return (kernel, actions)
  }

  /// Takes one step.
  ///
  /// - Parameters:
  ///   - message: What has happened.
  ///   - command: The command that the message answers, if it does.
  /// - Returns: What the outside must do, in order.
  /// - Throws: What the module's `update` or `view` throws; the kernel is then as it was before, and nothing
  ///   is to be done.
  public mutating func receive(_ message: M.Message, answering command: M.Command? = nil) throws -> [Action] {
    var commands: [M.Command] = []
    let next = try Self.update(model, for: message, answering: command, performing: &commands)
    return try commit(next, performing: commands)
  }

  /// Returns whether an effect runs: it was neither cancelled nor has it ended.
  public func isRunning(_ effect: Effect) -> Bool { state.isRunning(effect) }

  /// Notes that an effect will send nothing more.
  public mutating func end(_ effect: Effect) { state.end(effect) }

  /// Lets time pass.
  ///
  /// - Parameter duration: At most the time to the next deadline of the ``agenda``.
  public mutating func elapse(_ duration: Duration) { state.elapse(duration) }

  /// Takes an entry whose time has come out of the agenda.
  ///
  /// - Returns: The message that a timer sends, or what the outside must do. The message is yet to be received.
  public mutating func fire(_ index: Int) -> (message: M.Message?, actions: [Action]) { state.fire(index) }

  /// Ends the program.
  ///
  /// - Returns: What the outside must do: end the subscriptions, and cancel what runs.
  public mutating func stop() -> [Action] { state.stop() }

  /// Goes on with a program that has ended, from its model or another one.
  ///
  /// - Throws: What the module's `view` throws; the kernel is then as it was before.
  public mutating func resume(from model: M.Model? = nil) throws -> [Action] {
    try commit(model ?? self.model, performing: [])
  }

  /// The half of a step that every runner shares: the module's `update`, on a copy of the model.
  ///
  /// The commands performed are appended; when `update` throws, they are as before.
  ///
  /// - Parameters:
  ///   - model: The model before.
  ///   - message: What has happened.
  ///   - command: The command that the message answers, if it does.
  ///   - commands: Receives what is performed.
  /// - Returns: The next model.
  /// - Throws: What the module's `update` throws.
  @inlinable
  public static func update(
    _ model: M.Model, for message: M.Message, answering command: M.Command? = nil,
    performing commands: inout [M.Command]
  ) throws -> M.Model {
    var next = model
    try update(inPlace: &next, for: message, answering: command, performing: &commands)
    return next
  }

  /// The same in place, for a runner that can do without the model as it was.
  ///
  /// The commands performed are appended; when `update` throws, they are as before, and the model is whatever it left.
  ///
  /// - Throws: What the module's `update` throws.
  @inlinable
  public static func update(
    inPlace model: inout M.Model, for message: M.Message, answering command: M.Command? = nil,
    performing commands: inout [M.Command]
  ) throws {
    let count = commands.count
    do {
      try M.update(for: message, answering: command, model: &model, perform: { commands.append($0) })
    } catch {
      commands.removeSubrange(count...)
      throw error
    }
  }

  private mutating func commit(_ next: M.Model, performing commands: [M.Command]) throws -> [Action] {
    let view = try M.view(for: next)
    model = next
    return state.follow(next, performing: order.order(commands), showing: view)
  }
}

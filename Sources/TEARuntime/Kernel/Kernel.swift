/// A program as a pure state machine, whose step leads from a message to the next view.
///
/// A live ``Program`` is this kernel with a mailbox and a clock. The checker takes the same steps, but chooses their
/// messages itself.
///
/// A step happens completely or not at all. Its outcome is a list of ``Action``s, to be carried out in order:
/// subscriptions, then the view, then the commands in their ``EffectOrder`` and the cancellations that the commands cause.
public struct Kernel<M: Module> {
  /// An action that is carried out outside of the kernel after a step.
  public enum Action {
    /// End a subscription, because the new model does not list it or the program stops; never a timer.
    case unsubscribe(M.Subscription)
    /// Begin a subscription that the old model did not list; never a timer, because the kernel runs timers.
    case subscribe(M.Subscription)
    /// Show the view.
    case show(M.View)
    /// Cancel an effect, whose further messages are dropped.
    case cancel(Effect)
    /// Carry out a command.
    case perform(M.Command, Effect)
  }

  /// A command that is being carried out.
  public struct Effect: Hashable, Sendable {
    /// The number of the effect, from 0 in the order of beginning.
    package let number: Int
  }

  /// The model after the last step that succeeded.
  public private(set) var model: M.Model

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
  /// - Throws: The error of the module's `start` or `view`.
  public static func start(
    with flags: M.Flags, order: EffectOrder = .asPerformed
  ) throws -> (kernel: Kernel, actions: [Action]) {
    var commands: [M.Command] = []
    let model = try M.start(with: flags, perform: { commands.append($0) })
    return try resume(from: model, performing: commands, order)
  }

  /// Starts a program from an existing model.
  ///
  /// - Throws: The error of the module's `view`.
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

  /// Takes one step, and returns its actions in order.
  ///
  /// `command` is the command that the message answers; `nil` for other messages.
  ///
  /// - Throws: The error of the module's `update` or `view`; the kernel is then as before.
  public mutating func receive(_ message: M.Message, answering command: M.Command? = nil) throws -> [Action] {
    var commands: [M.Command] = []
    let nextModel = try Self.update(model, for: message, answering: command, performing: &commands)
    return try commit(nextModel, performing: commands)
  }

  /// Returns `true` until the effect ends or is cancelled.
  public func isRunning(_ effect: Effect) -> Bool { state.isRunning(effect) }

  /// Records that an effect will send nothing more.
  public mutating func end(_ effect: Effect) { state.end(effect) }

  /// Lets time pass; entries of the ``agenda`` with less time remaining become overdue.
  public mutating func elapse(_ duration: Duration) { state.elapse(duration) }

  /// Takes the due entry at an index of the ``agenda``'s entries; a repeating timer stays, with its next deadline.
  ///
  /// - Returns: For a timer, the message that the caller passes to ``receive(_:answering:)``. For any other entry, `nil` and
  ///   the actions to carry out.
  public mutating func fire(_ index: Int) -> (message: M.Message?, actions: [Action]) { state.fire(index) }

  /// Ends the program, and drops its pending deadlines.
  ///
  /// - Returns: The actions: subscriptions end, and running effects are cancelled.
  public mutating func stop() -> [Action] { state.stop() }

  /// Continues a program that has ended, from its last model or another model.
  ///
  /// - Returns: The actions: subscriptions begin, and the view is shown.
  /// - Throws: The error of the module's `view`; the kernel is then as before.
  public mutating func resume(from model: M.Model? = nil) throws -> [Action] {
    try commit(model ?? self.model, performing: [])
  }

  /// Runs the module's `update` on a copy of the model.
  ///
  /// Performed commands are appended; when `update` throws, `commands` is as before. `command` is the command that the
  /// message answers; `nil` for other messages.
  ///
  /// - Throws: The error of the module's `update`.
  @inlinable
  public static func update(
    _ model: M.Model, for message: M.Message, answering command: M.Command? = nil,
    performing commands: inout [M.Command]
  ) throws -> M.Model {
    var nextModel = model
    try update(inPlace: &nextModel, for: message, answering: command, performing: &commands)
    return nextModel
  }

  /// Runs the module's `update` on the model itself, for a runner that does not need the old model.
  ///
  /// Performed commands are appended. When `update` throws, `commands` is as before, but changes of the model stay.
  ///
  /// - Throws: The error of the module's `update`.
  @inlinable
  public static func update(
    inPlace model: inout M.Model, for message: M.Message, answering command: M.Command? = nil,
    performing commands: inout [M.Command]
  ) throws {
    let earlierCount = commands.count
    do {
      try M.update(for: message, answering: command, model: &model, perform: { commands.append($0) })
    } catch {
      commands.removeSubrange(earlierCount...)
      throw error
    }
  }

  private mutating func commit(_ nextModel: M.Model, performing commands: [M.Command]) throws -> [Action] {
    let view = try M.view(for: nextModel)
    model = nextModel
    return order.arrange(state.completeStep(to: nextModel, performing: commands, showing: view).actions)
  }
}

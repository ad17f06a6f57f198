/// What happens between a message and the next view, as a pure state machine.
///
/// A live ``Program`` is this kernel plus a mailbox; the checker is this kernel plus a source of choices. So
/// what is checked is what runs.
///
/// A step either happens whole or not at all. Its outcome is a list of ``Action``s in the order in which the
/// outside must carry them out: subscriptions, then the view, then the commands in the order performed.
public struct Kernel<M: Module> {
  /// One thing that the outside must do after a step.
  public enum Action {
    /// End a subscription that the model no longer asks for.
    case unsubscribe(M.Subscription)
    /// Begin a subscription that the model did not ask for before.
    case subscribe(M.Subscription)
    /// Show the view.
    case show(M.View)
    /// Carry out a command.
    case perform(M.Command)
  }

  /// The model after the last step that succeeded.
  public private(set) var model: M.Model

  /// The live subscriptions, in the order in which the module listed them, without repetitions.
  public private(set) var subscriptions: [M.Subscription]

  /// Starts a program.
  ///
  /// - Returns: The kernel, and what the outside must do first.
  /// - Throws: What the module's `start` or `view` throws.
  public static func start(with flags: M.Flags) throws -> (kernel: Kernel, actions: [Action]) {
    var commands: [M.Command] = []
    let model = try M.start(with: flags, perform: { commands.append($0) })
    return try resume(from: model, performing: commands)
  }

  /// Starts a program from a model that exists already.
  ///
  /// - Throws: What the module's `view` throws.
  public static func resume(from model: M.Model) throws -> (kernel: Kernel, actions: [Action]) {
    try resume(from: model, performing: [])
  }

  private static func resume(
    from model: M.Model, performing commands: [M.Command]
  ) throws -> (kernel: Kernel, actions: [Action]) {
    var kernel = Kernel(model: model, subscriptions: [])
    let actions = try kernel.commit(model, performing: commands)
    return (kernel, actions)
  }

  /// Takes one step.
  ///
  /// - Returns: What the outside must do, in order.
  /// - Throws: What the module's `update` or `view` throws; the kernel is then as it was before, and nothing
  ///   is to be done.
  public mutating func receive(_ message: M.Message) throws -> [Action] {
    var commands: [M.Command] = []
    let next = try Self.update(model, for: message, performing: &commands)
    return try commit(next, performing: commands)
  }

  /// The half of a step that every runner shares: the module's `update`, on a copy of the model.
  ///
  /// The commands performed are appended; when `update` throws, they are as before.
  ///
  /// - Returns: The next model.
  /// - Throws: What the module's `update` throws.
  @inlinable
  public static func update(
    _ model: M.Model, for message: M.Message, performing commands: inout [M.Command]
  ) throws -> M.Model {
    var next = model
    let count = commands.count
    do {
      try M.update(for: message, model: &next, perform: { commands.append($0) })
      return next
    } catch {
      commands.removeSubrange(count...)
      throw error
    }
  }

  private mutating func commit(_ next: M.Model, performing commands: [M.Command]) throws -> [Action] {
    let view = try M.view(for: next)
    var live: [M.Subscription] = []
    for subscription in M.subscriptions(for: next) where !live.contains(subscription) {
      live.append(subscription)
    }
    let actions: [Action] =
      subscriptions.filter { !live.contains($0) }.map { .unsubscribe($0) }
      + live.filter { !subscriptions.contains($0) }.map { .subscribe($0) }
      + [.show(view)]
      + commands.map { .perform($0) }
    model = next
    subscriptions = live
    return actions
  }
}

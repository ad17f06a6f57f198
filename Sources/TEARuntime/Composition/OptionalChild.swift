/// A child module that does not always exist, such as a sheet or a screen.
///
/// A message does not name its child. So a late message for a child that is gone reaches the next child in its place. Use
/// ``Children`` instead, with a new id for each child, if late messages must be ignored.
///
/// See <doc:Composition>.
public struct OptionalChild<Parent: Module, Content: Module>: Sendable {
  private let path: any WritableKeyPath<Parent.Model, Content.Model?> & Sendable
  private let embedding: Embedding<Parent, Content, Void>

  /// Declares a child that may be missing.
  ///
  /// Each mapping makes the parent's value that carries a value of the child. Mappings that the child does not need may be
  /// left out. A missing mapping that the child does need traps with a report that names the mapping.
  public init(
    _ path: any WritableKeyPath<Parent.Model, Content.Model?> & Sendable,
    message: @escaping @Sendable (Content.Message) -> Parent.Message,
    command: (@Sendable (Content.Command) -> Parent.Command)? = nil,
    subscription: (@Sendable (Content.Subscription) -> Parent.Subscription)? = nil,
    effectID: (@Sendable (Content.EffectID) -> Parent.EffectID)? = nil
  ) {
    self.path = path
    embedding = Embedding(message: message, command: command, subscription: subscription, effectID: effectID)
  }

  /// Makes the child's first model, and performs the child's commands as commands of the parent.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(
    with flags: Content.Flags, perform: (Parent.Command) -> Void
  ) throws -> Content.Model {
    try embedding.start((), with: flags, perform: perform)
  }

  /// Changes the child's model for a message, and performs the child's commands as commands of the parent.
  ///
  /// Without a child, nothing happens. `command` is the child's command that the message answers, for a child that must
  /// know it; `nil` for other messages.
  ///
  /// - Returns: `true` if the child exists.
  /// - Throws: The error of the child's `update`; the model is then as before, and nothing is performed.
  @discardableResult
  public func update(
    for message: Content.Message, answering command: Content.Command? = nil, in model: inout Parent.Model,
    perform: (Parent.Command) -> Void
  ) throws -> Bool {
    guard let content = model[keyPath: path] else { return false }
    model[keyPath: path] = try embedding.update((), content, for: message, answering: command, perform: perform)
    return true
  }

  /// The child's subscriptions, as subscriptions of the parent; none without a child.
  public func subscriptions(for model: Parent.Model) -> [Parent.Subscription] {
    model[keyPath: path].map { embedding.subscriptions((), $0) } ?? []
  }

  /// The schedule of a timer of the child, with a message of the parent; `nil` for other subscriptions.
  public func timer(for subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    embedding.timer((), subscription)
  }

  /// The policy of a command of the child, with an effect identity of the parent.
  public func policy(for command: Content.Command) -> EffectPolicy<Parent.EffectID> {
    embedding.policy((), command)
  }

  /// The child's view; `nil` without a child.
  ///
  /// - Throws: The error of the child's `view`.
  public func view(for model: Parent.Model) throws -> Content.View? {
    try model[keyPath: path].map { try Content.view(for: $0) }
  }
}

extension OptionalChild where Content.Flags == Void {
  /// Makes the child's first model, and performs the child's commands as commands of the parent.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(perform: (Parent.Command) -> Void) throws -> Content.Model {
    try start(with: (), perform: perform)
  }
}

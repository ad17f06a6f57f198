/// A module as a part of another one that is not always there: a sheet, a screen that was opened.
///
/// Its messages have no identity: one that was meant for a child that is gone reaches the one that came after it. Where
/// that matters, make the child one of ``Children`` with an id of its own each time.
///
/// See <doc:Composition>.
public struct OptionalChild<Parent: Module, Content: Module>: Sendable {
  private let path: any WritableKeyPath<Parent.Model, Content.Model?> & Sendable
  private let embedding: Embedding<Parent, Content, Void>

  /// Declares a child that may be missing.
  ///
  /// A part that the child lacks needs no mapping. Where one is missing that the child needs, the program traps and
  /// says which.
  ///
  /// - Parameters:
  ///   - path: Where the child's model is in the parent's.
  ///   - message: The parent's message that carries one of the child's.
  ///   - command: The parent's command that carries one of the child's.
  ///   - subscription: The parent's subscription that carries one of the child's.
  ///   - effectID: What the child's commands with a policy share, among all commands of the parent.
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

  /// Makes the child's first model, and performs its commands as the parent's.
  ///
  /// - Throws: What the child's `start` throws.
  public func start(
    with flags: Content.Flags, perform: (Parent.Command) -> Void
  ) throws -> Content.Model {
    try embedding.start((), with: flags, perform: perform)
  }

  /// Changes the child's model for one of its messages, and performs its commands as the parent's.
  ///
  /// - Returns: Whether the child is there; otherwise nothing happens.
  /// - Throws: What the child's `update` throws; the model is then as before, and nothing is performed.
  @discardableResult
  public func update(
    for message: Content.Message, in model: inout Parent.Model, perform: (Parent.Command) -> Void
  ) throws -> Bool {
    guard let content = model[keyPath: path] else { return false }
    model[keyPath: path] = try embedding.update((), content, for: message, perform: perform)
    return true
  }

  /// The subscriptions of the child that is there, as the parent's.
  public func subscriptions(for model: Parent.Model) -> [Parent.Subscription] {
    model[keyPath: path].map { embedding.subscriptions((), $0) } ?? []
  }

  /// When a subscription of the child's sends its message, as one of the parent's.
  public func timer(for subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    embedding.timer((), subscription)
  }

  /// The policy of a command of the child's among those of the parent.
  public func policy(for command: Content.Command) -> EffectPolicy<Parent.EffectID> {
    embedding.policy((), command)
  }

  /// The child's view; `nil` where the child is not there.
  ///
  /// - Throws: What the child's `view` throws.
  public func view(for model: Parent.Model) throws -> Content.View? {
    try model[keyPath: path].map { try Content.view(for: $0) }
  }
}

extension OptionalChild where Content.Flags == Void {
  /// Makes the child's first model, and performs its commands as the parent's.
  ///
  /// - Throws: What the child's `start` throws.
  public func start(perform: (Parent.Command) -> Void) throws -> Content.Model {
    try start(with: (), perform: perform)
  }
}

/// A child module that does not always exist, such as a sheet or a screen.
///
/// Messages do not name their child, so a message for a child that is gone reaches the next one. Where that matters,
/// make the child one of ``Children``, with a new id each time.
///
/// See <doc:Composition>.
public struct OptionalChild<Parent: Module, Content: Module>: Sendable {
  private let path: any WritableKeyPath<Parent.Model, Content.Model?> & Sendable
  private let embedding: Embedding<Parent, Content, Void>

  /// Declares a child that may be missing.
  ///
  /// Mappings that the child does not need may be left out. The program traps and names a missing mapping when the
  /// child needs it.
  ///
  /// - Parameters:
  ///   - path: The place of the child's model in the parent's.
  ///   - message: The parent's message that carries one of the child's.
  ///   - command: The parent's command that carries one of the child's.
  ///   - subscription: The parent's subscription that carries one of the child's.
  ///   - effectID: The parent's identity for an identity of the child's effects.
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
  /// - Throws: The error of the child's `start`.
  public func start(
    with flags: Content.Flags, perform: (Parent.Command) -> Void
  ) throws -> Content.Model {
    try embedding.start((), with: flags, perform: perform)
  }

  /// Changes the child's model for one of its messages, and performs its commands as the parent's.
  ///
  /// - Returns: `true` where the child exists; otherwise nothing happens.
  /// - Throws: The error of the child's `update`; the model is then as before, and nothing is performed.
  @discardableResult
  public func update(
    for message: Content.Message, in model: inout Parent.Model, perform: (Parent.Command) -> Void
  ) throws -> Bool {
    guard let content = model[keyPath: path] else { return false }
    model[keyPath: path] = try embedding.update((), content, for: message, perform: perform)
    return true
  }

  /// The subscriptions of the child as the parent's; none without a child.
  public func subscriptions(for model: Parent.Model) -> [Parent.Subscription] {
    model[keyPath: path].map { embedding.subscriptions((), $0) } ?? []
  }

  /// The schedule of one of the child's timers, with the parent's messages; `nil` for other subscriptions.
  public func timer(for subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    embedding.timer((), subscription)
  }

  /// The policy of one of the child's commands, with the parent's identities.
  public func policy(for command: Content.Command) -> EffectPolicy<Parent.EffectID> {
    embedding.policy((), command)
  }

  /// The child's view; `nil` where the child is not there.
  ///
  /// - Throws: The error of the child's `view`.
  public func view(for model: Parent.Model) throws -> Content.View? {
    try model[keyPath: path].map { try Content.view(for: $0) }
  }
}

extension OptionalChild where Content.Flags == Void {
  /// Makes the child's first model, and performs its commands as the parent's.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(perform: (Parent.Command) -> Void) throws -> Content.Model {
    try start(with: (), perform: perform)
  }
}

/// A module as a part of another one: the place of its model, and the mapping of its messages and commands.
///
/// ```swift
/// enum Page: Module {
///   static let search = Child<Page, Search>(\.search, message: Message.search, command: Command.search)
///
///   static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
///     switch message {
///     case .search(let message): try search.update(for: message, in: &model, perform: perform)
///     }
///   }
/// }
/// ```
///
/// See <doc:Composition>.
public struct Child<Parent: Module, Content: Module>: Sendable {
  private let path: any WritableKeyPath<Parent.Model, Content.Model> & Sendable
  private let embedding: Embedding<Parent, Content, Void>

  /// Declares a child.
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
    _ path: any WritableKeyPath<Parent.Model, Content.Model> & Sendable,
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
  /// - Throws: The error of the child's `update`; the model is then as before, and nothing is performed.
  public func update(
    for message: Content.Message, in model: inout Parent.Model, perform: (Parent.Command) -> Void
  ) throws {
    model[keyPath: path] = try embedding.update((), model[keyPath: path], for: message, perform: perform)
  }

  /// The child's subscriptions, as the parent's.
  public func subscriptions(for model: Parent.Model) -> [Parent.Subscription] {
    embedding.subscriptions((), model[keyPath: path])
  }

  /// The schedule of one of the child's timers, with the parent's messages; `nil` for other subscriptions.
  public func timer(for subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    embedding.timer((), subscription)
  }

  /// The policy of one of the child's commands, with the parent's identities.
  public func policy(for command: Content.Command) -> EffectPolicy<Parent.EffectID> {
    embedding.policy((), command)
  }

  /// The child's view.
  ///
  /// - Throws: The error of the child's `view`.
  public func view(for model: Parent.Model) throws -> Content.View {
    try Content.view(for: model[keyPath: path])
  }
}

extension Child where Content.Flags == Void {
  /// Makes the child's first model, and performs its commands as the parent's.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(perform: (Parent.Command) -> Void) throws -> Content.Model {
    try start(with: (), perform: perform)
  }
}

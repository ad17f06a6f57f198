/// A child module inside a parent module: the path of its model, and the mappings of its messages and commands.
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
  /// Each mapping makes the parent's value that carries a value of the child. Mappings that the child does not need may be
  /// left out. A missing mapping that the child does need traps with a report that names the mapping.
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
  /// `command` is the child's command that the message answers, for a child that must know it; `nil` for other messages.
  ///
  /// - Throws: The error of the child's `update`; the model is then as before, and nothing is performed.
  public func update(
    for message: Content.Message, answering command: Content.Command? = nil, in model: inout Parent.Model,
    perform: (Parent.Command) -> Void
  ) throws {
    model[keyPath: path] = try embedding.update(
      (), model[keyPath: path], for: message, answering: command, perform: perform)
  }

  /// The child's subscriptions, as subscriptions of the parent.
  public func subscriptions(for model: Parent.Model) -> [Parent.Subscription] {
    embedding.subscriptions((), model[keyPath: path])
  }

  /// The schedule of a timer of the child, with a message of the parent; `nil` for other subscriptions.
  public func timer(for subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    embedding.timer((), subscription)
  }

  /// The policy of a command of the child, with an effect identity of the parent.
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
  /// Makes the child's first model, and performs the child's commands as commands of the parent.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(perform: (Parent.Command) -> Void) throws -> Content.Model {
    try start(with: (), perform: perform)
  }
}

/// A list of child modules inside a parent module, each with an id.
///
/// ```swift
/// enum Page: Module {
///   struct Row: Hashable { var id: Int; var timer: Timer.Model }
///   static let rows = Children<Page, Timer, Int>(
///     \.rows, id: \.id, model: \.timer, message: Message.row, command: Command.row)
/// }
/// ```
///
/// Children are addressed by their ids and not by their positions. So a reply reaches the child that asked, wherever it
/// has moved, and is ignored when that child is gone. The mappings receive the id, which keeps the subscriptions and
/// effects of two children apart.
///
/// The ids must be distinct: of several children with one id, only the first is found.
///
/// See <doc:Composition>.
public struct Children<Parent: Module, Content: Module, ID: Hashable & SendableMetatype>: Sendable {
  private let all: @Sendable (Parent.Model) -> [(id: ID, model: Content.Model)]
  private let model: @Sendable (Parent.Model, ID) -> Content.Model?
  private let replace: @Sendable (inout Parent.Model, ID, Content.Model) -> Void
  private let embedding: Embedding<Parent, Content, ID>

  /// Declares the children in a list.
  ///
  /// Mappings that the children do not need may be left out. The program traps and names a missing mapping when a child
  /// needs it.
  ///
  /// - Parameters:
  ///   - path: The list in the parent's model.
  ///   - id: The place of the id in an element of the list.
  ///   - content: The place of the child's model in an element of the list; `\.self` where the element is the model.
  ///   - message: The parent's message that carries one of a child's.
  ///   - command: The parent's command that carries one of a child's.
  ///   - subscription: The parent's subscription that carries one of a child's.
  ///   - effectID: The parent's identity for an identity of a child's effects.
  public init<Element>(
    _ path: any WritableKeyPath<Parent.Model, [Element]> & Sendable,
    id: any KeyPath<Element, ID> & Sendable,
    model content: any WritableKeyPath<Element, Content.Model> & Sendable,
    message: @escaping @Sendable (ID, Content.Message) -> Parent.Message,
    command: (@Sendable (ID, Content.Command) -> Parent.Command)? = nil,
    subscription: (@Sendable (ID, Content.Subscription) -> Parent.Subscription)? = nil,
    effectID: (@Sendable (ID, Content.EffectID) -> Parent.EffectID)? = nil
  ) {
    all = { $0[keyPath: path].map { ($0[keyPath: id], $0[keyPath: content]) } }
    model = { model, wanted in
      model[keyPath: path].first { $0[keyPath: id] == wanted }?[keyPath: content]
    }
    replace = { model, wanted, next in
      guard let index = model[keyPath: path].firstIndex(where: { $0[keyPath: id] == wanted }) else { return }
      model[keyPath: path][index][keyPath: content] = next
    }
    embedding = Embedding(message: message, command: command, subscription: subscription, effectID: effectID)
  }

  /// Makes the first model of a child with an id, and performs its commands as the parent's.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(
    _ id: ID, with flags: Content.Flags, perform: (Parent.Command) -> Void
  ) throws -> Content.Model {
    try embedding.start(id, with: flags, perform: perform)
  }

  /// Changes a child's model for one of its messages, and performs its commands as the parent's.
  ///
  /// - Returns: `true` where the child exists; otherwise nothing happens.
  /// - Throws: The error of the child's `update`; the model is then as before, and nothing is performed.
  /// - Complexity: O(*n*) in the number of children.
  @discardableResult
  public func update(
    _ id: ID, for message: Content.Message, in model: inout Parent.Model, perform: (Parent.Command) -> Void
  ) throws -> Bool {
    guard let content = self.model(model, id) else { return false }
    replace(&model, id, try embedding.update(id, content, for: message, perform: perform))
    return true
  }

  /// The subscriptions of all children, as the parent's.
  public func subscriptions(for model: Parent.Model) -> [Parent.Subscription] {
    all(model).flatMap { embedding.subscriptions($0.id, $0.model) }
  }

  /// The schedule of one of a child's timers, with the parent's messages; `nil` for other subscriptions.
  public func timer(_ id: ID, for subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    embedding.timer(id, subscription)
  }

  /// The policy of one of a child's commands, with the parent's identities.
  public func policy(_ id: ID, for command: Content.Command) -> EffectPolicy<Parent.EffectID> {
    embedding.policy(id, command)
  }

  /// The view of a child; `nil` where the child is not there.
  ///
  /// - Throws: The error of the child's `view`.
  /// - Complexity: O(*n*) in the number of children.
  public func view(_ id: ID, for model: Parent.Model) throws -> Content.View? {
    try self.model(model, id).map { try Content.view(for: $0) }
  }

  /// The views of the children, in the order of the list.
  ///
  /// - Throws: The error of a child's `view`.
  public func views(for model: Parent.Model) throws -> [(id: ID, view: Content.View)] {
    try all(model).map { ($0.id, try Content.view(for: $0.model)) }
  }
}

extension Children where Content.Flags == Void {
  /// Makes the first model of a child with an id, and performs its commands as the parent's.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(_ id: ID, perform: (Parent.Command) -> Void) throws -> Content.Model {
    try start(id, with: (), perform: perform)
  }
}

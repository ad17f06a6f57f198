/// A module as many parts of another one, each with an id.
///
/// ```swift
/// enum Page: Module {
///   struct Row: Hashable { var id: Int; var timer: Timer.Model }
///   static let rows = Children<Page, Timer, Int>(
///     \.rows, id: \.id, model: \.timer, message: Message.row, command: Command.row)
/// }
/// ```
///
/// Children are addressed by their ids and never by their places, so that a reply finds the child that asked, wherever
/// it has moved to, and finds nothing when that child is gone. The mappings are given the id: so two children's
/// subscriptions and effects are told apart by it.
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
  /// A part that the children lack needs no mapping. Where one is missing that a child needs, the program traps and
  /// says which.
  ///
  /// - Parameters:
  ///   - path: The list in the parent's model.
  ///   - id: Where an element of the list has its id.
  ///   - content: Where an element of the list has the child's model; `\.self` where it is one.
  ///   - message: The parent's message that carries one of a child's.
  ///   - command: The parent's command that carries one of a child's.
  ///   - subscription: The parent's subscription that carries one of a child's.
  ///   - effectID: What a child's commands with a policy share, among all commands of the parent.
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
  /// - Throws: What the child's `start` throws.
  public func start(
    _ id: ID, with flags: Content.Flags, perform: (Parent.Command) -> Void
  ) throws -> Content.Model {
    try embedding.start(id, with: flags, perform: perform)
  }

  /// Changes a child's model for one of its messages, and performs its commands as the parent's.
  ///
  /// - Returns: Whether the child is there; otherwise nothing happens.
  /// - Throws: What the child's `update` throws; the model is then as before, and nothing is performed.
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

  /// When a subscription of a child's sends its message, as one of the parent's.
  public func timer(_ id: ID, for subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    embedding.timer(id, subscription)
  }

  /// The policy of a command of the child's among those of the parent.
  public func policy(_ id: ID, for command: Content.Command) -> EffectPolicy<Parent.EffectID> {
    embedding.policy(id, command)
  }

  /// The view of a child; `nil` where the child is not there.
  ///
  /// - Throws: What the child's `view` throws.
  /// - Complexity: O(*n*) in the number of children.
  public func view(_ id: ID, for model: Parent.Model) throws -> Content.View? {
    try self.model(model, id).map { try Content.view(for: $0) }
  }

  /// The views of the children, in the order of the list.
  ///
  /// - Throws: What a child's `view` throws.
  public func views(for model: Parent.Model) throws -> [(id: ID, view: Content.View)] {
    try all(model).map { ($0.id, try Content.view(for: $0.model)) }
  }
}

extension Children where Content.Flags == Void {
  /// Makes the first model of a child with an id, and performs its commands as the parent's.
  ///
  /// - Throws: What the child's `start` throws.
  public func start(_ id: ID, perform: (Parent.Command) -> Void) throws -> Content.Model {
    try start(id, with: (), perform: perform)
  }
}

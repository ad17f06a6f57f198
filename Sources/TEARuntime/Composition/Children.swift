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
/// Children are addressed by id, not by position. A reply therefore reaches the child whose command it answers, even if
/// that child has moved in the list. If that child is gone, the reply is ignored. The mappings receive the id, which keeps the
/// subscriptions and effects of two children apart.
///
/// The ids must be distinct: of several children with one id, only the first is updated.
///
/// See <doc:Composition>.
public struct Children<Parent: Module, Content: Module, ID: Hashable & SendableMetatype>: Sendable {
  private let children: @Sendable (Parent.Model) -> [(id: ID, model: Content.Model)]
  private let childModel: @Sendable (Parent.Model, ID) -> Content.Model?
  private let replaceChildModel: @Sendable (inout Parent.Model, ID, Content.Model) -> Void
  private let embedding: Embedding<Parent, Content, ID>

  /// Declares the children in a list.
  ///
  /// The path of the child's model in an element of the list is `\.self` if the element is the model.
  ///
  /// Each mapping makes the parent's value that carries a value of a child. Mappings that the children do not need may be
  /// left out. A missing mapping that a child does need traps with a report that names the mapping.
  public init<Element>(
    _ path: any WritableKeyPath<Parent.Model, [Element]> & Sendable,
    id: any KeyPath<Element, ID> & Sendable,
    model content: any WritableKeyPath<Element, Content.Model> & Sendable,
    message: @escaping @Sendable (ID, Content.Message) -> Parent.Message,
    command: (@Sendable (ID, Content.Command) -> Parent.Command)? = nil,
    subscription: (@Sendable (ID, Content.Subscription) -> Parent.Subscription)? = nil,
    effectID: (@Sendable (ID, Content.EffectID) -> Parent.EffectID)? = nil
  ) {
    children = { $0[keyPath: path].map { ($0[keyPath: id], $0[keyPath: content]) } }
    childModel = { model, wantedID in
      model[keyPath: path].first { $0[keyPath: id] == wantedID }?[keyPath: content]
    }
    replaceChildModel = { model, wantedID, nextChildModel in
      guard let index = model[keyPath: path].firstIndex(where: { $0[keyPath: id] == wantedID }) else { return }
      model[keyPath: path][index][keyPath: content] = nextChildModel
    }
    embedding = Embedding(message: message, command: command, subscription: subscription, effectID: effectID)
  }

  /// Makes the first model of the child with this id, and performs the child's commands as commands of the parent.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(
    _ id: ID, with flags: Content.Flags, perform: (Parent.Command) -> Void
  ) throws -> Content.Model {
    try embedding.start(id, with: flags, perform: perform)
  }

  /// Changes the model of the child with this id, and performs the child's commands as commands of the parent.
  ///
  /// Without a child with this id, nothing happens. `command` is the child's command that the message answers, for a child
  /// that must know it; `nil` for other messages.
  ///
  /// - Returns: `true` if the child exists.
  /// - Throws: The error of the child's `update`; the model is then as before, and nothing is performed.
  /// - Complexity: O(*n*) in the number of children.
  @discardableResult
  public func update(
    _ id: ID, for message: Content.Message, answering command: Content.Command? = nil, in model: inout Parent.Model,
    perform: (Parent.Command) -> Void
  ) throws -> Bool {
    guard let oldChildModel = childModel(model, id) else { return false }
    replaceChildModel(
      &model, id, try embedding.update(id, oldChildModel, for: message, answering: command, perform: perform))
    return true
  }

  /// The subscriptions of all children, as subscriptions of the parent.
  public func subscriptions(for model: Parent.Model) -> [Parent.Subscription] {
    children(model).flatMap { embedding.subscriptions($0.id, $0.model) }
  }

  /// The schedule of a timer of a child, with a message of the parent; `nil` for other subscriptions.
  public func timer(_ id: ID, for subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    embedding.timer(id, subscription)
  }

  /// The policy of a command of a child, with an effect identity of the parent.
  public func policy(_ id: ID, for command: Content.Command) -> EffectPolicy<Parent.EffectID> {
    embedding.policy(id, command)
  }

  /// The view of the child with this id; `nil` where no child has it.
  ///
  /// - Throws: The error of the child's `view`.
  /// - Complexity: O(*n*) in the number of children.
  public func view(_ id: ID, for model: Parent.Model) throws -> Content.View? {
    try childModel(model, id).map { try Content.view(for: $0) }
  }

  /// The views of the children, in the order of the list.
  ///
  /// - Throws: The error of a child's `view`.
  public func views(for model: Parent.Model) throws -> [(id: ID, view: Content.View)] {
    try children(model).map { ($0.id, try Content.view(for: $0.model)) }
  }
}

extension Children where Content.Flags == Void {
  /// Makes the first model of the child with this id, and performs the child's commands as commands of the parent.
  ///
  /// - Throws: The error of the child's `start`.
  public func start(_ id: ID, perform: (Parent.Command) -> Void) throws -> Content.Model {
    try start(id, with: (), perform: perform)
  }
}

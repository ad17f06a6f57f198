public import TEARuntime

/// A part of a view, typed by the messages that can be sent from it.
public protocol Component<Message>: SendableMetatype {
  /// A message that can be sent.
  associatedtype Message

  /// The part as data.
  var tree: ViewTree<Message> { get }
}

extension Component {
  /// The same part inside a parent: its messages become the parent's.
  public func map<Parent>(_ transform: (Message) -> Parent) -> ViewTree<Parent> { tree.map(transform) }
}

extension ViewTree: Component {
  public var tree: ViewTree { self }
}

/// Collects the parts of a stack or of a button's label: one after the other, conditionals, and loops.
@resultBuilder
public enum ComponentBuilder<Message> {
  public static func buildExpression<Part: Component>(_ part: Part) -> [ViewTree<Message>]
  where Part.Message == Message {
    [part.tree]
  }

  public static func buildExpression(_ parts: ForEach<Message>) -> [ViewTree<Message>] { parts.trees }
  public static func buildBlock(_ parts: [ViewTree<Message>]...) -> [ViewTree<Message>] { parts.flatMap { $0 } }
  public static func buildOptional(_ parts: [ViewTree<Message>]?) -> [ViewTree<Message>] { parts ?? [] }
  public static func buildEither(first parts: [ViewTree<Message>]) -> [ViewTree<Message>] { parts }
  public static func buildEither(second parts: [ViewTree<Message>]) -> [ViewTree<Message>] { parts }
  public static func buildArray(_ parts: [[ViewTree<Message>]]) -> [ViewTree<Message>] { parts.flatMap { $0 } }
  public static func buildLimitedAvailability(_ parts: [ViewTree<Message>]) -> [ViewTree<Message>] { parts }
}

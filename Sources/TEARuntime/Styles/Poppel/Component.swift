public import TEARuntime

/// A part of a view, typed by the messages that can be sent from it.
///
/// A component of your own is made of others:
///
/// ```swift
/// struct Stepper: Component {
///   var count: Int
///   var tree: ViewTree<Change> {
///     HStack {
///       Button(onClick: .less) { Text("-") }
///       Text("\(count)")
///       Button(onClick: .more) { Text("+") }
///     }.tree
///   }
/// }
/// ```
public protocol Component<Message>: SendableMetatype {
  /// A message that can be sent.
  associatedtype Message

  /// The part as data.
  var tree: ViewTree<Message> { get }
}

extension Component {
  /// The same part inside a parent: its messages become messages of the parent.
  public func map<Parent>(_ transform: (Message) -> Parent) -> ViewTree<Parent> { tree.map(transform) }
}

extension ViewTree: Component {
  /// The view itself.
  public var tree: ViewTree { self }
}

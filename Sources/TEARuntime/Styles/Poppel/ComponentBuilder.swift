public import TEARuntime

/// Collects the components of an app's view: one, or several below each other, with conditionals and loops.
///
/// The builder can also mark functions and properties that make parts of a view.
///
/// ```swift
/// @ComponentBuilder func row(of item: Item) -> some Component<Message> {
///   if item.isLoading { ProgressView<Message>() } else { Text<Message>(item.title) }
/// }
/// ```
@resultBuilder
public enum ComponentBuilder {
  /// Takes a component.
  public static func buildExpression<Part: Component>(_ part: Part) -> ViewTree<Part.Message> { part.tree }
  /// Shows nothing.
  public static func buildBlock<Message>() -> ViewTree<Message> { EmptyComponent().tree }
  /// Shows one component.
  public static func buildBlock<Message>(_ part: ViewTree<Message>) -> ViewTree<Message> { part }
  /// Shows components below each other.
  public static func buildBlock<Message>(_ parts: ViewTree<Message>...) -> ViewTree<Message> { stack(parts) }
  /// Shows the component of an `if`; nothing if its condition does not hold.
  public static func buildOptional<Message>(_ part: ViewTree<Message>?) -> ViewTree<Message> {
    part ?? EmptyComponent().tree
  }
  /// Shows the component of the branch whose condition holds.
  public static func buildEither<Message>(first part: ViewTree<Message>) -> ViewTree<Message> { part }
  /// Shows the component of the `else` branch.
  public static func buildEither<Message>(second part: ViewTree<Message>) -> ViewTree<Message> { part }
  /// Shows the components of a loop below each other.
  public static func buildArray<Message>(_ parts: [ViewTree<Message>]) -> ViewTree<Message> { stack(parts) }
  /// Shows the component of an `if #available`.
  public static func buildLimitedAvailability<Message>(_ part: ViewTree<Message>) -> ViewTree<Message> { part }

  private static func stack<Message>(_ parts: [ViewTree<Message>]) -> ViewTree<Message> {
    .stack(.vertical, parts.filter { !$0.isEmpty })
  }
}

/// Collects the parts of a stack or of a button's label: one after the other, with conditionals and loops.
@resultBuilder
public enum PartsBuilder<Message> {
  /// Takes a component.
  public static func buildExpression<Part: Component>(_ part: Part) -> [ViewTree<Message>]
  where Part.Message == Message {
    part.tree.isEmpty ? [] : [part.tree]
  }

  /// Takes the parts of all elements of a list.
  public static func buildExpression(_ parts: ForEach<Message>) -> [ViewTree<Message>] { parts.trees }
  /// Collects the parts of all lines.
  public static func buildBlock(_ parts: [ViewTree<Message>]...) -> [ViewTree<Message>] { parts.flatMap { $0 } }
  /// Collects the parts of an `if`; none if its condition does not hold.
  public static func buildOptional(_ parts: [ViewTree<Message>]?) -> [ViewTree<Message>] { parts ?? [] }
  /// Collects the parts of the branch whose condition holds.
  public static func buildEither(first parts: [ViewTree<Message>]) -> [ViewTree<Message>] { parts }
  /// Collects the parts of the `else` branch.
  public static func buildEither(second parts: [ViewTree<Message>]) -> [ViewTree<Message>] { parts }
  /// Collects the parts of a loop.
  public static func buildArray(_ parts: [[ViewTree<Message>]]) -> [ViewTree<Message>] { parts.flatMap { $0 } }
  /// Collects the parts of an `if #available`.
  public static func buildLimitedAvailability(_ parts: [ViewTree<Message>]) -> [ViewTree<Message>] { parts }
}

extension ViewTree {
  /// `true` for a stack without parts, which takes no space in another stack.
  fileprivate var isEmpty: Bool {
    if case .stack(_, _, _, let parts) = self { parts.isEmpty } else { false }
  }
}

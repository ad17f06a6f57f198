public import TEARuntime

/// The whole of what an application shows.
public struct ViewController<Message> {
  let view: View<Message>

  /// A view controller of one view.
  public static func _viewController(_ view: View<Message>) -> ViewController { ViewController(view: view) }
}

extension ViewController: MessageCarrying {
  public var messages: [Message] { view.messages }

  /// The view as data.
  public var tree: ViewTree<Message> { view.tree }
}

/// A part of what an application shows.
public struct View<Message> {
  /// The view as data.
  public let tree: ViewTree<Message>

  /// A line of text.
  public static func label(text: String) -> View { View(tree: .text(text)) }

  /// A button that sends a message.
  public static func button(text: String, onTap: Message) -> View {
    View(tree: .button(onTap, label: .text(text)))
  }

  /// Views in a row.
  public static func stackView(
    views: [View], axis: StackAxis, distribution: StackDistribution = .fill
  ) -> View {
    let distribution: ViewDistribution = distribution == .fillEqually ? .equal : .natural
    let axis: ViewAxis = axis == .vertical ? .vertical : .horizontal
    return View(tree: .stack(axis, distribution: distribution, views.map(\.tree)))
  }

  /// Views in a row, spelled as in the sample.
  public static func stackView(views: [View], axis: StackAxis, distriburtion: StackDistribution) -> View {
    stackView(views: views, axis: axis, distribution: distriburtion)
  }
}

extension View: MessageCarrying {
  public var messages: [Message] { tree.messages }
}

/// Which way a stack grows.
public enum StackAxis: Hashable, Sendable {
  case vertical
  case horizontal
}

/// The distribution of a stack's space among its views.
public enum StackDistribution: Hashable, Sendable {
  /// Each view takes what it needs.
  case fill
  /// Each view takes as much as the largest one.
  case fillEqually
}

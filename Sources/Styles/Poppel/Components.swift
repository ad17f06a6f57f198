public import TEARuntime

/// A text.
public struct Text<Message>: Component {
  public let tree: ViewTree<Message>

  public init(_ text: String) { tree = .text(text) }
}

/// A button that sends a message.
public struct Button<Message>: Component {
  public let tree: ViewTree<Message>

  /// - Parameter onClick: The message that is sent when the button is pressed.
  public init(onClick: Message, @ComponentBuilder<Message> label: () -> [ViewTree<Message>]) {
    let parts = label()
    tree = .button(onClick, label: parts.count == 1 ? parts[0] : .stack(.horizontal, parts))
  }
}

/// A picture of the app's own, or a symbol of the system's.
public struct Image<Message>: Component {
  public let tree: ViewTree<Message>

  public init(_ name: String) { tree = .image(.named(name)) }
  public init(systemName: String) { tree = .image(.symbol(systemName)) }
}

/// The progress of something, as far as that is known.
public struct ProgressView<Message>: Component {
  public let tree: ViewTree<Message>

  /// Nobody knows how much is done.
  public init() { tree = .progress(nil) }

  /// So much of a total is done.
  public init(value: Double, total: Double = 1) { tree = .progress(value / total) }
}

/// Parts below each other.
public struct VStack<Message>: Component {
  public let tree: ViewTree<Message>

  /// - Parameter spacing: How many points there are between the parts.
  public init(spacing: Int = 0, @ComponentBuilder<Message> parts: () -> [ViewTree<Message>]) {
    tree = .stack(.vertical, spacing: spacing, parts())
  }
}

/// Parts beside each other.
public struct HStack<Message>: Component {
  public let tree: ViewTree<Message>

  /// - Parameter spacing: How many points there are between the parts.
  public init(spacing: Int = 0, @ComponentBuilder<Message> parts: () -> [ViewTree<Message>]) {
    tree = .stack(.horizontal, spacing: spacing, parts())
  }
}

/// Parts for each element of a list, in the stack that the list stands in.
public struct ForEach<Message> {
  let trees: [ViewTree<Message>]

  public init<Elements: Sequence>(
    _ elements: Elements, @ComponentBuilder<Message> parts: (Elements.Element) -> [ViewTree<Message>]
  ) {
    trees = elements.flatMap(parts)
  }
}

public import TEARuntime

/// A text.
public struct Text<Message>: Component {
  public let tree: ViewTree<Message>

  /// Makes a text.
  public init(_ text: String) { tree = .text(text) }
}

/// A button that sends a message.
public struct Button<Message>: Component {
  public let tree: ViewTree<Message>

  /// Makes a button with a message, and with the parts of its label beside each other.
  public init(onClick: Message, @PartsBuilder<Message> _ label: () -> [ViewTree<Message>]) {
    let parts = label()
    tree = .button(onClick, label: parts.count == 1 ? parts[0] : .stack(.horizontal, parts))
  }
}

/// A part that shows nothing and takes no space.
public struct EmptyComponent<Message>: Component {
  public let tree: ViewTree<Message> = .stack(.vertical, [])

  /// Makes a part that shows nothing.
  public init() {}
}

/// A progress indicator, of a known or an unknown extent.
public struct ProgressView<Message>: Component {
  public let tree: ViewTree<Message>

  /// Makes an indicator of unknown extent.
  public init() { tree = .progress(nil) }

  /// Makes an indicator of a value from 0 to a total.
  ///
  /// A value below 0 counts as 0, and a value above the total as the total. 0 of 0 counts as 0.
  public init(value: Double, total: Double = 1) {
    // `max(0, .nan)` is 0, but `max(.nan, 0)` is a NaN.
    tree = .progress(min(1, max(0, value / total)))
  }
}

/// Parts below each other.
public struct VStack<Message>: Component {
  public let tree: ViewTree<Message>

  /// Makes a stack of its parts; the spacing is in points.
  public init(spacing: Int = 0, @PartsBuilder<Message> content: () -> [ViewTree<Message>]) {
    tree = .stack(.vertical, spacing: spacing, content())
  }
}

/// Parts beside each other.
public struct HStack<Message>: Component {
  public let tree: ViewTree<Message>

  /// Makes a stack of its parts; the spacing is in points.
  public init(spacing: Int = 0, @PartsBuilder<Message> content: () -> [ViewTree<Message>]) {
    tree = .stack(.horizontal, spacing: spacing, content())
  }
}

/// Parts for each element of a sequence; they become direct parts of the enclosing stack.
public struct ForEach<Message> {
  let trees: [ViewTree<Message>]

  /// Makes the parts of all elements.
  public init<Elements: Sequence>(
    _ elements: Elements, @PartsBuilder<Message> content: (Elements.Element) -> [ViewTree<Message>]
  ) {
    trees = elements.flatMap(content)
  }
}

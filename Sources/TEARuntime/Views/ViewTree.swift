/// A view as data: texts, pictures, buttons and fields in stacks, where each button carries the message that it sends.
///
/// A terminal shows a view by ``lines(width:focus:)``, SwiftUI can show it, and a test can compare it. Libraries such as
/// `PoppelStyle` and `ElmButtonStyle` give the parts of a view the names of other systems.
public indirect enum ViewTree<Message> {
  /// A text.
  case text(String)
  /// A picture.
  case image(ViewPicture)
  /// A progress from 0 to 1; `nil` where it is unknown.
  case progress(Double?)
  /// A button: the message that it sends, and its label.
  case button(Message, label: ViewTree)
  /// A field that takes a typed text.
  case field(ViewField<Message>)
  /// Parts in a row or a column, with a number of points between them.
  case stack(ViewAxis, spacing: Int = 0, distribution: ViewDistribution = .natural, [ViewTree])
}

extension ViewTree: Equatable where Message: Equatable {}
extension ViewTree: Hashable where Message: Hashable {}
extension ViewTree: Sendable where Message: Sendable {}

extension ViewTree: MessageCarrying {
  public var messages: [Message] {
    switch self {
    case .text, .image, .progress: []
    case .button(let message, let label): [message] + label.messages
    case .field(let field): field.messages
    case .stack(_, _, _, let parts): parts.messages
    }
  }

  public var stops: [Int] {
    switch self {
    case .text, .image, .progress: []
    case .button(_, let label): [0] + label.stops.map { $0 + 1 }
    case .field(let field): field.stops
    case .stack(_, _, _, let parts): parts.stops
    }
  }

  /// The field whose first message is at an index of ``messages``; `nil` if no field begins there.
  public func field(at index: Int) -> ViewField<Message>? {
    var field: ViewField<Message>?
    _ = changing(fieldAt: index) { field = $0 }
    return field
  }

  /// The same view, after a change of the field whose first message is at an index of ``messages``.
  func changing(fieldAt index: Int, _ change: (inout ViewField<Message>) -> Void) -> ViewTree {
    switch self {
    case .text, .image, .progress: return self
    case .button(let message, let label):
      return .button(message, label: label.changing(fieldAt: index - 1, change))
    case .field(var field):
      if index == 0, field.stop != nil { change(&field) }
      return .field(field)
    case .stack(let axis, let spacing, let distribution, let parts):
      var firstIndex = 0
      let newParts = parts.map { part in
        defer { firstIndex += part.messages.count }
        return part.changing(fieldAt: index - firstIndex, change)
      }
      return .stack(axis, spacing: spacing, distribution: distribution, newParts)
    }
  }

  /// The same view with transformed messages, such as those of a child as messages of its parent.
  public func map<Other>(_ transform: (Message) -> Other) -> ViewTree<Other> {
    switch self {
    case .text(let text): .text(text)
    case .image(let picture): .image(picture)
    case .progress(let fraction): .progress(fraction)
    case .button(let message, let label): .button(transform(message), label: label.map(transform))
    case .field(let field): .field(field.map(transform))
    case .stack(let axis, let spacing, let distribution, let parts):
      .stack(axis, spacing: spacing, distribution: distribution, parts.map { $0.map(transform) })
    }
  }

  /// All texts, in reading order.
  public var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .image, .progress: []
    case .button(_, let label): label.texts
    case .field(let field): [field.text]
    case .stack(_, _, _, let parts): parts.flatMap(\.texts)
    }
  }
}

extension ViewTree: FieldHolding {
  package var hasFields: Bool {
    switch self {
    case .text, .image, .progress: false
    case .button(_, let label): label.hasFields
    case .field(let field): field.hasFields
    case .stack(_, _, _, let parts): parts.hasFields
    }
  }
}

extension ViewTree {
  package static func underlined(_ text: String, with character: Character) -> ViewTree {
    let columns = text.split(separator: "\n").map { String($0).columns }.max() ?? 0
    return .stack(.vertical, [.text(text), .text(String(repeating: character, count: columns))])
  }
}

/// The direction of a stack.
public enum ViewAxis: Hashable, Sendable {
  /// From top to bottom.
  case vertical
  /// From left to right.
  case horizontal
}

/// The distribution of a stack's space among its parts.
public enum ViewDistribution: Hashable, Sendable {
  /// Each part takes what it needs.
  case natural
  /// Each part takes as much as the largest one.
  case equal
}

/// A picture, by its source.
public indirect enum ViewPicture: Hashable, Sendable {
  /// A picture in the resources of the app, by its name.
  case named(String)
  /// A symbol of the system, by its name.
  case symbol(String)
  /// A picture as the contents of a file; the description stands for the picture where pictures are not drawn.
  case data([UInt8], description: String)
  /// A picture that takes the available size instead of its own.
  case resizable(ViewPicture)

  /// The name of the picture, or its description.
  public var name: String {
    switch self {
    case .named(let name), .symbol(let name), .data(_, description: let name): name
    case .resizable(let picture): picture.name
    }
  }
}

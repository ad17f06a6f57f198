/// A button above a view controller.
public enum BarButtonItem<Message> {
  /// No button.
  case none
  /// A button whose action the system performs.
  case builtin(BuiltinBarButton)
  /// A button with an icon of the system.
  case system(SystemBarButton, action: Message)
  /// A button with a text.
  case custom(text: String, action: Message)
  /// The button that shows the delete buttons of rows; a terminal always shows them.
  case editButtonItem

  /// The same button inside a parent: its message becomes a message of the parent.
  public func map<Parent>(_ transform: (Message) -> Parent) -> BarButtonItem<Parent> {
    switch self {
    case .none: .none
    case .builtin(let button): .builtin(button)
    case .system(let icon, let action): .system(icon, action: transform(action))
    case .custom(let text, let action): .custom(text: text, action: transform(action))
    case .editButtonItem: .editButtonItem
    }
  }

  /// The text and the message of the button; `nil` for no button, a gap, and a button that sends no message.
  var button: (text: String, action: Message)? {
    switch self {
    case .none, .builtin, .editButtonItem, .system(.flexibleSpace, _), .system(.fixedSpace, _): nil
    case .system(let icon, let action): (icon.name, action)
    case .custom(let text, let action): (text, action)
    }
  }
}

/// A button whose action the system performs, known by its title.
public struct BuiltinBarButton: Hashable, Sendable {
  /// The title of the button.
  public let title: String

  /// Makes a button with a title.
  public init(title: String) { self.title = title }
}

/// The system's icons for buttons, named as in `UIBarButtonItem.SystemItem`.
///
/// ``flexibleSpace`` and ``fixedSpace`` are gaps, and send nothing.
public enum SystemBarButton: Hashable, Sendable {
  /// The text “Done”.
  case done
  /// The text “Cancel”.
  case cancel
  /// The text “Edit”.
  case edit
  /// The text “Save”.
  case save
  /// A plus sign.
  case add
  /// A gap of all the width that is left.
  case flexibleSpace
  /// A gap of a fixed width.
  case fixedSpace
  /// A pencil on a square.
  case compose
  /// An arrow to the left.
  case reply
  /// An arrow out of a box, as for sharing.
  case action
  /// A folder.
  case organize
  /// An open book.
  case bookmarks
  /// A magnifying glass.
  case search
  /// A circular arrow.
  case refresh
  /// A cross.
  case stop
  /// A camera.
  case camera
  /// A bin.
  case trash
  /// A triangle to the right.
  case play
  /// Two bars.
  case pause
  /// Two triangles to the left.
  case rewind
  /// Two triangles to the right.
  case fastForward
  /// The text “Undo”.
  case undo
  /// The text “Redo”.
  case redo

  /// The name that a terminal shows in place of the icon.
  var name: String { "\(self)" }
}

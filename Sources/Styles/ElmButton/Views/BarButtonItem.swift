/// A button above a view controller.
public enum BarButtonItem<Message> {
  case none
  /// A button that is the system's business.
  case builtin(BuiltinBarButton)
  /// A button with a sign of the system's.
  case system(SystemBarButton, action: Message)
  /// A button with a text.
  case custom(text: String, action: Message)
  /// The button that shows the means to delete rows; a terminal shows them always.
  case editButtonItem

  /// The same button inside a parent.
  public func map<Parent>(_ transform: (Message) -> Parent) -> BarButtonItem<Parent> {
    switch self {
    case .none: .none
    case .builtin(let button): .builtin(button)
    case .system(let sign, let action): .system(sign, action: transform(action))
    case .custom(let text, let action): .custom(text: text, action: transform(action))
    case .editButtonItem: .editButtonItem
    }
  }

  /// The message and the text of the button, if it sends one.
  var button: (text: String, action: Message)? {
    switch self {
    case .none, .builtin, .editButtonItem: nil
    case .system(let sign, let action): (sign.name, action)
    case .custom(let text, let action): (text, action)
    }
  }
}

/// A button that is the system's business, by its title.
public struct BuiltinBarButton: Hashable, Sendable {
  public let title: String

  /// Makes a button with a title.
  public init(title: String) { self.title = title }
}

/// The system's signs for buttons.
public enum SystemBarButton: Hashable, Sendable {
  case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search
  case refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo

  /// The sign in a terminal.
  var name: String { "\(self)" }
}

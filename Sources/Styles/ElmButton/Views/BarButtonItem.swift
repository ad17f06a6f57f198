/// A button above a view controller.
public enum BarButtonItem<Message> {
  /// No button.
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
  /// The title of the button.
  public let title: String

  /// Makes a button with a title.
  public init(title: String) { self.title = title }
}

/// The system's signs for buttons.
public enum SystemBarButton: Hashable, Sendable {
  /// It is done.
  case done
  /// It is left as it was.
  case cancel
  /// It can be changed.
  case edit
  /// It is kept.
  case save
  /// There is one more.
  case add
  /// As much space as is left.
  case flexibleSpace
  /// Some space.
  case fixedSpace
  /// A text is written.
  case compose
  /// A text is answered.
  case reply
  /// There are things to do with it.
  case action
  /// It is put in order.
  case organize
  /// Its place is kept.
  case bookmarks
  /// Something is looked for.
  case search
  /// It is loaded again.
  case refresh
  /// It comes to an end.
  case stop
  /// A picture is taken.
  case camera
  /// It is thrown away.
  case trash
  /// It is played.
  case play
  /// It stands still for a while.
  case pause
  /// It goes back.
  case rewind
  /// It goes ahead.
  case fastForward
  /// The last step is taken back.
  case undo
  /// The last step is taken again.
  case redo

  /// The sign in a terminal.
  var name: String { "\(self)" }
}

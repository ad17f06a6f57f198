/// An effect that an application asks for.
///
/// Besides the commands of the library there are custom commands, which are values (see ``CustomCommand``) or functions
/// (see ``init(_:run:)``).
public enum Command<Message> {
  /// Saves a value.
  case save(value: Int)
  /// Loads the value that was saved last, or 0 if there is none; `available` makes the message.
  case load(available: (Int) -> Message)
  /// Shows an alert with one button.
  case modalAlert(title: String, accept: String)
  /// Shows an alert with a text field; `submit` makes the message of the text, or of `nil` if the person cancels. It is also
  /// called for `nil` and two short texts when the command is performed, because alerts are compared by these messages.
  case modalTextAlert(
    title: String, accept: String, cancel: String, placeholder: String, submit: (String?) -> Message)
  /// A custom command.
  case own(AnyCustomCommand<Message>)

  /// The same command inside a parent: its messages become messages of the parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> Command<Parent> {
    switch self {
    case .save(let value): .save(value: value)
    case .load(let available): .load(available: { transform(available($0)) })
    case .modalAlert(let title, let accept): .modalAlert(title: title, accept: accept)
    case .modalTextAlert(let title, let accept, let cancel, let placeholder, let submit):
      .modalTextAlert(
        title: title, accept: accept, cancel: cancel, placeholder: placeholder, submit: { transform(submit($0)) })
    case .own(let own): .own(own.map(transform))
    }
  }
}

/// The functions of two commands are compared by their results for a few arguments, because functions have no equality.
///
/// Custom commands are compared by their values, and by their messages for a few example answers. Without examples for the type
/// of the answers, only the values are compared: the value should then name the part of the program that asks.
extension Command: Equatable where Message: Equatable {
  public static func == (one: Command, other: Command) -> Bool {
    switch (one, other) {
    case (.save(let one), .save(let other)): one == other
    case (.load(let one), .load(let other)): one(0) == other(0) && one(1) == other(1)
    case (.modalAlert(let oneTitle, let oneAccept), .modalAlert(let otherTitle, let otherAccept)):
      oneTitle == otherTitle && oneAccept == otherAccept
    case (
      .modalTextAlert(let oneTitle, let oneAccept, let oneCancel, let onePlaceholder, let oneSubmit),
      .modalTextAlert(let otherTitle, let otherAccept, let otherCancel, let otherPlaceholder, let otherSubmit)
    ):
      [oneTitle, oneAccept, oneCancel, onePlaceholder] == [otherTitle, otherAccept, otherCancel, otherPlaceholder]
        && ([nil] + exampleTexts).allSatisfy { oneSubmit($0) == otherSubmit($0) }
    case (.own(let one), .own(let other)):
      AnyHashable(one.value) == AnyHashable(other.value) && one.exampleAnswers.count == other.exampleAnswers.count
        && one.exampleAnswers.allSatisfy { one.message?($0) == other.message?($0) }
    case (.save, _), (.load, _), (.modalAlert, _), (.modalTextAlert, _), (.own, _): false
    }
  }
}

extension Command: Hashable where Message: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .save(let value): hasher.combine(value)
    case .load(let available):
      hasher.combine(available(0))
      hasher.combine(available(1))
    case .modalAlert(let title, _): hasher.combine(title)
    case .modalTextAlert(let title, _, _, _, let submit):
      hasher.combine(title)
      hasher.combine(submit(nil))
    case .own(let own): hasher.combine(AnyHashable(own.value))
    }
  }
}

/// Reports show a command without its function, which has no useful description.
extension Command: CustomReflectable {
  public var customMirror: Mirror {
    switch self {
    case .save(let value): Mirror(self, children: ["save": value], displayStyle: .enum)
    case .load: Mirror(self, children: [], displayStyle: .enum)
    case .modalAlert(let title, let accept):
      Mirror(self, children: ["modalAlert": (title: title, accept: accept)], displayStyle: .enum)
    case .modalTextAlert(let title, let accept, let cancel, let placeholder, _):
      Mirror(
        self,
        children: [
          "modalTextAlert": (title: title, accept: accept, cancel: cancel, placeholder: placeholder)
        ], displayStyle: .enum)
    case .own(let own): Mirror(self, children: ["own": own.value as Any], displayStyle: .enum)
    }
  }
}

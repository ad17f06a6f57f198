internal import TEARuntime

/// A question or a note that is shown in place of the application's view.
public struct Alert<Message> {
  /// The question or the note.
  public let title: String
  /// The title of the button that accepts.
  public let accept: String
  /// The title of the button that cancels; `nil` for an alert without a text field.
  public let cancel: String?
  /// The text that an empty field shows.
  public let placeholder: String
  /// The typed text.
  public internal(set) var text = ""
  private let submit: Submission?
  /// The messages for `nil` and for each of ``exampleTexts``, compared in place of `submit`.
  private let exampleMessages: [Message]

  /// A function, which comparisons ignore: functions have no equality, so ``exampleMessages`` are compared instead. Alerts
  /// whose functions differ for other texts only are taken for one, which a check says.
  private struct Submission: IgnoredInComparison {
    let message: (String?) -> Message
  }

  init?(_ command: Command<Message>) {
    switch command {
    case .modalAlert(let title, let accept):
      (self.title, self.accept, cancel, placeholder, submit, exampleMessages) = (title, accept, nil, "", nil, [])
    case .modalTextAlert(let title, let accept, let cancel, let placeholder, let submit):
      (self.title, self.accept, self.cancel, self.placeholder) = (title, accept, cancel, placeholder)
      (self.submit, exampleMessages) = (Submission(message: submit), ([nil] + exampleTexts).map(submit))
    case .save, .load, .own: return nil
    }
  }

  /// The text is `nil` if the person cancels; the message is `nil` for an alert without a text field.
  func message(for text: String?) -> Message? { submit?.message(text) }

  /// The alert as a view tree; the spacing of 16 points is one line of a terminal.
  func tree() -> ViewTree<ScreenEvent<Message>> {
    let acceptButton = ViewTree<ScreenEvent<Message>>.button(.accepted(text), label: .text(accept))
    guard let cancel else { return .stack(.vertical, spacing: 16, [.text(title), acceptButton]) }
    let field = ViewField<ScreenEvent<Message>>(
      text: text, placeholder: placeholder, change: .typed(text), end: .accepted(text),
      examples: exampleTexts.filter { $0 != text }.map { .typed($0) },
      // The way to the button that cancels leaves the field.
      endsOnLeave: false)
    return .stack(
      .vertical, spacing: 16,
      [
        .text(title), .field(field),
        .stack(.horizontal, [.button(.cancelled, label: .text(cancel)), acceptButton]),
      ])
  }
}

/// Alerts are equal when they show the same texts, and a few answers become the same messages.
extension Alert: Equatable where Message: Equatable {
  public static func == (one: Alert, other: Alert) -> Bool {
    one.title == other.title && one.accept == other.accept && one.cancel == other.cancel
      && one.placeholder == other.placeholder && one.text == other.text
      && one.exampleMessages == other.exampleMessages
  }
}

/// Reports show an alert without its function, which has no useful description.
extension Alert: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["title": title, "text": text], displayStyle: .struct) }
}

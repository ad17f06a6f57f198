/// The keyboard focus: a position among a view's messages.
///
/// While the focus is on a field, `Focus` also holds the typed text.
public struct Focus: Hashable, Sendable {
  /// The index of the focus among the ``MessageCarrying/stops`` of the view; it may be too large after the view became shorter.
  private var stop: Int
  /// The typed text that the view does not show yet; `nil` for none.
  private var draft: String?
  /// `true` if the text was edited after the focus reached the field and after the last Return.
  private var isTyping = false

  /// Makes a focus on the first message.
  public init() { stop = 0 }

  /// The index of the message in focus; `nil` for a view without messages.
  ///
  /// The focus is on the last of the view's ``MessageCarrying/stops`` if the view has become too short for the former position.
  public func index(in view: some MessageCarrying) -> Int? {
    let stops = view.stops
    return stops.isEmpty ? nil : stops[min(stop, stops.count - 1)]
  }

  /// The message in focus; `nil` for a view without messages.
  public func message<View: MessageCarrying>(in view: View) -> View.Message? {
    index(in: view).map { view.messages[$0] }
  }

  /// Moves to the next message that can have the focus, and from the last one to the first.
  public mutating func moveForward(in view: some MessageCarrying) { move(1, in: view) }

  /// Moves to the previous message that can have the focus, and from the first one to the last.
  public mutating func moveBackward(in view: some MessageCarrying) { move(-1, in: view) }

  private mutating func move(_ distance: Int, in view: some MessageCarrying) {
    let count = view.stops.count
    guard count > 0 else { return }
    stop = (min(stop, count - 1) + distance + count) % count
    (draft, isTyping) = (nil, false)
  }
}

// MARK: Fields

extension Focus {
  /// The field in focus; `nil` if the focus is not on a field.
  public func field<Message>(in view: ViewTree<Message>) -> ViewField<Message>? {
    index(in: view).flatMap { view.field(at: $0) }
  }

  /// Types a character into the field in focus.
  ///
  /// - Returns: The message of the change; `nil` if none is sent.
  public mutating func type<Message>(_ character: Character, in view: ViewTree<Message>) -> Message? {
    edit(in: view) { $0.append(character) }
  }

  /// Removes the last character of the field in focus.
  ///
  /// - Returns: The message of the change; `nil` if none is sent.
  public mutating func deleteBackward<Message>(in view: ViewTree<Message>) -> Message? {
    edit(in: view) { $0 = String($0.dropLast()) }
  }

  private mutating func edit<Message>(in view: ViewTree<Message>, _ change: (inout String) -> Void) -> Message? {
    guard let field = field(in: view) else { return nil }
    let oldText = draft ?? field.text
    var newText = oldText
    change(&newText)
    guard newText != oldText else { return nil }
    (draft, isTyping) = (newText, true)
    return field.changed(to: newText)
  }

  /// Presses Return: ends the typing in a field, or presses a button.
  ///
  /// - Returns: The message of the field or the button; `nil` if none is sent.
  public mutating func press<Message>(in view: ViewTree<Message>) -> Message? {
    guard let field = field(in: view) else { return message(in: view) }
    let text = draft ?? field.text
    (draft, isTyping) = (nil, false)
    return field.ended(with: text)
  }

  /// Ends the typing in a field before the focus leaves it, unless the field says otherwise by ``ViewField/endsOnLeave``.
  ///
  /// - Returns: The message; `nil` if none is sent.
  public mutating func leave<Message>(_ view: ViewTree<Message>) -> Message? {
    isTyping && field(in: view)?.endsOnLeave == true ? press(in: view) : nil
  }

  /// Discards the typed text, because the view was shown again with its own texts in the fields.
  public mutating func viewDidUpdate() { draft = nil }

  /// The view, with the typed text in the field in focus.
  public func shown<Message>(in view: ViewTree<Message>) -> ViewTree<Message> {
    guard let draft, let index = index(in: view) else { return view }
    return view.changing(fieldAt: index) { $0.text = draft }
  }
}

/// A field of a view that takes a typed text.
///
/// A field holds messages instead of functions, so views with fields can be compared. The messages carry the text that
/// the field shows; ``TextMessage/carrying(_:)`` makes the message for another text. So the messages of a parent, to which the
/// messages of a child's field are mapped, must be text messages too.
public struct ViewField<Message> {
  /// The text in the field.
  public var text: String
  /// The text that is shown where the field is empty.
  public var placeholder: String
  /// The message of a change, with the present text; `nil` where a change sends none.
  public var change: Message?
  /// The message of the end of typing, with the present text; `nil` where the end sends none.
  public var end: Message?
  /// Messages with other texts: in checks, they stand for all texts that a person can type. Ignored where neither a change nor
  /// the end sends a message.
  public var examples: [Message]
  /// The typing also ends when the focus leaves the field after an edit, and not only by Return. If `false`, a field without
  /// ``change`` may lose the typed text then.
  public var endsOnLeave: Bool

  /// Makes a field.
  public init(
    text: String, placeholder: String = "", change: Message? = nil, end: Message? = nil, examples: [Message] = [],
    endsOnLeave: Bool = true
  ) {
    self.text = text
    self.placeholder = placeholder
    self.change = change
    self.end = end
    self.examples = examples
    self.endsOnLeave = endsOnLeave
  }

  /// The message that has the focus when the field is in focus: the first of ``messages``; `nil` for a field that sends none.
  var stop: Message? { end ?? change }

  /// The message that is sent when the text changes to another text; `nil` where a change sends none.
  public func changed(to text: String) -> Message? { change.map { message($0, carrying: text) } }

  /// The message that is sent when the typing ends with a text; `nil` where the end sends none.
  public func ended(with text: String) -> Message? { end.map { message($0, carrying: text) } }

  private func message(_ message: Message, carrying text: String) -> Message {
    if let message = (message as? any TextMessage)?.carrying(text) as? Message { return message }
    // Examples are the messages of other texts, so where there are any, the messages depend on the text.
    guard text == self.text || examples.isEmpty else {
      fatalError(
        "a field has messages of type \(Message.self), which cannot carry the typed text; conform \(Message.self) to "
          + "TextMessage")
    }
    return message
  }

  /// The same field with transformed messages.
  public func map<Other>(_ transform: (Message) -> Other) -> ViewField<Other> {
    ViewField<Other>(
      text: text, placeholder: placeholder, change: change.map(transform), end: end.map(transform),
      examples: examples.map(transform), endsOnLeave: endsOnLeave)
  }
}

extension ViewField: Equatable where Message: Equatable {}
extension ViewField: Hashable where Message: Hashable {}
extension ViewField: Sendable where Message: Sendable {}

extension ViewField: FieldHolding {
  package var hasFields: Bool { stop != nil }
}

extension ViewField: MessageCarrying {
  /// The message of the end of typing, or else of a change, and then the examples; none for a field that sends none.
  public var messages: [Message] { stop.map { [$0] + examples } ?? [] }
  public var stops: [Int] { stop == nil ? [] : [0] }
}

/// A message that can carry a typed text.
public protocol TextMessage {
  /// The same message with another text; a message that carries no text stays as it is.
  func carrying(_ text: String) -> Self
}

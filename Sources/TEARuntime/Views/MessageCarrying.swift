/// A view that carries the messages that a person can send from it.
///
/// The checker takes the possible messages from the view, because a button that the view does not show cannot be
/// pressed. The specification need not declare these messages.
///
/// ```swift
/// struct Menu: MessageCarrying {
///   var items: [(title: String, message: Choice)]
///   var messages: [Choice] { items.map(\.message) }
/// }
/// ```
public protocol MessageCarrying<Message> {
  /// The type of the messages.
  associatedtype Message

  /// The messages that a person can send from this view, in reading order.
  ///
  /// A message that two parts of the view send is listed twice.
  var messages: [Message] { get }

  /// The indices in ``messages`` of the messages that can have the focus. The default is all indices.
  ///
  /// The examples of a ``ViewField`` are among its messages, but cannot have the focus.
  var stops: [Int] { get }
}

extension MessageCarrying {
  public var stops: [Int] { Array(messages.indices) }
}

extension Array: MessageCarrying where Element: MessageCarrying {
  /// The messages of all elements, in order.
  public var messages: [Element.Message] { flatMap { $0.messages } }

  public var stops: [Int] {
    var stops: [Int] = []
    var earlierMessageCount = 0
    for element in self {
      stops += element.stops.map { $0 + earlierMessageCount }
      earlierMessageCount += element.messages.count
    }
    return stops
  }
}

extension Optional: MessageCarrying where Wrapped: MessageCarrying {
  /// The messages of the wrapped view; none for `nil`.
  public var messages: [Wrapped.Message] { map(\.messages) ?? [] }
  public var stops: [Int] { map(\.stops) ?? [] }
}

/// A view that may have fields in which a person can type any text.
package protocol FieldHolding {
  /// `true` where some field sends messages.
  var hasFields: Bool { get }
}

extension Array: FieldHolding where Element: FieldHolding {
  package var hasFields: Bool { contains { $0.hasFields } }
}

extension Optional: FieldHolding where Wrapped: FieldHolding {
  package var hasFields: Bool { self?.hasFields ?? false }
}

/// Returns whether a view has fields, itself or in a part that its mirror shows. Objects are not searched.
package func hasFields(_ view: Any) -> Bool {
  if let view = view as? any FieldHolding { return view.hasFields }
  return !(type(of: view) is AnyClass) && Mirror(comparing: view).children.contains { hasFields($0.value) }
}

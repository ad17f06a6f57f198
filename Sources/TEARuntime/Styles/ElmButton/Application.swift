public import TEARuntime

/// A program in the style of the *Elm button sample*: a value with an update, subscriptions and a view controller.
///
/// ```swift
/// struct AppState {
///   var value: Int
///   enum Message { case increment, save, load, loaded(Int) }
///   mutating func update(_ message: Message) -> [Command<Message>] { … }
///   var subscriptions: [Subscription<Message>] { … }
///   var viewController: ViewController<Message> { … }
/// }
/// extension AppState: Application {}
/// ```
///
/// A value whose type does not conform to this protocol is run by a ``Driver``, and is checked inside a ``Driven``.
public protocol Application<Message>: SendableMetatype {
  /// An event that can happen.
  associatedtype Message

  /// Changes the value for one message.
  ///
  /// - Returns: The commands to carry out, in order.
  mutating func update(_ message: Message) -> [Command<Message>]

  /// The notifications that the program subscribes to while it has this value; none by default.
  var subscriptions: [Subscription<Message>] { get }

  /// The view controller that is shown.
  var viewController: ViewController<Message> { get }

  /// The commands to carry out when the program starts; none by default.
  var initialCommands: [Command<Message>] { get }
}

extension Application {
  public var subscriptions: [Subscription<Message>] { [] }
  public var initialCommands: [Command<Message>] { [] }
}

/// An event of an application: a message, or a notification or a typed text that becomes a message.
public enum ApplicationEvent<Message> {
  /// A message.
  case message(Message)
  /// A notification without an object, by its name; the application's subscriptions turn it into messages.
  case notified(NotificationName)
  /// A notification with an object; the application's subscriptions turn it into messages.
  case received(AppNotification)
  /// A text was typed in a field, numbered from 0 in reading order.
  ///
  /// The view that is current when the event is handled makes the message.
  case changed(field: Int, text: String)
  /// The typing in a field has ended with a text.
  ///
  /// The view that is current when the event is handled makes the message.
  case ended(field: Int, text: String)
}

extension ApplicationEvent: TextMessage {
  public func carrying(_ text: String) -> ApplicationEvent {
    switch self {
    case .message, .notified, .received: self
    case .changed(let field, _): .changed(field: field, text: text)
    case .ended(let field, _): .ended(field: field, text: text)
    }
  }
}

extension ApplicationEvent: Equatable where Message: Equatable {}
extension ApplicationEvent: Hashable where Message: Hashable {}
extension ApplicationEvent: Sendable where Message: Sendable {}

/// The module that runs an application, for a live `Program` and for checks.
///
/// The flags are the application's first value. A subscription of this module is only the name of a notification,
/// because a ``Subscription`` holds a function, and functions have no equality.
public enum ApplicationModule<State: Application>: Module {
  public static func start(with state: State, perform: (Command<State.Message>) -> Void) -> State {
    state.initialCommands.forEach(perform)
    return state
  }

  public static func update(
    for event: ApplicationEvent<State.Message>, model: inout State, perform: (Command<State.Message>) -> Void
  ) {
    switch event {
    case .message(let message): model.update(message).forEach(perform)
    case .notified(let name): deliver(AppNotification(name: name), to: &model, perform)
    case .received(let notification): deliver(notification, to: &model, perform)
    case .changed, .ended:
      if let message = Drawing(of: model.viewController).fields.message(for: event) {
        model.update(message).forEach(perform)
      }
    }
  }

  private static func deliver(
    _ notification: AppNotification, to model: inout State, _ perform: (Command<State.Message>) -> Void
  ) {
    // The loop reads the subscriptions once, before the first message can change them.
    for subscription in model.subscriptions where subscription.name == notification.name {
      model.update(subscription.message(for: notification)).forEach(perform)
    }
  }

  public static func subscriptions(for model: State) -> [NotificationName] {
    // No key path: one of a generic type is made anew at each evaluation.
    model.subscriptions.map { $0.name }
  }

  public static func view(for model: State) -> ViewTree<ApplicationEvent<State.Message>> {
    Drawing(of: model.viewController).tree
  }
}

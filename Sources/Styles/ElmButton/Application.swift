public import TEARuntime

/// A program in the style of the *Elm button sample*: a value that updates itself, and says what it subscribes to and
/// what it shows.
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
/// A ``Driver`` runs a value without the conformance, and ``Driven`` is such a value for checks.
public protocol Application<Message>: SendableMetatype {
  /// An event that can happen.
  associatedtype Message

  /// Changes the value for one message.
  ///
  /// - Returns: What the outside is to do.
  mutating func update(_ message: Message) -> [Command<Message>]

  /// The notifications that the program asks for while it has this value. The default is none.
  var subscriptions: [Subscription<Message>] { get }

  /// The view controller that is shown.
  var viewController: ViewController<Message> { get }

  /// What the outside is to do when the program starts. The default is nothing.
  var initialCommands: [Command<Message>] { get }
}

extension Application {
  public var subscriptions: [Subscription<Message>] { [] }
  public var initialCommands: [Command<Message>] { [] }
}

/// An event of an application: a message, or a notification or a typed text that becomes one.
public enum ApplicationEvent<Message> {
  /// A message.
  case message(Message)
  /// Its meaning is asked of the subscriptions that the application has when it takes the event.
  case notified(NotificationName)
  /// The same, for a notification with an object.
  case received(AppNotification)
  /// A text was typed in a field of the view, by its place among the fields. The field's message is asked of the view that
  /// the application has when it takes the event.
  case changed(field: Int, text: String)
  /// The typing in a field has ended.
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

/// The module that an application is, for the kernel and for checks.
///
/// It starts with the application's first value. A subscription is the name of a notification: functions have no identity.
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
    case .notified(let name): tell(&model, of: AppNotification(name: name), perform)
    case .received(let notification): tell(&model, of: notification, perform)
    case .changed, .ended:
      if let message = Drawing(of: model.viewController).fields.message(for: event) {
        model.update(message).forEach(perform)
      }
    }
  }

  private static func tell(
    _ model: inout State, of notification: AppNotification, _ perform: (Command<State.Message>) -> Void
  ) {
    // All of them are those of the value that was notified, whatever the first one changes.
    for subscription in model.subscriptions where subscription.name == notification.name {
      model.update(subscription.message(for: notification)).forEach(perform)
    }
  }

  public static func subscriptions(for model: State) -> [NotificationName] { model.subscriptions.map(\.name) }

  public static func view(for model: State) -> ViewTree<ApplicationEvent<State.Message>> {
    Drawing(of: model.viewController).tree
  }
}

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
}

extension Application {
  public var subscriptions: [Subscription<Message>] { [] }
}

/// An event of an application: a message, or a notification that becomes one.
public enum ApplicationEvent<Message> {
  case message(Message)
  /// Its meaning is asked of the subscriptions that the application has when it takes the event.
  case notified(NotificationName)
}

extension ApplicationEvent: Equatable where Message: Equatable {}
extension ApplicationEvent: Hashable where Message: Hashable {}
extension ApplicationEvent: Sendable where Message: Sendable {}

/// The module that an application is, for the kernel and for checks.
///
/// It starts with the application's first value. A subscription is the name of a notification: functions have no identity.
public enum ApplicationModule<State: Application>: Module {
  public static func start(with state: State) -> State { state }

  public static func update(
    for event: ApplicationEvent<State.Message>, model: inout State, perform: (Command<State.Message>) -> Void
  ) {
    switch event {
    case .message(let message): model.update(message).forEach(perform)
    case .notified(let name):
      // All of them are those of the value that was notified, whatever the first one changes.
      for subscription in model.subscriptions where subscription.name == name {
        model.update(subscription.message(for: AppNotification(name: name))).forEach(perform)
      }
    }
  }

  public static func subscriptions(for model: State) -> [NotificationName] { model.subscriptions.map(\.name) }

  public static func view(for model: State) -> ViewTree<ApplicationEvent<State.Message>> {
    model.viewController.view.tree.map { .message($0) }
  }
}

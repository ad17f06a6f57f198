import ElmButtonStyle
import ElmButtonsApp
import SimulatedPhone
import TEACheck

/// ``AppState`` as an app of the simulated phone.
enum AppStateOnPhone: PhoneApp {
  typealias App = ApplicationModule<AppState>
  typealias Message = App.Message
  typealias Command = App.Command
  typealias Subscription = Notification

  static func start(with flags: Void) -> AppState { AppState() }

  static func update(for message: Message, model: inout AppState, perform: (Command) -> Void) {
    App.update(for: message, model: &model, perform: perform)
  }

  static func subscriptions(for model: AppState) -> [Notification] {
    [.didBecomeActive, .willResignActive].filter { App.subscriptions(for: model).contains(name(of: $0)) }
  }

  static var increment: Message { .message(.increment) }
  static var load: Message { .message(.load) }
  static func value(of model: AppState) -> Int { model.value }
  static func message(on notification: Notification) -> Message { .notified(name(of: notification)) }
  static func written(by command: Command) -> Int? { if case .save(let value) = command { value } else { nil } }

  static func reply(to command: Command, stored: Int) -> Message? {
    if case .load(let available) = command { .message(available(stored)) } else { nil }
  }

  private static func name(of notification: Notification) -> NotificationName {
    switch notification {
    case .didBecomeActive: UIApplication.didBecomeActiveNotification
    case .willResignActive: UIApplication.willResignActiveNotification
    }
  }
}

import SimulatedPhone
import TEACheck

/// ``Buttons``, whose value is also saved whenever the app goes to the background.
///
/// It is wrong on purpose: a tap that the app handles between this save and the next load is lost.
enum SavingButtons: Module {
  typealias Message = Buttons.Message
  typealias Model = Buttons.Model
  typealias View = Buttons.View
  typealias Command = Buttons.Command
  typealias Subscription = Notification

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    Buttons.update(for: message, model: &model, perform: perform)
  }

  static func subscriptions(for model: Model) -> [Subscription] { [.didBecomeActive, .willResignActive] }

  static func view(for model: Model) -> View { Buttons.view(for: model) }
}

/// ``CarefulButtons``, whose value is also saved whenever the app goes to the background.
enum CarefulSavingButtons: Module {
  typealias Message = CarefulButtons.Message
  typealias Model = CarefulButtons.Model
  typealias View = CarefulButtons.View
  typealias Command = CarefulButtons.Command
  typealias Subscription = Notification

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    CarefulButtons.update(for: message, model: &model, perform: perform)
  }

  static func subscriptions(for model: Model) -> [Subscription] { [.didBecomeActive, .willResignActive] }

  static func view(for model: Model) -> View { CarefulButtons.view(for: model) }
}

extension SavingButtons: PhoneApp {
  static var increment: Message { Buttons.increment }
  static var load: Message { Buttons.load }
  static func value(of model: Model) -> Int { Buttons.value(of: model) }
  static func written(by command: Command) -> Int? { Buttons.written(by: command) }
  static func reply(to command: Command, stored: Int) -> Message? { Buttons.reply(to: command, stored: stored) }

  static func message(on notification: Notification) -> Message {
    notification == .willResignActive ? .save : Buttons.message(on: notification)
  }
}

extension CarefulSavingButtons: PhoneApp {
  static var increment: Message { CarefulButtons.increment }
  static var load: Message { CarefulButtons.load }
  static func value(of model: Model) -> Int { CarefulButtons.value(of: model) }
  static func written(by command: Command) -> Int? { CarefulButtons.written(by: command) }
  static func reply(to command: Command, stored: Int) -> Message? { CarefulButtons.reply(to: command, stored: stored) }

  static func message(on notification: Notification) -> Message {
    notification == .willResignActive ? .save : CarefulButtons.message(on: notification)
  }
}

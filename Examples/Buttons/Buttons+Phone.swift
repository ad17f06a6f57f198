import SimulatedPhone
import TEACheck

extension Buttons: PhoneApp {
  static var increment: Message { .increment }
  static var load: Message { .load }
  static func value(of model: Model) -> Int { model.value }
  static func message(on notification: Notification) -> Message { .load }
  static func written(by command: Command) -> Int? { if case .save(let value) = command { value } else { nil } }
  static func reply(to command: Command, stored: Int) -> Message? { command == .load ? .loaded(stored) : nil }
}

extension CarefulButtons: PhoneApp {
  static var increment: Message { .increment }
  static var load: Message { .load }
  static func value(of model: Model) -> Int { model.value }
  static func message(on notification: Notification) -> Message { .becameActive }
  static func written(by command: Command) -> Int? { if case .save(let value) = command { value } else { nil } }

  static func reply(to command: Command, stored: Int) -> Message? {
    switch command {
    case .save: nil
    case .load: .loaded(stored)
    case .reload: .reloaded(stored)
    }
  }
}

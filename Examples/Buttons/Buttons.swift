import SimulatedPhone
import TEACheck

/// A value with buttons that change, save and load it.
///
/// It is wrong on purpose: whenever the app becomes active, the stored value is loaded over taps that are not saved.
enum Buttons: Module {
  enum Message: Hashable {
    case increment
    case decrement
    case save
    case load
    case loaded(Int)
  }

  struct Model: Hashable { var value = 0 }

  struct View {
    var value: String
    var buttons: [(title: String, message: Message)]
  }

  enum Command: Hashable {
    case save(Int)
    case load
  }

  typealias Subscription = Notification

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .increment: model.value += 1
    case .decrement: model.value -= 1
    case .save: perform(.save(model.value))
    case .load: perform(.load)
    case .loaded(let value): model.value = value
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { [.didBecomeActive] }

  static func view(for model: Model) -> View {
    View(
      value: "\(model.value)",
      buttons: [("-", .decrement), ("+", .increment), ("save", .save), ("load", .load)])
  }
}

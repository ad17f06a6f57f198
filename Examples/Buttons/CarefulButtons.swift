import SimulatedPhone
import TEACheck

/// ``Buttons`` with a fix: becoming active does not load over a value that is not saved yet.
enum CarefulButtons: Module {
  enum Message: Hashable {
    case increment
    case decrement
    case save
    case load
    case loaded(Int)
    case becameActive
    /// The reply to `reload`, which is ignored if there are unsaved taps by then.
    case reloaded(Int)
  }

  struct Model: Hashable {
    var value = 0
    var isSaved = true
  }

  struct View {
    var value: String
    var buttons: [(title: String, message: Message)]
  }

  enum Command: Hashable {
    case save(Int)
    case load
    /// Loads because the app became active, not because the person asked for it.
    case reload
  }

  typealias Subscription = Notification

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .increment: model = Model(value: model.value + 1, isSaved: false)
    case .decrement: model = Model(value: model.value - 1, isSaved: false)
    case .save:
      model.isSaved = true
      perform(.save(model.value))
    case .load: perform(.load)
    case .loaded(let value): model = Model(value: value, isSaved: true)
    case .becameActive: if model.isSaved { perform(.reload) }
    case .reloaded(let value): if model.isSaved { model.value = value }
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { [.didBecomeActive] }

  static func view(for model: Model) -> View {
    View(
      value: "\(model.value)",
      buttons: [("-", .decrement), ("+", .increment), ("save", .save), ("load", .load)])
  }
}

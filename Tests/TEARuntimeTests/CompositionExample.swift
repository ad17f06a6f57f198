import TEARuntime

/// A kitchen timer.
enum KitchenTimer: Module {
  enum Message: Hashable { case start, tick }
  enum Command: Hashable { case ring }
  enum Subscription: Hashable { case seconds }
  struct Model: Hashable { var secondsLeft = 3, isRunning = false }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .start: model.isRunning = true
    case .tick:
      model.secondsLeft -= 1
      if model.secondsLeft == 0 {
        model.isRunning = false
        perform(.ring)
      }
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isRunning ? [.seconds] : [] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.seconds(1), .tick) }
}

/// A kitchen with as many timers as the cook needs.
enum Kitchen: Module {
  enum Message: Hashable { case add, remove(Int), timer(Int, KitchenTimer.Message) }
  enum Command: Hashable { case timer(Int, KitchenTimer.Command) }
  enum Subscription: Hashable { case timer(Int, KitchenTimer.Subscription) }

  struct Row: Hashable { var id: Int, timer: KitchenTimer.Model }
  struct Model: Hashable { var rows: [Row] = [], nextID = 0 }

  static let timers = Children<Kitchen, KitchenTimer, Int>(
    \.rows, id: \.id, model: \.timer, message: Message.timer, command: Command.timer, subscription: Subscription.timer)

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .add:
      model.rows.append(Row(id: model.nextID, timer: try timers.start(model.nextID, perform: perform)))
      model.nextID += 1
    case .remove(let id):
      model.rows.removeAll { $0.id == id }
    case .timer(let id, let message):
      try timers.update(id, for: message, in: &model, perform: perform)
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { timers.subscriptions(for: model) }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    switch subscription {
    case .timer(let id, let subscription): timers.timer(id, for: subscription)
    }
  }
}

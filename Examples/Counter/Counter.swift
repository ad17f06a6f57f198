import TEACheck

/// The counter of every Elm tutorial, which may go below zero.
enum Counter: Module {
  enum Message { case increment, decrement }

  struct Model: Hashable { var count = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .increment: model.count += 1
    case .decrement: model.count -= 1
    }
  }
}

/// The counter with a guard: it does not go below zero.
enum GuardedCounter: Module {
  typealias Message = Counter.Message
  typealias Model = Counter.Model

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .increment: model.count += 1
    case .decrement: if model.count > 0 { model.count -= 1 }
    }
  }
}

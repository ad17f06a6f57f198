import TEACheck

/// A counter that remembers its lowest and its highest count, wrong on purpose: an increment may lower the highest count.
enum Stats: Module {
  enum Message {
    case increment
    case decrement
    case reset
  }

  struct Model: Hashable {
    var count = 0
    var lowest = 0
    var highest = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .increment:
      model.count += 1
      model.highest = max(model.lowest, model.count)
    case .decrement:
      model.count -= 1
      model.lowest = min(model.lowest, model.count)
    case .reset:
      model = Model()
    }
  }
}

/// The same counter, which compares a new count with the highest count.
enum FixedStats: Module {
  typealias Message = Stats.Message
  typealias Model = Stats.Model

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .increment:
      model.count += 1
      model.highest = max(model.highest, model.count)
    case .decrement, .reset:
      Stats.update(for: message, model: &model, perform: perform)
    }
  }
}

import TEACheck

/// The timers of a runtime, wrong on purpose: a start does not cancel the timer that runs for its id.
enum Timers: Module {
  enum ID: CaseIterable { case poll, save }

  struct Timer: Hashable {
    var id: ID
    var number: Int
  }

  enum Message {
    case start(ID)
    case cancel(ID)
  }

  struct Model: Hashable {
    /// The timers that run.
    var live: [Timer] = []
    /// The number of the last timer of each id; an id that was cancelled has none.
    var numbers: [ID: Int] = [:]
    /// The number of timers that were started so far.
    var started = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .start(let id):
      model.started += 1
      model.live.append(Timer(id: id, number: model.started))
      model.numbers[id] = model.started
    case .cancel(let id):
      if let number = model.numbers.removeValue(forKey: id) { model.live.removeAll { $0.number == number } }
    }
  }
}

/// The same timers, where a new timer replaces the timer with its id.
enum FixedTimers: Module {
  typealias Message = Timers.Message
  typealias Model = Timers.Model

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if case .start(let id) = message { Timers.update(for: .cancel(id), model: &model, perform: perform) }
    Timers.update(for: message, model: &model, perform: perform)
  }
}

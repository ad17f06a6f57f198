import TEACheck

/// A watch that counts seconds, wrong on purpose: it also counts a second that arrives after the stop.
enum Stopwatch: Module {
  enum Message: Hashable {
    case start
    case stop
    case reset
    case increment
  }

  struct Model: Hashable {
    var seconds = 0
    var isRunning = false
  }

  enum Command: Hashable {
    case startTimer
    case stopTimer
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .start:
      model.isRunning = true
      perform(.startTimer)
    case .stop:
      model.isRunning = false
      perform(.stopTimer)
    case .reset:
      model = Model()
      perform(.stopTimer)
    case .increment:
      model.seconds += 1
    }
  }
}

/// The same watch, which ignores a second that arrives while the watch is stopped.
enum FixedStopwatch: Module {
  typealias Message = Stopwatch.Message
  typealias Model = Stopwatch.Model
  typealias Command = Stopwatch.Command

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if message == .increment, !model.isRunning { return }
    Stopwatch.update(for: message, model: &model, perform: perform)
  }
}

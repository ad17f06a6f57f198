import TEACheck

/// A stopwatch, with the timer and the event queue that it runs on.
enum StopwatchTimer<App: Module>: Module
where
  App.Flags == Void, App.Message == Stopwatch.Message, App.Model == Stopwatch.Model,
  App.Command == Stopwatch.Command
{
  struct Model: Hashable {
    var app = Stopwatch.Model()
    var isTicking = false
    /// The number of seconds that wait in the event queue.
    var queued = 0
  }

  enum Message: Hashable {
    case tap(Stopwatch.Message)
    case timerFires
    case secondArrives
  }

  static func start(with flags: Void) throws -> Model { Model(app: try App.start(with: ())) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .tap(let message): try pass(message, to: &model)
    case .timerFires: model.queued += 1
    case .secondArrives:
      model.queued -= 1
      try pass(.increment, to: &model)
    }
  }

  private static func pass(_ message: App.Message, to model: inout Model) throws {
    var isTicking = model.isTicking
    try App.update(for: message, model: &model.app) { isTicking = $0 == .startTimer }
    model.isTicking = isTicking
  }

  /// The person starts, stops and resets the watch, for three seconds at most.
  static var counting: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        var messages: [Message] = [.tap(model.app.isRunning ? .stop : .start), .tap(.reset)]
        if model.isTicking, model.app.seconds + model.queued < 3 { messages.append(.timerFires) }
        if model.queued > 0 { messages.append(.secondArrives) }
        return messages
      }
      Step("a stopped watch stands still") { step in
        step.before.app.isRunning || step.message == .tap(.reset)
          || step.after.app.seconds == step.before.app.seconds
      }
      Always("the timer runs exactly while the watch does") { $0.isTicking == $0.app.isRunning }
      Sometimes("three seconds are counted") { $0.app.seconds == 3 }
    }
  }
}

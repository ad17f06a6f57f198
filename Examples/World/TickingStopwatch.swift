import TEACheck

/// A stopwatch whose seconds are the ticks of a timer of the runtime; the stopwatch stops by itself after three.
enum TickingStopwatch: Module {
  struct Model: Hashable {
    var isRunning = false
    var seconds = 0
  }

  enum Message: Hashable, CaseIterable {
    case start, stop, reset, tick
  }

  enum Subscription: Hashable { case second }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .start: model.isRunning = true
    case .stop: model.isRunning = false
    case .reset: model = Model()
    case .tick:
      model.seconds += 1
      if model.seconds == 3 { model.isRunning = false }
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isRunning ? [.second] : [] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.seconds(1), .tick) }

  /// The buttons that a stopwatch shows, and the properties of its counting.
  static var buttons: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        model.isRunning ? [.stop] : model.seconds < 3 ? [.start, .reset] : [.reset]
      }
      Step("only a running stopwatch counts") { step in
        step.message != .tick || step.before.isRunning
      }
      Step("a button does what it says, and a tick counts one second") { step in
        switch step.message {
        case .start: step.after.isRunning
        case .stop: !step.after.isRunning
        case .reset: step.after == Model()
        case .tick:
          step.after.seconds == step.before.seconds + 1
            && (!step.before.isRunning || step.after.isRunning == (step.after.seconds < 3))
        }
      }
      Always("it stops after three seconds") { !$0.isRunning || $0.seconds < 3 }
      Sometimes("three seconds are counted") { $0.seconds == 3 }
    }
  }
}

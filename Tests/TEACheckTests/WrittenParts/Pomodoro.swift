import TEACheck

/// A timer that alternates between work and rest, and tasks that are saved.
enum Pomodoro: Module {
  enum Phase: Hashable {
    case work, rest

    var seconds: Int { self == .work ? 5 : 2 }
  }

  struct Task: Hashable { var title: String, isDone = false, rounds = 0 }

  struct Model: Hashable {
    /// The largest number of tasks.
    var limit: Int
    var phase = Phase.work
    var secondsLeft = Phase.work.seconds
    var isRunning = false
    var tasks: [Task] = []
    var isSaved = true
  }

  enum Message: Hashable { case start, pause, reset, skip, tick, add(String), finish(Int), saved(Bool) }
  enum Command: Hashable { case beep, save([String]) }
  enum Subscription: Hashable { case second }

  static func start(with limit: Int) -> Model { Model(limit: limit) }

  static func offers(_ model: Model) -> [Message] {
    [model.isRunning ? .pause : .start, .reset, .skip]
      + (model.tasks.count < model.limit ? [.add("tea"), .add("mail")] : [])
      + model.tasks.indices.filter { !model.tasks[$0].isDone }.map { .finish($0) }
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .start: model.isRunning = true
    case .pause: model.isRunning = false
    case .reset: (model.secondsLeft, model.isRunning) = (model.phase.seconds, false)
    case .skip: enterNextPhase(&model)
    case .tick:
      model.secondsLeft -= 1
      guard model.secondsLeft == 0 else { return }
      if model.phase == .work, let index = model.tasks.firstIndex(where: { !$0.isDone }) {
        model.tasks[index].rounds = min(2, model.tasks[index].rounds + 1)
      }
      enterNextPhase(&model)
      perform(.beep)
    case .add(let title):
      model.tasks.append(Task(title: title))
      save(&model, perform)
    case .finish(let index):
      model.tasks[index].isDone = true
      save(&model, perform)
    case .saved(let isSaved): model.isSaved = isSaved
    }
  }

  private static func enterNextPhase(_ model: inout Model) {
    model.phase = model.phase == .work ? .rest : .work
    model.secondsLeft = model.phase.seconds
  }

  private static func save(_ model: inout Model, _ perform: (Command) -> Void) {
    model.isSaved = false
    perform(.save(model.tasks.map { $0.title }))
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isRunning ? [.second] : [] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.seconds(1), .tick) }

  static func policy(for command: Command) -> EffectPolicy<String> {
    switch command {
    case .beep: .all
    case .save: .latest("save")
    }
  }

  static func specification(_ limit: Int) -> Specification<Pomodoro> {
    Specification(of: Pomodoro.self) {
      Start(with: [limit])
      Messages(of: .model) { offers($0) }
      Replies { command in
        switch command {
        case .beep: nil
        case .save: [.saved(true), .saved(false)]
        }
      }
      Always("time is left") { $0.secondsLeft > 0 }
    }
  }
}

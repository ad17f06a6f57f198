import TEACheck

/// A stopwatch: nearly every level of its state space has two worlds.
enum Stopwatch: Module {
  struct Model: Hashable {
    var limit: Int
    var ticks = 0
    var isRunning = false
  }

  enum Message: CaseIterable { case startOrStop, tick, reset }

  static func start(with limit: Int) -> Model { Model(limit: limit) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .startOrStop: model.isRunning.toggle()
    case .tick where model.isRunning: model.ticks = min(model.limit, model.ticks + 1)
    case .reset where !model.isRunning: model.ticks = 0
    case .tick, .reset: break
    }
  }

  /// - Parameter limit: The largest number of ticks.
  static func specification(_ limit: Int) -> Specification<Stopwatch> {
    Specification(of: Stopwatch.self) {
      Start(with: [limit])
      Messages(of: .model) { _ in Message.allCases }
      Always("no more ticks than the limit") { $0.ticks <= $0.limit }
    }
  }
}

import TEARuntime

/// A program that performs given commands, of any policy, and follows given subscriptions: timers of each kind, and one that is
/// no timer.
enum Performer: Module {
  enum Message: Hashable, Sendable {
    case perform([Command])
    case follow([Subscription])
    case found(String)
    case tick
    case ring
    case failed(String)
    case fail
  }

  struct Command: Hashable, Sendable {
    var name: String
    var policy = EffectPolicy<String>.all
  }

  enum Subscription: Hashable, Sendable {
    case clock(Duration)
    case alarm(Duration)
    case news
  }

  struct Model: Hashable, Sendable {
    var log: [String] = []
    var subscriptions: [Subscription] = []
  }

  struct Failure: Error, Equatable {}

  static func start(with flags: [Command], perform: (Command) -> Void) -> Model {
    flags.forEach(perform)
    return Model()
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .perform(let commands): commands.forEach(perform)
    case .follow(let subscriptions): model.subscriptions = subscriptions
    case .found(let text): model.log.append(text)
    case .tick: model.log.append("tick")
    case .ring: model.log.append("ring")
    case .failed(let text): model.log.append("failed: \(text)")
    case .fail: throw Failure()
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.subscriptions }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    switch subscription {
    case .clock(let interval): .every(interval, .tick)
    case .alarm(let duration): .after(duration, .ring)
    case .news: nil
    }
  }

  static func policy(for command: Command) -> EffectPolicy<String> { command.policy }
}

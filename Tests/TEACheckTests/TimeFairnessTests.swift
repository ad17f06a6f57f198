import Testing

@testable import TEACheck

/// Properties of runs in which time must pass, though something may be due again and again.
@Suite struct TimeFairnessTests {
  /// A timer of a second leads to the end. A timer of zero seconds follows each tap.
  enum Taps: Module {
    enum Message: Hashable { case tap, tapped, end }
    enum Subscription: Hashable { case second, next }
    struct Model: Hashable { var isTapped = false, isDone = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .tap: model.isTapped = true
      case .tapped: model.isTapped = false
      case .end: model.isDone = true
      }
    }
    static func subscriptions(for model: Model) -> [Subscription] { [.second] + (model.isTapped ? [.next] : []) }
    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
      subscription == .second ? .after(.seconds(1), .end) : .after(.zero, .tapped)
    }
  }

  private func result(
    _ fairness: FairnessStrength = .weak, @SpecificationBuilder<Taps> _ parts: () -> [Declaration<Taps>] = { [] }
  ) -> CheckResult {
    var specification = Specification(of: Taps.self) {
      Messages(of: .model) { $0.isTapped ? [] : [.tap] }
      Fairness(system: fairness)
      Eventually("done") { $0.isDone }
    }
    specification.declarations += parts()
    return specification.check().exploration()
  }

  @Test func `time passes on a run on which something is due again and again`() {
    for fairness in [FairnessStrength.weak, .strong] {
      let result = result(fairness)
      #expect(result.verdict == .passed && result.isComplete, "\(result.counterexample?.story() ?? [])")
    }
    #expect(result(.none).verdict == .violated)
  }

  /// A timer of zero seconds that begins anew each time, beside one of a second.
  enum Chain: Module {
    enum Message: Hashable { case next, end }
    enum Subscription: Hashable { case second, next(Int) }
    struct Model: Hashable { var number = 0, isDone = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .next { model.number = 1 - model.number } else { model.isDone = true }
    }
    static func subscriptions(for model: Model) -> [Subscription] { [.second, .next(model.number)] }
    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
      subscription == .second ? .after(.seconds(1), .end) : .after(.zero, .next)
    }
  }

  @Test func `a program on which something is always due never lets time pass`() {
    let result = Specification(of: Chain.self) { Eventually("done") { $0.isDone } }.check().exploration()
    #expect(result.verdict == .violated && result.counterexample?.loop == 0)
  }

  /// A switch, with a timer of a second while it is on.
  enum Switch: Module {
    enum Message: Hashable { case on, off, end }
    enum Subscription: Hashable { case second }
    struct Model: Hashable { var isOn = false, isDone = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .end { model.isDone = true } else { model.isOn = message == .on }
    }
    static func subscriptions(for model: Model) -> [Subscription] { model.isOn ? [.second] : [] }
    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .after(.seconds(1), .end) }
  }

  /// A fair run lets the second pass again and again, but the switch may be turned off each time while the timer is due.
  @Test func `a timer that is stopped each time before it fires need never fire`() {
    let result = Specification(of: Switch.self) {
      Messages(of: .model) { $0.isOn ? [.off] : [.on] }
      Eventually("done") { $0.isDone }
    }.check().exploration()
    #expect(result.verdict == .violated && result.counterexample?.loop == 0)
  }
}

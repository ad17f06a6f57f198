import Testing

@testable import TEACheck

/// Searches of programs whose timers begin only later, so that the unit of time is unknown when the search begins.
@Suite struct TimeUnitTests {
  @Test func `a search begins again at the level that begins a timer, and not when all worlds are explored`() {
    var worldCounts: [Int] = []
    let result = Oven.specification(dials: 1..<10, durations: [3, 2]) {}.check()
      .outcome(CheckSettings()) { worldCounts.append($0.states) }.result
    #expect(result.verdict == .passed)
    #expect(result.coverage == .complete)
    #expect(result.notes.contains("time passes in units of 1 ms"))
    let countsBeforeRestart = zip(worldCounts, worldCounts.dropFirst()).filter { $1 < $0 }.map { before, _ in before }
    #expect(countsBeforeRestart.count == 1)
    // The start, nine dials, and each dial with an oven of either duration.
    #expect(countsBeforeRestart.allSatisfy { $0 <= 28 })
    #expect(result.states > 60)
  }

  @Test func `a violation too far away for a fine unit is found with a coarser one`() {
    // In units of 1 ms, the search does not come to the end of the 10 s: waits of 1 to 16 ms lead to more than 40 worlds.
    var settings = CheckSettings()
    (settings.engine, settings.states) = (.explore, 40)
    let result = Oven.specification(dials: 1..<3, durations: [1, 10_000]) {
      Always("the long oven never rings") { $0.rang != 10_000 }
    }.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .violated)
    #expect(
      result.counterexample?.steps.map(\.label) == [
        "turn(1)", "start(10000)", "wait 10 s", "Subscription(milliseconds: 10000) sends ring",
      ])
    #expect(result.finding?.contains(" · shortest with waits up to the next deadline · ") == true)
  }

  @Test func `a counterexample of a coarser unit is called the shortest of this unit`() {
    var settings = CheckSettings()
    (settings.engine, settings.states) = (.explore, 40)
    let result = Specification(of: Alarms.self) {
      Messages(of: .model) { model in
        switch model {
        case 0: [.slow, .walk]
        case 1, 11, 12, 13: [.walk]
        case 2: [.quick]
        default: []
        }
      }
      Always("never that far") { $0 != 14 }
    }.check().outcome(settings, onProgress: { _ in }).result
    #expect(
      result.counterexample?.steps.map(\.label) == [
        "slow", "wait 10 s", "Subscription(milliseconds: 10000) sends ring", "walk", "walk", "walk",
      ])
    #expect(result.finding?.contains(" · shortest with waits in units of 10 s · ") == true, "\(result)")
  }

  @Test(arguments: [CheckSettings.Engine.explore, .sample]) func `durations of more seconds than an integer holds pass`(
    engine: CheckSettings.Engine
  ) throws {
    var settings = CheckSettings()
    settings.engine = engine
    let specification = Vigil.specification { Always("never over") { $0 < 2 } }
    let outcome = specification.check().outcome(settings, onProgress: { _ in })
    #expect(
      outcome.result.counterexample?.steps.map(\.label) == [
        "wait 18446744073709551614 s", "Subscription(isFirst: true) sends end", "wait 55340232221128654842 s",
        "Subscription(isFirst: false) sends end",
      ])
    let rules = try Rules(specification.declarations, scope: 3)
    #expect(try rules.replay(#require(outcome.script)).violation?.property == "never over")
  }

  /// A shard shrinks what it has found around a place as a random run.
  @Test func `a long wait of an exploration is several waits of a run`() throws {
    let specification = Oven.specification(dials: 1..<2, durations: [3, 2]) {}
    var rules = try Rules(specification.declarations, scope: 3)
    rules.surroundingRules?.unit = .milliseconds(1)
    let script = Script(steps: ["turn(1)", "start(3)", "wait 3 ms", "Subscription(milliseconds: 3) sends ring"])
    let replay = try rules.replay(script)
    #expect(replay.impossibleStep == nil && replay.trace.steps.count == 4)
    #expect(try rules.record(of: replay.trace, from: 0)?.count == 6)
  }

  @Test func `timers of steps beyond the violation change nothing, at any number of workers`() {
    // The search ends at the first of 600 dials, dial 0, where no timer begins. Other workers begin timers at other dials.
    let results = [1, 2, 8].map { workers in
      var settings = CheckSettings()
      settings.workers = workers
      var result = Oven.specification(dials: 0..<600, durations: [7]) {
        Step("a dial at 0 starts nothing") { $0.after.dial != 0 || $0.after.running == nil }
      }.check().outcome(settings, onProgress: { _ in }).result
      result.seconds = 0
      return result
    }
    #expect(results[0].counterexample?.steps.map(\.label) == ["turn(0)", "start(7)"])
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
  }

  /// The listed delays are whole seconds. Random runs also draw milliseconds, and in this unit, a delay of a second has a thousand
  /// worlds.
  @Test func `durations that only random runs draw need no finer unit`() {
    var settings = CheckSettings()
    settings.states = 200
    let result = Specification(of: Draft.self) {
      Replies { _ in nil }
      Always("a short delay") { $0 < 8_000 }
    }.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .passed && result.coverage == .completeWithinScope, "\(result)")
    #expect(result.notes.contains("time passes in units of 1 s") && result.sampledSteps > 0, "\(result.notes)")
  }

  /// The first search ends with the step to the top, because a timer begins there. The second one takes that step again, waits,
  /// and takes the message of the timer.
  @Test func `a search that is made again for a duration says how many steps it took before`() {
    let result = Specification(of: Climb.self) { Messages(of: .model) { $0 < Climb.top ? [.up] : [] } }.check()
      .exploration()
    #expect(result.coverage == .complete && result.transitions == Climb.top + 2)
    #expect(
      result.notes.filter { $0.hasPrefix("the seconds") } == [
        "the seconds include 10 000 steps of searches that did not know all durations and policies"
      ])
  }

  /// A survey and a graph first look for durations in 10 000 worlds. The timer of 6 ms begins beyond these worlds. Without it,
  /// time would pass in units of 4 ms.
  @Test func `a survey and a graph are made again with durations that only distant worlds use`() throws {
    let check = Oven.specification(dials: 0..<10_500, durations: [4], distant: (dial: 10_499, duration: 6)) {}.check()
    let whole = check.exploration()
    #expect(whole.coverage == .complete)
    #expect(whole.notes.contains("time passes in units of 2 ms"))
    let survey = check.exploration { $0.engine = .survey }
    #expect(survey.states == whole.states && survey.isComplete)
    #expect(survey.notes.contains("time passes in units of 2 ms"))
    let graph = try check.graph(CheckSettings(), StateGraph.Detail())
    #expect(graph.nodes.count == whole.states && graph.shortfall == nil)
  }
}

/// A climb, and a rest at the top that lasts a second.
private enum Climb: Module {
  enum Message: Hashable { case up }
  enum Subscription: Hashable { case rest }

  static let top = 10_000

  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  static func subscriptions(for model: Int) -> [Subscription] { model == top ? [.rest] : [] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .after(.seconds(1), .up) }
}

/// An oven that rings some milliseconds after it was started, unless its dial is at 0.
private enum Oven: Module {
  enum Message: Hashable { case turn(Int), start(Int), ring }
  enum Command: Hashable {}
  struct Subscription: Hashable { var milliseconds: Int }

  struct Model: Hashable {
    var dial: Int?
    /// The milliseconds for which the oven is set to run; `nil` while it does not run.
    var running: Int?
    /// The milliseconds for which the oven was set before it rang last; `nil` before it rings.
    var rang: Int?
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .turn(let dial): model.dial = dial
    case .start(let milliseconds): model.running = milliseconds
    case .ring: (model.running, model.rang) = (nil, model.running)
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] {
    model.dial == 0 ? [] : model.running.map { [Subscription(milliseconds: $0)] } ?? []
  }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    .after(.milliseconds(subscription.milliseconds), .ring)
  }

  /// - Parameter distant: A dial and a duration. With them, an oven runs only once: at dial 1 with one of `durations`, or at
  ///   the distant dial with the distant duration.
  static func specification(
    dials: Range<Int>, durations: [Int], distant: (dial: Int, duration: Int)? = nil,
    @SpecificationBuilder<Self> _ properties: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    let properties = properties()
    return Specification(of: Self.self) {
      Messages(of: .model) { model in
        if model.dial == nil { return dials.map { .turn($0) } }
        if let distant, model.running != nil || model.rang != nil || model.dial != 1 {
          return model.dial == distant.dial && model.running == nil && model.rang == nil
            ? [.start(distant.duration)] : []
        }
        if model.running != nil { return dials.prefix(2).map { .turn($0) } }
        return model.rang == nil ? durations.map { .start($0) } : []
      }
      DeclarationList(declarations: properties)
    }
  }
}

/// A draft that is saved a delay after the last edit. The model is the delay in milliseconds; small numbers stand for seconds.
private enum Draft: Module {
  enum Message: Hashable { case delay(Int), edit }
  enum Command: Hashable { case save(after: Int) }
  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    switch message {
    case .delay(let delay):
      let number = Int(delay.magnitude % 4_000)
      model = number < 8 ? 1_000 * number : number
    case .edit: perform(.save(after: model))
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> {
    switch command {
    case .save(let delay): .debounce(0, .milliseconds(delay))
    }
  }
}

/// A walk past an alarm of 10 s at its beginning, and one of 1 ms farther on.
private enum Alarms: Module {
  enum Message: Hashable { case slow, walk, quick, ring }
  struct Subscription: Hashable { var milliseconds: Int }
  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    switch message {
    case .slow: model = 10
    case .quick: model = 20
    case .walk, .ring: model += 1
    }
  }

  static func subscriptions(for model: Int) -> [Subscription] {
    model == 10 ? [Subscription(milliseconds: 10_000)] : model == 20 ? [Subscription(milliseconds: 1)] : []
  }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    .after(.milliseconds(subscription.milliseconds), .ring)
  }
}

/// Two watches that follow each other, each of more seconds than an `Int64` holds.
private enum Vigil: Module {
  enum Message: Hashable { case end }
  struct Subscription: Hashable { var isFirst: Bool }
  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  static func subscriptions(for model: Int) -> [Subscription] { model < 2 ? [Subscription(isFirst: model == 0)] : [] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    let part = Duration.seconds(Int64.max) + .seconds(Int64.max)
    return .after(subscription.isFirst ? part : part + part + part, .end)
  }

  static func specification(
    @SpecificationBuilder<Self> _ properties: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    let properties = properties()
    return Specification(of: Self.self) {
      Messages(of: .model) { _ in [] }
      DeclarationList(declarations: properties)
    }
  }
}

import Testing

@testable import TEACheck
@testable import WorldChecks

/// Explorations of time, policies, lost and repeated replies, and the environment.
@Suite struct SurroundingsTests {
  // MARK: Time

  @Test func `the unit of time divides every duration, even one that is met late`() throws {
    // The search meets the 300 ms of the quick clock later than the 500 ms of the slow one. The unit must then divide both.
    let result = try Specification(of: Clocks.self) {
      Messages(of: .model) { $0.contains(.begin) ? [] : [.begin] }
      // The quick clock has then begun 200 to 400 ms after the slow one. A unit of 500 ms lets it begin with a slow tick only.
      Sometimes("two quick ticks follow the first slow one") { $0 == [.begin, .slow, .quick, .quick] }
    }.check(depth: 16).run()
    #expect(result.verdict == .passed)
    #expect(result.notes.contains("time passes in units of 100 ms"))
  }

  @Test func `events that are due at the same time happen in every order`() throws {
    let result = try Specification(of: Noon.self) {
      Messages(of: .model) { _ in [] }
      Replies { _ in [.saved] }
      Sometimes("the pause ends before the first tick", of: .world) { world in
        world.model == Noon.Model() && world.outstanding == [.save]
      }
      Sometimes("or after it", of: .world) { world in
        world.model == Noon.Model(ticks: 1) && world.outstanding.isEmpty
      }
    }.check().run()
    #expect(result.verdict == .passed)
  }

  /// Between the last typing and the end of 300 ms there are at least two ticks of 100 ms. The third tick is due at the same
  /// time as the end, and may come after it. A pause that ended earlier would end after fewer ticks.
  @Test func `a debounced command is carried out after its pause and not earlier`() throws {
    let result = try Draft.specification.check().run()
    #expect(result.isComplete)
  }

  @Test(arguments: [
    (Duration.seconds(2), "2 s"), (.milliseconds(1_500), "1500 ms"), (.microseconds(3), "3 µs"),
    (.nanoseconds(7), "7 ns"),
  ])
  func `durations are written and read`(duration: Duration, text: String) {
    #expect(WorldEvent<Pauses>.text(of: duration) == text)
    #expect(WorldEvent<Pauses>.duration(text) == duration)
  }

  @Test func `durations that 64 bits do not hold, and parts of nanoseconds, are written exactly`() {
    let large = Duration.seconds(Int64.max / 1_000) + .milliseconds(999)
    #expect(WorldEvent<Pauses>.text(of: large) == "9223372036854775999 ms")
    let small = Duration.seconds(100_000) + Duration.seconds(1) / 3
    #expect(WorldEvent<Pauses>.text(of: small) == "100000.333333333333333333 seconds")
    for duration in [large, small] {
      #expect(WorldEvent<Pauses>.duration(WorldEvent<Pauses>.text(of: duration)) == duration)
    }
  }

  // MARK: Commands

  @Test func `cancelled commands are not outstanding, and their replies cannot come`() throws {
    let result = try Downloads.specification(.latest("x")) {
      Always("one at most", of: .world) { $0.outstanding.count <= 1 }
      Step("only the last one's reply comes") { step in
        if case .done(let number) = step.message { number == step.before.count } else { true }
      }
    }.check().run()
    #expect(result.isComplete)
    // After n starts, any subset of the earlier commands may have been answered, and the last is outstanding or not.
    #expect(result.states == 15)
  }

  @Test func `a command that is dropped because another runs never comes back`() throws {
    let result = try Downloads.specification(.first("x")) {
      Always("one at most", of: .world) { $0.outstanding.count <= 1 }
      Sometimes("the first reply comes after the third start") { $0.count == 3 && $0.answers == [1] }
    }.check().run()
    #expect(result.isComplete)
    // Each start doubles the worlds, from 1 to 8. A start's command is dropped if an earlier one still runs, and is performed
    // if that one was answered. A dropped command that came back would be answered in further worlds.
    #expect(result.states == 15)
  }

  @Test func `a lost reply never comes, and a repeated reply comes at most twice`() throws {
    let result = try Downloads.specification(.all) {
      LostReplies { $0.number == 1 }
      RepeatedReplies { $0.number == 2 }
      Always("the first never twice") { $0.answers.filter { $0 == 1 }.count <= 1 }
      Always("the second never three times") { $0.answers.filter { $0 == 2 }.count <= 2 }
      Sometimes("the second twice") { $0.answers.filter { $0 == 2 }.count == 2 }
      Sometimes("all but the first", of: .world) { $0.outstanding.isEmpty && $0.model.answers == [2, 3] }
    }.check().run()
    #expect(result.isComplete)
    // The first command is outstanding, answered or lost; the second outstanding, or answered once or twice; the third
    // outstanding or answered. Zero to three starts and the orders of the answers make 1 + 3 + 12 + 44 worlds. The steps are
    // 16 starts, 13 answers of the first command and 13 losses, 10 and 18 answers of the second, and 12 of the third.
    #expect([result.states, result.transitions] == [60, 82])
  }

  @Test func `failures are replies`() throws {
    let result = try Downloads.specification(.all) {
      Failures { [.failed($0.number)] }
      Sometimes("a failure") { $0.answers == [-1] }
    }.check().run()
    #expect(result.isComplete)
  }

  // MARK: The environment

  @Test func `the environment acts when a command is performed and is read when it is answered`() throws {
    let result = try Notes.specification.check().run()
    #expect(result.isComplete)
  }

  @Test func `two environments are an error of the specification`() throws {
    let check = Specification(of: Notes.self) {
      Notes.specification
      Environment(0)
    }.check()
    #expect(
      check.outcome(CheckSettings(), onProgress: { _ in }).result.message?.contains("has two environments") == true)
  }

  @Test(arguments: [1, 2])
  func `two events of one name that lead to different worlds are an error, with the steps to them`(count: Int) {
    let check = Specification(of: Notes.self) {
      Messages(of: .model) { $0.writes == 0 ? [.write(1)] : [] }
      Environment(
        0, performing: { number, _ in number = 1 },
        events: { number, _ in
          number == 0
            ? [] : (1...count).map { change in EnvironmentEvent("another device writes") { $0 = change * 10 } }
        }
      ).atOnce
    }.check()
    let result = check.outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == (count == 1 ? .passed : .error))
    #expect(
      result.message?.replacing(/SurroundingsTests.swift:\d+/, with: "…")
        == (count == 1
          ? nil
          : "events of the Environment at TEACheckTests/… names two different events 'another device writes' after "
            + "write(1); name them apart: a stored counterexample finds its events by their names"))
  }

  /// An environment with a number that may be a NaN, and a part that `==` leaves out.
  private struct Gauge: Hashable {
    var level = 0.0
    var hidden = 0
    static func == (one: Gauge, other: Gauge) -> Bool { one.level == other.level }
    func hash(into hasher: inout Hasher) { hasher.combine(level) }
  }

  @Test(arguments: [[0, 0], [0, 1]])
  func `events of one name are compared by what the worlds after them store`(hidden: [Int]) {
    let check = Specification(of: Notes.self) {
      Messages { _ in [] }
      Environment(
        Gauge(),
        events: { _, _ in
          hidden.map { number in EnvironmentEvent("breaks") { $0 = Gauge(level: .nan, hidden: number) } }
        })
    }.check()
    let result = check.outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == (hidden == [0, 0] ? .passed : .error), "\(result.message ?? "")")
  }

  @Test func `events of one name are an error where the environments after them are equal only by a custom ==`() {
    let check = Specification(of: Notes.self) {
      Messages { _ in [] }
      Environment(
        Gauge(), events: { _, _ in (1...2).map { number in EnvironmentEvent("writes") { $0.hidden = number } } })
    }.check()
    #expect(check.outcome(CheckSettings(), onProgress: { _ in }).result.verdict == .error)
  }

  @Test func `events of one name that differ by their messages are told apart, and equal ones are one`() throws {
    let check = Specification(of: Notes.self) {
      Messages { _ in [] }
      Environment(
        0,
        events: { _, _ in
          [.loaded(1), .loaded(2), .loaded(2)].map { EnvironmentEvent("a device writes", sends: $0) }
        })
      Always("not the second") { $0.note != 2 }
    }.check()
    let outcome = check.outcome(CheckSettings(), onProgress: { _ in })
    #expect(outcome.script?.steps == ["environment: a device writes sends loaded(2)"])
    let again = check.replayRecording(.script(try #require(outcome.script), property: nil), CheckSettings())
    #expect(again.result.verdict == .violated)
  }

  @Test func `a line that looks at an undeclared environment is an error of the specification`() {
    func message(@SpecificationBuilder<Notes> _ lines: () -> [Declaration<Notes>]) -> String? {
      let check = Specification(of: Notes.self, lines).check()
      let outcome = check.outcome(CheckSettings(), onProgress: { _ in })
      #expect(outcome.result.verdict == .error && outcome.script == nil)
      return outcome.result.message
    }
    let line: UInt = #line + 5
    func text(_ type: String, _ line: UInt) -> String {
      "there is no environment of type \(type) for the line at TEACheckTests/SurroundingsTests.swift:\(line); declare "
        + "Environment(\(type)(…))"
    }
    #expect(message { Always("a", of: .environment(Int.self)) { $0 == 0 } } == text("Int", line))
    let messages = [
      message { Always("a", of: .environment(Int.self), when: { $0 > 0 }) { $0 == 0 } },
      message { Sometimes("a", of: .environment(Int.self)) { $0 == 0 } },
      message { Eventually("a", of: .environment(Int.self)) { $0 == 0 } },
      message { Settles("a", of: .modelAndEnvironment(Int.self)) { $0.1 == 0 } },
      message { LeadsTo("a", of: .environment(Int.self), from: { $0 == 0 }, to: { $0 == 1 }) },
      message { Messages(of: .environment(Int.self)) { _ in [] } },
      message { Messages(generating: .environment(Int.self)) { _ in nil } },
      message { Precondition(of: .environment(Int.self)) { number, _ in number == 0 } },
      message { Target("a", of: .environment(Int.self)) { Double($0) } },
      message { Classify("a", of: .environment(Int.self)) { $0 == 0 } },
      message { Cover("a", atLeast: 5%, of: .environment(Int.self)) { $0 == 0 } },
      message { Distinguish(of: .environment(Int.self)) { $0 } },
    ]
    for (index, message) in messages.enumerated() { #expect(message == text("Int", line + 2 + UInt(index))) }
    let messageOfOtherType = message {
      Environment("text")
      Always("a", of: .environment(Int.self)) { $0 == 0 }
    }
    #expect(messageOfOtherType?.hasPrefix("there is no environment of type Int for the line at ") == true)
  }

  @Test func `a property may look at an environment as a protocol to which its type conforms`() {
    let check = Specification(of: Notes.self) {
      Messages { _ in [] }
      Environment(0)
      Always("a", of: .environment((any Equatable).self)) { _ in true }
    }.check()
    #expect(check.outcome(CheckSettings(), onProgress: { _ in }).result.verdict != .error)
  }

  // MARK: Determinism and replay

  @Test(arguments: WorldChecks.checks)
  func `the result is the same at any number of workers`(check: Check) {
    let results = [1, 2, 8].map { workers in
      var settings = CheckSettings()
      settings.workers = workers
      var result = check.outcome(settings, onProgress: { _ in }).result
      result.seconds = 0
      return result
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
  }

  // The check “without a timeout” violates `Recovers`, which a replay of steps cannot decide.
  @Test(arguments: WorldChecks.checks.filter { $0.knownIssue != nil && !$0.name.contains("timeout") })
  func `the steps of a counterexample are replayed from their text`(check: Check) throws {
    let script = try #require(check.outcome(CheckSettings(), onProgress: { _ in }).script)
    let again = check.replayRecording(.script(script, property: nil), CheckSettings())
    #expect(again.result.verdict == .violated)
    #expect(again.script?.steps == script.steps)
  }

  @Test func `a graph has the worlds of the check`() throws {
    let check = Pauses.specification {}.check(depth: 12)
    let outcome = check.outcome(CheckSettings(), onProgress: { _ in })
    let graph = try check.graph(CheckSettings(), StateGraph.Detail(maxDescribedNodes: 0))
    #expect(graph.nodes.count == outcome.result.states)
  }

  @Test func `a checkpoint is refused where time passes`() {
    var settings = CheckSettings()
    settings.checkpoint = "/nowhere/checkpoint"
    let result = Pauses.specification {}.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .error)
    #expect(result.message?.hasPrefix("where time passes") == true)
  }

  @Test func `random runs shrink the violation to as many steps as an exploration finds`() throws {
    let check = WorldChecks.checks[0]
    var settings = CheckSettings()
    let explored = check.outcome(settings, onProgress: { _ in })
    settings.engine = .sample
    let sampled = check.outcome(settings, onProgress: { _ in })
    #expect(sampled.script?.steps.count == (try #require(explored.script)).steps.count)
  }
}

/// A clock that ticks every 500 ms, and one that begins later and ticks every 300 ms. The model is the list of all messages.
private enum Clocks: Module {
  enum Message: Hashable { case begin, slow, quick }
  enum Subscription: Hashable { case slow, quick }
  static func start(with flags: Void) -> [Message] { [] }
  static func update(for message: Message, model: inout [Message], perform: (Command) -> Void) { model.append(message) }
  static func subscriptions(for model: [Message]) -> [Subscription] {
    model.count > 3 ? [] : model.contains(.begin) ? [.slow, .quick] : [.slow]
  }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    subscription == .slow ? .every(.milliseconds(500), .slow) : .every(.milliseconds(300), .quick)
  }
}

/// A clock that ticks twice, and a command that is performed at the start. Its pause ends with the first tick.
private enum Noon: Module {
  enum Message: Hashable { case saved, tick }
  enum Command: Hashable { case save }
  enum Subscription: Hashable { case clock }
  struct Model: Hashable { var ticks = 0, isSaved = false }
  static func start(with flags: Void, perform: (Command) -> Void) -> Model {
    perform(.save)
    return Model()
  }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if message == .tick { model.ticks += 1 } else { model.isSaved = true }
  }
  static func subscriptions(for model: Model) -> [Subscription] { model.ticks < 2 ? [.clock] : [] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.milliseconds(500), .tick) }
  static func policy(for command: Command) -> EffectPolicy<Int> { .debounce(0, .milliseconds(500)) }
}

/// A clock that ticks, and typing that is saved after a pause.
private enum Pauses: Module {
  enum Message: Hashable { case type, saved, tick }
  enum Command: Hashable { case save }
  enum Subscription: Hashable { case clock }

  struct Model: Hashable {
    var hasTyped = false
    var log: [String] = []
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .type:
      model.hasTyped = true
      perform(.save)
    case .saved: model.log.append("saved")
    case .tick: model.log.append("tick")
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.log.count < 4 ? [.clock] : [] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.milliseconds(500), .tick) }
  static func policy(for command: Command) -> EffectPolicy<Int> { .debounce(0, .milliseconds(300)) }

  static func specification(@SpecificationBuilder<Self> _ properties: () -> [Declaration<Self>]) -> Specification<Self>
  {
    let properties = properties()
    return Specification(of: Self.self) {
      Messages(of: .model) { $0.hasTyped ? [] : [.type] }
      Replies { _ in [.saved] }
      DeclarationList(declarations: properties)
    }
  }
}

/// A draft that is saved 300 ms after the last typing, with a clock that ticks every 100 ms until then.
private enum Draft: Module {
  enum Message: Hashable { case type, saved, tick }
  enum Command: Hashable { case save }
  enum Subscription: Hashable { case clock }

  struct Model: Hashable {
    /// The number of ticks since the last typing, at most five.
    var ticks = 0
    var isSaved = false
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .type:
      model.ticks = 0
      perform(.save)
    case .saved: model.isSaved = true
    case .tick: model.ticks = min(model.ticks + 1, 5)
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isSaved ? [] : [.clock] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.milliseconds(100), .tick) }
  static func policy(for command: Command) -> EffectPolicy<Int> { .debounce(0, .milliseconds(300)) }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { $0.isSaved ? [] : [.type] }
      Replies { _ in [.saved] }
      Always("not before two ticks") { !$0.isSaved || $0.ticks >= 2 }
      for ticks in 2...4 { Sometimes("after \(ticks) ticks") { $0.isSaved && $0.ticks == ticks } }
    }
  }
}

/// Up to three downloads, with a policy.
private enum Downloads: Module {
  enum Message: Hashable { case start, done(Int), failed(Int) }

  struct Command: Hashable {
    var number: Int
    var policy: EffectPolicy<String>
  }

  struct Model: Hashable {
    var policy: EffectPolicy<String>
    var count = 0
    var answers: [Int] = []
  }

  static func start(with flags: EffectPolicy<String>) -> Model { Model(policy: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .start:
      model.count += 1
      perform(Command(number: model.count, policy: model.policy))
    case .done(let number): model.answers.append(number)
    case .failed(let number): model.answers.append(-number)
    }
  }

  static func policy(for command: Command) -> EffectPolicy<String> { command.policy }

  static func specification(
    _ policy: EffectPolicy<String>, @SpecificationBuilder<Self> _ declarations: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    let declarations = declarations()
    return Specification(of: Self.self) {
      Start(with: [policy])
      Messages(of: .model) { $0.count < 3 ? [.start] : [] }
      Replies { [.done($0.number)] }
      DeclarationList(declarations: declarations)
    }
  }
}

/// Notes on a server, to which another device writes as well.
private enum Notes: Module {
  enum Message: Hashable { case write(Int), load, loaded(Int) }
  enum Command: Hashable { case save(Int), fetch }

  struct Model: Hashable {
    var writes = 0
    var note = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .write(let note):
      model.writes += 1
      model.note = note
      perform(.save(note))
    case .load: perform(.fetch)
    case .loaded(let note): model.note = note
    }
  }

  struct Server: Hashable {
    var note = 0
    var otherHasWritten = false
    var reads = 0
  }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .world) { world in
        (world.model.writes < 1 ? [.write(1)] : []) + (world.outstanding.isEmpty ? [.load] : [])
      }
      Environment(
        Server(),
        performing: { server, command in if case .save(let note) = command { server.note = note } },
        replies: { server, command in command == .fetch ? [.loaded(server.note)] : nil },
        replying: { server, _, _ in server.reads = min(1, server.reads + 1) },
        events: { server, _ in
          server.otherHasWritten
            ? []
            : [
              EnvironmentEvent("another device writes") {
                $0.note = 2
                $0.otherHasWritten = true
              }
            ]
        }
      ).atOnce
      Always("what was saved is on the server at once", of: .modelAndEnvironment(Server.self)) { model, server in
        model.writes == 0 || server.note != 0
      }
      Sometimes("what another device wrote after the question is in the reply", of: .world) { world in
        world.model.note == 2 && world.model.writes == 0
      }
      Sometimes("a reply leaves its mark", of: .environment(Server.self)) { $0.reads == 1 }
    }
  }
}

import Extent
import Testing

@testable import TEACheck

/// Random runs where the worlds are too many to explore: gates, targets, labels and covers. Also checks that have nothing to
/// do, or are declared with impossible bounds.
@Suite struct SearchTests {
  /// A gate that opens after the ten `keys` in a row, and remembers all pressed keys.
  enum Gate: Module {
    enum Message: CaseIterable { case a, b, c, d, e, f, g, h }
    struct Model: Hashable {
      var pressed: [Int] = []
      var rightCount = 0
      var isOpen: Bool { rightCount == Gate.keys.count }
    }
    static let keys: [Message] = [.c, .a, .h, .h, .b, .e, .d, .a, .g, .f]

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.pressed.append(Message.allCases.firstIndex(of: message) ?? 0)
      guard !model.isOpen else { return }
      model.rightCount = message == keys[model.rightCount] ? model.rightCount + 1 : 0
    }
  }

  private func run(_ check: Check, workers: Int = 2) -> CheckResult {
    var settings = CheckSettings()
    settings.workers = workers
    return check.outcome(settings, onProgress: { _ in }).result
  }

  @Test func `random runs reach a world behind a gate`() {
    let gate = Specification(of: Gate.self) { Sometimes("open") { $0.isOpen } }
    for seed in 1...Extent.of(gate: 2, night: 20) as ClosedRange<UInt64> {
      let result = run(gate.sample(seed: seed))
      #expect(result.verdict == .passed, "seed \(seed): \(result)")
    }
  }

  @Test func `a violation behind a gate is found and shrunk to the keys`() {
    let gate = Specification(of: Gate.self) { Always("shut") { !$0.isOpen } }
    let result = run(gate.sample(cases: 20_000))
    #expect(result.counterexample?.steps.map(\.message) == Gate.keys.map { "\($0)" })
  }

  /// A climb whose height is the sum of two fields. The height rises as long as `left` and `right` alternate. The log grows
  /// with each step, so that no run meets a world twice.
  enum Climb: Module {
    enum Message: CaseIterable { case left, right, down }
    struct Model: Hashable { var left = 0.0, right = 0.0, log: [Bool] = [] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.log.append(true)
      switch message {
      case .left: model.left = model.left <= model.right ? model.left + 1_000 : 0
      case .right: model.right = model.right < model.left ? model.right + 1_000 : 0
      case .down: (model.left, model.right) = (0, 0)
      }
    }
  }

  @Test func `random runs raise the score of a target`() {
    let climb = Specification(of: Climb.self) {
      Target("height") { $0.left + $0.right }
      Sometimes("high up") { $0.left + $0.right >= 30_000 }
    }
    let cases = 500
    let result = run(climb.sample(cases: cases))
    #expect(result.verdict == .passed, "\(result)")
    #expect(result.notes.contains { $0.hasPrefix("target “height”: at most ") })
    let withoutTarget = Specification(of: Climb.self) { Sometimes("high up") { $0.left + $0.right >= 30_000 } }
    #expect(run(withoutTarget.sample(cases: cases)).verdict == .inconclusive)
  }

  @Test func `a target that every step raises leads random runs on`() {
    let climb = Specification(of: Climb.self) {
      Target("height and length") { ($0.left + $0.right) / 200 + Double($0.log.count) }
      Sometimes("high up") { $0.left + $0.right >= 22_000 }
    }
    for seed in 1...Extent.of(gate: 4, night: 20) as ClosedRange<UInt64> {
      let result = run(climb.sample(cases: 500, seed: seed))
      #expect(result.verdict == .passed, "\(result)")
    }
  }

  enum Coin: Module {
    enum Message: CaseIterable { case heads, tails }
    struct Model: Hashable { var first: Message?, throwCount = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if model.first == nil { model.first = message }
      model.throwCount += 1
    }
  }

  @Test func `the shares of labels and covers are reported`() {
    let coin = Specification(of: Coin.self) {
      Classify("heads first") { $0.first == .heads }
      Classify(by: "first throw") { $0.first.map { "\($0)" } ?? "none yet" }
      Cover("tails first", atLeast: 30%) { $0.first == .tails }
    }
    let result = run(coin.sample(cases: 1_000))
    #expect(result.verdict == .passed)
    let shares = result.notes.filter { $0.hasPrefix("“") }
    #expect(
      shares == [
        "“heads first”: 46.2 % of the runs from the start",
        "“first throw”: none yet 100 %, tails 51.4 %, heads 46.2 % of the runs from the start",
        "“tails first”: 51.4 % of 500 runs, at least 30 % asked",
      ])
  }

  @Test func `a label may be of the world, and a target without a number says so`() {
    let coin = Specification(of: Coin.self) {
      Classify(by: "outstanding", of: .world) { "\($0.outstanding.count) commands" }
      Target("nothing") { _ in .nan }
    }
    let notes = run(coin.sample(cases: 100)).notes
    #expect(notes.contains("“outstanding”: 0 commands 100 % of the runs from the start"))
    #expect(notes.contains("target “nothing”: no score that is a number"))
  }

  @Test func `a cover that is missed is a violation`() {
    let coin = Specification(of: Coin.self) { Cover("tails first", atLeast: 90%) { $0.first == .tails } }
    let result = run(coin.sample(cases: 200))
    #expect(result.verdict == .violated)
    #expect(result.message?.hasSuffix("; at least 90 % must be") ?? false, "\(result)")
  }

  @Test func `a cover of all runs is not missed where all runs meet it`() {
    for runs in 1...1_000 {
      #expect(Wilson.verdict(runs, of: runs, atLeast: 100%) != .missed, "\(runs) runs")
    }
  }

  @Test func `a cover is inconclusive after too few runs`() {
    let coin = Specification(of: Coin.self) { Cover("tails first", atLeast: 50%) { $0.first == .tails } }
    let result = run(coin.sample(cases: 20))
    #expect(result.verdict == .inconclusive, "\(result)")
  }

  @Test func `statistics are the same at any number of workers`() {
    let specification = Specification(of: Climb.self) {
      Target("height") { $0.left + $0.right }
      Classify(by: "left") { "\($0.left)" }
      Cover("off the ground", atLeast: 1%) { $0.left > 0 }
      Sometimes("out of reach") { $0.left > 1e9 }
    }
    var results = [1, 2, 8].map { run(specification.sample(cases: 100), workers: $0) }
    for index in results.indices { results[index].seconds = 0 }
    #expect(results[1] == results[0])
    #expect(results[2] == results[0])
  }

  enum Deaf: Module {
    enum Message: CaseIterable { case knock }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a program to which no message can come is inconclusive`() {
    let specification = Specification(of: Deaf.self) { Messages { _ in [] } }
    for check in [specification.check(), specification.sample()] {
      let result = run(check)
      #expect(result.verdict == .inconclusive)
      #expect(
        result.message
          == "no message can come at the start: nothing but the start was checked; look at Messages in the "
          + "specification")
    }
  }

  @Test func `bounds that the command line would not take are errors in Swift too`() {
    let line: UInt = #line + 1
    let specification = Specification(of: Deaf.self) {}
    let checks: [(Check, String)] = [
      (specification.check(depth: -1), "depth: -1, which must be 0"),
      (specification.check(states: 0), "states: 0, which must be 1"),
      (specification.check(scope: 0), "scope: 0, which must be 1"),
      (specification.check(cases: 0), "cases: 0, which must be 1"),
      (specification.check(length: -7), "length: -7, which must be 1"),
      (specification.sample(cases: 0), "cases: 0, which must be 1"),
      (specification.sample(cases: -1), "cases: -1, which must be 1"),
      (specification.sample(length: 0), "length: 0, which must be 1"),
    ]
    for (check, text) in checks {
      let result = run(check)
      #expect(result.verdict == .error)
      #expect(
        result.message
          == "the specification at TEACheckTests/SearchTests.swift:\(line) is checked with \(text) or more")
    }
    let check = specification.check(depth: 0, states: 1, scope: 1, cases: 1, length: 1)
    #expect(run(check).verdict != .error)
  }

  @Test func `a program that no step changes is noted`() {
    let specification = Specification(of: Deaf.self) {}
    let result = run(specification.check())
    #expect(result.verdict == .passed)
    #expect(result.notes.contains("health: no step changes anything; is update finished?"))
  }

  /// A module that counts in a global variable.
  enum Impure: Module {
    nonisolated(unsafe) static var calls = 0
    enum Message: CaseIterable { case count }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      calls += 1
      model = calls
    }
  }

  @Test func `random runs find an update that is not deterministic`() {
    let specification = Specification(of: Impure.self) {}
    let result = run(specification.sample(), workers: 1)
    #expect(result.counterexample?.property == "update and view are deterministic")
    #expect(result.counterexample?.detail?.hasPrefix("update, run again, differs: ") ?? false, "\(result)")
  }
}

/// Checks from generated starts: derived flags, and models.
@Suite struct StartTests {
  enum Share: Module {
    struct Flags { var minutes: UInt8, people: UInt8 }
    enum Message: CaseIterable { case next }
    struct Model: Hashable { var minutesLeft: Int, minutesEach: Int }
    static func start(with flags: Flags) -> Model {
      Model(minutesLeft: Int(flags.minutes), minutesEach: flags.people == 0 ? 1 : Int(flags.minutes / flags.people))
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.minutesLeft = max(0, model.minutesLeft - max(1, model.minutesEach))
    }
  }

  private static let property = "everybody has a turn"

  @Test func `derived flags are sampled and shrunk`() {
    let specification = Specification(of: Share.self) {
      Always(Self.property) { $0.minutesLeft < 40 || $0.minutesEach > 2 }
    }
    var settings = CheckSettings()
    let result = specification.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.flags == "with flags Flags(minutes: 40, people: 0)")
    #expect(result.counterexample?.steps.count == 0)
    for seed in 1...5 as ClosedRange<UInt64> {
      settings.seed = seed
      settings.engine = .sample
      let sampled = specification.check().outcome(settings, onProgress: { _ in }).result
      #expect(sampled.counterexample?.flags == "with flags Flags(minutes: 40, people: 0)", "seed \(seed)")
    }
  }

  @Test func `generated models are sampled and shrunk`() {
    let specification = Specification(of: Share.self) {
      Start(from: Gen<Int>.integer(in: 0...1_000).map { Share.Model(minutesLeft: $0, minutesEach: 7) })
      Always("not thirteen") { $0.minutesLeft != 13 }
    }
    let result = specification.check().outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.counterexample?.start.first?.after == "13", "\(result)")
    #expect(result.counterexample?.steps.count == 0)
  }
}

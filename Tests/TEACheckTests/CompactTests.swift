@testable import TEASupport
import Extent
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// Hash compaction, which tells worlds apart by hashes of 64 bits: the counts stay the same, and the result states the odds
/// that a world was missed.
@Suite struct CompactTests {
  /// `.ci/same-results` counts larger yardsticks.
  @Test(arguments: Yardstick.all)
  func `a compact search has the exact counts at any number of workers`(_ yardstick: Yardstick) {
    let results = ([1] + WorkerTests.workers).map { yardstick.check.exploration(workers: $0) { $0.isCompact = true } }
    let result = results[0]
    let isExact = result.notes.contains(Self.exactnessNote)
    #expect(result.verdict == .passed && result.isComplete == isExact)
    #expect(
      [result.states, result.transitions, result.depth] == [
        yardstick.worldCount, yardstick.transitionCount, yardstick.depth,
      ])
    #expect(result.coverage == (isExact ? .complete : .compact(odds: odds(yardstick.worldCount))))
    #expect(results.allSatisfy { $0 == result })
  }

  /// The 8-puzzle has many worlds, so only its plain form is searched.
  @Test(arguments: WorkerTests.violatedChecks.filter { $0.name != "8-puzzle, container" } + WorkerTests.exampleChecks)
  func `a compact check finds the counterexample of the exact one`(_ check: Check) {
    let exact = check.exploration()
    for workers in Extent.of(gate: [2], night: [1, 2, 8]) {
      let compact = check.exploration(workers: workers) { $0.isCompact = true }
      #expect(compact.verdict == exact.verdict, "\(compact.message ?? "")")
      #expect(
        [compact.states, compact.transitions, compact.depth] == [exact.states, exact.transitions, exact.depth])
      #expect(compact.counterexample == exact.counterexample)
      #expect(compact.finding == exact.finding)
      #expect(!compact.isComplete || compact.notes.contains(Self.exactnessNote))
    }
  }

  @Test func `models of at most eight bytes are told apart exactly`() {
    let check = Specification(of: Switches.self) { Sometimes("all are on") { $0 == .init(on: .max) } }.check()
    let results = [1, 2, 8].map { check.exploration(workers: $0) { $0.isCompact = true } }
    let result = results[0]
    #expect(result.coverage == .complete && result.isComplete && result.notes.contains(Self.exactnessNote))
    #expect([result.states, result.transitions, result.depth] == [256, 2_048, 8])
    #expect(results.allSatisfy { $0 == result })
    #expect(check.exploration().states == 256)
  }

  /// A diary in which each page has a text of its own. Turning a page performs a command with the text of the new page.
  enum Diary: Module {
    enum Message { case turn, answered(String) }
    enum Command: Hashable { case print(String) }
    struct Page: Hashable {
      var number = 0
      var text = "this is what stands on page 0"
    }
    static func start(with flags: Void) -> Page { Page() }
    static func update(for message: Message, model: inout Page, perform: (Command) -> Void) {
      guard case .turn = message else { return }
      model.number += 1
      model.text = "this is what stands on page \(model.number)"
      perform(.print(model.text))
    }
    static func specification(pages: Int, most: Int = .max) -> Specification<Self> {
      Specification(of: Self.self) {
        Always("not too many pages") { $0.number <= most }
        Messages(of: .world) { $0.model.number < pages && $0.outstanding.isEmpty ? [.turn] : [] }
        Replies { command in if case .print(let text) = command { [.answered(text)] } else { nil } }
      }
    }
  }

  @Test(arguments: [1, 2]) func `the parts of forgotten worlds are freed`(workers: Int) throws {
    let pages = Extent.of(gate: 1_500, night: 60_000)
    let rules = try Rules(Diary.specification(pages: pages), scope: 3)
    var bounds = ExplorationBounds()
    var explorer = Explorer(rules, ModuleFunctions(of: Diary.self), bounds: bounds, workers: workers) { _ in }
    let exact = explorer.exploreAll().progress
    // Each page adds at least the parts of its model, its command and its text.
    #expect(explorer.rows.partCount > 3 * pages)
    bounds.isCompact = true
    explorer = Explorer(rules, ModuleFunctions(of: Diary.self), bounds: bounds, workers: workers) { _ in }
    if Extent.current == .gate { explorer.maxUnfreedPartCount = pages }
    let compact = explorer.exploreAll().progress
    #expect([compact.states, compact.transitions, compact.depth] == [exact.states, exact.transitions, exact.depth])
    // Each page but the first is a world with its command, and one without. A tenth is slack: parts are counted after each
    // batch of worlds.
    #expect(exact.states == 2 * pages + 1 && explorer.rows.partCount < explorer.maxUnfreedPartCount * 11 / 10)
  }

  /// Freeing the parts also frees rows, so the worlds of a violation's trace must not be compared with these rows.
  @Test func `a violation has a trace after parts were freed`() throws {
    var explorer = try compactExplorer(of: Diary.specification(pages: 400, most: 300), maxUnfreedPartCount: 50)
    let exploration = explorer.exploreAll()
    // The 301 pages that are turned would leave more than 900 parts if nothing were freed.
    #expect(explorer.rows.partCount < 200)
    // The commands of the first 300 pages are answered.
    #expect(exploration.trace?.count == 601)
  }

  @Test func `the parts of forgotten worlds are freed while a checkpoint is read`() throws {
    let folder = try TemporaryFolder()
    // Each page takes two steps.
    var bounds = ExplorationBounds(depth: 600)
    bounds.isCompact = true
    bounds.checkpoint = CheckpointFile(path: "\(folder.path)/diary", subject: "diary")
    let rules = try Rules(Diary.specification(pages: 400), scope: 3)
    var explorer = Explorer(rules, ModuleFunctions(of: Diary.self), bounds: bounds, workers: 1) { _ in }
    let saved = explorer.exploreAll().progress
    // Nothing was freed, because the parts are few.
    #expect(saved.states == 601 && explorer.rows.partCount > 600)
    explorer = Explorer(rules, ModuleFunctions(of: Diary.self), bounds: bounds, workers: 1) { _ in }
    explorer.maxUnfreedPartCount = 50
    let read = explorer.exploreAll().progress
    #expect([read.states, read.transitions, read.depth] == [saved.states, saved.transitions, saved.depth])
    #expect(explorer.rows.partCount < 200)
    withExtendedLifetime(folder) {}
  }

  private static let exactnessNote = "every world has a hash of 64 bits of its own: none was missed"

  /// Fewer worlds would be counted if the hash ignored the positions of two parts of one type.
  @Test func `worlds with exchanged parts of one type are told apart`() {
    func expectToldApart<Part: Hashable & Sendable>(_ part: @escaping @Sendable (Int) -> Part) {
      func expectCount(_ check: Check, _ worldCount: Int) {
        let results = [check.exploration(), check.exploration { $0.isCompact = true }]
        #expect(results.map(\.states) == [worldCount, worldCount], "\(check.title) of \(Part.self)")
      }
      for offersDependOnModel in [true, false] {
        expectCount(Trio.check(part, offersDependOnModel: offersDependOnModel), Trio<Part>.worldCount)
        expectCount(Twins.check(part, offersDependOnModel: offersDependOnModel), Twins<Part>.worldCount)
      }
    }
    expectToldApart { $0 }
    expectToldApart { UInt8($0) }
    expectToldApart { Double($0) }
    expectToldApart { "\($0)" }
    expectToldApart { "a text that does not fit the memory of a string \($0)" }
    expectToldApart { $0 == 0 ? nil : $0 }
    expectToldApart { [$0] }
    expectToldApart { Array(repeating: "", count: $0) }
    expectToldApart { [$0: $0] }
    expectToldApart { Set([$0, $0 + 1]) }
    expectToldApart { Set(["\($0)"]) }
    expectToldApart { Trio<String>.Model(first: "\($0)", second: "\(2 * $0)") }
    expectToldApart { [Trio<Int>.Model(first: $0, second: 1), Trio<Int>.Model(first: 1, second: $0)] }
    expectToldApart { Result<Int, Trio<String>.Failure>.success($0) }
    expectToldApart { Result<Int, Trio<String>.Failure>.failure(.init(part: "\($0)")) }
  }

  @Test func `the report of a compact check states its odds`() {
    let result = Grid.specification(counters: 3, modulus: 10).check("grid").exploration { $0.isCompact = true }
    let note =
      "worlds were told apart by 64 bits of their hashes: the odds that one was missed are about 1 in 36 trillion"
    #expect(
      TextReport.lines(of: result).first
        == "✓ Grid · grid  complete up to hash collisions, odds 1 in 36 trillion · 1 000 worlds · 3 000 transitions · depth 27 · "
        + "0.00 s")
    #expect(result.notes.contains(note))
    #expect(TextReport.summary(of: [result]) == "1 check: 1 passed (1 complete up to hash collisions)")
    #expect(exitCode(of: [result], requiresComplete: true) == ExitCode.inconclusive)
    let record = result.record(suite: "Suite")
    #expect(record["complete"] == .bool(false))
    #expect(CheckResult(record: record)?.coverage == result.coverage)
  }

  /// A value with a `hash(into:)` that looks at nothing.
  struct Poor: Hashable {
    var number = 0
    var text = "a"
    func hash(into hasher: inout Hasher) {}
  }
  final class NumberObject: Hashable, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (one: NumberObject, other: NumberObject) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `the odds depend on a hash(into:) only where one is called`() {
    func note<Part: Hashable & Sendable>(_ part: @escaping @Sendable (Int) -> Part) -> String? {
      let result = Trio.check(part, offersDependOnModel: true).exploration { $0.isCompact = true }
      return result.notes.first { $0.hasPrefix("worlds were told apart by 64 bits of their hashes") }
    }
    let condition = ", if every hash(into:) looks at all that == looks at"
    #expect(note { Poor(number: $0) }?.hasSuffix(condition) == false)
    #expect(note { [$0: "a"] }?.hasSuffix(condition) == false)
    #expect(note { NumberObject($0) }?.hasSuffix(condition) == true)
  }

  @Test(arguments: [
    (0, "0"), (1, "0"), (2, "1 in 18 quintillion"), (1_000, "1 in 36 trillion"), (1_000_000, "1 in 36 million"),
    (10_000_000, "1 in 368 934"), (1 << 31, "1 in 8"),
  ])
  func `the odds grow with the number of worlds`(_ worlds: Int, _ text: String) {
    #expect(TextReport.text(ofOdds: odds(worlds)) == text)
  }

  @Test func `a Sometimes that no world satisfies is inconclusive in a compact search`() {
    let check = Specification(of: Grid.self) {
      Grid.specification(counters: 2, modulus: 4)
      Sometimes("five") { $0.counters.contains(5) }
    }.check()
    #expect(check.exploration().verdict == .violated)
    let result = check.exploration { $0.isCompact = true }
    #expect(result.verdict == .inconclusive && result.counterexample == nil)
    #expect(result.message?.hasPrefix("no world that was looked at satisfies “five”; ") == true)
  }

  @Test func `canonical forms and keys are refused in a compact search`() {
    let reducingChecks = [
      TwoPhaseCommit.symmetric(3).check(),
      Specification(of: TwoPhaseCommit.self) {
        TwoPhaseCommit.specification(3)
        Distinguish(by: { $0.managers })
      }.check(),
    ]
    for check in reducingChecks {
      let result = check.exploration { $0.isCompact = true }
      #expect(result.verdict == .error)
      #expect(
        result.message == "one world stands for several here, and --compact cannot tell the way to it; leave it out")
    }
  }

  @Test func `liveness is refused in a compact search and with a checkpoint`() {
    let check = Specification(of: Grid.self) {
      Grid.specification(counters: 2, modulus: 4)
      Recovers("back at the start") { $0.counters == [0, 0] }
    }.check()
    #expect(check.exploration().isComplete)
    let compact = check.exploration { $0.isCompact = true }
    #expect(compact.verdict == .error)
    #expect(
      compact.message
        == "“back at the start” can only be judged by all worlds and the steps between them, which --compact forgets; "
        + "leave it out")
    let withCheckpoint = check.exploration { $0.checkpoint = "nowhere" }
    #expect(withCheckpoint.verdict == .error)
    #expect(withCheckpoint.message?.contains("which a checkpoint does not keep") == true)
  }

  @Test func `a survey is refused wherever a check is refused`() {
    let check = Specification(of: Grid.self) {
      Grid.specification(counters: 2, modulus: 4)
      Recovers("back at the start") { $0.counters == [0, 0] }
    }.check()
    for change in [{ $0.isCompact = true }, { $0.checkpoint = "nowhere" }] as [(inout CheckSettings) -> Void] {
      let refused = check.exploration(change)
      let survey = check.exploration { settings in
        change(&settings)
        settings.engine = .survey
      }
      #expect((survey.verdict, survey.message) == (.error, refused.message))
      let suggestions = check.exploration { settings in
        change(&settings)
        settings.engine = .suggest
      }
      #expect(suggestions.verdict == .error)
      #expect(suggestions.message?.hasPrefix("'suggest' needs all worlds and steps, which ") == true)
    }
  }

  @Test func `a compact search has no graph`() {
    var settings = CheckSettings()
    settings.isCompact = true
    #expect(throws: GraphError.self) {
      try Grid.specification(counters: 2, modulus: 4).check().graph(settings, StateGraph.Detail(maxDescribedNodes: 0))
    }
  }

  private func odds(_ worldCount: Int) -> Double { CheckRunner<Grid>.oddsOfMissing(among: worldCount) }
}

/// Eight switches, in one byte.
private enum Switches: Module {
  enum Message: CaseIterable { case a, b, c, d, e, f, g, h }

  struct Model: Hashable { var on: UInt8 = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    for (bit, candidate) in Message.allCases.enumerated() where candidate == message { model.on ^= 1 << bit }
  }
}

/// Parts of one type in the model, and in commands.
private enum Trio<Part: Hashable & Sendable>: Module {
  enum Message { case go(Part, Part, performing: [Part]) }

  struct Model: Hashable { var first: Part?, second: Part? }

  struct Command: Hashable { var part: Part }

  struct Failure: Error, Hashable { var part: Part }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .go(let first, let second, let performed):
      model = Model(first: first, second: second)
      for part in performed { perform(Command(part: part)) }
    }
  }

  /// The number of worlds: the start, and each pair of parts in the model with no, one or two outstanding commands.
  static var worldCount: Int { 1 + partCount * partCount * (1 + partCount + partCount * (partCount + 1) / 2) }

  private static var partCount: Int { Extent.of(gate: 3, night: 5) }

  /// - Parameter offersDependOnModel: `true` where `Messages` depend on the model, `false` where they depend on the world.
  static func check(_ part: @escaping @Sendable (Int) -> Part, offersDependOnModel: Bool) -> Check {
    let parts = (1...partCount).map(part)
    // All bags of at most two parts: the commands of a step.
    let bags =
      [[]] + parts.map { [$0] } + parts.indices.flatMap { index in parts[...index].map { [parts[index], $0] } }
    let offered = parts.flatMap { first in
      parts.flatMap { second in bags.map { Message.go(first, second, performing: $0) } }
    }
    return Specification(of: Self.self) {
      if offersDependOnModel {
        Messages(of: .model) { $0.first == nil ? offered : [] }
      } else {
        Messages(of: .world) { $0.model.first == nil ? offered : [] }
      }
      Replies { _ in [] }
      Always("holds of every world") { _ in true }
    }.check()
  }
}

/// A part as the model, and parts as commands.
private enum Twins<Part: Hashable & Sendable>: Module {
  enum Message { case go(Part, performing: [Part]) }

  typealias Model = Part
  typealias Command = Part

  static func start(with flags: Part) -> Part { flags }

  static func update(for message: Message, model: inout Part, perform: (Part) -> Void) {
    switch message {
    case .go(let part, let performed):
      model = part
      for part in performed { perform(part) }
    }
  }

  /// The number of worlds: the start, and each part as the model with no, one or two outstanding commands.
  static var worldCount: Int { 1 + partCount * (1 + partCount + partCount * (partCount + 1) / 2) }

  private static var partCount: Int { Extent.of(gate: 5, night: 9) }

  /// - Parameter offersDependOnModel: `true` where `Messages` depend on the model, `false` where they depend on the world.
  static func check(_ part: @escaping @Sendable (Int) -> Part, offersDependOnModel: Bool) -> Check {
    let parts = (1...partCount).map(part)
    // All bags of at most two parts: the commands of a step.
    let bags =
      [[]] + parts.map { [$0] } + parts.indices.flatMap { index in parts[...index].map { [parts[index], $0] } }
    let offered = parts.flatMap { part in bags.map { Message.go(part, performing: $0) } }
    return Specification(of: Self.self) {
      Start(with: [part(0)])
      if offersDependOnModel {
        Messages(of: .model) { $0 == part(0) ? offered : [] }
      } else {
        Messages(of: .world) { $0.model == part(0) ? offered : [] }
      }
      Replies { _ in [] }
      Always("holds of every world") { _ in true }
    }.check()
  }
}

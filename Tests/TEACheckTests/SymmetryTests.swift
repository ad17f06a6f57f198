import Extent
import TEARuntime
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// A search with a canonical form keeps one world of each orbit, which is the set of all worlds that share a form. Wrong forms
/// are found.
@Suite struct SymmetryTests {
  private func explore<M>(_ specification: Specification<M>, workers: Int = 2) -> CheckResult {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = workers
    return specification.check().outcome(settings, onProgress: { _ in }).result
  }

  private func counts(_ result: CheckResult) -> [Int] { [result.states, result.transitions, result.depth] }

  /// The numbers of worlds and transitions and the depth of two-phase commit with a form, for 3, 5, 7 or 8 managers.
  private func reducedCounts(_ managers: Int) -> [Int] {
    switch managers {
    case 3: [80, 317, 10]
    case 5: [314, 2_047, 16]
    case 7: [920, 8_409, 22]
    default: [1_461, 15_286, 25]
    }
  }

  // `YardstickChecks` proves the form for five and six managers, in 8 832 and 50 816 worlds.
  @Test(arguments: Extent.of(gate: [(3, 1), (3, 2), (3, 8)], night: [(3, 1), (3, 2), (3, 8), (5, 2), (7, 2)]))
  func `two-phase commit has as many worlds as orbits`(_ count: Int, _ workers: Int) {
    // Without the form, three managers have 288 worlds, five have 8 832, and seven have more than the limit.
    let limit = count <= 5 ? 10_000 : 2_000
    let result = TwoPhaseCommit.symmetric(count).check().exploration(workers: workers) { $0.states = limit }
    #expect(result.verdict == .passed)
    #expect(result.coverage == (count <= 5 ? .complete : .approximate(beyond: 0)))
    #expect(counts(result) == reducedCounts(count))
    guard count == 3 else { return }
    let note = """
      Symmetric: 104 of 317 steps lead to a world that is not its own form; the form was checked in all 288 worlds that \
      are reached without it
      """
    #expect(result.notes.first == note)
  }

  @Test(arguments: Extent.of(gate: [3], night: [3, 8]))
  func `a form is not proven where the worlds without it exceed the bound`(
    _ count: Int
  ) {
    // Three managers have 80 worlds with the form, and 288 without it.
    let limit = count == 3 ? 100 : 2_000
    let result = TwoPhaseCommit.symmetric(count).check().exploration(workers: 2) { $0.states = limit }
    #expect(result.verdict == .passed)
    #expect(result.coverage == .approximate(beyond: 0))
    #expect(counts(result) == reducedCounts(count))
    let (moved, steps, checked) = count == 3 ? ("104", "317", "100") : ("8 078", "15 286", "1 000")
    let note = """
      Symmetric: \(moved) of \(steps) steps lead to a world that is not its own form; the form was checked there, in the \
      first \(checked) worlds that are reached without it, and along 10 random runs; it is not proven, which takes all \
      worlds that are reached without it: allow more with --states
      """
    #expect(result.notes.first == note)
  }

  /// Two-phase commit with a violated property, from a start that is not its own form.
  private func violated(_ isSymmetric: Bool) -> Specification<TwoPhaseCommit> {
    var start = TwoPhaseCommit.start(with: 4)
    start.managers[1] = .prepared
    start.notes = [.prepared(1)]
    return Specification(of: TwoPhaseCommit.self) { [start] in
      Start(from: [start])
      Messages(of: .model) { TwoPhaseCommit.offers($0) }
      Always("few abort") { model in model.managers.count { $0 == .aborted } < 3 || !model.prepared.contains(true) }
      if isSymmetric { Symmetric { TwoPhaseCommit.sorted($0) } }
    }
  }

  @Test(arguments: [1, 2, 8]) func `counterexamples of a search with a form are runs of the program`(_ workers: Int)
    throws
  {
    let result = explore(violated(true), workers: workers)
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "few abort")
    #expect(result.counterexample?.steps.count == explore(violated(false)).counterexample?.steps.count)
    #expect(result.finding?.contains(" · shortest · ") == true)
    let script = try #require(result.counterexample).steps.map(\.message).joined(separator: "\n")
    #expect(
      result.counterexample?.steps.map(\.message)
        == ["chooseAbort(0)", "chooseAbort(2)", "chooseAbort(3)", "receivePrepared(1)"])
    for specification in [violated(true), violated(false)] {
      let failure = #expect(throws: CheckFailure.self) { try specification.check().replay(script) }
      #expect(failure?.result.counterexample?.property == "few abort")
      #expect(failure?.result.counterexample?.steps.count == result.counterexample?.steps.count)
    }
  }

  @Test(arguments: [1, 2, 8]) func `a step that violates a property is a step of the program`(_ workers: Int) throws {
    func specification(_ isSymmetric: Bool) -> Specification<TwoPhaseCommit> {
      Specification(of: TwoPhaseCommit.self) {
        violated(isSymmetric)
        Step("no third abort") { $0.after.managers.count { $0 == .aborted } < 3 }
      }
    }
    let result = explore(specification(true), workers: workers)
    #expect(result.counterexample?.property == "no third abort")
    #expect(
      result.counterexample?.steps.map(\.message) == explore(specification(false)).counterexample?.steps.map(\.message))
  }

  /// Two lamps side by side, each with a brightness from 0 to 3.
  enum Lamps: Module {
    enum Message: CaseIterable { case left, right }
    struct Model: Hashable { var left = 0, right = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .left: model.left = min(3, model.left + 1)
      case .right: model.right = min(3, model.right + 1)
      }
    }
  }

  @Sendable private static func sorted(_ model: Lamps.Model) -> Lamps.Model {
    model.left <= model.right ? model : Lamps.Model(left: model.right, right: model.left)
  }

  /// Returns the result for the lamps with a form, which must be the same at any number of workers.
  private func lamps(
    by form: @escaping @Sendable (Lamps.Model) -> Lamps.Model = sorted,
    @SpecificationBuilder<Lamps> _ makeDeclarations: () -> [Declaration<Lamps>]
  ) -> CheckResult {
    var specification = Specification(of: Lamps.self) { Symmetric(form) }
    specification.declarations += makeDeclarations()
    let results = [1, 2, 8].map { workers in
      var result = explore(specification, workers: workers)
      result.seconds = 0
      return result
    }
    #expect(results.allSatisfy { $0 == results[0] })
    return results[0]
  }

  /// The verdict, the violated property, its detail, and the messages of the counterexample.
  private func summary(_ result: CheckResult) -> [String?] {
    [
      result.verdict.rawValue, result.counterexample?.property, result.counterexample?.detail,
      result.counterexample?.steps.map(\.message).joined(separator: " "),
    ]
  }

  private static let lawOfForms = "Symmetric gives a canonical form"

  @Test func `two lamps have ten of sixteen worlds left`() {
    let result = lamps {}
    #expect(result.isComplete)
    #expect(counts(result) == [10, 20, 6])
  }

  @Test func `a form that forgets a field is wrong`() {
    let result = lamps(by: { Lamps.Model(left: 0, right: $0.right) }) { Always("left is never bright") { $0.left < 3 } }
    #expect(
      summary(result) == [
        "violated", Self.lawOfForms,
        "“left is never bright” holds in the form of this world, and not in the world\nbetween this world and its form: left: 3 → 0",
        "left left left",
      ])
    #expect(result.place.contains("SymmetryTests.swift"))
    #expect(
      TextReport.lines(of: result).dropFirst() == [
        "  violated after 3 steps · shortest",
        "  “left is never bright” holds in the form of this world, and not in the world",
        "  between this world and its form: left: 3 → 0", "", "      start  left: 0  right: 0",
        "   1  left   left: 0 → 1", "   2  left   left: 1 → 2", "   3  left   left: 2 → 3   ✗", "",
        "  note: messages (derived, any at any time): left, right",
        "  again   swift run tea-check explore 'Lamps'",
      ])
  }

  @Test func `a form that changes its own result is a violation`() {
    let result = lamps(by: { Lamps.Model(left: $0.right, right: $0.left) }) {}
    #expect(
      summary(result) == [
        "violated", Self.lawOfForms, "applied to its own result, the form changes left: 0 → 1, right: 1 → 0", "left",
      ])
  }

  @Test func `an invariant that is not symmetric is a violation`() {
    let result = lamps { Always("left is never bright") { $0.left < 2 } }
    #expect(
      summary(result) == [
        "violated", Self.lawOfForms,
        "“left is never bright” holds in the form of this world, and not in the world\nbetween this world and its form: left: 2 → 0, right: 0 → 2",
        "left left",
      ])
  }

  @Test func `steps to a world that violates an invariant are stored as those of the invariant`() throws {
    let folder = try TemporaryFolder()
    let form: @Sendable (Lamps.Model) -> Lamps.Model = Self.sorted
    let check = Specification(of: Lamps.self) {
      Symmetric(form)
      Always("left is never bright") { $0.left < 2 }
    }.check()
    let results = (0..<2).map { _ in check.exploration { $0.store = folder.path } }
    #expect(results.map(\.counterexample?.property) == [Self.lawOfForms, "left is never bright"])
    #expect(results.allSatisfy { $0.file != nil && $0.token != nil }, "\(results.map(\.notes))")
  }

  @Test func `a Sometimes must be symmetric`() {
    let result = lamps { Sometimes("left is bright") { $0.left == 3 && $0.right == 0 } }
    #expect(
      summary(result) == [
        "violated", Self.lawOfForms,
        "“left is bright” holds in this world, and not in its form\nbetween this world and its form: left: 3 → 0, right: 0 → 3",
        "left left left",
      ])
  }

  @Test func `a step property that is not symmetric is a violation`() {
    let result = lamps { Step("right goes with left") { $0.message == .left || $0.before.left == 0 } }
    #expect(
      summary(result) == [
        "violated", Self.lawOfForms,
        "right has other properties in this world than in its form: “right goes with left” holds of only one of them\nbetween this world and its form: left: 1 → 0, right: 0 → 1",
        "left",
      ])
  }

  @Test func `a step that only one of a world and its form has is found`() {
    let result = lamps { Messages(of: .model) { $0.left > 0 ? [.right] : [.left, .right] } }
    #expect(
      summary(result) == [
        "violated", Self.lawOfForms,
        "right leads from the form of this world to where no step leads from the world\nbetween this world and its form: left: 1 → 0, right: 0 → 1",
        "left",
      ])
  }

  @Test func `the form of the start is checked`() {
    let result = lamps {
      Start(from: [Lamps.Model(left: 2, right: 1)]); Always("left leads") { $0.left > 1 }
    }
    #expect(
      summary(result) == [
        "violated", Self.lawOfForms,
        "“left leads” holds in this world, and not in its form\nbetween this world and its form: left: 2 → 1, right: 1 → 2",
        "",
      ])
    #expect(lamps { Start(from: [Lamps.Model(left: 2, right: 1)]) }.states == 5)
  }

  @Test func `a violation by a wrong form is replayed`() throws {
    let specification = Specification(of: Lamps.self) { Symmetric { Lamps.Model(left: $0.right, right: $0.left) } }
    let script = try #require(explore(specification).counterexample).steps.map(\.message).joined(separator: "\n")
    let failure = #expect(throws: CheckFailure.self) { try specification.check().replay(script) }
    #expect(failure?.result.counterexample?.property == Self.lawOfForms)
  }

  @Test func `a search with a form claims nothing of messages that never meet`() {
    let result = lamps {
      Messages(of: .model) { $0.left < $0.right ? [.left] : $0.left > $0.right ? [.right] : [.left, .right] }
    }
    #expect(result.isComplete)
    #expect(result.coverageDetails?.isProof == false)
    #expect(!result.notes.contains { $0.contains("in any reachable world") })
  }

  @Test func `a form beside a liveness property is an error`() {
    let result = lamps {
      Recovers("left is dark") { $0.left == 0 }; Laws(.noEndlessChain)
    }
    #expect(result.verdict == .error)
    #expect(
      result.message
        == "Lamps declares Symmetric beside “left is dark”, “no endless chain of replies”, judged by whole runs: where "
        + "one world stands for all that are alike, a way back to it may in truth lead to another of them. Declare Symmetric "
        + "in a specification of its own")
  }

  @Test func `the graph states that one world stands for all that Symmetric makes alike`() throws {
    let specification = Specification(of: Lamps.self) { Symmetric(Self.sorted) }
    let graph = try specification.check().graph(CheckSettings(), StateGraph.Detail())
    #expect((graph.nodes.count, graph.edges.count, graph.starts.count) == (10, 20, 1))
    #expect(graph.shortfall == "one world for all that Symmetric makes alike")
  }

  /// Two panels, each of which loads by a command of its own.
  enum Panels: Module {
    enum Message: Equatable { case open(Int), loaded(Int) }
    enum Command: Hashable { case load(Int) }
    struct Model: Hashable { var panels = [0, 0] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .open(let panel):
        model.panels[panel] = 1
        perform(.load(panel))
      case .loaded(let panel): model.panels[panel] = 2
      }
    }
  }

  private func panels(@SpecificationBuilder<Panels> _ makeDeclarations: () -> [Declaration<Panels>]) -> CheckResult {
    var specification = Specification(of: Panels.self) {
      Messages(of: .model) { model in model.panels.indices.filter { model.panels[$0] == 0 }.map { .open($0) } }
      Replies { command in
        switch command {
        case .load(let panel): [.loaded(panel)]
        }
      }
    }
    specification.declarations += makeDeclarations()
    return explore(specification)
  }

  @Test func `the form of a world includes its commands`() {
    #expect(panels {}.states == 9)
    let result = panels { Symmetric(of: .world, Self.sorted) }
    #expect(result.isComplete)
    #expect(counts(result) == [6, 8, 4])
  }

  @Sendable private static func sorted(_ world: World<Panels>) -> World<Panels> {
    guard world.model.panels[0] > world.model.panels[1] else { return world }
    return World(
      model: Panels.Model(panels: world.model.panels.reversed()),
      outstanding: world.outstanding.map { $0 == .load(0) ? .load(1) : .load(0) })
  }

  @Test func `a form that makes a world anew keeps its environment`() {
    let specification = Specification(of: Panels.self) {
      Messages(of: .model) { model in model.panels.indices.filter { model.panels[$0] == 0 }.map { .open($0) } }
      Environment(
        0,
        replies: { _, command in
          switch command {
          case .load(let panel): [.loaded(panel)]
          }
        }
      ).atOnce
      Symmetric(of: .world, Self.sorted)
    }
    let result = explore(specification)
    #expect(result.isComplete, "\(result)")
    #expect(counts(result) == [6, 8, 4])
  }

  @Test func `a form of the model that does not fit the commands is wrong`() {
    let result = panels { Symmetric { Panels.Model(panels: $0.panels.sorted()) } }
    #expect(
      summary(result) == [
        "violated", Self.lawOfForms,
        "open(1) leads from this world to where no step leads from its form\nbetween this world and its form: panels: [1, 0] → [0, 1]",
        "open(0)",
      ])
  }

  /// A check tries the form before the search. This test leaves that out, so only the search itself checks the form.
  @Test func `a search checks an unproven form`() throws {
    /// The counts of the search, the violated property, and the messages to the violation.
    func searchSummary(_ form: @escaping @Sendable (Lamps.Model) -> Lamps.Model, workers: Int) throws -> [String] {
      let specification = Specification(of: Lamps.self) {
        Always("left is never bright") { $0.left < 2 }
        Step("right goes with left") { $0.message == .left || $0.before.left == 0 }
        Symmetric(form)
      }
      let rules = try Rules(specification, scope: 3)
      let search = specification.engines.explore(rules, ExplorationBounds(), workers) { _ in }
      guard case .violation(let found) = search.end, let trace = search.trace else { return [] }
      let counts = [search.progress.states, search.progress.transitions, search.progress.depth].map { "\($0)" }
      return counts + [found.violation.property] + trace.steps.compactMap { $0.step.message.map { "\($0)" } }
    }
    for workers in [1, 2, 8] {
      let swappedSummary = try searchSummary({ Lamps.Model(left: $0.right, right: $0.left) }, workers: workers)
      #expect(swappedSummary == ["2", "1", "1", Self.lawOfForms, "left"])
      let sortedSummary = try searchSummary(Self.sorted, workers: workers)
      #expect(sortedSummary == ["2", "1", "1", Self.lawOfForms, "left"])
    }
  }

  /// Six dials, and a clock on which a property depends.
  enum Dials: Module {
    enum Message { case turn(Int), tick }
    struct Model: Hashable { var dials = [0, 0, 0, 0, 0, 0], ticks = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .turn(let dial): model.dials[dial] = (model.dials[dial] + 1) % 4
      case .tick: model.ticks = min(12, model.ticks + 1)
      }
    }
  }

  @Test func `random runs find a form that is wrong beyond the bound of the search`() {
    let specification = Specification(of: Dials.self) {
      Messages(of: .model) { $0.dials.indices.map { .turn($0) } + [.tick] }
      Symmetric { Dials.Model(dials: $0.dials.sorted()) }
      Always("it is early") { $0.ticks < 12 }
    }
    // Without the form there are 4 096 positions of the dials with 13 numbers of ticks each: more worlds than the bound.
    let result = specification.check().exploration(workers: 2) { $0.states = 5_000 }
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == Self.lawOfForms)
    let words = "“it is early” holds in the form of this world, and not in the world\n"
    #expect(result.counterexample?.detail?.hasPrefix(words) == true)
    #expect(result.finding?.hasSuffix(" · in a random run, not shortened") == true)
  }

  /// Two counters, of which only the left one ever counts.
  private enum Pair: Module {
    struct Model: Hashable { var left = 0, right = 0 }
    enum Message: Hashable { case left }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.left += 1 }
  }

  @Test func `a world of the last level, whose steps were not taken, is compared with its form`() {
    var settings = CheckSettings()
    (settings.engine, settings.depth) = (.explore, 1)
    let result = Specification(of: Pair.self) {
      Messages(of: .model) { $0.right == 0 ? [.left] : [] }
      Symmetric { Pair.Model(left: min($0.left, $0.right), right: max($0.left, $0.right)) }
    }.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.counterexample?.property == Self.lawOfForms)
    #expect(result.counterexample?.steps.map(\.label) == ["left"])
  }
}

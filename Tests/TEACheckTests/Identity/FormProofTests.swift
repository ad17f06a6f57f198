@testable import TEASupport
import TEARuntime
import Testing

@testable import TEACheck

/// A canonical form is verified in every world that the program reaches without the form. If the bound allows fewer worlds, the
/// check is approximate.
@Suite struct FormProofTests {
  /// Two counters from 0 to 60. The canonical form sorts their values.
  enum Counters: Module {
    enum Message: CaseIterable { case left, right }
    struct Model: Hashable { var left = 0, right = 0 }
    static var limit: Int { 60 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .left: model.left = min(limit, model.left + 1)
      case .right: model.right = min(limit, model.right + 1)
      }
    }
  }

  @Sendable private static func sorted(_ model: Counters.Model) -> Counters.Model {
    model.left <= model.right ? model : Counters.Model(left: model.right, right: model.left)
  }

  /// A form that is wrong in a single world, far from the start.
  @Sendable private static func wrongInOneWorld(_ model: Counters.Model) -> Counters.Model {
    model.left == 58 && model.right == 31 ? Counters.Model(left: 30, right: 58) : sorted(model)
  }

  private func check(
    _ form: @escaping @Sendable (Counters.Model) -> Counters.Model, workers: Int = 2,
    _ change: (inout CheckSettings) -> Void = { _ in }
  ) -> CheckResult {
    Specification(of: Counters.self) { Symmetric(form) }.check().exploration(workers: workers, change)
  }

  @Test(arguments: [1, 2, 8]) func `a form that is wrong in a single distant world is found`(workers: Int) {
    let result = check(Self.wrongInOneWorld, workers: workers)
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "Symmetric gives a canonical form")
    // The world with the wrong form, (58, 31), is 89 steps from the start. One of its predecessors is reported first: the form
    // of the predecessor has no step to a world whose form is (30, 58).
    #expect(result.counterexample?.steps.count == 88)
    #expect(result.finding?.contains("shortest") == true)
  }

  @Test func `a right form is proven`() {
    let result = check(Self.sorted)
    #expect(result.coverage == .complete && result.states == 61 * 62 / 2)
    #expect(result.notes.contains { $0.hasSuffix("in all 3 721 worlds that are reached without it") })
  }

  @Test func `with fewer worlds allowed than are reached without the form, the check is approximate`() {
    let result = check(Self.sorted) { $0.states = 2_000 }
    #expect(result.verdict == .passed && result.coverage == .approximate(beyond: 0))
    #expect(result.states == 61 * 62 / 2)
    #expect(
      result.notes.contains {
        $0.hasSuffix("it is not proven, which takes all worlds that are reached without it: allow more with --states")
      })
  }

  /// Two switches. Each switching is reported to a server, which answers in its own time.
  private enum Switches: Module {
    enum Message: Hashable { case left, right, answered }
    enum Command: Hashable { case report }
    struct Model: Hashable { var left = false, right = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .left: model.left.toggle()
      case .right: model.right.toggle()
      case .answered: return
      }
      perform(.report)
    }
  }

  @Test func `the note on a form that is not proven names the bound that left worlds out`() {
    let result = Specification(of: Switches.self) {
      Messages { _ in [.left, .right] }
      Replies { _ in [.answered] }
      Symmetric { model in model.left && !model.right ? Switches.Model(left: false, right: true) : model }
    }.check().exploration { $0.outstanding = 2 }
    #expect(result.verdict == .passed && result.coverage == .approximate(beyond: 0))
    #expect(result.notes.contains { $0.hasSuffix("without it: allow more with --outstanding") }, "\(result.notes)")
  }

  @Test func `a check that is bounded in depth proves the form to that depth`() {
    let result = check(Self.sorted) { $0.depth = 20 }
    #expect(result.coverage == .bounded(depth: 20, beyond: 11))
  }

  /// Counts its taps without end.
  private enum Taps: Module {
    enum Message: CaseIterable { case tap }
    struct Model: Hashable { var count = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.count += 1 }
  }

  /// The form is right in the worlds that were tried, up to the tenth tap, and wrong at the hundredth.
  @Test func `a form that is proven to a depth proves nothing beyond it, even if the search ends before that depth`() {
    let specification = Specification(of: Taps.self) {
      Symmetric { _ in Taps.Model() }
      Always("below 100") { $0.count < 100 }
    }
    let result = specification.check(depth: 10).exploration()
    #expect(result.verdict == .passed && !result.isComplete)
    #expect(result.states == 1 && result.coverage == .bounded(depth: 10, beyond: 1))
    #expect(
      result.notes.contains(
        "Symmetric: 1 of 1 step lead to a world that is not its own form; the form was checked in all 11 worlds that "
          + "are reached without it to depth 10"))
    let unmet = Specification(of: Taps.self) {
      specification
      Sometimes("twenty") { $0.count == 20 }
    }.check(depth: 10).exploration()
    #expect(unmet.verdict == .inconclusive && unmet.coverage == .bounded(depth: 10, beyond: 1))
    #expect(unmet.message == "no world that was looked at satisfies “twenty”; it may lie beyond the bounds")
  }

  /// A tree, in which the nodes 2n + 1 and 2n + 2 follow node n.
  private enum Tree: Module {
    enum Message: CaseIterable { case left, right }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model = 2 * model + (message == .left ? 1 : 2)
    }
  }

  /// The bound of four worlds allows the step from node 1 to node 3, and leaves out the step to node 4.
  @Test func `a wrong form is found in a world to which only the last expanded world of a trial leads`() {
    let result = Specification(of: Tree.self) {
      Symmetric { $0 == 3 ? 0 : $0 }
      Always("not three") { $0 != 3 }
    }.check().exploration { $0.states = 4 }
    #expect(result.counterexample?.property == "Symmetric gives a canonical form")
    #expect(result.counterexample?.steps.map(\.label) == ["left", "left"])
    #expect(result.finding == "violated after 2 steps · shortest")
  }

  @Test func `with an unproven form, a Sometimes that was not met is inconclusive`() {
    let result = Specification(of: Counters.self) {
      Symmetric(Self.sorted)
      Sometimes("beyond") { $0.left > 100 }
    }.check().exploration { $0.states = 2_000 }
    #expect(result.verdict == .inconclusive)
    #expect(
      result.message
        == "no world that was looked at satisfies “beyond”; it may lie among those that Symmetric replaces")
  }

  /// Three counters from 0 to 3.
  enum Triples: Module {
    enum Message: CaseIterable { case first, second, third }
    struct Model: Hashable { var counts = [0, 0, 0] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let place = Message.allCases.firstIndex(of: message)!
      model.counts[place] = min(3, model.counts[place] + 1)
    }
  }

  @Test(arguments: 0..<200) func `the proof suspects every world whose form is wrong`(seed: Int) throws {
    var numbers = RandomNumbers(seed: UInt64(seed), run: 0)
    // The form sorts the counts of all worlds but a few random ones, three at most. For some seeds, a property holds of a world
    // and not of its form.
    var exceptions: [[Int]: [Int]] = [:]
    func triple() -> [Int] { (0..<3).map { _ in Int(numbers.next(through: 3)) } }
    for _ in 0..<Int(numbers.next(through: 3)) { exceptions[triple()] = triple() }
    let specification = Specification(of: Triples.self) {
      Symmetric { [exceptions] (model: Triples.Model) in
        Triples.Model(counts: exceptions[model.counts] ?? model.counts.sorted())
      }
      Always("the first is small") { $0.counts[0] < 2 + seed % 3 }
      Step("no third after the second") { seed % 4 > 0 || $0.message != .third || $0.before.counts[1] == 0 }
    }
    let rules = try Rules(specification, scope: 3)
    var unreducedRules = rules
    unreducedRules.relaxProperties()
    unreducedRules.canonicalForm = nil
    var bounds = ExplorationBounds()
    bounds.keepsGraph = true
    let graph = try #require(specification.engines.explore(unreducedRules, bounds, 1) { _ in }.graph)
    #expect(graph.worldCount == 64)
    var proof = try #require(CanonicalFormProof(of: rules, over: graph))
    let suspects = Set(proof.suspects(unless: { false }))
    let wrongWorlds = Set((0..<graph.worldCount).filter { rules.violationOfCanonicalForm(of: graph.worlds[$0]) != nil })
    #expect(wrongWorlds.isSubset(of: suspects))
    if exceptions.isEmpty { #expect(wrongWorlds.isEmpty == suspects.isEmpty) }
  }

  struct Locked: Error {}

  /// A lock and a counter. Only a step that breaks a law changes the counter.
  ///
  /// `Kind` gives the effect of a press, which depends on `isLocked`.
  enum Lock<Kind: LockKind>: Module {
    enum Message: CaseIterable { case flip, press }
    struct Model: Hashable { var isLocked = false, count = 0 }
    typealias Failure = Locked
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      switch message {
      case .flip: model.isLocked.toggle()
      case .press: try Kind.press(&model.count, isLocked: model.isLocked)
      }
    }
  }

  protocol LockKind: SendableMetatype { static func press(_ count: inout Int, isLocked: Bool) throws }
  /// Fails where the lock is locked.
  enum FailsLocked: LockKind {
    static func press(_ count: inout Int, isLocked: Bool) throws { if isLocked { throw Locked() } }
  }
  /// Always fails; raises the counter first where the lock is locked.
  enum ChangesLocked: LockKind {
    static func press(_ count: inout Int, isLocked: Bool) throws {
      if isLocked { count += 1 }
      throw Locked()
    }
  }

  private func summary<Kind: LockKind>(
    _ kind: Kind.Type, _ law: Law? = nil, workers: Int
  ) -> [String] {
    let result = Specification(of: Lock<Kind>.self) {
      if let law { Laws(law) }
      Symmetric { _ in Lock<Kind>.Model() }
    }.check().exploration(workers: workers)
    guard let counterexample = result.counterexample else { return ["\(result.verdict)", "\(result.coverage as Any)"] }
    return [counterexample.property] + counterexample.steps.map(\.label)
  }

  private static let property = "Symmetric gives a canonical form"

  @Test(arguments: [1, 2, 8]) func `a form that hides a declared failure is wrong`(workers: Int) {
    #expect(summary(FailsLocked.self, workers: workers) == [Self.property, "flip"])
    #expect(summary(FailsLocked.self, .updateNeverFails, workers: workers) == [Self.property, "flip"])
  }

  @Test(arguments: [1, 2, 8]) func `a law is judged in the worlds that a form replaces`(workers: Int) {
    #expect(summary(ChangesLocked.self, workers: workers).first == "passed")
    let law = Law.failedUpdateLeavesModelAlone
    #expect(summary(ChangesLocked.self, law, workers: workers) == [law.rawValue, "flip", "press"])
  }

  /// Two counters as of ``Counters``. The view fails in a single world, which no step from a form leads to.
  enum Failing: Module {
    typealias Message = Counters.Message
    typealias Model = Counters.Model
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      Counters.update(for: message, model: &model, perform: perform)
    }
    static func view(for model: Model) throws -> Int {
      if model == Model(left: 58, right: 31) { throw Locked() }
      return 0
    }
  }

  @Test(arguments: [1, 2, 8]) func `a law that is always checked is judged in the worlds that a form replaces`(
    workers: Int
  ) {
    let result = Specification(of: Failing.self) { Symmetric(Self.sorted) }.check().exploration(workers: workers)
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == Law.viewNeverFails.rawValue)
    #expect(result.counterexample?.steps.count == 89)
  }

  @Test func `a counterexample of a search with an unproven form is not called the shortest of all`() {
    func finding(states: Int) -> String? {
      Specification(of: Counters.self) {
        Symmetric(Self.sorted)
        Always("not far") { $0.left + $0.right < 10 }
      }.check().exploration { $0.states = states }.finding
    }
    #expect(finding(states: 5_000)?.contains(" · shortest · ") == true)
    #expect(finding(states: 2_000)?.contains(" · shortest of those that Symmetric leaves · ") == true)
  }
}

@testable import TEASupport
import TEARuntime
import Testing

@testable import TEACheck

/// Worlds that only a key tells apart: a counterexample is a run of the program, but a pass is approximate.
@Suite struct DistinguishTests {
  /// Two counters without a bound.
  enum Tally: Module {
    enum Message: CaseIterable { case up, skip, never }
    struct Model: Hashable { var count = 0, skipped = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .up: model.count += 1
      case .skip: model.skipped += 1
      case .never: break
      }
    }
    static func view(for model: Model) -> Int { model.count % 4 }
  }

  private func check(
    depth: Int? = nil, states: Int? = nil, @SpecificationBuilder<Tally> _ makeDeclarations: () -> [Declaration<Tally>]
  ) -> Check {
    var specification = Specification(of: Tally.self) { Messages(of: .model) { _ in [.up, .skip] } }
    specification.declarations += makeDeclarations()
    return specification.check(depth: depth, states: states)
  }

  /// Returns the result of an exploration, which must be the same at any number of workers.
  private func result(
    depth: Int? = nil, states: Int? = nil, @SpecificationBuilder<Tally> _ makeDeclarations: () -> [Declaration<Tally>]
  ) -> CheckResult {
    let check = check(depth: depth, states: states, makeDeclarations)
    let results = [1, 2, 8].map { workers in
      var settings = CheckSettings()
      settings.engine = .explore
      settings.workers = workers
      var result = check.outcome(settings, onProgress: { _ in }).result
      result.seconds = 0
      return result
    }
    #expect(results.allSatisfy { $0 == results[0] })
    return results[0]
  }

  @Test func `a passed check with Distinguish is approximate and not complete`() {
    let result = result { Distinguish(by: { $0.count % 3 }) }
    #expect(result.verdict == .passed)
    #expect(result.coverage == .approximate(beyond: 0))
    #expect(!result.isComplete)
    #expect([result.states, result.transitions, result.depth] == [3, 6, 2])
    #expect(exitCode(of: [result], requiresComplete: true) == ExitCode.inconclusive)
    #expect(exitCode(of: [result], requiresComplete: false) == ExitCode.passed)
    let lines = TextReport.lines(of: result)
    #expect(lines.first == "✓ Tally  approximate · 3 worlds · 6 transitions · depth 2 · 0.00 s")
    #expect(
      lines.contains(
        "  note: approximate: worlds with equal keys of Distinguish count as one, the first that was found; what others "
          + "lead to may be missed"))
    #expect(TextReport.summary(of: [result]) == "1 check: 1 passed (1 approximate)")
  }

  @Test func `the record states that the coverage is approximate`() {
    let result = result { Distinguish(by: { $0.count % 3 }) }
    let record = result.record(suite: "Suite")
    #expect(record["coverage"]?["kind"]?.string == "approximate")
    #expect(record["complete"]?.bool == false)
    #expect(CheckResult(record: record) == result)
  }

  @Test func `an approximate check fails where completeness is required`() {
    let check = check { Distinguish(by: { $0.count % 3 }) }
    #expect(throws: CheckFailure.self) { try check.run(requireComplete: true) }
    #expect(throws: Never.self) { try check.run() }
  }

  @Test func `keys are made from the model, the view or the world`() {
    #expect(result { Distinguish(of: .view, by: { $0 }) }.states == 4)
    #expect(result { Distinguish(of: .world, by: { $0.model.count % 5 }) }.states == 5)
    #expect(
      result {
        Distinguish(by: { $0.count % 3 }); Distinguish(by: { $0.skipped % 2 })
      }.states == 6)
  }

  @Test func `a counterexample is a run of the program`() throws {
    let check = check {
      Distinguish(by: { [min($0.count, 3), min($0.skipped, 3)] })
      Always("not both") { $0.count < 2 || $0.skipped < 2 }
    }
    let result = check.outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .violated)
    #expect(result.finding?.contains("shortest of those that Distinguish leaves") == true)
    let steps = try #require(result.counterexample).steps.map(\.message)
    #expect(steps == ["up", "up", "skip", "skip"])
    #expect(throws: CheckFailure.self) { try check.replay(steps.joined(separator: "\n")) }
  }

  /// The search continues from the first world with a key; a counterexample takes no step from another world with this key.
  @Test func `a counterexample leads through the worlds that were kept`() throws {
    let result = result {
      // Makes worlds with equal keys offer different messages.
      Messages(of: .model) { $0.count == 0 ? [.never] : [] }
      Distinguish(by: { $0.count + $0.skipped })
      Always("fewer than three") { $0.count < 3 }
    }
    #expect(result.counterexample?.steps.map(\.message) == ["up", "up", "up"])
    #expect(result.counterexample?.steps.last?.changes.map(\.after) == ["3"])
  }

  @Test func `a Sometimes that no kept world satisfies is inconclusive`() {
    let result = result {
      Distinguish(by: { $0.count % 3 }); Sometimes("nine") { $0.count == 9 }
    }
    #expect(result.verdict == .inconclusive)
    #expect(
      result.message
        == "no world that was looked at satisfies “nine”; it may lie among those that Distinguish does not tell apart")
    #expect(result.coverageDetails?.isProof == false)
    #expect(result.notes.contains("never offered in the worlds that were explored: never"))
  }

  @Test func `a bounded search with a key is approximate`() {
    let boundedByDepth = result(depth: 2) { Distinguish(by: { $0.count }) }
    #expect(boundedByDepth.verdict == .passed)
    #expect(boundedByDepth.coverage == .approximate(beyond: 1))
    #expect(TextReport.lines(of: boundedByDepth).first?.contains("  approximate: 1 not expanded · 3 worlds") == true)
    let boundedByWorlds = result(states: 5) { Distinguish(by: { $0.count }) }
    #expect(boundedByWorlds.verdict == .inconclusive)
    #expect(boundedByWorlds.coverage == .approximate(beyond: 1))
    let withRandomRuns = check(states: 5) { Distinguish(by: { $0.count }) }.outcome(
      CheckSettings(), onProgress: { _ in }
    ).result
    #expect(withRandomRuns.verdict == .inconclusive)
    #expect(withRandomRuns.coverage == .approximate(beyond: 1))
  }

  @Test func `a key beside a liveness property is an error`() {
    let result = result {
      Distinguish(by: { $0.count % 3 }); Eventually("two") { $0.count == 2 }
    }
    #expect(result.verdict == .error)
    #expect(
      result.message
        == "Tally declares Distinguish beside “two”, judged by whole runs: where worlds with equal keys count as one, "
        + "their runs are not told apart. Declare Distinguish in a specification of its own")
  }

  @Test func `the graph states that it is approximate`() throws {
    let check = check {
      Start(from: [.init(), .init(count: 3)]); Distinguish(by: { $0.count % 3 })
    }
    let graph = try check.graph(CheckSettings(), StateGraph.Detail())
    #expect((graph.nodes.count, graph.edges.count, graph.starts.count) == (3, 6, 2))
    #expect(graph.shortfall == "approximate, one world for each key of Distinguish")
  }

  @Test func `a canonical form and a key are combined`() {
    let result = result(states: 500) {
      Symmetric { Tally.Model(count: max($0.count, $0.skipped), skipped: min($0.count, $0.skipped)) }
      Distinguish(by: { [min($0.count, 3), min($0.skipped, 3)] })
    }
    #expect(result.coverage == .approximate(beyond: 0))
    // Two numbers from 0 to 3, in any order.
    #expect(result.states == 10)
  }

  /// A number from 0 to 2, and a clock that each step advances by 5.
  private enum Walk: Module {
    enum Message: CaseIterable { case inc, dec }
    struct Model: Hashable { var number = 0, time = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .inc: model = Model(number: min(2, model.number + 1), time: model.time + 5)
      case .dec: model = Model(number: max(0, model.number - 1), time: model.time + 5)
      }
    }
  }

  @Test func `nothing is suggested about the steps between worlds that stand for others`() {
    func suggestions(@SpecificationBuilder<Walk> _ makeDeclarations: () -> [Declaration<Walk>]) -> CheckResult {
      var specification = Specification(of: Walk.self) {
        Messages(of: .model) { $0.time < 60 ? [.inc, .dec] : [] }
      }
      specification.declarations += makeDeclarations()
      return specification.check().exploration { ($0.engine, $0.suggestsAll) = (.suggest, true) }
    }
    func isOfStepsOrRuns(_ suggestion: CheckResult.Suggestion) -> Bool {
      suggestion.isOfSteps || suggestion.code.hasPrefix("Recovers")
    }
    #expect(suggestions {}.suggestions?.contains(where: isOfStepsOrRuns) == true)
    let result = suggestions { Distinguish(by: { $0.number }) }
    #expect(result.suggestions?.filter(isOfStepsOrRuns) == [], "\(result.suggestions ?? [])")
    let note =
      "Distinguish: suggestions are of the worlds that it leaves, and none is of steps or runs, because a step may "
      + "go on from another world than the one that it comes to"
    #expect(result.notes.contains(note), "\(result.notes)")
  }

  /// A number from 0 to 2, set by each message.
  enum Choice: Module {
    enum Message: CaseIterable { case one, two, reset }
    struct Model: Hashable { var number = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.number =
        switch message {
        case .one: 1
        case .two: 2
        case .reset: 0
        }
    }
  }

  @Test(arguments: [1, 2, 8]) func `worlds with keys that are unequal to themselves are found once`(workers: Int) {
    func result(_ key: Distinguish<Choice>) -> CheckResult {
      Specification(of: Choice.self) { key }.check().exploration(workers: workers)
    }
    @Sendable func number(_ model: Choice.Model) -> Double { model.number == 0 ? .nan : Double(model.number) }
    let results = [
      result(Distinguish { number($0) }), result(Distinguish { [number($0), 1] }),
      result(Distinguish { Optional(number($0)) }), result(Distinguish { [1: number($0)] }),
    ]
    for result in results {
      #expect([result.states, result.transitions, result.depth] == [3, 9, 1])
      #expect(result.coverage == .approximate(beyond: 0))
    }
  }
}

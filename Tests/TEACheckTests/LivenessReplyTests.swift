@testable import TEAAnalysis
@testable import TEASupport
import Extent
import Testing

@testable import TEACheck

/// Liveness verdicts about random programs with commands, under random assumptions: fairness of replies and of the system's
/// messages, and people who go on or may stop.
@Suite struct LivenessReplyTests {
  /// A graph whose edges are messages, each of which may perform a command: the model is a node.
  enum CommandGraph: Module {
    struct Message: Sendable { var target: Int, performs: String?, isOfSystem = false }
    struct Command: Hashable { var name: String }

    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model = message.target
      if let name = message.performs { perform(Command(name: name)) }
    }
  }

  /// A random program of three nodes.
  struct Sample: Sendable {
    /// The messages that can be sent, by node.
    var messages: [[CommandGraph.Message]]
    /// The possible replies to a command, by its name and then by node.
    var replies: [String: [[CommandGraph.Message]]] = [:]
    /// A set of nodes; bit n stands for node n.
    var goal: Int
    var fairness: FairnessAssumptions<CommandGraph>

    init(seed: UInt64) {
      var numbers = RandomNumbers(seed: seed)
      func next(_ bound: Int) -> Int { Int(numbers.next(through: UInt64(bound - 1))) }
      /// A message that performs a command with a probability of one in `odds`.
      func message(_ odds: Int) -> CommandGraph.Message {
        CommandGraph.Message(
          target: next(3), performs: next(odds) == 0 ? ["x", "y"][next(2)] : nil, isOfSystem: next(3) == 0)
      }
      messages = (0..<3).map { _ in (0..<next(3)).map { _ in message(2) } }
      for name in ["x", "y"] { replies[name] = (0..<3).map { _ in (0..<next(3)).map { _ in message(4) } } }
      goal = next(8) & next(8)
      fairness = FairnessAssumptions()
      fairness.replies = [.none, .weak, .strong][next(3)]
      fairness.system = [.none, .weak, .strong][next(3)]
      fairness.people = [.goOn, .mayStop][next(2)]
    }

    var specification: Specification<CommandGraph> {
      let fairness = fairness
      return Specification(of: CommandGraph.self) {
        Messages(of: .model) { messages[$0] }
        Replies { command, node in replies[command.name]?[node] }
        SystemMessages { $0.isOfSystem }
        Fairness(replies: fairness.replies, system: fairness.system, people: fairness.people)
      }
    }
  }

  private static let programCount = Extent.of(gate: 1_000, night: 6_000)

  @Test func `verdicts agree with the definition`() throws {
    // `stops` counts the violating runs that end where steps are possible, because people may stop.
    var trials = 0, violations = 0, stops = 0
    for seed in 0..<UInt64(Self.programCount) {
      let sample = Sample(seed: seed)
      let specification = sample.specification
      let rules = try Rules(specification, scope: 3)
      // At most nine worlds, because `NaiveLiveness` tries all sets of worlds.
      var bounds = ExplorationBounds(states: 9, outstanding: 3)
      bounds.keepsGraph = true
      let exploration = specification.engines.explore(rules, bounds, 1) { _ in }
      guard case .exhausted = exploration.end, !exploration.leftOutStepsAtBound else { continue }
      let graph = try #require(exploration.graph)
      let naive = naive(graph, sample.fairness)
      let goal = (0..<graph.worldCount).filter { sample.goal >> graph.worlds[$0].model & 1 == 1 }.reduce(0) {
        $0 | 1 << $1
      }
      var judge = RunJudge(rules: rules, graph: graph)
      for (liveness, expected) in [
        (Liveness.eventually, naive.eventually(goal)), (.repeatedly, naive.repeatedly(goal)),
        (.leadsTo, naive.leadsTo(busyWorlds(graph), ~busyWorlds(graph))),
      ] {
        trials += 1
        let verdict =
          liveness == .leadsTo
          ? try judge.judge(.leadsTo, { $0.outstanding.count == 0 }, from: { $0.outstanding.count > 0 })
          : try judge.judge(liveness, { sample.goal >> $0.model & 1 == 1 })
        try #require((verdict == .holds) == expected, "seed \(seed)")
        guard case .violated(let run) = verdict else { continue }
        violations += 1
        if run.stemLength == nil {
          var world = run.start
          for step in run.steps { world = Int(graph.targets[step]) }
          try #require(naive.ends >> world & 1 == 1, "seed \(seed)")
          if !graph.edges(of: world).isEmpty { stops += 1 }
        }
      }
    }
    let programCount = Self.programCount
    // Without enough cases of each kind, the comparison would prove little.
    #expect(
      trials > programCount * 5 / 6 && violations > programCount / 6 && stops > programCount / 60,
      "\(trials) \(violations) \(stops)")
  }

  @Test func `a verdict within a bound on outstanding commands is true without it`() throws {
    var undecidedCount = 0, violatedCount = 0
    for seed in 0..<UInt64(Self.programCount) {
      let sample = Sample(seed: seed)
      let specification = sample.specification
      let rules = try Rules(specification, scope: 3)
      func explore(_ outstanding: Int) -> Exploration<CommandGraph> {
        var bounds = ExplorationBounds(states: 9, outstanding: outstanding)
        bounds.keepsGraph = true
        return specification.engines.explore(rules, bounds, 1) { _ in }
      }
      let (smallSearch, largeSearch) = (explore(1), explore(3))
      guard case .exhausted = largeSearch.end, !largeSearch.leftOutStepsAtBound, smallSearch.leftOutStepsAtBound else {
        continue
      }
      let graph = try #require(largeSearch.graph)
      let goal = (0..<graph.worldCount).filter { sample.goal >> graph.worlds[$0].model & 1 == 1 }.reduce(0) {
        $0 | 1 << $1
      }
      let naive = naive(graph, sample.fairness)
      var judge = RunJudge(rules: rules, graph: try #require(smallSearch.graph))
      for (liveness, expected) in [
        (Liveness.eventually, naive.eventually(goal)), (.repeatedly, naive.repeatedly(goal)),
        (.recovers, naive.recovers(goal)),
      ] {
        switch try judge.judge(liveness, { sample.goal >> $0.model & 1 == 1 }) {
        case .undecided: undecidedCount += 1
        case .holds: try #require(expected, "seed \(seed)")
        case .violated:
          violatedCount += 1
          try #require(!expected, "seed \(seed)")
        }
      }
    }
    // Without enough cases of both kinds, the comparison would prove little.
    #expect(min(undecidedCount, violatedCount) > Self.programCount / 300, "\(undecidedCount) \(violatedCount)")
  }

  /// The set of worlds with outstanding commands; bit n stands for world n.
  private func busyWorlds(_ graph: WorldGraph<CommandGraph>) -> Int {
    (0..<graph.worldCount).filter { graph.worlds[$0].outstanding.count > 0 }.reduce(0) { $0 | 1 << $1 }
  }

  /// The definition of liveness for a graph, with one label for each command and system message whose fairness is assumed.
  private func naive(_ graph: WorldGraph<CommandGraph>, _ fairness: FairnessAssumptions<CommandGraph>) -> NaiveLiveness
  {
    var names: [String] = [], isStrong: [Bool] = []
    var edges: [(source: Int, labels: Set<Int>, target: Int)] = []
    // The worlds in which the assumptions do not allow a run to end; bit n stands for world n.
    var goingOn = 0
    for world in (0..<graph.worldCount) {
      for step in graph.edges(of: world) {
        var name: String?
        var strength = FairnessStrength.none
        switch graph.steps[step] {
        case .message(let message):
          if message.isOfSystem { (name, strength) = ("system \(message)", fairness.system) }
        case .reply(_, let command):
          (name, strength) = ("reply to \(graph.worlds[world].outstanding[command].name)", fairness.replies)
        case .event: break
        }
        var labels: Set<Int> = []
        if let name, strength != .none {
          if !names.contains(name) {
            names.append(name)
            isStrong.append(strength == .strong)
          }
          labels = [names.firstIndex(of: name)!]
        }
        if !labels.isEmpty || (name == nil && fairness.people == .goOn) { goingOn |= 1 << world }
        edges.append((world, labels, Int(graph.targets[step])))
      }
    }
    let ends = (0..<graph.worldCount).filter { goingOn >> $0 & 1 == 0 }.reduce(0) { $0 | 1 << $1 }
    return NaiveLiveness(nodeCount: graph.worldCount, edges: edges, strongFlags: isStrong, ends: ends)
  }
}

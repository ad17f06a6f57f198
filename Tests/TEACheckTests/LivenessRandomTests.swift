@testable import TEAAnalysis
@testable import TEASupport
import Extent
import Testing

@testable import TEACheck

/// Random small graphs, whose verdicts agree with the definition of liveness; every reported run violates the property.
@Suite struct LivenessRandomTests {
  /// A random graph of 2 to 7 nodes with the labels a, b and c.
  struct Sample {
    var nodeCount: Int
    var edges: [LivenessGraph.Edge] = []
    /// Sets of nodes; bit n stands for node n. `LeadsTo` leads from `largeSet` to `smallSet`. The goal of `Settles` is
    /// `largeSet`; the goal of each other property is `smallSet`.
    var largeSet = 0, smallSet = 0
    /// The fairness of the labels a, b and c.
    var strengths: [FairnessStrength] = []

    init(seed: UInt64) {
      var numbers = RandomNumbers(seed: seed)
      func next(_ bound: Int) -> Int { Int(numbers.next(through: UInt64(bound - 1))) }
      nodeCount = 2 + next(6)
      let labels = ["a", "b", "c"].prefix(1 + next(3))
      for _ in 0..<next(nodeCount * 2 + 2) {
        let edge = LivenessGraph.Edge(
          source: next(nodeCount), label: labels[next(labels.count)], target: next(nodeCount))
        if !edges.contains(edge) { edges.append(edge) }
      }
      // The small set has the nodes that two random sets share, so that many runs never meet it.
      largeSet = next(1 << nodeCount)
      smallSet = next(1 << nodeCount) & next(1 << nodeCount)
      strengths = (0..<3).map { _ in [.none, .weak, .strong][next(3)] }
    }
  }

  private static let graphCount = Extent.of(gate: 1_000, night: 10_000)

  private struct Explored {
    var rules: Rules<LivenessGraph>
    var graph: WorldGraph<LivenessGraph>
  }

  private func explore(_ edges: [LivenessGraph.Edge]) throws -> Explored {
    let rules = try Rules(LivenessGraph.specification(edges, .none) {}, scope: 3)
    var bounds = ExplorationBounds()
    bounds.keepsGraph = true
    let exploration = Engines(of: LivenessGraph.self).explore(rules, bounds, 1) { _ in }
    return Explored(rules: rules, graph: try #require(exploration.graph))
  }

  @Test func `verdicts and violating runs agree with the definition`() throws {
    var violations = 0, passes = 0, loops = 0, ends = 0
    for seed in 0..<UInt64(Self.graphCount) {
      let sample = Sample(seed: seed)
      let explored = try explore(sample.edges)
      var assumptions: [[String: FairnessStrength]] = [FairnessStrength.none, .weak, .strong].map { strength in
        ["a": strength, "b": strength, "c": strength]
      }
      // In this assumption, each label has its own strength.
      assumptions.append(["a": sample.strengths[0], "b": sample.strengths[1], "c": sample.strengths[2]])
      for strengthByLabel in assumptions {
        var trial = Trial(
          sample: sample, rules: explored.rules, graph: explored.graph, strengthByLabel: strengthByLabel)
        let outcome = try trial.run(seed: seed)
        violations += outcome.violations
        passes += outcome.passes
        loops += outcome.loops
        ends += outcome.ends
      }
    }
    // Without enough cases of each kind, the comparison would prove little.
    #expect(
      min(violations, passes) > 2 * Self.graphCount && min(loops, ends) > Self.graphCount,
      "\(violations) \(passes) \(loops) \(ends)")
  }

  @Test func `a verdict within a bound is true of the whole graph`() throws {
    var undecidedCount = 0, holdingCount = 0, violatedCount = 0
    for seed in 0..<UInt64(Self.graphCount) {
      let sample = Sample(seed: seed)
      let goal = sample.smallSet
      let specification = LivenessGraph.specification(sample.edges, .weak) {}
      let rules = try Rules(specification, scope: 3)
      var bounds = ExplorationBounds(states: 1 + Int(seed) % sample.nodeCount)
      bounds.keepsGraph = true
      let graph = try #require(specification.engines.explore(rules, bounds, 1) { _ in }.graph)
      let naive = NaiveLiveness(
        nodeCount: sample.nodeCount,
        edges: sample.edges.map { ($0.source, [["a", "b", "c"].firstIndex(of: $0.label)!], $0.target) },
        strongFlags: [false, false, false])
      var judge = RunJudge(rules: rules, graph: graph)
      for (liveness, expected) in [
        (Liveness.eventually, naive.eventually(goal)), (.repeatedly, naive.repeatedly(goal)),
        (.recovers, naive.recovers(goal)),
      ] {
        switch try judge.judge(liveness, { goal >> $0.model & 1 == 1 }) {
        case .undecided: undecidedCount += 1
        case .holds:
          holdingCount += 1
          try #require(expected, "seed \(seed)")
        case .violated:
          violatedCount += 1
          try #require(!expected, "seed \(seed)")
        }
      }
    }
    // Without enough cases of each kind, the test would prove little.
    #expect(
      min(undecidedCount, holdingCount, violatedCount) > Self.graphCount / 5,
      "\(undecidedCount) \(holdingCount) \(violatedCount)")
  }

  @Test func `Settles agrees with its definition`() throws {
    var violations = 0
    for seed in 0..<UInt64(Self.graphCount) {
      let sample = Sample(seed: seed)
      let goal = sample.largeSet
      let specification = LivenessGraph.specification(sample.edges, .none) {
        SystemMessages { $0.label == "a" }
        Settles("goal") { goal >> $0 & 1 == 1 }
      }
      let exploration = specification.engines.explore(try Rules(specification, scope: 3), ExplorationBounds(), 1) { _ in
      }
      let naive = NaiveLiveness(
        nodeCount: sample.nodeCount, edges: sample.edges.map { ($0.source, [], $0.target) }, strongFlags: [])
      let restlessNodes = sample.edges.filter { $0.label == "a" }.reduce(0) { $0 | 1 << $1.source }
      let isViolated = naive.reachable & ~restlessNodes & ~goal != 0
      if case .violation(let found) = exploration.end {
        violations += 1
        try #require(isViolated && found.violation.property == "goal", "seed \(seed)")
        let node = try #require(exploration.trace?.lastWorld.model)
        try #require((restlessNodes | goal) >> node & 1 == 0, "seed \(seed)")
      } else {
        try #require(!isViolated, "seed \(seed)")
      }
    }
    // Without enough violations and passes, the test would prove little.
    #expect(violations > Self.graphCount / 5 && violations < Self.graphCount * 9 / 10, "\(violations)")
  }

  /// The comparison of one graph under one fairness assumption.
  private struct Trial {
    var sample: Sample
    var rules: Rules<LivenessGraph>
    var graph: WorldGraph<LivenessGraph>
    var naive: NaiveLiveness
    /// The node that each world of the graph is in.
    var nodes: [Int]
    /// The numbers of violated properties, of properties that hold, of violating runs with a loop, and of those that end.
    var violations = 0, passes = 0, loops = 0, ends = 0

    init(
      sample: Sample, rules: Rules<LivenessGraph>, graph: WorldGraph<LivenessGraph>,
      strengthByLabel: [String: FairnessStrength]
    ) {
      self.sample = sample
      self.rules = rules
      self.graph = graph
      self.rules.fairness.labels = [FairnessStrength.weak, .strong].map { strength in
        (strength, { strengthByLabel[$0.label] == strength ? $0.label : nil })
      }
      let fair = ["a", "b", "c"].filter { strengthByLabel[$0] != FairnessStrength.none }
      nodes = graph.worlds.map(\.model)
      naive = NaiveLiveness(
        nodeCount: sample.nodeCount,
        edges: sample.edges.map { edge in
          (edge.source, Set(fair.firstIndex(of: edge.label).map { [$0] } ?? []), edge.target)
        }, strongFlags: fair.map { strengthByLabel[$0] == .strong })
    }

    mutating func run(seed: UInt64) throws -> (violations: Int, passes: Int, loops: Int, ends: Int) {
      let (first, second, all) = (sample.largeSet, sample.smallSet, naive.all)
      try compare(seed, .eventually, second, naive.eventually(second), staying: all & ~second, waitingFrom: 1)
      try compare(
        seed, .leadsTo, second, from: first, naive.leadsTo(first, second), staying: all & ~second,
        waitingFrom: first, canBeginLater: true)
      try compare(
        seed, .repeatedly, second, naive.repeatedly(second), staying: all & ~second, waitingFrom: all,
        canBeginLater: true)
      try compareRecovery(seed, second)
      try compareChains(seed)
      return (violations, passes, loops, ends)
    }

    /// Compares the verdict about a property, and checks the violating run.
    ///
    /// - Parameters:
    ///   - goal: The nodes in which the condition holds.
    ///   - trigger: The nodes in which the first condition of `leadsTo` holds; `nil` for another property.
    ///   - staying: The nodes in which a violating run stays while it waits in vain.
    ///   - waitingFrom: The nodes in which the waiting can begin.
    ///   - canBeginLater: `true` where the waiting can begin after any step of the run, not only at its start.
    private mutating func compare(
      _ seed: UInt64, _ liveness: Liveness, _ goal: Int, from trigger: Int? = nil, _ holdsByDefinition: Bool,
      staying: Int, waitingFrom: Int, canBeginLater: Bool = false
    ) throws {
      var judge = RunJudge(rules: rules, graph: graph)
      func condition(_ set: Int) -> Property<World<LivenessGraph>>.Condition { { set >> $0.model & 1 == 1 } }
      let verdict = try judge.judge(liveness, condition(goal), from: trigger.map(condition))
      guard case .violated(let run) = verdict else {
        passes += 1
        try #require(verdict == .holds && holdsByDefinition, "seed \(seed) \(liveness)")
        return
      }
      violations += 1
      try #require(!holdsByDefinition, "seed \(seed) \(liveness)")
      let path = try #require(walk(run), "seed \(seed): \(run) is no path")
      // From the world in which waiting begins, the run stays in `staying`.
      let firstWaitingPlace =
        canBeginLater
        ? path.indices.first { place in
          waitingFrom >> path[place] & 1 == 1 && path[place...].allSatisfy { staying >> $0 & 1 == 1 }
        } : path.allSatisfy { staying >> $0 & 1 == 1 } ? 0 : nil
      try #require(
        firstWaitingPlace != nil && firstWaitingPlace! <= run.stemLength ?? path.count - 1,
        "seed \(seed): \(run) \(path)")
      try #require(
        (run.stemLength ?? run.steps.count) == shortestStem(staying: staying, waitingFrom: waitingFrom, canBeginLater),
        "seed \(seed)")
      if let loop = run.stemLength {
        loops += 1
        try #require(path.last == path[loop] && run.steps.count > loop, "seed \(seed): \(run) does not close")
        try #require(isFair(run, loop, path), "seed \(seed): \(run) is not fair")
      } else {
        ends += 1
        try #require(naive.ends >> path[path.count - 1] & 1 == 1, "seed \(seed): \(run) does not end")
      }
    }

    private mutating func compareRecovery(_ seed: UInt64, _ goal: Int) throws {
      var judge = RunJudge(rules: rules, graph: graph)
      guard case .violated(let run) = try judge.judge(.recovers, { goal >> $0.model & 1 == 1 }) else {
        try #require(naive.recovers(goal), "seed \(seed) recovers")
        return
      }
      try #require(!naive.recovers(goal), "seed \(seed) recovers")
      let path = try #require(walk(run), "seed \(seed): \(run) is no path")
      let last = path[run.stemLength ?? path.count - 1]
      try #require((1 << last | naive.successors(of: 1 << last, inside: naive.all)) & goal == 0, "seed \(seed): \(run)")
      if run.stemLength != nil { try #require(path.last == last) }
    }

    /// Compares the verdict about endless chains of system messages. Here the system sends the messages with the label a.
    private mutating func compareChains(_ seed: UInt64) throws {
      rules.systemMessageConditions = [{ $0.label == "a" }]
      defer { rules.systemMessageConditions = [] }
      let chains = NaiveLiveness(
        nodeCount: sample.nodeCount,
        edges: naive.edges.indices.filter { sample.edges[$0].label == "a" }.map { naive.edges[$0] },
        strongFlags: [])
      let cyclicNodes = (0..<sample.nodeCount).filter {
        chains.successors(of: 1 << $0, inside: naive.all) >> $0 & 1 == 1
      }
      let expected = cyclicNodes.allSatisfy { naive.reachable >> $0 & 1 == 0 }
      guard case .violated(let run) = RunJudge(rules: rules, graph: graph).judgeChains() else {
        try #require(expected, "seed \(seed) chains")
        return
      }
      try #require(!expected, "seed \(seed) chains")
      let path = walk(run)
      try #require(
        run.stemLength.map { path?[$0] == path?.last && $0 < run.steps.count } == true, "seed \(seed): \(run)")
      try #require(
        run.steps[run.stemLength!...].allSatisfy { graph.steps[$0].message?.label == "a" }, "seed \(seed): \(run)")
    }

    /// The nodes that a run meets; `nil` if its steps do not form a path in the graph.
    private func walk(_ run: GraphRun) -> [Int]? {
      guard run.start < graph.startCount else { return nil }
      var world = run.start
      var path = [nodes[world]]
      for step in run.steps {
        guard graph.edges(of: world).contains(step) else { return nil }
        guard let message = graph.steps[step].message else { return nil }
        let edge = LivenessGraph.Edge(source: path[path.count - 1], label: message.label, target: message.target)
        guard sample.edges.contains(edge) else { return nil }
        world = Int(graph.targets[step])
        path.append(nodes[world])
      }
      return path.indices.allSatisfy { $0 == 0 || graph.steps[run.steps[$0 - 1]].message?.target == path[$0] }
        ? path : nil
    }

    /// `true` if a run is fair. After its first `loop` steps, the run repeats the other steps for ever.
    private func isFair(_ run: GraphRun, _ loop: Int, _ path: [Int]) -> Bool {
      let nodesOfLoop = Set(path[loop...])
      let fairLabels = rules.fairness.labels
      let messages = run.steps[loop...].compactMap { graph.steps[$0].message }
      for label in ["a", "b", "c"] {
        let isTaken = messages.contains { $0.label == label }
        let nodesWithLabel = nodesOfLoop.filter { node in
          sample.edges.contains { $0.source == node && $0.label == label }
        }
        let isWeak = fairLabels[0].label(.init(label: label, target: 0)) != nil
        let isStrong = fairLabels[1].label(.init(label: label, target: 0)) != nil
        if isWeak, !isTaken, nodesWithLabel == nodesOfLoop { return false }
        if isStrong, !isTaken, !nodesWithLabel.isEmpty { return false }
      }
      return true
    }

    /// The least number of steps to a node at which a violating run can end or stay; `nil` if there is no such node.
    private func shortestStem(staying: Int, waitingFrom: Int, _ canBeginLater: Bool) -> Int? {
      let goal = naive.endsAndCycles(inside: staying)
      // The nodes that runs reach in `steps` steps: before they wait, and while they wait.
      var (free, waiting) = (1, waitingFrom & staying & 1)
      // A shortest stem meets each node at most twice: before it waits, and while it waits.
      for steps in 0...2 * naive.nodeCount {
        if waiting & goal != 0 { return steps }
        let sources = (free: free, waiting: waiting)
        (free, waiting) = (0, 0)
        for edge in sample.edges {
          if sources.free >> edge.source & 1 == 1 { free |= 1 << edge.target }
          if sources.waiting >> edge.source & 1 == 1, staying >> edge.target & 1 == 1 { waiting |= 1 << edge.target }
        }
        if canBeginLater { waiting |= free & waitingFrom & staying }
      }
      return nil
    }
  }
}

import Extent
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// Exact numbers of worlds and transitions, and exact depths, as independent searches found them.
@Suite struct YardstickTests {
  @Test(arguments: Yardstick.all) func `a yardstick has its counts at any number of workers`(_ yardstick: Yardstick) {
    let result = yardstick.check.exploration()
    #expect(result.verdict == .passed && result.isComplete)
    #expect(counts(result) == [yardstick.worldCount, yardstick.transitionCount, yardstick.depth])
    for workers in WorkerTests.workers { #expect(yardstick.check.exploration(workers: workers) == result) }
  }

  @Test(arguments: Yardstick.all) func `a yardstick has its number of layers and of ends`(_ yardstick: Yardstick) throws
  {
    let graph = try yardstick.check.graph(CheckSettings(), StateGraph.Detail(maxDescribedNodes: 0))
    #expect(graph.nodes.count == yardstick.worldCount)
    #expect(graph.edges.count == yardstick.transitionCount)
    #expect(graph.nodes.count - Set(graph.edges.map(\.from)).count == yardstick.endCount)
    var depths = [0: 0]
    // The edges are in the order of exploration, so a world occurs as a target before it occurs as a source.
    for edge in graph.edges where depths[edge.to] == nil { depths[edge.to] = (depths[edge.from] ?? 0) + 1 }
    let layers = Dictionary(grouping: depths.values, by: \.self).sorted { $0.key < $1.key }.map(\.value.count)
    #expect(layers.count == yardstick.depth + 1)
  }

  /// The 8-puzzle has 32 layers. This test explores the first ten of them, or fourteen at night.
  @Test(arguments: [1, 2, 8]) func `the puzzle and the plain puzzle have their known layers`(_ workers: Int) {
    let knownLayers = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1_024]
    let layers = knownLayers.prefix(Extent.of(gate: 10, night: 14))
    for depth in layers.indices {
      for check in [Puzzle.specification.check(depth: depth), PlainPuzzle.specification.check(depth: depth)] {
        let result = check.exploration(workers: workers)
        #expect(result.states == layers[...depth].reduce(0, +))
        #expect(result.depth == depth)
      }
    }
  }

  /// The counts are those of a grid without a modulus, because no counter reaches its modulus at these depths.
  @Test func `the plain grid has the counts of a grid at small depths`() {
    let worldCounts = [1, 7, 28, 84, 210, 462]
    for (depth, count) in worldCounts.enumerated() {
      let result = PlainGrid.specification.check(depth: depth).outcome(CheckSettings(), onProgress: { _ in }).result
      #expect(counts(result) == [count, depth == 0 ? 0 : 6 * worldCounts[depth - 1], depth])
    }
  }

  @Test(arguments: [1, 2, 3, 5])
  func `two-phase commit and its plain variant have the same shortest counterexamples`(_ managers: Int) {
    for isCommit in [false, true] {
      let container = Specification(of: TwoPhaseCommit.self) {
        TwoPhaseCommit.specification(managers)
        Always("no end") { !$0.managers.allSatisfy { $0 == (isCommit ? .committed : .aborted) } }
      }
      let plain = Specification(of: PlainTwoPhaseCommit.self) {
        PlainTwoPhaseCommit.specification(managers)
        Always("no end") { (isCommit ? $0.committed : $0.aborted) != $0.managers }
      }
      let counterexamples = [container.check(), plain.check()].map {
        $0.exploration().counterexample?.steps.map(\.message)
      }
      #expect(counterexamples[0] == counterexamples[1])
      #expect(counterexamples[0]?.count == (isCommit ? 3 * managers + 1 : managers))
    }
  }

  @Test func `the shortest counterexample of the race has four steps`() {
    let result = Race.specification(typed: 4, retries: 2, isFixed: false, settles: true).check().exploration()
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.steps.map(\.message) == ["type", "type", "succeeded(2)", "succeeded(1)"])
  }

  @Test func `the shortest counterexample of the panels is that of one panel`() {
    let result = Panels.specification(count: 2, typed: 4, retries: 2, isFixed: false, settles: true).check()
      .exploration()
    #expect(
      result.counterexample?.steps.map(\.message) == [
        "panel(0, type)", "panel(0, type)", "panel(0, succeeded(2))", "panel(0, succeeded(1))",
      ])
  }

  private func counts(_ result: CheckResult) -> [Int] { [result.states, result.transitions, result.depth] }
}

import Testing

@testable import TEACheck

/// Small graphs that liveness checkers easily get wrong, checked with every fairness assumption.
@Suite struct LivenessTableTests {
  struct Row: Sendable, CustomStringConvertible {
    /// The edges, as `LivenessGraph.edges(_:)` reads them.
    var graph: String
    /// The node that satisfies the condition of each property; 9 for none.
    var goal: Int
    /// The verdicts of `Eventually` with no, weak and strong fairness: `true` where it holds.
    var eventually: [Bool]
    /// The verdicts of `Repeatedly` with no and with weak fairness: `true` where it holds.
    var repeatedly: [Bool]
    var description: String { "\(graph) goal \(goal)" }
  }

  static let rows = [
    Row(graph: "0a1 1b2 2c1", goal: 9, eventually: [false, false, false], repeatedly: [false, false]),
    Row(graph: "0a1 0b2 1c3 2c3", goal: 1, eventually: [false, false, false], repeatedly: [false, false]),
    Row(graph: "0b2 0a1 1c3 2c3", goal: 1, eventually: [false, false, false], repeatedly: [false, false]),
    Row(graph: "0a1 0b2 1c3 2c3 3d4", goal: 4, eventually: [true, true, true], repeatedly: [true, true]),
    Row(graph: "0b2 0a1 1c3 2c3 3d4", goal: 4, eventually: [true, true, true], repeatedly: [true, true]),
    Row(graph: "0tick0 0go1", goal: 1, eventually: [false, true, true], repeatedly: [false, true]),
    Row(graph: "0ping1 1pong0 0go2", goal: 2, eventually: [false, false, true], repeatedly: [false, false]),
    Row(graph: "0a1", goal: 9, eventually: [false, false, false], repeatedly: [false, false]),
    Row(graph: "0a1", goal: 0, eventually: [true, true, true], repeatedly: [false, false]),
    Row(graph: "0a1 1b2 2c0", goal: 2, eventually: [true, true, true], repeatedly: [true, true]),
    // A fair label leads out of the cycle: in the first graph at every node, in the second at one node only.
    Row(graph: "0a1 1a0 0go2 1go2", goal: 2, eventually: [false, true, true], repeatedly: [false, true]),
    Row(graph: "0a1 1b2 2c0 1go3", goal: 3, eventually: [false, false, true], repeatedly: [false, false]),
    // The fair label is taken inside the cycle, so a fair run need not take the edge out of the cycle.
    Row(graph: "0a0 0a1", goal: 1, eventually: [false, false, false], repeatedly: [false, false]),
    // Strong fairness permits an inner cycle that avoids the node where the label is possible.
    Row(graph: "0a1 1a0 1a2 2a1 0go3", goal: 3, eventually: [false, false, false], repeatedly: [false, false]),
    // The goal lies on one cycle, but another cycle avoids it.
    Row(graph: "0a1 1b0 0c0", goal: 1, eventually: [false, true, true], repeatedly: [false, true]),
  ]

  private func result(
    _ row: Row, _ fairness: FairnessStrength,
    @SpecificationBuilder<LivenessGraph> _ property: () -> [Declaration<LivenessGraph>]
  ) -> CheckResult {
    LivenessGraph.specification(LivenessGraph.edges(row.graph), fairness, property).check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
  }

  @Test(arguments: rows) func `the verdicts are those of the table`(_ row: Row) {
    let goal = row.goal
    for (column, fairness) in [FairnessStrength.none, .weak, .strong].enumerated() {
      let result = result(row, fairness) { Eventually("goal") { $0 == goal } }
      #expect(result.verdict == (row.eventually[column] ? .passed : .violated), "eventually, \(fairness)")
      #expect(result.verdict == .violated || result.coverage == .complete)
      // Waiting from every world for the goal means the same as reaching the goal repeatedly.
      let leadsTo = self.result(row, fairness) {
        LeadsTo("goal") { _ in
          true
        } to: {
          $0 == goal
        }
      }
      let repeatedly = self.result(row, fairness) { Repeatedly("goal") { $0 == goal } }
      #expect(leadsTo.verdict == repeatedly.verdict, "\(fairness)")
      if column < row.repeatedly.count {
        #expect(repeatedly.verdict == (row.repeatedly[column] ? .passed : .violated), "repeatedly, \(fairness)")
      }
    }
  }

  @Test func `the violating runs are the shortest`() {
    func violatingRun(_ graph: String, _ goal: Int) -> (nodes: [String], loop: Int?) {
      let row = Row(graph: graph, goal: goal, eventually: [], repeatedly: [])
      let result = result(row, .none) { Eventually("goal") { $0 == goal } }
      let counterexample = result.counterexample
      return (counterexample?.steps.flatMap(\.changes).map(\.after) ?? [], counterexample?.loop)
    }
    #expect(violatingRun("0a1 1b2 2c1", 9) == (["1", "2", "1"], 1))
    #expect(violatingRun("0a1 0b2 1c3 2c3", 1) == (["2", "3"], nil))
    #expect(violatingRun("0b2 0a1 1c3 2c3", 1) == (["2", "3"], nil))
    #expect(violatingRun("0tick0 0go1", 1) == ([], 0))
    #expect(violatingRun("0ping1 1pong0 0go2", 2) == (["1", "0"], 0))
    #expect(violatingRun("0a1", 9) == (["1"], nil))
  }
}

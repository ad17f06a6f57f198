internal import TEASupport

/// A run through a graph of worlds: finite, or a lasso.
package struct GraphRun: Equatable {
  /// The number of the first world.
  package var start: Int
  /// The numbers of the steps in the graph.
  package var steps: [Int]
  /// The length of the lasso's stem: the number of steps before the loop; `nil` where the run is finite.
  package var stemLength: Int?
  /// Words for the report on the violation that the run shows; `nil` for none.
  package var detail: String?

  package init(start: Int, steps: [Int]) { (self.start, self.steps) = (start, steps) }
}

package enum LivenessVerdict: Equatable {
  case holds
  /// Worlds or steps that were not explored may violate the property.
  case undecided
  case violated(GraphRun)

  package var isViolatedByRunThatEnds: Bool {
    if case .violated(let run) = self { run.stemLength == nil } else { false }
  }
}

/// Judges liveness properties by a graph. A condition such as a goal is given as a Boolean for each world.
///
/// A violation consists of explored steps only, so it is certain.
package struct LivenessJudge {
  let graph: StepGraph
  let labels: StepLabels
  /// For each world, `true` where a run may end there; always `false` where some steps of the world are unknown.
  let mayEnd: [Bool]

  /// - Parameter preventsEnding: For each step, `true` where no run ends while the step is possible; `nil` for all steps.
  package init(_ graph: StepGraph, labels: StepLabels = StepLabels(), preventsEnding: [Bool]? = nil) {
    self.graph = graph
    self.labels = labels
    mayEnd = (0..<graph.worldCount).map { world in
      guard !graph.hasUnexploredSteps[world] else { return false }
      let steps = graph.steps(of: world)
      guard let preventsEnding else { return steps.isEmpty }
      return !steps.contains { preventsEnding[$0] }
    }
  }

  /// Judges the property that every fair run reaches the goal.
  package func eventually(_ goal: [Bool]) -> LivenessVerdict {
    judgeWaiting(for: goal, after: nil) { _, endVerb in
      endVerb.map { "the run \($0) before it ever holds" } ?? "it never holds on this run"
    }
  }

  /// Judges the property that every fair run that meets a trigger world reaches the goal, in this world or later.
  package func leadsTo(from triggers: [Bool], to goal: [Bool]) -> LivenessVerdict {
    let unansweredTriggers = zip(triggers, goal).map { $0 && !$1 }
    return judgeWaiting(for: goal, after: unansweredTriggers) { waitStart, endVerb in
      let moment = waitStart == 0 ? "at the start" : "after step \(grouped(waitStart))"
      return "the first holds \(moment), and "
        + (endVerb.map { "the run \($0) before the second does" } ?? "the second never after")
    }
  }

  /// Judges the property that every fair run reaches the goal again and again.
  package func repeatedly(_ goal: [Bool]) -> LivenessVerdict {
    judgeWaiting(for: goal, after: goal.map { !$0 }) { waitStart, endVerb in
      if let endVerb { return "it does not hold where the run \(endVerb)" }
      return "it never holds " + (waitStart == 0 ? "on this run" : "again after step \(grouped(waitStart))")
    }
  }

  /// Judges the property that no fair run waits for the goal for ever, and that no run may end while it waits.
  ///
  /// - Parameters:
  ///   - triggers: The worlds in which a run begins to wait; `nil` where it waits from its start.
  ///   - detail: Makes the text of a violation. `waitStart` is the number of steps before the run waits. `endVerb` stands after
  ///     “the run”, as in “the run ends”; `nil` for a run with a loop.
  private func judgeWaiting(
    for goal: [Bool], after triggers: [Bool]?, _ detail: (_ waitStart: Int, _ endVerb: String?) -> String
  ) -> LivenessVerdict {
    let allowed = goal.map { !$0 }
    let components = FairComponents(graph, worlds: allowed, labels: labels)
    let marks = components.search.marks
    let search = StemSearch(graph: graph, triggers: triggers, allowsWaiting: allowed)
    return search.judge(until: { marks[$0] != 0 }, orAt: { mayEnd[$0] }) { run, end, waitStart in
      let endVerb = mayEnd[end] ? (graph.steps(of: end).isEmpty ? "ends" : "may end") : nil
      run.detail = detail(waitStart, endVerb)
      if endVerb == nil { addLoop(to: &run, at: end, in: components) }
    }
  }

  /// Judges the property that no cycle consists only of steps for which the mask is `true`.
  package func noCycle(of stepMask: [Bool]) -> LivenessVerdict {
    let allWorlds = [Bool](repeating: true, count: graph.worldCount)
    let components = FairComponents(graph, worlds: allWorlds, stepMask: stepMask)
    let marks = components.search.marks
    let search = StemSearch(graph: graph, triggers: nil, allowsWaiting: allWorlds)
    return search.judge(until: { marks[$0] != 0 }, orAt: { _ in false }) { run, end, _ in
      addLoop(to: &run, at: end, in: components)
    }
  }

  /// Judges the property that a world of the goal can be reached without a fault from every world.
  package func recovers(_ goal: [Bool]) -> LivenessVerdict {
    let canRecover = worldsReaching(zip(goal, graph.hasUnexploredSteps).map { $0 || $1 })
    let allWorlds = [Bool](repeating: true, count: graph.worldCount)
    let search = StemSearch(graph: graph, triggers: nil, allowsWaiting: allWorlds)
    return search.judge(until: { _ in false }, orAt: { !canRecover[$0] }) { run, end, _ in
      addDetailAndLoop(to: &run, stuckIn: end)
    }
  }

  private func addLoop(to run: inout GraphRun, at entry: Int, in components: FairComponents) {
    run.stemLength = run.steps.count
    run.steps += FairLoop(components, at: entry).steps()
  }

  /// For each world, `true` where the goal can be reached without a fault from there.
  func worldsReaching(_ goal: [Bool]) -> [Bool] {
    // The steps to a world come from `sources[firsts[world]..<firsts[world + 1]]`.
    var firsts = [Int](repeating: 0, count: graph.worldCount + 1)
    let stepCount = graph.firstSteps[graph.worldCount]
    for step in 0..<stepCount where !graph.isFault(step) { firsts[Int(graph.targets[step]) + 1] += 1 }
    for world in 0..<graph.worldCount { firsts[world + 1] += firsts[world] }
    var sources = [UInt32](repeating: 0, count: stepCount)
    var nextIndices = firsts
    for world in 0..<graph.worldCount {
      for step in graph.steps(of: world) where !graph.isFault(step) {
        let target = Int(graph.targets[step])
        sources[nextIndices[target]] = UInt32(truncatingIfNeeded: world)
        nextIndices[target] += 1
      }
    }
    var reaches = goal
    var stack = goal.indices.filter { goal[$0] }
    while let world = stack.popLast() {
      for index in firsts[world]..<firsts[world + 1] where !reaches[Int(sources[index])] {
        reaches[Int(sources[index])] = true
        stack.append(Int(sources[index]))
      }
    }
    return reaches
  }

  /// Adds the detail to a run that ends in a world from which the goal cannot be reached, and a loop if the world is on a
  /// cycle.
  private func addDetailAndLoop(to run: inout GraphRun, stuckIn world: Int) {
    var isReachable = [Bool](repeating: false, count: graph.worldCount)
    var worlds = [world]
    isReachable[world] = true
    var head = 0
    var meetsFault = false
    while head < worlds.count {
      for step in graph.steps(of: worlds[head]) {
        if graph.isFault(step) {
          meetsFault = true
        } else if !isReachable[Int(graph.targets[step])] {
          isReachable[Int(graph.targets[step])] = true
          worlds.append(Int(graph.targets[step]))
        }
      }
      head += 1
    }
    let beginning = "it cannot be reached again from there\(meetsFault ? " without a fault" : ""): "
    if graph.steps(of: world).allSatisfy(graph.isFault) {
      run.detail = beginning + "nothing \(meetsFault ? "else " : "")can happen any more"
      return
    }
    let components = FairComponents(graph, worlds: isReachable, stepMask: graph.faults?.map(!))
    let isOnCycle = components.search.marks[world] != 0
    let followingCount = isOnCycle ? worlds.count : worlds.count - 1
    run.detail =
      beginning
      + (worlds.count == 1
        ? "no step leads out of that world"
        : followingCount == 1
          ? "it does not hold in the one world that can follow"
          : "it holds in none of the \(grouped(followingCount)) worlds that can follow")
    guard isOnCycle else { return }
    addLoop(to: &run, at: world, in: components)
  }
}

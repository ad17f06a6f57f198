internal import TEAAnalysis
internal import TEARuntime

extension WorldGraph {
  /// The world from which a step leads.
  ///
  /// - Complexity: O(log *n*) in the number of worlds.
  func source(of step: Int) -> Int {
    var (low, high) = (0, worldCount - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if firstSteps[middle] <= step { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The steps by which an exploration first found a world: a shortest path from a start.
  func firstPath(to world: Int) -> GraphRun {
    // The first step into each world; -1 for a start.
    var arrivals = [Int](repeating: -1, count: worldCount)
    for step in targets.indices where Int(targets[step]) < worldCount {
      let target = Int(targets[step])
      if target >= startCount, arrivals[target] < 0 { arrivals[target] = step }
    }
    var run = GraphRun(start: world, steps: [])
    while arrivals[run.start] >= 0 {
      run.steps.append(arrivals[run.start])
      run.start = source(of: arrivals[run.start])
    }
    run.steps.reverse()
    return run
  }
}

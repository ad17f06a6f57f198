/// A breadth-first search for the shortest path from a start to a world where a violating run can stay or end.
///
/// A run begins to *wait* in a trigger world, or at its start where there are no triggers. While it waits, it takes steps, but
/// through allowed worlds only. A run may pass a trigger world and begin to wait in a later one. So from a trigger world, the
/// search goes on both with and without waiting.
struct StemSearch {
  let graph: StepGraph
  /// For each world, `true` where a run can begin to wait; each of these worlds must allow waiting. `nil` where runs wait from
  /// their start.
  let triggers: [Bool]?
  /// For each world, `true` where a waiting run may continue through it.
  let allowsWaiting: [Bool]

  /// Judges a property that a path violates, by a shortest one. Among the shortest paths, one to an end is preferred to one to
  /// a loop.
  ///
  /// - Parameters:
  ///   - canStay: Returns whether a run can stay for ever in the component of a world.
  ///   - isEnd: Returns whether a path to a world is wanted: a run can end there, or it can no longer recover.
  ///   - complete: Completes the path to a violating run. `end` is the world at the end of the path. `waitStart` is the number
  ///     of steps before the first world in which the run can begin to wait; 0 where it waits from its start.
  /// - Complexity: Linear in worlds and steps.
  func judge(
    until canStay: (Int) -> Bool, orAt isEnd: (Int) -> Bool,
    _ complete: (_ path: inout GraphRun, _ end: Int, _ waitStart: Int) -> Void
  ) -> LivenessVerdict {
    // A node of the search is world × 2 + 1 where the run waits, and world × 2 where it does not.
    var arrivals = [Int64](repeating: Self.unvisited, count: graph.worldCount * 2)
    var depths = [UInt32](repeating: 0, count: arrivals.count)
    var queue: [UInt64] = []
    var head = 0
    var hasMetUnexploredSteps = false
    var foundNode: Int?
    func visit(_ node: Int, by arrival: Int64, _ depth: UInt32) {
      guard arrivals[node] == Self.unvisited else { return }
      arrivals[node] = arrival
      depths[node] = depth
      queue.append(UInt64(node))
      if node & 1 == 0, triggers?[node >> 1] ?? false { visit(node + 1, by: Self.beginOfWait, depth) }
    }
    for start in 0..<graph.startCount {
      if triggers != nil {
        visit(start * 2, by: Self.start, 0)
      } else if allowsWaiting[start] {
        visit(start * 2 + 1, by: Self.start, 0)
      }
    }
    while head < queue.count {
      let node = Int(queue[head])
      head += 1
      if let foundNode, depths[node] > depths[foundNode] { break }
      let world = node >> 1
      if graph.hasUnexploredSteps[world] { hasMetUnexploredSteps = true }
      if node & 1 == 1 {
        if isEnd(world) {
          foundNode = node
          break
        }
        if foundNode == nil, canStay(world) { foundNode = node }
      }
      if foundNode != nil { continue }
      for step in graph.steps(of: world) {
        let target = Int(graph.targets[step])
        if node & 1 == 0 {
          visit(target * 2, by: Int64(step), depths[node] + 1)
        } else if allowsWaiting[target] {
          visit(target * 2 + 1, by: Int64(step), depths[node] + 1)
        }
      }
    }
    guard let foundNode else { return hasMetUnexploredSteps ? .undecided : .holds }
    var (run, waitStart) = path(to: foundNode, arrivals)
    complete(&run, foundNode >> 1, waitStart)
    return .violated(run)
  }

  // An arrival at a node is the number of a step, or one of these:

  private static var unvisited: Int64 { -1 }
  private static var start: Int64 { -2 }
  /// No step was taken: the run begins to wait in the world in which it is.
  private static var beginOfWait: Int64 { -3 }

  private func path(to node: Int, _ arrivals: [Int64]) -> (run: GraphRun, waitStart: Int) {
    var steps: [Int] = []
    var node = node
    var waitingStepCount: Int?
    while arrivals[node] != Self.start {
      let arrival = arrivals[node]
      if arrival == Self.beginOfWait {
        waitingStepCount = steps.count
        node -= 1
        continue
      }
      steps.append(Int(arrival))
      node = source(of: Int(arrival)) * 2 + (node & 1)
    }
    steps.reverse()
    let waitStart = waitingStepCount.map { earliestWaitStart(on: steps, from: node >> 1, before: steps.count - $0) }
    return (GraphRun(start: node >> 1, steps: steps), waitStart ?? 0)
  }

  /// The number of steps before the first world from which the run can wait without a break. The search may have let the run
  /// begin later, in the world after `waitStart` steps, because it visits each node only once.
  private func earliestWaitStart(on steps: [Int], from start: Int, before waitStart: Int) -> Int {
    let worlds = [start] + steps.map { Int(graph.targets[$0]) }
    var earliest = waitStart
    for index in (0..<waitStart).reversed() {
      guard allowsWaiting[worlds[index]] else { break }
      if triggers?[worlds[index]] ?? true { earliest = index }
    }
    return earliest
  }

  private func source(of step: Int) -> Int {
    var (low, high) = (0, graph.worldCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if graph.firstSteps[middle] <= step { low = middle } else { high = middle }
    }
    return low
  }
}

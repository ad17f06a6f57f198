/// A breadth-first search for the shortest path from a start to a world where a violating run can stay or end.
///
/// A run begins to *wait* in a trigger world, and continues through allowed worlds only. Without triggers, it waits
/// from the start.
struct StemSearch {
  let graph: StepGraph
  /// The trigger worlds; `nil` for the starts.
  let triggers: [Bool]?
  /// The worlds through which a waiting run may continue.
  let allowed: [Bool]

  /// A path to a world where a violating run can stay or end.
  struct Stem {
    var start: Int
    var steps: [Int]
    var end: Int
    /// The number of steps before waiting began.
    var trigger: Int
  }

  enum Result {
    case found(Stem)
    /// No path was found, but worlds with unknown steps were met.
    case open
    case none
  }

  /// Finds a shortest path; of several, one to an end rather than to a loop.
  ///
  /// - Complexity: Linear in worlds and steps.
  func search(until isLoop: (Int) -> Bool, orEnd isEnd: (Int) -> Bool) -> Result {
    // A state of the search is world × 2 + 1 if waiting, otherwise world × 2.
    var arrivals = [Int64](repeating: Self.unmet, count: graph.worldCount * 2)
    var depths = [UInt32](repeating: 0, count: arrivals.count)
    var queue: [UInt64] = []
    var head = 0
    var metOpen = false
    var found: Int?
    func visit(_ node: Int, by arrival: Int64, _ depth: UInt32) {
      guard arrivals[node] == Self.unmet else { return }
      arrivals[node] = arrival
      depths[node] = depth
      queue.append(UInt64(node))
      if node & 1 == 0, triggers?[node >> 1] ?? false { visit(node + 1, by: Self.here, depth) }
    }
    for start in 0..<graph.startCount {
      if triggers != nil {
        visit(start * 2, by: Self.start, 0)
      } else if allowed[start] {
        visit(start * 2 + 1, by: Self.start, 0)
      }
    }
    while head < queue.count {
      let node = Int(queue[head])
      head += 1
      if let found, depths[node] > depths[found] { break }
      let world = node >> 1
      if graph.isOpen[world] { metOpen = true }
      if node & 1 == 1 {
        if isEnd(world) {
          found = node
          break
        }
        if found == nil, isLoop(world) { found = node }
      }
      if found != nil { continue }
      for step in graph.steps(of: world) {
        let target = Int(graph.targets[step])
        if node & 1 == 0 {
          visit(target * 2, by: Int64(step), depths[node] + 1)
        } else if allowed[target] {
          visit(target * 2 + 1, by: Int64(step), depths[node] + 1)
        }
      }
    }
    guard let found else { return metOpen ? .open : .none }
    return .found(stem(to: found, arrivals))
  }

  // The arrivals that are not the number of a step:

  /// The state was not met.
  private static var unmet: Int64 { -1 }
  /// The state is a start.
  private static var start: Int64 { -2 }
  /// The run began to wait in the world in which it was.
  private static var here: Int64 { -3 }

  /// The path to a state of the search, from the arrivals at its states.
  private func stem(to node: Int, _ arrivals: [Int64]) -> Stem {
    var steps: [Int] = []
    var node = node
    let end = node >> 1
    var afterTrigger: Int?
    while arrivals[node] != Self.start {
      let arrival = arrivals[node]
      if arrival == Self.here {
        afterTrigger = steps.count
        node -= 1
        continue
      }
      steps.append(Int(arrival))
      node = source(of: Int(arrival)) * 2 + (node & 1)
    }
    return Stem(
      start: node >> 1, steps: steps.reversed(), end: end, trigger: afterTrigger.map { steps.count - $0 } ?? 0)
  }

  /// The world that a step starts from.
  private func source(of step: Int) -> Int {
    var (low, high) = (0, graph.worldCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if graph.firstSteps[middle] <= step { low = middle } else { high = middle }
    }
    return low
  }
}

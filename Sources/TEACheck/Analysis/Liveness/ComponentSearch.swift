/// Strongly connected components of parts of a graph (Tarjan 1972), without recursion.
///
/// A part consists of the worlds that have the same mark, which is a number from 1.
struct ComponentSearch {
  let graph: StepGraph
  /// For each step, `true` where it belongs to the graph that is searched; `nil` for all steps.
  let stepMask: [Bool]?
  /// The mark of each world's part; zero for a world in no part.
  var marks: [UInt32]
  /// The index of each world in the order of discovery, from 1; 0 before the world is met, and `UInt32.max` after its
  /// component is complete.
  private var order: [UInt32]
  /// The smallest `order` that is known to be reachable from each world within its component (Tarjan's *lowlink*).
  private var low: [UInt32]

  /// - Parameter worlds: For each world, `true` where it belongs to the first part, which has the mark 1; the other worlds are
  ///   in no part.
  init(_ graph: StepGraph, worlds: [Bool], stepMask: [Bool]?) {
    self.graph = graph
    self.stepMask = stepMask
    marks = worlds.map { $0 ? 1 : 0 }
    order = Array(repeating: 0, count: graph.worldCount)
    low = order
  }

  /// Returns whether a step from a world of a part leads to a world of the same part, and belongs to the searched graph.
  func isInside(_ step: Int, of mark: UInt32) -> Bool {
    marks[Int(graph.targets[step])] == mark && (stepMask.map { $0[step] } ?? true)
  }

  /// Returns the components with a cycle, each as a list of its worlds. The worlds of other components lose their marks.
  ///
  /// - Parameter worlds: All worlds of the part.
  /// - Complexity: Linear in the worlds and their steps.
  mutating func components(of worlds: [UInt32], marked mark: UInt32) -> [[UInt32]] {
    var components: [[UInt32]] = []
    var stack: [UInt32] = []
    var path: [(world: UInt32, nextStep: Int)] = []
    var discoveredCount: UInt32 = 0
    let finished = UInt32.max
    for world in worlds { order[Int(world)] = 0 }
    for root in worlds where order[Int(root)] == 0 {
      path.append((root, graph.firstSteps[Int(root)]))
      while let (world, nextStep) = path.last {
        let worldIndex = Int(world)
        if order[worldIndex] == 0 {
          discoveredCount += 1
          order[worldIndex] = discoveredCount
          low[worldIndex] = discoveredCount
          stack.append(world)
        }
        var step = nextStep
        let end = graph.firstSteps[worldIndex + 1]
        var child: UInt32?
        while step < end {
          let target = graph.targets[step]
          if isInside(step, of: mark) {
            let targetOrder = order[Int(target)]
            if targetOrder == 0 {
              child = target
              break
            }
            if targetOrder != finished { low[worldIndex] = min(low[worldIndex], targetOrder) }
          }
          step += 1
        }
        if let child {
          path[path.count - 1].nextStep = step + 1
          path.append((child, graph.firstSteps[Int(child)]))
          continue
        }
        path.removeLast()
        if let parent = path.last { low[Int(parent.world)] = min(low[Int(parent.world)], low[worldIndex]) }
        guard low[worldIndex] == order[worldIndex] else { continue }
        // The world is a component of its own, without a cycle.
        if stack.last == world, !hasSelfLoop(worldIndex, mark) {
          stack.removeLast()
          order[worldIndex] = finished
          marks[worldIndex] = 0
          continue
        }
        var component: [UInt32] = []
        while let member = stack.popLast() {
          order[Int(member)] = finished
          component.append(member)
          if member == world { break }
        }
        components.append(component)
      }
    }
    return components
  }

  private func hasSelfLoop(_ world: Int, _ mark: UInt32) -> Bool {
    graph.steps(of: world).contains { Int(graph.targets[$0]) == world && isInside($0, of: mark) }
  }
}

/// Finds a short loop in a fair component. Repeated for ever, the loop is a fair run.
///
/// The search begins with a shortest cycle through the entry. As long as the loop misses a label, the path from the entry is
/// extended and closed again. The extension goes to the nearest step that has a missed label. If a missed label is weakly fair,
/// a step that interrupts the label, or a world in which the label is not possible, also ends the extension.
struct FairLoop {
  private let graph: StepGraph
  private let components: FairComponents
  private let labels: StepLabels
  private let mark: UInt32
  /// The world at which the loop begins and ends.
  private let entry: Int

  init(_ components: FairComponents, at entry: Int) {
    (graph, labels) = (components.search.graph, components.labels)
    self.components = components
    self.entry = entry
    mark = components.search.marks[entry]
  }

  func steps() -> [Int] {
    var prefix: [Int] = []
    var world = entry
    while true {
      let loop = prefix + (world == entry && !prefix.isEmpty ? [] : path(from: world) { _, target in target == entry })
      let labelsToTake = missedLabels(of: loop)
      if labelsToTake.isEmpty { return loop }
      prefix += path(from: world) { step, target in
        labels.labelNumbers(of: step).contains { $0 >= 0 && labelsToTake.contains($0) }
          || labels.interruptedLabels[step]?.contains { labelsToTake.contains($0) && !labels.isStrong[Int($0)] }
            ?? false
          || labelsToTake.contains { !labels.isStrong[Int($0)] && !isPossible($0, in: target) }
      }
      if let last = prefix.last { world = Int(graph.targets[last]) }
    }
  }

  /// The labels that fairness requires and a loop never takes. These are strongly fair labels that are possible in some world
  /// of the loop, and weakly fair ones that are possible in all of its worlds and never interrupted.
  private func missedLabels(of loop: [Int]) -> Set<Int32> {
    guard labels.labelsPerStep > 0 else { return [] }
    var possibleCounts: [Int32: Int] = [:]
    var (takenLabels, interruptedLabels): (Set<Int32>, Set<Int32>) = ([], [])
    for step in loop {
      let world = Int(graph.targets[step])
      takenLabels.formUnion(labels.labelNumbers(of: step))
      interruptedLabels.formUnion(labels.interruptedLabels[step] ?? [])
      var possibleLabels: Set<Int32> = []
      for step in graph.steps(of: world) { possibleLabels.formUnion(labels.labelNumbers(of: step)) }
      for label in possibleLabels where label >= 0 { possibleCounts[label, default: 0] += 1 }
    }
    return Set(
      possibleCounts.filter { label, count in
        !takenLabels.contains(label)
          && (labels.isStrong[Int(label)] || count == loop.count && !interruptedLabels.contains(label))
      }.keys)
  }

  private func isPossible(_ label: Int32, in world: Int) -> Bool {
    graph.steps(of: world).contains { labels.labelNumbers(of: $0).contains(label) }
  }

  /// A shortest path inside the component, of at least one step, whose last step satisfies a condition.
  private func path(from start: Int, until isLast: (_ step: Int, _ target: Int) -> Bool) -> [Int] {
    var arrivals: [UInt32: (step: Int, source: Int)] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let world = queue[head]
      head += 1
      for step in graph.steps(of: world) where components.search.isInside(step, of: mark) {
        let target = Int(graph.targets[step])
        if isLast(step, target) {
          var steps = [step]
          var source = world
          while source != start, let arrival = arrivals[UInt32(truncatingIfNeeded: source)] {
            steps.append(arrival.step)
            source = arrival.source
          }
          return steps.reversed()
        }
        if target != start, arrivals[UInt32(truncatingIfNeeded: target)] == nil {
          arrivals[UInt32(truncatingIfNeeded: target)] = (step, world)
          queue.append(target)
        }
      }
    }
    preconditionFailure(
      "A fair component has a way from every world of it to every other, and to a step with each label that it takes")
  }
}

/// The largest parts of a graph in which a fair run can stay for ever and take every step again and again.
///
/// Every infinite fair run stays in one part from some step on. Each strongly connected component is judged by the labels that
/// no step inside of it has (Emerson and Lei 1987):
///
/// - A weakly fair label that is possible in all worlds of the component, and is not interrupted inside, rules out a fair run.
/// - The worlds in which a strongly fair label is possible are removed, and the rest of the component is searched again.
struct FairComponents {
  /// Its marks are the number of each world's fair component; zero for none.
  private(set) var search: ComponentSearch
  let labels: StepLabels
  /// For each label, the number of worlds of the judged component in which it is possible.
  private var possibleCounts: [Int]
  /// For each label, the last world that ``possibleCounts`` counts; `UInt32.max` for none.
  private var lastCountedWorlds: [UInt32]
  /// For each label, `true` where a step inside of the judged component has it.
  private var isTaken: [Bool]

  /// - Parameters:
  ///   - worlds: For each world, `true` where a run may stay in it. Worlds with unknown steps are left out of the search.
  ///   - stepMask: For each step, `true` where a run may take it; `nil` for all steps.
  /// - Complexity: Linear in worlds and steps, and at most as much again for each strongly fair label.
  init(_ graph: StepGraph, worlds: [Bool], stepMask: [Bool]? = nil, labels: StepLabels = StepLabels()) {
    var isSearched = worlds
    for world in isSearched.indices where graph.hasUnexploredSteps[world] { isSearched[world] = false }
    search = ComponentSearch(graph, worlds: isSearched, stepMask: stepMask)
    self.labels = labels
    possibleCounts = Array(repeating: 0, count: labels.isStrong.count)
    lastCountedWorlds = Array(repeating: .max, count: labels.isStrong.count)
    isTaken = Array(repeating: false, count: labels.isStrong.count)
    findAll(among: isSearched.indices.filter { isSearched[$0] }.map { UInt32(truncatingIfNeeded: $0) })
  }

  /// Marks each fair component with a number of its own. All worlds must have the mark 1 before.
  private mutating func findAll(among worlds: [UInt32]) {
    var parts: [(worlds: [UInt32], mark: UInt32)] = [(worlds, 1)]
    var lastMark: UInt32 = 1
    while let part = parts.popLast() {
      let components = search.components(of: part.worlds, marked: part.mark)
      let firstMark = lastMark + 1
      for component in components {
        lastMark += 1
        for world in component { search.marks[Int(world)] = lastMark }
      }
      for (number, component) in components.enumerated() {
        let mark = firstMark + UInt32(truncatingIfNeeded: number)
        switch judge(component, marked: mark) {
        case .fair: break
        case .unfair: for world in component { search.marks[Int(world)] = 0 }
        case .fairWithout(let avoidedWorlds):
          for world in avoidedWorlds { search.marks[Int(world)] = 0 }
          parts.append((component.filter { search.marks[Int($0)] == mark }, mark))
        }
      }
    }
  }

  private enum Judgement {
    case fair
    case unfair
    /// A strongly fair label is possible in these worlds, and no step inside has it, so a fair run must avoid them.
    case fairWithout([UInt32])
  }

  private mutating func judge(_ component: [UInt32], marked mark: UInt32) -> Judgement {
    guard labels.labelsPerStep > 0 else { return .fair }
    var possibleLabels: [Int32] = []
    var interruptedLabels: Set<Int32> = []
    defer {
      for label in possibleLabels {
        (possibleCounts[Int(label)], lastCountedWorlds[Int(label)], isTaken[Int(label)]) = (0, .max, false)
      }
    }
    for world in component {
      for step in search.graph.steps(of: Int(world)) {
        let staysInside = search.isInside(step, of: mark)
        if staysInside { interruptedLabels.formUnion(labels.interruptedLabels[step] ?? []) }
        for labelNumber in labels.labelNumbers(of: step) where labelNumber >= 0 {
          let label = Int(labelNumber)
          if lastCountedWorlds[label] != world {
            if possibleCounts[label] == 0 { possibleLabels.append(labelNumber) }
            lastCountedWorlds[label] = world
            possibleCounts[label] += 1
          }
          if staysInside { isTaken[label] = true }
        }
      }
    }
    let untakenLabels = possibleLabels.filter { !isTaken[Int($0)] }
    for label in untakenLabels where !labels.isStrong[Int(label)] && !interruptedLabels.contains(label) {
      if possibleCounts[Int(label)] == component.count { return .unfair }
    }
    let avoidedLabels = Set(untakenLabels.filter { labels.isStrong[Int($0)] })
    if avoidedLabels.isEmpty { return .fair }
    return .fairWithout(
      component.filter { world in
        search.graph.steps(of: Int(world)).contains { step in
          labels.labelNumbers(of: step).contains(where: avoidedLabels.contains)
        }
      })
  }
}

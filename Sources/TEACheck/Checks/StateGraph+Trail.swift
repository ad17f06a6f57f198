internal import TEAResults
internal import TEAText
internal import TEARuntime

extension StateGraph {
  /// Adds the worlds and steps of a trace as the trail of the graph.
  ///
  /// - Parameter numbers: The number of each world of the trace among the explored ones, beginning with the start; `nil` for a
  ///   world that was not explored.
  mutating func addTrail<M>(_ trace: Trace<M>, _ numbers: [Int?], _ rules: Rules<M>) {
    let (worlds, areAlike) = (trace.worlds, rules.areAlikeWorlds)
    for (index, world) in worlds.enumerated() {
      if let number = numbers[index] {
        trail.append(nodeOfWorld[number])
        continue
      }
      var node = node(describing: world)
      node.isExpanded = false
      node.violatedProperties = rules.namesOfViolatedInvariants(in: world)
      // A world that the counterexample meets twice is one node.
      if let earlierIndex = worlds[..<index].firstIndex(where: { areAlike($0, world) }) {
        trail.append(trail[earlierIndex])
      } else {
        trail.append(nodes.count)
        nodes.append(node)
      }
    }
    if starts.isEmpty { starts = [Start(node: trail[0], label: "start")] }
    var table = LabelTable(texts: labels)
    for (index, takenStep) in trace.steps.enumerated() {
      let label = table.number(of: takenStep.step, in: worlds[index])
      let edge = Edge(from: trail[index], to: trail[index + 1], label: label)
      if !edges.contains(edge) { edges.append(edge) }
    }
    labels = table.texts
    sortEdges()
  }

  /// Adds a node for a trap, with a sentence as its text, after the last node of the trail.
  mutating func addTrap(_ sentence: String, violating property: String, by label: String) {
    guard let last = trail.last else { return }
    let node = Node(fields: [Field(name: "", value: sentence)], violatedProperties: [escaped(property)])
    trail.append(nodes.count)
    nodes.append(node)
    let labelNumber = labels.firstIndex(of: label) ?? labels.count
    if labelNumber == labels.count { labels.append(label) }
    edges.append(Edge(from: last, to: nodes.count - 1, label: labelNumber))
    sortEdges()
  }
}

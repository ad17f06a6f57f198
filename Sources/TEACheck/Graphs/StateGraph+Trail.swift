internal import TEARuntime

extension StateGraph {
  /// Adds the steps of a counterexample, with the worlds that the graph does not have.
  ///
  /// - Parameter numbers: The numbers of its worlds among those that were explored, the start first.
  mutating func addTrail<M>(_ trace: Trace<M>, _ numbers: [Int?], _ rules: Rules<M>) {
    let worlds = trace.worlds
    for (place, world) in worlds.enumerated() {
      if let number = numbers[place] {
        trail.append(nodeOfWorld[number])
        continue
      }
      var node = description(of: world)
      node.isExpanded = false
      node.violated = rules.violated(in: world)
      // A world that comes twice is one.
      if let same = nodes.indices.suffix(worlds.count).first(where: { nodes[$0].isLike(node) }) {
        trail.append(same)
      } else {
        trail.append(nodes.count)
        nodes.append(node)
      }
    }
    if starts.isEmpty { starts = [Start(node: trail[0], label: "start")] }
    var table = LabelTable(texts: labels)
    for (place, step) in trace.steps.enumerated() {
      let label = table.number(of: step.step, in: worlds[place])
      let edge = Edge(from: trail[place], to: trail[place + 1], label: label)
      if !edges.contains(edge) { edges.append(edge) }
    }
    labels = table.texts
    sortEdges()
  }
}

extension StateGraph.Node {
  /// Whether two worlds have the same text.
  fileprivate func isLike(_ other: Self) -> Bool {
    (fields, outstanding.sorted(), isExpanded) == (other.fields, other.outstanding.sorted(), other.isExpanded)
  }
}

public import TEAStateSpace

extension Explorer {
  /// Adds the steps of the batch to the graph.
  @_alwaysEmitIntoClient
  mutating func addStepsToGraph() {
    guard var graph else { return }
    self.graph = nil
    let (expansions, candidates) = (expansions, candidates)
    for worker in expansions.indices {
      graph.worldsWithStepsLeftOut += expansions[worker].worldsWithStepsLeftOut
      let found = candidates[worker]
      if found.count > 0, placeholderStep == nil { placeholderStep = expansions[worker].steps.pointee }
      for candidate in 0..<found.count {
        var target = Int(found.worldNumbers[candidate])
        if target == Int(Candidates.fresh) { continue }
        if target >= WorldIndex.firstProvisional {
          let (finder, index) = Candidates.locate(target)
          target = Int(candidates[finder].worldNumbers[index])
        }
        graph.add(found.step(of: candidate), from: found.parent(of: candidate), to: target)
      }
    }
    self.graph = graph
  }
}

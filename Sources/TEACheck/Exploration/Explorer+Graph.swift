internal import TEAStateSpace

extension Explorer {
  /// Adds the steps of the batch to the graph, or drops the graph where the search has taken more steps than a graph may have.
  ///
  /// To be called after the counts of the search were set back to a violation: the number of steps after the violation depends
  /// on the number of workers.
  @inline(never)
  mutating func addStepsToGraph() {
    if let limit = bounds.graphLimit, transitions > limit { graph = nil }
    guard var graph else { return }
    self.graph = nil
    let (expansions, candidates) = (expansions, candidates)
    for worker in 0..<expansions.count {
      graph.worldsWithStepsLeftOut += expansions[worker].worldsWithStepsLeftOut
      let workerCandidates = candidates[worker]
      if workerCandidates.count > 0, placeholderStep == nil { placeholderStep = expansions[worker].step(to: 0) }
      for candidate in 0..<workerCandidates.count {
        var target = Int(workerCandidates.worldNumbers[candidate])
        // A provisional number names the candidate of this batch that found the world.
        if target != Int(Candidates.fresh), target >= WorldIndex.firstProvisional {
          let (finder, index) = Candidates.locate(target)
          target = Int(candidates[finder].worldNumbers[index])
        }
        // The search ended before this world got a number.
        if target == Int(Candidates.fresh) { continue }
        graph.add(workerCandidates.step(of: candidate), from: workerCandidates.parent(of: candidate), to: target)
      }
    }
    self.graph = graph
  }
}

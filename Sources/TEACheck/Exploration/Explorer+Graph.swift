public import TEAStateSpace

extension Explorer {
  /// Notes the steps of the batch in the graph.
  @_alwaysEmitIntoClient
  mutating func drawSteps() {
    guard var graph else { return }
    self.graph = nil
    let (expansions, candidates, hasCases) = (expansions, candidates, graph.cases != nil)
    for worker in expansions.indices {
      graph.leftOut += expansions[worker].leftOut
      let (found, messageCases) = (candidates[worker], expansions[worker].messageCases)
      if found.count > 0, anyStep == nil { anyStep = expansions[worker].steps.pointee }
      for candidate in 0..<found.count {
        var target = Int(found.indices[candidate])
        if target == Int(Candidates.fresh) { continue }
        if target >= WorldIndex.firstProvisional {
          let (other, place) = Candidates.locate(target)
          target = Int(candidates[other].indices[place])
        }
        graph.add(
          found.step(of: candidate), hasCases ? messageCases[candidate] : nil,
          from: found.parent(of: candidate), to: target)
      }
    }
    self.graph = graph
  }

  /// Lets go of a graph that became too large, and counts no messages from then on.
  @usableFromInline
  mutating func dropGraph() {
    graph = nil
    for worker in expansions.indices { expansions[worker].cases = nil }
  }
}

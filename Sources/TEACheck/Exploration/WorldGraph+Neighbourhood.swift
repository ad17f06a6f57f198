extension WorldGraph {
  /// The subgraph of at most `limit` worlds: the starts, the centers, and the worlds that are the fewest steps away from these.
  ///
  /// - Returns: The subgraph, and the numbers (in the subgraph) of its expanded worlds with a step to a world outside of it.
  func neighbourhood(of centers: [Int], limit: Int) -> (graph: WorldGraph, cutWorlds: [Int]) {
    var isChosen = Array(repeating: false, count: worldCount)
    var chosenWorlds: [Int] = []
    func choose(_ world: Int) {
      guard world < worldCount, !isChosen[world], chosenWorlds.count < limit else { return }
      isChosen[world] = true
      chosenWorlds.append(world)
    }
    (0..<startCount).forEach(choose)
    centers.forEach(choose)
    var position = 0
    while position < chosenWorlds.count, chosenWorlds.count < limit {
      // Of worlds that are not expanded, the graph has only some steps. The number of workers decides which ones.
      if chosenWorlds[position] < expandedCount {
        for edge in edges(of: chosenWorlds[position]) { choose(Int(targets[edge])) }
      }
      position += 1
    }
    // In the order of discovery, expanded worlds come before all others, as they do in the whole graph.
    chosenWorlds.sort()
    var numbersInSubgraph = Array(repeating: -1, count: worldCount)
    for (number, world) in chosenWorlds.enumerated() { numbersInSubgraph[world] = number }
    var subgraph = WorldGraph()
    subgraph.startCount = min(startCount, limit)
    var cutWorlds: [Int] = []
    for (number, world) in chosenWorlds.enumerated() {
      var hasAllSteps = true
      for edge in edges(of: world) where world < expandedCount && Int(targets[edge]) < worldCount {
        let target = numbersInSubgraph[Int(targets[edge])]
        if target >= 0 {
          subgraph.add(Int(stepNumbers[edge]), from: number, to: target)
        } else {
          hasAllSteps = false
        }
      }
      if !hasAllSteps { cutWorlds.append(number) }
    }
    subgraph.worldsWithStepsLeftOut = worldsWithStepsLeftOut.compactMap { world in
      UInt32(exactly: numbersInSubgraph[Int(world)])
    }
    subgraph.close(
      maker?.selecting(chosenWorlds), worlds: chosenWorlds.count,
      expanded: chosenWorlds.count { $0 < expandedCount })
    return (subgraph, cutWorlds)
  }
}

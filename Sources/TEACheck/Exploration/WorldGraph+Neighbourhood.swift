extension WorldGraph {
  /// The subgraph of the starts, some given worlds, and the worlds that the fewest steps reach from these.
  ///
  /// - Parameters:
  ///   - centers: The given worlds.
  ///   - limit: The largest number of worlds in the subgraph.
  /// - Returns: The subgraph, and its worlds with steps that lead out of it, by their numbers in the subgraph.
  func neighbourhood(of centers: [Int], limit: Int) -> (graph: WorldGraph, cut: [Int]) {
    var isChosen = Array(repeating: false, count: worldCount)
    var chosen: [Int] = []
    func choose(_ world: Int) {
      guard world < worldCount, !isChosen[world], chosen.count < limit else { return }
      isChosen[world] = true
      chosen.append(world)
    }
    (0..<startCount).forEach(choose)
    centers.forEach(choose)
    var position = 0
    while position < chosen.count, chosen.count < limit {
      // The known steps of a world that was not expanded completely depend on the number of workers.
      if chosen[position] < expandedCount { for edge in edges(of: chosen[position]) { choose(Int(targets[edge])) } }
      position += 1
    }
    // In the order of discovery, expanded worlds come first, as they do in the whole graph.
    chosen.sort()
    var chosenNumbers = Array(repeating: -1, count: worldCount)
    for (number, world) in chosen.enumerated() { chosenNumbers[world] = number }
    var subgraph = WorldGraph()
    subgraph.startCount = min(startCount, limit)
    var cut: [Int] = []
    for (number, world) in chosen.enumerated() {
      var hasAllSteps = true
      for edge in edges(of: world) where world < expandedCount && Int(targets[edge]) < worldCount {
        let target = chosenNumbers[Int(targets[edge])]
        if target >= 0 {
          subgraph.add(Int(stepNumbers[edge]), from: number, to: target)
        } else {
          hasAllSteps = false
        }
      }
      if !hasAllSteps { cut.append(number) }
    }
    subgraph.close(values?.renumbered(to: chosen), worlds: chosen.count, expanded: chosen.count { $0 < expandedCount })
    return (subgraph, cut)
  }
}

extension WorldGraph {
  /// The worlds that are the fewest steps away from some of them, with the steps between them.
  ///
  /// - Returns: The smaller graph, and the numbers of its worlds of which steps are missing for that reason.
  func neighbourhood(of centers: [Int], most: Int) -> (graph: WorldGraph, cut: [Int]) {
    var isChosen = Array(repeating: false, count: worldCount)
    var chosen: [Int] = []
    func choose(_ world: Int) {
      guard world < worldCount, !isChosen[world], chosen.count < most else { return }
      isChosen[world] = true
      chosen.append(world)
    }
    (0..<startCount).forEach(choose)
    centers.forEach(choose)
    var next = 0
    while next < chosen.count, chosen.count < most {
      // Of a world that was not expanded to its end, the steps that are there depend on the number of workers.
      if chosen[next] < expandedCount { for place in edges(of: chosen[next]) { choose(Int(targets[place])) } }
      next += 1
    }
    // In the order of discovery, those that were expanded come first, as they do in the whole graph.
    chosen.sort()
    var chosenNumbers = Array(repeating: -1, count: worldCount)
    for (number, world) in chosen.enumerated() { chosenNumbers[world] = number }
    var part = WorldGraph()
    part.startCount = startCount
    var cut: [Int] = []
    for (number, world) in chosen.enumerated() {
      var isWhole = true
      for place in edges(of: world) where world < expandedCount && Int(targets[place]) < worldCount {
        let target = chosenNumbers[Int(targets[place])]
        if target >= 0 {
          part.add(Int(numbers[place]), from: number, to: target)
        } else {
          isWhole = false
        }
      }
      if !isWhole { cut.append(number) }
    }
    part.close(values?.renumbered(to: chosen), worlds: chosen.count, expanded: chosen.count { $0 < expandedCount })
    return (part, cut)
  }
}

internal import TEASupport

extension StateGraph {
  /// The lines that replace `Node.lines` for nodes that would look the same in a picture, by the index of the node. Values are
  /// cut around the first difference, and nodes that still look the same get their index as a further line.
  var distinguishingLines: [Int: [String]] {
    var result: [Int: [String]] = [:]
    for group in groupsOfAlike(Array(nodes.indices), { nodes[$0].lines }) {
      let shownNodes = withDifferencesShown(in: group)
      for (number, node) in zip(group, shownNodes) { result[number] = node.lines }
      for stillAlike in groupsOfAlike(group, { result[$0] ?? [] }) {
        for number in stillAlike { result[number]?.append("\(isQuotient ? "screen" : "world") \(number)") }
      }
    }
    return result
  }

  /// The groups of two or more nodes with equal lines, in the order of their first nodes.
  private func groupsOfAlike(_ numbers: [Int], _ lines: (Int) -> [String]) -> [[Int]] {
    // Only the hashes of the lines are kept for all nodes, because a graph may have very many.
    var numbersOfHash: [Int: [Int]] = [:]
    for number in numbers { numbersOfHash[lines(number).hashValue, default: []].append(number) }
    return numbersOfHash.values.filter { $0.count > 1 }
      .flatMap { numbers in Dictionary(grouping: numbers, by: lines).values.filter { $0.count > 1 } }
      .sorted { $0[0] < $1[0] }
  }

  private func withDifferencesShown(in group: [Int]) -> [Node] {
    var shownNodes = group.map { nodes[$0] }
    func show<Part>(_ parts: WritableKeyPath<Node, [Part]>, _ text: WritableKeyPath<Part, String>) {
      for index in 0..<(shownNodes.map { $0[keyPath: parts].count }.min() ?? 0) {
        let texts = shownNodes.map { $0[keyPath: parts][index][keyPath: text] }
        guard Set(texts).count > 1 else { continue }
        for (nodeIndex, shortText) in zip(shownNodes.indices, abbreviatedAroundDifference(texts)) {
          shownNodes[nodeIndex][keyPath: parts][index][keyPath: text] = shortText
        }
      }
    }
    show(\.fields, \.value)
    show(\.outstanding, \.self)
    show(\.surroundings, \.value)
    return shownNodes
  }
}

/// Liveness by its definition, for graphs of a few nodes; sets of nodes are bits of a number.
///
/// The nodes that an infinite run meets infinitely often are strongly connected. A run may take all edges between them: the
/// possible labels stay the same, and taking more labels never makes a run unfair. So a fair run that stays among some nodes
/// exists exactly if a strongly connected subset of the nodes is fair. All subsets are tried.
struct NaiveLiveness {
  let nodeCount: Int
  /// The edges, each with its fair labels. A label is an index of `strongFlags`.
  let edges: [(source: Int, labels: Set<Int>, target: Int)]
  /// `true` for each label with strong fairness, `false` for each label with weak fairness.
  let strongFlags: [Bool]
  /// The nodes at which a run may end.
  let ends: Int
  /// The sets of nodes that a fair run may meet infinitely often.
  private(set) var fairSets: [Int] = []
  /// The nodes to which each node has an edge.
  private let targetSets: [Int]

  /// - Parameter ends: The nodes at which a run may end; `nil` stands for all nodes without edges.
  init(nodeCount: Int, edges: [(source: Int, labels: Set<Int>, target: Int)], strongFlags: [Bool], ends: Int? = nil) {
    self.nodeCount = nodeCount
    self.edges = edges
    self.strongFlags = strongFlags
    targetSets = (0..<nodeCount).map { node in edges.reduce(0) { $1.source == node ? $0 | 1 << $1.target : $0 } }
    self.ends =
      ends ?? (0..<nodeCount).filter { node in !edges.contains { $0.source == node } }.reduce(0) { $0 | 1 << $1 }
    fairSets = (1..<1 << nodeCount).filter(isFairSet)
  }

  /// The nodes that can be reached by at least one edge, inside a set.
  func successors(of nodes: Int, inside set: Int) -> Int {
    var reached = 0
    var frontier = nodes
    while frontier != 0 {
      var targets = 0
      while frontier != 0 {
        targets |= targetSets[frontier.trailingZeroBitCount]
        frontier &= frontier - 1
      }
      frontier = targets & set & ~reached
      reached |= frontier
    }
    return reached
  }

  private func isFairSet(_ set: Int) -> Bool {
    for node in 0..<nodeCount where set >> node & 1 == 1 {
      if successors(of: 1 << node, inside: set) != set { return false }
    }
    return strongFlags.indices.allSatisfy { label in
      let isTakenInside = edges.contains {
        $0.labels.contains(label) && set >> $0.source & 1 == 1 && set >> $0.target & 1 == 1
      }
      if isTakenInside { return true }
      let nodesWithLabel = edges.reduce(0) { $1.labels.contains(label) ? $0 | 1 << $1.source : $0 } & set
      return strongFlags[label] ? nodesWithLabel == 0 : nodesWithLabel != set
    }
  }

  /// The nodes at which a fair run that stays in a set may end, and those that it may meet infinitely often.
  func endsAndCycles(inside set: Int) -> Int {
    fairSets.filter { $0 & ~set == 0 }.reduce(ends & set, |)
  }

  /// `true` if a fair run from one of some nodes can stay in a set.
  func canStay(from nodes: Int, inside set: Int) -> Bool {
    let start = nodes & set
    return (start | successors(of: start, inside: set)) & endsAndCycles(inside: set) != 0
  }

  var all: Int { (1 << nodeCount) - 1 }
  var reachable: Int { 1 | successors(of: 1, inside: all) }

  func eventually(_ goal: Int) -> Bool { !canStay(from: 1, inside: all & ~goal) }
  func leadsTo(_ first: Int, _ second: Int) -> Bool { !canStay(from: reachable & first, inside: all & ~second) }
  func repeatedly(_ goal: Int) -> Bool { leadsTo(all, goal) }
  func recovers(_ goal: Int) -> Bool {
    (0..<nodeCount).allSatisfy { node in
      reachable >> node & 1 == 0 || (1 << node | successors(of: 1 << node, inside: all)) & goal != 0
    }
  }
}

internal import TEAResults
import TEASupport

/// The union of two programs' graphs. Each node and each edge belongs to the older program, to the newer program, or to both.
///
/// Two worlds count as the same if the same messages lead to them and they have the same screen. Each world is the same as at
/// most one world of the other program, its *partner*.
struct DifferencePicture {
  /// The data that the page's script reads.
  let data: JSON
  let caption: String

  /// The number of nodes after which no further steps are followed, as on a page of `tea-check graph`. The steps of the last
  /// node that was followed may lead to a few nodes more.
  private static let maxNodes = 10_000

  init(_ attempt: RenamingSearch.Attempt) {
    let comparison = attempt.comparison
    var union = Union(comparison)
    union.matchWorlds()
    union.numberNodes(upTo: Self.maxNodes)
    data = union.data(trail: union.trail(of: attempt))
    let counts = union.counts
    caption = [
      "\(counted(counts.same, "world")) the same", "\(grouped(counts.gone)) gone", "\(grouped(counts.came)) new",
      union.isCut ? "the \(grouped(Self.maxNodes)) that are the fewest steps away from the start" : nil,
    ].compactMap { $0 }.joined(separator: " · ")
  }

  private struct Union {
    let comparison: BehaviourComparison
    /// For each world of a program, the index of its partner in the other program; `nil` for a world without a partner.
    var partnersOfOld: [Int?]
    var partnersOfNew: [Int?]
    /// For each world of a program, the number of its node in the union; `nil` for a world without a node.
    var (nodesOfOld, nodesOfNew): ([Int?], [Int?])
    /// The world of each program that a node stands for; `nil` for a program without such a world.
    var nodes: [(old: Int?, new: Int?)] = []
    var counts = (same: 0, gone: 0, came: 0)
    /// `true` if some worlds have no node.
    var isCut = false

    init(_ comparison: BehaviourComparison) {
      self.comparison = comparison
      partnersOfOld = Array(repeating: nil, count: comparison.old.nodes.count)
      partnersOfNew = Array(repeating: nil, count: comparison.new.nodes.count)
      nodesOfOld = partnersOfOld
      nodesOfNew = partnersOfNew
    }

    mutating func matchWorlds() {
      let old = comparison.old
      var queue = old.starts.enumerated().compactMap { number, start in
        comparison.start(like: number).map { (start.node, $0.node) }
      }
      var next = 0
      while next < queue.count {
        let (worldOfOld, worldOfNew) = queue[next]
        next += 1
        guard partnersOfOld[worldOfOld] == nil, partnersOfNew[worldOfNew] == nil,
          comparison.haveSameScreen(worldOfOld, worldOfNew)
        else { continue }
        partnersOfOld[worldOfOld] = worldOfNew
        partnersOfNew[worldOfNew] = worldOfOld
        for step in old.nodes[worldOfOld].steps {
          let label = comparison.label(step.label, ofNew: false)
          if let stepOfNew = comparison.step(label, from: [Int32(worldOfNew)], ofNew: true) {
            queue.append((step.target, stepOfNew.target))
          }
        }
      }
      counts.same = partnersOfOld.count { $0 != nil }
      counts.gone = partnersOfOld.count - counts.same
      counts.came = partnersOfNew.count - counts.same
    }

    mutating func numberNodes(upTo limit: Int) {
      let (old, new) = (comparison.old, comparison.new)
      for start in new.starts { addNode(old: partnersOfNew[start.node], new: start.node) }
      for start in old.starts { addNode(old: start.node, new: partnersOfOld[start.node]) }
      var next = 0
      while next < nodes.count {
        let node = nodes[next]
        next += 1
        guard nodes.count < limit else { continue }
        for step in node.new.map({ new.nodes[$0].steps }) ?? [] {
          addNode(old: partnersOfNew[step.target], new: step.target)
        }
        for step in node.old.map({ old.nodes[$0].steps }) ?? [] {
          addNode(old: step.target, new: partnersOfOld[step.target])
        }
      }
      isCut = nodesOfOld.contains(nil) || nodesOfNew.contains(nil)
    }

    private mutating func addNode(old: Int?, new: Int?) {
      guard old.map({ nodesOfOld[$0] == nil }) ?? true, new.map({ nodesOfNew[$0] == nil }) ?? true else { return }
      if let old { nodesOfOld[old] = nodes.count }
      if let new { nodesOfNew[new] = nodes.count }
      nodes.append((old, new))
    }

    /// The numbers of the nodes on the path to the difference, as far as the newer program has them; empty without a path.
    func trail(of attempt: RenamingSearch.Attempt) -> [Int] {
      let outcome = attempt.outcome
      guard outcome.difference == .lastPair, !outcome.pairs.isEmpty else { return [] }
      return comparison.path(to: outcome.pairs.count - 1, in: outcome).compactMap { pair in
        outcome.pairs[pair].new.first.flatMap { nodesOfNew[Int($0)] }
      }
    }

    private struct Edge: Hashable {
      var from: Int
      var to: Int
      /// The number of the label, common to both programs.
      var label: Int
      /// The number of the step output, common to both programs; 0 for all where commands are not compared.
      var output: Int
    }

    /// The `edition` of a node or an edge is 1 in the older program only, and 2 in the newer program only. In both programs, it
    /// is 0 or absent.
    func data(trail: [Int]) -> JSON {
      var texts = TextTable()
      let (old, new, renaming) = (comparison.old, comparison.new, comparison.renaming)
      var nodeRecords: [JSON] = []
      for node in nodes {
        let screen =
          node.new.map { new.screens[new.nodes[$0].screen] } ?? node.old.map { old.screens[old.nodes[$0].screen] } ?? []
        let fields = screen.flatMap { field in
          [field.name, field.value].map { texts.number(of: node.new == nil ? renaming($0) : $0) }
        }
        let isExpanded =
          (node.new.map { new.nodes[$0].isExpanded } ?? true) && (node.old.map { old.nodes[$0].isExpanded } ?? true)
        nodeRecords.append(
          .object([
            "fields": .array(fields), "unexpanded": isExpanded ? nil : .bool(true),
            "edition": node.new == nil ? .integer(1) : node.old == nil ? .integer(2) : nil,
          ]))
      }
      let edgesOfOld = edges(of: old, nodesOfOld, ofNew: false)
      let edgesOfNew = edges(of: new, nodesOfNew, ofNew: true)
      let (edgeSetOfOld, edgeSetOfNew) = (Set(edgesOfOld), Set(edgesOfNew))
      let edges = edgesOfNew + edgesOfOld.filter { !edgeSetOfNew.contains($0) }
      // Three numbers for each edge: its source, its target, and its label.
      var edgeNumbers: [JSON] = []
      var editions: [JSON] = []
      for edge in edges {
        edgeNumbers += [.integer(edge.from), .integer(edge.to), texts.number(of: comparison.labels[edge.label])]
        editions.append(.integer(!edgeSetOfNew.contains(edge) ? 1 : !edgeSetOfOld.contains(edge) ? 2 : 0))
      }
      var starts: [JSON] = []
      for (program, nodes) in [(new, nodesOfNew), (old, nodesOfOld)] {
        for start in program.starts {
          guard let node = nodes[start.node] else { continue }
          let record = JSON.array([.integer(node), texts.number(of: start.label)])
          if !starts.contains(record) { starts.append(record) }
        }
      }
      return .object([
        "title": .string(new.title), "quotient": .bool(false), "nodes": .array(nodeRecords),
        "edges": .array(edgeNumbers),
        "editions": .array(editions), "starts": .array(starts), "trail": .array(trail.map { .integer($0) }),
        "texts": .array(texts.texts.map { .string($0) }),
      ])
    }

    private func edges(of program: Behaviour, _ nodeNumbers: [Int?], ofNew isNew: Bool) -> [Edge] {
      var edges: [Edge] = []
      var foundEdges: Set<Edge> = []
      for (source, node) in program.nodes.enumerated() {
        guard let from = nodeNumbers[source] else { continue }
        for step in node.steps {
          guard let to = nodeNumbers[step.target] else { continue }
          let edge = Edge(
            from: from, to: to, label: comparison.label(step.label, ofNew: isNew),
            output: comparison.output(step.outputNumber, ofNew: isNew))
          if foundEdges.insert(edge).inserted { edges.append(edge) }
        }
      }
      return edges
    }
  }
}

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
    var partners: Both<[Int?]>
    /// For each world of a program, the number of its node in the union; `nil` for a world without a node.
    var nodeNumbers: Both<[Int?]>
    /// The world of each program that a node stands for; `nil` for a program without such a world.
    var nodes: [Both<Int?>] = []
    var counts = (same: 0, gone: 0, came: 0)
    /// `true` if some worlds have no node.
    var isCut: Bool { nodeNumbers.old.contains(nil) || nodeNumbers.new.contains(nil) }

    init(_ comparison: BehaviourComparison) {
      self.comparison = comparison
      partners = comparison.programs.map { Array(repeating: nil, count: $0.graph.nodes.count) }
      nodeNumbers = partners
    }

    mutating func matchWorlds() {
      let (old, new) = (comparison.programs.old, comparison.programs.new)
      var queue = old.graph.starts.enumerated().compactMap { number, start in
        comparison.start(like: number).map { (start.node, $0.node) }
      }
      var next = 0
      while next < queue.count {
        let (worldOfOld, worldOfNew) = queue[next]
        next += 1
        guard partners.old[worldOfOld] == nil, partners.new[worldOfNew] == nil,
          comparison.haveSameScreen(worldOfOld, worldOfNew)
        else { continue }
        partners.old[worldOfOld] = worldOfNew
        partners.new[worldOfNew] = worldOfOld
        for step in old.graph.nodes[worldOfOld].steps {
          if let stepOfNew = new.step(old.labelNumbers[step.label], from: [Int32(worldOfNew)]) {
            queue.append((step.target, stepOfNew.target))
          }
        }
      }
      counts.same = partners.old.count { $0 != nil }
      counts.gone = partners.old.count - counts.same
      counts.came = partners.new.count - counts.same
    }

    /// The newer program comes first.
    private var graphs: [(edition: Edition, graph: Behaviour)] {
      [(.new, comparison.programs.new.graph), (.old, comparison.programs.old.graph)]
    }

    mutating func numberNodes(upTo limit: Int) {
      for (edition, graph) in graphs {
        for start in graph.starts { addNode(of: start.node, edition) }
      }
      var next = 0
      while next < nodes.count {
        let node = nodes[next]
        next += 1
        guard nodes.count < limit else { continue }
        for (edition, graph) in graphs {
          for step in node[edition].map({ graph.nodes[$0].steps }) ?? [] { addNode(of: step.target, edition) }
        }
      }
    }

    /// Adds the node of a world and its partner, unless they have one.
    private mutating func addNode(of world: Int, _ edition: Edition) {
      guard nodeNumbers[edition][world] == nil else { return }
      let partner = partners[edition][world]
      let node = edition == .old ? Both(old: world, new: partner) : Both(old: partner, new: world)
      if let old = node.old { nodeNumbers.old[old] = nodes.count }
      if let new = node.new { nodeNumbers.new[new] = nodes.count }
      nodes.append(node)
    }

    /// The numbers of the nodes on the path to the difference, as far as the newer program has them; empty without a path.
    func trail(of attempt: RenamingSearch.Attempt) -> [Int] {
      let outcome = attempt.outcome
      guard outcome.difference == .lastPair, !outcome.pairs.isEmpty else { return [] }
      return comparison.path(to: outcome.pairs.count - 1, in: outcome).compactMap { pair in
        outcome.pairs[pair].new.first.flatMap { nodeNumbers.new[Int($0)] }
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
      var texts = Numbering<String>()
      let programs = comparison.programs
      var nodeRecords: [JSON] = []
      for node in nodes {
        let screen = node.new.map(programs.new.screen) ?? node.old.map(programs.old.screen) ?? []
        let fields = screen.flatMap { [texts.number(of: $0.name), texts.number(of: $0.value)] }
        let isExpanded = graphs.allSatisfy { edition, graph in
          node[edition].map { graph.nodes[$0].isExpanded } ?? true
        }
        nodeRecords.append(
          .object([
            "fields": fields, "unexpanded": isExpanded ? nil : true,
            "edition": node.new == nil ? 1 : node.old == nil ? 2 : nil,
          ]))
      }
      let edgesOfPrograms = Both { edges(of: programs[$0], nodeNumbers[$0]) }
      let edgeSets = edgesOfPrograms.map { Set($0) }
      let unionEdges = edgesOfPrograms.new + edgesOfPrograms.old.filter { !edgeSets.new.contains($0) }
      // Three numbers for each edge: its source, its target, and its label.
      var edgeNumbers: [Int] = []
      var editions: [Int] = []
      for edge in unionEdges {
        edgeNumbers += [edge.from, edge.to, texts.number(of: comparison.labels[edge.label])]
        editions.append(!edgeSets.new.contains(edge) ? 1 : !edgeSets.old.contains(edge) ? 2 : 0)
      }
      var starts: [[Int]] = []
      for (edition, graph) in graphs {
        for start in graph.starts {
          guard let node = nodeNumbers[edition][start.node] else { continue }
          let record = [node, texts.number(of: start.label)]
          if !starts.contains(record) { starts.append(record) }
        }
      }
      return .object([
        "title": programs.new.graph.title, "quotient": false, "nodes": nodeRecords, "edges": edgeNumbers,
        "editions": editions, "starts": starts, "trail": trail, "texts": texts.pageTexts,
      ])
    }

    private func edges(of program: BehaviourComparison.Program, _ nodeNumbers: [Int?]) -> [Edge] {
      var edges: [Edge] = []
      var foundEdges: Set<Edge> = []
      for (source, node) in program.graph.nodes.enumerated() {
        guard let from = nodeNumbers[source] else { continue }
        for step in node.steps {
          guard let to = nodeNumbers[step.target] else { continue }
          let edge = Edge(
            from: from, to: to, label: program.labelNumbers[step.label],
            output: program.outputNumbers[step.outputNumber])
          if foundEdges.insert(edge).inserted { edges.append(edge) }
        }
      }
      return edges
    }
  }
}

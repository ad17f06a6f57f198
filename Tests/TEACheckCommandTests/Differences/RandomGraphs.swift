@testable import TEASupport
import Foundation

@testable import TEACheck
@testable import tea_check

/// Random small state graphs, made from the numbers of a linear congruential generator.
struct RandomGraphs {
  private var state: UInt64

  /// The multiplier, 2^64 divided by the golden ratio, spreads consecutive seeds over all states.
  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  private mutating func number(below bound: Int) -> Int {
    // The constants are those of Knuth's MMIX. The high bits are used, as the low ones repeat after few numbers.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  /// `true` once in `count` calls on average.
  private mutating func happens(onceIn count: Int) -> Bool { number(below: count) == 0 }

  /// A step between two worlds, which are named by their indices.
  struct Edge {
    var from: Int
    var to: Int
    /// The number of the message.
    var label: Int
    /// The number of the command that the step performs; 0 if it performs none.
    var performs: Int
  }

  /// A graph whose start is the world with the index 0.
  struct Graph {
    /// The number of the screen of each world.
    var screens: [Int]
    var edges: [Edge]
    /// The indices of the worlds whose steps were not all taken.
    var unexpanded: Set<Int> = []

    func behaviour(showsViews: Bool = false) throws -> Behaviour {
      Behaviour(try GraphFile(parsing: Data(json.text.utf8)), showsViews: showsViews)
    }

    private var json: JSON {
      .object([
        "kind": "graph", "title": "Random", "complete": unexpanded.isEmpty, "performances": true,
        "nodes": screens.enumerated().map { node, screen in
          JSON.object([
            "fields": [JSON.object(["name": "shown", "value": "\(screen)"])], "expanded": !unexpanded.contains(node),
          ])
        },
        "starts": [JSON.object(["node": 0, "label": "start"])],
        "edges": edges.map { edge in
          JSON.object([
            "from": edge.from, "to": edge.to, "label": "m\(edge.label)",
            "performs": edge.performs == 0 ? nil : ["c\(edge.performs)"],
          ])
        },
      ])
    }
  }

  /// A random graph of up to four worlds and two labels, and a second graph. The second is random too, or the first with its
  /// worlds in another order, with one change, or with both.
  mutating func pair() -> (Graph, Graph) {
    let first = graph()
    var second = first
    switch number(below: 4) {
    case 0: second = graph()
    case 1: second = permuted(first)
    case 2: second = changed(permuted(first))
    default: second = changed(first)
    }
    return (first, second)
  }

  private mutating func graph() -> Graph {
    let count = 1 + number(below: 4)
    var graph = Graph(screens: (0..<count).map { _ in number(below: 2) }, edges: [])
    let isDeterministic = !happens(onceIn: 4)
    for node in 0..<count {
      for label in 0..<2 where !happens(onceIn: 6) {
        for _ in 0..<(isDeterministic ? 1 : 1 + number(below: 2)) {
          let performs = happens(onceIn: 4) ? 1 : 0
          graph.edges.append(Edge(from: node, to: number(below: count), label: label, performs: performs))
        }
      }
    }
    if happens(onceIn: 5) {
      let node = number(below: count)
      graph.unexpanded = [node]
      graph.edges.removeAll { $0.from == node }
    }
    return graph
  }

  /// The graph with the worlds after the start rotated, and with its list of edges in reverse order. A graph of one or two
  /// worlds is returned unchanged.
  private mutating func permuted(_ graph: Graph) -> Graph {
    let count = graph.screens.count
    guard count > 2 else { return graph }
    let shift = 1 + number(below: count - 2)
    func newIndex(_ node: Int) -> Int { node == 0 ? 0 : (node - 1 + shift) % (count - 1) + 1 }
    var result = graph
    for node in 0..<count { result.screens[newIndex(node)] = graph.screens[node] }
    result.edges = graph.edges.reversed().map { edge in
      Edge(from: newIndex(edge.from), to: newIndex(edge.to), label: edge.label, performs: edge.performs)
    }
    result.unexpanded = Set(graph.unexpanded.map(newIndex))
    return result
  }

  private mutating func changed(_ graph: Graph) -> Graph {
    var graph = graph
    guard !graph.edges.isEmpty else { return graph }
    let index = number(below: graph.edges.count)
    switch number(below: 4) {
    case 0: graph.edges[index].to = number(below: graph.screens.count)
    case 1: graph.edges[index].performs = 1 - graph.edges[index].performs
    case 2: graph.edges.remove(at: index)
    default: graph.screens[number(below: graph.screens.count)] = number(below: 2)
    }
    return graph
  }
}

extension BehaviourComparison {
  init(_ old: Behaviour, _ new: Behaviour) {
    self.init(old, new, renaming: Renaming(reader: TextReader(descriptions: old.descriptions + new.descriptions)))
  }
}

extension BehaviourDifference {
  init(_ old: Behaviour, _ new: Behaviour, given: Renaming = Renaming()) {
    self.init(RenamingSearch(old: old, new: new, givenRenaming: given).run())
  }
}

import Foundation
import Testing

@testable import TEACheck
@testable import tea_check

/// Two programs side by side, against a reader that feeds both every sequence of messages.
@Suite struct BehaviourComparisonTests {
  /// What is seen of a graph after a message: the screens that it may show, and what it may perform.
  struct Seen: Equatable {
    var screens: Set<Int>
    var performs: Set<Int>
  }

  /// Feeds a graph one message: each world takes its steps of that label, or ignores it.
  static func feed(_ label: Int, to worlds: Set<Int>, _ graph: RandomGraphs.Graph) -> (Set<Int>, Seen) {
    var (next, seen) = (Set<Int>(), Seen(screens: [], performs: []))
    for world in worlds {
      let edges = graph.edges.filter { $0.from == world && $0.label == label }
      if edges.isEmpty {
        next.insert(world)
        seen.performs.insert(0)
      }
      for edge in edges {
        next.insert(edge.to)
        seen.performs.insert(edge.performs)
      }
    }
    seen.screens = Set(next.map { graph.screens[$0] })
    return (next, seen)
  }

  /// The length of the shortest sequence, up to eight messages, after which two graphs differ, as far as all worlds on the
  /// way are expanded; and the length up to which all sequences can be compared.
  static func naive(_ one: RandomGraphs.Graph, _ other: RandomGraphs.Graph) -> (difference: Int?, bound: Int?) {
    if one.screens[0] != other.screens[0] { return (0, nil) }
    var sequences: [(Set<Int>, Set<Int>)] = [([0], [0])]
    var bound: Int?
    for length in 1...8 {
      var next: [(Set<Int>, Set<Int>)] = []
      for (worlds, others) in sequences {
        guard worlds.isDisjoint(with: one.unexpanded), others.isDisjoint(with: other.unexpanded) else {
          bound = min(bound ?? .max, length - 1)
          continue
        }
        for label in 0..<2 {
          let (ofOne, ofOther) = (feed(label, to: worlds, one), feed(label, to: others, other))
          if ofOne.1 != ofOther.1 { return (length, bound) }
          next.append((ofOne.0, ofOther.0))
        }
      }
      sequences = next
    }
    return (nil, bound)
  }

  @Test func randomGraphsDifferAfterAsManyMessagesAsANaiveReaderFinds() throws {
    let count = ProcessInfo.processInfo.environment["DIFFERENCE_PROGRAMS"].flatMap { Int($0) } ?? 1_000
    var (different, same, bounded) = (0, 0, 0)
    for seed in 0..<count {
      var graphs = RandomGraphs(seed: seed)
      let (one, other) = graphs.pair()
      let outcome = BehaviourComparison(
        try Behaviour(one.json, showsViews: false), try Behaviour(other.json, showsViews: false)
      ).run()
      let expected = Self.naive(one, other)
      let found = outcome.difference == nil ? nil : outcome.origins.last?.depth
      #expect(found == expected.difference, "seed \(seed)")
      if expected.difference == nil { #expect(outcome.depth == expected.bound, "seed \(seed)") }
      if found != nil { different += 1 } else if outcome.depth == nil { same += 1 } else { bounded += 1 }
    }
    // The cases say something.
    #expect(different > count / 3)
    #expect(same > count / 10)
    #expect(bounded > count / 50)
  }

  @Test func aStartThatOnlyOneHasIsADifference() throws {
    let graph = RandomGraphs.Graph(screens: [0, 1], edges: [])
    func behaviour(_ starts: [String]) throws -> Behaviour {
      var behaviour = try Behaviour(graph.json, showsViews: false)
      behaviour.starts = starts.enumerated().map { Behaviour.Start(label: $1, node: $0, performs: []) }
      return behaviour
    }
    let (two, one) = (try behaviour(["start a", "start b"]), try behaviour(["start a"]))
    #expect(BehaviourComparison(two, one).run().difference == .start("start b", isNew: false))
    #expect(BehaviourComparison(one, two).run().difference == .start("start b", isNew: true))
    #expect(BehaviourComparison(two, two).run().difference == nil)
    // Where each has one, it is the same, whatever it is called.
    #expect(BehaviourComparison(one, try behaviour(["start 1"])).run().difference == nil)
  }

  @Test func aGraphThatIsNoneIsRefusedWithAReason() throws {
    let graph = RandomGraphs.Graph(screens: [0], edges: [.init(from: 0, to: 1, label: 0, performs: 0)])
    #expect { try Behaviour(graph.json, showsViews: false) } throws: { "\($0)" == "it names a node that is not there" }
    #expect { try Behaviour(.object([:]), showsViews: false) } throws: { "\($0)" == "it holds no graph" }
    #expect { try Behaviour(RandomGraphs.Graph(screens: [0], edges: []).json, showsViews: true) } throws: {
      "\($0)" == "a node says nothing of itself"
    }
  }
}

import Extent
import Foundation
import Testing

@testable import TEACheck
@testable import tea_check

/// The comparison of two graphs agrees with a naive search, which feeds both graphs every sequence of messages.
@Suite struct BehaviourComparisonTests {
  /// The visible outcome of a step: the screen after it, and the number that stands for its command, 0 for none.
  struct VisibleOutcome: Hashable {
    var screen: Int
    var performs: Int
  }

  /// Feeds a graph one message: each world takes its steps with the label, or stays if it has none.
  ///
  /// - Returns: For each visible outcome, the worlds that the graph may be in.
  static func feed(_ label: Int, to worlds: Set<Int>, _ graph: RandomGraphs.Graph) -> [VisibleOutcome: Set<Int>] {
    var next: [VisibleOutcome: Set<Int>] = [:]
    for world in worlds {
      let edges = graph.edges.filter { $0.from == world && $0.label == label }
      if edges.isEmpty { next[VisibleOutcome(screen: graph.screens[world], performs: 0), default: []].insert(world) }
      for edge in edges {
        next[VisibleOutcome(screen: graph.screens[edge.to], performs: edge.performs), default: []].insert(edge.to)
      }
    }
    return next
  }

  /// Compares an old and a new graph for all sequences of up to eight messages that lead through expanded worlds only.
  ///
  /// - Returns: `difference`, the length of the shortest sequence with different visible outcomes, or `nil` if there is none;
  ///   `bound`, the length up to which all sequences could be compared, or `nil` if all sequences could.
  static func naiveSearch(_ old: RandomGraphs.Graph, _ new: RandomGraphs.Graph) -> (difference: Int?, bound: Int?) {
    if old.screens[0] != new.screens[0] { return (0, nil) }
    // After each sequence, the worlds that the old and the new graph may be in.
    var histories: [(Set<Int>, Set<Int>)] = [([0], [0])]
    var bound: Int?
    for length in 1...8 {
      var nextHistories: [(Set<Int>, Set<Int>)] = []
      for (oldWorlds, newWorlds) in histories {
        guard oldWorlds.isDisjoint(with: old.unexpanded), newWorlds.isDisjoint(with: new.unexpanded) else {
          bound = min(bound ?? .max, length - 1)
          continue
        }
        for label in 0..<2 {
          let (oldOutcomes, newOutcomes) = (feed(label, to: oldWorlds, old), feed(label, to: newWorlds, new))
          if Set(oldOutcomes.keys) != Set(newOutcomes.keys) { return (length, bound) }
          nextHistories += oldOutcomes.map { ($0.value, newOutcomes[$0.key]!) }
        }
      }
      // Histories that end in the same worlds have the same continuations, so one of them is kept.
      var seenHistories: Set<[Set<Int>]> = []
      histories = nextHistories.filter { seenHistories.insert([$0.0, $0.1]).inserted }
    }
    return (nil, bound)
  }

  @Test func randomGraphsDifferAfterAsManyMessagesAsANaiveSearchFinds() throws {
    let count = Extent.of(gate: 1_000, night: 100_000)
    var (differentCount, sameCount, boundedCount) = (0, 0, 0)
    for seed in 0..<count {
      var graphs = RandomGraphs(seed: seed)
      let (old, new) = graphs.pair()
      let outcome = BehaviourComparison(
        try old.behaviour(), try new.behaviour()
      ).run()
      let expected = Self.naiveSearch(old, new)
      let found = outcome.difference == nil ? nil : outcome.origins.last?.depth
      #expect(found == expected.difference, "seed \(seed)")
      if expected.difference == nil { #expect(outcome.comparedDepth == expected.bound, "seed \(seed)") }
      if found != nil {
        differentCount += 1
      } else if outcome.comparedDepth == nil {
        sameCount += 1
      } else {
        boundedCount += 1
      }
    }
    // The random graphs must include enough pairs of each kind.
    #expect(differentCount > count / 3)
    #expect(sameCount > count / 10)
    #expect(boundedCount > count / 50)
  }

  @Test func screensAndCommandsOfAnEdgeAreComparedTogether() throws {
    func graph(_ performs: [Int]) throws -> Behaviour {
      try RandomGraphs.Graph(
        screens: [0, 1, 2],
        edges: [
          .init(from: 0, to: 1, label: 0, performs: performs[0]),
          .init(from: 0, to: 2, label: 0, performs: performs[1]),
        ]
      ).behaviour()
    }
    #expect(BehaviourDifference(try graph([1, 2]), try graph([2, 1])).story?.length == 1)
    #expect(BehaviourDifference(try graph([1, 2]), try graph([1, 2])).isProven)
  }

  @Test func aShorterDifferenceMayBeBeyondTheBound() throws {
    // The bounded graph is not expanded behind the label 1. After three times the label 0, the graphs differ.
    let boundedGraph = RandomGraphs.Graph(
      screens: [0, 1, 0, 1, 2],
      edges: [(0, 1, 0), (1, 2, 0), (2, 3, 0), (0, 4, 1)].map { .init(from: $0.0, to: $0.1, label: $0.2, performs: 0) },
      unexpanded: [4])
    var wholeGraph = boundedGraph
    wholeGraph.unexpanded = []
    wholeGraph.edges[2].performs = 1
    let difference = BehaviourDifference(try boundedGraph.behaviour(), try wholeGraph.behaviour())
    #expect(difference.story?.length == 3)
    #expect(difference.comparedDepth == 1)
    #expect(!difference.isShortest)
  }

  @Test func aStartThatOnlyOneGraphHasIsADifference() throws {
    let graph = RandomGraphs.Graph(screens: [0, 1], edges: [])
    func behaviour(_ starts: [String]) throws -> Behaviour {
      var behaviour = try graph.behaviour()
      behaviour.starts = starts.enumerated().map { Behaviour.Start(node: $0, label: $1) }
      return behaviour
    }
    let (twoStarts, oneStart) = (try behaviour(["start a", "start b"]), try behaviour(["start a"]))
    #expect(BehaviourComparison(twoStarts, oneStart).run().difference == .start("start b", only: .old))
    #expect(BehaviourComparison(oneStart, twoStarts).run().difference == .start("start b", only: .new))
    #expect(BehaviourComparison(twoStarts, twoStarts).run().difference == nil)
    let alikeStarts = try behaviour(["start a", "start a"])
    #expect(BehaviourComparison(alikeStarts, alikeStarts).run().difference == nil)
    #expect(BehaviourComparison(alikeStarts, oneStart).run().difference == .start("start a", only: .old))
    #expect(BehaviourComparison(oneStart, alikeStarts).run().difference == .start("start a", only: .new))
    // If each program has one start, the labels of the starts are not compared.
    #expect(BehaviourComparison(oneStart, try behaviour(["start 1"])).run().difference == nil)
  }

  @Test func ofAnUnexpandedWorldOnlyTheStepsInBothGraphsAreCompared() throws {
    /// A graph of two worlds. The second is not expanded; its steps with the given labels lead back to the first.
    func graph(_ labels: [Int], performs: Int) throws -> Behaviour {
      try RandomGraphs.Graph(
        screens: [0, 1],
        edges: [.init(from: 0, to: 1, label: 0, performs: 0)]
          + labels.map { .init(from: 1, to: 0, label: $0, performs: performs) }, unexpanded: [1]
      ).behaviour()
    }
    let same = BehaviourDifference(try graph([0], performs: 0), try graph([0, 1], performs: 0))
    #expect(same.isSame && !same.isProven && same.comparedDepth == 1)
    let different = BehaviourDifference(try graph([0], performs: 0), try graph([0, 1], performs: 1))
    #expect(different.story?.length == 2 && different.isShortest)
    #expect(different.story?.lastMessage == "m0")
  }

  @Test func theStartThatDiffersIsShownWhereAnotherStartLeadsToTheSameWorld() throws {
    let graph = RandomGraphs.Graph(screens: [0], edges: [])
    func behaviour(_ performs: [[String]]) throws -> Behaviour {
      var behaviour = try graph.behaviour()
      behaviour.starts = performs.enumerated().map { Behaviour.Start(node: 0, label: "start \($0)", commands: $1) }
      return behaviour
    }
    let old = try behaviour([["load"], ["load", "greet"]])
    var new = try behaviour([["load"], ["load", "warn"]])
    new.starts.reverse()
    let story = try #require(BehaviourDifference(old, new).story)
    #expect(story.length == 0)
    #expect(story.endings.old.performs == ["load", "greet"])
    #expect(story.endings.new.performs == ["load", "warn"])
  }

  @Test(arguments: [
    ("", "it is not JSON"), ("{}", "'kind' is missing"), ("[]", "a value has another type than in a graph"),
    (graph(nodes: "{}"), "'fields' is missing at nodes[0]"),
    (
      graph(nodes: #"{"fields":[{"name":"a","value":1}]}"#),
      "a value has another type than in a graph at nodes[0].fields[0].value"
    ),
    (graph(edges: #"{"from":1.5,"to":0,"label":"a"}"#), "a number in it does not fit"),
    (graph(kind: "check"), "it is a record of kind 'check'"), (graph(starts: ""), "it has no start"),
    (graph(nodes: ""), "it has no node"),
    (graph(starts: #"{"node":1,"label":"start"}"#), "it names node 1, and the last is 0"),
    (graph(edges: #"{"from":0,"to":-1,"label":"a"}"#), "it names node -1, and the last is 0"),
  ]) func whatIsNoGraphIsRefusedWithAReason(_ text: String, _ reason: String) {
    let error = #expect(throws: GraphFileError.self) { try GraphFile(parsing: Data(text.utf8)) }
    #expect(error?.description == reason)
  }

  /// A lamp that is on after every `flags` ticks.
  enum Lamp: Module {
    enum Message: CaseIterable { case tick }
    struct Model: Hashable { var count: Int, period: Int }
    static func start(with flags: Int) -> Model { Model(count: 0, period: flags) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = (model.count + 1) % model.period
    }
    static func view(for model: Model) -> Bool { model.count == model.period - 1 }
  }

  @Test func `quotients of programs that differ are not compared`() throws {
    let quotients = try [3, 5].map { period in
      var (text, settings) = ("", CheckSettings())
      settings.engine = .survey
      let check = Specification(of: Lamp.self) { Start(with: [period]) }.check()
      try check.graph(settings, StateGraph.Detail(mergesViews: true)).write(as: .json, to: &text)
      return text.replacing("start with flags \(period)", with: "start")
    }
    #expect(quotients[0].replacing("worlds\":2", with: "worlds\":4") == quotients[1])
    for quotient in quotients {
      let error = #expect(throws: GraphFileError.self) { try GraphFile(parsing: Data(quotient.utf8)) }
      #expect(error?.description == "it is a quotient, which merges worlds")
    }
  }

  @Test func `graphs without commands prove nothing`() throws {
    let behaviour = Behaviour(try GraphFile(parsing: Data(Self.graph().utf8)), showsViews: false)
    let difference = BehaviourDifference(behaviour, behaviour)
    #expect(difference.isSame && !difference.isProven)
  }

  private static func graph(
    kind: String = "graph", nodes: String = #"{"fields":[]}"#, starts: String = #"{"node":0,"label":"start"}"#,
    edges: String = ""
  ) -> String {
    #"{"kind":"\#(kind)","title":"M","complete":true,"nodes":[\#(nodes)],"starts":[\#(starts)],"edges":[\#(edges)]}"#
  }

  @Test func screensShowTheViewsOfAGraphOnRequest() throws {
    let plain = try GraphFile(parsing: Data(Self.graph().utf8))
    let withViews = try GraphFile(
      parsing: Data(Self.graph(nodes: #"{"fields":[],"view":[{"name":"","value":"on"}]}"#).utf8))
    #expect(!plain.hasViews && withViews.hasViews)
    #expect(Behaviour(withViews, showsViews: true).screens == [[.init(name: "", value: "on")]])
    #expect(Behaviour(withViews, showsViews: false).screens == [[]])
  }
}

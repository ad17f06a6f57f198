import TEAResults
import TEASupport

/// Searches two programs side by side, breadth-first, for the first message after which they differ.
///
/// Both programs receive the same messages. A program ignores a message that is impossible in it, as it ignores the reply to
/// a cancelled command. If a world has several steps with one label, the search groups their targets by screen and commands.
/// It follows each group as one set, and so decides whether some sequence of messages leads to different screens or commands.
/// Programs that the search does not tell apart are bisimilar if no world has two steps with one label.
///
/// With the criterion `outstanding`, the commands that steps leave outstanding are compared in place of those that they perform.
/// A cancellation of nothing is then no difference.
///
/// - Complexity: O(*p* · *m*) for *p* pairs of node sets that are reached by the same messages, and *m* messages.
struct BehaviourComparison {
  /// The kind of commands that are compared beside screens and errors.
  enum Criterion { case performed, outstanding }

  /// A program with the common numbers of its labels, screens and step outputs, by their indices in its graph. Values of the
  /// two programs have equal common numbers if they are equal under the renaming.
  struct Program {
    let graph: Behaviour
    /// The renaming of the older program's texts; empty for the newer program.
    let renaming: Renaming
    let labelNumbers: [Int]
    let screenNumbers: [Int]
    /// Equal for outputs without errors where performed commands are not compared.
    let outputNumbers: [Int]
    /// 0 for each list where outstanding commands are not compared.
    let outstandingNumbers: [Int]
  }

  let programs: Both<Program>
  /// The number of pairs of node sets beyond which the search takes no further steps, to bound its memory.
  var maxPairs = 2_000_000

  /// The labels of the steps of both programs, with the names of the newer program; a label's index is its *common number*.
  let labels: [String]
  /// The number of the newer program's start that corresponds to each start of the older one; `nil` for none.
  ///
  /// Starts with equal labels correspond, in their order. Single starts of both programs correspond whatever their labels.
  private let startsLikeOld: [Int?]
  /// `false` if a graph does not say which commands its steps perform.
  let comparesOutputs: Bool
  private let criterion: Criterion

  init(_ old: Behaviour, _ new: Behaviour, renaming: Renaming, by criterion: Criterion = .performed) {
    let comparesOutputs = old.includesOutputs && new.includesOutputs
    self.comparesOutputs = comparesOutputs
    self.criterion = criterion
    var startsOfNew = Dictionary(grouping: new.starts.indices) { number in
      renaming.reader.withSortedArguments(new.starts[number].label)
    }.mapValues { $0[...] }
    startsLikeOld =
      old.starts.count == 1 && new.starts.count == 1
      ? [0] : old.starts.map { startsOfNew[renaming.canonical($0.label)]?.popFirst() }
    var labelNumbering = Numbering<String>()
    var screens = Numbering<Behaviour.Screen>()
    var outputs = Numbering([Behaviour.StepOutput()])
    var outstandingCommands = Numbering<[String]>()
    func program(_ graph: Behaviour, _ renaming: Renaming) -> Program {
      // Many distinct screens consist of few distinct texts, so the canonical form of each text is kept.
      var canonicalForms: [String: String] = [:]
      func canonical(_ text: String) -> String {
        if let form = canonicalForms[text] { return form }
        canonicalForms[text] = renaming.canonical(text)
        return canonicalForms[text]!
      }
      func canonical(_ screen: Behaviour.Screen) -> Behaviour.Screen {
        screen.map { Behaviour.Field(name: canonical($0.name), value: canonical($0.value)) }
          .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
      }
      return Program(
        graph: graph, renaming: renaming,
        labelNumbers: graph.labels.map { labelNumbering.number(of: renaming.canonical($0)) },
        screenNumbers: graph.screens.map { screens.number(of: canonical($0)) },
        outputNumbers: graph.stepOutputs.map { output in
          guard comparesOutputs else { return 0 }
          let compared = criterion == .performed ? output : Behaviour.StepOutput(failure: output.failure)
          return outputs.number(of: compared.mapped(renaming.canonical))
        },
        outstandingNumbers: graph.outstandingCommands.map {
          criterion == .performed ? 0 : outstandingCommands.number(of: $0.map(renaming.canonical).sorted())
        })
    }
    programs = Both(old: program(old, renaming), new: program(new, Renaming(reader: renaming.reader)))
    var labels = labelNumbering.values
    for program in [programs.old, programs.new] {
      for (number, label) in zip(program.labelNumbers, program.graph.labels) {
        labels[number] = program.renaming(label)
      }
    }
    self.labels = labels
  }

  var renaming: Renaming { programs.old.renaming }

  // MARK: - The search

  /// The nodes that a program may be in after some messages, in ascending order. A set has several nodes only if some world has
  /// several steps with one label.
  typealias NodeSet = [Int32]

  /// The nodes of both programs after the same messages.
  typealias Pair = Both<NodeSet>

  /// The step by which a pair was found.
  struct Origin {
    /// The number of the previous pair; for a start, the number of the start in the older program.
    var previous: Int
    /// The common number of the message's label; `nil` at a start.
    var label: Int?
    /// The number of messages from the start.
    var depth: Int
  }

  enum Difference: Equatable {
    /// A start that only one of the programs has, by its label.
    case start(String, only: Edition)
    /// The last pair: its screens, or the commands of the step to it, differ.
    case lastPair
  }

  struct Outcome {
    /// The pairs, in the order of discovery; a pair's number is its index.
    var pairs: [Pair] = []
    /// The step to each pair, by the number of the pair.
    var origins: [Origin] = []
    /// `nil` where the search found no difference.
    var difference: Difference?
    /// The number of messages up to which every sequence was compared; `nil` if no bound cut the search short.
    var comparedDepth: Int?
  }

  func run() -> Outcome {
    var outcome = Outcome()
    var foundPairs: Set<Pair> = []
    compareStarts(&outcome, &foundPairs)
    var pairNumber = 0
    while outcome.difference == nil, pairNumber < outcome.pairs.count {
      compareSteps(from: pairNumber, &outcome, &foundPairs)
      pairNumber += 1
    }
    return outcome
  }

  /// Adds the pairs of the starts, up to the first difference.
  private func compareStarts(_ outcome: inout Outcome, _ foundPairs: inout Set<Pair>) {
    for (number, start) in programs.old.graph.starts.enumerated() {
      guard let startOfNew = self.start(like: number) else {
        outcome.difference = .start(renaming(start.label), only: .old)
        return
      }
      let pair = Pair(old: [Int32(start.node)], new: [Int32(startOfNew.node)])
      let commandsOfOld = start.commands.map(renaming.canonical)
      let differs =
        !areAlike(pair)
        || comparesOutputs && criterion == .performed
          && commandsOfOld != startOfNew.commands.map(renaming.reader.withSortedArguments)
      guard foundPairs.insert(pair).inserted || differs else { continue }
      outcome.pairs.append(pair)
      outcome.origins.append(Origin(previous: number, label: nil, depth: 0))
      if differs {
        outcome.difference = .lastPair
        return
      }
    }
    let startsOfNew = programs.new.graph.starts
    if let number = Set(startsOfNew.indices).subtracting(startsLikeOld.compactMap(\.self)).min() {
      outcome.difference = .start(startsOfNew[number].label, only: .new)
    }
  }

  /// Adds the pairs to which the steps from a pair lead, up to the first difference.
  private func compareSteps(from pairNumber: Int, _ outcome: inout Outcome, _ foundPairs: inout Set<Pair>) {
    let pair = outcome.pairs[pairNumber]
    let depth = outcome.origins[pairNumber].depth
    let isExpanded = programs.old.areExpanded(pair.old) && programs.new.areExpanded(pair.new)
    let hasRoom = outcome.pairs.count <= maxPairs
    if !isExpanded || !hasRoom { outcome.comparedDepth = min(outcome.comparedDepth ?? depth, depth) }
    guard hasRoom else { return }
    var stepsOfOld = programs.old.steps(from: pair.old)[...]
    var stepsOfNew = programs.new.steps(from: pair.new)[...]
    while let label = [stepsOfOld.first?.label, stepsOfNew.first?.label].compactMap({ $0 }).min() {
      let labelledStepsOfOld = Self.removeSteps(labelled: label, from: &stepsOfOld)
      let labelledStepsOfNew = Self.removeSteps(labelled: label, from: &stepsOfNew)
      // A world that is not expanded lacks some of its steps. Its known steps are compared only where each program is in a
      // single world, and has a single step with this label.
      let counts = [pair.old.count, pair.new.count, labelledStepsOfOld.count, labelledStepsOfNew.count]
      guard isExpanded || counts.allSatisfy({ $0 == 1 }) else { continue }
      let successorsOfOld = programs.old.successors(by: labelledStepsOfOld, from: pair.old)
      let successorsOfNew = programs.new.successors(by: labelledStepsOfNew, from: pair.new)
      let origin = Origin(previous: pairNumber, label: label, depth: depth + 1)
      guard successorsOfOld.count == successorsOfNew.count,
        zip(successorsOfOld, successorsOfNew).allSatisfy({ $0.effect == $1.effect })
      else {
        outcome.pairs.append(Pair(old: Self.nodes(of: successorsOfOld), new: Self.nodes(of: successorsOfNew)))
        outcome.origins.append(origin)
        outcome.difference = .lastPair
        return
      }
      for (successorOfOld, successorOfNew) in zip(successorsOfOld, successorsOfNew) {
        let target = Pair(old: successorOfOld.nodes, new: successorOfNew.nodes)
        guard foundPairs.insert(target).inserted else { continue }
        outcome.pairs.append(target)
        outcome.origins.append(origin)
      }
    }
  }

  /// The newer program's start that corresponds to start `number` of the older one; `nil` for none.
  func start(like number: Int) -> Behaviour.Start? { startsLikeOld[number].map { programs.new.graph.starts[$0] } }

  /// Returns whether the worlds of both programs have the same screens and, where these are compared, outstanding commands.
  func areAlike(_ pair: Pair) -> Bool {
    func effects(_ edition: Edition) -> Set<VisibleEffect> {
      Set(pair[edition].map { programs[edition].effect(Int($0), 0) })
    }
    return effects(.old) == effects(.new)
  }

  func haveSameScreen(_ nodeOfOld: Int, _ nodeOfNew: Int) -> Bool {
    programs.old.screenNumber(of: nodeOfOld) == programs.new.screenNumber(of: nodeOfNew)
  }

  /// A step with the common number of its label.
  fileprivate struct NumberedStep {
    var label: Int
    var source: Int32
    var target: Int32
    /// The index in the program's `stepOutputs`.
    var outputNumber: Int
  }

  /// - Parameter steps: Steps that are sorted by label.
  private static func removeSteps(
    labelled label: Int, from steps: inout ArraySlice<NumberedStep>
  ) -> ArraySlice<NumberedStep> {
    let stepsWithLabel = steps.prefix { $0.label == label }
    steps = steps.dropFirst(stepsWithLabel.count)
    return stepsWithLabel
  }

  fileprivate struct VisibleEffect: Hashable {
    /// The common number of the step output.
    var output: Int
    /// The common number of the commands that are outstanding next.
    var outstanding: Int
    /// The common number of the next screen.
    var screen: Int
  }

  /// The worlds that a message may lead to with the same visible effect.
  fileprivate struct Successor {
    var effect: VisibleEffect
    var nodes: NodeSet
  }

  private static func nodes(of successors: [Successor]) -> NodeSet { Set(successors.flatMap(\.nodes)).sorted() }

  // MARK: - Results

  func path(to pair: Int, in outcome: Outcome) -> [Int] {
    var path = [pair]
    while outcome.origins[path[0]].label != nil { path.insert(outcome.origins[path[0]].previous, at: 0) }
    return path
  }
}

extension BehaviourComparison.Program {
  typealias NodeSet = BehaviourComparison.NodeSet

  fileprivate func areExpanded(_ nodes: NodeSet) -> Bool { nodes.allSatisfy { graph.nodes[Int($0)].isExpanded } }

  fileprivate func screenNumber(of node: Int) -> Int { screenNumbers[graph.nodes[node].screen] }

  /// - Parameters:
  ///   - node: The node that the step leads to.
  ///   - outputNumber: An index in `stepOutputs`.
  fileprivate func effect(_ node: Int, _ outputNumber: Int) -> BehaviourComparison.VisibleEffect {
    .init(
      output: outputNumbers[outputNumber], outstanding: outstandingNumbers[graph.nodes[node].outstandingNumber],
      screen: screenNumber(of: node))
  }

  fileprivate func steps(from nodes: NodeSet) -> [BehaviourComparison.NumberedStep] {
    var steps: [BehaviourComparison.NumberedStep] = []
    for node in nodes {
      for step in graph.nodes[Int(node)].steps {
        steps.append(
          .init(
            label: labelNumbers[step.label], source: node, target: Int32(step.target), outputNumber: step.outputNumber))
      }
    }
    steps.sort { ($0.label, $0.target) < ($1.label, $1.target) }
    return steps
  }

  /// The nodes that steps with one label lead to: one set of nodes for each visible effect, in the order of the effects.
  fileprivate func successors(
    by steps: ArraySlice<BehaviourComparison.NumberedStep>, from nodes: NodeSet
  ) -> [BehaviourComparison.Successor] {
    func effect(_ target: Int32, _ outputNumber: Int) -> BehaviourComparison.VisibleEffect {
      self.effect(Int(target), outputNumber)
    }
    if nodes.count == 1, steps.count < 2 {
      guard let step = steps.first else { return [.init(effect: effect(nodes[0], 0), nodes: nodes)] }
      return [.init(effect: effect(step.target, step.outputNumber), nodes: [step.target])]
    }
    var targets: [BehaviourComparison.VisibleEffect: Set<Int32>] = [:]
    for step in steps { targets[effect(step.target, step.outputNumber), default: []].insert(step.target) }
    // A program that ignores the message stays in its world, and performs nothing.
    for node in nodes where !steps.contains(where: { $0.source == node }) {
      targets[effect(node, 0), default: []].insert(node)
    }
    func order(_ effect: BehaviourComparison.VisibleEffect) -> (Int, Int, Int) {
      (effect.output, effect.outstanding, effect.screen)
    }
    return targets.sorted { order($0.key) < order($1.key) }
      .map { .init(effect: $0.key, nodes: $0.value.sorted()) }
  }

  /// - Parameter label: A common number.
  func step(_ label: Int, from nodes: NodeSet) -> Behaviour.Step? {
    for node in nodes {
      if let step = graph.nodes[Int(node)].steps.first(where: { labelNumbers[$0.label] == label }) { return step }
    }
    return nil
  }

  /// The common numbers of the labels of the nodes' steps, each once and in ascending order.
  func labels(from nodes: NodeSet) -> [Int] {
    Set(nodes.flatMap { graph.nodes[Int($0)].steps.map { labelNumbers[$0.label] } }).sorted()
  }

  /// The outstanding commands of a node, in the names of the newer program.
  func outstandingCommands(in node: Int) -> [String] {
    graph.outstandingCommands[graph.nodes[node].outstandingNumber].map { renaming($0) }
  }

  /// The screen of a node, in the names of the newer program.
  func screen(of node: Int) -> Behaviour.Screen { renaming(graph.screen(of: node)) }
}

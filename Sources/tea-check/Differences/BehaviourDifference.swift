internal import TEAResults
internal import TEASupport

/// The differences between two programs, as their users see them.
struct BehaviourDifference {
  struct Side {
    var worldCount = 0
    var stepCount = 0
    /// The reason why the graph is not the whole state space; `nil` where it is.
    var shortfall: String?
  }

  /// A message after which both programs still agree.
  struct Step {
    var message: String
    /// The effect in the newer program, or in the older one if the message is possible only there.
    var effect: Effect
    /// The only program in which the message is possible; the other ignores it. `nil` if both programs can receive it.
    var onlyEdition: Edition?
  }

  /// The effect of a message, or of the start, in one program. A story ends with one for each program, and these differ.
  struct Effect: Equatable {
    /// The changes of the screen; where the starts differ, all fields of the screen at the start.
    var changes: [Counterexample.Change]
    var performs: [String]
    /// The error that `update` throws; `nil` where it succeeds.
    var failure: String?
    /// The outstanding commands in the names of the newer program.
    var outstanding: [String] = []
    /// `false` where the program ignores the message, which is possible only in the other program.
    var isPossible = true

    func differsOnlyInOutstanding(from other: Effect) -> Bool {
      var effect = self
      effect.outstanding = other.outstanding
      return effect == other && self != other
    }
  }

  /// Messages that lead to a difference.
  struct Story {
    /// The fields of the common screen at the start, without values before; empty where the starts differ.
    var start: [Counterexample.Change] = []
    var steps: [Step] = []
    /// The message after which the programs differ; `nil` where the starts differ.
    var lastMessage: String?
    var endings: Both<Effect>

    var length: Int { lastMessage == nil ? 0 : steps.count + 1 }
  }

  /// The texts that only one of the programs has.
  typealias UnsharedTexts = Both<[String]>

  var sides: Both<Side>
  var renames: [Renaming.Rename] = []
  /// The messages up to the difference; `nil` if the programs do not differ, or differ by a ``start``.
  var story: Story?
  /// Fewer messages, after which only performed commands differ; `nil` where the ``story`` has the first difference.
  var commandsStory: Story?
  /// The start that only one program has; `nil` if the programs differ in another way or not at all.
  var start: (label: String, edition: Edition)?
  /// The number of messages up to which every sequence was compared; `nil` if no bound cut the search short.
  var comparedDepth: Int?
  /// The number of pairs that ``BehaviourComparison`` found; a pair is the worlds of both programs after the same messages.
  var pairCount = 0
  var comparesOutputs: Bool
  var comparesViews: Bool
  var messages = UnsharedTexts(old: [], new: [])
  /// The types whose texts may leave a part of a value out, such as those with a `description` of their own.
  var describedTypes: [String] = []
  /// Messages that have an effect in only one of the programs, each with a screen on which both programs offer the message.
  /// The text `push in paid: 1` means the message `push` on the screen `paid: 1`.
  var effects = UnsharedTexts(old: [], new: [])
  var commands = UnsharedTexts(old: [], new: [])
  var screens = UnsharedTexts(old: [], new: [])

  /// `true` if all sequences of messages that are shorter than the story were compared, or if there is no story.
  var isShortest: Bool {
    guard let story, let comparedDepth else { return true }
    return story.length <= comparedDepth + 1
  }

  var isSame: Bool { story == nil && start == nil }
  /// `true` where it is certain that no sequence of messages shows a difference.
  var isProven: Bool { isSame && !isWithinBounds && comparesOutputs && describedTypes.isEmpty }

  /// `true` if a graph is not the whole state space, or if the programs were compared only up to a depth.
  var isWithinBounds: Bool { comparedDepth != nil || hasShortfall }

  var hasShortfall: Bool { sides.old.shortfall != nil || sides.new.shortfall != nil }
}

extension BehaviourDifference {
  init(_ attempt: RenamingSearch.Attempt) {
    let (comparison, outcome) = (attempt.comparison, attempt.outcome)
    let graphs = comparison.programs.map(\.graph)
    self.init(
      sides: graphs.map { Side(worldCount: $0.worldCount, stepCount: $0.stepCount, shortfall: $0.shortfall) },
      renames: comparison.renaming.renames, comparesOutputs: comparison.comparesOutputs,
      comparesViews: graphs.new.showsViews)
    pairCount = outcome.pairs.count
    describedTypes = Set(graphs.old.describedTypes + graphs.new.describedTypes).sorted()
    switch outcome.difference {
    case .start(let label, let edition)?: start = (label, edition)
    case .lastPair?: story = Story(comparison, outcome)
    case nil: break
    }
    commandsStory = attempt.commandsOutcome.map { Story(comparison, $0) }
    comparedDepth = outcome.comparedDepth
    findUnsharedTexts(comparison)
  }

  private mutating func findUnsharedTexts(_ comparison: BehaviourComparison) {
    let programs = comparison.programs
    // Two texts are the same where they differ only in the order of labelled arguments.
    func unshared(_ texts: Both<[String]>) -> UnsharedTexts {
      texts.map { Numbering($0).values }.unshared(by: comparison.renaming.reader.withSortedArguments)
    }
    messages = unshared(programs.map { program in program.graph.labels.map { program.renaming($0) } })
    if comparison.comparesOutputs {
      commands = unshared(
        programs.map { program in
          (program.graph.starts.flatMap(\.commands) + program.graph.stepOutputs.flatMap(\.commands))
            .map { program.renaming($0) }
        })
    }
    // Equal screens of the two programs have equal numbers.
    let unsharedScreens = programs.map { Array(zip($0.screenNumbers, $0.graph.screens)) }.unshared(by: \.0)
    screens = Both { edition in unsharedScreens[edition].map { programs[edition].text(of: $0.1) } }
    // The effect of a message on a screen is gone or new only where both programs offer the message on that screen.
    let offers = programs.map { $0.offers { _, _ in true } }
    // These messages lead from a screen to another world, perform commands, or fail.
    let effects = programs.map { $0.offers { $0.target != $1 || $0.outputNumber != 0 } }
    let screensOfNew = Dictionary(zip(programs.new.screenNumbers, programs.new.graph.screens)) { first, _ in first }
    self.effects = Both { edition in
      effects[edition].subtracting(effects[edition.other]).intersection(offers[edition.other])
        .sorted { ($0.screen, $0.label) < ($1.screen, $1.label) }
        .map { offer in
          "\(comparison.labels[offer.label]) in \(screensOfNew[offer.screen].map(programs.new.text) ?? "")"
        }
    }
  }
}

extension Both {
  /// The elements of each list whose key no element of the other list has.
  fileprivate func unshared<Element, Key: Hashable>(by key: (Element) -> Key) -> Self where Value == [Element] {
    let keys = map { Set($0.map(key)) }
    return Both { edition in self[edition].filter { !keys[edition.other].contains(key($0)) } }
  }
}

extension BehaviourComparison.Program {
  /// A message that can happen on a screen.
  fileprivate struct Offer: Hashable {
    /// The common number of the screen.
    var screen: Int
    /// The common number of the message's label.
    var label: Int
  }

  /// - Parameter holds: Receives a step, and the index of the node that it leads from.
  fileprivate func offers(where holds: (Behaviour.Step, Int) -> Bool) -> Set<Offer> {
    var offers: Set<Offer> = []
    for (number, node) in graph.nodes.enumerated() {
      for step in node.steps where holds(step, number) {
        offers.insert(Offer(screen: screenNumbers[node.screen], label: labelNumbers[step.label]))
      }
    }
    return offers
  }

  /// A screen of the program as text, in the names of the newer program.
  fileprivate func text(of screen: Behaviour.Screen) -> String {
    renaming(screen).map { $0.name.isEmpty ? $0.value : "\($0.name): \($0.value)" }.joined(separator: "  ")
  }
}

extension BehaviourDifference.Story {
  init(_ comparison: BehaviourComparison, _ outcome: BehaviourComparison.Outcome) {
    /// The screen of a program in a pair, in the names of the newer program.
    func screen(_ pair: Int, _ edition: Edition) -> Behaviour.Screen {
      outcome.pairs[pair][edition].first.map { comparison.programs[edition].screen(of: Int($0)) } ?? []
    }
    func outstanding(_ pair: Int, _ edition: Edition) -> [String] {
      outcome.pairs[pair][edition].first.map { comparison.programs[edition].outstandingCommands(in: Int($0)) } ?? []
    }
    func effects(of label: Int, from pair: Int, to target: Int) -> Both<BehaviourDifference.Effect> {
      Both { edition in
        let program = comparison.programs[edition]
        let output = program.step(label, from: outcome.pairs[pair][edition]).map {
          program.graph.stepOutputs[$0.outputNumber].mapped { program.renaming($0) }
        }
        return BehaviourDifference.Effect(
          changes: comparison.renaming.reader.changes(from: screen(pair, edition), to: screen(target, edition)),
          performs: output?.commands ?? [], failure: output?.failure, outstanding: outstanding(target, edition),
          isPossible: output != nil)
      }
    }
    let path = comparison.path(to: outcome.pairs.count - 1, in: outcome)
    func fieldsAtStart(_ edition: Edition) -> [Counterexample.Change] {
      screen(path[0], edition).map { Counterexample.Change(path: $0.name, before: "", after: $0.value) }
    }
    guard path.count > 1 else {
      let number = outcome.origins[path[0]].previous
      let starts = Both(old: comparison.programs.old.graph.starts[number], new: comparison.start(like: number))
      self.init(
        endings: Both { edition in
          BehaviourDifference.Effect(
            changes: fieldsAtStart(edition),
            performs: starts[edition]?.commands.map { comparison.programs[edition].renaming($0) } ?? [],
            outstanding: outstanding(path[0], edition))
        })
      return
    }
    var steps: [BehaviourDifference.Step] = []
    for (pair, target) in zip(path, path.dropFirst()).dropLast() {
      guard let label = outcome.origins[target].label else { continue }
      let effects = effects(of: label, from: pair, to: target)
      steps.append(
        BehaviourDifference.Step(
          message: comparison.labels[label], effect: effects.new.isPossible ? effects.new : effects.old,
          onlyEdition: !effects.new.isPossible ? .old : !effects.old.isPossible ? .new : nil))
    }
    let (pair, target) = (path[path.count - 2], path[path.count - 1])
    let label = outcome.origins[target].label ?? 0
    self.init(
      start: fieldsAtStart(.new), steps: steps, lastMessage: comparison.labels[label],
      endings: effects(of: label, from: pair, to: target))
  }
}

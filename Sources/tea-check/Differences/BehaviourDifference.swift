internal import TEAResults

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
    var changes: [Counterexample.Change]
    var performs: [String]
    /// The error that `update` throws in the newer program, or in the older one if the message is possible only there; `nil`
    /// where `update` succeeds.
    var failure: String?
    /// The only program in which the message is possible; the other ignores it. `nil` if both programs can receive it.
    var onlyEdition: Edition?
  }

  /// The effect of a message, or of the start, in one program. A story ends with one for each program, and these differ.
  struct Ending {
    /// The changes of the screen; where the starts differ, all fields of the screen at the start.
    var changes: [Counterexample.Change]
    var performs: [String]
    /// The error that `update` throws; `nil` where it succeeds.
    var failure: String?
    /// `false` where the program ignores the message, which is possible only in the other program.
    var isPossible = true
  }

  /// Messages that lead to a difference.
  struct Story {
    /// The common screen at the start; empty where the starts differ.
    var start: [Behaviour.Field] = []
    var steps: [Step] = []
    /// The message after which the programs differ; `nil` where the starts differ.
    var lastMessage: String?
    var old: Ending
    var new: Ending

    var length: Int { lastMessage == nil ? 0 : steps.count + 1 }
  }

  enum Edition: String { case old, new }

  struct Start {
    var label: String
    var edition: Edition
  }

  struct UnsharedTexts: Equatable {
    var onlyOld: [String] = []
    var onlyNew: [String] = []
    var isEmpty: Bool { onlyOld.isEmpty && onlyNew.isEmpty }
  }

  var old: Side
  var new: Side
  var renames: [Renaming.Rename] = []
  /// The messages up to the difference; `nil` if the programs do not differ, or differ by a ``start``.
  var story: Story?
  /// The start that only one program has; `nil` if the programs differ in another way or not at all.
  var start: Start?
  /// The number of messages up to which every sequence was compared; `nil` if no bound cut the search short.
  var comparedDepth: Int?
  /// The number of pairs that ``BehaviourComparison`` found; a pair is the worlds of both programs after the same messages.
  var pairCount = 0
  var comparesOutputs: Bool
  var comparesViews: Bool
  var messages = UnsharedTexts()
  /// The types whose texts may leave a part of a value out, such as those with a `description` of their own.
  var describedTypes: [String] = []
  /// Messages that have an effect in only one of the programs, each with a screen on which both programs offer the message.
  /// The text `push in paid: 1` means the message `push` on the screen `paid: 1`.
  var effects = UnsharedTexts()
  var commands = UnsharedTexts()
  var screens = UnsharedTexts()

  /// `true` if all sequences of messages that are shorter than the story were compared, or if there is no story.
  var isShortest: Bool {
    guard let story, let comparedDepth else { return true }
    return story.length <= comparedDepth + 1
  }

  var isSame: Bool { story == nil && start == nil }
  /// `true` where it is certain that no sequence of messages shows a difference.
  var isProven: Bool { isSame && !isWithinBounds && comparesOutputs && describedTypes.isEmpty }

  /// `true` if a graph is not the whole state space, or if the programs were compared only up to a depth.
  var isWithinBounds: Bool { comparedDepth != nil || old.shortfall != nil || new.shortfall != nil }
}

extension BehaviourDifference {
  init(_ old: Behaviour, _ new: Behaviour, given: Renaming = Renaming()) {
    self.init(RenamingSearch(old: old, new: new, givenRenaming: given).run())
  }

  init(_ attempt: RenamingSearch.Attempt) {
    let (comparison, outcome) = (attempt.comparison, attempt.outcome)
    let (old, new) = (comparison.old, comparison.new)
    func side(_ program: Behaviour) -> Side {
      Side(worldCount: program.worldCount, stepCount: program.stepCount, shortfall: program.shortfall)
    }
    self.init(
      old: side(old), new: side(new), renames: comparison.renaming.renames,
      comparesOutputs: comparison.comparesOutputs, comparesViews: new.showsViews)
    pairCount = outcome.pairs.count
    describedTypes = Set(old.describedTypes + new.describedTypes).sorted()
    switch outcome.difference {
    case .start(let label, let isNew)?: start = Start(label: label, edition: isNew ? .new : .old)
    case .lastPair?: story = Story(comparison, outcome)
    case nil: break
    }
    comparedDepth = outcome.comparedDepth
    findUnsharedTexts(comparison)
  }

  private mutating func findUnsharedTexts(_ comparison: BehaviourComparison) {
    let (old, new, renaming) = (comparison.old, comparison.new, comparison.renaming)
    let withSortedArguments = renaming.reader.withSortedArguments
    // Two texts are the same where they differ only in the order of labelled arguments.
    func unshared(_ textsOfOld: [String], _ textsOfNew: [String]) -> UnsharedTexts {
      let sortedTextsOfOld = Set(textsOfOld.map(withSortedArguments))
      let sortedTextsOfNew = Set(textsOfNew.map(withSortedArguments))
      var listedTexts: Set<String> = []
      return UnsharedTexts(
        onlyOld: textsOfOld.filter {
          !sortedTextsOfNew.contains(withSortedArguments($0)) && listedTexts.insert($0).inserted
        },
        onlyNew: textsOfNew.filter {
          !sortedTextsOfOld.contains(withSortedArguments($0)) && listedTexts.insert($0).inserted
        })
    }
    messages = unshared(old.labels.map { renaming($0) }, new.labels)
    func commands(_ program: Behaviour) -> [String] {
      program.starts.flatMap(\.performs) + program.stepOutputs.flatMap(\.commands)
    }
    if comparison.comparesOutputs {
      self.commands = unshared(commands(old).map { renaming($0) }, commands(new))
    }
    // Equal screens of the two programs have equal numbers.
    let (numbersOfOld, numbersOfNew) = (comparison.screenNumbers(ofNew: false), comparison.screenNumbers(ofNew: true))
    let (numberSetOfOld, numberSetOfNew) = (Set(numbersOfOld), Set(numbersOfNew))
    screens.onlyOld = zip(numbersOfOld, old.screens).filter { !numberSetOfNew.contains($0.0) }.map {
      Self.text(of: $0.1, renaming)
    }
    screens.onlyNew = zip(numbersOfNew, new.screens).filter { !numberSetOfOld.contains($0.0) }.map {
      Self.text(of: $0.1)
    }
    let (effectsOfOld, effectsOfNew) = (comparison.effects(ofNew: false), comparison.effects(ofNew: true))
    // The effect of a message on a screen is gone or new only where both programs offer the message on that screen.
    let (offersOfOld, offersOfNew) = (comparison.offers(ofNew: false), comparison.offers(ofNew: true))
    var screenTexts: [Int: String] = [:]
    for (number, screen) in zip(numbersOfNew, new.screens) where screenTexts[number] == nil {
      screenTexts[number] = Self.text(of: screen)
    }
    func described(_ effects: Set<BehaviourComparison.Offer>) -> [String] {
      effects.sorted { ($0.screen, $0.label) < ($1.screen, $1.label) }.map {
        "\(comparison.labels[$0.label]) in \(screenTexts[$0.screen] ?? "")"
      }
    }
    self.effects.onlyOld = described(effectsOfOld.subtracting(effectsOfNew).intersection(offersOfNew))
    self.effects.onlyNew = described(effectsOfNew.subtracting(effectsOfOld).intersection(offersOfOld))
  }

  static func text(of screen: Behaviour.Screen, _ renaming: Renaming = Renaming()) -> String {
    screen.map { $0.name.isEmpty ? renaming($0.value) : "\(renaming($0.name)): \(renaming($0.value))" }
      .joined(separator: "  ")
  }
}

extension BehaviourComparison {
  /// A message that can happen on a screen.
  struct Offer: Hashable {
    /// The common number of the screen, see ``screenNumbers(ofNew:)``.
    var screen: Int
    /// The common number of the message, which is its index in ``labels``.
    var label: Int
  }

  func offers(ofNew isNew: Bool) -> Set<Offer> { offers(ofNew: isNew) { _, _ in true } }

  /// The messages that lead from a screen to another world, perform commands, or fail.
  func effects(ofNew isNew: Bool) -> Set<Offer> { offers(ofNew: isNew) { $0.target != $1 || $0.outputNumber != 0 } }

  /// - Parameter holds: Receives a step, and the index of the node that it leads from.
  private func offers(ofNew isNew: Bool, where holds: (Behaviour.Step, Int) -> Bool) -> Set<Offer> {
    let program = isNew ? new : old
    let screenNumbers = screenNumbers(ofNew: isNew)
    var offers: Set<Offer> = []
    for (number, node) in program.nodes.enumerated() {
      for step in node.steps where holds(step, number) {
        offers.insert(Offer(screen: screenNumbers[node.screen], label: label(step.label, ofNew: isNew)))
      }
    }
    return offers
  }
}

extension BehaviourDifference.Story {
  init(_ comparison: BehaviourComparison, _ outcome: BehaviourComparison.Outcome) {
    let (old, new, renaming) = (comparison.old, comparison.new, comparison.renaming)
    /// The screen of a program in a pair, in the names of the newer program.
    func screen(_ pair: Int, ofNew isNew: Bool) -> Behaviour.Screen {
      let nodes = isNew ? outcome.pairs[pair].new : outcome.pairs[pair].old
      guard let node = nodes.first else { return [] }
      guard !isNew else { return new.screens[new.nodes[Int(node)].screen] }
      return old.screens[old.nodes[Int(node)].screen].map {
        Behaviour.Field(name: renaming($0.name), value: renaming($0.value))
      }
    }
    func ending(_ label: Int, from pair: Int, to target: Int, ofNew isNew: Bool) -> BehaviourDifference.Ending {
      let nodes = isNew ? outcome.pairs[pair].new : outcome.pairs[pair].old
      let step = comparison.step(label, from: nodes, ofNew: isNew)
      let output = step.map {
        isNew ? new.stepOutputs[$0.outputNumber] : old.stepOutputs[$0.outputNumber].mapped { renaming($0) }
      }
      return BehaviourDifference.Ending(
        changes: Self.changes(from: screen(pair, ofNew: isNew), to: screen(target, ofNew: isNew)),
        performs: output?.commands ?? [], failure: output?.failure, isPossible: step != nil)
    }
    let path = comparison.path(to: outcome.pairs.count - 1, in: outcome)
    guard path.count > 1 else {
      func start(ofNew isNew: Bool) -> BehaviourDifference.Ending {
        let number = outcome.origins[path[0]].previous
        let start = isNew ? comparison.start(like: number) : old.starts[number]
        return BehaviourDifference.Ending(
          changes: screen(path[0], ofNew: isNew).map {
            Counterexample.Change(path: $0.name, before: "", after: $0.value)
          }, performs: start?.performs.map { isNew ? $0 : renaming($0) } ?? [])
      }
      self.init(old: start(ofNew: false), new: start(ofNew: true))
      return
    }
    var steps: [BehaviourDifference.Step] = []
    for (pair, target) in zip(path, path.dropFirst()).dropLast() {
      guard let label = outcome.origins[target].label else { continue }
      let (oldEnd, newEnd) = (
        ending(label, from: pair, to: target, ofNew: false), ending(label, from: pair, to: target, ofNew: true)
      )
      steps.append(
        BehaviourDifference.Step(
          message: comparison.labels[label], changes: newEnd.isPossible ? newEnd.changes : oldEnd.changes,
          performs: newEnd.isPossible ? newEnd.performs : oldEnd.performs,
          failure: newEnd.isPossible ? newEnd.failure : oldEnd.failure,
          onlyEdition: !newEnd.isPossible ? .old : !oldEnd.isPossible ? .new : nil))
    }
    let (pair, target) = (path[path.count - 2], path[path.count - 1])
    let label = outcome.origins[target].label ?? 0
    self.init(
      start: screen(path[0], ofNew: true), steps: steps, lastMessage: comparison.labels[label],
      old: ending(label, from: pair, to: target, ofNew: false), new: ending(label, from: pair, to: target, ofNew: true))
  }

  /// An empty text stands for the value of a field that a screen lacks.
  private static func changes(from before: Behaviour.Screen, to after: Behaviour.Screen) -> [Counterexample.Change] {
    var changes: [Counterexample.Change] = []
    for field in after {
      let earlierField = before.first { $0.name == field.name }
      if earlierField?.value != field.value {
        changes.append(Counterexample.Change(path: field.name, before: earlierField?.value ?? "", after: field.value))
      }
    }
    for field in before where !after.contains(where: { $0.name == field.name }) {
      changes.append(Counterexample.Change(path: field.name, before: field.value, after: ""))
    }
    return changes
  }
}

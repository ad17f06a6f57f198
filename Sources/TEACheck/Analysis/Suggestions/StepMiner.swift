/// Finds statements that hold of all steps, or of nearly all.
package struct StepMiner {
  let worlds: ObservedWorlds
  let steps: ObservedSteps
  /// The conditions on flags, optionals, option sets, texts and cases of the model, on which a change may depend. Each has its
  /// index among all conditions.
  private let conditions: [(index: Int, condition: Condition)]
  /// The distinct sets of conditions that rows satisfy, a bit for each condition.
  private var patterns: [UInt64] = []
  /// The index of each row's set in ``patterns``.
  private var patternOfRow: [UInt32] = []
  /// For each condition, the number of kinds of steps before which it holds.
  private var heldBeforeCounts: [Int]
  private let occurringMessages: Set<Int8>
  private let kindCount: Int
  package private(set) var statements: [Statement] = []

  /// - Parameters:
  ///   - distinct: The indices of the conditions to use, see ``StateMiner/distinctConditions``.
  ///   - failures: The steps whose `update` threw; `nil` where `update` cannot throw.
  package init(
    _ worlds: ObservedWorlds, _ steps: ObservedSteps, _ observed: ObservedConditions, distinct: [Int], failures: [Int]?
  ) {
    (self.worlds, self.steps) = (worlds, steps)
    conditions = distinct.map { ($0, observed.conditions[$0]) }.filter { _, condition in
      if worlds.observations[condition.observation].access.isOfView { return false }
      return switch worlds.observations[condition.observation].kind {
      case .flag, .presence, .options, .text, .choice: true
      case .number, .claim, .outstanding, .comparison: false
      }
    }
    heldBeforeCounts = [Int](repeating: 0, count: conditions.count)
    for (position, condition) in conditions.enumerated() {
      for kind in steps.kinds where observed.holds(condition.index, in: Int(kind.before)) {
        heldBeforeCounts[position] += 1
      }
      for row in 0..<worlds.rowCount where observed.holds(condition.index, in: row) {
        heldBeforeCounts[position] += steps.selfLoopMessages[row].nonzeroBitCount
      }
    }
    var indices: [UInt64: UInt32] = [:]
    for bits in observed.bits {
      let index = indices[bits] ?? UInt32(patterns.count)
      if indices.updateValue(index, forKey: bits) == nil { patterns.append(bits) }
      patternOfRow.append(index)
    }
    occurringMessages = steps.occurringMessages
    kindCount = steps.kindCount
    if let failures { addFailures(failures) }
    let distinctObservations = Set(distinct.map { observed.conditions[$0].observation })
    for observation in worlds.observations.indices where !worlds.observations[observation].access.isOfView {
      switch worlds.observations[observation].kind {
      case .number: addOrder(of: observation)
      // An observation without a distinct condition changes together with another observation.
      case .flag, .presence, .options: if distinctObservations.contains(observation) { addChanges(of: observation) }
      case .choice, .text: addChanges(of: observation)
      case .claim, .outstanding, .comparison: break
      }
    }
  }

  private mutating func addFailures(_ failures: [Int]) {
    let expected = Statement.expectedExceptionShare * Double(steps.total)
    guard
      let score = Statement.score(weight: 10, expectedExceptionCount: expected, exceptionCount: Double(failures.count))
    else {
      return
    }
    statements.append(
      Statement(
        isOfSteps: true, words: "update never fails", code: "Laws(.updateNeverFails)", total: steps.total,
        support: steps.total, exceptions: Tally(count: failures.count, first: failures.min()), observations: [],
        score: score))
  }

  private func movingKinds(of observation: Int) -> (risingKinds: [Int], fallingKinds: [Int]) {
    var (risingKinds, fallingKinds): ([Int], [Int]) = ([], [])
    steps.kinds.withUnsafeBufferPointer { kinds in
      var index = 0
      while index < kinds.count {
        let before = worlds.value(observation, of: Int(kinds[index].before))
        let after = worlds.value(observation, of: Int(kinds[index].after))
        if before != after, before != ObservedWorlds.absent, after != ObservedWorlds.absent {
          if before < after { risingKinds.append(index) } else { fallingKinds.append(index) }
        }
        index += 1
      }
    }
    return (risingKinds, fallingKinds)
  }

  // MARK: - Numbers

  private mutating func addOrder(of observation: Int) {
    let number = worlds.access(toNumber: observation)
    guard number.optional == nil else { return }
    let (risingKinds, fallingKinds) = movingKinds(of: observation)
    let (risingTally, fallingTally) = (StepTally(steps, risingKinds), StepTally(steps, fallingKinds))
    let all = [risingTally.steps, fallingTally.steps].sum
    for (tally, oppositeTally, words, sign) in [
      (fallingTally, risingTally, "falls", "<="), (risingTally, fallingTally, "rises", ">="),
    ] {
      if isWorthStating(tally, beside: oppositeTally, of: observation, rises: words == "rises") {
        statements.append(
          Statement(
            .step, "\(number.words) never \(words)",
            Formula(expression: "step.before\(tail(number)) \(sign) step.after\(tail(number))"), weight: 3,
            expected: Double(all.kindCount) / 2, exceptions: tally.steps, total: steps.total, support: all.count,
            observations: [observation],
            facts: [.changes(observation, words == "rises" ? .rising : .falling, by: .none)]))
      }
      addMessages(moving: observation, tally, words, sign)
    }
    addChanges(of: observation, number, by: risingKinds + fallingKinds, grows: false)
    addChanges(of: observation, number, by: risingKinds, grows: true)
    addMessages(changing: observation, number, by: risingKinds + fallingKinds)
  }

  /// Returns whether it is worth stating that a number never moves in a direction.
  ///
  /// It is worth stating where no step moves the number so, or where such steps look like a mistake: each of their messages
  /// also moves the number back, and in some world the number lies on the other side of its value at the start.
  ///
  /// - Parameters:
  ///   - wrong: The steps in the direction, which is up where `rises` is `true`.
  ///   - right: The steps in the opposite direction.
  private func isWorthStating(_ wrong: StepTally, beside right: StepTally, of observation: Int, rises: Bool) -> Bool {
    guard wrong.steps.count > 0 else { return true }
    guard wrong.messageBits & ~right.messageBits == 0, let firstRow = worlds.rowOfWorld.first else { return false }
    let startValue = worlds.value(observation, of: Int(firstRow))
    return (0..<worlds.rowCount).contains {
      let value = worlds.value(observation, of: $0)
      return value != ObservedWorlds.absent && (rises ? value < startValue : value > startValue)
    }
  }

  private mutating func addMessages(moving observation: Int, _ tally: StepTally, _ words: String, _ sign: String) {
    let number = worlds.access(toNumber: observation)
    guard steps.messages.outerCount > 2, let message = tally.onlyMessage, message >= 0 else { return }
    let choice = choice(ofMessage: Int(message), in: tally)
    statements.append(
      Statement(
        .step, "\(number.words) \(words) by .\(choice.path) only",
        Formula(
          precedingLines: ["if case .\(choice.pattern) = step.message { return true }"],
          expression: "step.before\(tail(number)) \(sign) step.after\(tail(number))"), weight: 2,
        expected: Double(tally.steps.kindCount) * Double(steps.messages.outerCount - 1)
          / Double(steps.messages.outerCount),
        total: steps.total, support: tally.steps.count, observations: [observation],
        facts: [.changes(observation, words == "rises" ? .rising : .falling, by: .messages(tally.innerMessageBits))]))
  }

  /// The path of a value without the model at its beginning, to be appended to another model such as `step.before`.
  private func tail(_ access: Access) -> String { String(access.expression.dropFirst(Access.model.count)) }

  // MARK: - Changes

  private mutating func addChanges(of observation: Int) {
    let access = worlds.observations[observation].access
    guard access.optional == nil else { return }
    let (risingKinds, fallingKinds) = movingKinds(of: observation)
    addChanges(of: observation, access, by: risingKinds + fallingKinds, grows: false)
    addMessages(changing: observation, access, by: risingKinds + fallingKinds)
  }

  private mutating func addChanges(of observation: Int, _ access: Access, by kinds: [Int], grows: Bool) {
    guard let test = expression(thatKeeps: observation, access, grows: grows) else { return }
    let changes = StepTally(steps, kinds).steps
    let tallies = talliesByPattern(kinds)
    lazy var changesByMessage = Dictionary(grouping: kinds) { steps.kinds[$0].message }
      .mapValues { talliesByPattern($0) }
    for (position, (index, condition)) in conditions.enumerated() where condition.observation != observation {
      for holds in [true, false] {
        var broken = Tally()
        for (pattern, tally) in tallies where (pattern >> index & 1 != 0) != holds { broken += tally }
        let kindCountWithout = holds ? kindCount - heldBeforeCounts[position] : heldBeforeCounts[position]
        let words = holds ? condition.words : condition.negation
        let statement = Statement(
          .step, "\(wordsForChange(of: observation, access)) \(grows ? "grows" : "changes") only while \(words)",
          .or(Formula(expression: test, isSimple: false), holds ? condition.holds : condition.fails),
          weight: (grows ? 6 : 4.5) * condition.weight,
          expected: Double(changes.kindCount) * Double(kindCountWithout) / Double(max(1, kindCount)),
          exceptions: broken, total: steps.total, support: changes.count,
          observations: [observation, condition.observation],
          facts: facts(observation, by: .literal(2 * index + (holds ? 0 : 1)), grows: grows))
        guard let statement, !statement.isNearMiss || !isMeantToBreak(index, holds, changesByMessage) else { continue }
        statements.append(statement)
      }
    }
  }

  /// Returns whether a message makes its changes nearly all where a condition does not hold or, with `false`, where it holds.
  /// The program then means these changes, and they are no slip. One or two kinds of steps tell nothing of a message.
  private func isMeantToBreak(
    _ condition: Int, _ holds: Bool, _ talliesByMessage: [Int8: [(pattern: UInt64, tally: Tally)]]
  ) -> Bool {
    talliesByMessage.values.contains { tallies in
      let (all, exceptions) = tallies.reduce(into: (0, 0)) { sums, entry in
        sums.0 += entry.tally.kindCount
        if (entry.pattern >> condition & 1 != 0) != holds { sums.1 += entry.tally.kindCount }
      }
      return all > 2 && 10 * exceptions >= 9 * all
    }
  }

  private func facts(_ observation: Int, by cause: Fact.Cause, grows: Bool = false) -> [Fact] {
    let rises = Fact.changes(observation, .rising, by: cause)
    return grows ? [rises] : [rises, .changes(observation, .falling, by: cause)]
  }

  private func talliesByPattern(_ kinds: [Int]) -> [(pattern: UInt64, tally: Tally)] {
    var tallies = [Tally](repeating: Tally(), count: patterns.count)
    for kind in kinds {
      tallies[Int(patternOfRow[Int(steps.kinds[kind].before)])].add(
        Int(steps.counts[kind]), first: Int(steps.firstSteps[kind]))
    }
    return zip(patterns, tallies).filter { $0.1.kindCount > 0 }.map { ($0.0, $0.1) }
  }

  private func wordsForChange(of observation: Int, _ access: Access) -> String {
    switch worlds.observations[observation].kind {
    case .presence: "whether \(access.words) is set"
    case .options: "whether \(access.words) is empty"
    case .flag, .number, .text, .choice, .claim, .outstanding, .comparison: access.words
    }
  }

  /// A Swift expression that is true of the steps that keep a value unchanged or, with `grows`, do not raise a number; `nil`
  /// for a value that Swift code cannot compare.
  private func expression(thatKeeps observation: Int, _ access: Access, grows: Bool) -> String? {
    let (before, after) = ("step.before\(tail(access))", "step.after\(tail(access))")
    switch worlds.observations[observation].kind {
    case .presence: return "(\(before) == nil) == (\(after) == nil)"
    case .options: return "\(before).isEmpty == \(after).isEmpty"
    case .choice(let choices):
      return choices.allSatisfy(\.isComparable) ? "\(before) == \(after)" : nil
    case .flag, .number, .text: return grows ? "\(after) <= \(before)" : "\(before) == \(after)"
    case .claim, .outstanding, .comparison: return nil
    }
  }

  // MARK: - Messages

  private mutating func addMessages(changing observation: Int, _ access: Access, by kinds: [Int]) {
    let changes = StepTally(steps, kinds)
    guard steps.messages.outerCount > 2, occurringMessages.count > 2, let cause = cause(of: changes),
      let test = expression(thatKeeps: observation, access, grows: false)
    else { return }
    statements.append(
      Statement(
        .step, "only \(cause.words) \(wordsForChange(of: observation, access))",
        Formula(precedingLines: cause.precedingLines, expression: test), weight: cause.weight,
        expected: Double(changes.steps.kindCount) * cause.shareOfOthers, total: steps.total,
        support: changes.steps.count,
        observations: [observation], facts: facts(observation, by: cause.cause)))
  }

  /// The innermost case that all messages of a tally share which are of an outermost case.
  private func choice(ofMessage number: Int, in tally: StepTally) -> EnumChoice {
    let messages = steps.messages
    let inner = messages.choices.indices.filter {
      tally.innerMessageBits >> UInt32($0) & 1 != 0 && messages.lineages[$0][0] == number
    }
    return messages.choices[messages.common(to: inner) ?? number]
  }

  /// The cause that all steps of a tally share: their message, the command that they answer, or one of few messages; `nil` for
  /// none. `shareOfOthers` is the share of other messages among all that occur.
  private func cause(
    of changes: StepTally
  ) -> (cause: Fact.Cause, words: String, precedingLines: [String], weight: Double, shareOfOthers: Double)? {
    let messageCases = changes.messageCases
    // A step without a message, such as the passing of time, has no such cause.
    guard !messageCases.isEmpty, !messageCases.contains(-1) else { return nil }
    let shareOfOthers = Double(occurringMessages.count - messageCases.count) / Double(occurringMessages.count)
    let choices = messageCases.map { choice(ofMessage: $0, in: changes) }
    let names = choices.map { ".\($0.path)" }
    let precedingLines = choices.map { "if case .\($0.pattern) = step.message { return true }" }
    let cause = Fact.Cause.messages(changes.innerMessageBits)
    if names.count == 1 { return (cause, "\(names[0]) changes", precedingLines, 2, shareOfOthers) }
    if let command = changes.commandCases.flatMap({ steps.commands.common(to: $0) }) {
      let choice = steps.commands.choices[command]
      let line = "if case .\(choice.pattern)? = step.answering { return true }"
      return (.command(command), "a reply to \(choice.path) changes", [line], 2.5, shareOfOthers)
    }
    guard names.count < 4, occurringMessages.count > 2 * names.count else { return nil }
    let list = names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
    return (cause, "\(list) change", precedingLines, names.count == 2 ? 1.6 : 1.2, shareOfOthers)
  }
}

/// The counts of some kinds of steps, and the messages and commands of these steps.
private struct StepTally {
  var steps = Tally()
  /// The outermost cases of the steps' messages: bit 0 for no message, and bit n + 1 for case n.
  private(set) var messageBits: UInt32 = 0
  /// The innermost cases of the steps' messages: bit n for case n.
  private(set) var innerMessageBits: UInt32 = 0
  /// The cases of the commands that the steps answer: bit 0 for no command, and bit n + 1 for case n.
  private var commandBits: UInt32 = 0

  /// The case of all messages: -1 where `update` received none; `nil` where the cases differ, or no step was added.
  var onlyMessage: Int32? {
    messageBits.nonzeroBitCount == 1 ? Int32(messageBits.trailingZeroBitCount) - 1 : nil
  }

  /// -1 stands for a step without a message.
  var messageCases: [Int] { Self.cases(of: messageBits) }

  private static func cases(of bits: UInt32) -> [Int] { (-1..<31).filter { bits >> UInt32($0 + 1) & 1 != 0 } }

  /// The cases of the answered commands; `nil` where a step answers none.
  var commandCases: [Int]? { commandBits & 1 == 0 ? Self.cases(of: commandBits) : nil }

  init(_ observed: ObservedSteps, _ kinds: [Int]) {
    for kind in kinds {
      steps.add(Int(observed.counts[kind]), first: Int(observed.firstSteps[kind]))
      messageBits |= 1 << UInt32(observed.kinds[kind].message + 1)
      innerMessageBits |= observed.innerMessages[kind]
      commandBits |= 1 << UInt32(observed.kinds[kind].command + 1)
    }
  }
}

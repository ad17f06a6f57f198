/// Finds what holds of all steps, or of nearly all.
struct StepMiner {
  let worlds: ObservedWorlds
  let steps: ObservedSteps
  /// The conditions that steps are asked for: those that people see in so many words.
  private let conditions: [(place: Int, condition: Condition)]
  /// The conditions that each row satisfies, a bit for each.
  private let bits: [UInt64]
  /// For each condition, the number of kinds of steps before which it holds.
  private var met: [Int]
  /// The cases of message that there are steps of.
  private let messages: Set<Int32>
  private(set) var statements: [Statement] = []

  /// - Parameters:
  ///   - distinct: The conditions that say something of their own.
  ///   - failures: The steps whose `update` threw, where it may.
  init(
    _ worlds: ObservedWorlds, _ steps: ObservedSteps, _ all: ObservedConditions, distinct: [Int], failures: [Int]?
  ) {
    (self.worlds, self.steps, bits) = (worlds, steps, all.bits)
    conditions = distinct.map { ($0, all.all[$0]) }.filter { _, condition in
      switch worlds.observations[condition.observation].kind {
      case .flag, .presence, .options, .choice: true
      case .number, .claim, .outstanding, .comparison: false
      }
    }
    met = [Int](repeating: 0, count: conditions.count)
    for (number, condition) in conditions.enumerated() {
      for kind in steps.kinds where all.holds(condition.place, in: Int(kind.before)) { met[number] += 1 }
    }
    messages = Set(steps.kinds.lazy.map(\.message))
    if let failures { addFailures(failures) }
    let ofDistinct = Set(distinct.map { all.all[$0].observation })
    for observation in worlds.observations.indices {
      switch worlds.observations[observation].kind {
      case .number: addOrder(of: observation)
      // What says the same as another observation changes with it.
      case .flag, .presence, .options: if ofDistinct.contains(observation) { addChanges(of: observation) }
      case .choice: addChanges(of: observation)
      case .claim, .outstanding, .comparison: break
      }
    }
  }

  private mutating func addFailures(_ failures: [Int]) {
    let expected = Statement.byChance * Double(steps.total)
    guard let score = Statement.score(weight: 10, expected: expected, exceptions: Double(failures.count)) else {
      return
    }
    statements.append(
      Statement(
        subject: .steps, words: "update never fails", code: "Laws(.updateNeverFails)", total: steps.total,
        support: steps.total, exceptions: failures.count, exception: failures.min().map { .step($0) }, observations: [],
        score: score))
  }

  /// The kinds of steps by which a value rises, and those by which it falls.
  private func moves(_ observation: Int) -> (rising: [Int], falling: [Int]) {
    var (rising, falling): ([Int], [Int]) = ([], [])
    steps.kinds.withUnsafeBufferPointer { kinds in
      var place = 0
      while place < kinds.count {
        let before = worlds.value(observation, of: Int(kinds[place].before))
        let after = worlds.value(observation, of: Int(kinds[place].after))
        if before != after, before != ObservedWorlds.absent, after != ObservedWorlds.absent {
          if before < after { rising.append(place) } else { falling.append(place) }
        }
        place += 1
      }
    }
    return (rising, falling)
  }

  // MARK: - Numbers

  /// A number never falls, or never rises; it grows or changes only where a condition holds.
  private mutating func addOrder(of observation: Int) {
    let number = worlds.number(observation)
    guard number.optional == nil else { return }
    let (rising, falling) = moves(observation)
    let (rises, falls) = (Tally(steps, rising), Tally(steps, falling))
    let expected = Double(rises.kinds + falls.kinds) / 2
    for (tally, words, sign) in [(falls, "falls", "<="), (rises, "rises", ">=")] {
      if let score = Statement.score(weight: 3, expected: expected, exceptions: Double(tally.kinds)) {
        let formula = Formula(expression: "step.before\(tail(number)) \(sign) step.after\(tail(number))")
        append(
          "\(number.words) never \(words)", formula, support: rises.count + falls.count, tally, [observation], score)
      }
      addMessages(moving: observation, tally, words, sign)
    }
    addChanges(of: observation, number, by: rising, grows: true)
    addChanges(of: observation, number, by: rising + falling, grows: false)
    addMessages(changing: observation, number, by: rising + falling)
  }

  /// One kind of message alone lowers a number, or raises it.
  private mutating func addMessages(moving observation: Int, _ tally: Tally, _ words: String, _ sign: String) {
    let number = worlds.number(observation)
    guard steps.messages.count > 2, let message = tally.onlyMessage, message >= 0,
      let score = Statement.score(
        weight: 2, expected: Double(tally.kinds) * Double(steps.messages.count - 1) / Double(steps.messages.count),
        exceptions: 0)
    else { return }
    let name = steps.messages[Int(message)].name
    append(
      "\(number.words) \(words) by .\(name) only",
      Formula(
        lets: ["if case .\(name) = step.message { return true }"],
        expression: "step.before\(tail(number)) \(sign) step.after\(tail(number))"), support: tally.count, Tally(),
      [observation], score)
  }

  /// The path of a value without its model, to stand behind another name of the model, such as `step.before`.
  private func tail(_ access: Access) -> String { String(access.swift.dropFirst(Access.model.count)) }

  // MARK: - Changes

  private mutating func addChanges(of observation: Int) {
    let access = worlds.observations[observation].access
    guard access.optional == nil else { return }
    let (rising, falling) = moves(observation)
    addChanges(of: observation, access, by: rising + falling, grows: false)
    addMessages(changing: observation, access, by: rising + falling)
  }

  /// A value changes, or grows, only where a condition holds before.
  private mutating func addChanges(of observation: Int, _ access: Access, by kinds: [Int], grows: Bool) {
    guard let test = swift(thatKeeps: observation, access, grows: grows) else { return }
    let changes = Tally(steps, kinds)
    for (number, (place, condition)) in conditions.enumerated() where condition.observation != observation {
      for holds in [true, false] {
        let broken = Tally(
          steps, kinds.filter { (bits[Int(steps.kinds[$0].before)] >> place & 1 != 0) != holds })
        let without = holds ? steps.kinds.count - met[number] : met[number]
        let expected = Double(changes.kinds) * Double(without) / Double(max(1, steps.kinds.count))
        let weight = (grows ? 6 : 4.5) * condition.weight
        guard let score = Statement.score(weight: weight, expected: expected, exceptions: Double(broken.kinds)) else {
          continue
        }
        let formula = holds ? condition.holds : condition.fails
        let words = holds ? condition.words : condition.negation
        append(
          "\(change(of: observation, access)) \(grows ? "grows" : "changes") only while \(words)",
          .or(Formula(expression: test, isSimple: false), formula), support: changes.count, broken,
          [observation, condition.observation], score)
      }
    }
  }

  /// The part of a value of which it is said that it changes.
  private func change(of observation: Int, _ access: Access) -> String {
    switch worlds.observations[observation].kind {
    case .presence: "whether \(access.words) is set"
    case .options: "whether \(access.words) is empty"
    case .flag, .number, .choice, .claim, .outstanding, .comparison: access.words
    }
  }

  /// A Swift condition for steps that keep a value unchanged; with `grows`, for steps that do not raise it.
  private func swift(thatKeeps observation: Int, _ access: Access, grows: Bool) -> String? {
    let (before, after) = ("step.before\(tail(access))", "step.after\(tail(access))")
    switch worlds.observations[observation].kind {
    case .presence: return "(\(before) == nil) == (\(after) == nil)"
    case .options: return "\(before).isEmpty == \(after).isEmpty"
    case .choice(let choices):
      return choices.allSatisfy(\.isComparable) ? "\(before) == \(after)" : nil
    case .flag, .number: return grows ? "\(after) <= \(before)" : "\(before) == \(after)"
    case .claim, .outstanding, .comparison: return nil
    }
  }

  // MARK: - Messages

  /// One kind of message alone changes a value.
  private mutating func addMessages(changing observation: Int, _ access: Access, by kinds: [Int]) {
    let changes = Tally(steps, kinds)
    guard steps.messages.count > 2, messages.count > 2, let message = changes.onlyMessage, message >= 0,
      let test = swift(thatKeeps: observation, access, grows: false),
      let score = Statement.score(
        weight: 2, expected: Double(changes.kinds) * Double(messages.count - 1) / Double(messages.count), exceptions: 0)
    else { return }
    let name = steps.messages[Int(message)].name
    append(
      "only .\(name) changes \(change(of: observation, access))",
      Formula(lets: ["if case .\(name) = step.message { return true }"], expression: test), support: changes.count,
      Tally(), [observation], score)
  }

  private mutating func append(
    _ words: String, _ formula: Formula, support: Int, _ broken: Tally, _ observations: Set<Int>, _ score: Double
  ) {
    let code = formula.code("Step(\(Statement.swiftLiteral(words)))", parameter: "step", model: "step.before")
    statements.append(
      Statement(
        subject: .steps, words: words, code: code, total: steps.total, support: support, exceptions: broken.count,
        exception: broken.first.map { .step($0) }, observations: observations, score: score))
  }
}

/// A count of steps.
private struct Tally {
  var kinds = 0
  var count = 0
  var first: Int?
  /// The cases of their messages: a bit for each, after one for none.
  private var messages: UInt32 = 0

  /// The case that all of them have, if there is one: -1 where `update` received no message.
  var onlyMessage: Int32? {
    messages.nonzeroBitCount == 1 ? Int32(messages.trailingZeroBitCount) - 1 : nil
  }

  init() {}

  init(_ steps: ObservedSteps, _ places: [Int]) {
    kinds = places.count
    for place in places {
      count += steps.counts[place]
      messages |= 1 << UInt32(steps.kinds[place].message + 1)
      first = min(first ?? .max, steps.first[place])
    }
  }
}

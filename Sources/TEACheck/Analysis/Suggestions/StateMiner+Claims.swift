extension StateMiner {
  mutating func addClaims(of observation: Int) {
    // Bounds of numbers in the view would only repeat bounds of the model.
    if worlds.observations[observation].access.isOfView { return }
    switch worlds.observations[observation].kind {
    case .claim(let claim): add(claim, of: observation)
    case .outstanding(let choice): addUniqueness(of: choice, observation)
    case .number(let isCount, let isUnsigned):
      addBounds(of: observation, scoreOfSign: isCount || isUnsigned ? nil : addSign(of: observation))
    case .flag, .presence, .options, .text, .choice, .comparison: break
    }
  }

  /// Counts the rows and the worlds (`support`) in which the value is present and `holds` does not return `nil`.
  ///
  /// The rows in which `holds` returns `false` are the failing ones, and their worlds are the exceptions.
  private func count(_ observation: Int, where holds: (Int32) -> Bool?) -> (
    rowCount: Int, support: Int, failingRowCount: Int, exceptionCount: Int, firstException: Int?
  ) {
    var (rowCount, support, failingRowCount, exceptionCount, firstException) = (0, 0, 0, 0, Int?.none)
    for row in 0..<worlds.rowCount {
      let value = worlds.value(observation, of: row)
      guard value != ObservedWorlds.absent, let isTrue = holds(value) else { continue }
      rowCount += 1
      support += worlds.worldCounts[row]
      if isTrue { continue }
      failingRowCount += 1
      exceptionCount += worlds.worldCounts[row]
      firstException = min(firstException ?? .max, worlds.firstWorlds[row])
    }
    return (rowCount, support, failingRowCount, exceptionCount, firstException)
  }

  private mutating func add(_ claim: Claim, of observation: Int) {
    // A claim about values that never change says nothing: a list that never changes may be free of duplicates by chance.
    let variantCount = worlds.variantCount(of: observation)
    let counts = count(observation) { $0 == 1 }
    let isOfOptional = claim.pair.contains { $0.optional != nil }
    // `variantCount` counts only models in which the optionals have values.
    guard variantCount > 1 || isOfOptional && counts.rowCount < worlds.rowCount else { return }
    guard
      let score = Statement.score(
        weight: variantCount == 2 && !isOfOptional ? claim.weight / 2 : claim.weight,
        expectedExceptionCount: (claim.isUsuallyTrue ? Statement.lowExceptionRate : Statement.exceptionRate)
          * Double(counts.rowCount),
        exceptionCount: Double(counts.failingRowCount))
    else { return }
    append(
      claim.words, claim.formula, of: observation, support: counts.support, exceptions: counts.exceptionCount,
      counts.firstException, score: score)
  }

  private mutating func addUniqueness(of choice: EnumChoice, _ observation: Int) {
    let counts = count(observation) { $0 == 0 ? nil : $0 == 1 }
    guard
      let score = Statement.score(
        weight: 6, expectedExceptionCount: Statement.exceptionRate * Double(counts.rowCount),
        exceptionCount: Double(counts.failingRowCount))
    else { return }
    let expression = "\(Access.world).outstanding.count { if case .\(choice.name) = $0 { true } else { false } } <= 1"
    append(
      "at most one \(choice.name) is outstanding", Formula(expression: expression, isSimple: false), of: observation,
      support: counts.support, exceptions: counts.exceptionCount, counts.firstException, score: score)
  }

  /// Adds the statement that a number is never below 0.
  ///
  /// - Returns: The score of the statement; `nil` where it is not added.
  private mutating func addSign(of observation: Int) -> Double? {
    let counts = count(observation) { $0 >= 0 }
    let values = Set((0..<worlds.rowCount).map { worlds.value(observation, of: $0) })
    guard values.subtracting([ObservedWorlds.absent]).count > 2,
      let score = Statement.score(
        weight: counts.failingRowCount == 0 ? 3 : 7,
        expectedExceptionCount: Statement.lowExceptionRate * Double(counts.rowCount),
        exceptionCount: Double(counts.failingRowCount))
    else { return nil }
    let number = worlds.access(toNumber: observation)
    let swift = number.conditionIfPresent { "\($0) >= 0" }
    append(
      "\(number.words) is never below 0", Formula(expression: swift, isSimple: false), of: observation,
      support: counts.support, exceptions: counts.exceptionCount, counts.firstException, score: score,
      facts: [.atLeast(observation, 0)])
    return score
  }

  /// Adds the statements that a number is never below its least value, and never above its greatest.
  ///
  /// A search that was cut short gives every growing number a greatest value. A bound then counts only if it was met in the
  /// first half of the worlds.
  ///
  /// - Parameter scoreOfSign: The score of the statement that the number is never below 0, which follows from a bound above 0;
  ///   `nil` where that statement was not added.
  private mutating func addBounds(of observation: Int, scoreOfSign: Double?) {
    let number = worlds.access(toNumber: observation)
    let rows = (0..<worlds.rowCount).filter { worlds.value(observation, of: $0) != ObservedWorlds.absent }
    let values = rows.map { worlds.value(observation, of: $0) }
    let support = rows.reduce(0) { $0 + worlds.worldCounts[$1] }
    // The weight is low, because bounds often follow from the listed messages alone, and say nothing about the program.
    guard let least = values.min(), let greatest = values.max(), Set(values).count > 2,
      let score = Statement.score(weight: 1, expectedExceptionCount: Double(values.count) / 2, exceptionCount: 0)
    else { return }
    func isMetEarly(_ bound: Int32) -> Bool {
      worlds.isComplete
        || zip(rows, values).contains { $0.1 == bound && worlds.firstWorlds[$0.0] < worlds.worldCount / 2 }
    }
    func add(_ bound: Int32, _ sign: String, _ words: String, _ score: Double, _ fact: Fact) {
      let swift = number.conditionIfPresent { "\($0) \(sign) \(bound)" }
      append(
        "\(number.words) is never \(words) \(bound)", Formula(expression: swift, isSimple: false),
        of: observation, support: support, exceptions: 0, nil, score: score, facts: [fact])
    }
    if least != 0, isMetEarly(least) {
      add(least, ">=", "below", least > 0 ? max(score, scoreOfSign ?? 0) : score, .atLeast(observation, least))
    }
    if isMetEarly(greatest) { add(greatest, "<=", "above", score, .atMost(observation, greatest)) }
  }

  private mutating func append(
    _ words: String, _ formula: Formula, of observation: Int, support: Int, exceptions: Int, _ firstException: Int?,
    score: Double, facts: [Fact] = []
  ) {
    var statement = Statement.worldStatement(
      words, formula, total: worlds.worldCount, support: support, observations: [observation], score: score)
    statement.exceptionCount = exceptions
    statement.firstException = firstException.map { .world($0) }
    statement.facts = facts
    statements.append(statement)
  }
}

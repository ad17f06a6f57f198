extension StateMiner {
  mutating func addClaims(of observation: Int) {
    // Bounds of numbers in the view would only repeat bounds of the model.
    if worlds.observations[observation].access.isOfView { return }
    switch worlds.observations[observation].kind {
    case .claim(let claim): add(claim, of: observation)
    case .outstanding(let choice): addUniqueness(of: choice, observation)
    case .number where worlds.observations[observation].isIdentifier: break
    case .number(let isCount, let isUnsigned):
      addBounds(of: observation, scoreOfSign: isCount || isUnsigned ? nil : addSign(of: observation))
    case .flag, .presence, .options, .text, .choice, .comparison: break
    }
  }

  /// Counts the rows and the worlds in which the value is present and `holds` does not return `nil`, and those among them in
  /// which `holds` returns `false`.
  private func count(_ observation: Int, where holds: (Int32) -> Bool?) -> (all: Tally, failing: Tally) {
    var (all, failing) = (Tally(), Tally())
    for row in 0..<worlds.rowCount {
      let value = worlds.value(observation, of: row)
      guard value != ObservedWorlds.absent, let isTrue = holds(value) else { continue }
      all.add(worlds.worldCounts[row], first: worlds.firstWorlds[row])
      if !isTrue { failing.add(worlds.worldCounts[row], first: worlds.firstWorlds[row]) }
    }
    return (all, failing)
  }

  private mutating func add(_ claim: Claim, of observation: Int) {
    // A claim about values that never change says nothing: a list that never changes may be free of duplicates by chance.
    let variantCount = worlds.variantCount(of: observation)
    let (all, failing) = count(observation) { $0 == 1 }
    let isOfOptional = claim.pair.contains { $0.optional != nil }
    // `variantCount` counts only models in which the optionals have values.
    guard variantCount > 1 || isOfOptional && all.kindCount < worlds.rowCount else { return }
    let exceptionShare = claim.isUsuallyTrue ? Statement.lowExpectedExceptionShare : Statement.expectedExceptionShare
    statements.append(
      Statement(
        .always, claim.words, claim.formula,
        weight: variantCount == 2 && !isOfOptional ? claim.weight / 2 : claim.weight,
        expected: exceptionShare * Double(all.kindCount), exceptions: failing, total: worlds.worldCount,
        support: all.count,
        observations: [observation]))
  }

  private mutating func addUniqueness(of choice: EnumChoice, _ observation: Int) {
    let (all, failing) = count(observation) { $0 == 0 ? nil : $0 == 1 }
    if followsFromUniqueness(ofHolderOf: choice, observation) { return }
    let expression =
      "\(Access.world).outstanding.count { if case .\(choice.pattern) = $0 { true } else { false } } <= 1"
    statements.append(
      Statement(
        .always, "at most one \(choice.path) is outstanding", Formula(expression: expression, isSimple: false),
        weight: 6,
        expected: Statement.expectedExceptionShare * Double(all.kindCount), exceptions: failing,
        total: worlds.worldCount, support: all.count,
        observations: [observation]))
  }

  /// Returns whether at most one command of a case is outstanding wherever this is so of a case around it, except for worlds in
  /// which all commands of the outer case are of the inner one.
  private func followsFromUniqueness(ofHolderOf choice: EnumChoice, _ observation: Int) -> Bool {
    worlds.observations.indices.contains { outer in
      guard case .outstanding(let holder) = worlds.observations[outer].kind, holder.holds(choice) else { return false }
      return (0..<worlds.rowCount).allSatisfy {
        let count = worlds.value(outer, of: $0)
        return count <= 1 || count == worlds.value(observation, of: $0)
      }
    }
  }

  /// Adds the statement that a number is never below 0.
  ///
  /// - Returns: The score of the statement; `nil` where it is not added.
  private mutating func addSign(of observation: Int) -> Double? {
    let (all, failing) = count(observation) { $0 >= 0 }
    let values = Set((0..<worlds.rowCount).map { worlds.value(observation, of: $0) })
    guard values.subtracting([ObservedWorlds.absent]).count > 2 else { return nil }
    let number = worlds.access(toNumber: observation)
    let statement = Statement(
      .always, "\(number.words) is never below 0",
      Formula(expression: number.conditionIfPresent { "\($0) >= 0" }, isSimple: false),
      weight: failing.kindCount == 0 ? 3 : 7, expected: Statement.lowExpectedExceptionShare * Double(all.kindCount),
      exceptions: failing, total: worlds.worldCount, support: all.count, observations: [observation],
      facts: [.atLeast(observation, 0)])
    statements.append(statement)
    return statement?.score
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
    guard let least = values.min(), let greatest = values.max(), Set(values).count > 2 else { return }
    func isMetEarly(_ bound: Int32) -> Bool {
      worlds.isComplete
        || zip(rows, values).contains { $0.1 == bound && worlds.firstWorlds[$0.0] < worlds.worldCount / 2 }
    }
    func add(_ bound: Int32, _ sign: String, _ words: String, leastScore: Double = 0, _ fact: Fact) {
      // The weight is low, because bounds often follow from the listed messages alone, and say nothing about the program.
      let statement = Statement(
        .always, "\(number.words) is never \(words) \(bound)",
        Formula(expression: number.conditionIfPresent { "\($0) \(sign) \(bound)" }, isSimple: false), weight: 1,
        expected: Double(values.count) / 2, total: worlds.worldCount, support: support, observations: [observation],
        facts: [fact])
      guard var statement else { return }
      statement.score = max(statement.score, leastScore)
      statements.append(statement)
    }
    if least != 0, isMetEarly(least) {
      add(least, ">=", "below", leastScore: least > 0 ? scoreOfSign ?? 0 : 0, .atLeast(observation, least))
    }
    if isMetEarly(greatest) { add(greatest, "<=", "above", .atMost(observation, greatest)) }
  }
}

/// Finds statements that hold in all worlds, or in nearly all.
package struct StateMiner {
  let worlds: ObservedWorlds
  let conditions: [Condition]
  /// `nil` for a reduced search, in which a step may go on from another world than the one that it comes to.
  let steps: ObservedSteps?
  package var statements: [Statement] = []
  /// For each pair of literals, one after the other, `true` where the first is known to imply the second; `false` also where
  /// the two were not compared. Literal 2n says that condition n holds, and literal 2n + 1 that it does not.
  private var implications: [Bool]
  /// The pairs of values that a claim without an exception relates.
  private(set) var relatedPairs: Set<[Access]> = []
  /// The distinct sets of conditions that rows satisfy; bit n stands for condition n.
  private(set) var patterns: [(bits: UInt64, tally: Tally)] = []

  package init(_ worlds: ObservedWorlds, _ steps: ObservedSteps?, _ conditions: ObservedConditions) {
    (self.worlds, self.steps, self.conditions) = (worlds, steps, conditions.conditions)
    implications = [Bool](repeating: false, count: 4 * conditions.conditions.count * conditions.conditions.count)
    makePatterns(conditions.bits)
    relateConditions()
    for observation in worlds.observations.indices { addClaims(of: observation) }
    dropCoincidences()
    addComparisons()
    addViewEqualities()
  }

  /// Sets ``relatedPairs``, and drops near misses of claims on two values that another claim relates without an exception.
  private mutating func dropCoincidences() {
    let pairsThatHold = Set(
      worlds.observations.indices.filter { observation in
        statements.contains { !$0.isNearMiss && $0.observations == [observation] }
      }.compactMap { pair(of: $0) })
    let keptStatements = statements.filter { statement in
      guard statement.isNearMiss, statement.observations.count == 1, let observation = statement.observations.first,
        let pair = pair(of: observation)
      else { return true }
      return !pairsThatHold.contains(pair)
    }
    statements = keptStatements
    relatedPairs = pairsThatHold
  }

  private func pair(of observation: Int) -> [Access]? {
    guard case .claim(let claim) = worlds.observations[observation].kind, !claim.pair.isEmpty else { return nil }
    return claim.pair
  }

  /// The two numbers that a comparison relates, or the observation itself.
  func parts(of observation: Int) -> Set<Int> {
    if case .comparison(let one, let other) = worlds.observations[observation].kind { return [one, other] }
    return [observation]
  }

  private mutating func makePatterns(_ bitsOfRows: [UInt64]) {
    var patternIndices: [UInt64: Int] = [:]
    for (row, bits) in bitsOfRows.enumerated() {
      let index = patternIndices[bits] ?? patterns.count
      if index == patterns.count {
        patternIndices[bits] = index
        patterns.append((bits, Tally()))
      }
      patterns[index].tally.add(worlds.worldCounts[row], first: worlds.firstWorlds[row])
    }
  }

  /// The indices of the conditions that are equivalent neither to an earlier condition nor to the negation of one.
  package var distinctConditions: [Int] {
    conditions.indices.filter { index in
      !(0..<index).contains { other in
        [2 * other, 2 * other + 1].contains {
          isImplication(2 * index, $0) && isImplication($0, 2 * index)
        }
      }
    }
  }

  /// Looks only into ``implications``, which is faster than ``implies(_:_:)``.
  private func isImplication(_ premise: Int, _ conclusion: Int) -> Bool {
    implications[premise * 2 * conditions.count + conclusion]
  }

  /// Adds an implication and its contraposition.
  private mutating func addImplication(_ edge: [Int]) {
    for pair in [edge, Self.contraposition(of: edge)] { implications[pair[0] * 2 * conditions.count + pair[1]] = true }
  }

  private static func contraposition(of edge: [Int]) -> [Int] { [edge[1] ^ 1, edge[0] ^ 1] }

  /// Returns whether the second literal holds in all worlds in which the first does.
  package func implies(_ premise: Int, _ conclusion: Int) -> Bool {
    func holds(_ literal: Int, _ bits: UInt64) -> Bool { (bits >> (literal / 2) & 1 != 0) == (literal % 2 == 0) }
    return patterns.allSatisfy { !holds(premise, $0.bits) || holds(conclusion, $0.bits) }
  }

  /// Returns whether some command is outstanding wherever a condition holds or, with `false`, wherever it does not hold.
  package func impliesCommand(_ condition: Int, _ holds: Bool) -> Bool {
    conditions.indices.contains {
      conditions[$0].isOfCommands && isImplication(2 * condition + (holds ? 0 : 1), 2 * $0)
    }
  }

  // MARK: - Conditions

  /// Counts in four cells. The index of a cell is 2 if the first of two conditions holds, plus 1 if the second does.
  private struct Table {
    var cells = [Tally](repeating: Tally(), count: 4)

    func isEmpty(_ cell: Int) -> Bool { cells[cell].kindCount == 0 }

    /// The number of rows to expect in a cell if the conditions were independent.
    func expected(_ cell: Int) -> Double {
      let (first, second) = (cell & 2, cell & 1)
      let firstCount = cells[first].kindCount + cells[first | 1].kindCount
      let secondCount = cells[second].kindCount + cells[second | 2].kindCount
      return Double(firstCount) * Double(secondCount) / Double(cells.sum.kindCount)
    }
  }

  private func table(_ first: Int, _ second: Int) -> Table {
    var table = Table()
    for pattern in patterns {
      let (firstHolds, secondHolds) = (pattern.bits >> first & 1 != 0, pattern.bits >> second & 1 != 0)
      table.cells[(firstHolds ? 2 : 0) + (secondHolds ? 1 : 0)] += pattern.tally
    }
    return table
  }

  private mutating func relateConditions() {
    var candidates: [(pair: [Int], statement: Statement)] = []
    for first in conditions.indices {
      for second in conditions.indices where second > first {
        let (firstParts, secondParts) = (
          parts(of: conditions[first].observation), parts(of: conditions[second].observation)
        )
        // Conditions on one observation are the cases of an enum or the signs of a difference: they exclude each other.
        if conditions[first].observation == conditions[second].observation {
          addImplication(edge(forbidding: 3, [first, second]))
        }
        guard firstParts.isDisjoint(with: secondParts), isOfInterest(first, second) else { continue }
        let table = table(first, second)
        // A near miss of a claim, of a comparison, or of a condition on the view is too weak a statement.
        let allowsNearMisses = [first, second].allSatisfy {
          let observation = worlds.observations[conditions[$0].observation]
          return !observation.isClaimOrComparison && !observation.access.isOfView
        }
        if !areNestedCommands(first, second) {
          candidates += statements(of: first, second, table).filter { allowsNearMisses || !$0.isNearMiss }
            .map { ([first, second], $0) }
        }
        for cell in 0..<4 where table.isEmpty(cell) { addImplication(edge(forbidding: cell, [first, second])) }
      }
    }
    let groups = addGroups()
    for (pair, statement) in withoutRepeatedNearMisses(candidates)
    where statement.isNearMiss || !isImplied(statement, pair) {
      // The statement on a group already says that no two of its conditions hold together.
      if statement.forbiddenCells == [3], !statement.isNearMiss, groups.contains(where: { $0.isSuperset(of: pair) }) {
        continue
      }
      statements.append(statement)
    }
  }

  /// Returns whether a command of one condition is also one of the other by its type, as `run(.load)` is a `run`: no statement
  /// on the two says anything, and what follows of one from the other is left out.
  private func areNestedCommands(_ first: Int, _ second: Int) -> Bool {
    guard case .outstanding(let one) = worlds.observations[conditions[first].observation].kind,
      case .outstanding(let other) = worlds.observations[conditions[second].observation].kind
    else { return false }
    return one.holds(other) || other.holds(one)
  }

  /// Keeps all statements without exceptions, and of equivalent near misses the one with the best score.
  private func withoutRepeatedNearMisses(
    _ candidates: [(pair: [Int], statement: Statement)]
  ) -> [(pair: [Int], statement: Statement)] {
    func canonicalEdges(_ pair: [Int], _ statement: Statement) -> Set<[Int]>? {
      guard statement.isNearMiss, let edges = edges(of: statement, pair) else { return nil }
      // Of an implication and its contraposition, the one with the smaller numbers stands for both.
      return Set(
        edges.map { edge in
          let literals = edge.map { firstEquivalent(to: $0) }
          let contraposition = Self.contraposition(of: literals)
          return literals.lexicographicallyPrecedes(contraposition) ? literals : contraposition
        })
    }
    var best: [Set<[Int]>: Int] = [:]
    for (index, (pair, statement)) in candidates.enumerated() {
      guard let edges = canonicalEdges(pair, statement) else { continue }
      if let other = best[edges], candidates[other].statement.score >= statement.score { continue }
      best[edges] = index
    }
    return candidates.enumerated().filter { index, candidate in
      canonicalEdges(candidate.pair, candidate.statement).map { best[$0] == index } ?? true
    }.map(\.element)
  }

  private func firstEquivalent(to literal: Int) -> Int {
    (0..<literal).first { isImplication($0, literal) && isImplication(literal, $0) } ?? literal
  }

  /// Returns whether at most one of two conditions is on a comparison or a claim. Beside a comparison, the other condition must
  /// be on a flag, an optional or a case.
  private func isOfInterest(_ first: Int, _ second: Int) -> Bool {
    let observations = [first, second].map { worlds.observations[conditions[$0].observation] }
    let relations = observations.filter(\.isClaimOrComparison)
    guard let relation = relations.first else { return true }
    let isOfClaim = if case .claim = relation.kind { true } else { false }
    return relations.count == 1 && (isOfClaim || observations.contains(where: \.isFlagOrCase))
  }

  /// Returns whether all implications that a statement stands for follow from other implications.
  private func isImplied(_ statement: Statement, _ pair: [Int]) -> Bool {
    guard let edges = edges(of: statement, pair) else { return false }
    func isEquivalent(_ a: Int, _ b: Int) -> Bool { isImplication(a, b) && isImplication(b, a) }
    return edges.allSatisfy { edge in
      (0..<2 * conditions.count).contains { middle in
        guard middle / 2 != edge[0] / 2, middle / 2 != edge[1] / 2, isImplication(edge[0], middle),
          isImplication(middle, edge[1])
        else { return false }
        // Of equivalent literals, only the first one counts, except where the rest goes without saying.
        let endsAlike = isEquivalent(middle, edge[1])
        if isEquivalent(edge[0], middle) {
          return middle / 2 < edge[0] / 2 || !endsAlike && areNestedCommands(middle / 2, edge[1] / 2)
        }
        return !endsAlike || middle / 2 < edge[1] / 2 || areNestedCommands(middle / 2, edge[0] / 2)
      }
    }
  }

  /// The implications between literals that a statement on two conditions stands for; `nil` for other statements.
  private func edges(of statement: Statement, _ pair: [Int]) -> [[Int]]? {
    statement.forbiddenCells.map { cells in cells.map { edge(forbidding: $0, pair) } }
  }

  /// The implication between literals that an empty cell in the table of two conditions means.
  private func edge(forbidding cell: Int, _ pair: [Int]) -> [Int] {
    [2 * pair[0] + (cell & 2 == 0 ? 1 : 0), 2 * pair[1] + (cell & 1)]
  }

  /// The fact that an implication states, if both literals say that a number is 0, or both that a number is not 0.
  ///
  /// - Returns: `nil` for any other implication, and where the first number of the fact is below 0 in some world.
  private func fact(_ edge: [Int]) -> Fact? {
    func isNonzero(_ literal: Int) -> Bool? {
      let condition = conditions[literal / 2]
      guard case .number(let isCount, _) = worlds.observations[condition.observation].kind else { return nil }
      return isCount == (literal % 2 == 0)
    }
    guard let premise = isNonzero(edge[0]), premise == isNonzero(edge[1]) else { return nil }
    let numbers = (premise ? edge : edge.reversed()).map { conditions[$0 / 2].observation }
    let isNeverNegative = (0..<worlds.rowCount).allSatisfy { worlds.value(numbers[0], of: $0) >= 0 }
    return isNeverNegative ? .nonzero(numbers[0], numbers[1]) : nil
  }

  /// The statements on two conditions. Each forbids a cell of their table, or a pair of cells, in which there are no worlds, or
  /// far fewer than by chance.
  private func statements(of first: Int, _ second: Int, _ table: Table) -> [Statement] {
    let cells = (0..<4).filter { cell in
      Statement.score(
        weight: 1, expectedExceptionCount: table.expected(cell), exceptionCount: Double(table.cells[cell].kindCount))
        != nil
    }
    // An equivalence and an alternative, where both of their cells are forbidden.
    let pairs = [[1, 2], [0, 3]].filter { $0.allSatisfy(cells.contains) }
    let singleCells = cells.filter { cell in
      guard let pair = pairs.first(where: { $0.contains(cell) }) else { return true }
      // An implication without an exception is stated beside an equivalence that has exceptions.
      return table.isEmpty(cell) && !pair.allSatisfy(table.isEmpty)
    }
    let implications = singleCells.filter(table.isEmpty) + singleCells.filter { !table.isEmpty($0) }
    return (pairs + implications.map { [$0] }).compactMap { statement(first, second, table, $0) }
  }

  /// The statement on two conditions that forbids some cells of their table; `nil` where chance explains it.
  private func statement(_ first: Int, _ second: Int, _ table: Table, _ cells: [Int]) -> Statement? {
    var (a, b) = (conditions[first], conditions[second])
    // An equivalence begins with the condition on the view.
    if cells.count == 2, worlds.observations[b.observation].access.isOfView { swap(&a, &b) }
    let (words, formula, baseWeight): (String, Formula, Double)
    switch cells {
    case [1, 2]:
      (words, formula, baseWeight) = ("\(a.words) exactly if \(b.words)", .equal(a.holds, b.holds), 7)
    case [0, 3]:
      (words, formula, baseWeight) = ("\(a.words) exactly if \(b.negation)", .equal(a.holds, b.fails), 6)
    case [0]: (words, formula, baseWeight) = ("\(a.words) or \(b.words)", .or(a.holds, b.holds), 3.5)
    case [1]: (words, formula, baseWeight) = ("\(a.words) whenever \(b.words)", .or(b.fails, a.holds), 5)
    case [2]: (words, formula, baseWeight) = ("\(b.words) whenever \(a.words)", .or(a.fails, b.holds), 5)
    default: (words, formula, baseWeight) = ("never both: \(a.words), \(b.words)", .or(a.fails, b.fails), 4.5)
    }
    let worldCount = table.cells.sum.count
    guard
      var statement = Statement(
        .always, words, formula, weight: baseWeight * a.weight * b.weight,
        expected: cells.reduce(0) { $0 + table.expected($1) }, exceptions: cells.map { table.cells[$0] }.sum,
        total: worldCount,
        support: cells.count == 2 ? worldCount : worldCount - countWithoutPremise(forbidding: cells[0], table),
        observations: parts(of: a.observation).union(parts(of: b.observation)))
    else { return nil }
    statement.forbiddenCells = cells
    let facts = edges(of: statement, [first, second])?.map(fact) ?? []
    statement.facts = facts.contains(nil) ? [] : facts.compactMap { $0 }
    return statement
  }

  /// The number of worlds in which the premise of an implication does not hold.
  private func countWithoutPremise(forbidding cell: Int, _ table: Table) -> Int {
    let cells =
      switch cell {
      case 2, 3: [0, 1]
      case 1: [0, 2]
      default: [2, 3]
      }
    return cells.map { table.cells[$0] }.sum.count
  }
}

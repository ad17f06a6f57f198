/// Finds statements that hold in all worlds, or in nearly all.
struct StateMiner {
  let worlds: ObservedWorlds
  let conditions: [Condition]
  var statements: [Statement] = []
  /// The pairs of literals of which the second holds wherever the first does. Literal 2n says that condition n holds, and
  /// literal 2n + 1 that it does not.
  private var implied: Set<[Int]> = []
  /// The pairs of values that a claim without an exception relates.
  private(set) var relatedPairs: Set<[Access]> = []
  /// The distinct sets of conditions that rows satisfy, a bit for each condition, with the numbers of worlds and of rows, and
  /// the first world.
  private(set) var patterns: [(bits: UInt64, count: Int, rows: Int, first: Int)] = []

  init(_ worlds: ObservedWorlds, _ conditions: ObservedConditions) {
    (self.worlds, self.conditions) = (worlds, conditions.all)
    makePatterns(conditions.bits)
    relateConditions()
    for observation in worlds.observations.indices { addClaims(of: observation) }
    dropCoincidences()
    addComparisons()
    addViewEqualities()
  }

  /// Drops near misses of claims on two values that another claim relates without an exception.
  private mutating func dropCoincidences() {
    let holding = Set(
      worlds.observations.indices.filter { observation in
        statements.contains { !$0.isNearMiss && $0.observations == [observation] }
      }.compactMap { pair(of: $0) })
    let kept = statements.filter { statement in
      guard statement.isNearMiss, statement.observations.count == 1, let observation = statement.observations.first,
        let pair = pair(of: observation)
      else { return true }
      return !holding.contains(pair)
    }
    statements = kept
    relatedPairs = holding
  }

  /// The two values that an observed claim relates; `nil` for other observations.
  private func pair(of observation: Int) -> [Access]? {
    guard case .claim(let claim) = worlds.observations[observation].kind, !claim.pair.isEmpty else { return nil }
    return claim.pair
  }

  /// The two observations that a comparison is made of; for other observations, the observation itself.
  func parts(of observation: Int) -> Set<Int> {
    if case .comparison(let one, let other) = worlds.observations[observation].kind { return [one, other] }
    return [observation]
  }

  private mutating func makePatterns(_ bitsOfRows: [UInt64]) {
    var patternIndices: [UInt64: Int] = [:]
    for (row, bits) in bitsOfRows.enumerated() {
      if let index = patternIndices[bits] {
        patterns[index].count += worlds.counts[row]
        patterns[index].rows += 1
      } else {
        patternIndices[bits] = patterns.count
        patterns.append((bits, worlds.counts[row], 1, worlds.firstWorlds[row]))
      }
    }
  }

  /// The conditions that are equivalent neither to an earlier condition nor to the negation of one.
  var distinctConditions: [Int] {
    conditions.indices.filter { index in
      !(0..<index).contains { other in
        [2 * other, 2 * other + 1].contains { implied.contains([2 * index, $0]) && implied.contains([$0, 2 * index]) }
      }
    }
  }

  /// Returns whether the second literal holds in all worlds in which the first does; see ``implied``.
  func implies(_ premise: Int, _ conclusion: Int) -> Bool {
    func holds(_ literal: Int, _ bits: UInt64) -> Bool { (bits >> (literal / 2) & 1 != 0) == (literal % 2 == 0) }
    return patterns.allSatisfy { !holds(premise, $0.bits) || holds(conclusion, $0.bits) }
  }

  /// Returns whether a condition (`true`) or its negation (`false`) holds only where some command is outstanding.
  func impliesCommand(_ condition: Int, _ holds: Bool) -> Bool {
    conditions.indices.contains {
      conditions[$0].isOfCommands && implied.contains([2 * condition + (holds ? 0 : 1), 2 * $0])
    }
  }

  // MARK: - Conditions

  /// The contingency table of two conditions. The number of a cell is 2 where the first condition holds, plus 1 where the
  /// second does.
  private struct Table {
    /// The number of worlds in each cell.
    var count = [0, 0, 0, 0]
    /// The number of rows in each cell.
    var rows = [0, 0, 0, 0]
    /// The first world in each cell.
    var first = [Int.max, Int.max, Int.max, Int.max]

    /// The number of rows to expect in a cell if the conditions were independent.
    func expected(_ cell: Int) -> Double {
      let all = Double(rows.reduce(0, +))
      let (row, column) = (cell & 2, cell & 1)
      return Double(rows[row] + rows[row | 1]) * Double(rows[column] + rows[column | 2]) / all
    }
  }

  private func table(_ one: Int, _ other: Int) -> Table {
    var table = Table()
    for pattern in patterns {
      let (first, second) = (pattern.bits >> one & 1 != 0, pattern.bits >> other & 1 != 0)
      let cell = (first ? 2 : 0) + (second ? 1 : 0)
      table.count[cell] += pattern.count
      table.rows[cell] += pattern.rows
      table.first[cell] = min(table.first[cell], pattern.first)
    }
    return table
  }

  private mutating func relateConditions() {
    var found: [(pair: [Int], statement: Statement)] = []
    for one in conditions.indices {
      for other in conditions.indices where other > one {
        let (first, second) = (parts(of: conditions[one].observation), parts(of: conditions[other].observation))
        guard first.isDisjoint(with: second), isOfInterest(one, other) else { continue }
        let table = table(one, other)
        // A near miss of a comparison, or of a condition on the view, is too weak a statement.
        let compares = [one, other].contains(where: isComparison)
        let showsView = [one, other].contains { worlds.observations[conditions[$0].observation].access.isOfView }
        found += statements(of: one, other, table).filter { !(compares || showsView) || !$0.isNearMiss }
          .map { ([one, other], $0) }
        let (a, notA, b, notB) = (2 * one, 2 * one + 1, 2 * other, 2 * other + 1)
        for (cell, edges) in [
          (0, [[notA, b], [notB, a]]), (1, [[notA, notB], [b, a]]), (2, [[a, b], [notB, notA]]),
          (3, [[a, notB], [b, notA]]),
        ] where table.rows[cell] == 0 {
          implied.formUnion(edges)
        }
      }
    }
    let groups = addGroups()
    for (pair, statement) in found
    where statement.isNearMiss || !isImplied(statement, pair) {
      // The statement on a group already says that no two of its conditions hold.
      if statement.forbidden == [3], !statement.isNearMiss, groups.contains(where: { $0.isSuperset(of: pair) }) {
        continue
      }
      statements.append(statement)
    }
  }

  /// Returns whether a condition is a claim, or compares two numbers.
  private func isComparison(_ condition: Int) -> Bool {
    switch worlds.observations[conditions[condition].observation].kind {
    case .claim, .comparison: true
    case .flag, .presence, .options, .number, .text, .choice, .outstanding: false
    }
  }

  /// Returns whether a pair of conditions is of interest: it has at most one comparison or claim, and with a comparison, the
  /// other condition is on a flag, an optional or a case.
  private func isOfInterest(_ one: Int, _ other: Int) -> Bool {
    let kinds = [one, other].map { worlds.observations[conditions[$0].observation].kind }
    let comparisons = kinds.count { if case .comparison = $0 { true } else { false } }
    let claims = kinds.count { if case .claim = $0 { true } else { false } }
    guard comparisons + claims > 0 else { return true }
    return comparisons + claims == 1
      && kinds.contains { kind in
        switch kind {
        case .flag, .presence, .choice: true
        case .number, .options, .text, .outstanding: claims == 1
        case .claim, .comparison: false
        }
      }
  }

  /// Returns whether a statement follows from others.
  private func isImplied(_ statement: Statement, _ pair: [Int]) -> Bool {
    guard let edges = edges(of: statement, pair) else { return false }
    func isEquivalent(_ a: Int, _ b: Int) -> Bool { implied.contains([a, b]) && implied.contains([b, a]) }
    return edges.allSatisfy { edge in
      (0..<2 * conditions.count).contains { middle in
        guard middle / 2 != edge[0] / 2, middle / 2 != edge[1] / 2, implied.contains([edge[0], middle]),
          implied.contains([middle, edge[1]])
        else { return false }
        // Of equivalent literals, only the first one counts.
        if isEquivalent(edge[0], middle) { return middle / 2 < edge[0] / 2 }
        if isEquivalent(middle, edge[1]) { return middle / 2 < edge[1] / 2 }
        return true
      }
    }
  }

  /// The implications between literals that a statement on two conditions stands for.
  private func edges(of statement: Statement, _ pair: [Int]) -> [[Int]]? {
    let (a, b) = (2 * pair[0], 2 * pair[1])
    return statement.forbidden.map { cells in
      cells.map { cell in
        switch cell {
        case 0: [a + 1, b]
        case 1: [a + 1, b + 1]
        case 2: [a, b]
        default: [a, b + 1]
        }
      }
    }
  }

  /// The statements on two conditions: the cells of their table in which there are no worlds, or hardly any.
  private func statements(of one: Int, _ other: Int, _ table: Table) -> [Statement] {
    let cells = (0..<4).filter { cell in
      Statement.score(weight: 1, expected: table.expected(cell), exceptions: Double(table.rows[cell])) != nil
    }
    func forbidding(_ cells: [Int]) -> Statement? { statement(one, other, table, cells) }
    let equivalence = [1, 2].allSatisfy(cells.contains)
    let exclusion = [0, 3].allSatisfy(cells.contains)
    var result: [Statement] = []
    if equivalence { result += [forbidding([1, 2])].compactMap { $0 } }
    if exclusion { result += [forbidding([0, 3])].compactMap { $0 } }
    // An implication without an exception is stated beside an equivalence that has exceptions.
    for cell in cells where table.rows[cell] == 0 {
      let pair = cell == 1 || cell == 2 ? [1, 2] : [0, 3]
      let isStatedByPair = (cell == 1 || cell == 2 ? equivalence : exclusion) && pair.allSatisfy { table.rows[$0] == 0 }
      if !isStatedByPair { result += [forbidding([cell])].compactMap { $0 } }
    }
    for cell in cells where table.rows[cell] > 0 {
      if (cell == 1 || cell == 2) ? !equivalence : !exclusion { result += [forbidding([cell])].compactMap { $0 } }
    }
    return result
  }

  private func statement(_ one: Int, _ other: Int, _ table: Table, _ cells: [Int]) -> Statement? {
    var (a, b) = (conditions[one], conditions[other])
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
    let expected = cells.reduce(0) { $0 + table.expected($1) }
    let rows = cells.reduce(0) { $0 + table.rows[$1] }
    let weight = baseWeight * a.weight * b.weight
    guard let score = Statement.score(weight: weight, expected: expected, exceptions: Double(rows)) else { return nil }
    let exceptions = cells.reduce(0) { $0 + table.count[$1] }
    let all = table.count.reduce(0, +)
    var statement = Statement.ofWorlds(
      words, formula, total: all,
      support: cells.count == 2 ? all : all - countWithoutPremise(forbidding: cells[0], table),
      observations: parts(of: a.observation).union(parts(of: b.observation)), score: score)
    statement.exceptions = exceptions
    if exceptions > 0, let world = cells.map({ table.first[$0] }).min() { statement.firstException = .world(world) }
    statement.forbidden = cells
    return statement
  }

  /// The number of worlds in which the premise of an implication does not hold.
  ///
  /// - Parameter cell: The cell that the implication forbids.
  private func countWithoutPremise(forbidding cell: Int, _ table: Table) -> Int {
    switch cell {
    case 2, 3: table.count[0] + table.count[1]
    case 1: table.count[0] + table.count[2]
    default: table.count[2] + table.count[3]
    }
  }
}

extension StateMiner {
  /// The relation of two numbers: equality, or an order.
  private enum Order: CaseIterable {
    case equal, less, more, atMost, atLeast

    var sign: String {
      switch self {
      case .equal: "=="
      case .less: "<"
      case .more: ">"
      case .atMost: "<="
      case .atLeast: ">="
      }
    }

    var words: String {
      switch self {
      case .equal: "equals"
      case .less: "is less than"
      case .more: "is more than"
      case .atMost: "is at most"
      case .atLeast: "is at least"
      }
    }

    /// The signs of the difference that the order allows, as indices of ``Signs``: 0 for less, 1 for equal, 2 for more.
    var allowed: [Int] {
      switch self {
      case .equal: [1]
      case .less: [0]
      case .more: [2]
      case .atMost: [0, 1]
      case .atLeast: [1, 2]
      }
    }

    var weight: Double { self == .equal ? 7 : 5 }
  }

  /// The rows and worlds by the sign of the difference of two numbers.
  private struct Signs {
    /// The number of rows with each sign.
    var rows = [0, 0, 0]
    /// The number of worlds with each sign.
    var count = [0, 0, 0]
    /// The first world with each sign.
    var first = [Int.max, Int.max, Int.max]
    /// The number of rows to expect with each sign if the numbers were independent.
    var expected = [0.0, 0.0, 0.0]
  }

  /// Adds equalities of numbers, and orders between them.
  mutating func addComparisons() {
    var histograms: [Int: [Int32: Int]] = [:]
    let numbers = worlds.numbers.filter { !worlds.observations[$0].access.isOfView }
    // The pairs of numbers of which the first is never more than the second.
    var ordered: Set<[Int]> = []
    // For each number that always equals earlier numbers, the first of these.
    var equal: [Int: Int] = [:]
    var found: [(one: Int, other: Int, order: Order, statement: Statement)] = []
    for (index, one) in numbers.enumerated() {
      for other in numbers.dropFirst(index + 1) {
        guard worlds.access(toNumber: one).optional == nil || worlds.access(toNumber: other).optional == nil else {
          continue
        }
        let accesses = [worlds.observations[one].access, worlds.observations[other].access]
        if relatedPairs.contains(accesses) || relatedPairs.contains(accesses.reversed()) { continue }
        for number in [one, other] where histograms[number] == nil { histograms[number] = histogram(of: number) }
        let signs = signs(one, other, histograms)
        if signs.rows[2] == 0 { ordered.insert([one, other]) }
        if signs.rows[0] == 0 { ordered.insert([other, one]) }
        if signs.rows[0] == 0, signs.rows[2] == 0 { equal[other] = equal[other] ?? equal[one] ?? one }
        let statements = Order.allCases.compactMap { order in
          statement(one, other, order, signs).map { (one, other, order, $0) }
        }
        // The strongest of the orders that hold, and the likeliest of those that nearly hold.
        found += statements.first { !$0.3.isNearMiss }.map { [$0] } ?? []
        found += statements.filter(\.3.isNearMiss).max { $0.3.score < $1.3.score }.map { [$0] } ?? []
      }
    }
    for (one, other, order, statement) in found {
      if !statement.isNearMiss {
        // Of numbers that are always equal, only the first one counts.
        if order != .equal, equal[one] != nil || equal[other] != nil { continue }
        if order == .equal, equal[one] != nil { continue }
        let (low, high) = order == .less || order == .atMost ? (one, other) : (other, one)
        let isImplied = numbers.contains { middle in
          middle != low && middle != high && equal[middle] == nil && ordered.contains([low, middle])
            && ordered.contains([middle, high])
        }
        if order != .equal, isImplied { continue }
      }
      statements.append(statement)
    }
  }

  /// The number of rows with each value of a number.
  private func histogram(of number: Int) -> [Int32: Int] {
    var histogram: [Int32: Int] = [:]
    for row in 0..<worlds.rowCount { histogram[worlds.value(number, of: row), default: 0] += 1 }
    return histogram
  }

  /// Counts rows and worlds by the sign of the difference of two numbers.
  ///
  /// - Parameter histograms: The histograms of both numbers.
  private func signs(_ one: Int, _ other: Int, _ histograms: [Int: [Int32: Int]]) -> Signs {
    var signs = Signs()
    var (ofOne, ofOther) = (histograms[one] ?? [:], histograms[other] ?? [:])
    let isOptional = [ofOne, ofOther].contains { $0[ObservedWorlds.absent] != nil }
    // Where a value may be absent, the histograms are made anew of the rows in which both values are present.
    if isOptional { (ofOne, ofOther) = ([:], [:]) }
    var rows = 0
    for row in 0..<worlds.rowCount {
      let (a, b) = (worlds.value(one, of: row), worlds.value(other, of: row))
      guard a != ObservedWorlds.absent, b != ObservedWorlds.absent else { continue }
      rows += 1
      if isOptional {
        ofOne[a, default: 0] += 1
        ofOther[b, default: 0] += 1
      }
      let sign = a < b ? 0 : a == b ? 1 : 2
      signs.rows[sign] += 1
      signs.count[sign] += worlds.counts[row]
      signs.first[sign] = min(signs.first[sign], worlds.firstWorlds[row])
    }
    guard rows > 0 else { return signs }
    // For each value of the first number, the histogram of the second gives the expected number of rows in which the second
    // is more, equal or less.
    let second = ofOther.sorted { $0.key < $1.key }
    var (index, below) = (0, 0)
    for (a, count) in ofOne.sorted(by: { $0.key < $1.key }) {
      while index < second.count, second[index].key < a {
        below += second[index].value
        index += 1
      }
      let equal = index < second.count && second[index].key == a ? second[index].value : 0
      for (sign, rowsOfSecond) in [rows - below - equal, equal, below].enumerated() {
        signs.expected[sign] += Double(count) * Double(rowsOfSecond) / Double(rows)
      }
    }
    return signs
  }

  private func statement(_ one: Int, _ other: Int, _ order: Order, _ signs: Signs) -> Statement? {
    let forbidden = (0..<3).filter { !order.allowed.contains($0) }
    let expected = forbidden.reduce(0) { $0 + signs.expected[$1] }
    let failing = forbidden.reduce(0) { $0 + signs.rows[$1] }
    guard let score = Statement.score(weight: order.weight, expected: expected, exceptions: Double(failing)) else {
      return nil
    }
    // If an order holds and one of the signs that it allows never occurs, the order follows from a stronger one.
    if failing == 0, order.allowed.contains(where: { signs.rows[$0] == 0 }) { return nil }
    let (a, b) = (worlds.access(toNumber: one), worlds.access(toNumber: other))
    var formula = Formula(expression: "\(a.swift) \(order.sign) \(b.swift)", isSimple: false)
    if a.optional != nil {
      formula = Formula(expression: a.conditionIfPresent { "\($0) \(order.sign) \(b.path)" }, isSimple: false)
    } else if b.optional != nil {
      formula = Formula(expression: b.conditionIfPresent { "\(a.path) \(order.sign) \($0)" }, isSimple: false)
    }
    var statement = Statement.ofWorlds(
      "\(a.words) \(order.words) \(b.words)", formula, total: worlds.worldCount,
      support: signs.count.reduce(0, +), observations: [one, other], score: score)
    statement.exceptions = forbidden.reduce(0) { $0 + signs.count[$1] }
    if failing > 0, let world = forbidden.map({ signs.first[$0] }).min() { statement.firstException = .world(world) }
    return statement
  }
}

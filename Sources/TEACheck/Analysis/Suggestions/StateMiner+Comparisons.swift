extension StateMiner {
  private struct Order: Equatable {
    var sign: String
    var words: String
    /// The signs of the difference that the order allows, as indices into ``Signs``: 0 for less, 1 for equal, 2 for more.
    var allowedSigns: [Int]

    static let equal = Order(sign: "==", words: "equals", allowedSigns: [1])

    /// All orders, each after those that are stronger.
    static let all = [
      equal, Order(sign: "<", words: "is less than", allowedSigns: [0]),
      Order(sign: ">", words: "is more than", allowedSigns: [2]),
      Order(sign: "<=", words: "is at most", allowedSigns: [0, 1]),
      Order(sign: ">=", words: "is at least", allowedSigns: [1, 2]),
    ]

    var weight: Double { self == .equal ? 7 : 5 }

    /// The numbers, the lower one first.
    func sorted(_ first: Int, _ second: Int) -> (low: Int, high: Int) {
      allowedSigns.contains(0) ? (first, second) : (second, first)
    }

    func facts(_ first: Int, _ second: Int) -> [Fact] {
      if self == .equal { return [.ordered(first, second), .ordered(second, first)] }
      let (low, high) = sorted(first, second)
      return [.ordered(low, high, isStrict: !allowedSigns.contains(1))]
    }
  }

  /// Counts by the sign of the difference of two numbers: less, equal, more.
  private struct Signs {
    var tallies = [Tally](repeating: Tally(), count: 3)
    /// The number of rows to expect with each sign if the numbers were independent.
    var expectedRowCounts = [0.0, 0.0, 0.0]
  }

  mutating func addComparisons() {
    var histograms: [Int: [Int32: Int]] = [:]
    // A number is named by the index of its observation.
    let numbers = worlds.varyingNumbers.filter { !worlds.observations[$0].access.isOfView }
    // The pairs whose first number is never more than the second. Rows without one of the values are ignored.
    var orderedPairs: Set<[Int]> = []
    // For each number that always equals an earlier one, the first such number. Rows without one of the values are ignored.
    var firstEqualNumbers: [Int: Int] = [:]
    var candidates: [(first: Int, second: Int, order: Order, statement: Statement)] = []
    for (index, first) in numbers.enumerated() {
      for second in numbers.dropFirst(index + 1) {
        guard worlds.access(toNumber: first).optional == nil || worlds.access(toNumber: second).optional == nil else {
          continue
        }
        let areIdentifiers = worlds.observations[first].isIdentifier
        guard areIdentifiers == worlds.observations[second].isIdentifier else { continue }
        let accesses = [worlds.observations[first].access, worlds.observations[second].access]
        if relatedPairs.contains(accesses) || relatedPairs.contains(accesses.reversed()) { continue }
        for number in [first, second] where histograms[number] == nil { histograms[number] = histogram(of: number) }
        let signs = signs(first, second, histograms)
        let (isNeverLess, isNeverMore) = (signs.tallies[0].kindCount == 0, signs.tallies[2].kindCount == 0)
        if isNeverMore { orderedPairs.insert([first, second]) }
        if isNeverLess { orderedPairs.insert([second, first]) }
        if isNeverLess, isNeverMore {
          firstEqualNumbers[second] = firstEqualNumbers[second] ?? firstEqualNumbers[first] ?? first
        }
        let statements = (areIdentifiers ? [.equal] : Order.all).compactMap { order in
          statement(first, second, order, signs).map { (first, second, order, $0) }
        }
        if statements.isEmpty { continue }
        // The strongest of the orders that hold, and the likeliest of those that nearly hold.
        let exact = statements.first { !$0.3.isNearMiss }
        let areRelated =
          exact.map { isMetOften(first, second, gap: $0.2.allowedSigns.contains(1) ? 0 : 1) } ?? false
          || areOfOneKind(first, second)
        if let exact {
          candidates.append(exact)
          if !areRelated {
            candidates[candidates.count - 1].statement.score *= Self.factorOfUnrelatedNumbers
            // An order that may be an accident takes the place of no other.
            orderedPairs.subtract([[first, second], [second, first]])
          }
        }
        guard areRelated else { continue }
        candidates += statements.filter(\.3.isNearMiss).max { $0.3.score < $1.3.score }.map { [$0] } ?? []
      }
    }
    for (first, second, order, statement) in candidates {
      if !statement.isNearMiss {
        // Of numbers that are always equal, only the first one counts.
        if order != .equal, firstEqualNumbers[first] != nil || firstEqualNumbers[second] != nil { continue }
        if order == .equal, firstEqualNumbers[first] != nil { continue }
        let (low, high) = order.sorted(first, second)
        // A strict order is left out too, although low <= middle <= high does not imply it: the list stays short.
        let hasNumberBetween = numbers.contains { middle in
          middle != low && middle != high && firstEqualNumbers[middle] == nil && orderedPairs.contains([low, middle])
            && orderedPairs.contains([middle, high])
        }
        if order != .equal, hasNumberBetween { continue }
      }
      statements.append(statement)
    }
  }

  private func histogram(of number: Int) -> [Int32: Int] {
    var histogram: [Int32: Int] = [:]
    for row in 0..<worlds.rowCount { histogram[worlds.value(number, of: row), default: 0] += 1 }
    return histogram
  }

  private func signs(_ first: Int, _ second: Int, _ histograms: [Int: [Int32: Int]]) -> Signs {
    var signs = Signs()
    var (firstHistogram, secondHistogram) = (histograms[first] ?? [:], histograms[second] ?? [:])
    let isOptional = [firstHistogram, secondHistogram].contains { $0[ObservedWorlds.absent] != nil }
    // The histograms are made anew of the rows in which both values are present.
    if isOptional { (firstHistogram, secondHistogram) = ([:], [:]) }
    var rowCount = 0
    for row in 0..<worlds.rowCount {
      let (a, b) = (worlds.value(first, of: row), worlds.value(second, of: row))
      guard a != ObservedWorlds.absent, b != ObservedWorlds.absent else { continue }
      rowCount += 1
      if isOptional {
        firstHistogram[a, default: 0] += 1
        secondHistogram[b, default: 0] += 1
      }
      signs.tallies[a < b ? 0 : a == b ? 1 : 2].add(worlds.worldCounts[row], first: worlds.firstWorlds[row])
    }
    guard rowCount > 0 else { return signs }
    // For each value of the first number, the histogram of the second gives the expected number of rows in which the second
    // is more, equal or less.
    let secondValues = secondHistogram.sorted { $0.key < $1.key }
    var (index, lessRowCount) = (0, 0)
    for (a, count) in firstHistogram.sorted(by: { $0.key < $1.key }) {
      while index < secondValues.count, secondValues[index].key < a {
        lessRowCount += secondValues[index].value
        index += 1
      }
      let equalRowCount = index < secondValues.count && secondValues[index].key == a ? secondValues[index].value : 0
      let moreRowCount = rowCount - lessRowCount - equalRowCount
      for (sign, rowCountOfSecond) in [moreRowCount, equalRowCount, lessRowCount].enumerated() {
        signs.expectedRowCounts[sign] += Double(count) * Double(rowCountOfSecond) / Double(rowCount)
      }
    }
    return signs
  }

  /// The statement that two numbers are in an order; `nil` where chance or a stronger order explains it.
  private func statement(_ first: Int, _ second: Int, _ order: Order, _ signs: Signs) -> Statement? {
    let forbiddenSigns = (0..<3).filter { !order.allowedSigns.contains($0) }
    let exceptions = forbiddenSigns.map { signs.tallies[$0] }.sum
    // An order without exceptions follows from a stronger one if a sign that it allows never occurs.
    if exceptions.kindCount == 0, order.allowedSigns.contains(where: { signs.tallies[$0].kindCount == 0 }) {
      return nil
    }
    let (a, b) = (worlds.access(toNumber: first), worlds.access(toNumber: second))
    let condition =
      if b.optional != nil {
        b.conditionIfPresent { "\(a.path) \(order.sign) \($0)" }
      } else {
        a.conditionIfPresent { "\($0) \(order.sign) \(b.path)" }
      }
    return Statement(
      .always, "\(a.words) \(order.words) \(b.words)", Formula(expression: condition, isSimple: false),
      weight: order.weight, expected: forbiddenSigns.reduce(0) { $0 + signs.expectedRowCounts[$1] },
      exceptions: exceptions, total: worlds.worldCount, support: signs.tallies.sum.count,
      observations: [first, second], facts: order.facts(first, second))
  }
}

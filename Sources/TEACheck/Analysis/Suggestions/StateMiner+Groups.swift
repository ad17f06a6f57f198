extension StateMiner {
  /// Adds a statement for each group of three to six conditions of which, in each world, at most one or exactly one holds. The
  /// conditions are on Booleans, optionals or cases.
  ///
  /// - Returns: The groups.
  mutating func addGroups() -> [Set<Int>] {
    let candidates = distinctConditions.filter { index in
      let observation = worlds.observations[conditions[index].observation]
      return observation.isFlagOrCase && !observation.access.isOfView
    }.prefix(24)
    // For each condition, a bit for each condition that it excludes. There are at most 24 candidates, because each pair of them
    // takes a pass over all patterns.
    let exclusions = conditions.indices.map { one in
      guard candidates.contains(one) else { return UInt64(0) }
      return candidates.reduce(0) { excludes(one, $1) ? $0 | 1 << UInt64($1) : $0 }
    }
    var groups: [[Int]] = []
    grow([], Array(candidates), [], exclusions, &groups)
    groups = groups.filter { $0.count > 2 && $0.count < 7 }
    for group in groups { addGroup(group) }
    return groups.map(Set.init)
  }

  /// Returns whether two conditions on different observations never hold together, although by chance they would do so in at
  /// least one row.
  private func excludes(_ one: Int, _ other: Int) -> Bool {
    guard conditions[one].observation != conditions[other].observation, implies(2 * one, 2 * other + 1) else {
      return false
    }
    let rowCount = { (index: Int) in patterns.reduce(0) { $0 + ($1.bits >> index & 1 != 0 ? $1.tally.kindCount : 0) } }
    return rowCount(one) * rowCount(other) >= worlds.rowCount
  }

  /// Finds maximal groups of conditions that exclude each other, by the algorithm of Bron and Kerbosch: at most 64 groups,
  /// because their number can be exponential.
  ///
  /// - Parameter done: The conditions that would fit into the group, but whose own groups were found before.
  private func grow(
    _ group: [Int], _ candidates: [Int], _ done: [Int], _ exclusions: [UInt64], _ groups: inout [[Int]]
  ) {
    if candidates.isEmpty {
      if done.isEmpty { groups.append(group) }
      return
    }
    var (candidates, done) = (candidates, done)
    while let condition = candidates.first, groups.count < 64 {
      func isExcluded(_ other: Int) -> Bool { exclusions[condition] >> UInt64(other) & 1 != 0 }
      grow(group + [condition], candidates.filter(isExcluded), done.filter(isExcluded), exclusions, &groups)
      candidates.removeFirst()
      done.append(condition)
    }
  }

  private mutating func addGroup(_ group: [Int]) {
    let bits = group.reduce(UInt64(0)) { $0 | 1 << $1 }
    let isExact = patterns.allSatisfy { $0.bits & bits != 0 }
    let members = group.map { conditions[$0] }
    var precedingLines: [String] = []
    for line in members.flatMap(\.holds.precedingLines) where !precedingLines.contains(line) {
      precedingLines.append(line)
    }
    let list = members.map(\.holds.expression).joined(separator: ", ")
    let formula = Formula(
      precedingLines: precedingLines, expression: "[\(list)].count { $0 } \(isExact ? "==" : "<=") 1", isSimple: false)
    let words = members.map(\.words).joined(separator: ", ")
    let support = patterns.reduce(0) { $0 + ($1.bits & bits != 0 ? $1.tally.count : 0) }
    statements.append(
      Statement(
        .always, "\(isExact ? "exactly" : "at most") one: \(words)", formula, weight: isExact ? 8 : 5,
        expected: Double(worlds.rowCount) / 2, total: worlds.worldCount, support: support,
        observations: Set(members.map(\.observation))))
  }
}

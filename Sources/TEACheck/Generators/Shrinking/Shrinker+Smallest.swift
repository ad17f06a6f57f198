extension Shrinker {
  /// Evaluates the smallest values in order of size. The size of a value is the sum of its choices.
  ///
  /// Of values that are not recursive, the first one that fails is the smallest by this size. Of recursive values, only one of
  /// each shape is evaluated, because the combinations of their leaves are too many. Shrinking is finished with the first value
  /// that fails.
  mutating func findAmongSmallest(_ maxCount: Int) -> Bool {
    let hasRecursiveGroups = best.groups.contains(where: \.isRecursive)
    let maxCount = hasRecursiveGroups ? 2 * maxCount : maxCount
    var evaluatedCount = 0
    // Some sequences of choices make no value, or a value of another size.
    var attemptsLeft = 16 * maxCount
    for size in UInt64(0)... {
      // `true` once a larger size may make further values.
      var isLimited = false
      var prefix: [UInt64]? = []
      while let current = prefix {
        guard evaluatedCount < maxCount, attemptsLeft > 0 else { return false }
        attemptsLeft -= 1
        var choices = Choices(.enumerated(prefix: current, budget: size))
        let value = try? generate(&choices)
        isLimited = isLimited || choices.wasLimited
        let shape = hasRecursiveGroups ? choices.shape : []
        prefix = choices.successor(budget: size) { !hasRecursiveGroups || shape.contains($0) }
        guard let value, choices.record.reduce(0, +) == size else { continue }
        if choices.record == best.record { return true }
        // The evaluated value of a shape need not be its simplest, so the best value may precede it.
        if hasRecursiveGroups, !choices.record.shortlexPrecedes(best.record) { continue }
        if evaluate(value, choices) { return true }
        evaluatedCount += 1
      }
      if !isLimited { return false }
    }
    return false
  }
}

extension Shrinker {
  /// Evaluates the smallest values in order, if the best value is small and has lists or a recursive type.
  ///
  /// A simpler value of another shape may be out of reach for every other shrink pass.
  mutating func findAmongSmallSums() {
    // The sum may overflow, and then stays at the largest `UInt64`.
    let sumOfBest = best.record.reduce(UInt64(0)) { min($0, .max - $1) + $1 }
    guard sumOfBest <= (hasPartOfOwnType ? Self.largestSumOfRecursiveValue : Self.largestSumOfLists) else { return }
    // `numbersCountUpFromZero(at:)` also holds for a single 0 and for no number at all. Neither case has identifiers.
    let mayHoldIdentifiers = variableIndices.count > 1 && numbersCountUpFromZero(at: variableIndices)
    guard hasPartOfOwnType || !best.groups.isEmpty && !mayHoldIdentifiers else { return }
    var attemptsLeft = hasPartOfOwnType ? Self.maxAttemptsForRecursiveValues : Self.maxAttemptsForLists
    // A shorter record may have a slightly larger sum.
    for size in 0...(hasPartOfOwnType ? sumOfBest : sumOfBest + Self.sumSlack) {
      var prefix: [UInt64]? = []
      while let current = prefix {
        guard attemptsLeft > 0, !isOver else { return }
        attemptsLeft -= 1
        var choices = Choices(.enumerated(prefix: current, budget: size))
        let value = try? generate(&choices)
        prefix = choices.successor(budget: size)
        guard let value, choices.record.reduce(0, +) == size, choices.record.shortlexPrecedes(best.record) else {
          continue
        }
        if accept(value, choices) { return }
      }
    }
  }

  /// Some part of the best value has the type of a part around it.
  private var hasPartOfOwnType: Bool {
    best.layout.indices.contains { index in
      let whole = best.layout[index]
      guard whole.type != nil || whole.isRecursive else { return false }
      return best.layout[(index + 1)...].prefix { $0.range.lowerBound < whole.range.upperBound }
        .contains { $0.type == whole.type && $0.range.count < whole.range.count }
    }
  }

  // Bounds of ``findAmongSmallSums()``: the values become too many with larger sums.

  private static var largestSumOfRecursiveValue: UInt64 { 16 }
  private static var maxAttemptsForRecursiveValues: Int { 4_000 }
  private static var largestSumOfLists: UInt64 { 64 }
  private static var maxAttemptsForLists: Int { 1_200 }
  private static var sumSlack: UInt64 { 4 }
}

extension Choices {
  /// The indices of the choices that decide the shape of a value: lengths of lists, and cases of recursive values.
  fileprivate var shape: Set<Int> {
    Set(lengthIndices).union(spans.lazy.filter(\.isRecursive).map(\.range.lowerBound))
  }
}

extension Shrinker {
  /// Evaluates the few smallest values in order of size, the order of ``Gen/enumerate(_:)``.
  ///
  /// Many properties fail for one of them. The first that fails is the least of all, so shrinking is finished. Of
  /// recursive values twice as many are evaluated, but one of each shape, because the combinations of their leaves are
  /// too many.
  ///
  /// - Returns: `true` where one of them fails, and is the best value now.
  mutating func findAmongSmallest(_ count: Int) -> Bool {
    let isRecursive = best.spans.contains(where: \.isRecursive)
    let count = isRecursive ? 2 * count : count
    var evaluated = 0
    var attempts = 16 * count
    for size in UInt64(0)... {
      var isLimited = false
      var prefix: [UInt64]? = []
      while let current = prefix {
        guard evaluated < count, attempts > 0 else { return false }
        attempts -= 1
        var choices = Choices(.enumerated(prefix: current, budget: size))
        let value = try? generate(&choices)
        isLimited = isLimited || choices.wasLimited
        let shape = isRecursive ? choices.shape : []
        prefix = choices.successor(budget: size) { !isRecursive || shape.contains($0) }
        guard let value, choices.record.reduce(0, +) == size else { continue }
        if choices.record == best.record || evaluate(value, choices) { return true }
        evaluated += 1
      }
      if !isLimited { return false }
    }
    return false
  }
}

extension Shrinker {
  /// Evaluates the smallest values with lists or of a recursive type, if the best one is small: a simpler value of
  /// another shape may be far from it for every other pass.
  ///
  /// Of recursive types, all values whose choices have at most the sum of the best ones are evaluated, if they are few
  /// enough.
  mutating func findAmongShapes() {
    let most = best.record.reduce(UInt64(0)) { min($0, .max - $1) + $1 }
    guard most <= (isRecursive ? Self.largestSum : Self.largestSumOfLists) else { return }
    guard isRecursive || !best.spans.isEmpty && !areNames(numbers) else { return }
    var attempts = isRecursive ? Self.mostShapes : Self.mostLists
    // A shorter record may have a slightly larger sum.
    for size in 0...(isRecursive ? most : most + Self.shapeSlack) {
      var prefix: [UInt64]? = []
      while let current = prefix {
        guard attempts > 0, !isOver else { return }
        attempts -= 1
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

  /// Some part has the type of a part around it.
  private var isRecursive: Bool {
    best.layout.indices.contains { index in
      let whole = best.layout[index]
      guard whole.type != nil || whole.isRecursive else { return false }
      return best.layout[(index + 1)...].prefix { $0.range.lowerBound < whole.range.upperBound }
        .contains { $0.type == whole.type && $0.range.count < whole.range.count }
    }
  }

  private static var largestSum: UInt64 { 16 }
  private static var mostShapes: Int { 4_000 }
  private static var largestSumOfLists: UInt64 { 64 }
  private static var mostLists: Int { 1_200 }
  private static var shapeSlack: UInt64 { 4 }
}

extension Choices {
  /// The places of the choices that decide the parts of a value.
  fileprivate var shape: Set<Int> {
    Set(lengthIndices).union(spans.lazy.filter(\.isRecursive).map(\.range.lowerBound))
  }
}

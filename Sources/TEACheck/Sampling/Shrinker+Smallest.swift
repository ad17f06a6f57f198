extension Shrinker {
  /// Evaluates the few smallest values that there are, in order of size: the order of ``Gen/enumerate(_:)``.
  ///
  /// Many properties fail for one of these. The first that fails is the least, whatever the shrinker began with, so
  /// there is nothing left to do. Of recursive values twice as many are evaluated, in different shapes only: what
  /// their leaves are would take too many.
  ///
  /// - Returns: Whether one of them fails; it is the best value now.
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

extension Choices {
  /// The places of the choices that decide which parts a value has.
  fileprivate var shape: Set<Int> {
    Set(counters).union(spans.lazy.filter(\.isRecursive).map(\.range.lowerBound))
  }
}

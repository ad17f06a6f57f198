internal import TEASupport

extension Gen {
  /// Values that hold smaller values of their own kind, such as trees.
  ///
  /// ```swift
  /// let trees = Gen<Tree>.recursive(.always(.leaf)) { smaller in
  ///   zip(smaller, smaller).map { .node($0, $1) }
  /// }
  /// ```
  ///
  /// The probability that a value contains others is a tenth of the size, divided by three at each level, and at most 0.7. The
  /// counts of random collections are divided by eight at each level. Below the sixth level only the base is used. Values
  /// shrink to the base, and to values inside of them.
  ///
  /// - Parameters:
  ///   - base: Makes values that hold no others.
  ///   - larger: Returns a generator that makes values from smaller ones.
  public static func recursive(_ base: Gen, _ larger: (_ smaller: Gen) -> Gen) -> Gen {
    // One generator for each level, so that no generator contains itself.
    var level = recursiveLevel(base, nil)
    for _ in 0..<Choices.maxDepth {
      level = recursiveLevel(base, larger(level.nested))
    }
    return level
  }

  /// - Parameter larger: Makes values from smaller ones; `nil` at the deepest level.
  private static func recursiveLevel(_ base: Gen, _ larger: Gen?) -> Gen {
    Gen { choices throws(Discarded) in
      try choices.markingGroup(isRecursive: true) { choices throws(Discarded) in
        // The choice is recorded at every level, so that a part can be moved to another level.
        guard choices.chooseFlag(probability: choices.recursionProbability) else {
          return try base.generate(&choices)
        }
        guard let larger, choices.depth < Choices.maxDepth else {
          choices.noteTruncation()
          return try base.generate(&choices)
        }
        return try larger.generate(&choices)
      }
    }
  }
}

extension Gen {
  /// The generator one level deeper, where counts are smaller and further recursion is less likely.
  var nested: Gen {
    let generate = generate
    return Gen { choices throws(Discarded) in
      choices.depth += 1
      defer { choices.depth -= 1 }
      return try generate(&choices)
    }
  }
}

extension Choices {
  var recursionProbability: Double {
    var probability = Double(max(size, 1)) / 10
    for _ in 0..<min(depth, Self.maxDepth) { probability /= 3 }
    return min(0.7, probability)
  }

  /// Chooses between cases, `0...last`, of which only the first `firstCount` end the recursion.
  ///
  /// At depths less than 3, all are equally likely, for variety. At greater depths, the first cases are more likely, because
  /// values would otherwise have many thousands of parts.
  mutating func chooseCase(through last: UInt64, favouring firstCount: Int) -> UInt64 {
    if depth < 3 { return choose(through: last) }
    let probability = 1 - recursionProbability
    return choose(through: last) { random, _ in
      random.next(through: random.nextBool(probability: probability) ? min(last, UInt64(firstCount - 1)) : last)
    }
  }
}

extension Gen {
  /// Values that hold smaller values of their own kind, such as trees.
  ///
  /// ```swift
  /// let trees = Gen<Tree>.recursive(.always(.leaf)) { smaller in
  ///   zip(smaller, smaller).map { .node($0, $1) }
  /// }
  /// ```
  ///
  /// The size decides how likely a value is to hold others, and each level has a third of the size of the one around it;
  /// below the sixth, only the base is used. Values shrink to the base, and to values that are inside of them.
  ///
  /// - Parameters:
  ///   - base: Makes values that hold no others.
  ///   - larger: Returns a generator that makes values from smaller ones.
  public static func recursive(_ base: Gen, _ larger: (_ smaller: Gen) -> Gen) -> Gen {
    // One generator for each level, and no cycle: every level has only the next one inside.
    var level = recursiveLevel(base, nil)
    for _ in 0..<Choices.deepest {
      level = recursiveLevel(base, larger(level.nested))
    }
    return level
  }

  private static func recursiveLevel(_ base: Gen, _ larger: Gen?) -> Gen {
    Gen { choices throws(Discarded) in
      try choices.group(isRecursive: true) { choices throws(Discarded) in
        // The choice is made at every level, so that a part can be moved to another one.
        guard choices.chooseFlag(probability: choices.recursionProbability) else {
          return try base.generate(&choices)
        }
        guard let larger, choices.depth < Choices.deepest else {
          choices.truncate()
          return try base.generate(&choices)
        }
        return try larger.generate(&choices)
      }
    }
  }
}

extension Gen {
  /// The generator for use inside of values of the same kind, which are to be smaller the deeper they are.
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
  /// The probability that a recursive value holds others: lower for small sizes, a third at each level, at most 0.7.
  var recursionProbability: Double {
    var probability = Double(max(size, 1)) / 10
    for _ in 0..<min(depth, Self.deepest) { probability /= 3 }
    return min(0.7, probability)
  }

  /// The distribution of a choice among cases of which only the first hold no others: uniform near the top, where many
  /// are to be seen, and mostly of the first below, where values would have many thousands of parts.
  func distribution(favouring first: Int) -> Distribution {
    depth < 3 ? .uniform : .mostly(through: UInt64(first - 1), 1 - recursionProbability)
  }
}

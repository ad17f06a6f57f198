extension Gen {
  /// Chooses among the generators of an array by weight; the first is the simplest.
  ///
  /// - Precondition: There is at least one generator, and every weight is positive.
  public static func frequency(_ generators: [(weight: Int, generator: Gen)]) -> Gen {
    guard !generators.isEmpty else { fatalError("Gen.frequency needs at least one generator") }
    for (weight, _) in generators {
      guard weight > 0 else { fatalError("Gen.frequency needs positive weights, got \(weight)") }
    }
    let total = UInt64(generators.reduce(0) { $0 + $1.weight })
    return Gen { choices throws(Discarded) in
      try choices.markingPart { choices throws(Discarded) in
        var remainder = choices.choose(through: total - 1)
        for (weight, generator) in generators {
          if remainder < weight { return try generator.generate(&choices) }
          remainder -= UInt64(weight)
        }
        preconditionFailure("The weights add up to less than their total")
      }
    }
  }

  /// A success, the simpler one, or a failure.
  public static func result<Success, Failure>(
    _ success: Gen<Success>, _ failure: Gen<Failure>
  ) -> Gen where Value == Result<Success, Failure> {
    Gen { choices throws(Discarded) in
      choices.choose(through: 1) == 0
        ? .success(try success.generate(&choices)) : .failure(try failure.generate(&choices))
    }
  }
}

extension Gen where Value: CaseIterable & Sendable, Value.AllCases: Sendable {
  /// Chooses one of the type's cases; the first is the simplest.
  ///
  /// - Precondition: The type has at least one case.
  public static var anyCase: Gen {
    guard !Value.allCases.isEmpty else { fatalError("Gen.anyCase needs at least one case of \(Value.self)") }
    return .element(of: Value.allCases)
  }
}

extension Gen {
  /// Chooses among the generators of an array by weight; the first is the simplest.
  ///
  /// - Precondition: There is at least one generator, and every weight is positive.
  public static func frequency(_ generators: [(weight: Int, generator: Gen)]) -> Gen {
    precondition(!generators.isEmpty, "Gen.frequency needs at least one generator")
    for (weight, _) in generators {
      precondition(weight > 0, "Gen.frequency needs positive weights, got \(weight)")
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

  /// Turns each generated value into another one, and keeps only results that are not `nil`.
  ///
  /// Up to 100 values are tried. If each result is `nil`, the generator throws ``Discarded``. Prefer a generator that makes
  /// only good values.
  public func compactMap<Result>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> Result?
  ) -> Gen<Result> {
    map(transform).filter(fileID: fileID, filePath: filePath, line: line) { $0 != nil }.map { $0! }
  }

  /// One value of each of the generators, in their order.
  public static func each<Element>(of generators: [Gen<Element>]) -> Gen where Value == [Element] {
    Gen { choices throws(Discarded) in
      var elements: [Element] = []
      choices.announceGroups(generators.count)
      for generator in generators {
        choices.beginGroup(of: Element.self)
        defer { choices.endGroup() }
        elements.append(try generator.generate(&choices))
      }
      return elements
    }
  }

  /// The same generator at a fixed size, from 0 to 100, whatever the size of the run.
  ///
  /// A random count, such as that of an array or a string, exceeds its lower bound by at most five thirds of the size. At size
  /// 0 it does so by at most one.
  public func sized(_ size: Int) -> Gen {
    let generate = generate
    return Gen { choices throws(Discarded) in
      let outerSize = choices.size
      choices.size = size
      defer { choices.size = outerSize }
      return try generate(&choices)
    }
  }
}

extension Gen where Value: CaseIterable & Sendable, Value.AllCases: Sendable {
  /// Chooses one of the type's cases; the first is the simplest.
  ///
  /// - Precondition: The type has at least one case.
  public static var anyCase: Gen { .element(of: Value.allCases) }
}

/// A generator: a function from a source of choices to a value.
///
/// A generator samples a value from random choices, replays one from recorded choices, and enumerates its values from every
/// choice in turn. Values shrink with their choices, so a value never shrinks to one that its generator could not have made.
public struct Gen<Value>: Sendable {
  /// Makes a value from choices.
  @usableFromInline package let generate: @Sendable (inout Choices) throws(Discarded) -> Value

  @inlinable
  package init(_ generate: @escaping @Sendable (inout Choices) throws(Discarded) -> Value) {
    self.generate = generate
  }

  /// Makes a generator of a function that the compiler cannot prove to be sendable. The caller vouches that conformances in it
  /// are not isolated, and that values in it may be used from any thread.
  package static func uncheckedSendable(_ generate: @escaping (inout Choices) throws(Discarded) -> Value) -> Gen {
    typealias SendableFunction = @Sendable (inout Choices) throws(Discarded) -> Value
    return Gen(unsafeBitCast(generate, to: SendableFunction.self))
  }

  /// Makes one value from a seed.
  ///
  /// The same seed and size make the same value on every machine.
  ///
  /// - Parameter size: The size of the value, from 0 to 100.
  /// - Throws: ``Discarded`` where the generator makes no value.
  public func sample(seed: UInt64, size: Int = 30) throws(Discarded) -> Value {
    try record(seed: seed, size: size).value
  }

  /// Makes the value that a record of choices stands for.
  ///
  /// Choices out of range are lowered to the largest possible ones, and missing ones are zero.
  ///
  /// - Throws: ``Discarded`` where the generator makes no value.
  public func replay(_ record: [UInt64]) throws(Discarded) -> Value {
    var choices = Choices(.recorded(record))
    return try generate(&choices)
  }

  /// Makes one value from a seed, together with the choices that make it again.
  ///
  /// - Throws: ``Discarded`` where the generator makes no value.
  public func record(seed: UInt64, size: Int = 30) throws(Discarded) -> (value: Value, choices: [UInt64]) {
    var choices = Choices(seed: seed, size: size)
    let value = try generate(&choices)
    return (value, choices.record)
  }

  /// Returns the generator's smallest values, from small to large. Repetitions are left out where values can be compared.
  ///
  /// The array is shorter than `count` where the generator has no more values, or where the attempts end. There are 1 000
  /// attempts for each value, and at least 100 000 in all.
  public func enumerate(_ count: Int) -> [Value] { smallest(count).values }
}

extension Gen {
  /// The generator of one value.
  @inlinable
  public static func always(_ value: Value) -> Gen where Value: Sendable {
    Gen { _ throws(Discarded) in value }
  }

  /// Turns each generated value into another one.
  @inlinable
  public func map<Result>(_ transform: @escaping @Sendable (Value) -> Result) -> Gen<Result> {
    let generate = generate
    return Gen<Result> { choices throws(Discarded) in transform(try generate(&choices)) }
  }

  /// Chooses the next generator by a generated value.
  @inlinable
  public func flatMap<Result>(_ next: @escaping @Sendable (Value) -> Gen<Result>) -> Gen<Result> {
    let generate = generate
    return Gen<Result> { choices throws(Discarded) in
      // Marking the part lets shrinking lift values out of generator functions that call themselves: see
      // `Shrinker.liftParts()`.
      try choices.markingPart { choices throws(Discarded) in
        let value = try generate(&choices)
        return try next(value).generate(&choices)
      }
    }
  }

  /// Keeps only values that satisfy a condition.
  ///
  /// Up to 100 values are tried. If none satisfies the condition, the generator throws ``Discarded``. Prefer a generator that
  /// makes only good values.
  @inlinable
  public func filter(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> Gen {
    let generate = generate
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    return Gen { choices throws(Discarded) in
      for _ in 0..<(choices.mayRetry ? 100 : 1) {
        let value = try choices.markingGroup { inner throws(Discarded) in try generate(&inner) }
        if isIncluded(value) { return value }
      }
      throw Discarded(at: place)
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

  /// Chooses among generators, all equally likely; the first is the simplest.
  ///
  /// - Precondition: There is at least one generator.
  public static func oneOf(_ generators: Gen...) -> Gen { oneOf(generators) }

  /// Chooses among the generators of an array, all equally likely; the first is the simplest.
  ///
  /// - Precondition: There is at least one generator.
  @inlinable
  public static func oneOf(_ generators: [Gen]) -> Gen {
    guard !generators.isEmpty else { fatalError("Gen.oneOf needs at least one generator") }
    return Gen { choices throws(Discarded) in
      try choices.markingPart { choices throws(Discarded) in
        let index = Int(choices.choose(through: UInt64(generators.count - 1)))
        return try generators[index].generate(&choices)
      }
    }
  }

  /// Chooses among generators by weight; the first is the simplest.
  ///
  /// - Precondition: There is at least one generator, and every weight is positive.
  @inlinable
  public static func frequency(_ generators: (weight: Int, Gen)...) -> Gen {
    frequency(generators.map { (weight: $0.weight, generator: $0.1) })
  }

  /// Chooses one of the elements; the first is the simplest.
  ///
  /// - Precondition: There is at least one element.
  @inlinable
  public static func element(of elements: some Collection<Value> & Sendable) -> Gen where Value: Sendable {
    guard !elements.isEmpty else { fatalError("Gen.element(of:) needs at least one element") }
    let elements = Array(elements)
    return Gen { choices throws(Discarded) in
      elements[Int(choices.choose(through: UInt64(elements.count - 1)))]
    }
  }
}

/// Generates one value with each of the generators.
@inlinable
public func zip<each Value>(_ generators: repeat Gen<each Value>) -> Gen<(repeat each Value)> {
  Gen { choices throws(Discarded) in
    try (repeat choices.markingPart((each generators).generate))
  }
}

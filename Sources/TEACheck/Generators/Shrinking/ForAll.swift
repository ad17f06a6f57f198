internal import TEASupport
internal import TEARuntime

/// A value for which a property does not hold.
public struct Falsified<Value: Sendable>: Error, CustomStringConvertible {
  /// The value, shrunk unless ``isFlaky``.
  public let value: Value
  /// The choices that make the value again: see ``Gen/replay(_:)``.
  public let choices: [UInt64]
  /// The number of the falsifying case, from 1; discarded cases do not count.
  public let caseNumber: Int
  /// The seed of the random numbers from which the cases were drawn.
  public let seed: UInt64
  /// The number of evaluations of the property that shrinking the value took.
  public let evaluations: Int
  /// The error that the property threw for the shrunk value; `nil` where the property returned false, or ``isFlaky``.
  public let thrown: (any Error)?
  /// `true` where the failure did not recur when the same choices were replayed. The value was then not shrunk.
  public let isFlaky: Bool

  public var description: String {
    let summary = "falsified by \(literal(value))\(thrown.map { ", which throws \(literal($0))" } ?? "")"
    let place = "case \(caseNumber) of seed \(seed)"
    return isFlaky
      ? "\(summary), and not when run again with the same choices: the property or the generator is flaky, it depends on "
        + "something other than the value  (\(place))"
      : "\(summary)  (\(place), shrunk with \(counted(evaluations, "evaluation")))"
  }
}

/// Checks that a property holds for generated values.
///
/// Each value is drawn with the next size of the range; after the largest size, the smallest comes again. A value that
/// falsifies the property is shrunk.
///
/// - Parameters:
///   - cases: The number of values for which the property must hold; discarded values do not count.
///   - seed: The same seed makes the same values.
///   - size: The range of sizes, from 0 to 100.
///   - property: Returns false, or throws, for a value that falsifies it.
/// - Throws: ``Falsified`` with the simplest value found; ``TooManyDiscarded`` where more than nine tenths of at least 50
///   values are discarded.
@inlinable
public func forAll<Value: Sendable>(
  _ generator: Gen<Value>, cases: Int = 1_000, seed: UInt64 = 1, size: ClosedRange<Int> = 1...60,
  _ property: (Value) throws -> Bool
) throws {
  var (acceptedCount, discardedCount) = (0, 0)
  var choices = Choices(seed: seed)
  while acceptedCount < cases {
    let runNumber = acceptedCount + discardedCount
    choices.restart(seed: seed, run: UInt64(runNumber), size: size.lowerBound + runNumber % size.count)
    do {
      let value = try generator.generate(&choices)
      acceptedCount += 1
      if isFalsified(by: value, property) {
        throw falsified(
          by: value, madeBy: choices.record, of: generator, property, caseNumber: acceptedCount, seed: seed)
      }
    } catch let last as Discarded {
      discardedCount += 1
      try TooManyDiscarded.check(discardedCount, of: runNumber + 1, last)
    }
  }
}

@inlinable
func isFalsified<Value>(by value: Value, _ property: (Value) throws -> Bool) -> Bool {
  do { return try !property(value) } catch { return true }
}

/// Evaluates the property again, and shrinks the value if the failure recurs.
@usableFromInline
func falsified<Value: Sendable>(
  by value: Value, madeBy record: [UInt64], of generator: Gen<Value>, _ property: (Value) throws -> Bool,
  caseNumber: Int, seed: UInt64
) -> Falsified<Value> {
  var replayed = Choices(.recorded(record))
  // Shrinking needs the bounds and the groups of choices, which only a replay records.
  guard let replayedValue = try? generator.generate(&replayed), isFalsified(by: replayedValue, property) else {
    return Falsified(
      value: value, choices: record, caseNumber: caseNumber, seed: seed, evaluations: 0, thrown: nil, isFlaky: true)
  }
  return withoutActuallyEscaping(property) { property in
    var shrinker = Shrinker(Shrinker.Failure(replayedValue, replayed), generate: generator.generate) { value in
      isFalsified(by: value, property)
    }
    shrinker.shrinkValue()
    let best = shrinker.best
    var thrown: (any Error)?
    do { _ = try property(best.value) } catch { thrown = error }
    return Falsified(
      value: best.value, choices: best.record, caseNumber: caseNumber, seed: seed, evaluations: shrinker.evaluations,
      thrown: thrown, isFlaky: false)
  }
}

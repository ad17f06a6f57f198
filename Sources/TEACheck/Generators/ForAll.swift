internal import TEARuntime

/// A value that a property does not hold for.
public struct Falsified<Value: Sendable>: Error, CustomStringConvertible {
  /// The value, shrunk.
  public let value: Value
  /// The choices that make the value again: see ``Gen/replay(_:)``.
  public let choices: [UInt64]
  /// Which case it was, counted from one.
  public let cases: Int
  /// What the cases were drawn from.
  public let seed: UInt64
  /// How often the property was evaluated to shrink the value.
  public let evaluations: Int
  /// What the property threw, if it did.
  public let thrown: (any Error)?

  public var description: String {
    "falsified by \(literal(value))\(thrown.map { ", which throws \(literal($0))" } ?? "")  (case \(cases) of seed "
      + "\(seed), shrunk with \(counted(evaluations, "evaluation")))"
  }
}

/// Checks that a property holds for generated values.
///
/// Values grow from case to case. A value that falsifies the property is shrunk to the simplest that does.
///
/// - Parameters:
///   - cases: How many values are made.
///   - seed: What they are drawn from: the same seed makes the same values.
///   - property: Returns false, or throws, for a value that falsifies it.
/// - Throws: ``Falsified`` with the simplest value found.
@inlinable
public func forAll<Value: Sendable>(
  _ generator: Gen<Value>, cases: Int = 1_000, seed: UInt64 = 1, _ property: (Value) throws -> Bool
) throws(Falsified<Value>) {
  var choices = Choices(seed: seed)
  for number in 0..<cases {
    choices.restart(seed: seed, run: UInt64(number), size: 1 + number % 60)
    guard let value = try? generator.generate(&choices), isFalsified(by: value, property) else { continue }
    throw shrunk(choices.record, of: generator, number: number, seed: seed, property)
  }
}

@inlinable
func isFalsified<Value>(by value: Value, _ property: (Value) throws -> Bool) -> Bool {
  do { return try !property(value) } catch { return true }
}

@usableFromInline
func shrunk<Value: Sendable>(
  _ record: [UInt64], of generator: Gen<Value>, number: Int, seed: UInt64, _ property: (Value) throws -> Bool
) -> Falsified<Value> {
  withoutActuallyEscaping(property) { property in
    var choices = Choices(.recorded(record))
    // Made again, because only a replay knows bounds and groups.
    guard let value = try? generator.generate(&choices) else {
      preconditionFailure("A generator made no value from the choices that it had made one from")
    }
    var shrinker = Shrinker(Shrinker.Failure(value, choices), generate: generator.generate) { value in
      isFalsified(by: value, property)
    }
    shrinker.shrinkValue()
    var thrown: (any Error)?
    do { _ = try property(shrinker.best.value) } catch { thrown = error }
    return Falsified(
      value: shrinker.best.value, choices: shrinker.best.record, cases: number + 1, seed: seed,
      evaluations: shrinker.evaluations, thrown: thrown)
  }
}

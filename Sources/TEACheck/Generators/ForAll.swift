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
public func forAll<Value: Sendable>(
  _ generator: Gen<Value>, cases: Int = 1_000, seed: UInt64 = 1, _ property: (Value) throws -> Bool
) throws(Falsified<Value>) {
  for number in 0..<cases {
    var choices = Choices(seed: seed, run: UInt64(number), size: 1 + number % 60)
    guard let value = try? generator.generate(&choices) else { continue }
    guard isFalsified(by: value, property) else { continue }
    let shrunk = withoutActuallyEscaping(property) { property in
      var replayed = Choices(.recorded(choices.record))
      let again = (try? generator.generate(&replayed)) ?? value
      var shrinker = Shrinker(Shrinker.Failure(again, replayed), generate: generator.generate) { value in
        isFalsified(by: value, property)
      }
      shrinker.shrinkValue()
      return (failure: shrinker.best, evaluations: shrinker.evaluations)
    }
    var thrown: (any Error)?
    do { _ = try property(shrunk.failure.value) } catch { thrown = error }
    throw Falsified(
      value: shrunk.failure.value, choices: shrunk.failure.record, cases: number + 1, seed: seed,
      evaluations: shrunk.evaluations, thrown: thrown)
  }
}

private func isFalsified<Value>(by value: Value, _ property: (Value) throws -> Bool) -> Bool {
  do { return try !property(value) } catch { return true }
}

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
  /// Whether the property, evaluated again on the same value, held: then it was not shrunk.
  public let isFlaky: Bool

  public var description: String {
    let what = "falsified by \(literal(value))\(thrown.map { ", which throws \(literal($0))" } ?? "")"
    let place = "case \(cases) of seed \(seed)"
    return isFlaky
      ? "\(what), and not when run again with the same choices: the property or the generator is flaky, it depends on "
        + "something other than the value  (\(place))"
      : "\(what)  (\(place), shrunk with \(counted(evaluations, "evaluation")))"
  }
}

/// Checks that a property holds for generated values.
///
/// Values grow from case to case. A value that falsifies the property is shrunk to the simplest that does.
///
/// - Parameters:
///   - cases: How many values the property must hold for; those that a filter throws away do not count.
///   - seed: What they are drawn from: the same seed makes the same values.
///   - size: How large the values are, from 0 to 100: they grow through the range, again and again.
///   - property: Returns false, or throws, for a value that falsifies it.
/// - Throws: ``Falsified`` with the simplest value found; ``HealthError`` where filters throw nearly all values away.
public func forAll<Value: Sendable>(
  _ generator: Gen<Value>, cases: Int = 1_000, seed: UInt64 = 1, size: ClosedRange<Int> = 1...60,
  _ property: (Value) throws -> Bool
) throws {
  var (accepted, discarded) = (0, 0)
  while accepted < cases {
    let number = accepted + discarded
    var choices = Choices(seed: seed, run: UInt64(number), size: size.lowerBound + number % size.count)
    do {
      let value = try generator.generate(&choices)
      accepted += 1
      let (isFalsified, thrown) = verdict(on: value, property)
      if isFalsified {
        throw falsified(by: value, choices, thrown, of: generator, property, cases: accepted, seed: seed)
      }
    } catch let last as Discarded {
      discarded += 1
      if HealthError.areTooMany(discarded, of: number + 1) {
        throw HealthError(cases: number + 1, discarded: discarded, last: last)
      }
    }
  }
}

/// Evaluates a falsified property again, and shrinks the value.
private func falsified<Value: Sendable>(
  by value: Value, _ choices: Choices, _ thrown: (any Error)?, of generator: Gen<Value>,
  _ property: (Value) throws -> Bool, cases: Int, seed: UInt64
) -> Falsified<Value> {
  func evaluate(_ choices: inout Choices) -> Value? {
    guard let value = try? generator.generate(&choices), verdict(on: value, property).isFalsified else { return nil }
    return value
  }
  var replayed = Choices(.recorded(choices.record))
  guard let again = evaluate(&replayed) else {
    return Falsified(
      value: value, choices: choices.record, cases: cases, seed: seed, evaluations: 0, thrown: thrown, isFlaky: true)
  }
  return withoutActuallyEscaping(evaluate) { evaluate in
    var shrinker = Shrinker(Shrinker.Failure(again, replayed), evaluate: evaluate)
    shrinker.shrink()
    let best = shrinker.best
    return Falsified(
      value: best.value, choices: best.record, cases: cases, seed: seed, evaluations: shrinker.evaluations,
      thrown: verdict(on: best.value, property).thrown, isFlaky: false)
  }
}

private func verdict<Value>(
  on value: Value, _ property: (Value) throws -> Bool
) -> (isFalsified: Bool, thrown: (any Error)?) {
  do { return (try !property(value), nil) } catch { return (true, error) }
}

import TEACheck

/// A property that fails, or a program with a fault, and its smallest counterexample.
struct Challenge: Sendable {
  struct Outcome {
    var counterexampleText: String
    /// The number of evaluations of the property after the first failure; 0 for a challenge of runs.
    var evaluations: Int
  }

  let name: String
  /// The text of the smallest counterexample.
  let smallest: String
  /// The least number of seeds, out of fifty, for which the counterexample must be `smallest`.
  let leastSeeds: Int
  /// Finds a failure and shrinks it. Calls `onFailure` before the shrinking.
  let solve: @Sendable (_ seed: UInt64, _ onFailure: () -> Void) -> Outcome
}

extension Challenge {
  /// A challenge to shrink a generated value.
  init<Value: Sendable>(
    _ name: String, _ smallest: String, leastSeeds: Int = 50, _ generator: Gen<Value>,
    _ property: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.init(name: name, smallest: smallest, leastSeeds: leastSeeds) { seed, onFailure in
      do {
        var hasFailed = false
        // There are so many cases that the property fails in one of them.
        try forAll(generator, cases: 20_000, seed: seed) { value in
          let holds = (try? property(value)) == true
          if !holds, !hasFailed {
            hasFailed = true
            onFailure()
          }
          return holds
        }
        return Outcome(counterexampleText: "not found", evaluations: 0)
      } catch let error as Falsified<Value> {
        return Outcome(counterexampleText: "\(error.value)", evaluations: error.evaluations)
      } catch {
        return Outcome(counterexampleText: "\(error)", evaluations: 0)
      }
    }
  }
}

/// Builds a list of challenges. The compiler type-checks each separately, which is faster than one array literal.
@resultBuilder enum ChallengeBuilder {
  static func buildBlock(_ challenges: Challenge...) -> [Challenge] { challenges }
}

import TEACheck

/// A property that fails, or a program with a fault, and the simplest counterexample there is to find.
struct Challenge: Sendable {
  /// What became of one seed.
  struct Outcome {
    /// The counterexample.
    var form: String
    /// How often the property was evaluated after the first failure.
    var evaluations: Int
  }

  let name: String
  /// The smallest form.
  let smallest: String
  /// How many of fifty seeds must end in the smallest form.
  let least: Int
  /// Finds a failure and shrinks it; tells when it is found.
  let solve: @Sendable (_ seed: UInt64, _ onFailure: () -> Void) -> Outcome
}

extension Challenge {
  /// A challenge of values.
  init<Value: Sendable>(
    _ name: String, _ smallest: String, least: Int = 50, _ generator: Gen<Value>,
    _ property: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.init(name: name, smallest: smallest, least: least) { seed, onFailure in
      do {
        var hasFailed = false
        try forAll(generator, cases: 20_000, seed: seed) { value in
          let holds = (try? property(value)) == true
          if !holds, !hasFailed {
            hasFailed = true
            onFailure()
          }
          return holds
        }
        return Outcome(form: "not found", evaluations: 0)
      } catch let error as Falsified<Value> {
        return Outcome(form: "\(error.value)", evaluations: error.evaluations)
      } catch {
        return Outcome(form: "\(error)", evaluations: 0)
      }
    }
  }
}

/// A list of challenges, each of which the compiler looks at by itself.
@resultBuilder enum ChallengeBuilder {
  static func buildBlock(_ challenges: Challenge...) -> [Challenge] { challenges }
}

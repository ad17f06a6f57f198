internal import TEARuntime

/// Something that holds in all worlds or steps that were looked at, or in nearly all.
struct Statement {
  enum Subject: Equatable {
    case worlds
    case steps
  }

  /// The first world or step that it does not hold of.
  enum Exception: Equatable {
    case world(Int)
    case step(Int)
  }

  var subject = Subject.worlds
  var words: String
  /// Swift to paste into a specification.
  var code: String
  /// The number of worlds or steps that were looked at.
  var total: Int
  /// Of those, the ones that the statement says something of.
  var support: Int
  /// Of those, the ones that it does not hold of.
  var exceptions = 0
  var firstException: Exception?
  /// The observations that it speaks of.
  var observations: Set<Int>
  /// Its worth to a reader; see ``score(weight:expected:exceptions:)``.
  var score: Double
  /// Of a statement on two conditions, the cells of their table that it forbids.
  var forbidden: [Int]?

  var isNearMiss: Bool { exceptions > 0 }

  /// Tests for few enough exceptions among all that it says something of, and none at once at the start, where programs
  /// are unlike what they are later.
  func isWellSupported(starts: Int) -> Bool {
    guard exceptions > 0 else { return true }
    if case .world(let world) = firstException, world < starts { return false }
    return Double(exceptions) <= Self.mostShare * Double(support)
  }

  /// The largest share of exceptions among all that a statement says something of.
  static let mostShare = 0.4

  /// The largest ratio of actual to expected exceptions with which a statement is kept.
  static let mostExceptions = 0.5

  /// The share of exceptions that chance would make among statements that are seldom true by chance.
  static let byChance = 0.7

  /// That ratio for statements that are true by chance more often than not.
  static let seldomByChance = 0.3

  /// The worth of a statement: by how much people mean such statements, and by how far it is from chance.
  ///
  /// - Parameters:
  ///   - weight: How much people mean such statements where they hold, between 0 and 10.
  ///   - expected: How many exceptions there would be if what it speaks of were independent.
  ///   - exceptions: How many there are.
  /// - Returns: `nil` where it says nothing.
  static func score(weight: Double, expected: Double, exceptions: Double) -> Double? {
    guard expected >= 1, exceptions <= mostExceptions * expected else { return nil }
    let excess = 1 - exceptions / expected
    return weight * (expected / (expected + 3)) * excess * excess
  }
}

extension Statement {
  /// An invariant of worlds.
  static func ofWorlds(
    _ words: String, _ formula: Formula, total: Int, support: Int, observations: Set<Int>, score: Double
  ) -> Statement {
    let subject = formula.subject.argument
    return Statement(
      words: words, code: formula.code("Always(\(swiftLiteral(words))\(subject))"), total: total,
      support: support, observations: observations, score: score)
  }

  /// A text as a literal of Swift.
  static func swiftLiteral(_ text: String) -> String { "\"\(escaped(text, quotes: true))\"" }
}

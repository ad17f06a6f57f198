internal import TEAText
internal import TEARuntime

/// A statement that holds in all explored worlds or steps, or in nearly all.
package struct Statement {
  /// The statement is about steps, and not about worlds.
  package var isOfSteps = false
  package var words: String
  /// Swift to paste into a specification. The text is made when it is read, because most statements are not shown.
  package var code: String { makeCode() }
  private let makeCode: () -> String
  /// The number of explored worlds or steps.
  package var total: Int
  /// The number of worlds or steps that the statement says something about.
  package var support: Int
  package var exceptionCount: Int
  /// The number of the first world or step that is an exception.
  package var firstException: Int?
  /// The indices of the observations that the statement is about.
  var observations: Set<Int>
  /// The worth of the statement to a reader; see ``score(weight:expectedExceptionCount:exceptionCount:)``.
  var score: Double
  /// For a statement on two conditions, the cells of their table that the statement forbids; `nil` for any other statement.
  var forbiddenCells: [Int]?
  /// The law and the cases of its messages: laws that differ only in the payloads are of one family. `nil` for no law.
  var family: String?
  /// `nil` for no law.
  var law: MessageMiner.Equation.Kind?
  /// The parts of the meaning; empty for a statement that takes no part in the search for repetitions.
  var facts: [Fact] = []

  init(
    isOfSteps: Bool = false, words: String, code: @autoclosure @escaping () -> String, total: Int, support: Int,
    exceptions: Tally = Tally(), observations: Set<Int>, score: Double, facts: [Fact] = []
  ) {
    (self.isOfSteps, self.words, self.total, self.support) = (isOfSteps, words, total, support)
    (exceptionCount, firstException) = (exceptions.count, exceptions.first)
    (self.observations, self.score, self.facts) = (observations, score, facts)
    makeCode = code
  }

  var isNearMiss: Bool { exceptionCount > 0 }

  /// Returns whether there are few exceptions for the support, and the first of them is not a start. Starts are often unlike
  /// later worlds.
  ///
  /// - Parameter starts: The number of starts, which are the first worlds.
  package func isWellSupported(starts: Int) -> Bool {
    guard exceptionCount > 0 else { return true }
    if !isOfSteps, let world = firstException, world < starts { return false }
    return Double(exceptionCount) <= Self.largestExceptionShare * Double(support)
  }

  /// The largest ratio of exceptions to support with which a statement is well supported.
  static let largestExceptionShare = 0.4

  /// The largest ratio of actual to expected exceptions with which a statement is kept.
  static let largestExceptionRatio = 0.5

  /// The share of exceptions to expect by chance, for a statement that is seldom true by chance.
  static let expectedExceptionShare = 0.7

  /// The share of exceptions to expect by chance, for a statement that is true by chance more often than not.
  static let lowExpectedExceptionShare = 0.3

  /// The worth of a statement to a reader: its weight, reduced where chance may explain the statement.
  ///
  /// - Parameters:
  ///   - weight: The likelihood that people mean the statement where it holds, between 0 and 10.
  ///   - expectedExceptionCount: The number of exceptions to expect if the observed values were independent. Either both counts
  ///     are of exceptions, or both are of kinds of them.
  /// - Returns: `nil` where chance explains the statement.
  static func score(weight: Double, expectedExceptionCount: Double, exceptionCount: Double) -> Double? {
    guard expectedExceptionCount >= 1, exceptionCount <= largestExceptionRatio * expectedExceptionCount else {
      return nil
    }
    let excess = 1 - exceptionCount / expectedExceptionCount
    // The second factor approaches 1 as the expected exceptions grow, so few observations give a low score.
    return weight * (expectedExceptionCount / (expectedExceptionCount + 3)) * excess * excess
  }
}

extension Statement {
  /// The kind of declaration that a statement becomes in a specification.
  enum Declaration: String {
    case always = "Always"
    case recovers = "Recovers"
    case settles = "Settles"
    case step = "Step"
  }

  /// A statement as a declaration; `nil` where chance explains it.
  ///
  /// - Parameter expected: The number of kinds of exceptions to expect if the observed values were independent.
  init?(
    _ declaration: Declaration, _ words: @autoclosure () -> String, _ formula: @autoclosure () -> Formula,
    weight: Double, expected: Double, exceptions: Tally = Tally(), total: Int, support: Int, observations: Set<Int>,
    facts: [Fact] = []
  ) {
    guard
      let score = Self.score(
        weight: weight, expectedExceptionCount: expected, exceptionCount: Double(exceptions.kindCount))
    else { return nil }
    let (words, formula, isOfSteps) = (words(), formula(), declaration == .step)
    let argument = declaration == .always ? formula.subject.argument : ""
    self.init(
      isOfSteps: isOfSteps, words: words,
      code: formula.code(
        "\(declaration.rawValue)(\(quoted(words))\(argument))", parameter: isOfSteps ? "step" : nil,
        model: isOfSteps ? "step.before" : nil),
      total: total, support: support, exceptions: exceptions, observations: observations, score: score, facts: facts)
  }
}

extension [Statement] {
  /// Adds a statement; adds nothing for `nil`, where chance explains the statement.
  mutating func append(_ statement: Statement?) {
    if let statement { append(statement) }
  }
}

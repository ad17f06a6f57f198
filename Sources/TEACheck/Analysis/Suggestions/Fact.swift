/// A part of the meaning of a statement. Facts show which statements say nothing new.
///
/// Observations are given by their indices, and conditions as literals: literal 2n says that condition n holds, and literal
/// 2n + 1 that it does not.
enum Fact: Equatable {
  /// The directions in which a value changes; a value without an order has both at once.
  struct Directions: OptionSet {
    let rawValue: UInt8
    static let rising = Directions(rawValue: 1)
    static let falling = Directions(rawValue: 2)
  }

  enum Cause: Equatable {
    /// No steps at all: the value never changes in the directions.
    case none
    /// The steps of messages of some innermost cases: bit n for case n.
    case messages(UInt32)
    /// The steps that answer a command of a case.
    case command(Int)
    /// The steps before which a literal holds.
    case literal(Int)
  }

  /// Only steps of the cause change the observed value in the directions.
  case changes(Int, Directions, by: Cause)
  case atLeast(Int, Int32)
  case atMost(Int, Int32)
  /// An observed number is never more than another or, where `isStrict`, is always less.
  case ordered(Int, Int, isStrict: Bool = false)
  /// The second of two observed numbers is not 0 wherever the first is not 0. The first is never below 0.
  case nonzero(Int, Int)
  /// In every world in which the program is at rest, a literal holds.
  case atRest(Int)
  /// From every world, a world in which a literal holds can be reached.
  case recovers(Int)

  /// - Parameter literalImplies: Returns whether the second literal holds wherever the first does.
  func implies(_ other: Fact, _ literalImplies: (Int, Int) -> Bool) -> Bool {
    switch (self, other) {
    case (.changes(let value, let directions, let cause), .changes(let otherValue, let otherDirections, let otherCause)):
      value == otherValue && directions.isSuperset(of: otherDirections) && cause.isInside(otherCause, literalImplies)
    case (.atLeast(let number, let bound), .atLeast(let otherNumber, let otherBound)):
      number == otherNumber && bound >= otherBound
    case (.atMost(let number, let bound), .atMost(let otherNumber, let otherBound)):
      number == otherNumber && bound <= otherBound
    case (.ordered(let low, let high, let isStrict), .ordered(let otherLow, let otherHigh, let otherIsStrict)):
      low == otherLow && high == otherHigh && (isStrict || !otherIsStrict)
    case (.ordered(let low, let high, _), .nonzero(let otherLow, let otherHigh)),
      (.nonzero(let low, let high), .nonzero(let otherLow, let otherHigh)):
      low == otherLow && high == otherHigh
    case (.atRest(let literal), .atRest(let otherLiteral)), (.recovers(let literal), .recovers(let otherLiteral)):
      literalImplies(literal, otherLiteral)
    default: false
    }
  }
}

extension Fact.Cause {
  fileprivate func isInside(_ other: Fact.Cause, _ literalImplies: (Int, Int) -> Bool) -> Bool {
    switch (self, other) {
    case (.none, _): true
    case (.messages(let cases), .messages(let otherCases)): cases & ~otherCases == 0
    case (.command(let command), .command(let otherCommand)): command == otherCommand
    case (.literal(let literal), .literal(let otherLiteral)): literalImplies(literal, otherLiteral)
    default: false
    }
  }
}

extension Statement {
  /// The other statement follows from this one, and has the same exceptions.
  private func makesRedundant(_ other: Statement, _ literalImplies: (Int, Int) -> Bool) -> Bool {
    // An exception of `other` is one of this statement too, so equal numbers mean the same exceptions.
    isOfSteps == other.isOfSteps && exceptionCount == other.exceptionCount && !other.facts.isEmpty
      && other.facts.allSatisfy { fact in facts.contains { $0.implies(fact, literalImplies) } }
  }

  /// Leaves out the statements that follow from others.
  ///
  /// First, each statement that follows from one other statement is left out; of statements that follow from each other, the
  /// one with the best score stays. Then, from the lowest score up, each statement without exceptions that follows from several
  /// others together is left out.
  package static func withoutRedundant(
    _ statements: [Statement], _ literalImplies: (Int, Int) -> Bool
  ) -> [Statement] {
    let withFacts = statements.indices.filter { !statements[$0].facts.isEmpty }
    var isKept = [Bool](repeating: true, count: statements.count)
    for index in withFacts {
      let statement = statements[index]
      isKept[index] = !withFacts.contains { other in
        guard other != index, statements[other].makesRedundant(statement, literalImplies) else { return false }
        // Of statements with equal scores, the first one stays.
        return !statement.makesRedundant(statements[other], literalImplies)
          || (statements[other].score, index) > (statement.score, other)
      }
    }
    let certain = withFacts.filter { isKept[$0] && !statements[$0].isNearMiss }
    for index in certain.sorted(by: { (statements[$0].score, $1) < (statements[$1].score, $0) }) {
      let others = certain.filter { $0 != index && isKept[$0] }
      isKept[index] = !statements[index].facts.allSatisfy { fact in
        others.contains { other in statements[other].facts.contains { $0.implies(fact, literalImplies) } }
      }
    }
    return statements.indices.filter { isKept[$0] }.map { statements[$0] }
  }
}

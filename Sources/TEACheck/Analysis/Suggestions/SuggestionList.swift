/// Chooses, among all statements that were found, those that are worth reading.
package struct SuggestionList {
  /// The largest number of statements in a limited list.
  static let defaultCount = 10

  /// The statements in the order of the report: near misses, and then statements without exceptions.
  package private(set) var statements: [Statement]

  package init(_ allStatements: [Statement], isLimited: Bool) {
    let nearMisses = Self.withFewLaws(Self.diversified(allStatements.filter(\.isNearMiss)))
    let exactStatements = Self.withFewLaws(Self.diversified(allStatements.filter { !$0.isNearMiss }))
    guard isLimited else {
      statements = nearMisses + exactStatements
      return
    }
    // Near misses take at most half, unless there are too few other statements to fill the rest.
    let nearMissLimit = max(Self.defaultCount / 2, Self.defaultCount - exactStatements.count)
    let chosenNearMisses = nearMisses.prefix(nearMissLimit)
    statements = Array(chosenNearMisses) + exactStatements.prefix(Self.defaultCount - chosenNearMisses.count)
  }

  /// Ranks statements greedily by score times novelty, as in maximal marginal relevance (Carbonell and Goldstein, 1998).
  private static func diversified(_ statements: [Statement]) -> [Statement] {
    var remaining = statements.sorted { ($1.score, $0.words) < ($0.score, $1.words) }
    var chosenStatements: [Statement] = []
    while !remaining.isEmpty {
      // Of equally good statements the first is chosen, so that the order is the same each time.
      var best = (index: 0, worth: -1.0)
      for (index, statement) in remaining.enumerated() {
        // The novelty is at most 1, and later statements have no greater score.
        if statement.score <= best.worth { break }
        let worth = statement.score * novelty(of: statement, beside: chosenStatements)
        if worth > best.worth { best = (index, worth) }
      }
      chosenStatements.append(remaining.remove(at: best.index))
    }
    return chosenStatements
  }

  /// Moves further laws of a kind behind the first ten statements: a law for each message, such as that it is idempotent, would take
  /// the places of what says more of the program.
  private static func withFewLaws(_ statements: [Statement]) -> [Statement] {
    var (beginning, rest, counts) = ([Statement](), [Statement](), [MessageMiner.Equation.Kind: Int]())
    for statement in statements {
      if let law = statement.law { counts[law, default: 0] += 1 }
      let isFurtherLaw = statement.law.flatMap { counts[$0] } ?? 0 > 2
      if isFurtherLaw || beginning.count == defaultCount { rest.append(statement) } else { beginning.append(statement) }
    }
    return beginning + rest
  }

  /// The novelty of a statement, from 1 down to 0: the product of a factor for each of the last 32 chosen statements. Earlier
  /// statements are left out for speed.
  private static func novelty(of statement: Statement, beside chosenStatements: [Statement]) -> Double {
    chosenStatements.suffix(32).reduce(1) { novelty, other in
      let sharesException = (statement.isOfSteps, statement.firstException) == (other.isOfSteps, other.firstException)
      if statement.isNearMiss, sharesException { return novelty * 0.4 }
      if let family = statement.family, family == other.family { return novelty * 0.3 }
      if statement.observations == other.observations { return novelty * 0.6 }
      return statement.observations.isDisjoint(with: other.observations) ? novelty : novelty * 0.85
    }
  }
}

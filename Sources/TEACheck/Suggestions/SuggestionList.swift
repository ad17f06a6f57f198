/// Chooses, among all statements that were found, those that are worth reading.
struct SuggestionList {
  /// The number of statements that are shown by default.
  static let defaultCount = 10

  /// The statements in the order of the report: near misses, and then invariants.
  private(set) var statements: [Statement]

  /// - Parameter isLimited: Only the ``defaultCount`` best are kept.
  init(_ all: [Statement], isLimited: Bool) {
    let nearMisses = Self.diversified(all.filter(\.isNearMiss))
    let invariants = Self.diversified(all.filter { !$0.isNearMiss })
    guard isLimited else {
      statements = nearMisses + invariants
      return
    }
    // Near misses take at most half, unless there are too few invariants to fill the rest.
    let nearMissLimit = max(Self.defaultCount / 2, Self.defaultCount - invariants.count)
    let chosen = nearMisses.prefix(nearMissLimit)
    statements = Array(chosen) + invariants.prefix(Self.defaultCount - chosen.count)
  }

  /// Ranks statements greedily by score times novelty, as in maximal marginal relevance (Carbonell and Goldstein, 1998).
  private static func diversified(_ statements: [Statement]) -> [Statement] {
    var rest = statements.sorted { ($1.score, $0.words) < ($0.score, $1.words) }
    var chosen: [Statement] = []
    while !rest.isEmpty {
      // Of equally good statements the first is chosen, so that the order is the same each time.
      var best = (index: 0, worth: -1.0)
      for (index, statement) in rest.enumerated() {
        // The novelty is at most 1, and later statements have no greater score.
        if statement.score <= best.worth { break }
        let worth = statement.score * novelty(of: statement, beside: chosen)
        if worth > best.worth { best = (index, worth) }
      }
      chosen.append(rest.remove(at: best.index))
    }
    return chosen
  }

  /// The novelty of a statement, from 1 down to 0: the product of one factor for each of the last 32 statements that were
  /// chosen. The factor is smallest for the same first exception, larger for the same observations, and larger still for
  /// overlapping observations.
  private static func novelty(of statement: Statement, beside chosen: [Statement]) -> Double {
    chosen.suffix(32).reduce(1) { novelty, other in
      if statement.isNearMiss, statement.firstException == other.firstException { return novelty * 0.4 }
      if statement.observations == other.observations { return novelty * 0.6 }
      return statement.observations.isDisjoint(with: other.observations) ? novelty : novelty * 0.85
    }
  }
}

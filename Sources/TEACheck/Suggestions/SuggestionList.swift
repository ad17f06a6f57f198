/// Chooses, among all statements that were found, those that are worth reading.
struct SuggestionList {
  /// The number of statements that are shown by default.
  static let defaultCount = 10

  /// The statements in the order of the report: near misses, and then invariants.
  private(set) var statements: [Statement]

  /// - Parameter isLimited: Only the ``defaultCount`` best are kept.
  init(_ all: [Statement], isLimited: Bool) {
    let nearMisses = Self.diversified(all.filter(\.isNearMiss))
    let others = Self.diversified(all.filter { !$0.isNearMiss })
    guard isLimited else {
      statements = nearMisses + others
      return
    }
    // Near misses take at most half, unless there are too few invariants to fill the rest.
    let nearMissLimit = max(Self.defaultCount / 2, Self.defaultCount - others.count)
    let chosen = nearMisses.prefix(nearMissLimit)
    statements = Array(chosen) + others.prefix(Self.defaultCount - chosen.count)
  }

  /// Greedy ranking by score times novelty, as in maximal marginal relevance (Carbonell and Goldstein, 1998): each is
  /// discounted for resembling those that were chosen.
  private static func diversified(_ statements: [Statement]) -> [Statement] {
    var rest = statements.sorted { ($1.score, $0.words) < ($0.score, $1.words) }
    var chosen: [Statement] = []
    while !rest.isEmpty {
      // The first of equals, so that the order is the same each time.
      var best = (place: 0, worth: -1.0)
      for (place, statement) in rest.enumerated() {
        // Nothing after this one can be worth more.
        if statement.score <= best.worth { break }
        let worth = statement.score * novelty(of: statement, beside: chosen)
        if worth > best.worth { best = (place, worth) }
      }
      chosen.append(rest.remove(at: best.place))
    }
    return chosen
  }

  /// The discount of a statement for resembling the last 32 that were chosen: the product of a factor for each of them,
  /// which is least for the same first exception, then for the same observations, and then for overlapping ones.
  private static func novelty(of statement: Statement, beside chosen: [Statement]) -> Double {
    chosen.suffix(32).reduce(1) { novelty, other in
      if statement.isNearMiss, statement.firstException == other.firstException { return novelty * 0.4 }
      if statement.observations == other.observations { return novelty * 0.6 }
      return statement.observations.isDisjoint(with: other.observations) ? novelty : novelty * 0.85
    }
  }
}

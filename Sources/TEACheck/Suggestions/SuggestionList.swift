/// Chooses, among all statements that were found, those that are worth reading.
struct SuggestionList {
  /// The number of statements that are shown by default.
  static let usual = 10

  /// In the order in which they are told: near misses, and then what always holds.
  private(set) var statements: [Statement]

  /// - Parameter isShort: Whether only the best are wanted.
  init(_ all: [Statement], isShort: Bool) {
    let nearMisses = Self.varied(all.filter(\.isNearMiss))
    let others = Self.varied(all.filter { !$0.isNearMiss })
    guard isShort else {
      statements = nearMisses + others
      return
    }
    // What always holds is worth a look too.
    let most = max(Self.usual / 2, Self.usual - others.count)
    let chosen = nearMisses.prefix(most)
    statements = Array(chosen) + others.prefix(Self.usual - chosen.count)
  }

  /// Statements by what they are worth beside those before them: what says more of the same is worth less.
  private static func varied(_ statements: [Statement]) -> [Statement] {
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

  private static func novelty(of statement: Statement, beside chosen: [Statement]) -> Double {
    chosen.suffix(32).reduce(1) { novelty, other in
      if statement.isNearMiss, statement.exception == other.exception { return novelty * 0.4 }
      if statement.observations == other.observations { return novelty * 0.6 }
      return statement.observations.isDisjoint(with: other.observations) ? novelty : novelty * 0.85
    }
  }
}

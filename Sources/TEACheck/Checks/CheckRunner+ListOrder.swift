internal import TEARuntime

extension CheckRunner {
  /// The outcome of the check with sorted lists, where a search has found that the order of the lists varies.
  ///
  /// - Returns: `nil` where no lists are sorted, and where the outcome of that search counts: it has found a counterexample
  ///   that the sorted search does not meet within the same bounds.
  func outcomeInCanonicalOrder(after outcome: Check.Outcome, _ rules: Rules<M>) throws -> Check.Outcome? {
    guard let sortedRules = try rulesInCanonicalOrder(after: rules) else { return nil }
    let sortedOutcome = try check(sortedRules)
    let foundNothing = [.passed, .inconclusive].contains(sortedOutcome.result.verdict)
    return foundNothing && isConfirmed(outcome, rules) ? nil : sortedOutcome
  }

  /// Rules whose lists are sorted, where a search has found that the order of these lists varies; `nil` elsewhere.
  ///
  /// A search that found it has no verdict, so the new rules must be searched also after an interruption, which ends that search.
  ///
  /// - Throws: When the rules cannot be made again.
  func rulesInCanonicalOrder(after rules: Rules<M>) throws -> Rules<M>? {
    guard rules.listOrder.mustBecomeCanonical else { return nil }
    log("messages and events are sorted, because a declaration lists the same ones in another order each time")
    learning.facts.sortsLists = true
    return try makeRules()
  }

  /// Returns whether the counterexample of an outcome holds whatever the order of lists: its steps, read by their texts, violate
  /// the same property; or a process of their own has trapped at them.
  func isConfirmed(_ outcome: Check.Outcome, _ rules: Rules<M>) -> Bool {
    guard let property = outcome.result.counterexample?.property else { return false }
    if outcome.result.verdict == .trapped { return true }
    guard property != Law.deterministic.rawValue, let script = outcome.script else { return false }
    return (try? rules.replay(script))?.violation?.property == property
  }
}

internal import TEARuntime

extension CheckRunner {
  /// The outcome of a check with sorted lists, if the order of lists varied in the check that had the given outcome.
  ///
  /// - Returns: `nil` where no list varies. Also `nil` where the check with sorted lists finds nothing, and the given outcome
  ///   is confirmed or cannot be repeated.
  func outcomeInCanonicalOrder(after outcome: Check.Outcome, _ rules: Rules<M>) throws -> Check.Outcome? {
    guard let sortedRules = try rulesInCanonicalOrder(after: rules) else { return nil }
    let sortedOutcome = try check(sortedRules)
    let foundNothing = [.passed, .inconclusive].contains(sortedOutcome.result.verdict)
    return foundNothing && (isUnrepeatable(outcome) || isConfirmed(outcome, rules)) ? nil : sortedOutcome
  }

  /// Rules with sorted lists, if a search has found that the order of its lists varies; `nil` otherwise.
  ///
  /// The verdict of that search is not final, so the new rules must be searched even after an interruption.
  func rulesInCanonicalOrder(after rules: Rules<M>) throws -> Rules<M>? {
    guard rules.listOrder.mustBecomeCanonical else { return nil }
    log("messages and events are sorted, because a declaration lists the same ones in another order each time")
    learning.facts.sortsLists = true
    return try makeRules()
  }

  /// Returns `true` where the steps to a violation did not lead to it again, in any order of the steps of each world. `false`
  /// for a compact search, which does not try other orders where it has freed memory.
  private func isUnrepeatable(_ outcome: Check.Outcome) -> Bool {
    outcome.result.verdict == .violated && outcome.result.counterexample == nil && !settings.isCompact
  }

  /// A trap is confirmed if it happened again in a process of its own. Any other counterexample is confirmed if its steps, read
  /// from their texts, violate the same property: the texts do not depend on the order of lists.
  private func isConfirmed(_ outcome: Check.Outcome, _ rules: Rules<M>) -> Bool {
    guard let counterexample = outcome.result.counterexample else { return false }
    if outcome.result.verdict == .trapped { return outcome.trap != nil }
    guard counterexample.property != Law.deterministic.rawValue, let script = outcome.script,
      let violation = (try? rules.replay(script))?.violation
    else { return false }
    return violation.isOfSameProperty(as: Violation(property: counterexample.property, place: outcome.place))
  }
}

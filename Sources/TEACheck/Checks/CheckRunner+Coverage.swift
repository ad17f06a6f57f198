internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Explores past violations, by rules whose properties always hold. Explores again as long as the program uses durations or
  /// policies that the rules do not know.
  func survey(_ rules: inout Rules<M>) -> Check.Outcome {
    rules.relaxProperties()
    // Worlds with the same canonical form may execute different lines.
    rules.canonicalForm = nil
    if settings.engine == .suggest { rules.liveness = [] }
    if let refusal = refusal(of: rules) { return outcome(ofError: refusal) }
    let rulesWithoutUsage = rules
    rules = withDurationsAndPolicies(rules)
    while true {
      let outcome = explore(rules, endingAtNewUsage: true)
      if rules.listOrder.mustBecomeCanonical { return outcome }
      switch record(of: outcome)?.search?.exploration.end {
      case .timeReached, .memoryReached: return outcome
      default: break
      }
      guard isOutdated(rules, endedByOutdatedRules: outcome.earlyEnd == .outdatedRules) else { return outcome }
      if settings.checkpoint != nil { return outcomeOfLateUsageWithCheckpoint }
      rules = rulesWithoutUsage.withLatestUsage
    }
  }

  /// Returns whether a search met durations or policies that its rules do not know, and must be made again.
  func isOutdated(_ rules: Rules<M>, endedByOutdatedRules: Bool) -> Bool {
    // After an interruption, another search would end at once.
    endedByOutdatedRules || rules.hasNewUsage && !isInterrupted
  }

  /// The search took every step, as did the search that proved its canonical form, if any.
  func isExhausted(_ exploration: Exploration<M>, _ rules: Rules<M>) -> Bool {
    if case .exhausted = exploration.end { rules.canonicalForm?.frontierOfProof == nil } else { false }
  }

  func isComplete(_ exploration: Exploration<M>, _ rules: Rules<M>) -> Bool {
    isExhausted(exploration, rules) && !rules.hasNewUsage && !rules.isApproximate
      && rules.metScopeLimits.isEmpty && !rules.mayHoldPartlyComparedValues
      && exploration.hiddenReferenceNote == nil
      && !exploration.leftOutStepsAtBound
      && exploration.unansweredCommands.isEmpty && !rules.leavesSubscriptionsUndeclared
  }

  /// No step or world that the search has not met is reachable, also none of those that a reduction or late messages would add.
  func meetsAllReachable(_ exploration: Exploration<M>, _ rules: Rules<M>) -> Bool {
    isComplete(exploration, rules) && exploration.isExact && !rules.isReduced
      && rules.surroundingRules?.leavesOutLateMessages != true
  }

  func addCoverageDetails(to outcome: inout Check.Outcome, _ exploration: Exploration<M>, _ rules: Rules<M>) {
    switch exploration.end {
    case .exhausted: break
    // At a depth of 0 no step was taken, so messages that were not sent and conditions that were not met say nothing.
    case .depthReached: if exploration.progress.transitions == 0 { return }
    case .violation, .statesReached, .timeReached, .memoryReached, .growthReached, .outdatedRules, .interrupted, .error:
      return
    }
    guard let counts = exploration.counts, !settings.engine.ignoresViolations else { return }
    let details = CoverageDetails(counts, rules, isProof: meetsAllReachable(exploration, rules))
    outcome.result.coverageDetails = details
    outcome.result.notes += details.notes(offeredByView: rules.offersViewMessages)
  }

  /// Drops what the exploration said of messages and conditions that it did not meet: the steps of a violation by a random run
  /// may show the opposite.
  func removeCoverageDetails(from outcome: inout Check.Outcome, _ rules: Rules<M>) {
    let notes = outcome.result.coverageDetails?.notes(offeredByView: rules.offersViewMessages) ?? []
    outcome.result.notes.removeAll(where: notes.contains)
    outcome.result.coverageDetails = nil
  }
}

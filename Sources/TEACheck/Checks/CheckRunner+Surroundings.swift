internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Explores; where late messages are declared, first without them, and then with them.
  ///
  /// A violation that only the second search finds is attributed to late messages. The first search does not judge properties
  /// that late messages may meet. It does judge a `Recovers`, because a late message does not count as a way back.
  func exploreWithSurroundings(_ rules: Rules<M>) -> Check.Outcome {
    guard let surroundings = rules.surroundingRules else { return explore(rules) }
    guard surroundings.hasLateMessages else { return exploreWithTimeUnit(rules) }
    var rulesWithoutLateMessages = rules
    rulesWithoutLateMessages.surroundingRules = surroundings.withoutLateMessages
    (rulesWithoutLateMessages.sometimes, rulesWithoutLateMessages.covers) = ([], [])
    let outcomeWithoutLateMessages = exploreWithTimeUnit(rulesWithoutLateMessages)
    switch outcomeWithoutLateMessages.result.verdict {
    case .inconclusive where mustEnd:
      // The second search would end at once.
      var outcome = outcomeWithoutLateMessages
      outcome.shardSummary.unmet = rules.sometimes.map(\.name)
      outcome.shardSummary.reason = outcome.shardSummary.reason ?? outcome.result.message
      if outcome.reachedAllWorlds { outcome.result.coverage = .completeWithinScope }
      outcome.result.notes.append(
        "late messages were left out: the check ended before the search with them began")
      return outcome
    case .passed, .inconclusive: break
    case .violated, .trapped, .error: return outcomeWithoutLateMessages
    }
    let isCompleteWithoutLateMessages = outcomeWithoutLateMessages.result.coverage == .complete
    var outcome = exploreWithTimeUnit(rules)
    addNote(
      onSearchesOf: outcomeWithoutLateMessages.result.stepCount,
      { "an earlier search of \($0), without late messages" },
      to: &outcome)
    // The second search does not tell messages of the world from late messages of views.
    outcome.casesFromOutside.formUnion(outcomeWithoutLateMessages.casesFromOutside)
    guard [.violated, .trapped].contains(outcome.result.verdict), let counterexample = outcome.result.counterexample
    else { return outcome }
    let causeOfPrefix = [
      ("late: ", "a stale view"), ("late reply: ", "racy cancellation"), ("late signal: ", "racy cancellation"),
    ]
    var causes: [String] = []
    for (prefix, cause) in causeOfPrefix
    where counterexample.steps.contains(where: { $0.event?.hasPrefix(prefix) == true }) && !causes.contains(cause) {
      causes.append(cause)
    }
    guard !causes.isEmpty else { return outcome }
    let attribution =
      (isCompleteWithoutLateMessages ? "only through " : "through ") + causes.joined(separator: " and ")
    outcome.result.finding = outcome.result.finding.map { "\(attribution) · \($0)" } ?? attribution
    outcome.searchFacts.insert(attribution, at: 0)
    return outcome
  }

  /// Explores with the *usage*: the durations and effect policies that were met so far. While a search adds to the usage,
  /// another search follows with the larger usage. The unit of time divides every duration of the usage.
  ///
  /// A search ends with the level in which the usage grows, because the next search reaches all of its worlds. Where bounds end
  /// the last search, the earlier ones are completed: their coarser units of time take them farther. They do not judge
  /// properties that the steps of a finer unit may meet.
  private func exploreWithTimeUnit(_ rules: Rules<M>) -> Check.Outcome {
    var stepCount = 0
    var outcome = exploreWithTimeUnit(rules, countingSteps: &stepCount)
    addNote(
      onSearchesOf: stepCount - outcome.result.stepCount,
      { "\($0) of searches that did not know all durations and policies" }, to: &outcome)
    return outcome
  }

  /// - Parameter stepCount: The number of steps of all searches.
  private func exploreWithTimeUnit(_ rules: Rules<M>, countingSteps stepCount: inout Int) -> Check.Outcome {
    func explore(_ rules: Rules<M>, endingAtNewUsage: Bool = false) -> Check.Outcome {
      let outcome = self.explore(rules, endingAtNewUsage: endingAtNewUsage)
      stepCount += outcome.result.stepCount
      return outcome
    }
    guard let usageLog = rules.surroundingRules?.usageLog else { return explore(rules) }
    var usagesOfEndedSearches: [UsageLog.Usage] = []
    var violationWithCoarserUnit: Check.Outcome?
    while true {
      let usage = usageLog.usage
      let outcome = explore(rules.withUsage(usage), endingAtNewUsage: true)
      if rules.listOrder.mustBecomeCanonical { return outcome }
      if outcome.earlyEnd == .outdatedRules {
        if settings.checkpoint != nil { return outcomeOfLateUsageWithCheckpoint }
        usagesOfEndedSearches.append(usage)
        continue
      }
      // The next search, with a finer unit, may find a shorter counterexample. A violation found here stays valid, unless
      // `needsSilentEffects` changed: an effect that the search did not track may then drop one of the commands. A trap of the
      // breadth-first search came before that change, so it counts. A trap of its random runs may have come after it.
      let tracksTooLittle = usageLog.usage.needsSilentEffects != usage.needsSilentEffects
      switch outcome.result.verdict {
      // A violation without a counterexample says that no world or run met a property. With a finer unit, some may.
      case .violated where outcome.result.counterexample == nil: break
      // A `Recovers` is violated because a world has no way back, and the finer unit may open one.
      case .violated where rules.isRecovers(outcome.result.counterexample?.property): break
      case .violated: violationWithCoarserUnit = outcome
      case .passed, .inconclusive: break
      case .trapped where outcome.isFoundByRandomRuns && tracksTooLittle: break
      case .trapped, .error: return outcome
      }
      if tracksTooLittle { violationWithCoarserUnit = nil }
      // Random runs also draw durations that no explored world has. For these worlds, the unit is fine enough.
      if outcome.knewUsageBeforeRuns, outcome.reachedAllWorlds, !tracksTooLittle,
        [.passed, .inconclusive].contains(outcome.result.verdict)
      {
        usageLog.usage = usage
      }
      let isInterrupted = isInterrupted
      // After an interruption, the next search ends at once, and says so.
      let mustBeJudgedAgain = tracksTooLittle && [.violated, .trapped].contains(outcome.result.verdict)
      if usageLog.usage != usage, !isInterrupted || mustBeJudgedAgain {
        if settings.checkpoint != nil { return outcomeOfLateUsageWithCheckpoint }
        continue
      }
      if outcome.result.verdict == .violated { return outcome }
      if let violationWithCoarserUnit { return violationWithCoarserUnit }
      if outcome.reachedAllWorlds || isInterrupted { return outcome }
      var rulesOfEarlierSearches = rules
      rulesOfEarlierSearches.forgetWhatMoreStepsMayMeet()
      for earlierUsage in usagesOfEndedSearches.reversed()
      where earlierUsage.needsSilentEffects == usage.needsSilentEffects {
        let earlierOutcome = explore(rulesOfEarlierSearches.withUsage(earlierUsage))
        if usageLog.usage.needsSilentEffects != earlierUsage.needsSilentEffects { break }
        if [.violated, .trapped, .error].contains(earlierOutcome.result.verdict) { return earlierOutcome }
      }
      if usageLog.usage == usage { return outcome }
      usagesOfEndedSearches = []
    }
  }

  var outcomeOfLateUsageWithCheckpoint: Check.Outcome {
    outcome(
      ofError:
        "a duration or a policy .first was met far from the start, so that the search must be made again, and a checkpoint "
        + "keeps but one; leave it out")
  }

  /// The rules with the durations and effect policies that the first worlds use, for a search that is made only once.
  func withDurationsAndPolicies(ofFirstWorlds worldCount: Int = 10_000, _ rules: Rules<M>) -> Rules<M> {
    guard let usageLog = rules.surroundingRules?.usageLog else { return rules }
    var relaxedRules = rules
    relaxedRules.relaxProperties()
    relaxedRules.liveness = []
    while true {
      let usage = usageLog.usage
      var limits = ExplorationBounds(states: worldCount, time: timeLeft)
      (limits.interruption, limits.endsAtGrowth) = (settings.interruption, explorationBounds.endsAtGrowth)
      _ = specification.engines.explore(relaxedRules.withUsage(usage), limits, 1) { _ in }
      guard usageLog.usage != usage, !isInterrupted else {
        return rules.withUsage(usage)
      }
    }
  }

  /// The unit of time, and the assumed timing of the declared environment.
  func notesOfSurroundings(_ rules: Rules<M>) -> [String] {
    guard let surroundings = rules.surroundingRules else { return [] }
    var notes: [String] = []
    if surroundings.unit > .zero {
      notes.append("time passes in units of \(WorldEvent<M>.text(of: surroundings.unit))")
    }
    if let environment = surroundings.environment {
      let assumption =
        environment.isAtOnce
        ? "commands act when they are performed, and replies are made when they arrive"
        : "commands take effect, and are answered, at any moment; never after they are cancelled"
      notes.append(
        "assumed of the environment: \(assumption)"
          + (rules.declaresFailures ? "; a command that fails has taken effect before" : ""))
    }
    return notes
  }
}

extension Rules {
  fileprivate func isRecovers(_ name: String?) -> Bool {
    liveness.contains { $0.kind == .liveness(.recovers) && $0.name == name }
  }

  /// Leaves out the properties that further steps may meet, for a search that does not take all possible steps.
  fileprivate mutating func forgetWhatMoreStepsMayMeet() {
    (sometimes, covers) = ([], [])
    liveness.removeAll { $0.kind == .liveness(.recovers) }
  }
}

extension Trace {
  func mergingWaits() -> Trace {
    guard origin.world.surroundings != nil else { return self }
    var mergedTrace = self
    mergedTrace.steps = []
    for takenStep in steps {
      guard case .event(let event) = takenStep.step, case .elapse(let laterDuration) = event.kind,
        case .event(let lastEvent)? = mergedTrace.steps.last?.step, case .elapse(let earlierDuration) = lastEvent.kind
      else {
        mergedTrace.steps.append(takenStep)
        continue
      }
      mergedTrace.steps[mergedTrace.steps.count - 1] = (
        .event(WorldEvent(.elapse(earlierDuration + laterDuration))), takenStep.outcome
      )
    }
    return mergedTrace
  }
}

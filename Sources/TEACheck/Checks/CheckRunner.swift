internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// Runs one check: chooses the engines, and turns their findings into a result.
struct CheckRunner<M: Module> {
  var specification: Specification<M>
  let module: String
  let name: String
  let title: String
  let bounds: CheckBounds
  var settings: CheckSettings
  let onProgress: (CheckProgress) -> Void
  let watch: TrapWatch
  let learning = Learning()
  /// The end of the time for all searches and random runs of the check together; `nil` for no limit.
  let deadline: ContinuousClock.Instant?

  init(
    specification: Specification<M>, module: String, name: String, bounds: CheckBounds, settings: CheckSettings,
    onProgress: @escaping (CheckProgress) -> Void
  ) {
    self.specification = specification
    self.module = module
    self.name = name
    self.bounds = bounds
    self.settings = settings
    self.onProgress = onProgress
    title = name.isEmpty ? module : "\(module) · \(name)"
    watch = TrapWatch(TrapWatch.Configuration(settings, title: title))
    deadline = settings.time.map { ContinuousClock.now + $0 }
    // A checkpoint identifies steps by their numbers, and in another process a set has another order.
    learning.facts.sortsLists = settings.checkpoint != nil
  }

  func run() -> Check.Outcome { watch.watched(runWatched) }

  private func runWatched() -> Check.Outcome {
    // Known violations hold the rules, which hold the watch.
    defer { watch.configuration?.knownViolations?.removeAll() }
    let clock = ContinuousClock()
    let begin = clock.now
    var outcome: Check.Outcome
    do {
      logSettings()
      var rules = try rulesOfCheckpoint(makeRules())
      logRules(rules)
      if settings.engine.ignoresViolations {
        outcome = survey(&rules)
        if let sortedRules = try rulesInCanonicalOrder(after: rules) {
          rules = sortedRules
          outcome = survey(&rules)
        }
        if settings.engine == .suggest { suggest(&outcome, rules) }
      } else {
        outcome = try check(rules)
      }
    } catch let trap as StartTrap {
      outcome = self.outcome(of: trap)
    } catch {
      outcome = self.outcome(ofError: "\(error)")
    }
    if [.violated, .trapped].contains(outcome.result.verdict) { outcome.result.again = commandLineOfRepetition }
    outcome.result.seconds = (clock.now - begin) / .seconds(1)
    if Platform.isDebugBuild, settings.engine != .survey {
      outcome.result.faster = fasterCommandLine(than: outcome)
    }
    addHealthNotes(to: &outcome)
    addShardSummary(to: &outcome)
    addPicture(to: &outcome)
    return outcome
  }

  func makeRules() throws -> Rules<M> {
    try UserCode.calling(.specification) {
      try validateBounds()
      return try rules(watchedBy: watch)
    }
  }

  /// Replays stored counterexamples, and searches where their replays find nothing.
  func check(_ rules: Rules<M>) throws -> Check.Outcome {
    // A search that is made again judges anew, such as one without the messages that only the world sends.
    watch.configuration?.knownViolations?.removeAll()
    let storedReplay = replayStored(rules)
    var outcome = storedReplay.outcome ?? search(rules)
    if let sortedOutcome = try outcomeInCanonicalOrder(after: outcome, rules) { return sortedOutcome }
    if [.violated, .trapped].contains(outcome.result.verdict) || mayLearnWithoutViolation(outcome, rules),
      let rulesAfterLearning = try rulesAfterLearning(
        rules, withoutCase: outcome.trappedCase, knowing: outcome.casesFromOutside)
    {
      log("checking again, without the derived messages that only the world sends")
      var laterOutcome = try check(rulesAfterLearning)
      addNote(
        onSearchesOf: outcome.result.stepCount,
        { "an earlier search of \($0), which sent as if by a person what only the world sends" }, to: &laterOutcome)
      return laterOutcome
    }
    let script = outcome.result.verdict == .violated ? outcome.script : nil
    let property = outcome.result.counterexample?.property
    if let script, let property { rules.remember(property, script) }
    outcome.result.notes += storedReplay.notes
    if storedReplay.outcome == nil { store(&outcome, rules) }
    if let script, let property {
      onProgress(progress(ofStage: "finding out what the violation needs"))
      outcome.result.notes += explanation(of: script, violating: property, rules)
    }
    outcome.result.notes += notesOnWorldAtRest(of: outcome, rules)
    if settings.findsAllViolations, outcome.result.verdict == .violated { addOtherViolations(to: &outcome) }
    return outcome
  }

  /// Returns whether to check again without the derived messages that only the outside world sends. Such a message may have met
  /// a property that asks for a reachable world, or kept worlds from rest. `false` where the second search would end early, or
  /// take the place of a checkpoint from which the first can go on.
  private func mayLearnWithoutViolation(_ outcome: Check.Outcome, _ rules: Rules<M>) -> Bool {
    guard outcome.result.verdict == .passed || outcome.result.verdict == .inconclusive && settings.checkpoint == nil
    else { return false }
    if mustEnd { return false }
    let judgesRest = !rules.namesOfSettling.isEmpty && !rules.systemMessageConditions.isEmpty
    return judgesRest || !rules.sometimes.isEmpty || !rules.liveness.isEmpty || !rules.covers.isEmpty
  }

  func search(_ rules: Rules<M>) -> Check.Outcome {
    if settings.engine == .sample {
      rules.trackSilentEffects()
      // Few worlds, because more can delay the first run by seconds. Where durations are missed, runs leave out waits, or wait
      // in too coarse a unit. Each run is still one that the program can take.
      return sample(withDurationsAndPolicies(ofFirstWorlds: 1_000, rules))
    }
    if let refusal = refusal(of: rules) { return outcome(ofError: refusal) }
    if let shard = settings.shard, !shard.isFirst {
      rules.trackSilentEffects()
      return searchScatteredPlaces(withDurationsAndPolicies(rules), shard)
    }
    return exploreWithSurroundings(rules)
  }

  var commandLineOfRepetition: String { commandLine(states: settings.states) }

  /// The command line of a release build, where a debug build reached its bound on worlds or time, or took more than
  /// ten seconds; `nil` otherwise.
  private func fasterCommandLine(than outcome: Check.Outcome) -> String? {
    let foundNothingWrong = ![.violated, .trapped, .error].contains(outcome.result.verdict)
    if foundNothingWrong, outcome.earlyEnd == .worlds {
      // A release build explores about ten times as many worlds in the same time.
      let (states, isTooMany) = bounds.exploration(settings).states.multipliedReportingOverflow(by: 10)
      return isTooMany ? commandLineOfRepetition : commandLine(states: states)
    }
    let isSlow = foundNothingWrong && outcome.earlyEnd == .time || outcome.result.seconds > 10
    return isSlow ? commandLineOfRepetition : nil
  }

  private func commandLine(states: Int?) -> String {
    // The first shard searches as a check without shards does.
    let shard = settings.shard.map { $0.isFirst ? "" : " --shard \($0)" } ?? ""
    let (stepTime, isUsual) = (settings.stepTime, settings.stepTime == CheckSettings().stepTime)
    return "tea-check \(command.rawValue) \(TextReport.shellQuoted(title))"
      + options(seed: settings.seed, states: states)
      + (isUsual ? "" : " --step-time \(TrapCause.secondsText(of: stepTime))") + shard
  }

  private func addShardSummary(to outcome: inout Check.Outcome) {
    guard let shard = settings.shard else { return }
    (outcome.shardSummary.shard, outcome.shardSummary.casesFromOutside) = (shard, learning.facts.casesFromOutside ?? [])
    outcome.shardSummary.search = command.rawValue + options(seed: bounds.seed(settings), states: settings.states)
    outcome.result.shard = outcome.shardSummary
  }

  private var command: Invocation.Command {
    switch settings.engine {
    case .automatic: .check
    case .explore: .explore
    case .sample: .sample
    case .survey: .coverage
    case .suggest: .suggest
    }
  }

  /// The options that the command takes; a settings file may give it others.
  private func options(seed: UInt64?, states: Int?) -> String {
    let given = bounds.given(by: settings, seed: seed, states: states)
    let options: [(name: String, value: String?)] = [
      ("--depth", given.depth.map { " \($0)" }), ("--states", given.states.map { " \($0)" }),
      ("--outstanding", settings.outstanding.map { " \($0)" }), ("--scope", given.scope.map { " \($0)" }),
      ("--memory", settings.memory.map { " \($0)" }), ("--cases", given.cases.map { " \($0)" }),
      ("--length", given.length.map { " \($0)" }), ("--seed", given.seed.map { " \($0)" }),
      ("--compact", settings.isCompact ? "" : nil), ("--all-violations", settings.findsAllViolations ? "" : nil),
      ("--all", settings.suggestsAll ? "" : nil),
    ]
    return options.compactMap { name, value in
      let isTaken = Invocation.options.contains { $0.name == name && $0.commands.contains(command) }
      return isTaken ? value.map { " \(name)\($0)" } : nil
    }.joined()
  }

  /// An outcome without findings, whose verdict is `passed`.
  func emptyOutcome() -> Check.Outcome {
    let result = CheckResult(
      module: module, name: name, place: "\(specification.place)", verdict: .passed)
    let needsSearchRecord = settings.pictureLimit != nil || settings.engine == .suggest
    return Check.Outcome(
      result: result, place: specification.place, searchRecord: needsSearchRecord ? SearchRecord<M>() : nil)
  }

  /// - Parameter endingAtNewUsage: The exploration ends where durations or policies occur that `rules` do not know.
  func explore(_ rules: Rules<M>, endingAtNewUsage: Bool = false) -> Check.Outcome {
    var limits = explorationBounds
    limits.endsAtNewUsage = endingAtNewUsage
    // Liveness and suggestions need the whole graph, whatever its size.
    if rules.needsGraph || settings.engine == .suggest { (limits.keepsGraph, limits.graphLimit) = (true, nil) }
    limits.checkpoint = checkpointFile(limits)
    let beginsAnew = limits.checkpoint?.isOfOtherFacts ?? false
    var rules = rules
    if let outcome = tryCanonicalForm(of: &rules) { return outcome }
    let begin = ContinuousClock.now
    limits.time = timeLeft
    let exploration = specification.engines.explore(rules, limits, max(1, settings.workers)) { [rules] progress in
      onProgress(self.progress(progress, rules, limits, since: begin))
    }
    log("exploring took \(Self.text(of: ContinuousClock.now - begin))")
    if case .violation(let found) = exploration.end, let trace = exploration.trace {
      rules.remember(found.violation, trace)
    }
    var outcome = emptyOutcome()
    record(of: outcome)?.search = (exploration, rules)
    outcome.casesFromOutside = casesFromOutside(in: exploration, rules)
    outcome.result.count(exploration.progress)
    outcome.result.notes = notes(rules, exploration)
    if beginsAnew {
      outcome.result.notes.append(
        "the check has learned more about the program than its checkpoint knows, so its search began anew")
    }
    addCoverageDetails(to: &outcome, exploration, rules)
    switch exploration.end {
    case .violation(let found):
      reportViolation(&outcome, found.violation, of: exploration, rules)
    case .outdatedRules: (outcome.earlyEnd, outcome.result.verdict) = (.outdatedRules, .inconclusive)
    case .error(let error): outcome.decide(.error, because: describe(error))
    case .exhausted, .depthReached, .statesReached, .timeReached, .memoryReached, .growthReached, .interrupted:
      addCoverage(to: &outcome, exploration, rules)
      guard let unjudgedProperties = judgeLiveness(&outcome, rules, exploration) else { return outcome }
      if exploration.end.isBySearchItself {
        judge(
          &outcome, unmet: exploration.progress.unmetGoals, thrown: exploration.errorsOfGoals, of: rules,
          exhausted: isExhausted(exploration, rules) ? exploration : nil)
        makeInconclusive(&outcome, withoutVerdictOn: unjudgedProperties)
        return addSampling(of: outcome, rules)
      }
      let reason = reasonForEarlyEnd(exploration)
      if case .statesReached = exploration.end { outcome.earlyEnd = .worlds }
      if case .timeReached = exploration.end { outcome.earlyEnd = .time }
      let isInterrupted = if case .interrupted = exploration.end { true } else { false }
      // A bound on worlds or memory, or growth, leaves time for random runs.
      if settings.engine == .automatic, settings.checkpoint == nil, outcome.earlyEnd != .time, !isInterrupted {
        return sampleWithRestOfBudget(outcome, exploration, rules, reason: reason)
      }
      outcome.shardSummary.reason = reason
      outcome.shardSummary.unmet = exploration.progress.unmetGoals.map { rules.sometimes[$0].name }
      outcome.decide(.inconclusive, because: reason)
    }
    return outcome
  }

  private func addCoverage(to outcome: inout Check.Outcome, _ exploration: Exploration<M>, _ rules: Rules<M>) {
    let (depth, frontierCount) = extent(of: exploration, rules)
    let isComplete = isComplete(exploration, rules)
    outcome.result.coverage = isComplete ? .complete : .completeWithinScope
    if !isExhausted(exploration, rules) { outcome.result.coverage = .bounded(depth: depth, beyond: frontierCount) }
    if rules.isApproximate { outcome.result.coverage = .approximate(beyond: frontierCount) }
    guard isExhausted(exploration, rules), settings.isCompact else { return }
    if exploration.isExact {
      outcome.result.notes.append("every world has a hash of 64 bits of its own: none was missed")
      return
    }
    let odds = Self.oddsOfMissing(among: exploration.progress.states)
    if isComplete { outcome.result.coverage = .compact(odds: odds) }
    outcome.result.notes.append(
      "worlds were told apart by 64 bits of their hashes: the odds that one was missed are about "
        + TextReport.text(ofOdds: odds)
        + (rules.callsHashInto ? ", if every hash(into:) looks at all that == looks at" : ""))
  }

  func reasonForEarlyEnd(_ exploration: Exploration<M>) -> String {
    let progress = exploration.endedInCheckpoint ? "was still being read" : "goes on from here"
    let continuation = settings.checkpoint.map { "; --checkpoint \($0) \(progress)" } ?? ""
    return switch exploration.end {
    case .timeReached: "the time ran out before every world was explored; allow more with --time" + continuation
    case .memoryReached:
      "the memory ran out before every world was explored; allow more with --memory"
        + (settings.isCompact ? "" : ", or try --compact") + continuation
    case .growthReached(let growth):
      "the search ended at depth \(grouped(exploration.completeDepth)), because \(growth.path) grew from "
        + "\(grouped(growth.sizes.lowerBound)) to \(grouped(growth.sizes.upperBound)) and may have no end; stop it by Messages "
        + "or Precondition, or go on with --depth or --states" + continuation
    case .interrupted: "it was interrupted" + continuation
    // Of these ends, only `statesReached` is early.
    case .statesReached, .depthReached, .exhausted, .outdatedRules, .violation, .error:
      "there are more worlds than \(grouped(bounds.exploration(settings).states)); allow more with --states, or set a "
        + "--depth" + continuation
    }
  }

  /// An upper bound of the probability that any two worlds have equal 64-bit hashes: the number of pairs, divided by 2⁶⁴.
  static func oddsOfMissing(among worlds: Int) -> Double { Double(worlds) * Double(worlds - 1) / 2 / 0x1p64 }

  func describe(_ error: any Error) -> String {
    switch error {
    case is CheckpointError, is SpecificationError, is UnhashedPart, is DeclarationError, is VaryingSteps,
      is TooManySteps:
      "\(error)"
    case is FileError: "the checkpoint cannot be written: \(error)"
    case is IncomparableValue: "worlds of \(module) cannot be told apart: \(error)"
    default: "the specification of \(module) threw \(literal(error)) when asked what can happen"
    }
  }

  func reportViolation(
    _ outcome: inout Check.Outcome, _ violation: Violation, of exploration: Exploration<M>, _ rules: Rules<M>
  ) {
    guard let trace = exploration.trace else { return reportMissingTrace(&outcome, violation, rules) }
    let shortness = shortness(rules, exploration)
    reportViolation(
      &outcome, violation, trace, "\(shortness) · \(explored(exploration.progress))", isExplored: true)
    outcome.searchFacts = [shortness]
  }

  func reportViolation(
    _ outcome: inout Check.Outcome, _ violation: Violation, _ trace: Trace<M>, _ searchText: String,
    isExplored: Bool = false
  ) {
    // The depth of an exploration counts each wait as a step, so the waits of its trace are not joined.
    let trace = isExplored ? trace : trace.mergingWaits()
    if let cause = violation.trap {
      reportTrap(&outcome, cause, trace, searchText)
      return
    }
    setCounterexample(of: &outcome, violation, trace)
    outcome.script = Script(trace)
    outcome.result.verdict = .violated
    outcome.result.finding = "\(findingOfViolation(in: trace)) · \(searchText)"
  }

  /// Reports a violation that did not recur when its steps were repeated.
  func reportMissingTrace(_ outcome: inout Check.Outcome, _ violation: Violation, _ rules: Rules<M>) {
    outcome.result.verdict = .violated
    outcome.propertiesViolatedWithoutTrace = [violation.property]
    outcome.result.message =
      "“\(violation.property)” was violated, and the steps that led there do not lead there again: update, view or a "
      + "declaration is not deterministic\(rules.adviceOnObjectAtStart)"
  }

  func setCounterexample(of outcome: inout Check.Outcome, _ violation: Violation, _ trace: Trace<M>) {
    outcome.place = violation.place ?? specification.place
    record(of: outcome)?.trace = trace
    outcome.result.counterexample = UserCode.calling(.description) {
      Counterexample(trace, violation: violation, place: specification.place)
    }
  }

  func findingOfViolation(in trace: Trace<M>) -> String {
    trace.count == 0 ? "violated at the start" : "violated after \(counted(trace.count, "step"))"
  }

  func quoted(_ names: [String]) -> String { names.map { "“\($0)”" }.joined(separator: ", ") }

  /// Sets the verdict of a search that found no violation, where `Sometimes` properties are unmet.
  ///
  /// - Parameters:
  ///   - unmet: The indices of the `Sometimes` properties that no world satisfied.
  ///   - thrown: The texts of the errors that `Sometimes` properties threw, by the index of the property.
  ///   - exploration: The search, where it ended by itself; `nil` where a bound ended it.
  func judge(
    _ outcome: inout Check.Outcome, unmet: [Int], thrown: [Int: String], of rules: Rules<M>,
    exhausted exploration: Exploration<M>? = nil
  ) {
    outcome.shardSummary.unmet = unmet.map { rules.sometimes[$0].name }
    guard !unmet.isEmpty else { return }
    // With every reachable world explored, an unmet property is violated.
    let isProof = outcome.result.coverage == .complete
    let properties = unmet.map { rules.sometimes[$0] }
    let names = unmet.map { index in
      "“\(rules.sometimes[index].name)”" + (thrown[index].map { ", which threw \($0)" } ?? "")
    }.joined(separator: ", ")
    outcome.place = properties[0].place
    outcome.result.verdict = isProof ? .violated : .inconclusive
    if isProof { outcome.propertiesViolatedWithoutTrace = properties.map(\.name) }
    outcome.result.message =
      isProof
      ? "no reachable world satisfies \(names)"
      : "no world that was looked at satisfies \(names); it may \(reasonOfUnmet(rules, exploration))"
  }
}

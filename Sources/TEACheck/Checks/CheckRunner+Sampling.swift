internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEAText
internal import TEARuntime

extension CheckRunner {
  func sample(_ rules: Rules<M>) -> Check.Outcome {
    let sampling = makeRuns(rules, samplingBounds)
    var outcome = emptyOutcome()
    outcome.result.notes = notes(rules, nil, isSampled: true)
    outcome.result.states = sampling.progress.states
    outcome.result.statesAreAtLeast = sampling.progress.statesAreAtLeast
    outcome.result.transitions = sampling.progress.steps
    outcome.result.coverage = .sampled(runs: sampling.progress.cases, steps: sampling.progress.steps)
    if rules.needsGraph {
      outcome.shardSummary.reason =
        "random runs cannot judge \(quoted(rules.namesOfLiveness)); explore all worlds instead"
    }
    outcome.shardSummary.unmet = sampling.unmetGoals.map { rules.sometimes[$0].name }
    judge(&outcome, sampling, of: rules)
    if outcome.result.verdict == .passed, let earlyEnd = sampling.earlyEnd {
      // Another shard may meet the unmet properties, but does not make the missing runs of this shard.
      outcome.shardSummary.reason = earlyEnd.reason
      outcome.decide(.inconclusive, because: earlyEnd.reason)
      return outcome
    }
    if outcome.result.verdict == .passed {
      judge(&outcome, unmet: sampling.unmetGoals, thrown: sampling.errorsOfGoals, of: rules)
    }
    if outcome.result.verdict == .passed, let reason = outcome.shardSummary.reason {
      outcome.result.unjudgedProperties = rules.namesOfLiveness
      outcome.decide(.inconclusive, because: reason)
    }
    return outcome
  }

  /// Adds random runs after a bound on worlds or memory, or growth, ended an exploration.
  func sampleWithRestOfBudget(
    _ explored: Check.Outcome, _ exploration: Exploration<M>, _ rules: Rules<M>, reason: String
  ) -> Check.Outcome {
    var limits = samplingBounds
    // The result counts only the explored worlds.
    limits.countsWorlds = false
    let sampling = makeRuns(rules, limits, unmet: exploration.progress.unmetGoals)
    var outcome = explored
    outcome.result.sampledSteps = sampling.progress.steps
    if case .bounded(let depth, let beyond) = explored.result.coverage {
      outcome.result.coverage = .boundedAndSampled(
        depth: depth, beyond: beyond, runs: sampling.progress.cases, steps: sampling.progress.steps)
    }
    conclude(
      &outcome, sampling, unmet: exploration.progress.unmetGoals, thrown: exploration.errorsOfGoals, of: rules,
      reason: sampling.earlyEnd?.reason ?? reason)
    return outcome
  }

  /// Sets the verdict of a search that looked at a part of the state space only.
  func conclude(
    _ outcome: inout Check.Outcome, _ sampling: Sampling<M>?, unmet: [Int], thrown: [Int: String], of rules: Rules<M>,
    reason: String
  ) {
    let unmet = sampling?.unmetGoals ?? unmet
    outcome.shardSummary.reason = reason
    outcome.shardSummary.unmet = unmet.map { rules.sometimes[$0].name }
    if let sampling { judge(&outcome, sampling, of: rules) }
    guard outcome.result.verdict == .passed else { return }
    let thrown = thrown.merging(sampling?.errorsOfGoals ?? [:]) { first, _ in first }
    judge(&outcome, unmet: unmet, thrown: thrown, of: rules)
    if outcome.result.verdict == .passed { outcome.decide(.inconclusive, because: reason) }
  }

  /// Adds random runs to a finished exploration, where they can find more: starts and payloads outside the lists, and the
  /// statistics of runs.
  func addSampling(of explored: Check.Outcome, _ rules: Rules<M>) -> Check.Outcome {
    let hasStatistics = !rules.covers.isEmpty || !rules.labels.isEmpty
    let scopeLimits = rules.metListLimits
    var outcome = explored
    guard explored.result.verdict == .passed, !scopeLimits.isEmpty || hasStatistics else {
      // Another shard may meet what is unmet here; but no run has judged the covers.
      if explored.result.verdict == .inconclusive {
        outcome.shardSummary.covers = rules.covers.map {
          ShardSummary.Cover(name: $0.name, place: "\($0.place)", hits: 0, runs: 0, share: $0.share.fraction)
        }
      }
      return outcome
    }
    guard settings.engine == .automatic else {
      let names = rules.covers.map(\.name)
      if !names.isEmpty {
        outcome.result.notes.append(
          "not judged: \(quoted(names)); tea-check check makes the random runs that a Cover needs")
      }
      outcome.result.unjudgedProperties = names
      return outcome
    }
    outcome.knewUsageBeforeRuns = !rules.hasNewUsage
    var limits = samplingBounds
    limits.countsWorlds = false
    // Without statistics only starts and payloads outside the lists are new, and a quarter of the default runs is made.
    if !hasStatistics, settings.cases == nil, bounds.cases == nil { limits.cases /= 4 }
    // The exploration has judged the `Sometimes` properties already.
    let sampling = makeRuns(rules, limits, unmet: [])
    outcome.result.sampledSteps = sampling.progress.steps
    judge(&outcome, sampling, of: rules)
    if outcome.result.verdict == .passed, let earlyEnd = sampling.earlyEnd {
      outcome.decide(.inconclusive, because: earlyEnd.reason)
    }
    if outcome.result.verdict == .passed {
      let drawsUnlistedPayloads = rules.drawsUnlistedPayloads && scopeLimits.contains(where: \.isOfPayloads)
      let payloads = drawsUnlistedPayloads ? " with payloads of any size" : ""
      outcome.result.notes.append(
        "\(counted(sampling.progress.cases, "random run"))\(payloads), \(counted(sampling.progress.steps, "step")) in "
          + "all, found nothing wrong")
    }
    return outcome
  }

  /// - Parameter unmet: The indices of the `Sometimes` properties that are still to be met; `nil` for all.
  func makeRuns(_ rules: Rules<M>, _ bounds: SamplingBounds, unmet: [Int]? = nil) -> Sampling<M> {
    let begin = ContinuousClock.now
    defer { log("random runs took \(Self.text(of: ContinuousClock.now - begin))") }
    let sampler = Sampler(
      rules: rules, takeSteps: specification.engines.takeSteps, bounds: bounds,
      workerCount: rules.sharesObject ? 1 : max(1, settings.workers),
      attempts: trapAttempts,
      constants: rules.generatesMessages || rules.startGenerator != nil ? constants : nil
    ) { progress in
      onProgress(self.progress(progress, rules))
    }
    return sampler.sample(unmet: unmet)
  }

  /// The constants of the modules of the program, its messages and flags, which may have parts of other modules.
  private var constants: Constants? {
    let (file, path) = ("\(specification.place.fileID)", "\(specification.place.filePath)")
    return SourceConstants.constants(
      ofModulesOf: [M.self, M.Message.self, M.Flags.self], at: path, in: String(file.prefix { $0 != "/" }))
  }

  private func judge(_ outcome: inout Check.Outcome, _ sampling: Sampling<M>, of rules: Rules<M>) {
    defer { outcome.isFoundByRandomRuns = [.violated, .trapped].contains(outcome.result.verdict) }
    let note = noteOnOtherConstants(rules)
    defer { if let note { outcome.result.notes.append(note) } }
    if let trap = sampling.error as? StartTrap {
      outcome = self.outcome(of: trap, inRun: sampling.failingRun.number, sampling.extentOfShrink)
      return
    }
    if let error = sampling.error { return outcome.decide(.error, because: describe(error)) }
    if let (violation, trace) = sampling.violation {
      addViolation(to: &outcome, violation, trace, sampling, rules)
      return
    }
    let (runs, discards) = (sampling.progress.cases, sampling.progress.discards)
    // A few runs that were made until the time ran out tell little of a filter.
    if discards * 2 > runs, sampling.earlyEnd == nil || runs >= 64 {
      return outcome.decide(
        .error,
        because:
          "\(grouped(discards)) of \(grouped(runs)) runs were thrown away, because a filter keeps too few values: make "
          + "its generator produce only good ones, for example with map or flatMap")
    }
    if discards > 0 {
      outcome.result.notes.append("\(grouped(discards)) of \(grouped(runs)) runs were thrown away by filters")
    }
    if let thrown = sampling.thrownText {
      return outcome.decide(.error, because: "a Target, Classify or Cover threw \(thrown)")
    }
    addStatistics(to: &outcome, sampling, rules)
    if sampling.earlyEnd != nil { return }
    judgeCovers(&outcome, sampling, rules)
  }

  private func addViolation(
    to outcome: inout Check.Outcome, _ violation: Violation, _ trace: Trace<M>, _ sampling: Sampling<M>,
    _ rules: Rules<M>
  ) {
    outcome.result.coverage = nil
    removeCoverageDetails(from: &outcome, rules)
    let shorterRun = shorten(trace, violation, rules)
    let shortness = shorterRun?.shortness ?? sampling.extentOfShrink
    let finding =
      (shortness.map { "\($0) · " } ?? "") + "found with \(counted(sampling.failingRun.steps, "step")) in run "
      + "\(grouped(sampling.failingRun.number + 1)) of \(nameOfSeed)"
    // The explorer's trace is preferred even at equal length, because it does not depend on the seed.
    let (bestTrace, bestViolation) = shorterRun.map { ($0.trace, $0.violation) } ?? (trace, violation)
    reportViolation(&outcome, bestViolation, bestTrace, finding)
  }

  var nameOfSeed: String {
    let shard = settings.shard.map { $0.isFirst ? "" : "shard \($0), " } ?? ""
    return "\(shard)seed \(bounds.seed(settings))"
  }

  private func addStatistics(to outcome: inout Check.Outcome, _ sampling: Sampling<M>, _ rules: Rules<M>) {
    if let refused = sampling.refusedStart {
      outcome.result.notes.append(
        "start refuses some flags of random runs, which begin at the first start instead: \(refused)")
    }
    for (index, target) in rules.targets.enumerated() {
      let score = sampling.highestScores[index]
      outcome.result.notes.append(
        "target “\(target.name)”: \(score == -.infinity ? "no score that is a number" : "at most \(score)")")
    }
    for (index, label) in rules.labels.enumerated() {
      var lines = sampling.labelCounts.filter { $0.key[0] == label.name }.map { (text: $0.key[1], runs: $0.value) }
      // Labels of the most runs come first; labels of equally many runs are sorted by text.
      lines.sort { ($0.runs, $1.text) > ($1.runs, $0.text) }
      // More labels would make the note too long to read.
      let shares = lines.prefix(12).map { line in
        (line.text.isEmpty ? "" : "\(escaped(line.text)) ") + percent(line.runs, of: sampling.runsFromOrigins)
      }
      let textOfRest = lines.count > 12 ? ", and \(lines.count - 12) more" : ""
      let text =
        shares.isEmpty ? "in no run" : "\(shares.joined(separator: ", "))\(textOfRest) of the runs from the start"
      if !rules.labels[..<index].contains(where: { $0.name == label.name }) {
        outcome.result.notes.append("“\(label.name)”: \(text)")
      }
    }
  }

  /// The first `Cover` that is surely missed is the violation; an undecided one makes the check inconclusive.
  private func judgeCovers(_ outcome: inout Check.Outcome, _ sampling: Sampling<M>, _ rules: Rules<M>) {
    for (index, cover) in rules.covers.enumerated() {
      let shardCover = ShardSummary.Cover(
        name: cover.name, place: "\(cover.place)", hits: sampling.coverCounts[index], runs: sampling.runsFromOrigins,
        share: cover.share.fraction)
      outcome.shardSummary.covers.append(shardCover)
      guard let shortfall = shardCover.shortfall else {
        outcome.result.notes.append(shardCover.note)
        continue
      }
      if shardCover.verdict == .missed { outcome.propertiesViolatedWithoutTrace.append(cover.name) }
      guard outcome.result.verdict != .violated else { continue }
      outcome.place = cover.place
      outcome.decide(shardCover.verdict == .missed ? .violated : .inconclusive, because: shortfall)
    }
  }

  /// Looks breadth-first for a shortest violation of the same property, within the length of the trace and, to end soon, within
  /// 50 000 worlds. If messages are derived, only the messages of the trace are offered; if declared, all declared ones.
  ///
  /// - Returns: The trace, its violation, and the sense in which the trace is shortest, in words; `nil` where none was found.
  func shorten(
    _ trace: Trace<M>, _ violation: Violation, _ rules: Rules<M>
  ) -> (trace: Trace<M>, violation: Violation, shortness: String)? {
    // Messages with the same text may differ, because a payload's own description need not tell all.
    var keys: Set<AnyHashable> = []
    var messages: [M.Message] = []
    for (step, _) in trace.steps {
      guard case .message(let message) = step else { continue }
      if keys.insert(recognitionKey(of: message)).inserted { messages.append(message) }
    }
    var narrowedRules = rules
    narrowedRules.sometimes = []
    // A symmetry of the program with all messages need not be a symmetry of the program with these few.
    (narrowedRules.canonicalForm, narrowedRules.abstraction) = (nil, nil)
    if rules.startGenerator != nil { narrowedRules.origins = [trace.origin] }
    guard narrowedRules.originsAreFresh else { return nil }
    if rules.derivesMessages { narrowedRules.restrict(.fixed(messages)) }
    var limits = ExplorationBounds(depth: trace.steps.count, states: 50_000, time: timeLeft)
    limits.interruption = settings.interruption
    limits.outstanding = bounds.exploration(settings).outstanding
    let exploration = specification.engines.explore(narrowedRules, limits, 1) { _ in }
    guard case .violation(let found) = exploration.end, found.violation.isOfSameProperty(as: violation),
      let shorterTrace = exploration.trace, shorterTrace.steps.count <= trace.steps.count
    else { return nil }
    // The search offers only the smallest generated messages and the examples of fields. Those of the trace may be larger.
    let isWithinScope =
      exploration.leftOutStepsAtBound || rules.declaredMessageGenerator != nil || exploration.hasMetFields
    let limitation =
      rules.surroundingRules?.leavesOutLateMessages == true
      ? " without late messages" : isWithinScope ? " within the scope" : ""
    // Of generated starts, only that of the trace was explored.
    let textOfStart = rules.startGenerator == nil ? "" : " from its start"
    return (shorterTrace, found.violation, "shortest over its messages\(textOfStart)\(limitation)")
  }
}

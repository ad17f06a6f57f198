internal import TEAResults
internal import TEASupport
internal import TEARuntime

/// The findings of a shard over all of its places, which are the worlds around which it explores.
private struct ScatteredFindings {
  /// The indices of the `Sometimes` properties that no world satisfied.
  var unmet: [Int]
  /// The texts of the first errors that `Sometimes` properties threw, by the index of the property.
  var thrown: [Int: String] = [:]
  /// The distance of each place from the start, in steps.
  var distances: [Int] = []
  /// The number of explored worlds around all places; a world near two places counts twice.
  var worlds = 0
}

extension CheckRunner {
  /// Searches parts of the state space that the first shard may not reach: the worlds around the ends of random walks, and
  /// further random runs.
  ///
  /// The end of each walk is a place. Around each place the messages have another order, and around every second place some
  /// messages are left out. The places share the bound on worlds, and the time. This is the swarm of Holzmann, Joshi and Groce
  /// (*Swarm Verification Techniques*, 2011).
  func searchScatteredPlaces(_ rules: Rules<M>, _ shard: Shard) -> Check.Outcome {
    var outcome = emptyOutcome()
    outcome.result.notes = notes(rules, nil)
    var findings = ScatteredFindings(unmet: Array(rules.sometimes.indices))
    var placeLimits = explorationBounds
    placeLimits.keepsGraph = false
    // Successive shards explore around few places, around many, and around a single one.
    let placeCount = [4, 16, 1][(shard.index - 2) % 3]
    // A place without a bound on worlds would take all of the memory, or all of the time.
    placeLimits.states = max(1, (settings.states ?? bounds.states ?? ExplorationBounds().states) / placeCount)
    let makesRuns = settings.engine == .automatic
    for placeNumber in 0..<placeCount where placeNumber == 0 || !mustEnd {
      // The random runs get the last share of the time.
      placeLimits.time = timeLeft.map { $0 / (placeCount - placeNumber + (makesRuns ? 1 : 0)) }
      let random = RandomNumbers(seed: shard.seed(from: bounds.seed(settings)), run: UInt64(placeNumber))
      let endsSearch = explorePlace(rules, placeLimits, random, placeNumber, &findings, &outcome)
      if endsSearch { return outcome }
    }
    outcome.result.notes.append(note(of: findings))
    var sampling: Sampling<M>?
    if makesRuns, !mustEnd {
      sampling = makeRuns(rules, samplingBounds, unmet: findings.unmet)
      outcome.result.sampledSteps = sampling?.progress.steps ?? 0
    }
    outcome.result.coverage = .scattered(
      places: findings.distances.count, runs: sampling?.progress.cases ?? 0, steps: sampling?.progress.steps ?? 0)
    if rules.needsGraph {
      outcome.result.notes.append("\(quoted(rules.namesOfLiveness)) can be judged by the first shard only")
    }
    conclude(
      &outcome, sampling, unmet: findings.unmet, thrown: findings.thrown, of: rules,
      reason: "a shard after the first looks at parts; 'tea-check merge' says what all shards saw")
    return outcome
  }

  private func note(of findings: ScatteredFindings) -> String {
    let (shortest, longest) = (findings.distances.min() ?? 0, findings.distances.max() ?? 0)
    let lengths = shortest == longest ? counted(longest, "step") : "\(shortest) to \(counted(longest, "step"))"
    let isOne = findings.distances.count == 1
    return "explored \(counted(findings.worlds, "world")) from the end\(isOne ? "" : "s") of "
      + "\(counted(findings.distances.count, "random walk")) of \(lengths)"
      + (isOne ? "" : "; a world that was met from several ends counts for each")
  }

  /// Walks to a random place, and explores around it.
  ///
  /// - Parameter limits: The bounds of the exploration; the bound on the depth includes the steps of the walk.
  /// - Returns: `true` where a violation or an error ends the search.
  private func explorePlace(
    _ rules: Rules<M>, _ limits: ExplorationBounds, _ random: RandomNumbers, _ placeNumber: Int,
    _ findings: inout ScatteredFindings, _ outcome: inout Check.Outcome
  ) -> Bool {
    var (random, limits) = (random, limits)
    let listedRules = rules.withoutGenerators
    // At least one step is left for the exploration around the place.
    let maxWalkLength = min(bounds.sampling(settings).length, (limits.depth ?? .max) - 1)
    let walkLength = maxWalkLength > 0 ? 1 + Int(random.next(through: UInt64(maxWalkLength - 1))) : 0
    // The walk leaves out these messages, as in swarm testing; so does the exploration around every second place.
    let omissions = SwarmConfiguration(from: &random, omitting: .half)
    var unmet = findings.unmet
    var walkBounds = samplingBounds
    walkBounds.deadline = limits.time.map { ContinuousClock.now + $0 }
    do {
      let walk = try RandomWalk(
        listedRules, maxLength: walkLength, maxOutstanding: limits.outstanding, omissions, &random,
        until: RunCutoff(walkBounds)
      ) { world in
        unmet.removeAll { Rules<M>.meets(rules.goals, $0, world, noting: &findings.thrown) }
      }
      outcome.result.transitions += walk.trace.steps.count
      if let violation = walk.violation {
        shrinkAndReport(&outcome, violation, walk.trace, from: walk.origin, rules)
        return true
      }
      limits.depth = limits.depth.map { $0 - walk.trace.steps.count }
      limits.time = walkBounds.deadline.map { max(.zero, $0 - .now) }
      let localRules = listedRules.narrowed(
        around: walk.world, seed: random.next(), omitting: placeNumber.isMultiple(of: 2) ? nil : omissions)
      let earlierTransitions = outcome.result.transitions
      let begin = ContinuousClock.now
      let workers = max(1, settings.workers)
      let exploration = specification.engines.explore(localRules, limits, workers) { [limits] progress in
        var checkProgress = self.progress(progress, localRules, limits, since: begin)
        // The counts are of one place only, so they are not shown against the bounds of the whole check.
        (checkProgress.limits, checkProgress.unmetProperties, checkProgress.judgedAtEnd) = (.init(), [], [])
        checkProgress.transitions += earlierTransitions
        checkProgress.depth += walk.trace.steps.count
        onProgress(checkProgress)
      }
      let progress = exploration.progress
      outcome.result.states = max(outcome.result.states, progress.states)
      outcome.result.transitions += progress.transitions
      outcome.result.depth = max(outcome.result.depth, walk.trace.steps.count + progress.depth)
      findings.unmet = unmet.filter(exploration.progress.unmetGoals.contains)
      findings.thrown.merge(exploration.errorsOfGoals) { first, _ in first }
      findings.distances.append(walk.trace.steps.count)
      findings.worlds += progress.states
      switch exploration.end {
      case .exhausted, .depthReached, .statesReached, .timeReached, .memoryReached, .growthReached, .outdatedRules,
        .interrupted:
        return false
      case .error(let error as DeclarationError) where error.steps != nil: throw error.located(after: walk.trace)
      case .error(var error as VaryingSteps):
        error.depth += walk.trace.steps.count
        throw error
      case .error(let error): throw error
      case .violation(let found):
        guard let trace = exploration.trace else {
          reportMissingTrace(&outcome, found.violation, rules)
          return true
        }
        var wholeTrace = walk.trace
        wholeTrace.steps += trace.steps
        shrinkAndReport(&outcome, found.violation, wholeTrace, from: walk.origin, rules)
        return true
      }
    } catch {
      outcome.decide(.error, because: describe(error))
      return true
    }
  }

  private func shrinkAndReport(
    _ outcome: inout Check.Outcome, _ violation: Violation, _ trace: Trace<M>, from origin: Int, _ rules: Rules<M>
  ) {
    let found = "found with \(counted(trace.steps.count, "step")) by \(nameOfSeed)"
    if let shorter = shorten(trace, violation, rules) {
      reportViolation(&outcome, shorter.violation, shorter.trace, "\(shorter.shortness) · \(found)")
      return
    }
    let listedRules = rules.withoutGenerators
    let record = try? listedRules.record(of: trace, from: origin)
    // A run takes a long wait of the exploration as several steps, so its record may be longer than the trace.
    var limits = SamplingBounds(length: max(trace.steps.count, record?.count ?? 0))
    (limits.interruption, limits.deadline) = (settings.interruption, deadline)
    let sampler = Sampler(
      rules: listedRules, takeSteps: specification.engines.takeSteps, bounds: limits, workerCount: 1
    ) { _ in }
    let end = ShrinkCutoff(of: sampler)
    guard let shrunk = record.flatMap({ sampler.shrink($0, violating: violation, until: end) }) else {
      reportViolation(&outcome, violation, trace, found)
      return
    }
    let extent = end.reason?.extentOfShrink ?? "shrunk"
    reportViolation(&outcome, shrunk.violation, shrunk.trace, "\(extent) · \(found)")
  }
}

internal import TEAAnalysis
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Checks the canonical form in the worlds that the program reaches without the form: in all of them if the bounds allow,
  /// otherwise in the first ones and along random runs.
  ///
  /// Checking only the worlds that the form keeps would miss errors: a part of the world that the form drops never varies
  /// among them. The laws are judged too, because a right form may map a world that breaks a law to one that does not.
  ///
  /// - Returns: The outcome where the form is wrong, a law is violated or the program traps; `nil` otherwise.
  func tryCanonicalForm(of rules: inout Rules<M>) -> Check.Outcome? {
    guard rules.canonicalForm != nil else { return nil }
    var rulesWithoutForm = rules
    rulesWithoutForm.relaxProperties()
    (rulesWithoutForm.canonicalForm, rulesWithoutForm.abstraction, rulesWithoutForm.laws) = (nil, nil, rules.laws)
    rulesWithoutForm.prepare()
    var limits = explorationBounds
    (limits.keepsGraph, limits.graphLimit) = (true, nil)
    let exploration = specification.engines.explore(rulesWithoutForm, limits, max(1, settings.workers)) { _ in }
    guard let graph = exploration.graph else { return nil }
    // The later search reports varying steps. The trial would blame the form, because a world and its form then have different
    // steps.
    if case .error(let error) = exploration.end, error is VaryingSteps { return nil }
    var outcome = emptyOutcome()
    outcome.result.notes = rules.notes
    if case .violation(let found) = exploration.end, found.violation.trap != nil, let trace = exploration.trace {
      reportViolation(&outcome, found.violation, trace, "shortest" + limitsOfShortness(rules, exploration))
      return outcome
    }
    outcome.result.count(exploration.progress)
    // With these rules, a trap in a function of the specification is reported by the name of the function.
    let namedRules = rules.callingThroughUserCode
    let reachesAll = exploration.end.isBySearchItself && !exploration.leftOutStepsAtBound
    let triedCount = reachesAll ? graph.worldCount : min(graph.worldCount, CanonicalFormTrial.maxWorlds)
    if let (violation, trace) = violationOfCanonicalForm(
      of: namedRules, in: graph, first: triedCount, holdsAll: reachesAll)
    {
      reportViolation(&outcome, violation, trace, "shortest" + limitsOfShortness(rules, exploration))
      return outcome
    }
    // The declared properties pass in the trial, so this is a law, declared or always checked.
    if case .violation(let found) = exploration.end {
      reportViolation(&outcome, found.violation, of: exploration, rulesWithoutForm)
      return outcome
    }
    // An interrupted trial says nothing: some of the worlds were not judged.
    if isInterrupted { return nil }
    if reachesAll {
      var trial = CanonicalFormTrial.whole(worlds: graph.worldCount)
      if case .depthReached = exploration.end {
        trial = .toDepth(exploration.completeDepth, worlds: graph.worldCount, frontier: exploration.progress.frontier)
      }
      rules.canonicalForm?.trial = trial
      return nil
    }
    if let (violation, trace) = violationOfCanonicalForm(alongRunsOf: namedRules, limits) {
      reportViolation(&outcome, violation, trace, "in a random run, not shortened")
      return outcome
    }
    if isInterrupted { return nil }
    let option =
      switch exploration.end {
      case .exhausted, .depthReached: "--outstanding"
      case .timeReached: "--time"
      case .memoryReached: "--memory"
      case .statesReached, .growthReached, .violation, .outdatedRules, .interrupted, .error: "--states"
      }
    rules.canonicalForm?.trial = .part(worlds: triedCount, option: option)
    return nil
  }

  /// - Parameter holdsAll: The graph holds every world within the bounds, and `count` is their number.
  private func violationOfCanonicalForm(
    of rules: Rules<M>, in graph: WorldGraph<M>, first count: Int, holdsAll: Bool
  ) -> (Violation, Trace<M>)? {
    var suspects = Array(0..<count)
    if holdsAll, var proof = CanonicalFormProof(of: rules, over: graph) {
      suspects = proof.suspects(unless: { isInterrupted })
    }
    var firstWrong: (world: Int, violation: Violation)?
    // The worlds are judged in order of discovery, and on this thread, because only its calls are watched for traps.
    for world in suspects where firstWrong == nil && !isInterrupted {
      firstWrong = rules.violationOfCanonicalForm(of: graph.worlds[world]).map { (world, $0) }
    }
    guard let (wrongWorld, violation) = firstWrong else { return nil }
    return (violation, graph.trace(of: graph.firstPath(to: wrongWorld), rules))
  }

  private func violationOfCanonicalForm(
    alongRunsOf rules: Rules<M>, _ limits: ExplorationBounds
  ) -> (Violation, Trace<M>)? {
    for run in 0..<CanonicalFormTrial.runCount where !isInterrupted {
      var randomNumbers = RandomNumbers(seed: 1, run: UInt64(run))
      var trace = Trace<M>(origin: rules.origins[Int(randomNumbers.next(through: UInt64(rules.origins.count - 1)))])
      for _ in 0..<min(CanonicalFormTrial.maxLength, limits.depth ?? .max) {
        guard let steps = try? rules.possibleSteps(in: trace.lastWorld), !steps.isEmpty else { break }
        let step = steps[Int(randomNumbers.next(through: UInt64(steps.count - 1)))]
        let outcome = rules.take(step, in: trace.lastWorld)
        guard outcome.world.outstanding.count <= limits.outstanding else { break }
        trace.steps.append((step, outcome))
        if let violation = rules.violationOfCanonicalForm(of: outcome.world) { return (violation, trace) }
      }
    }
    return nil
  }
}

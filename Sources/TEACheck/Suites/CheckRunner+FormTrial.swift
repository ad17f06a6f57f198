internal import TEARuntime

extension CheckRunner {
  /// Holds the form to its word in worlds that the program reaches without it: in the first ones of a search, and, where
  /// there are more, along random runs.
  ///
  /// Beside the worlds that are kept, a wrong form may look right: what it forgets never grows there.
  ///
  /// - Returns: What is wrong, if anything.
  func tryForm(of rules: inout Rules<M>) -> Check.Outcome? {
    guard rules.form != nil else { return nil }
    var plain = rules
    plain.relax()
    (plain.form, plain.abstraction) = (nil, nil)
    var limits = bounds.exploration(settings)
    limits.states = min(limits.states, FormTrial.worlds)
    limits.graphLimit = nil
    let exploration = specification.engines.explore(plain, limits, max(1, settings.workers)) { _ in }
    guard let graph = exploration.graph else { return nil }
    if case .violation(let violation) = exploration.end, violation.breach.trap != nil, let trace = exploration.trace {
      var outcome = blank()
      outcome.result.notes = rules.notes
      violate(&outcome, violation.breach, trace, "shortest")
      return outcome
    }
    var outcome = blank()
    outcome.result.states = exploration.progress.states
    outcome.result.transitions = exploration.progress.transitions
    outcome.result.depth = exploration.progress.depth
    outcome.result.notes = rules.notes
    if let (breach, trace) = breachOfForm(of: rules, in: graph) {
      violate(&outcome, breach, trace, "shortest")
      return outcome
    }
    if case .exhausted = exploration.end, !exploration.leftStepsOut {
      rules.form?.trial = .whole(worlds: graph.worlds.count)
      return nil
    }
    if let (breach, trace) = breachOfForm(alongRunsOf: rules, plain, limits) {
      violate(&outcome, breach, trace, "in a random run, not shortened")
      return outcome
    }
    rules.form?.trial = .part(worlds: graph.worlds.count, runs: FormTrial.runs)
    return nil
  }

  private func breachOfForm(of rules: Rules<M>, in graph: WorldGraph<M>) -> (Breach, Trace<M>)? {
    var breach: Breach?
    let steps = graph.stepGraph
    let search = StemSearch(graph: steps, triggers: nil, allowed: Array(repeating: true, count: steps.worldCount))
    let result = search.search(until: { _ in false }) { world in
      breach = rules.breachOfForm(of: graph.worlds[world])
      return breach != nil
    }
    guard case .found(let stem) = result, let breach else { return nil }
    let isSame = specification.engines.isSame
    let origin = rules.origins.first { isSame($0.world, graph.worlds[stem.start]) } ?? rules.origins[0]
    return (breach, graph.trace(of: BadRun(start: stem.start, steps: stem.steps), from: origin, rules))
  }

  private func breachOfForm(
    alongRunsOf rules: Rules<M>, _ plain: Rules<M>, _ limits: ExplorationBounds
  ) -> (Breach, Trace<M>)? {
    for run in 0..<FormTrial.runs {
      var numbers = RandomNumbers(seed: 1, run: UInt64(run))
      var trace = Trace<M>(origin: rules.origins[Int(numbers.next(through: UInt64(rules.origins.count - 1)))])
      for _ in 0..<min(FormTrial.length, limits.depth ?? .max) {
        guard let steps = try? rules.possibleSteps(in: trace.last), !steps.isEmpty else { break }
        let step = steps[Int(numbers.next(through: UInt64(steps.count - 1)))]
        let outcome = rules.take(step, in: trace.last)
        guard outcome.world.outstanding.count <= limits.outstanding else { break }
        trace.steps.append((step, outcome))
        if let breach = rules.breachOfForm(of: outcome.world) { return (breach, trace) }
      }
    }
    return nil
  }
}

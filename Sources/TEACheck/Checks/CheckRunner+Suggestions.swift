internal import TEARuntime

extension CheckRunner {
  /// Adds the statements that hold in all explored worlds, or in nearly all, and that no property states.
  ///
  /// Cost: one look at each world and step, and one at each row for each pair of observed values.
  func suggest(_ outcome: inout Check.Outcome, _ rules: Rules<M>) {
    guard let graph = searchRecord?.exploration?.graph, !graph.worlds.isEmpty else { return }
    onProgress(stage("looking for what holds in all worlds"))
    let begin = ContinuousClock.now
    defer { log("looking for what holds took \(Self.text(of: ContinuousClock.now - begin))") }
    let statements = watch.watched { self.statements(on: graph, rules) }
    let list = SuggestionList(statements, isShort: !settings.suggestsAll)
    outcome.result.suggestions = list.statements.map { suggestion($0, graph, rules) }
    outcome.result.hiddenSuggestions = statements.count - list.statements.count
  }

  private func statements(on graph: WorldGraph<M>, _ rules: Rules<M>) -> [Statement] {
    let worlds = UserCode.calling(.comparison) { ObservedWorlds(graph) }
    let conditions = ObservedConditions(worlds)
    let ofStates = StateMiner(worlds, conditions)
    let steps = ObservedSteps(graph, worlds)
    let failures = M.Failure.self == Never.self ? nil : failures(graph, worlds, rules)
    let ofSteps = StepMiner(
      worlds, steps, conditions, distinct: ofStates.distinctConditions, failures: failures)
    let isQuiet = graph.worlds.map { (try? rules.isQuiet($0)) ?? false }
    let ofRuns = RunMiner(
      worlds, graph.stepGraph, conditions, isQuiet: isQuiet, impliesCommand: ofStates.impliesCommand)
    return (ofStates.statements + ofSteps.statements + ofRuns.statements).filter {
      $0.isBelievable(starts: graph.startCount)
    }
  }

  /// The steps whose `update` threw; they leave the model unchanged.
  private func failures(_ graph: WorldGraph<M>, _ worlds: ObservedWorlds, _ rules: Rules<M>) -> [Int] {
    var failures: [Int] = []
    for world in 0..<min(graph.expandedCount, graph.worldCount) {
      for step in graph.steps(of: world) where Int(graph.targets[step]) < graph.worldCount {
        guard worlds.looksAlike(world, Int(graph.targets[step])), graph.steps[step].message != nil else { continue }
        if rules.take(graph.steps[step], in: graph.worlds[world]).failure != nil { failures.append(step) }
      }
    }
    return failures
  }

  private func suggestion(_ statement: Statement, _ graph: WorldGraph<M>, _ rules: Rules<M>) -> CheckResult.Suggestion {
    var suggestion = CheckResult.Suggestion(
      words: statement.words, code: statement.code, isOfSteps: statement.subject == .steps, total: statement.total,
      support: statement.support, exceptions: statement.exceptions)
    guard let exception = statement.exception else { return suggestion }
    let run: BadRun
    switch exception {
    case .world(let world): run = graph.firstWay(to: world)
    case .step(let step):
      // The world that the step starts from.
      var way = graph.firstWay(to: graph.source(of: step))
      way.steps.append(step)
      run = way
    }
    let same = specification.engines.comparison.isSame
    let origin = rules.origins.first { same($0.world, graph.worlds[run.start]) } ?? rules.origins[0]
    let trace = graph.trace(of: run, from: origin, rules)
    suggestion.exception = UserCode.calling(.description) {
      Counterexample(trace, breach: Breach(property: statement.words), place: specification.place)
    }
    return suggestion
  }
}

extension WorldGraph {
  /// The world that a step starts from.
  ///
  /// - Complexity: O(log *n*) in the number of worlds.
  func source(of step: Int) -> Int {
    var (low, high) = (0, worlds.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if firstSteps[middle] <= step { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The steps by which a world was first found: a shortest path.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func firstWay(to world: Int) -> BadRun {
    var found = [Int](repeating: -1, count: worlds.count)
    for step in targets.indices where Int(targets[step]) < worlds.count {
      let target = Int(targets[step])
      if target >= startCount, found[target] < 0 { found[target] = step }
    }
    var run = BadRun(start: world, steps: [])
    while found[run.start] >= 0 {
      run.steps.append(found[run.start])
      run.start = source(of: found[run.start])
    }
    run.steps.reverse()
    return run
  }
}

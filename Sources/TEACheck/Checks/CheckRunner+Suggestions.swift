internal import TEAAnalysis
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Adds to the outcome the statements that hold in all explored worlds, steps or runs, or in nearly all.
  func suggest(_ outcome: inout Check.Outcome, _ rules: Rules<M>) {
    guard let graph = record(of: outcome)?.search?.exploration.graph, graph.worldCount > 0 else { return }
    onProgress(progress(ofStage: "looking for what holds in all worlds"))
    let begin = ContinuousClock.now
    let memoryBefore = Platform.residentBytes
    var peakMemory = memoryBefore
    defer {
      let bytes = memoryBefore.flatMap { before in peakMemory.map { max(0, $0 - before) / graph.worldCount } }
      let memoryText = bytes.map { ", and \(grouped($0)) bytes a world" } ?? ""
      log("looking for what holds took \(Self.text(of: ContinuousClock.now - begin))\(memoryText)")
    }
    let statements = watch.watched {
      self.statements(on: graph, rules) { peakMemory = max(peakMemory ?? 0, Platform.residentBytes ?? 0) }
    }
    if isInterrupted {
      outcome.result.notes.append("interrupted while it looked for what holds: nothing is suggested")
      return
    }
    let list = SuggestionList(statements, isLimited: !settings.suggestsAll)
    outcome.result.suggestions = list.statements.map { suggestion($0, graph, rules) }
    outcome.result.hiddenSuggestions = statements.count - list.statements.count
    if rules.abstraction != nil {
      outcome.result.notes.append(
        "Distinguish: suggestions are of the worlds that it leaves, and none is of steps or runs, because a step may go on "
          + "from another world than the one that it comes to")
    }
  }

  /// - Parameter onStage: Called after the stages that use the most memory.
  private func statements(
    on graph: WorldGraph<M>, _ rules: Rules<M>, onStage: () -> Void
  ) -> [Statement] {
    let worlds = ObservedWorlds(of: M.self)
    // In a reduced search, the target of a step may be another world than the one that the message leads to. Steps and
    // recoveries then say nothing of the program. Statements at rest are about worlds, so they are looked for.
    let stepObserver = StepObserver(rules, specification.engines.functions, observesMessages: !rules.isReduced)
    let (steps, messages) = (stepObserver.steps, stepObserver.messages)
    for number in 0..<graph.worldCount {
      guard !isInterrupted, let world = graph.world(number) else { break }
      if number % 8192 == 0, number > 0 {
        let (doneText, allText) = (grouped(number), grouped(graph.worldCount))
        onProgress(progress(ofStage: "looking for what holds in all worlds: \(doneText) of \(allText) looked at"))
      }
      let isAtRest = (try? rules.isAtRest(world)) ?? false
      UserCode.calling(.comparison) {
        worlds.add(world.model, outstanding: world.outstanding, isAtRest: isAtRest) {
          try? UserCode.calling(.view) { try world.view }
        }
      }
      stepObserver.add(number, world, of: graph)
    }
    if isInterrupted { return [] }
    worlds.isComplete = graph.expandedCount >= graph.worldCount && graph.worldsWithStepsLeftOut.isEmpty
    onStage()
    worlds.finish()
    let stepGraph = graph.stepGraph(rules)
    steps.finish(stepGraph, worlds)
    onStage()
    let conditions = ObservedConditions(worlds)
    if isInterrupted { return [] }
    let stateMiner = StateMiner(worlds, rules.isReduced ? nil : steps, conditions)
    if isInterrupted { return [] }
    let failedSteps =
      M.Failure.self == Never.self || rules.isReduced ? nil : findFailedSteps(graph, worlds, stepObserver)
    let stepMiner =
      rules.isReduced
      ? nil
      : StepMiner(worlds, steps, conditions, distinct: stateMiner.distinctConditions, failures: failedSteps)
    if isInterrupted { return [] }
    let runMiner = RunMiner(
      worlds, stepGraph, conditions, distinct: stateMiner.distinctConditions,
      findsRecoveries: !rules.isReduced, impliesCommand: stateMiner.impliesCommand)
    let messageMiner = messages.map { messages in
      let tester = EquationTester(messages.values(as: M.Message.self), rules, specification.engines.functions)
      return MessageMiner(
        worlds, messages, conditions, distinct: stateMiner.distinctConditions, targets: graph.targets,
        failures: failedSteps
      ) { equations, tested, number in
        // Bit n of `tested`, and of the result, stands for the equation with the index n.
        guard let world = graph.world(number) else { return 0 }
        return withUnsafePointer(to: world.model) { model in
          tester.brokenEquations(among: equations, tested, inWorld: number, model)
        }
      }
    }
    onStage()
    let stepStatements = (stepMiner?.statements ?? []) + (messageMiner?.statements ?? [])
    let statements = (stateMiner.statements + stepStatements + runMiner.statements).filter {
      $0.isWellSupported(starts: graph.startCount)
    }
    return Statement.withoutRedundant(statements, stateMiner.implies)
  }

  /// The steps in which `update` throws. Such a step leaves the model as it is, so only steps whose target looks like their
  /// source are taken again.
  private func findFailedSteps(_ graph: WorldGraph<M>, _ worlds: ObservedWorlds, _ observer: StepObserver<M>) -> [Int] {
    var failedSteps: [Int] = []
    for world in 0..<min(graph.expandedCount, graph.worldCount) where !isInterrupted {
      let suspects = graph.edges(of: world).filter { step in
        Int(graph.targets[step]) < graph.worldCount && worlds.lookAlike(world, Int(graph.targets[step]))
      }
      guard !suspects.isEmpty, let before = graph.world(world) else { continue }
      failedSteps += observer.failing(suspects, in: before, world, of: graph)
    }
    return failedSteps
  }

  private func suggestion(_ statement: Statement, _ graph: WorldGraph<M>, _ rules: Rules<M>) -> CheckResult.Suggestion {
    var suggestion = CheckResult.Suggestion(
      words: statement.words, code: statement.code, isOfSteps: statement.isOfSteps, total: statement.total,
      support: statement.support, exceptions: statement.exceptionCount)
    guard let exception = statement.firstException else { return suggestion }
    var run = graph.firstPath(to: statement.isOfSteps ? graph.source(of: exception) : exception)
    if statement.isOfSteps { run.steps.append(exception) }
    let trace = graph.trace(of: run, rules)
    suggestion.exception = UserCode.calling(.description) {
      Counterexample(trace, violation: Violation(property: statement.words), place: specification.place)
    }
    return suggestion
  }
}

internal import TEAResults
internal import TEASupport
internal import TEARuntime

/// A random walk: random steps from an origin, a world in which the program starts, within the bounds of an exploration.
struct RandomWalk<M: Module> {
  private(set) var trace: Trace<M>
  /// The index of the origin that the walk starts from.
  let origin: Int
  /// The violation that ended the walk, which may be a known trap; `nil` where none did.
  private(set) var violation: Violation?

  var world: World<M> { trace.lastWorld }

  /// - Parameters:
  ///   - rules: Rules with listed messages only.
  ///   - cutoff: Ends the walk between two steps.
  ///   - observe: Receives each world of the walk, from the world of the origin on.
  init(
    _ rules: Rules<M>, maxLength: Int, maxOutstanding: Int, _ swarm: SwarmConfiguration,
    _ random: inout RandomNumbers, until cutoff: RunCutoff = RunCutoff(), observedBy observe: (World<M>) -> Void
  ) throws {
    let phase = rules.watch.beginPhase()
    defer { phase.end() }
    // The thread that reports a trap repeats the walk with the same random numbers, up to the step that traps. The signal
    // stands for any cause.
    phase.scriptToTrap = { [random] breadcrumb in
      var random = random
      let breadcrumbs = RunBreadcrumbs(traps: [breadcrumb: .signal(0)])
      let walk = try? RandomWalk(
        rules, maxLength: maxLength, maxOutstanding: maxOutstanding, swarm, &random, until: RunCutoff(),
        leaving: breadcrumbs, observedBy: { _ in })
      return walk.map { Script($0.trace, of: rules).lines }
    }
    phase.slots[0].enter(Breadcrumb(.other))
    try self.init(
      rules, maxLength: maxLength, maxOutstanding: maxOutstanding, swarm, &random, until: cutoff,
      leaving: RunBreadcrumbs(slot: phase.slots[0], traps: phase.knownTraps), observedBy: observe)
  }

  /// Takes the steps of the walk. A step that is known to trap becomes the last step, and is not executed.
  private init(
    _ rules: Rules<M>, maxLength: Int, maxOutstanding: Int, _ swarm: SwarmConfiguration,
    _ random: inout RandomNumbers, until cutoff: RunCutoff, leaving breadcrumbs: RunBreadcrumbs,
    observedBy observe: (World<M>) -> Void
  ) throws {
    var cutoff = cutoff
    origin = Int(random.next(through: UInt64(rules.origins.count - 1)))
    trace = Trace(origin: rules.refreshed(rules.origins[origin]))
    guard breadcrumbs.leave(.choice, 0) else {
      violation = breadcrumbs.violation(.choice, 0)
      return
    }
    violation = rules.violation(in: world)
    observe(world)
    while violation == nil, trace.steps.count < maxLength {
      cutoff.stepsUntilLook -= 1
      if cutoff.stepsUntilLook < 0, cutoff.mustEnd() { return }
      let count = trace.steps.count
      guard breadcrumbs.leave(.choice, count) else {
        violation = breadcrumbs.violation(.choice, count)
        return
      }
      let messages = try rules.messages(in: world)
      let otherSteps = try rules.sampledRepliesAndEvents(in: world)
      guard messages.count + otherSteps.count > 0 else { return }
      let takesOtherStep = messages.isEmpty || !otherSteps.isEmpty && random.nextBool(probability: 0.5)
      let step =
        takesOtherStep
        ? otherSteps[Int(random.next(through: UInt64(otherSteps.count - 1)))]
        : .message(messages[Int(rules.pick(from: messages, swarm, &random))])
      guard breadcrumbs.leave(.run, count) else {
        violation = breadcrumbs.violation(.run, count)
        trace.steps.append((step, StepOutcome(notTakenIn: world)))
        return
      }
      let outcome = rules.take(step, in: world)
      // A step beyond the bound ends the walk, and is not a part of it.
      guard outcome.world.outstanding.count <= maxOutstanding else { return }
      violation = rules.violation(of: step, in: world, outcome) ?? rules.violation(in: outcome.world)
      trace.steps.append((step, outcome))
      observe(outcome.world)
    }
  }
}

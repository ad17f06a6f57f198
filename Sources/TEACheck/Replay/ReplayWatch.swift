internal import TEASupport
internal import TEAResults
internal import TEARuntime
internal import Synchronization

/// Finds the function that traps in a replay, by a breadcrumb that is left before each call of a ``TrapPart``.
///
/// The phase must be ended, because ``TrapPhase/scriptToTrap`` retains the watch until then.
final class ReplayWatch<M: Module> {
  /// The rules that call each function of the user by ``UserCode``, so that a report can name the function.
  let rules: Rules<M>
  let phase: TrapPhase
  /// Lines of a script. `stepCount` is the number of steps before the line, including earlier inserted steps.
  private typealias Steps = [(stepCount: Int, line: String)]
  /// The steps that the replay takes, or tries, although its script does not have them. A lock guards these steps, because the
  /// thread that reports a trap reads them.
  private let insertedSteps = Mutex<(taken: Steps, tried: Steps)>(([], []))
  /// The sites that are known to trap, where no function is called.
  private let knownSites: [Breadcrumb: TrapSite]

  /// - Parameter furtherSites: Sites that are known to trap, in addition to the sites of this phase that the trap watch
  ///   knows.
  init(_ rules: Rules<M>, _ script: Script, _ furtherSites: [TrapSite]) {
    self.rules = rules.callingThroughUserCode
    phase = rules.watch.beginPhase()
    let number = phase.number
    let sites = (phase.configuration?.knownSites ?? []).filter { $0.phase == number } + furtherSites
    knownSites = Dictionary(sites.map { ($0.breadcrumb, $0) }) { _, last in last }
    phase.scriptToTrap = { [self] breadcrumb in
      let start = script.start.map { ["start \($0)"] } ?? []
      // The breadcrumb's place is the number of steps before the trap. A trap in `update` is in the step after them.
      let isInNextStep = breadcrumb.number == TrapPart.update.number
      return start + withInsertedSteps(script.steps).prefix(breadcrumb.place + (isInNextStep ? 1 : 0))
    }
    phase.slots[0].enter(Breadcrumb(.other))
  }

  /// Notes a step that the script does not have, before it is taken.
  ///
  /// - Parameter stepCount: The number of steps before it, including the steps that were inserted earlier.
  func noteInserted(_ line: String, after stepCount: Int) {
    insertedSteps.withLock { $0.taken.append((stepCount, line)) }
  }

  /// Notes the steps that are tried, but not yet taken, before a line of the script. They replace those that were noted before.
  ///
  /// - Parameter stepCount: The number of steps before them, including the steps that were inserted earlier.
  func noteTried(_ lines: [String], after stepCount: Int) {
    let tried = lines.enumerated().map { (stepCount: stepCount + $0, line: $1) }
    insertedSteps.withLock { $0.tried = tried }
  }

  private func withInsertedSteps(_ lines: [String]) -> [String] {
    insertedSteps.withLock { steps in
      (steps.taken + steps.tried).reduce(into: lines) { lines, step in
        lines.insert(step.line, at: min(step.stepCount, lines.count))
      }
    }
  }

  /// Leaves a breadcrumb, unless the part is known to trap.
  ///
  /// - Parameter stepCount: The number of steps from the start to the world in which the part is called.
  /// - Returns: The violation by the part, if it is known to trap and so must not be called; otherwise `nil`.
  func leaveBreadcrumb(before part: TrapPart, after stepCount: Int) -> Violation? {
    let breadcrumb = Breadcrumb(.replay, place: stepCount, number: part.number)
    guard let site = knownSites[breadcrumb] else {
      phase.slots[0].set(breadcrumb)
      return nil
    }
    return rules.violation(by: site.part ?? part, trapping: site.cause)
  }

  /// Calls the module's own functions of a step one by one, each by ``UserCode``, so that a report can name the one that traps.
  /// The caller takes the step afterwards.
  func callFunctions(of step: WorldStep<M>, in world: World<M>) {
    // An `update` that changes an object in place would change the world in which the step is then taken.
    guard let message = step.message, rules.objectInModel == nil else { return }
    var commands: [M.Command] = []
    let answered = step.answeredCommand(in: world)
    let next = UserCode.calling(.update) {
      try? Kernel<M>.update(world.model, for: message, answering: answered, performing: &commands)
    }
    guard rules.hasSurroundings, let next else { return }
    callEffects(of: next, commands, in: world)
  }

  /// Calls the module's functions of effects: policies, subscriptions and timers. The identities of effects are compared as at
  /// the end of a step.
  private func callEffects(of model: M.Model, _ commands: [M.Command], in world: World<M>) {
    let state = world.surroundings?.state
    let commandsInSurroundings =
      (state?.repeatableReplies.map(\.command) ?? []) + (state?.silentEffects.map(\.command) ?? [])
    var identities: [M.EffectID] = []
    for command in world.outstanding + commandsInSurroundings + commands {
      let policy = UserCode.calling(.policy) { M.policy(for: command) }
      if let id = policy.id { identities.append(id) }
    }
    for entry in world.unsortedAgenda.entries {
      switch entry.item {
      case .command(_, let id), .throttleEnd(let id): identities.append(id)
      case .timer: break
      }
    }
    let subscriptions = UserCode.calling(.subscriptions) { M.subscriptions(for: model) }
    for subscription in subscriptions { _ = UserCode.calling(.timer) { M.timer(for: subscription) } }
    compareAll(identities)
    compareAll(world.subscriptions + subscriptions)
  }

  private func compareAll<Value: Hashable>(_ values: [Value]) {
    UserCode.calling(.comparison) {
      for (index, value) in values.enumerated() { _ = (value.hashValue, values[...index].contains(value)) }
    }
  }

  /// The violation in a world; `nil` for none. First, each function that judges the world is called under a breadcrumb: a report
  /// names the view by the breadcrumb, and the subscriptions and each property by ``UserCode``.
  func violation(in world: World<M>, after stepCount: Int) -> Violation? {
    if let violation = leaveBreadcrumb(before: .view, after: stepCount) { return violation }
    for model in [world.model] + rules.reordered(world.model) {
      _ = try? M.view(for: model)
      if rules.laws.contains(.deterministic) { _ = UserCode.calling(.subscriptions) { M.subscriptions(for: model) } }
    }
    for property in rules.always { _ = try? property.holds(world) }
    phase.slots[0].set(Breadcrumb(.other))
    return rules.violation(in: world)
  }

  /// The violation by a step; `nil` for none. First, each property of steps is called under a breadcrumb and, with the law
  /// `deterministic`, the step is taken in other orders.
  func violation(of step: WorldStep<M>, in before: World<M>, _ outcome: StepOutcome<M>, after stepCount: Int)
    -> Violation?
  {
    guard let transition = Transition(step, in: before, outcome) else { return nil }
    if rules.reordersModels || rules.reordersMessages,
      let violation = takeInOtherOrders(step, in: before, after: stepCount)
    {
      return violation
    }
    if let violation = leaveBreadcrumb(before: .step, after: stepCount) { return violation }
    for property in rules.stepProperties { _ = try? property.holds(transition) }
    phase.slots[0].set(Breadcrumb(.other))
    return rules.violation(of: step, in: before, outcome)
  }

  private func takeInOtherOrders(_ step: WorldStep<M>, in world: World<M>, after stepCount: Int) -> Violation? {
    if let violation = leaveBreadcrumb(before: .reordering, after: stepCount) { return violation }
    rules.takeInOtherOrders(step, in: world)
    return nil
  }

  /// The violation by a canonical form that is wrong for the last world; `nil` for none.
  func violationAtEnd(of trace: Trace<M>) -> Violation? {
    if let violation = leaveBreadcrumb(before: .form, after: trace.count) { return violation }
    return rules.violationOfCanonicalForm(of: trace.lastWorld)
  }

  /// Calls the functions that only a search calls, such as the comparison of worlds, in each world of the trace's last part.
  ///
  /// - Returns: The violation by the first of these functions that is known to trap, or else by the first condition of a property
  ///   of runs that throws; `nil` for none.
  func callFunctionsOfSearch(in trace: Trace<M>) -> Violation? {
    var thrown: Violation?
    let comparison = WorldComparison<M>()
    let worlds = trace.worlds
    // The steps are taken once more, so that equal worlds lie in other memory. Values that share memory may be found equal
    // without a call of their `==`.
    let repeatedOutcomes = trace.steps.reduce(into: [StepOutcome<M>]()) { outcomes, taken in
      outcomes.append(rules.take(taken.step, in: outcomes.last?.world ?? trace.origin.world))
    }
    let copies = [trace.origin.world] + repeatedOutcomes.map(\.world)
    // The steps of earlier parts come before the steps of the last part.
    let earlierCount = trace.count - trace.steps.count
    for (index, world) in worlds.enumerated() {
      let stepCount = earlierCount + index
      // Violations in the recorded order were looked for before: a search takes only some steps in another order.
      if index > 0, rules.reordersSomeModels,
        let violation = takeInOtherOrders(trace.steps[index - 1].step, in: worlds[index - 1], after: stepCount)
      {
        return violation
      }
      if let violation = leaveBreadcrumb(before: .comparison, after: stepCount) { return violation }
      _ = comparison.hash(world)
      let predecessorAndCopy = [worlds[max(0, index - 1)], copies[index]]
      for other in predecessorAndCopy + worlds.suffix(Self.comparedWorldCount) {
        _ = comparison.isSame(world, other)
      }
      if index > 0 {
        _ = textOfDifference(trace.steps[index - 1].outcome.commands, repeatedOutcomes[index - 1].commands)
      }
      if let abstraction = rules.abstraction {
        if let violation = leaveBreadcrumb(before: .key, after: stepCount) { return violation }
        let key = abstraction(world)
        if let violation = leaveBreadcrumb(before: .comparison, after: stepCount) { return violation }
        _ = (key.hashValue, key == abstraction(copies[index]))
      }
      if let violation = leaveBreadcrumb(before: .offer, after: stepCount) { return violation }
      let possibleSteps = (try? rules.possibleSteps(in: world)) ?? []
      if let violation = callDeclarations(in: world, possibleSteps, after: stepCount, noting: &thrown) {
        return violation
      }
      if let violation = leaveBreadcrumb(before: .description, after: stepCount) { return violation }
      _ = (literal(world.model), structuralLiteral(world.model), possibleSteps.map { Script.line($0, in: world) })
    }
    return thrown
  }

  /// Each world is compared with this many worlds at the end of the trace, so that comparisons stay linear in its length.
  private static var comparedWorldCount: Int { 20 }

  /// Calls the declarations that no single world can violate, such as `Sometimes`, to find out whether they trap. A report names
  /// `SystemMessages` by the breadcrumb, and each other declaration by ``UserCode``.
  ///
  /// - Parameter thrown: The violation by a condition that throws, which stays the first one.
  private func callDeclarations(
    in world: World<M>, _ possibleSteps: [WorldStep<M>], after stepCount: Int, noting thrown: inout Violation?
  ) -> Violation? {
    if let violation = leaveBreadcrumb(before: .systemMessages, after: stepCount) { return violation }
    for property in rules.sometimes { _ = try? property.holds(world) }
    for property in rules.liveness {
      do { _ = (try property.condition?(world), try property.holds(world)) } catch {
        thrown =
          thrown
          ?? Violation(property: property.name, place: property.place, detail: Rules<M>.detail(of: error))
      }
    }
    for target in rules.targets { _ = try? target.read(world) }
    for label in rules.labels { _ = try? label.read(world) }
    for cover in rules.covers { _ = try? cover.isMet(world) }
    let messages = possibleSteps.compactMap(\.message)
    for assumption in rules.fairness.labels { for message in messages { _ = assumption.label(message) } }
    for isOfSystem in rules.systemMessageConditions { for message in messages { _ = isOfSystem(message) } }
    return nil
  }
}

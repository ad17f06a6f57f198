internal import TEAGenerators
internal import TEAResults
public import TEASupport
public import TEARuntime

/// The world in which a run begins that continues another one, with the choices that led to it.
struct ContinuationPoint<M: Module>: @unchecked Sendable {
  // Unchecked: models need not be Sendable, but they are values, and the threads that share them only read them.

  var world: World<M>
  /// The number of steps before the world.
  var stepCount: Int
  /// The choices of the origin and of the steps before the world.
  var record: [UInt64]

  init(world: World<M>, stepCount: Int, record: [UInt64]) {
    (self.world, self.stepCount, self.record) = (world, stepCount, record)
    // Threads that share the world would write the view at the same time.
    self.world.keptView = nil
  }
}

/// The state of a run between two steps, or at its end.
@usableFromInline
struct RunState<M: Module> {
  /// The number of steps from the start of the program to the world; one more where the run ended with a step that is known to
  /// trap.
  @usableFromInline var stepCount: Int
  @usableFromInline var world: World<M>
  @usableFromInline var violation: Violation?
  @usableFromInline var error: (any Error)?
  /// The run was left before its end, because the check has to end; see ``RunCutoff``.
  @usableFromInline var isCutOff = false

  init(stepCount: Int, world: World<M>) {
    self.stepCount = stepCount
    self.world = world
  }

  /// Ends the run with a known trap. A step that traps becomes the last step of the trace, and is not taken.
  ///
  /// - Parameter step: The step that traps; `nil` where the choice of a step traps.
  @usableFromInline
  mutating func endByTrap(
    _ kind: Breadcrumb.Kind, before step: WorldStep<M>?, _ trace: UnsafeMutablePointer<Trace<M>>?,
    _ breadcrumbs: RunBreadcrumbs
  ) {
    violation = breadcrumbs.violation(kind, stepCount)
    guard let step else { return }
    trace?.pointee.steps.append((step, StepOutcome(notTakenIn: world)))
    stepCount += 1
  }
}

extension Rules {
  @usableFromInline typealias TakeSteps =
    @Sendable (Rules<M>, inout RunState<M>, inout Choices, RunPlan, inout RunObserver<M>) throws -> Void

  /// Executes a run.
  ///
  /// Each step is a group of choices. The first choice is 0 to stop, or else the number of the message, reply or event, from
  /// 1. A generated message adds its own choices.
  ///
  /// - Parameters:
  ///   - point: The world in which the run begins; `nil` to choose an origin.
  ///   - trace: Receives the steps; `nil` where the caller does not need them.
  ///   - specializedSteps: ``takeSteps(_:from:_:trace:observedBy:)`` without a trace, specialised for the module.
  /// - Throws: ``Discarded`` when a generator gave up.
  func run(
    from choices: inout Choices, _ plan: RunPlan, continuing point: ContinuationPoint<M>?,
    trace: UnsafeMutablePointer<Trace<M>>?, observedBy observer: inout RunObserver<M>, by specializedSteps: TakeSteps
  ) throws(Discarded) -> RunState<M> {
    var state: RunState<M>
    observer.beginRun()
    if let point {
      state = RunState(stepCount: point.stepCount, world: point.world)
    } else {
      let origin: Origin
      var refusedStart = observer.refusedStart
      do {
        origin = try UserCode.calling(.start) {
          try chooseOrigin(from: &choices, leaving: observer.breadcrumbs, refused: &refusedStart)
        }
      } catch let discarded as Discarded {
        throw discarded
      } catch {
        state = RunState(stepCount: 0, world: origins[0].world)
        state.error = error
        return state
      }
      observer.refusedStart = refusedStart
      trace?.pointee = Trace(origin: origin)
      state = RunState(stepCount: 0, world: origin.world)
    }
    // The declarations are evaluated in the first world, where they may trap.
    guard observer.breadcrumbs.leave(.choice, state.stepCount) else {
      state.violation = observer.breadcrumbs.violation(.choice, state.stepCount)
      return state
    }
    do {
      if trace == nil {
        try specializedSteps(self, &state, &choices, plan, &observer)
      } else {
        try takeSteps(&state, from: &choices, plan, trace: trace, observedBy: &observer)
      }
    } catch let discarded as Discarded {
      throw discarded
    } catch {
      state.error = error
    }
    return state
  }

  /// Takes steps until the run has the length of its plan, stops by a choice, has no possible step, is cut off, or ends with a
  /// violation or a known trap.
  ///
  /// - Throws: ``Discarded`` when a generator gave up, or the error of a declaration.
  @inlinable
  func takeSteps(
    _ state: inout RunState<M>, from choices: inout Choices, _ plan: RunPlan, trace: UnsafeMutablePointer<Trace<M>>?,
    observedBy observer: inout RunObserver<M>
  ) throws {
    // These members of the rules are read once per run: the workers share them, and would wait for each other if each step
    // changed their reference counts.
    let (offer, replies, invariants, relations) = (offer, replies, invariants, relations)
    // Steps change the world in place where neither the caller nor a property needs the world before a step.
    let (identity, changesInPlace) = (observer.identity, trace == nil && !needsModelBeforeStep)
    let allHold =
      invariants.count == 1 ? invariants[0] : { world in try invariants.allSatisfy { holds in try holds(world) } }
    let stepsBefore = state.stepCount
    // One place for the views of all worlds of the run, so that no step allocates one. No world that outlives a step keeps it.
    let placeForView = World<M>.placeForView
    defer { state.world.keptView = nil }
    while true {
      observer.breadcrumbs.restartStepTime()
      state.world.keptView = placeForView
      // The quick test `passesProperties` finds worlds that may violate a property, and `violation(in:)` names the property. A
      // run that continues another one begins in a world that the other run has judged.
      let isFirst = state.stepCount == stepsBefore
      if isFirst ? stepsBefore == 0 : inspectsViews || !identity.isReflexive(state.world.model) {
        state.violation = violation(in: state.world)
      } else if !isFirst, !Self.passesProperties(state.world, by: allHold) {
        state.violation = violation(in: state.world) ?? .failedOnlyOnce
      }
      observer.breadcrumbs.restartStepTime()
      try observer.observe(state.world, state.stepCount, choices, by: identity)
      guard state.violation == nil, state.stepCount < plan.length else { return }
      observer.cutoff.stepsUntilLook -= 1
      if observer.cutoff.stepsUntilLook < 0, observer.cutoff.mustEnd() { return state.isCutOff = true }
      guard observer.breadcrumbs.leave(.choice, state.stepCount) else {
        return state.endByTrap(.choice, before: nil, trace, observer.breadcrumbs)
      }
      choices.beginGroup()
      let step = try chooseStep(in: state.world, from: &choices, plan, offer)
      choices.endGroup()
      guard let step else { return }
      // The view may hold parts of the model, of which the step is to have the only copy.
      placeForView?.view = nil
      state.world.keptView = nil
      guard observer.breadcrumbs.leave(.run, state.stepCount) else {
        return state.endByTrap(.run, before: step, trace, observer.breadcrumbs)
      }
      state.stepCount += 1
      if changesInPlace {
        if let failure = Self.advance(&state.world, by: step, answeredBy: replies, performing: &observer.commands) {
          return state.violation = step.message.flatMap { violation(by: failure, of: $0, in: state.world) }
        }
      } else {
        take(step, &state, relations, trace, &observer.commands)
        if state.violation != nil { return }
      }
    }
  }

  /// Takes a step of a run on a copy of its world, and judges it.
  @inlinable
  @inline(never)
  func take(
    _ step: WorldStep<M>, _ state: inout RunState<M>, _ relations: [@Sendable (Transition<M>) throws -> Bool],
    _ trace: UnsafeMutablePointer<Trace<M>>?, _ commands: inout [M.Command]
  ) {
    let (nextWorld, failure) = take(step, in: state.world, performing: &commands)
    let isJudgedQuickly = failure == nil && !inspectsStepsInFull
    if !isJudgedQuickly
      || !Self.passesProperties(step, in: state.world, to: nextWorld.model, performing: commands, by: relations)
    {
      state.violation =
        violation(of: step, in: state.world, StepOutcome(world: nextWorld, commands: commands, failure: failure))
        ?? (isJudgedQuickly ? .failedOnlyOnce : nil)
    }
    if let trace {
      trace.pointee.steps.append((step, StepOutcome(world: nextWorld, commands: commands, failure: failure)))
    }
    state.world = nextWorld
  }

  /// Chooses the next step; `nil` where the run stops or no step is possible.
  @inlinable
  func chooseStep(
    in world: World<M>, from choices: inout Choices, _ plan: RunPlan, _ offer: Offer
  ) throws -> WorldStep<M>? {
    let otherSteps = world.outstanding.count == 0 && !hasSurroundings ? [] : try sampledRepliesAndEvents(in: world)
    if derivedMessageGenerator != nil || declaredMessageGenerator != nil {
      let generator = try generator(in: world)
      let number = chooseNumber(canSend: generator != nil, otherStepCount: otherSteps.count, from: &choices, plan)
      guard let number else { return nil }
      guard number == 0, let generator else { return otherSteps[number - 1] }
      let message = try chooseMessage(generator, from: &choices, plan)
      try checkPrecondition(of: message, in: world)
      return .message(message)
    }
    switch offer {
    case .fixed(let messages): return chooseStep(among: messages, otherSteps, &choices, plan)
    case .byWorld(let offered): return chooseStep(among: try offered(world), otherSteps, &choices, plan)
    }
  }

  /// Chooses a listed message, a reply or an event; `nil` where the run stops or no step is possible.
  @inlinable
  func chooseStep(
    among messages: [M.Message], _ otherSteps: [WorldStep<M>], _ choices: inout Choices, _ plan: RunPlan
  ) -> WorldStep<M>? {
    guard messages.count + otherSteps.count > 0 else { return nil }
    let number = choices.choose(through: UInt64(messages.count + otherSteps.count)) { random, _ in
      if random.nextBool(probability: plan.stopProbability) { return 0 }
      if messages.isEmpty || !otherSteps.isEmpty && random.nextBool(probability: plan.nonMessageProbability) {
        return UInt64(messages.count + 1) + random.next(through: UInt64(otherSteps.count - 1))
      }
      return 1 + pick(from: messages, plan.swarm, &random)
    }
    guard number > 0 else { return nil }
    let index = Int(number) - 1
    return index < messages.count ? .message(messages[index]) : otherSteps[index - messages.count]
  }

  /// Draws the index of a message. A draw that the swarm does not admit is repeated, at most four times.
  @inlinable
  func pick(from messages: [M.Message], _ swarm: SwarmConfiguration?, _ random: inout RandomNumbers) -> UInt64 {
    var index = random.next(through: UInt64(messages.count - 1))
    guard let swarm else { return index }
    for _ in 0..<4 {
      if swarm.admits(messages[Int(index)], &random) { break }
      index = random.next(through: UInt64(messages.count - 1))
    }
    return index
  }

  /// Chooses between a generated message (0), the replies and events (from 1) and stopping (`nil`).
  @usableFromInline
  func chooseNumber(canSend: Bool, otherStepCount: Int, from choices: inout Choices, _ plan: RunPlan) -> Int? {
    let messageCount = canSend ? 1 : 0
    let number = choices.choose(through: UInt64(messageCount + otherStepCount)) { random, _ in
      if random.nextBool(probability: plan.stopProbability) { return 0 }
      if otherStepCount > 0, !canSend || random.nextBool(probability: plan.nonMessageProbability) {
        return UInt64(1 + messageCount) + random.next(through: UInt64(otherStepCount - 1))
      }
      return 1
    }
    return number == 0 ? nil : Int(number) - messageCount
  }

  /// Generates a message. At most three are thrown away that the swarm does not admit, or that have no letter of a constant that
  /// is being spelled.
  @usableFromInline
  func chooseMessage(
    _ generator: Gen<M.Message>, from choices: inout Choices, _ plan: RunPlan
  ) throws(Discarded) -> M.Message {
    guard choices.isRandom, plan.swarm != nil || choices.spellsConstants else {
      return try generator.generate(&choices)
    }
    let (count, spelling) = (choices.record.count, choices.spelling)
    for _ in 0..<3 {
      let message = try generator.generate(&choices)
      let fits = !spelling.isInsideConstant || choices.spelling.letterCount > spelling.letterCount
      if fits, plan.swarm?.admits(message, &choices.random) ?? true { return message }
      choices.takeBack(to: count)
      choices.spelling = spelling
    }
    return try generator.generate(&choices)
  }
}

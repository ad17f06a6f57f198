internal import TEAAnalysis
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension WorldGraph {
  /// The graph as numbers. Worlds that were not expanded, or only in part, have unexplored steps.
  func stepGraph(_ rules: Rules<M>) -> StepGraph {
    var hasUnexploredSteps = (0..<worldCount).map { $0 >= expandedCount }
    for world in worldsWithStepsLeftOut { hasUnexploredSteps[Int(world)] = true }
    let stepCount = firstSteps[min(expandedCount, worldCount)]
    return StepGraph(
      startCount: startCount, firstSteps: firstSteps.map { min($0, stepCount) }, targets: targets,
      hasUnexploredSteps: hasUnexploredSteps,
      faults: rules.surroundingRules?.hasFaults == true ? steps.map(\.isFault) : nil)
  }

  /// For each world, `true` where a condition holds.
  ///
  /// - Throws: ``ConditionFailure`` where the condition throws or is known to trap.
  func truth(of holds: Property<World<M>>.Condition, watchedBy watch: TrapWatch) throws -> [Bool] {
    var result = [Bool](repeating: false, count: worldCount)
    let phase = watch.beginPhase()
    phase.slots[0].enter(Breadcrumb(.other))
    defer { phase.end() }
    try worlds.withUnsafeBufferPointer { worlds in
      for number in 0..<result.count {
        let breadcrumb = Breadcrumb(.liveness, place: number)
        if let cause = phase.knownTraps[breadcrumb] {
          throw ConditionFailure(world: number, trap: cause)
        }
        phase.slots[0].set(breadcrumb)
        do {
          result[number] = try holds(worlds[number])
        } catch {
          throw ConditionFailure(world: number, error: error)
        }
      }
    }
    return result
  }

  /// For each step, `true` where it needs neither a person nor time.
  func stepsWithoutPersonOrTime(_ rules: Rules<M>) -> [Bool] {
    steps.map { step in
      if case .event(let event) = step { event.needsNeitherPersonNorTime } else { rules.isOfSystem(step) }
    }
  }

  /// The labels of the steps by the fairness assumptions of the rules. The first label of a step stands for the answered
  /// command, the message of the system or the event. The others stand for the declared labels, in order.
  func labels(_ rules: Rules<M>) throws -> StepLabels {
    let assumedFairness = rules.fairness
    let declaredLabels = assumedFairness.labels.filter { $0.strength != .none }
    let (stepCount, steps) = (firstSteps[min(expandedCount, worldCount)], steps)
    var labels = StepLabels()
    labels.labelsPerStep = 1 + declaredLabels.count
    labels.labelNumbers = Array(repeating: -1, count: stepCount * labels.labelsPerStep)
    for (index, declaration) in declaredLabels.enumerated() {
      var numberOfLabel: [String: Int32] = [:]
      steps.withUnsafeBufferPointer { steps in
        for step in 0..<stepCount {
          guard !steps[step].isFault, let name = steps[step].message.flatMap(declaration.label) else { continue }
          labels.labelNumbers[step * labels.labelsPerStep + 1 + index] =
            numberOfLabel[name] ?? labels.add(name, to: &numberOfLabel, isStrong: declaration.strength == .strong)
        }
      }
    }
    var numberOfEvent: [AnyHashable: Int32] = [:]
    var numberOfReply: [AnyHashable: Int32] = [:]
    if rules.hasSurroundings { addEvents(to: &labels, &numberOfEvent, rules, stepCount) }
    if assumedFairness.replies != .none, rules.hasReplies { try addReplies(to: &labels, &numberOfReply, rules) }
    if rules.hasSurroundings, !numberOfReply.isEmpty || !numberOfEvent.isEmpty {
      addInterruptions(to: &labels, numberOfReply, numberOfEvent, rules)
    }
    if assumedFairness.system != .none, !rules.systemMessageConditions.isEmpty {
      var numberOfLabel: [AnyHashable: Int32] = [:]
      for step in 0..<stepCount {
        guard case .message(let message) = steps[step], rules.isOfSystem(steps[step]) else { continue }
        labels.labelNumbers[step * labels.labelsPerStep] = UserCode.calling(.comparison) {
          let key = recognitionKey(of: message)
          return numberOfLabel[key] ?? labels.add(key, to: &numberOfLabel, isStrong: assumedFairness.system == .strong)
        }
      }
    }
    return labels
  }

  private func addEvents(
    to labels: inout StepLabels, _ numberOfLabel: inout [AnyHashable: Int32], _ rules: Rules<M>, _ stepCount: Int
  ) {
    guard rules.fairness.system != .none else { return }
    for step in 0..<stepCount {
      guard case .event(let event) = steps[step], let name = event.fairLabel else { continue }
      // A wait is not possible while something is due. With weakly fair waits, a run could stay at one moment for ever.
      let isStrong = rules.fairness.system == .strong || event.isWait
      labels.labelNumbers[step * labels.labelsPerStep] = UserCode.calling(.comparison) {
        numberOfLabel[name] ?? labels.add(name, to: &numberOfLabel, isStrong: isStrong)
      }
    }
  }

  /// Replies to equal commands have the same label.
  private func addReplies(
    to labels: inout StepLabels, _ numberOfLabel: inout [AnyHashable: Int32], _ rules: Rules<M>
  ) throws {
    let (worlds, allSteps) = (worlds, steps)
    for world in 0..<min(worldCount, expandedCount) where !worlds[world].outstanding.isEmpty {
      var lastReply: (command: Int, label: Int32)?
      for step in edges(of: world) {
        guard let command = allSteps[step].indexOfAnsweredCommand else { continue }
        if lastReply?.command != command {
          let label = UserCode.calling(.comparison) {
            let key = recognitionKey(of: worlds[world].outstanding[command])
            return numberOfLabel[key]
              ?? labels.add(key, to: &numberOfLabel, isStrong: rules.fairness.replies == .strong)
          }
          lastReply = (command, label)
        }
        labels.labelNumbers[step * labels.labelsPerStep] = lastReply?.label ?? -1
      }
    }
  }

  /// Adds the interrupted labels. A step that cancels the effect of a command by a policy interrupts the labels of the replies
  /// to the command, of what the command does to the environment, and of the end of the effect.
  /// A step that loses a command interrupts the labels of the command's own steps: an equal command may keep them possible.
  private func addInterruptions(
    to labels: inout StepLabels, _ numberOfReply: [AnyHashable: Int32], _ numberOfEvent: [AnyHashable: Int32],
    _ rules: Rules<M>
  ) {
    let (worlds, allSteps) = (worlds, steps)
    let tracksSilentEffects = rules.surroundingRules?.tracksSilentEffects == true
    for world in 0..<min(worldCount, expandedCount) {
      let source = worlds[world]
      for step in edges(of: world) {
        guard case .event(let event) = allSteps[step], case .loss(let lostCommand) = event.kind else { continue }
        let stepsOfCommand = edges(of: world).filter { allSteps[$0].indexOfFairCommand == lostCommand }
        labels.interruptedLabels[step] = stepsOfCommand.map { labels.labelNumbers[$0 * labels.labelsPerStep] }
      }
      let state = tracksSilentEffects ? source.surroundings?.state : nil
      // These commands are no longer outstanding, but their effects still run.
      let lastingCommands =
        (state?.silentEffects.map(\.command) ?? []) + (state?.repeatableReplies.map(\.command) ?? [])
      let runningCommands = source.outstanding + lastingCommands
      let policyIDs = UserCode.calling(.policy) { runningCommands.map { M.policy(for: $0).id } }
      if policyIDs.allSatisfy({ $0 == nil }) { continue }
      for step in edges(of: world) {
        // A debounced command cancels others when it is performed, and not when it is carried out after its pause.
        if case .event(let event) = allSteps[step], event.isDue, event.message == nil { continue }
        let performedCommands = rules.commandsPerformed(by: allSteps[step], in: source)
        let cancelledIDs = UserCode.calling(.policy) {
          Set(performedCommands.compactMap { M.policy(for: $0).cancelledID })
        }
        if cancelledIDs.isEmpty { continue }
        for (index, command) in runningCommands.enumerated() {
          guard let id = policyIDs[index], cancelledIDs.contains(id) else { continue }
          let numbers = UserCode.calling(.comparison) {
            [
              numberOfReply[recognitionKey(of: command)], numberOfEvent[WorldEvent<M>.fairLabel(ofEffectOf: command)],
              numberOfEvent[WorldEvent<M>.fairLabel(ofEndOf: command)],
            ]
          }
          labels.interruptedLabels[step, default: []] += numbers.compactMap { $0 }
        }
      }
    }
  }

  /// A late message is no step of a person: it was sent before, and may never arrive.
  private func isOfPerson(_ step: WorldStep<M>, _ rules: Rules<M>) -> Bool { !rules.isOfSystem(step) && !step.isLate }

  /// For each step, `true` where no run ends while the step is possible. These are the steps with a fairness label and, where
  /// people are assumed to continue, all steps of people.
  func stepsThatPreventEnding(_ rules: Rules<M>, _ labels: StepLabels) -> [Bool] {
    let steps = steps
    return (0..<labels.labelNumbers.count / labels.labelsPerStep).map { step in
      labels.labelNumbers(of: step).contains { $0 >= 0 }
        || rules.fairness.people == .goOn && isOfPerson(steps[step], rules)
    }
  }

  func trace(of run: GraphRun, _ rules: Rules<M>) -> Trace<M> {
    let (start, isSame) = (self.world(run.start), WorldComparison<M>().isSame)
    let origin = rules.origins.first { origin in start.map { isSame(origin.world, $0) } ?? false }
    var trace = Trace<M>(origin: origin ?? rules.origins[0])
    guard var world = start else { return trace }
    trace.origin.world = world
    var worldNumber = run.start
    for stepNumber in run.steps {
      guard let step = step(stepNumber, of: worldNumber) else { return trace }
      var outcome = rules.take(step, in: world)
      worldNumber = Int(targets[stepNumber])
      world = self.world(worldNumber) ?? outcome.world
      // The outcome may have the outstanding commands in another order, and the number of the next step refers to the order in
      // the graph.
      outcome.world = world
      trace.steps.append((step, outcome))
    }
    return trace
  }
}

extension WorldStep {
  /// The index of the outstanding command that the step answers, or that takes effect in the step; `nil` for none.
  fileprivate var indexOfFairCommand: Int? {
    if case .event(let event) = self, case .effect(let command, _) = event.kind { return command }
    return indexOfAnsweredCommand
  }
}

extension EffectPolicy {
  /// The identity whose running effects a command with this policy cancels.
  fileprivate var cancelledID: ID? {
    switch self {
    case .latest(let id), .cancel(let id), .debounce(let id, _): id
    case .all, .first, .throttle: nil
    }
  }
}

struct ConditionFailure: Error {
  var world: Int
  /// `nil` where the condition was not evaluated, because it is known to trap.
  var error: (any Error)?
  /// `nil` where the condition threw.
  var trap: TrapCause?
}

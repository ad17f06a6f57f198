internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Expansion {
  /// The world with a number. Also sets ``parentRow`` to its row.
  @inline(never)
  func world(_ number: Int, in arena: RowArena) -> World<M> {
    parentRow = UnsafeRawPointer(arena[number])
    return rows._withUnsafeGuaranteedRef { $0.world(parentRow, packing) }
  }

  /// Takes a step again, from a whole world.
  ///
  /// Without surroundings, the worker's own ``replies`` are used: workers that read those of shared rules would wait for each
  /// other.
  func takeAgain(_ step: WorldStep<M>, in world: World<M>) -> (world: World<M>, failure: (any Error)?) {
    if hasSurroundings { return rules.value.takeInSurroundings(step, in: world, performing: &commands.pointee) }
    return Rules<M>.take(step, in: world, answeredBy: replies, performing: &commands.pointee)
  }

  // MARK: Inspecting steps

  /// Sets ``violation`` where the last step violates a law or a property of steps (one of the ``relations``).
  func inspect(_ step: WorldStep<M>, in world: World<M>, to next: World<M>, _ failure: (any Error)?) {
    removeConditions(metBy: step, in: world, to: next.model, failure)
    let isJudgedQuickly = failure == nil && !inspectsStepsInFull
    if isJudgedQuickly,
      Rules.passesProperties(step, in: world, to: next.model, performing: commands.pointee, by: relations)
    {
      return
    }
    let found = rules.value.violation(
      of: step, in: world, StepOutcome(world: next, commands: commands.pointee, failure: failure),
      reorderedModels: withUnsafePointer(to: world.model) { reordered($0, expandedModelNumber) })
    if let found = found ?? (isJudgedQuickly ? .failedOnlyOnce : nil) { violation = found }
  }

  /// Sets ``violation`` where the last step, which was taken in memory, violates a law or a property of steps.
  ///
  /// - Parameter next: The address of the model after the step; the rest of the world is that of ``childNumbers``.
  func inspect(
    _ step: CandidateStep, _ message: UnsafeRawPointer, answering command: UnsafeRawPointer?,
    from model: UnsafeRawPointer, to next: UnsafeRawPointer, _ outcome: UpdateOutcome
  ) {
    // The step is inspected in memory if no law needs whole worlds, and each `when:` of a property of steps was met before.
    // Otherwise, and where the step is suspect, whole worlds are inspected.
    var isSuspect = false
    if outcome.failure.map({ !inspectsStepsInFull && isAllowed($0) }) ?? (!inspectsStepsInFull || repeatsStepsInMemory),
      !hasUnmetStepConditions
    {
      isSuspect =
        hasRelations
        && !functions.satisfiesRelations(message, command, model, next, commands, outcome.failure, relations)
      if !isSuspect,
        !inspectsStepsInFull || inspectRepetitions(of: message, answering: command, from: model, to: next, outcome)
      {
        return
      }
    }
    inspectWorlds(step, from: model, to: next, outcome.failure)
    if isSuspect, !isViolated { violation = .failedOnlyOnce }
  }

  private func isAllowed(_ failure: any Error) -> Bool {
    // The types are compared first, because a cast to a generic type is slow.
    !lawsConcernFailures && (type(of: failure) == declaredFailure || failure is M.Failure)
  }

  var hasUnmetStepConditions: Bool {
    counter?._withUnsafeGuaranteedRef { $0.hasUnmetStepConditions } ?? false
  }

  @inline(never)
  private func inspectWorlds(
    _ step: CandidateStep, from model: UnsafeRawPointer, to next: UnsafeRawPointer, _ failure: (any Error)?
  ) {
    let (world, nextWorld) = (world(model, worldsAreModels ? nil : numbers(parent.row)), world(next, childNumbers))
    inspect(worldStep(step), in: world, to: nextWorld, failure)
  }

  /// The world with the model at an address and the other parts of `numbers`; without numbers, it is nothing but the model.
  func world(_ model: UnsafeRawPointer, _ numbers: WorldNumbers?) -> World<M> {
    var world = World<M>(model: model.assumingMemoryBound(to: M.Model.self).pointee)
    if let numbers { rows._withUnsafeGuaranteedRef { $0.addParts(numbers, to: &world) } }
    return world
  }

  @inline(never)
  func removeConditions(
    metBy step: WorldStep<M>, in world: World<M>, to nextModel: M.Model, _ failure: (any Error)?
  ) {
    guard let counter, hasUnmetStepConditions,
      let transition = Transition(step, in: world, to: nextModel, performing: commands.pointee, failure: failure)
    else { return }
    counter._withUnsafeGuaranteedRef { $0.removeConditions(metBy: transition) }
  }

  /// Notes the cases of ``commands`` as unanswered. To be called only where no replies are declared.
  @inline(never)
  func noteUnansweredCommands(in parentNumber: Int) {
    for command in commands.pointee {
      let name = caseOrTypeName(of: command)
      if unansweredCases[name] == nil { unansweredCases[name] = parentNumber }
    }
  }
}

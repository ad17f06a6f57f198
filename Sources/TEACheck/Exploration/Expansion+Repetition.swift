internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

extension Expansion {
  /// Takes the last step again, and sets ``violation`` where this repetition fails, leads to another model or performs other
  /// commands.
  ///
  /// - Returns: `false` where the model is not equal to itself, so that the step must be inspected further.
  func inspectRepetition(
    _ message: UnsafeRawPointer, answering command: UnsafeRawPointer?, from model: UnsafeRawPointer,
    to next: UnsafeRawPointer, _ outcome: UpdateOutcome
  ) -> Bool {
    // Without this second reference, the repetition would overwrite the commands of the step in place.
    let performed = commands.pointee
    defer { commands.pointee = performed }
    slot.restartStepTime()
    let secondOutcome = updateAgain(model, by: message, answering: command)
    if identity.mayDifferFromItself, !identity.isEqualToItself(next) { return false }
    if secondOutcome.failure != nil || !identity.isSame(next, newModel.address) || !areSame(outcome, secondOutcome) {
      violation = violationOfDeterminism(next, performed, repetitionFails: secondOutcome.failure != nil)
    }
    return true
  }

  /// Returns whether two outcomes have the same commands in the same order.
  private func areSame(_ firstOutcome: UpdateOutcome, _ secondOutcome: UpdateOutcome) -> Bool {
    guard firstOutcome.performedCount == secondOutcome.performedCount else { return false }
    guard let first = firstOutcome.firstPerformed, let second = secondOutcome.firstPerformed else { return true }
    var offset = 0
    while offset < firstOutcome.performedCount * commandStride {
      guard identity.commands.isSame(first + offset, second + offset) else { return false }
      offset += commandStride
    }
    return true
  }

  /// The violation by a step whose repetition led to the model in ``newModel`` and performed ``commands``. `nil` where both
  /// are equal to those of the step by their own `==`, and the repetition does not fail.
  @inline(never)
  private func violationOfDeterminism(
    _ next: UnsafeRawPointer, _ performed: [M.Command], repetitionFails: Bool
  ) -> Violation? {
    let model = next.assumingMemoryBound(to: M.Model.self).pointee
    let secondModel = newModel.address.assumingMemoryBound(to: M.Model.self).pointee
    let detail =
      textOfDifference(model, secondModel) ?? textOfDifference(performed, commands.pointee).map {
        "the commands, \($0)"
      }
      ?? (repetitionFails ? "it failed only once" : nil)
    return detail.map {
      Violation(property: Law.deterministic.rawValue, detail: "update, run again, differs: \($0)")
    }
  }

  /// Sets ``violation`` where a repetition of the last step performs other commands. A comparison of worlds would leave out the
  /// commands that nothing answers.
  func inspectCommands(
    of message: UnsafeRawPointer, answering command: UnsafeRawPointer?, in model: UnsafeRawPointer,
    _ outcome: UpdateOutcome
  ) {
    // Without this second reference, the repetition would overwrite the commands of the step in place.
    let performed = commands.pointee
    defer { commands.pointee = performed }
    let secondOutcome = updateAgain(model, by: message, answering: command)
    if areSame(outcome, secondOutcome) { return }
    violation = rules.value.violationOfDeterminism(first: performed, second: commands.pointee)
  }

  private func updateAgain(
    _ model: UnsafeRawPointer, by message: UnsafeRawPointer, answering command: UnsafeRawPointer?
  ) -> UpdateOutcome {
    let state = newModel.isInitialized ? CopyState.holdsOtherModel : .uninitialized
    (newModel.isInitialized, newModel.worldNumber) = (!rowsAreMemory, nil)
    return functions.update(model, newModel.address, state, message, command, commands)
  }

  /// Repeats the step to a candidate on rows, without making a `World`, and compares the worlds after the two runs.
  ///
  /// - Parameter row: The packed row of the world that the step found.
  func repetition(of step: CandidateStep, to row: UnsafeRawPointer, from parentNumber: Int) -> Repetition {
    if worldsAreModels {
      guard let message = step.message else { return .unknown }
      let model = model(parentNumber, parentRow)
      let next = rowsAreMemory ? children : child.address
      if update(model, to: next, by: message, answering: nil).failure != nil { return .unknown }
      let nextRow = rowsAreMemory ? children : child.row
      if !rowsAreMemory { write(next, like: model) }
      if hasCanonicalForm { _ = replace(nextRow, byFormOfModelAt: next) }
      // The candidates' rows are free: the new ones were copied to the arena.
      let scratch = candidates.pointee.rows
      return packing.pack(nextRow, to: scratch) && packing.areAlike(scratch, row) ? .same : .otherModel
    }
    if hasCanonicalForm { return .unknown }
    packing.unpack(parentRow, to: parent.row)
    packing.unpack(row, to: newModel.row)
    let (before, found) = (numbers(parent.row), numbers(newModel.row))
    if hasSurroundings { return repetition(of: step, to: found, from: before, parentNumber) }
    guard let message = step.message else { return .unknown }
    let answered =
      step.index < 0 ? nil : address(ofCommand: commands(of: before.outstanding)[step.index])
    let outcome = update(
      address(ofModel: before.model), to: child.address, by: message, answering: UnsafeRawPointer(answered))
    if outcome.failure != nil { return .unknown }
    guard childModel(hasNumber: found.model) else { return .otherModel }
    let awaiting = commandsAwaitingReply(outcome, in: child.address)
    let next = numbersAfterStep(found.model, before, answering: step.index, performing: awaiting.list)
    return next.outstandingBag == found.outstandingBag ? .same : .unknown
  }

  /// Returns whether the step to a new world is also taken from the model in another order. So few worlds take little time, and
  /// most updates that depend on an order do so in many worlds.
  static func isReordered(_ number: Int) -> Bool {
    number < 64 || number & 0x3FF == 0 || number < 4_096 && number & 0x3F == 0
  }

  /// The violation by the step to a new world, where it depends on the order of the model's sets and dictionaries; `nil` for
  /// none.
  @inline(never)
  func violationInAnotherOrder(
    of candidate: Int, to row: UnsafeRawPointer, _ number: Int, in arena: RowArena
  ) -> Violation? {
    slot.restartStepTime()
    let (before, step) = (world(candidates.pointee.parent(of: candidate), in: arena), step(to: candidate))
    return rules.value.violationInAnotherOrder(from: before, to: world(number, packed: row).model) {
      takeAgain(step, in: $0).world
    }
  }
}

/// The outcome of a step that is taken again on rows, compared with the first outcome.
enum Repetition {
  case same
  /// `update` led to another model. It is in ``Expansion/children`` where rows are the memory of models, and in
  /// ``Expansion/child`` otherwise.
  case otherModel
  /// The step must be taken from a whole `World`.
  case unknown
}

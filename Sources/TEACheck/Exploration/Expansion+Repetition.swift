internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

extension Expansion {
  /// Takes the last step again, also in the other orders that the law asks for, and sets ``violation`` where a repetition fails,
  /// leads to another model or performs other commands.
  ///
  /// - Returns: `false` where the model is not equal to itself, so that the step must be inspected further.
  func inspectRepetitions(
    of message: UnsafeRawPointer, answering command: UnsafeRawPointer?, from model: UnsafeRawPointer,
    to next: UnsafeRawPointer, _ outcome: UpdateOutcome
  ) -> Bool {
    if identity.mayDifferFromItself, !identity.isEqualToItself(next) { return false }
    // Without this second reference, the repetition would overwrite the commands of the step in place.
    let performed = commands.pointee
    defer { commands.pointee = performed }
    slot.restartStepTime()
    let secondOutcome = updateAgain(model, by: message, answering: command)
    if !isSame(next, outcome, secondOutcome) {
      repetitionsAreSame = false
      violation = difference(next, performed, secondOutcome).map {
        Violation(
          property: Law.deterministic.rawValue, detail: "update, run again, differs: \($0)", isNondeterminism: true)
      }
    }
    if reordersModelsOrMessages, !isViolated {
      inspectOtherOrders(of: message, answering: command, from: model, to: next, performed, outcome)
    }
    return true
  }

  @inline(never)
  private func inspectOtherOrders(
    of message: UnsafeRawPointer, answering command: UnsafeRawPointer?, from model: UnsafeRawPointer,
    to next: UnsafeRawPointer, _ performed: [M.Command], _ outcome: UpdateOutcome
  ) {
    func inspect(_ owner: String, from model: UnsafeRawPointer, by message: UnsafeRawPointer) {
      slot.restartStepTime()
      let found = UserCode.calling(.reordering) {
        let repetition = updateAgain(model, by: message, answering: command)
        return isSame(next, outcome, repetition) ? nil : difference(next, performed, repetition)
      }
      violation = found.map { Rules<M>.violationInAnotherOrder(owner, $0) }
    }
    for other in reordered(model, expandedModelNumber) where !isViolated {
      withUnsafePointer(to: other) { inspect("model", from: $0, by: message) }
    }
    let messages = rules.value.reordered(message: message.assumingMemoryBound(to: M.Message.self).pointee)
    for other in messages where !isViolated { withUnsafePointer(to: other) { inspect("message", from: model, by: $0) } }
  }

  /// Returns whether the last repetition, to the model in ``newModel``, has not failed and is the same as the step.
  private func isSame(_ next: UnsafeRawPointer, _ outcome: UpdateOutcome, _ repetition: UpdateOutcome) -> Bool {
    repetition.failure == nil && identity.isSame(next, newModel.address) && areSame(outcome, repetition)
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

  /// The difference between a step and its repetition, which led to the model in ``newModel`` and performed ``commands``. `nil`
  /// where both are equal to those of the step by their own `==`, and the repetition does not fail.
  @inline(never)
  private func difference(
    _ next: UnsafeRawPointer, _ performed: [M.Command], _ repetition: UpdateOutcome
  ) -> String? {
    let model = next.assumingMemoryBound(to: M.Model.self).pointee
    let secondModel = newModel.address.assumingMemoryBound(to: M.Model.self).pointee
    return textOfDifference(model, secondModel)
      ?? textOfDifference(performed, commands.pointee).map { "the commands, \($0)" }
      ?? (repetition.failure == nil ? nil : "it failed only once")
  }

  /// The number of models that are kept in other orders. Each is a whole model, with room in its sets and dictionaries for many
  /// times their elements, so few are kept.
  static var maxReorderedModels: Int { 64 }

  /// A model in other orders, which are made once for all of its steps, and for its view too where few models come between.
  ///
  /// - Parameter key: The key of the model in ``reorderedModels``.
  func reordered(_ model: UnsafeRawPointer, _ key: Int) -> [M.Model] {
    guard reordersModelsOrMessages else { return [] }
    if let known = reorderedModels[key] { return known }
    if reorderedModels.count == Self.maxReorderedModels { reorderedModels.removeAll(keepingCapacity: true) }
    let models = rules.value.reordered(model.assumingMemoryBound(to: M.Model.self).pointee)
    reorderedModels[key] = models
    return models
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

  /// Repeats the step to a candidate on rows, without making a `World`, and compares the worlds after both.
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

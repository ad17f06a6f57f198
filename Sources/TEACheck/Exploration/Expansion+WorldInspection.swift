internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Expansion {
  /// Counts the steps of the batch, and sets ``candidateViolation`` to the first violation in this worker's new worlds or by
  /// the steps that found them.
  func inspectNewWorlds(in arena: RowArena) {
    slot.enter(Breadcrumb(.other))
    defer { slot.exit() }
    countSteps(in: arena)
    if let existentialCases, hiddenMessageNote == nil { findReference(inMessagesOf: existentialCases) }
    let hasUnmetConditions = counter?._withUnsafeGuaranteedRef { $0.hasUnmetWorldConditions } ?? false
    var index = 0
    while index < candidates.pointee.newCandidates.count {
      let candidate = Int(candidates.pointee.newCandidates[index])
      if let candidateViolation, candidateViolation.candidate < candidate { return }
      inspectNewWorld(candidate, in: arena, hasUnmetConditions: hasUnmetConditions)
      index += 1
    }
  }

  private func inspectNewWorld(_ candidate: Int, in arena: RowArena, hasUnmetConditions: Bool) {
    slot.set(Breadcrumb(candidates.pointee.records[candidate]))
    let number = Int(candidates.pointee.worldNumbers[candidate])
    let row = UnsafeRawPointer(arena[number])
    if hasUnmetConditions {
      withWorld(number, row) { world in counter?._withUnsafeGuaranteedRef { $0.removeConditions(metBy: world) } }
    }
    // This comes before the early return for a model that was inspected already: commands and surroundings may hold an object
    // that the model does not.
    if mayHoldAnything, mayHoldMoreThanConstants {
      if hiddenReferenceNote == nil {
        let note = withWorld(number, row) { rules.value.hiddenReferenceNote(in: $0) }
        hiddenReferenceNote = note.map { (number, $0) }
      }
      // A compact search compares hashes, which do not tell such a part apart.
      if hashesContents, let part = withWorld(number, row, { rules.value.unhashedPart(in: $0) }) {
        candidateViolation = CandidateViolation(candidate: candidate, violation: Violation(part), isOfStep: false)
        return
      }
    }
    // A cached step was inspected when its reaction was cached.
    let isCached = candidate < cachedCandidateCount
    var inspectsModel = true
    if inspectsModelsOnce, !markInspected(model: Int(numbers(ofPacked: row).model)) {
      // The step to a sampled world is taken in another order whatever this worker has seen before.
      if isCached, !hasWorldInvariants, !(reordersSomeModels && Self.isReordered(number)) { return }
      inspectsModel = false
    }
    if !isCached, let found = inspectStep(to: row, number, candidate, in: arena) {
      candidateViolation = found
      return
    }
    if reordersSomeModels, Self.isReordered(number),
      let violation = violationInAnotherOrder(of: candidate, to: row, number, in: arena)
    {
      candidateViolation = CandidateViolation(candidate: candidate, violation: violation, isOfStep: true)
      return
    }
    if !inspectsModel, !hasWorldInvariants { return }
    let inspectsView = inspectsViews && inspectsModel
    if !inspectsView, passesProperties(number, row, inspectsModel: inspectsModel) { return }
    guard let violation = violation(number, row) ?? (inspectsView ? nil : .failedOnlyOnce) else { return }
    candidateViolation = CandidateViolation(candidate: candidate, violation: violation, isOfStep: false)
  }

  private func passesProperties(_ number: Int, _ row: UnsafeRawPointer, inspectsModel: Bool) -> Bool {
    if !worldsAreModels, hasWorldInvariants { return worldPassesProperties(number, row, inspectsModel: inspectsModel) }
    return functions.satisfiesInvariants(addressOfModel(ofWorld: number, row), false, invariants, slot)
  }

  /// Does what `passesProperties` does, with a whole world. No view is made where the model, and so its view, was inspected.
  @inline(never)
  private func worldPassesProperties(_ number: Int, _ row: UnsafeRawPointer, inspectsModel: Bool) -> Bool {
    let world = worldWithOrder(number, row)
    if inspectsModel {
      return withUnsafePointer(to: world) { functions.satisfiesInvariants($0, true, invariants, slot) }
    }
    return worldInvariants.allSatisfy { holds in
      slot.restartStepTime()
      return (try? holds(world)) ?? false
    }
  }

  @inline(never)
  private func violation(_ number: Int, _ row: UnsafeRawPointer) -> Violation? {
    let world = worldWithOrder(number, row)
    let key = worldsAreModels ? number : Int(numbers(ofPacked: row).model)
    return rules.value.violation(
      in: world, reorderedModels: withUnsafePointer(to: world.model) { reordered($0, key) })
  }

  /// The world of a row, with the cached order of its outstanding commands where an invariant depends on them.
  private func worldWithOrder(_ number: Int, _ row: UnsafeRawPointer) -> World<M> {
    var world = world(number, packed: row)
    if !worldsAreModels, hasWorldInvariants { cacheCanonicalOrder(of: &world, row) }
    return world
  }

  /// Calls a function with a whole world, so that its caller has no value of a module's types.
  @inline(never)
  private func withWorld<Result>(_ number: Int, _ row: UnsafeRawPointer, _ body: (World<M>) -> Result) -> Result {
    body(world(number, packed: row))
  }

  /// The worlds so far may hold objects, functions, key paths or bit-fields.
  private var mayHoldMoreThanConstants: Bool {
    hasSurroundings || rows._withUnsafeGuaranteedRef { !$0.holdsOnlyConstants }
  }

  /// Looks into the messages of all steps of the batch: a step may lead to no new world, and change an object all the same.
  @inline(never)
  private func findReference(inMessagesOf cases: ExistentialCases) {
    for candidate in 0..<stepCount {
      let step = steps[candidate]
      guard let address = step.message ?? (hasSurroundings ? surroundings.steps[step.index].message : nil),
        cases.contains(address),
        let note = rules.value.hiddenReferenceNote(on: address.assumingMemoryBound(to: M.Message.self).pointee)
      else { continue }
      hiddenMessageNote = (candidates.pointee.parent(of: candidate), note)
      return
    }
  }

  /// The numbers of a world from its packed row. To be called only where worlds are more than models.
  func numbers(ofPacked row: UnsafeRawPointer) -> WorldNumbers {
    // `newModel.row` is free: a model is read into it only where worlds are models, and such worlds have no numbers.
    packing.unpack(row, to: newModel.row)
    return rows._withUnsafeGuaranteedRef { $0.numbers(newModel.row) }
  }

  /// Caches the canonical order of a world's outstanding commands in it, so that no property sorts them again. The commands
  /// themselves keep their order.
  @inline(never)
  func cacheCanonicalOrder(of world: inout World<M>, _ packed: UnsafeRawPointer) {
    guard world.outstanding.count > 1 else { return }
    let list = numbers(ofPacked: packed).outstanding
    let outstanding = world.outstanding
    world.cachedOrder = canonicalOrders.order(of: outstanding, listNumber: list, numbers: commands(of: list))
  }

  private func addressOfModel(ofWorld number: Int, _ packed: UnsafeRawPointer) -> UnsafeRawPointer {
    guard worldsAreModels else { return UnsafeRawPointer(address(ofModel: numbers(ofPacked: packed).model)) }
    rows._withUnsafeGuaranteedRef { newModel.read(number, packed, packing, $0) }
    return UnsafeRawPointer(newModel.address)
  }

  /// The world with a number, read from its packed row. Leaves ``parentRow`` as it is.
  @inline(never)
  func world(_ number: Int, packed: UnsafeRawPointer) -> World<M> {
    guard worldsAreModels else { return rows._withUnsafeGuaranteedRef { $0.world(packed, packing) } }
    return World(model: addressOfModel(ofWorld: number, packed).assumingMemoryBound(to: M.Model.self).pointee)
  }

  /// The first of some new worlds that may meet an unmet goal, or in which an unmet goal throws; `nil` for none.
  ///
  /// - Parameters:
  ///   - goals: The conditions of all `Sometimes` properties.
  ///   - unmet: The indices of the unmet goals among `goals`.
  func firstWorld(
    of worlds: Range<Int>, in arena: RowArena, _ ancestry: Ancestry,
    thatMayMeet goals: [@Sendable (World<M>) throws -> Bool], unmet: [Int]
  ) -> Int? {
    var number = worlds.lowerBound
    while number < worlds.upperBound {
      slot.set(Breadcrumb(ancestry[number]))
      // A goal may depend on what is outstanding, which only a whole world tells.
      guard worldsAreModels,
        !functions.mayMeetGoal(addressOfModel(ofWorld: number, UnsafeRawPointer(arena[number])), goals, unmet)
      else { return number }
      number += 1
    }
    return nil
  }

  /// The violation by a new world with an incomparable part, or by a nondeterministic step that found the world; `nil` for
  /// none. Also sets ``parentRow``, and marks the last change as verified where the step leads to the same world again.
  private func inspectStep(
    to row: UnsafeRawPointer, _ number: Int, _ candidate: Int, in arena: RowArena
  ) -> CandidateViolation? {
    if identity.mayBeIncomparable, let violation = violationOfComparability(number, row) {
      return CandidateViolation(candidate: candidate, violation: violation, isOfStep: false)
    }
    let parentNumber = candidates.pointee.parent(of: candidate)
    parentRow = UnsafeRawPointer(arena[parentNumber])
    let repetition = repetition(of: steps[candidate], to: row, from: parentNumber)
    if repetition == .same, isEqualToItself(number, row) { return nil }
    // The next call takes the step a third time, which may lead to the same world as the first time. Then the violation by the
    // first repetition counts.
    let firstViolation = repetition == .otherModel ? violationOfDeterminism(byRepetitionOfStepTo: row, number) : nil
    guard let violation = violationOfDeterminism(of: candidate, to: row, number, in: arena) ?? firstViolation
    else {
      verifyLastChange()
      return nil
    }
    return CandidateViolation(candidate: candidate, violation: violation, isOfStep: true)
  }

  /// The violation by a step whose repetition, in memory, led to another model. `nil` where a canonical form or a key decides
  /// which worlds are the same.
  @inline(never)
  private func violationOfDeterminism(byRepetitionOfStepTo row: UnsafeRawPointer, _ number: Int) -> Violation? {
    if rules.value.isReduced { return nil }
    let address = rowsAreMemory ? children : child.address
    var second = world(number, packed: row)
    second.model = address.assumingMemoryBound(to: M.Model.self).pointee
    return rules.value.violationOfDeterminism(
      first: world(number, packed: row), second: second, isEqualToItself: isEqualToItself(number, row))
  }

  @inline(never)
  private func violationOfComparability(_ number: Int, _ row: UnsafeRawPointer) -> Violation? {
    do {
      try identity.checkComparable(world(number, packed: row))
      return nil
    } catch {
      return Violation(error)
    }
  }

  /// The violation by a step that leads to another world when it is taken again from a whole world; `nil` where it leads to the
  /// same world.
  @inline(never)
  private func violationOfDeterminism(
    of candidate: Int, to row: UnsafeRawPointer, _ number: Int, in arena: RowArena
  ) -> Violation? {
    let (secondWorld, _) = takeAgain(
      step(to: candidate), in: world(candidates.pointee.parent(of: candidate), in: arena))
    let canonical = rules.value.canonicalForm?.apply(secondWorld) ?? secondWorld
    let isSameWorld = withRows { rows, writer in rows.isRow(row, packing, of: canonical, writer) }
    let foundWorld = world(number, packed: row)
    let isEqualToItself = isEqualToItself(number, row)
    if isSameWorld, isEqualToItself || isReduced { return nil }
    return rules.value.violationOfDeterminism(first: foundWorld, second: secondWorld, isEqualToItself: isEqualToItself)
  }

  /// Returns whether the model of a world is equal to itself, unlike, for example, a model with a NaN.
  private func isEqualToItself(_ number: Int, _ row: UnsafeRawPointer) -> Bool {
    !identity.mayDifferFromItself || identity.isEqualToItself(addressOfModel(ofWorld: number, row))
  }
}

/// A violation in a new world, or by the step that found it.
///
/// It is an object, because an optional of the violation itself would be copied for each world, and hardly any world has one.
final class CandidateViolation {
  /// The index of the world among the candidates of its worker.
  let candidate: Int
  let violation: Violation
  /// `true` where the step to the world violates something; `false` where the world does.
  let isOfStep: Bool

  init(candidate: Int, violation: Violation, isOfStep: Bool) {
    (self.candidate, self.violation, self.isOfStep) = (candidate, violation, isOfStep)
  }
}

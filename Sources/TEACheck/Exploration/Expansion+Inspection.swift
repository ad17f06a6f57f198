public import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Expansion {
  /// Counts the steps of the batch, and sets ``finding`` to the first violation in this worker's new worlds or by the steps
  /// that found them.
  @inlinable
  mutating func inspectNewWorlds(in arena: RowArena) {
    let (invariants, inspectsViews) = (rules.value.invariants, rules.value.inspectsViews)
    let worldInvariants = rules.value.worldInvariants
    let rows = rows._withUnsafeGuaranteedRef { $0 }
    slot.enter(Breadcrumb(.other))
    defer { slot.exit() }
    countSteps(in: arena)
    let hasUnmetConditions = counter?._withUnsafeGuaranteedRef { !$0.unmetWorldConditions.isEmpty } ?? false
    for index in candidates.pointee.new.indices {
      let candidate = Int(candidates.pointee.new[index])
      if let finding, finding.candidate < candidate { return }
      slot.set(Breadcrumb(candidates.pointee.origins[candidate]))
      let number = Int(candidates.pointee.worldNumbers[candidate])
      let row = UnsafeRawPointer(arena[number])
      if hasUnmetConditions { counter?._withUnsafeGuaranteedRef { $0.removeConditions(metBy: newWorld(number, row)) } }
      // A cached step was inspected when its reaction was cached.
      let isCached = candidate < cachedCandidateCount
      var applicable = invariants
      if inspectsModelsOnce, !recordInspection(ofModel: model(ofNumbersIn: row, rows)) {
        if isCached, worldInvariants.isEmpty { continue }
        applicable = worldInvariants
      }
      if rules.value.mayHoldAnything, hiddenReferenceNote == nil {
        hiddenReferenceNote = rules.value.hiddenReferenceNote(in: newWorld(number, row)).map { (number, $0) }
      }
      if !isCached, let found = violationOfStep(to: row, number, candidate, in: arena) {
        finding = found
        return
      }
      var world = newWorld(number, row)
      if !worldsAreModels, !worldInvariants.isEmpty { keepOrder(of: &world, row) }
      if inspectsViews || !isSound(world, by: applicable), let violation = rules.value.violation(in: world) {
        finding = CandidateViolation(candidate: candidate, violation: violation, isOfStep: false)
        return
      }
    }
  }

  /// The number of the model in a packed row of numbers.
  @inlinable
  mutating func model(ofNumbersIn packed: UnsafeRawPointer, _ rows: WorldRows<M>) -> Int {
    packing.unpack(packed, to: newModel.row)
    return Int(rows.numbers(newModel.row).model)
  }

  /// Gives a world the canonical order of its outstanding commands, so that no property sorts them again.
  ///
  /// - Parameter packed: The row of the world.
  @inlinable
  mutating func keepOrder(of world: inout World<M>, _ packed: UnsafeRawPointer) {
    guard world.outstanding.count > 1 else { return }
    // `newModel.row` is free: models are read into it only where worlds are models, which have no commands.
    packing.unpack(packed, to: newModel.row)
    world.keptOrder = KeptOrder(orders, rows._withUnsafeGuaranteedRef { $0.numbers(newModel.row).outstanding })
  }

  /// The world with a number and a packed row, which was found in this batch or before.
  @inlinable
  mutating func newWorld(_ number: Int, _ packed: UnsafeRawPointer) -> World<M> {
    guard worldsAreModels else { return rows._withUnsafeGuaranteedRef { $0.world(packed, packing) } }
    rows._withUnsafeGuaranteedRef { newModel.read(number, packed, packing, $0) }
    return World(model: newModel.address.pointee)
  }

  /// The violation by a new world that has an incomparable part, or of determinism by the step that found the world; `nil`
  /// where there is none.
  @inlinable
  mutating func violationOfStep(
    to row: UnsafeRawPointer, _ number: Int, _ candidate: Int, in arena: RowArena
  ) -> CandidateViolation? {
    if identity.mayBeIncomparable {
      do {
        try identity.checkComparable(newWorld(number, row))
      } catch {
        return CandidateViolation(candidate: candidate, violation: Violation(error), isOfStep: false)
      }
    }
    return violationOfDeterminism(of: candidate, to: row, number, in: arena)
      .map { CandidateViolation(candidate: candidate, violation: $0, isOfStep: true) }
  }

  /// The violation of determinism by the step that found a world; `nil` where a second run leads to the same world.
  @inlinable
  mutating func violationOfDeterminism(
    of candidate: Int, to row: UnsafeRawPointer, _ number: Int, in arena: RowArena
  ) -> Violation? {
    let (source, step) = (candidates.pointee.parent(of: candidate), steps[candidate])
    parentRow = UnsafeRawPointer(arena[source])
    // The new rows have been copied to the arena, so that the memory of the candidates' rows is free.
    let scratch = candidates.pointee.rows
    if takesStepsFromModels, case .message(let message) = step {
      let parentModel = model(source, parentRow)
      let again = copy(parentModel, to: children)
      if update(again, for: message, from: parentModel) == nil {
        if !rowsAreMemory {
          writer._withUnsafeGuaranteedRef { writer in
            rows._withUnsafeGuaranteedRef {
              $0.layout.write(again, to: child.row, like: .init(parentModel, parent.row), writer)
            }
          }
        }
        let fits = packing.pack(rowsAreMemory ? children : child.row, to: scratch)
        if fits, packing.areAlike(scratch, row), isEqualToItself(number, row) { return nil }
      }
    }
    let (next, _) = takeAgain(step, in: world(source, in: arena))
    let canonical = rules.value.canonicalForm?.apply(next) ?? next
    let isSame = writer._withUnsafeGuaranteedRef { writer in
      rows._withUnsafeGuaranteedRef { $0.row(row, packing, represents: canonical, writer) }
    }
    let found = newWorld(number, row)
    let isEqualToItself = isEqualToItself(found.model)
    if isSame, isEqualToItself || rules.value.isReduced { return nil }
    return rules.value.violationOfDeterminism(first: found, second: next, isEqualToItself: isEqualToItself)
  }

  /// Takes a step again, with ``replies``: workers that read the replies of the shared rules would wait for each other.
  @inlinable
  mutating func takeAgain(_ step: WorldStep<M>, in world: World<M>) -> (world: World<M>, failure: (any Error)?) {
    if hasSurroundings { return rules.value.takeInSurroundings(step, in: world, performing: &commands) }
    switch step {
    case .message(let message):
      return Rules<M>.advance(world, by: message, answering: nil, answeredBy: replies, performing: &commands)
    case .reply(let message, let command):
      var rest = world
      let answered = rest.outstanding.remove(at: command)
      return Rules<M>.advance(
        rest, by: message, answering: answered, answeredBy: replies, performing: &commands)
    // Events happen only in surroundings, which were handled above.
    case .event: return (world, nil)
    }
  }

  /// Returns whether a model is equal to itself by its own `==` and by that of its parts, unlike a NaN.
  @inlinable
  mutating func isEqualToItself(_ model: M.Model) -> Bool {
    !identity.mayDifferFromItself || withUnsafePointer(to: model) { identity.isEqualToItself($0) }
  }

  /// Returns whether the model of a new world is equal to itself; reads the world only where its model may differ from itself.
  @inlinable
  mutating func isEqualToItself(_ number: Int, _ row: UnsafeRawPointer) -> Bool {
    !identity.mayDifferFromItself || isEqualToItself(newWorld(number, row).model)
  }

  /// Records the cases of the commands of the last step, whose replies are not defined, with the first world that performed
  /// each case.
  @usableFromInline
  mutating func noteUnansweredCommands(in parent: Int) {
    for command in commands {
      let name = caseName(of: command)
      if unanswered[name] == nil { unanswered[name] = parent }
    }
  }
}

/// A violation in a new world, or by the step that found it.
@usableFromInline
struct CandidateViolation {
  /// The index of the world among the candidates of its worker.
  @usableFromInline var candidate: Int
  @usableFromInline var violation: Violation
  /// The step violates something, and not the world.
  @usableFromInline var isOfStep: Bool

  @usableFromInline
  init(candidate: Int, violation: Violation, isOfStep: Bool) {
    self.candidate = candidate
    self.violation = violation
    self.isOfStep = isOfStep
  }
}

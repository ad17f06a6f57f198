internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Expansion {
  /// Adds the successors of a world: first those by the offered messages, then those by replies and events. The world is read
  /// from its row as a whole.
  ///
  /// - Parameter number: The number of the world.
  @inline(never)
  func expand(_ number: Int, in arena: RowArena) throws {
    let world = world(number, in: arena)
    var origin = Ancestry.record(parent: number, step: 0)
    let messages = try messages(offeredIn: world, number)
    if hasSurroundings { return try addAllSuccessors(of: world, messages, origin) }
    for message in messages where !isViolated {
      try add(.message(message), bringing: message, answering: nil, to: world, in: world, origin)
      origin += 1
    }
    if world.outstanding.count != 0 { try addReplySuccessors(of: world, origin) }
  }

  /// Reads the world from which steps are taken.
  @inline(never)
  func world(_ number: Int, in arena: RowArena) -> World<M> {
    parentRow = UnsafeRawPointer(arena[number])
    return rows._withUnsafeGuaranteedRef { $0.world(parentRow, packing) }
  }

  /// The messages that are offered in the world from which steps are taken, which has the given number.
  private func messages(offeredIn world: World<M>, _ number: Int) throws -> [M.Message] {
    guard let offeredMessages else { return Array(fixedMessages) }
    slot.set(Breadcrumb(.offer, place: number))
    var orderedWorld = world
    if !offerDependsOnModelOnly { keepOrder(of: &orderedWorld, parentRow) }
    return try withUnsafePointer(to: orderedWorld) { try functions.offeredList($0, offeredMessages) }
  }

  /// Adds the successors by replies, in a program without surroundings.
  ///
  /// - Parameter origin: The record of the first of these steps.
  private func addReplySuccessors(of world: World<M>, _ origin: Ancestry.Record) throws {
    guard let replies else { return }
    var origin = origin
    for index in world.outstanding.indices where !world.isDuplicate(index) {
      var rest = world
      let command = rest.outstanding.remove(at: index)
      slot.set(Breadcrumb(.offer, place: Int(truncatingIfNeeded: origin >> 32)))
      for reply in try replies(command, world.model) ?? [] where !isViolated {
        try add(.reply(reply, command: index), bringing: reply, answering: command, to: rest, in: world, origin)
        origin += 1
      }
    }
  }

  /// Adds the successors by messages, replies and events, in a program with surroundings.
  ///
  /// - Parameter origin: The record of the first of these steps.
  private func addAllSuccessors(of world: World<M>, _ messages: [M.Message], _ origin: Ancestry.Record) throws {
    var origin = origin
    slot.set(Breadcrumb(.offer, place: Int(truncatingIfNeeded: origin >> 32)))
    let repliesAndEvents = try rules.value.repliesAndEvents(in: world, isDuplicate: world.isDuplicate, waits: .all)
    for step in messages.map({ .message($0) }) + repliesAndEvents where !isViolated {
      slot.set(Breadcrumb(origin))
      let (next, failure) = rules.value.takeInSurroundings(step, in: world, performing: &commands.pointee)
      try add(step, to: next, failure, in: world, origin)
      origin += 1
    }
  }

  /// Takes a step in a program without surroundings, and adds the world that it leads to.
  ///
  /// - Parameters:
  ///   - rest: The world without the command that is answered.
  ///   - origin: The record of the step.
  private func add(
    _ step: WorldStep<M>, bringing message: M.Message, answering command: M.Command?, to rest: World<M>,
    in world: World<M>, _ origin: Ancestry.Record
  ) throws {
    slot.set(Breadcrumb(origin))
    let (next, failure) = Rules<M>.advance(
      rest, by: message, answering: command, answeredBy: replies, performing: &commands.pointee)
    try add(step, to: next, failure, in: world, origin)
  }

  /// Adds the world that a step leads to, unless too many commands would be outstanding in it, and inspects the step.
  @inline(never)
  func add(
    _ step: WorldStep<M>, to next: World<M>, _ failure: (any Error)?, in world: World<M>, _ origin: Ancestry.Record
  ) throws {
    if next.outstanding.count > outstandingLimit, failure == nil {
      noteStepLeftOut(of: Int(truncatingIfNeeded: origin >> 32))
      return
    }
    if candidates.pointee.count == stepCapacity { try grow() }
    write(next)
    let performedCount = commands.pointee.count
    storeStep(step, performsOrFails: failure != nil || performedCount != 0)
    addCandidate(origin)
    if failure != nil || checksSteps {
      slot.countCall()
      inspect(step, in: world, to: next, failure)
    }
    if comparesCommands, performedCount != 0, !isViolated, let message = step.message {
      // Commands that became outstanding are compared as parts of the next world. A second run is needed only where the step
      // may have performed other commands.
      let answered = step.answeredCommand(in: world)
      let newlyOutstandingCount = next.outstanding.count - world.outstanding.count + (answered == nil ? 0 : 1)
      if hasSurroundings || performedCount > newlyOutstandingCount {
        slot.countCall()
        inspectCommands(of: message, answering: answered, in: world.model)
      }
    }
    if performedCount != 0, replies == nil, !hasSurroundings || rules.value.declaresNoReplies {
      noteUnansweredCommands(in: Int(truncatingIfNeeded: origin >> 32))
    }
  }

  /// Writes the row of a world that a step led to, or of its canonical form where there is one.
  private func write(_ world: World<M>) {
    writer._withUnsafeGuaranteedRef { writer in
      rows._withUnsafeGuaranteedRef { $0.write(world, to: child.row, writer) }
    }
    if hasCanonicalForm, replace(child.row, byFormOf: world) { replacedCandidates.append(candidates.pointee.count) }
  }

  /// Takes a step again. A program without surroundings uses this worker's own ``replies``: workers that read the replies of
  /// the shared rules would wait for each other.
  func takeAgain(_ step: WorldStep<M>, in world: World<M>) -> (world: World<M>, failure: (any Error)?) {
    if hasSurroundings { return rules.value.takeInSurroundings(step, in: world, performing: &commands.pointee) }
    switch step {
    case .message(let message):
      return Rules<M>.advance(world, by: message, answering: nil, answeredBy: replies, performing: &commands.pointee)
    case .reply(let message, let command):
      var rest = world
      let answered = rest.outstanding.remove(at: command)
      return Rules<M>.advance(
        rest, by: message, answering: answered, answeredBy: replies, performing: &commands.pointee)
    // Events happen only in surroundings, which were handled above.
    case .event: return (world, nil)
    }
  }

  // MARK: Inspecting steps

  /// Sets ``violation`` where the last step violates a law or a relation.
  func inspect(_ step: WorldStep<M>, in world: World<M>, to next: World<M>, _ failure: (any Error)?) {
    removeConditions(metBy: step, in: world, to: next.model, failure)
    if failure == nil, !inspectsSteps,
      Rules.isSound(step, in: world, to: next.model, performing: commands.pointee, by: relations)
    {
      return
    }
    violation = rules.value.violation(
      of: step, in: world, StepOutcome(world: next, commands: commands.pointee, failure: failure))
  }

  /// Sets ``violation`` where the last step, taken in memory, violates a law or a relation.
  ///
  /// - Parameters:
  ///   - command: The address of the answered command; `nil` for none.
  ///   - next: The address of the model after the step, whose outstanding commands are ``childOutstanding``.
  func inspect(
    _ step: CandidateStep, answering command: UnsafeRawPointer?, from model: UnsafeRawPointer,
    to next: UnsafeRawPointer, _ outcome: UpdateOutcome
  ) {
    if outcome.failure.map({ !inspectsSteps && isAllowed($0) }) ?? (!inspectsSteps || repeatsStepsInMemory),
      !hasUnmetStepConditions, let message = step.message,
      !hasRelations
        || functions.satisfiesRelations(message, command, model, next, commands, outcome.failure, relations),
      !inspectsSteps || inspectSecondRun(message, answering: command, from: model, to: next, outcome)
    {
      return
    }
    inspectWorlds(step, from: model, to: next, outcome.failure)
  }

  /// Returns whether a failure of `update` has the type that the module declares, and no law concerns failures.
  private func isAllowed(_ failure: any Error) -> Bool {
    // The types are compared first, because a cast to a generic type is slow.
    !lawsConcernFailures && (type(of: failure) == declaredFailure || failure is M.Failure)
  }

  /// Some condition on steps is not met yet.
  var hasUnmetStepConditions: Bool {
    counter?._withUnsafeGuaranteedRef { $0.hasUnmetStepConditions } ?? false
  }

  /// Inspects the last step, taken in memory, by way of the worlds before and after the step.
  @inline(never)
  private func inspectWorlds(
    _ step: CandidateStep, from model: UnsafeRawPointer, to next: UnsafeRawPointer, _ failure: (any Error)?
  ) {
    var world = World<M>(model: model.assumingMemoryBound(to: M.Model.self).pointee)
    var nextWorld = World<M>(model: next.assumingMemoryBound(to: M.Model.self).pointee)
    if !worldsAreModels {
      let rows = rows._withUnsafeGuaranteedRef { $0 }
      world.outstanding = rows.outstanding(rows.numbers(parent.row).outstanding)
      nextWorld.outstanding = rows.outstanding(childOutstanding)
    }
    inspect(Self.worldStep(step), in: world, to: nextWorld, failure)
  }

  /// Sets ``violation`` where a second run of the last step, taken in memory, performs other commands.
  @inline(never)
  func inspectCommands(
    of message: UnsafeRawPointer, answering command: UnsafeRawPointer?, in model: UnsafeRawPointer
  ) {
    inspectCommands(
      of: message.assumingMemoryBound(to: M.Message.self).pointee,
      answering: command?.assumingMemoryBound(to: M.Command.self).pointee,
      in: model.assumingMemoryBound(to: M.Model.self).pointee)
  }

  /// Sets ``violation`` where a second run of the last step performs other commands.
  ///
  /// Commands that nothing answers are in no world, so comparing worlds does not compare them.
  private func inspectCommands(of message: M.Message, answering command: M.Command?, in model: M.Model) {
    let performed = commands.pointee
    defer { commands.pointee = performed }
    commands.pointee = []
    _ = try? Kernel<M>.update(model, for: message, answering: command, performing: &commands.pointee)
    violation = rules.value.violationOfDeterminism(first: performed, second: commands.pointee)
  }

  /// Evaluates the unmet conditions of properties for a step, and removes those that it satisfies.
  @inline(never)
  func removeConditions(
    metBy step: WorldStep<M>, in world: World<M>, to nextModel: M.Model, _ failure: (any Error)?
  ) {
    guard let counter, hasUnmetStepConditions,
      let transition = Transition(step, in: world, to: nextModel, performing: commands.pointee, failure: failure)
    else { return }
    counter._withUnsafeGuaranteedRef { $0.removeConditions(metBy: transition) }
  }

  /// Records the cases of the commands of the last step, for which no replies are declared. Each case is recorded with the
  /// first world in which a step performed such a command.
  @inline(never)
  func noteUnansweredCommands(in parentNumber: Int) {
    for command in commands.pointee {
      let name = caseOrTypeName(of: command)
      if unansweredCases[name] == nil { unansweredCases[name] = parentNumber }
    }
  }
}

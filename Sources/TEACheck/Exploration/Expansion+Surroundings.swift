internal import TEAStateSpace
internal import TEARuntime

/// A step in a program with surroundings, by the addresses of its message and of the command that it answers; each is `nil` for
/// none.
struct StepOfSurroundings {
  let message: UnsafeRawPointer?
  let answered: UnsafeRawPointer?
  /// 0 for an offered message; 1 for the first of the world's replies and events, 2 for the second, and so on.
  let number: UInt32
}

/// One worker's memory of the replies and events that are possible in worlds, and of the changes of surroundings by steps.
///
/// Replies and events are listed once for all worlds with the same surroundings and outstanding commands, unless replies depend
/// on the model. The code that makes this value calls ``deallocate()`` once.
struct SurroundingsMemory {
  /// The replies and events of all lists, at the same indices as in ``Expansion/worldSteps``.
  var steps: [StepOfSurroundings] = []
  /// The ranges of ``steps``, by the numbers of the surroundings and of the list of outstanding commands.
  var lists = RangeTable()
  var changes = SurroundingsCache()
  /// The place in ``changes`` of the last step's change, while this change is not verified; `nil` otherwise.
  var unverified: UnsafeMutablePointer<SurroundingsCache.Entry?>?

  /// The number of replies and events beyond which all are forgotten, so that they do not fill the memory.
  var maxStepCount = 1 << 16

  func deallocate() {
    lists.deallocate()
    changes.deallocate()
  }
}

extension Expansion {
  /// Adds the successors of a world: first those by the messages that are sent, then those by replies and events.
  ///
  /// - Parameter limit: The largest number of replies and events that are taken.
  func addSuccessorsInSurroundings(by group: StepsInMemory, upToEvent limit: Int) throws {
    let (before, model) = (group.numbers, group.model)
    var record = group.record
    slot.set(Breadcrumb(.offer, place: Int(truncatingIfNeeded: record >> 32)))
    let events = try stepsOfSurroundings(in: before)
    if var message = group.messages.first {
      let end = message + group.messages.count * messageStride
      while message < end, !isViolated {
        try addSuccessor(
          CandidateStep(message: message, index: -1), .init(message: message, answered: nil, number: 0), before, model,
          record)
        record += 1
        message += messageStride
      }
    }
    var index = events.lowerBound
    let end = events.lowerBound + min(events.count, limit)
    while index < end, !isViolated {
      try addSuccessor(
        CandidateStep(message: nil, index: index), surroundings.steps[index], before, model, record)
      record += 1
      index += 1
    }
  }

  private func addSuccessor(
    _ step: CandidateStep, _ content: StepOfSurroundings, _ before: WorldNumbers,
    _ model: UnsafeMutableRawPointer, _ record: Ancestry.Record
  ) throws {
    slot.set(Breadcrumb(record))
    let parentNumber = Int(truncatingIfNeeded: record >> 32)
    numberedSurroundings?.violationBySubscriptions = nil
    var outcome = UpdateOutcome(performedCount: 0, firstPerformed: nil, failure: nil)
    if let message = content.message {
      outcome = update(model, to: child.address, by: message, answering: content.answered)
    }
    let next = numbersInSurroundings(after: step, content, before, model, outcome, parentNumber)
    let countBefore = commands(of: before.outstanding).count
    if outcome.failure == nil, commands(of: next.outstanding).count > outstandingLimit(after: countBefore),
      numberedSurroundings?.violationBySubscriptions == nil
    {
      return noteStepLeftOut(of: parentNumber)
    }
    if candidates.pointee.count == stepCapacity { try grow() }
    childNumbers = next
    write(next)
    if hasCanonicalForm { replaceChildByForm(ofModelAt: address(ofModel: next.model)) }
    storeStep(step, content.message, performsOrFails: outcome.failure != nil || outcome.performedCount != 0)
    addCandidate(record)
    if let found = numberedSurroundings?.violationBySubscriptions, !isViolated { violation = found }
    guard let message = content.message else { return }
    if outcome.failure != nil || inspectsEveryStep {
      slot.restartStepTime()
      inspect(step, message, answering: content.answered, from: model, to: child.address, outcome)
    }
    if outcome.performedCount == 0 { return }
    if comparesCommands, !isViolated {
      slot.restartStepTime()
      inspectCommands(of: message, answering: content.answered, in: model, outcome)
    }
    if !declaresReplies { noteUnansweredCommands(in: parentNumber) }
  }

  /// The numbers of the world after a step, with the cached change of surroundings if there is one.
  ///
  /// - Parameter outcome: The outcome of `update`, which has made the model in ``child`` where the step brings a message.
  private func numbersInSurroundings(
    after step: CandidateStep, _ content: StepOfSurroundings, _ before: WorldNumbers,
    _ model: UnsafeMutableRawPointer, _ outcome: UpdateOutcome, _ parentNumber: Int
  ) -> WorldNumbers {
    let isUpdated = content.message != nil && outcome.failure == nil
    let nextModel =
      isUpdated ? numberOfChild(like: .init(value: UnsafeRawPointer(model), number: before.model)) : before.model
    guard let numberedSurroundings else {
      return numbersOfWholeWorld(after: step, before, nextModel, isUpdated: isUpdated, parentNumber)
    }
    var key = SurroundingsCache.Key(
      surroundings: before.surroundings, outstanding: before.outstanding,
      step: content.number, fails: outcome.failure != nil,
      performed: performedCommands(outcome, where: mayChangeSurroundings).list,
      subscriptions: isUpdated ? numberedSurroundings.listOfSubscriptions(ofModel: nextModel) : 0)
    // An offered message that performs nothing asks for no replies, and what ended subscriptions sent matters only where it may
    // come late.
    if repliesDependOnModel, content.number != 0 || key.performed != CommandLists.emptyList || hasRacyCancellation {
      (key.modelBefore, key.modelAfter) = (before.model, nextModel)
    }
    let place = surroundings.changes.place(of: key)
    if let entry = place.pointee {
      surroundings.unverified = entry.isVerified ? nil : place
      var next = entry.next
      next.model = nextModel
      return next
    }
    slot.restartStepTime()
    let (next, carriedOut, isConfirmed) = numberedSurroundings.change(
      of: before, by: numberedStep(step), to: isUpdated ? nextModel : nil, key.subscriptions, performing: key.performed)
    if !declaresReplies, !carriedOut.isEmpty {
      let rows = rows._withUnsafeGuaranteedRef { $0 }
      commands.pointee = carriedOut.map { rows.lists.commands.value($0) }
      noteUnansweredCommands(in: parentNumber)
    }
    let added = surroundings.changes.add(.init(key: key, next: next, isVerified: isConfirmed))
    surroundings.unverified = isConfirmed ? nil : added
    return next
  }

  @inline(never)
  private func numbersOfWholeWorld(
    after step: CandidateStep, _ before: WorldNumbers, _ nextModel: UInt32, isUpdated: Bool, _ parentNumber: Int
  ) -> WorldNumbers {
    surroundings.unverified = nil
    let model = isUpdated ? child.address.assumingMemoryBound(to: M.Model.self).pointee : nil
    let rows = rows._withUnsafeGuaranteedRef { $0 }
    slot.restartStepTime()
    let next = rules.value.world(
      after: worldStep(step), in: rows.world(before), updatedTo: model, performing: &commands.pointee)
    let numbers = writer._withUnsafeGuaranteedRef { rows.numbers(of: next, model: nextModel, $0) }
    if worldStep(step).message == nil, !declaresReplies { noteUnansweredCommands(in: parentNumber) }
    return numbers
  }

  /// The step in numbers. The number 0 stands for every offered message, because the message itself changes no surroundings.
  private func numberedStep(_ step: CandidateStep) -> WorldStep<NumberedProgram> {
    if step.message == nil, case .numbers(let numbered) = worldSteps[step.index] { return numbered }
    return .message(NumberedProgram.Message(number: 0))
  }

  /// A command that changes no surroundings, such as one that stores the model, is left out of the key of a change.
  @inline(never)
  private func mayChangeSurroundings(_ command: UnsafeRawPointer) -> Bool {
    if anyCommandMayChangeSurroundings { return true }
    slot.restartStepTime()
    // The policy comes first, because it takes less time than the replies.
    if M.EffectID.self != Never.self, M.policy(for: command.assumingMemoryBound(to: M.Command.self).pointee).id != nil {
      return true
    }
    slot.restartStepTime()
    return if let replies { functions.awaitsReply(command, child.address, replies) } else { false }
  }

  // MARK: Replies and events

  /// The indices in ``worldSteps`` of the replies and events that are possible in a world.
  private func stepsOfSurroundings(in world: WorldNumbers) throws -> Range<Int> {
    let key = UInt64(world.surroundings) << 32 | UInt64(world.outstanding)
    if !repliesDependOnModel, let known = surroundings.lists[key] { return known }
    let steps = try listStepsOfSurroundings(in: world)
    if !repliesDependOnModel { surroundings.lists.add(steps, under: key) }
    return steps
  }

  @inline(never)
  private func listStepsOfSurroundings(in numbers: WorldNumbers) throws -> Range<Int> {
    let rows = rows._withUnsafeGuaranteedRef { $0 }
    let first = worldSteps.count
    if let numberedSurroundings, let parts = rows.surroundings?.parts {
      let outstanding = commands(of: numbers.outstanding)
      for step in try numberedSurroundings.steps(in: numbers) {
        let message = step.message.map { UnsafeRawPointer(parts.messages.address(of: Int($0.number))) }
        var answered = step.commandIndex.map { outstanding[$0] }
        if case .event(let event) = step { answered = event.answeredCommand?.number }
        addListed(.numbers(step), message, answering: answered, since: first)
      }
      return first..<worldSteps.count
    }
    let world = rows.world(numbers)
    for step in try rules.value.repliesAndEvents(in: world, isDuplicate: world.isDuplicate, waits: .all) {
      let message = step.message.flatMap { eventMessages.add([$0]).first }
      let answered = step.answeredCommand(in: world).map { withUnsafePointer(to: $0) { number(ofCommand: $0) } }
      addListed(.values(step), message, answering: answered, since: first)
    }
    return first..<worldSteps.count
  }

  /// - Parameters:
  ///   - command: The number of the answered command; `nil` for none.
  ///   - first: The index of the first step of the same list.
  private func addListed(
    _ step: ListedStep<M>, _ message: UnsafeRawPointer?, answering command: UInt32?, since first: Int
  ) {
    worldSteps.append(step)
    surroundings.steps.append(
      StepOfSurroundings(
        message: message, answered: command.map { UnsafeRawPointer(address(ofCommand: $0)) },
        number: UInt32(truncatingIfNeeded: worldSteps.count - first)))
  }

  /// Forgets the listed replies and events where they are too many, or where each world has a list of its own.
  func makeRoomForSurroundings() {
    if worldSteps.count > surroundings.maxStepCount {
      forgetStepsOfSurroundings()
      // The changes are identified by indices in the lists, and the next lists may have another order.
      surroundings.changes.removeAll()
      surroundings.unverified = nil
    } else if repliesDependOnModel {
      forgetStepsOfSurroundings()
    }
  }

  private func forgetStepsOfSurroundings() {
    worldSteps.removeAll(keepingCapacity: true)
    surroundings.steps.removeAll(keepingCapacity: true)
    eventMessages.removeAll()
    surroundings.lists.deallocate()
    surroundings.lists = RangeTable()
  }

  /// Forgets all that depends on the numbers of parts.
  func forgetSurroundings() {
    forgetStepsOfSurroundings()
    surroundings.deallocate()
    surroundings = SurroundingsMemory()
    makeNumberedSurroundings()
  }

  // MARK: Repetition

  /// Marks the last change as verified. To be called where a repetition of the last step, in values, has led to the same world.
  func verifyLastChange() {
    surroundings.unverified?.pointee?.isVerified = true
    numberedSurroundings?.usedResults.confirm()
  }

  /// Repeats the step to a candidate in numbers, and compares the worlds after both.
  ///
  /// - Returns: `unknown` also where the step fails, or where its change of the surroundings is not verified.
  func repetition(
    of step: CandidateStep, to found: WorldNumbers, from before: WorldNumbers, _ parentNumber: Int
  ) -> Repetition {
    surroundings.unverified = nil
    guard let numberedSurroundings else { return .unknown }
    numberedSurroundings.usedResults.removeAll()
    let content =
      step.message == nil
      ? surroundings.steps[step.index] : StepOfSurroundings(message: step.message, answered: nil, number: 0)
    let model = address(ofModel: before.model)
    var outcome = UpdateOutcome(performedCount: 0, firstPerformed: nil, failure: nil)
    if let message = content.message {
      outcome = update(model, to: child.address, by: message, answering: content.answered)
      if outcome.failure != nil { return .unknown }
      guard childModel(hasNumber: found.model) else { return .otherModel }
    }
    let next = numbersInSurroundings(after: step, content, before, model, outcome, parentNumber)
    if let place = surroundings.unverified, let key = place.pointee?.key {
      // Since the entry was stored, other steps may have confirmed all results on which the change depends.
      let again = numberedSurroundings.change(
        of: before, by: numberedStep(step), to: content.message == nil ? nil : found.model, key.subscriptions,
        performing: key.performed)
      guard again.isConfirmed, again.next.isSameWorld(as: next) else { return .unknown }
      place.pointee?.isVerified = true
      surroundings.unverified = nil
    }
    return next.isSameWorld(as: found) ? .same : .unknown
  }
}

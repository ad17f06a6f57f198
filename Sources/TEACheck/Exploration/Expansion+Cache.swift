internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

extension Expansion {
  /// Expands worlds by the cached reactions to their messages and replies, and caches those that are missing.
  ///
  /// - Returns: The worlds left to expand without the cache, from the first with a reaction that cannot be cached; none where
  ///   all were expanded, or where the search was interrupted.
  func expandCached(_ range: Range<Int>, of arena: RowArena) throws -> Range<Int> {
    for worldNumber in range where !isInterrupted {
      parentRow = UnsafeRawPointer(arena[worldNumber])
      packing.unpack(parentRow, to: parent.row)
      let parts = WorldNumbers(parent.row)
      expandedModelNumber = Int(parts.model)
      guard collectReactions(parts, worldNumber) else { return worldNumber..<range.upperBound }
      slot.set(Breadcrumb(.other))
      try addCachedSuccessors(of: parts, worldNumber)
    }
    return range.upperBound..<range.upperBound
  }

  private func addCachedSuccessors(of world: WorldNumbers, _ worldNumber: Int) throws {
    let countBefore = commands(of: world.outstanding).count
    var record = Ancestry.record(parent: worldNumber, step: 0)
    for (answeredIndex, reactions) in collectedReactions {
      let remainingCount = answeredIndex < 0 ? countBefore : countBefore - 1
      for reactionNumber in reactions {
        defer { record += 1 }
        let reaction = reactionCache.reactions[reactionNumber]
        if remainingCount + Int(reaction.outstandingCount) > outstandingLimit(after: countBefore), !reaction.fails {
          noteStepLeftOut(of: worldNumber)
          continue
        }
        if candidates.pointee.count == stepCapacity { try grow() }
        let next = numbersAfterStep(
          reaction.model, world, answering: answeredIndex, performing: reaction.outstandingList)
        next.write(to: child.row)
        let step = CandidateStep(message: reaction.message, index: answeredIndex)
        storeStep(step, reaction.message, performsOrFails: reaction.performsOrFails)
        addCandidate(record)
        if reaction.meetsConditions { removeConditions(metByReaction: reactionNumber) }
      }
    }
  }

  /// Removes the conditions that a reaction meets from those that are still to be met.
  ///
  /// To be called when the first step by the reaction is stored, and not when the reaction is cached: the bound on outstanding
  /// commands may leave out all of its steps.
  @inline(never)
  private func removeConditions(metByReaction number: Int) {
    reactionCache.reactions[number].meetsConditions = false
    guard let indices = reactionCache.conditions.removeValue(forKey: number) else { return }
    counter?._withUnsafeGuaranteedRef { $0.removeStepConditions(indices) }
  }

  func stopCachingReactions() {
    removeCachedReactions()
    reorderedModels.removeAll()
    cachesReactions = false
  }

  /// - Returns: `false` where a reaction that is possible in the world cannot be cached.
  private func collectReactions(_ world: WorldNumbers, _ worldNumber: Int) -> Bool {
    collectedReactions.removeAll(keepingCapacity: true)
    var record = Ancestry.record(parent: worldNumber, step: 0)
    guard collectReactions(world.model, nil, at: -1, &record) else { return false }
    let outstanding = commands(of: world.outstanding)
    let order = sortsSteps && outstanding.count > 1 ? canonicalOrder(of: world.outstanding) : []
    for position in outstanding.indices {
      let index = order.isEmpty ? position : order[position]
      let command = outstanding[index]
      var isDuplicate = false
      for earlier in 0..<index where outstanding[earlier] == command { isDuplicate = true }
      if !isDuplicate, !collectReactions(world.model, command, at: index, &record) { return false }
    }
    return true
  }

  /// Collects the reactions to the messages offered in a model, or to the replies to one command in it.
  ///
  /// - Parameters:
  ///   - index: The index of the command among the outstanding ones; -1 for messages.
  ///   - record: The record of the first of these steps; afterwards, of the step after the last.
  /// - Returns: `false` where a reaction cannot be cached.
  private func collectReactions(
    _ model: UInt32, _ command: UInt32?, at index: Int, _ record: inout Ancestry.Record
  ) -> Bool {
    let key = ReactionCache.key(model, command)
    let reactions: Range<Int>
    if let cached = reactionCache.table[key] {
      reactions = cached
    } else {
      let first = reactionCache.reactions.count
      guard cacheReactions(model, command, record) else { return false }
      reactions = first..<reactionCache.reactions.count
      reactionCache.table.add(reactions, under: key)
    }
    collectedReactions.append((index, reactions))
    record += Ancestry.Record(reactions.count)
    return true
  }

  /// Caches the reactions to the messages offered in a model, or to the replies to one command in it.
  ///
  /// - Returns: `false` where a reaction cannot be cached, or a declaration throws.
  private func cacheReactions(_ model: UInt32, _ command: UInt32?, _ record: Ancestry.Record) -> Bool {
    let knownModel = PartTable.Known(value: UnsafeRawPointer(address(ofModel: model)), number: model)
    slot.set(Breadcrumb(.offer, place: Int(truncatingIfNeeded: record >> 32)))
    let answered = command.map { UnsafeRawPointer(self.address(ofCommand: $0)) }
    guard let messages = try? messages(in: knownModel.value, answering: answered) else { return false }
    guard var message = messages.first else { return true }
    let end = message + messages.count * messageStride
    var record = record
    while message < end {
      slot.set(Breadcrumb(record))
      guard let reaction = reaction(to: message, answering: answered, in: knownModel, record) else { return false }
      reactionCache.reactions.append(reaction)
      record += 1
      message += messageStride
    }
    return true
  }

  /// The replies to a command in a model; without a command, the messages that are offered in it.
  private func messages(
    in model: UnsafeRawPointer, answering command: UnsafeRawPointer?
  ) throws -> MessagesInMemory {
    if let command {
      guard let replies else { return MessagesInMemory(first: nil, count: 0) }
      return try functions.addReplies(command, model, replies, cachedMessages)
    }
    guard let offeredMessages else { return fixedMessagesInMemory }
    return try functions.addOffered(model, nil, offeredMessages, cachedMessages)
  }

  /// The reaction to a message, for which `update` runs twice. By the law `deterministic`, the repetition is a part of the
  /// inspection.
  ///
  /// - Returns: `nil` where the step violates something, the model is not equal to itself, or the repetition differs.
  private func reaction(
    to message: UnsafeRawPointer, answering command: UnsafeRawPointer?, in knownModel: PartTable.Known,
    _ record: Ancestry.Record
  ) -> ReactionCache.Reaction? {
    let model = knownModel.value
    let next = UnsafeRawPointer(child.address)
    let outcome = update(model, to: child.address, by: message, answering: command)
    slot.restartStepTime()
    guard passesInspection(message, answering: command, from: model, to: next, outcome) else {
      // The step is taken again without the cache: it then violates the same property, or is nondeterministic.
      let failsOnce =
        outcome.failure != nil && update(model, to: child.address, by: message, answering: command).failure == nil
      uncacheableStep = UncacheableStep(
        record: record, violation: violation ?? .failedOnlyOnce,
        isCertain: failsOnce || violation?.isNondeterminism == true)
      if isViolated { violation = nil }
      return nil
    }
    if identity.mayDifferFromItself, !identity.isEqualToItself(next) { return nil }
    let conditions =
      hasUnmetStepConditions
      ? indicesOfConditions(metBy: message, answering: command, from: model, to: next, outcome.failure) : []
    if !conditions.isEmpty { reactionCache.conditions[reactionCache.reactions.count] = conditions }
    let (nextModel, awaiting) = (numberOfChild(like: knownModel), commandsAwaitingReply(outcome, in: next))
    // Commands that nothing answers are part of no world, so they are compared separately.
    let comparesAllCommands = comparesCommands && outcome.performedCount > awaiting.count
    let performed = comparesAllCommands ? commands.pointee : []
    slot.restartStepTime()
    let secondOutcome =
      repetitionsAreSame ? outcome : update(model, to: child.address, by: message, answering: command)
    guard (secondOutcome.failure == nil) == (outcome.failure == nil), childModel(hasNumber: nextModel),
      commandsAwaitingReply(secondOutcome, in: next) == awaiting,
      !comparesAllCommands
        || rules.value.violationOfDeterminism(first: performed, second: commands.pointee) == nil
    else {
      let failsOnce = (secondOutcome.failure == nil) != (outcome.failure == nil)
      noteUnrepeatable(record, first: address(ofModel: nextModel), second: next, failsOnce: failsOnce)
      return nil
    }
    return ReactionCache.Reaction(
      model: nextModel, outstandingList: awaiting.list, outstandingCount: UInt32(truncatingIfNeeded: awaiting.count),
      performsOrFails: outcome.failure != nil || outcome.performedCount != 0, fails: outcome.failure != nil,
      meetsConditions: !conditions.isEmpty, message: message)
  }

  /// Notes a step if either it or its repetition failed, or if the two led to different models: a violation even if later
  /// repetitions agree.
  @inline(never)
  private func noteUnrepeatable(
    _ record: Ancestry.Record, first: UnsafeRawPointer, second: UnsafeRawPointer, failsOnce: Bool
  ) {
    if failsOnce {
      uncacheableStep = UncacheableStep(record: record, violation: .failedOnlyOnce, isCertain: true)
      return
    }
    let (first, second) = (
      first.assumingMemoryBound(to: M.Model.self).pointee, second.assumingMemoryBound(to: M.Model.self).pointee
    )
    guard textOfDifference(first, second) != nil else { return }
    let violation = rules.value.violationOfDeterminism(
      first: World(model: first), second: World(model: second), isEqualToItself: true)
    uncacheableStep = violation.map { UncacheableStep(record: record, violation: $0, isCertain: true) }
  }

  /// Inspects the last step. Sets ``violation`` where its repetitions differ.
  ///
  /// - Returns: `true` where the step violates nothing; a declared failure is a violation only by a law.
  private func passesInspection(
    _ message: UnsafeRawPointer, answering command: UnsafeRawPointer?, from model: UnsafeRawPointer,
    to next: UnsafeRawPointer, _ outcome: UpdateOutcome
  ) -> Bool {
    if outcome.failure == nil {
      if hasRelations, !functions.satisfiesRelations(message, command, model, next, commands, nil, relations) {
        return false
      }
      if !inspectsStepsInFull || inspectRepetitions(of: message, answering: command, from: model, to: next, outcome) {
        return !isViolated
      }
    }
    return passesInspectionOfWorlds(message, answering: command, from: model, to: next, outcome.failure)
  }

  /// Does what `passesInspection` does, by whole worlds, for a step that failed.
  @inline(never)
  private func passesInspectionOfWorlds(
    _ message: UnsafeRawPointer, answering command: UnsafeRawPointer?, from model: UnsafeRawPointer,
    to next: UnsafeRawPointer, _ failure: (any Error)?
  ) -> Bool {
    let (step, world, after) = lastStep(message, answering: command, from: model, to: next)
    return rules.value.violation(
      of: step, in: world, StepOutcome(world: after, commands: commands.pointee, failure: failure),
      reorderedModels: reordered(model, expandedModelNumber)) == nil
  }

  /// The indices of the unmet conditions that the last step satisfies.
  @inline(never)
  private func indicesOfConditions(
    metBy message: UnsafeRawPointer, answering command: UnsafeRawPointer?, from model: UnsafeRawPointer,
    to next: UnsafeRawPointer, _ failure: (any Error)?
  ) -> [Int] {
    let (step, world, after) = lastStep(message, answering: command, from: model, to: next)
    guard let counter,
      let transition = Transition(
        step, in: world, to: after.model, performing: commands.pointee, failure: failure)
    else { return [] }
    return counter._withUnsafeGuaranteedRef { $0.indicesOfConditions(metBy: transition) }
  }

  /// The last step, with its models made into `World` values. Their only outstanding command is the answered one, because no
  /// cached reaction depends on others.
  private func lastStep(
    _ message: UnsafeRawPointer, answering command: UnsafeRawPointer?, from model: UnsafeRawPointer,
    to next: UnsafeRawPointer
  ) -> (step: WorldStep<M>, world: World<M>, after: World<M>) {
    let answered = command.map { $0.assumingMemoryBound(to: M.Command.self).pointee }
    let world = World<M>(
      model: model.assumingMemoryBound(to: M.Model.self).pointee, outstanding: answered.map { [$0] } ?? [])
    let step = worldStep(CandidateStep(message: message, index: command == nil ? -1 : 0))
    return (step, world, World(model: next.assumingMemoryBound(to: M.Model.self).pointee))
  }

  /// - Returns: `true` if this is the worker's first inspection of a world with the model.
  func markInspected(model number: Int) -> Bool {
    if number >= inspectedModels.count { inspectedModels.grow(toHold: number, filledWith: false) }
    defer { inspectedModels[number] = true }
    return !inspectedModels[number]
  }
}

/// A step that violated something when its reaction was to be cached, or whose repetition then differed.
final class UncacheableStep {
  let record: Ancestry.Record
  let violation: Violation
  /// `true` where a repetition with the same values differed: ``violation`` is reported, whatever the step without the cache
  /// violates. `false` where the step violated something else, also where it differed only from a repetition in another order:
  /// the violation by the step without the cache is reported, or ``violation`` where that step violates nothing. A step beyond
  /// the bound on outstanding commands is then left out, as it is without the cache.
  let isCertain: Bool

  init(record: Ancestry.Record, violation: Violation, isCertain: Bool) {
    (self.record, self.violation, self.isCertain) = (record, violation, isCertain)
  }
}

internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Explorer {
  /// Continues the search of the checkpoint, if there is one.
  ///
  /// - Throws: ``CheckpointError``, ``FileError`` where no checkpoint can be written, or an error of the specification.
  mutating func resume() throws -> Resumption<M> {
    guard let file = bounds.checkpoint, let saved = try file.load() else { return .noCheckpoint }
    // The steps between the worlds found so far are not known.
    (graph, isResumed) = (nil, true)
    for counter in counters { counter.countCasesOnly() }
    var steps = RecordedSteps<M>()
    // The search takes over the memory of the saved worlds where it restores their rows.
    var takesMemoryOver = false
    defer { if !takesMemoryOver { saved.deallocate() } }
    if let end = try saved.rows == nil ? retake(saved, &steps, file) : restore(saved, &steps, file) {
      return .ended(end, saved.checkpoint)
    }
    takesMemoryOver = saved.rows != nil
    adopt(saved.checkpoint)
    return .resumed
  }

  /// Takes again the step by which each world was found.
  ///
  /// - Returns: The end by a bound that was met meanwhile; `nil` where all worlds were found again.
  mutating func retake(
    _ saved: SavedSearch, _ steps: inout RecordedSteps<M>, _ file: CheckpointFile
  ) throws -> Exploration<M>.End? {
    try enterSavedStarts(saved, file)
    for number in arena.count..<saved.checkpoint.worldCount {
      let parent = try parent(of: number, saved, file)
      guard parent >= steps.parent ?? 0 else { throw mismatch(file) }
      if parent != steps.parent, bounds.isCompact {
        arena.release(before: parent)
        if hasManyParts { freeUnusedParts(before: parent) }
      }
      let found = try steps.world(number, saved, rules, file) { world($0) }
      guard try enter(found) else { throw mismatch(file) }
      ancestry.append(saved.ancestry[number])
      if !unmetGoals.isEmpty { removeGoals(metBy: found) }
      if let end = endOfResuming(at: number) { return end }
    }
    return nil
  }

  /// Restores the saved rows, and takes only some steps again.
  ///
  /// The steps to ``SavedSearch/partOrigins`` tell the numbers that the parts have in this search. The other steps that are
  /// taken again detect a changed program.
  ///
  /// - Returns: The end by a bound that was met meanwhile; `nil` where the rows were restored.
  mutating func restore(
    _ saved: SavedSearch, _ steps: inout RecordedSteps<M>, _ file: CheckpointFile
  ) throws -> Exploration<M>.End? {
    try enterSavedStarts(saved, file)
    guard var restoration = RowRestoration(saved, rows) else { throw mismatch(file) }
    defer { restoration.deallocate() }
    for number in 0..<arena.count {
      if !restoration.learn(number, packing, UnsafeRawPointer(arena[number])) { throw mismatch(file) }
    }
    let startCount = arena.count
    for number in restoration.worldsToRetake where number >= startCount {
      _ = try parent(of: number, saved, file)
      let found = try steps.world(number, saved, rules, file) { restoration.world($0) }
      try rules.identity.checkComparable(found)
      if !rows.withRow(of: found, writer, { restoration.learn(number, $0) }) { throw mismatch(file) }
      if let end = endOfResuming(at: number) { return end }
    }
    adopt(saved, restoration)
    return nil
  }

  /// Enters the worlds to start from. The saved search has all of them, and found no violation in them.
  private mutating func enterSavedStarts(_ saved: SavedSearch, _ file: CheckpointFile) throws {
    let found = try enterStartWorlds()
    guard found == nil, arena.count <= saved.checkpoint.worldCount else { throw mismatch(file) }
  }

  /// The parent of a saved world other than a start. The parent must be an expanded world that was found earlier.
  func parent(of number: Int, _ saved: SavedSearch, _ file: CheckpointFile) throws -> Int {
    guard let parent = saved.ancestry.parent(of: number), parent < min(number, saved.checkpoint.expandedCount) else {
      throw mismatch(file)
    }
    return parent
  }

  /// The end of the search by a bound or an interruption while it takes recorded steps; `nil` where it goes on.
  mutating func endOfResuming(at number: Int) -> Exploration<M>.End? {
    // The clock and the memory are looked at once in 4,096 worlds.
    guard bounds.interruption?.isRequested == true || number & 0xFFF == 0, let end = externalEnd() else { return nil }
    foundWorldCount = arena.count
    return end
  }

  /// Enters a world that is no candidate of a batch.
  ///
  /// - Returns: `true` if the world is new.
  mutating func enter(_ world: World<M>) throws -> Bool {
    try rules.identity.checkComparable(world)
    return rows.withRow(of: world, writer) { row in
      // The first row is the base of the packing.
      if arena.count == 0 { adopt(rows.packing(like: row)) }
      // The rows of the first worker's candidates serve as scratch memory: no batch has begun.
      if !packing.pack(row, to: candidates[0].rows) {
        var needs = packing.room
        packing.add(row, to: &needs)
        makeRoom(for: needs)
        _ = packing.pack(row, to: candidates[0].rows)
      }
      let (arena, packing, packed) = (arena, packing, candidates[0].rows)
      let hash = bounds.isCompact ? rows.contentHash(row) : packing.hash(packed)
      let isNew =
        hashesSuffice
        ? index.insert(hash: hash)
        : index.insert(arena.count, hash: hash, isEqual: { packing.areAlike(arena[$0], packed) }) == nil
      if isNew { self.arena[self.arena.add()].copyMemory(from: packed, byteCount: packing.size) }
      return isNew
    }
  }

  func mismatch(_ file: CheckpointFile) -> CheckpointError { .mismatch(file) }

  mutating func adopt(_ checkpoint: Checkpoint) {
    (transitions, expandedCount) = (checkpoint.transitions, checkpoint.expandedCount)
    (levelEnd, depth, foundWorldCount) = (checkpoint.levelEnd, checkpoint.depth, checkpoint.worldCount)
    (resumedLeftStepsOut, replacementCount) = (checkpoint.hasLeftStepsOut, checkpoint.replacementCount)
    (resumedUnanswered, resumedCasesOfWorld) = (checkpoint.unansweredCommands, Set(checkpoint.casesSentByWorld))
    (unmetGoals, errorsOfGoals) = (
      checkpoint.unmetGoals.filter { goals.indices.contains($0) }, checkpoint.errorsOfGoals
    )
    (hiddenDifference, resumedReferenceNote) = (checkpoint.hiddenDifference, checkpoint.hiddenReferenceNote)
    if checkpoint.hasOtherSubscriptionsThanTimers {
      rules.surroundingRules?.usageLog.noteOtherSubscriptionThanTimers()
    }
    for command in checkpoint.endlessCommands { rules.endlessCommands.note(command) }
    for command in checkpoint.commandsWithEmptyReplies { rules.replyLog.casesWithEmptyReplies.note(named: command) }
    for command in checkpoint.answeredCommands { rules.replyLog.answeredCases.note(named: command) }
    for message in checkpoint.repeatedMessages { rules.repeatedMessages.note(message) }
    for limit in checkpoint.limitsOfOffers { rules.limitsOfOffers.note(limit) }
    metFieldsInFinishedLevels = rules.hasMetFields
  }

  /// Saves an unfinished search, and removes the checkpoint of a complete one. After a violation or an error, or with
  /// outdated rules, the checkpoint stays as it is.
  ///
  /// A search that the bound on worlds ended is saved as it was before its last batch.
  func save(after end: Exploration<M>.End) throws {
    guard let file = bounds.checkpoint else { return }
    var checkpoint = Checkpoint()
    switch end {
    case .exhausted: return file.remove()
    case .violation, .outdatedRules, .error: return
    case .statesReached:
      (checkpoint.worldCount, checkpoint.transitions) = (batchStart.worldCount, batchStart.transitions)
      (checkpoint.expandedCount, checkpoint.replacementCount) = (batchStart.expandedCount, batchStart.replacementCount)
    case .depthReached, .timeReached, .memoryReached, .interrupted:
      (checkpoint.worldCount, checkpoint.transitions, checkpoint.expandedCount) = (
        arena.count, transitions, expandedCount
      )
      checkpoint.replacementCount = replacementCount
    }
    (checkpoint.levelEnd, checkpoint.depth) = (levelEnd, depth)
    checkpoint.hasLeftStepsOut = hasLeftStepsOut
    checkpoint.unansweredCommands = Set(allUnanswered + rules.commandsWithoutTheirSilentEnds).sorted()
    checkpoint.hasOtherSubscriptionsThanTimers =
      rules.surroundingRules?.usageLog.hasOtherSubscriptionsThanTimers ?? false
    checkpoint.casesSentByWorld = casesSentByWorld.sorted()
    (checkpoint.hiddenDifference, checkpoint.hiddenReferenceNote) = (hiddenDifference, firstReferenceNote)
    checkpoint.limitsOfOffers = rules.limitsOfOffers.sorted
    (checkpoint.endlessCommands, checkpoint.repeatedMessages) = (
      rules.endlessCommands.sorted, rules.repeatedMessages.sorted
    )
    checkpoint.commandsWithEmptyReplies = rules.replyLog.casesWithEmptyReplies.sorted
    checkpoint.answeredCommands = rules.replyLog.answeredCases.sorted
    (checkpoint.unmetGoals, checkpoint.errorsOfGoals) = (unmetGoals, errorsOfGoals)
    var saved = SavedSearch(checkpoint: checkpoint, ancestry: ancestry)
    if !bounds.isCompact {
      (saved.checkpoint.packingNumbers, saved.checkpoint.rowSize) = (packing.numbers, packing.size)
      saved.rows = arena
      saved.partOrigins = RowRestoration.partOrigins(in: arena, checkpoint.worldCount, packing, rows)
    }
    try file.save(saved)
  }
}

enum Resumption<M: Module> {
  case noCheckpoint
  /// All worlds of the checkpoint were found again, or their rows were restored.
  case resumed
  /// A bound was met before all worlds were found again.
  case ended(Exploration<M>.End, Checkpoint)
}

/// The counts of an exploration before a batch.
struct BatchStart {
  var worldCount = 0
  var transitions = 0
  var expandedCount = 0
  var replacementCount = 0

  init(worldCount: Int = 0, transitions: Int = 0, expandedCount: Int = 0, replacementCount: Int = 0) {
    (self.worldCount, self.transitions) = (worldCount, transitions)
    (self.expandedCount, self.replacementCount) = (expandedCount, replacementCount)
  }
}

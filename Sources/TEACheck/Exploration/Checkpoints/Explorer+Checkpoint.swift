internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Explorer {
  /// Continues the search of the checkpoint, if there is one: finds its worlds again, or restores their rows.
  ///
  /// - Returns: The end by a bound that was met meanwhile; `nil` without a checkpoint, and where the search goes on.
  /// - Throws: ``CheckpointError``, ``FileError`` where no checkpoint can be written, or an error of the specification.
  mutating func resume() throws -> Exploration<M>.End? {
    guard let file = bounds.checkpoint, let saved = try file.load() else { return nil }
    // The steps between the worlds found so far are not known, nor are the classes of these worlds.
    graph = nil
    for counter in counters { counter.classes.stop() }
    // The search takes over the memory of the saved worlds where it restores their rows.
    var takesMemoryOver = false
    defer { if !takesMemoryOver { saved.deallocate() } }
    let end = try saved.rows == nil ? retake(saved, file) : restore(saved, file)
    resumed = saved.checkpoint
    if end == nil {
      takesMemoryOver = saved.rows != nil
      adoptCheckpoint()
    }
    return end
  }

  /// Takes again the step by which each world was found.
  ///
  /// - Returns: The end by a bound that was met meanwhile; `nil` where all worlds were found again.
  mutating func retake(_ saved: SavedSearch, _ file: CheckpointFile) throws -> Exploration<M>.End? {
    try enterSavedStarts(saved, file)
    var steps = RecordedSteps<M>()
    for number in arena.count..<saved.checkpoint.worldCount {
      let found = try steps.world(number, saved, rules, file) { parent in
        if bounds.isCompact {
          arena.release(before: parent)
          if hasManyParts { freeUnusedParts(before: parent) }
        }
        return world(parent)
      }
      guard try enter(found) else { throw CheckpointError.mismatch(file) }
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
  mutating func restore(_ saved: SavedSearch, _ file: CheckpointFile) throws -> Exploration<M>.End? {
    try enterSavedStarts(saved, file)
    guard var restoration = RowRestoration(saved, rows) else { throw CheckpointError.mismatch(file) }
    defer { restoration.deallocate() }
    for number in 0..<arena.count {
      let isSame = rows.withUnpacked(arena[number], packing) { restoration.learn(number, $0) }
      if !isSame { throw CheckpointError.mismatch(file) }
    }
    let startCount = arena.count
    var steps = RecordedSteps<M>()
    for number in restoration.worldsToRetake where number >= startCount {
      let found = try steps.world(number, saved, rules, file) { restoration.world($0) }
      try rules.identity.checkComparable(found)
      if !rows.withRow(of: found, writer, { restoration.learn(number, $0) }) { throw CheckpointError.mismatch(file) }
      if let end = endOfResuming(at: number) { return end }
    }
    adopt(saved, restoration)
    return nil
  }

  /// Enters the worlds to start from. The saved search has all of them, and found no violation in them.
  private mutating func enterSavedStarts(_ saved: SavedSearch, _ file: CheckpointFile) throws {
    let found = try enterStartWorlds()
    guard found == nil, arena.count <= saved.checkpoint.worldCount else { throw CheckpointError.mismatch(file) }
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

  /// Goes on from the state of the search that was resumed.
  mutating func adoptCheckpoint() {
    (transitions, expandedCount, replacementCount) = (
      resumed.transitions, resumed.expandedCount, resumed.replacementCount
    )
    (levelEnd, depth, foundWorldCount) = (resumed.levelEnd, resumed.depth, resumed.worldCount)
    (unmetGoals, errorsOfGoals) = (resumed.unmetGoals.filter { goals.indices.contains($0) }, resumed.errorsOfGoals)
    hiddenDifference = resumed.hiddenDifference
    for (worker, counter) in counters.enumerated() { counter.resume(from: resumed.totals, countsSteps: worker == 0) }
    if resumed.hasOtherSubscriptionsThanTimers {
      rules.surroundingRules?.usageLog.noteOtherSubscriptionThanTimers()
    }
    for (log, names) in zip(logs, resumed.notedNames) { names.forEach(log.note) }
    metFieldsInFinishedLevels = rules.hasMetFields
  }

  /// The logs of names that steps note: a resumed search does not take these steps again.
  private var logs: [NameLog] {
    [
      rules.limitsOfOffers, rules.endlessCommands, rules.replyLog.casesWithEmptyReplies.names,
      rules.replyLog.answeredCases.names, rules.repeatedMessages,
    ]
  }

  /// A checkpoint with the counts of the search, and nothing else.
  var checkpointOfCounts: Checkpoint {
    Checkpoint(
      worldCount: arena.count, transitions: transitions, expandedCount: expandedCount, levelEnd: levelEnd,
      depth: depth, replacementCount: replacementCount)
  }

  /// Saves an unfinished search, and removes the checkpoint of a complete one. After a violation or an error, or with
  /// outdated rules, the checkpoint stays as it is.
  ///
  /// A search that the bound on worlds ended is saved as it was before its last batch.
  func save(after end: Exploration<M>.End) throws {
    guard let file = bounds.checkpoint else { return }
    var checkpoint = checkpointOfCounts
    switch end {
    case .exhausted: return file.remove()
    case .violation, .outdatedRules, .error: return
    case .statesReached: checkpoint = countsBeforeBatch
    case .depthReached, .timeReached, .memoryReached, .growthReached, .interrupted:
      checkpoint.totals = StepTotals(counters)
    }
    checkpoint.hasLeftStepsOut = hasLeftStepsOut
    checkpoint.unansweredCommands = Set(unansweredCommands + rules.commandsWithoutTheirSilentEnds).sorted()
    checkpoint.hasOtherSubscriptionsThanTimers =
      rules.surroundingRules?.usageLog.hasOtherSubscriptionsThanTimers ?? false
    (checkpoint.hiddenDifference, checkpoint.hiddenReferenceNote) = (hiddenDifference, firstHiddenReferenceNote)
    checkpoint.notedNames = logs.map(\.sorted)
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

internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// Level-synchronous breadth-first search over the worlds of a program.
///
/// Of all steps to a world, the one with the least pair (parent, step) is recorded. So the first violation is a shortest one,
/// and counts, depth and trace are the same at every number of workers.
///
/// The frontier is expanded in batches, and a batch in phases. The workers expand their shares of the batch into candidates.
/// Each worker finds the new candidates among those whose hashes belong to its segments of the index. The new candidates are
/// numbered in order. The workers copy them to the arena, and check them.
struct Explorer<M: Module>: ~Copyable {
  let rules: Rules<M>
  let bounds: ExplorationBounds
  let onProgress: (ExplorationProgress) -> Void
  var rows: WorldRows<M>
  /// Writes the rows of worlds that are no candidates of a batch.
  var writer = RowWriter()
  /// The number of parts up to which ``freeUnusedParts(before:)`` is not called, because so few parts take little memory.
  var maxUnfreedPartCount = 1 << 16
  /// The number of parts after the last call of ``freeUnusedParts(before:)``.
  var keptPartCount = 0
  var arena: RowArena
  var packing: RowPacking
  var index: WorldIndex
  /// Rows are compared by their hashes alone, and the index holds whole hashes.
  var hashesSuffice: Bool
  var ancestry = Ancestry()
  /// For each world to start from, by its number, the index of its origin in ``Rules/origins``.
  var originIndices: [Int] = []
  // One for each worker:
  let lookUps: UnsafeMutableBufferPointer<CandidateLookUp>
  let candidates: UnsafeMutableBufferPointer<Candidates>
  let expansions: UnsafeMutableBufferPointer<Expansion<M>>
  /// The number of steps, without those that were taken after the step that ended the search.
  var transitions = 0
  /// The depth of the level being expanded.
  var depth = 0
  /// The number of worlds found, without those that were found after the step that ended the search.
  var foundWorldCount = 0
  /// The number of expanded worlds, which have the lowest numbers.
  var expandedCount = 0
  /// The number of the first world that is deeper than the level being expanded.
  var levelEnd = 0
  /// ``expandedCount`` when the progress was last reported.
  private var reportedCount = 0
  /// The next world for ``compareLists(before:)``; `.max` where all worlds have the same steps.
  var nextComparedWorld: Int
  private var clockTime: ContinuousClock.Instant
  /// ``expandedCount`` at the last reading of the clock.
  private var clockedCount = 0
  /// The least number of worlds that are expanded between two readings of the clock.
  private var clockInterval = 1
  /// More than 1 ms passed between the last two readings of the clock, so each batch is worth a report of the progress.
  private var isSlow = false
  /// The largest number of worlds that a worker expands in one batch.
  var maxWorldsPerWorker = 64
  /// The conditions of the `Sometimes` properties.
  let goals: [@Sendable (World<M>) throws -> Bool]
  /// The indices of the goals that no world has satisfied yet.
  var unmetGoals: [Int]
  /// The first error that each goal threw, by index of the goal.
  var errorsOfGoals: [Int: String] = [:]
  /// The ``checkpointOfCounts`` before the last batch, in a search with a checkpoint; with the totals of steps in the batch that
  /// ends the search.
  var countsBeforeBatch = Checkpoint()
  /// The end of the search; `nil` while ``hasEnded`` is `false`. That flag is faster to test: its type depends on no module.
  var end: Exploration<M>.End?
  var hasEnded = false
  /// The checkpoint from which the search was resumed; one of an empty search without a checkpoint.
  var resumed = Checkpoint()
  /// The number of steps whose worlds were replaced by their canonical forms.
  var replacementCount = 0
  /// The durations and policies that the steps of the finished levels used; `nil` before the first level, and for a program
  /// without surroundings.
  var usageOfFinishedLevels: UsageLog.Usage?
  /// Some view of the finished levels has fields.
  var metFieldsInFinishedLevels = false
  /// `nil` without a bound on time.
  let deadline: ContinuousClock.Instant?
  var graph: WorldGraph<M>? { didSet { keepsGraph = graph != nil } }
  /// There is a ``graph``. Each batch tests this flag, because a value whose type depends on the module takes longer to test.
  private(set) var keepsGraph = false
  /// The first difference between two models that are equal by their own `==`, and the number of the step between them, from 1;
  /// `nil` for none.
  var hiddenDifference: (transition: Int, difference: HiddenDifference)?
  /// The model's own `==`; `nil` where it has none.
  let modelsAreEqual = equality(of: M.Model.self)
  /// One for each worker; empty where steps are not counted.
  var counters: [StepCounter<M>]
  /// Any step of the graph, to stand in place of a step that is no longer possible; `nil` for a graph without steps.
  var placeholderStep: WorldStep<M>?
  let phase: TrapPhase
  let pool: ThreadPool
  let knownPaths: ExplorationPaths<M>
  /// For the law `honestEquality`: the number of the first world with each model, compared by the model's own `==`.
  var firstWorldsWithModels = FirstEquals<AnyHashable, Int>(scanning: Self.maxScannedValues)
  /// For the same law: the first of equal outstanding commands, compared by their own `==`.
  var firstEqualCommands = FirstEquals<AnyHashable, M.Command>(scanning: Self.maxScannedValues)

  init(
    _ rules: Rules<M>, _ functions: ModuleFunctions<M>, bounds: ExplorationBounds, workers: Int,
    onProgress: @escaping (ExplorationProgress) -> Void
  ) {
    self.rules = rules
    self.bounds = bounds
    self.onProgress = onProgress
    nextComparedWorld = rules.hasConstantSteps ? .max : 0
    rows = WorldRows(rules, writer, hashesAreFingerprints: bounds.isCompact)
    packing = rows.withScratch { [rows] row in
      row.initializeMemory(as: UInt8.self, repeating: 0, count: rows.size + RowPacking.slack)
      return rows.packing(like: row)
    }
    arena = RowArena(rowSize: packing.size)
    knownPaths = ExplorationPaths(rows, arena, packing)
    hashesSuffice = bounds.isCompact
    index = WorldIndex(isCompact: hashesSuffice)
    let workers = max(1, min(workers, WorldIndex.segmentCount))
    candidates = .allocate(capacity: workers)
    lookUps = .allocate(capacity: workers)
    phase = rules.watch.beginPhase(slots: workers)
    pool = ThreadPool(threads: min(workers, Platform.coreCount))
    keepsGraph = bounds.keepsGraph && !bounds.isCompact
    graph = keepsGraph ? WorldGraph<M>(reservingSteps: bounds.graphLimit) : nil
    let cases = bounds.countsSteps ? MessageCases(of: M.Message.self) : nil
    counters = bounds.countsSteps ? (0..<workers).map { _ in StepCounter(rules.callingThroughUserCode, cases) } : []
    for worker in 0..<workers {
      candidates.initializeElement(
        at: worker,
        to: Candidates(
          rowSize: packing.size, comparedSize: packing.comparedSize, ownerCount: workers,
          limit: bounds.maxStepsPerBatch))
      lookUps.initializeElement(at: worker, to: CandidateLookUp(worker: worker, index: index))
    }
    let shared = Shared(rules)
    // Not an array: each batch reads the elements often, and an array takes time to find elements of a module's own types.
    expansions = .allocate(capacity: workers)
    for worker in 0..<workers {
      expansions.initializeElement(
        at: worker,
        to: Expansion(
          shared, functions, rows, packing, hashesContents: bounds.isCompact, into: candidates.baseAddress! + worker,
          countingBy: counters.isEmpty ? nil : counters[worker], outstandingLimit: bounds.outstanding,
          interruption: bounds.interruption, slot: phase.slots[worker], traps: phase.knownTraps))
    }
    goals = rules.goals
    unmetGoals = Array(goals.indices)
    clockTime = ContinuousClock.now
    deadline = bounds.time.map { [clockTime] in clockTime + $0 }
    phase.scriptToTrap = { [rules, knownPaths] in Self.script(to: $0, rules, knownPaths) }
  }

  deinit {
    pool.stop()
    phase.end()
    for expansion in expansions { expansion.deallocate() }
    expansions.deinitialize()
    expansions.deallocate()
    for candidates in candidates { candidates.deallocate() }
    candidates.deinitialize()
    candidates.deallocate()
    for lookUp in lookUps { lookUp.deallocate() }
    lookUps.deinitialize()
    lookUps.deallocate()
    index.deallocate()
    ancestry.deallocate()
    // A graph goes on reading the rows, and frees them.
    if graph == nil {
      arena.deallocate()
      packing.deallocate()
    }
  }

  /// Runs the search.
  ///
  /// - Returns: The exploration. Where it may have taken reactions or changes of surroundings from a cache, a violation needs
  ///   the confirmation of ``Rules/confirms(_:)``.
  consuming func explore() -> (exploration: Exploration<M>, needsConfirmation: Bool) {
    let usesCache = usesReactionCache || expansions.contains { $0.numberedSurroundings != nil }
    return (exploreAll(), usesCache)
  }

  mutating func exploreAll() -> Exploration<M> {
    do {
      if let end = try resume() {
        var exploration = result(end)
        // The saved search has found more than this search has read so far.
        adoptCheckpoint()
        setSavedProperties(of: &exploration)
        exploration.endedInCheckpoint = true
        return exploration
      }
      // There are worlds already where the search was resumed.
      var isWithinLevel = arena.count > 0
      if !isWithinLevel, let found = try enterStartWorlds() { return result(.violation(found)) }
      while expandedCount < arena.count {
        if !isWithinLevel { beginLevel() }
        isWithinLevel = false
        if bounds.endsAtNewUsage, rules.hasNewUsage { return result(.outdatedRules) }
        if let limit = bounds.depth, depth >= limit { return try finish(.depthReached) }
        if let growth = growthOnPath() { return try finish(.growthReached(growth)) }
        while expandedCount < levelEnd {
          if bounds.checkpoint != nil { countsBeforeBatch = checkpointOfCounts }
          try expandBatch()
          if hasEnded, let end { return try finish(end) }
          if rules.listOrder.mustBecomeCanonical { return result(.outdatedRules) }
          guard noteReportIfDue() else { continue }
          onProgress(progress)
          if expandedCount < arena.count, let end = externalEnd() { return try finish(end) }
        }
        if arena.count > levelEnd { depth += 1 }
      }
      return try finish(.exhausted)
    } catch {
      return result(.error(error))
    }
  }

  /// Returns whether a report of the progress is due, and notes it. Fewer than 64 worlds may take less time than a report.
  private mutating func noteReportIfDue() -> Bool {
    guard expandedCount <= 64 || expandedCount - reportedCount >= 64 || isSlow else { return false }
    reportedCount = expandedCount
    return true
  }

  mutating func beginLevel() {
    levelEnd = arena.count
    usageOfFinishedLevels = rules.surroundingRules?.usageLog.usage
    metFieldsInFinishedLevels = rules.hasMetFields
  }

  /// An end for a reason outside of the search; `nil` for none.
  mutating func externalEnd() -> Exploration<M>.End? {
    if bounds.interruption?.isRequested == true { return .interrupted }
    if let deadline, ContinuousClock.now >= deadline { return .timeReached }
    guard let limit = bounds.memory, let bytes = Platform.residentBytes, bytes > limit else { return nil }
    // Freed memory is resident until it is returned to the system.
    Platform.returnFreeMemory()
    return Platform.residentBytes ?? bytes > limit ? .memoryReached : nil
  }

  func finish(_ end: Exploration<M>.End) throws -> Exploration<M> {
    try save(after: end)
    return result(end)
  }

  var progress: ExplorationProgress {
    ExplorationProgress(
      states: foundWorldCount, transitions: transitions, depth: depth + (foundWorldCount > levelEnd ? 1 : 0),
      frontier: foundWorldCount - expandedCount, unmetGoals: unmetGoals)
  }

  mutating func expandBatch() throws {
    notePaths()
    var batch = expandedCount..<min(levelEnd, expandedCount + maxWorldsPerWorker * expansions.count)
    expand(batch)
    // The candidates have no numbers yet, so they can be dropped.
    while hasTooManySteps, batch.count > expansions.count {
      maxWorldsPerWorker = max(1, batch.count / expansions.count / 2)
      batch = expandedCount..<min(levelEnd, expandedCount + maxWorldsPerWorker * expansions.count)
      expand(batch)
    }
    let isLarge = self.isLarge(batch)
    if let needs = neededRoom, bounds.interruption?.isRequested != true { makeRoom(for: needs) }
    let (oldArena, expansions, allCandidates, lookUps) = (arena, expansions, candidates, lookUps)
    let (hashesSuffice, storesNumbers) = (hashesSuffice, keepsGraph)
    if bounds.interruption?.isRequested == true { return endSearch(by: .interrupted) }
    inParallel(isWorthIt: isLarge) { worker in
      if hashesSuffice {
        lookUps[worker].findNewHashes(allCandidates)
      } else {
        lookUps[worker].findNew(allCandidates, among: oldArena, storesNumbers: storesNumbers)
      }
    }
    let (firstNew, transitionsBefore) = (arena.count, transitions)
    assignWorldNumbers()
    if transitionsBefore < Self.maxComparedSteps { findHiddenDifference(after: transitionsBefore) }
    noteRepeatedMessages(after: transitionsBefore)
    if !hasEnded, !hashesSuffice { inParallel(isWorthIt: isLarge) { lookUps[$0].replaceProvisional(allCandidates) } }
    // The steps of the batch are not counted yet. A search that ends here takes them again when it goes on from its checkpoint.
    if hasEnded, bounds.checkpoint != nil { countsBeforeBatch.totals = StepTotals(counters) }
    let newArena = arena
    inParallel(isWorthIt: isLarge) { worker in
      allCandidates[worker].copyNew(to: newArena)
      expansions[worker].inspectNewWorlds(in: newArena)
    }
    if rules.comparesStructure { UserCode.calling(.comparison) { findDishonestEquality() } }
    foundWorldCount = arena.count
    if mayHaveViolation, finishAtViolation(transitionsBefore) { return compareLists(before: expandedCount) }
    if keepsGraph { addStepsToGraph() }
    if !unmetGoals.isEmpty { removeGoals(metByWorlds: firstNew..<foundWorldCount) }
    if hasEnded {
      compareLists(before: expandedCount)
    } else {
      if nextComparedWorld < batch.upperBound { compareLists(before: batch.upperBound) }
      expandedCount = batch.upperBound
      if bounds.isCompact {
        arena.release(before: expandedCount)
        if hasManyParts { freeUnusedParts(before: expandedCount) }
      }
    }
    if usesReactionCache, isReactionCacheUnprofitable {
      for worker in 0..<expansions.count { expansions[worker].stopCachingReactions() }
    }
    if !keepsGraph, !hashesSuffice, packing.comparesOneWord { rebuildIndex(byHashOnly: true) }
    adaptBatchSize()
  }

  /// A smaller batch is not worth several threads.
  private func isLarge(_ batch: Range<Int>) -> Bool { batch.count > 256 }

  /// The worlds of some worker have too many steps for one batch, and no worker before it found a violation or an error.
  private var hasTooManySteps: Bool {
    for worker in 0..<expansions.count where expansions[worker].isViolated || expansions[worker].error != nil {
      return expansions[worker].error is TooManySteps
    }
    return false
  }

  func expand(_ batch: Range<Int>) {
    let (arena, expansions) = (arena, expansions)
    let worldsPerWorker = (batch.count + expansions.count - 1) / expansions.count
    inParallel(isWorthIt: isLarge(batch)) { worker in
      let first = min(batch.upperBound, batch.lowerBound + worker * worldsPerWorker)
      expansions[worker].expand(first..<min(batch.upperBound, first + worldsPerWorker), of: arena)
    }
  }

  /// The row of the world must not have been released.
  func world(_ number: Int) -> World<M> { rows.world(UnsafeRawPointer(arena[number]), packing) }

  /// Progress and deadline are checked between batches, so a batch must not take long: 10 to 50 ms, if its size allows.
  ///
  /// The results of more than 2,048 worlds of a worker would not fit the processor's caches. With several workers, that would
  /// cost more time than waiting for each other between smaller batches.
  private mutating func adaptBatchSize() {
    // Small batches of quick worlds share one reading of the clock, which takes nearly as long as the expansion of a world.
    let worldCount = expandedCount - clockedCount
    guard worldCount >= clockInterval else { return }
    let now = ContinuousClock.now
    let time = now - clockTime
    (clockTime, clockedCount) = (now, expandedCount)
    clockInterval = time < .microseconds(10) * worldCount ? 16 : 1
    isSlow = time > .milliseconds(1)
    if time < .milliseconds(10) {
      maxWorldsPerWorker = min(1 << 11, maxWorldsPerWorker * 2)
    } else if time > .milliseconds(50) {
      maxWorldsPerWorker = max(1, maxWorldsPerWorker / 2)
    }
  }

  /// Numbers the new candidates of all workers as worlds, in order.
  ///
  /// Ends the search at a violation, an error or the bound on worlds. The later candidates then get no number.
  mutating func assignWorldNumbers() {
    for worker in 0..<expansions.count {
      let (expansion, candidates) = (expansions[worker], candidates.baseAddress! + worker)
      candidates.pointee.beginTaking()
      while let candidate = candidates.pointee.takeFresh() {
        if arena.count >= bounds.states || arena.count == RowArena.capacity {
          transitions += candidate
          expandedCount = candidates.pointee.parent(of: candidate)
          return endSearch(by: .statesReached)
        }
        candidates.pointee.worldNumbers[candidate] = UInt32(truncatingIfNeeded: arena.add())
        candidates.pointee.newCandidates.append(UInt32(truncatingIfNeeded: candidate))
        ancestry.append(candidates.pointee.records[candidate])
      }
      transitions += candidates.pointee.count
      if expansion.violation != nil || expansion.error != nil { return finishAtLastStep(of: worker) }
    }
  }

  func inParallel(isWorthIt: Bool, _ work: (Int) -> Void) {
    guard isWorthIt, expansions.count > 1 else {
      for worker in 0..<expansions.count { work(worker) }
      return
    }
    // Safe, because each worker writes only to its own expansion and candidates. A worker that looks worlds up writes only to
    // its own segments of the index, and to those candidates of any worker whose hashes belong to these segments.
    withoutActuallyEscaping(work) { pool.perform(expansions.count, $0) }
  }
}

internal import TEARuntime

/// Level-synchronous breadth-first search over the worlds of a program.
///
/// The parent of a world is the least (parent, step) that reaches it, so that the first violation is a shortest
/// one, and counts, depth and trace are the same at every number of workers. The frontier is taken in batches, and
/// a batch in phases: the workers expand their shares of it into candidates; each worker recognises the candidates
/// whose hashes are in its range; the new ones are numbered in order; the workers move them to where the worlds are,
/// and check them.
@usableFromInline
struct Explorer<State: SearchState> {
  @usableFromInline typealias M = State.M

  @usableFromInline let rules: Rules<M>
  @usableFromInline let bounds: ExplorationBounds
  @usableFromInline let onProgress: (ExplorationProgress) -> Void
  @usableFromInline var store = WorldStore<State>()
  @usableFromInline var index: WorldIndex
  /// Whether worlds are recognised by hashes that are as good as the worlds: see ``recogniseByWords()``.
  @usableFromInline var isWordwise = false
  @usableFromInline var ancestry = Ancestry()
  /// The origins of the first worlds, by their numbers.
  @usableFromInline var starts: [Int] = []
  /// One for each worker.
  @usableFromInline let recognisers: UnsafeMutableBufferPointer<Recogniser<State>>
  /// One for each worker.
  @usableFromInline let expansions: UnsafeMutableBufferPointer<Expansion<State>>
  @usableFromInline var transitions = 0
  /// The number of steps to the level being expanded.
  @usableFromInline var depth = 0
  /// The number of worlds found, up to the end of the search.
  @usableFromInline var found = 0
  /// The worlds before this one are expanded.
  @usableFromInline var expanded = 0
  /// The first world that is deeper than the level being expanded.
  @usableFromInline var levelEnd = 0
  /// How many worlds a worker expands in one batch.
  @usableFromInline var share = 64
  /// What the `Sometimes` properties ask.
  @usableFromInline let goals: [@Sendable (World<M>) throws -> Bool]
  /// The goals that no world has satisfied yet.
  @usableFromInline var unmet: [Int]
  /// What they threw, if they did.
  @usableFromInline var thrown: [Int: String] = [:]
  /// Where the search stood before the current batch.
  @usableFromInline var boundary = Boundary()
  // Of a search that was begun before:
  @usableFromInline var leftStepsOut = false
  @usableFromInline var unanswered: [String] = []
  /// How many steps led to a world that the form replaced.
  @usableFromInline var replaced = 0
  /// Whether worlds were kept as numbers of their parts, in which a model stands for all that are equal to it.
  @usableFromInline var hasInterned = false
  @usableFromInline let deadline: ContinuousClock.Instant?
  @usableFromInline var graph: WorldGraph<M>?
  @usableFromInline let phase: TrapPhase
  @usableFromInline let team: WorkerTeam
  @usableFromInline let diary = ExplorationDiary()
  /// The first world of each model by its own equality, where that is held to its word.
  @usableFromInline var firstEqual: [AnyHashable: Int] = [:]
  /// The first command of each kind by its own equality, in the same way.
  @usableFromInline var firstEqualCommand: [AnyHashable: M.Command] = [:]

  @usableFromInline
  init(
    _ rules: Rules<M>, bounds: ExplorationBounds, workers: Int,
    onProgress: @escaping (ExplorationProgress) -> Void
  ) {
    self.rules = rules
    self.bounds = bounds
    self.onProgress = onProgress
    index = WorldIndex(isCompact: bounds.isCompact)
    expansions = .allocate(capacity: max(1, min(workers, WorldIndex.segmentCount)))
    recognisers = .allocate(capacity: expansions.count)
    phase = rules.watch.beginPhase(slots: expansions.count)
    team = WorkerTeam(threads: min(expansions.count, Platform.coreCount))
    let shared = Shared(rules)
    for worker in expansions.indices {
      expansions.initializeElement(
        at: worker,
        to: Expansion(
          shared, owners: expansions.count, outstandingLimit: bounds.outstanding, interruption: bounds.interruption,
          slot: phase.slots[worker], traps: phase.known))
      recognisers.initializeElement(at: worker, to: Recogniser(worker: worker, index: index))
    }
    if bounds.isCompact, State.hasExactHashes(rules.structuralHash), !rules.isReduced {
      isWordwise = true
      for worker in expansions.indices { expansions[worker].isWordwise = true }
    }
    goals = rules.goals
    unmet = Array(goals.indices)
    deadline = bounds.time.map { ContinuousClock.now + $0 }
    graph = bounds.keepsGraph && !bounds.isCompact ? WorldGraph() : nil
    phase.tell = { [rules, diary] in Self.script(to: $0, rules, diary) }
  }

  @_alwaysEmitIntoClient
  mutating func explore() -> Exploration<M> {
    defer { deallocate() }
    do {
      var isWithinLevel = false
      switch try resume() {
      case .nothing: if let violation = try start() { return result(.violation(violation)) }
      case .done: isWithinLevel = true
      case .ended(let end): return result(end)
      }
      while expanded < store.count {
        if !isWithinLevel { levelEnd = store.count }
        isWithinLevel = false
        if let limit = bounds.depth, depth >= limit { return try finish(.depthReached) }
        while expanded < levelEnd {
          boundary = Boundary(worlds: store.count, transitions: transitions, expanded: expanded, replaced: replaced)
          if let end = try expandBatch() { return try finish(end) }
          onProgress(progress)
          if let end = outerEnd() { return try finish(end) }
        }
        if store.count > levelEnd { depth += 1 }
      }
      return try finish(.exhausted)
    } catch {
      return result(.error(error))
    }
  }

  /// What ends the search from outside, if anything does.
  @usableFromInline
  mutating func outerEnd() -> Exploration<M>.End? {
    if bounds.interruption?.isRequested == true { return .interrupted }
    if let deadline, ContinuousClock.now >= deadline { return .timeReached }
    guard let limit = bounds.memory, let bytes = Platform.residentBytes, bytes > limit else { return nil }
    // Memory that was freed counts until it is given back.
    Platform.returnFreeMemory()
    return Platform.residentBytes ?? bytes > limit ? .memoryReached : nil
  }

  @usableFromInline
  func finish(_ end: Exploration<M>.End) throws -> Exploration<M> {
    try save(after: end)
    return result(end)
  }

  @usableFromInline
  func deallocate() {
    team.end()
    phase.end()
    for expansion in expansions { expansion.deallocate() }
    expansions.deinitialize()
    expansions.deallocate()
    for recogniser in recognisers { recogniser.deallocate() }
    recognisers.deinitialize()
    recognisers.deallocate()
    index.deallocate()
    ancestry.deallocate()
    store.deallocate()
  }

  @_alwaysEmitIntoClient
  var progress: ExplorationProgress {
    var progress = ExplorationProgress()
    progress.states = found
    progress.transitions = transitions
    progress.depth = depth + (found > levelEnd ? 1 : 0)
    progress.frontier = found - expanded
    progress.unmet = unmet
    return progress
  }

  @_alwaysEmitIntoClient
  mutating func start() throws -> Violation<M>? {
    let slot = phase.slots[0]
    slot.enter(Crumb(.other))
    defer { slot.exit() }
    for (number, origin) in rules.origins.enumerated() {
      let crumb = Crumb(.origin, number: number)
      if let breach = phase.breach(at: crumb) {
        ancestry.append(Ancestry.start)
        starts.append(number)
        return Violation(breach: breach, index: starts.count - 1, step: nil)
      }
      slot.leave(crumb)
      guard try enter(kept(origin.world)) else { continue }
      ancestry.append(Ancestry.start)
      starts.append(number)
      graph?.startCount += 1
      found = store.count
      levelEnd = store.count
      meet(origin.world)
      if let breach = rules.breach(in: origin.world) ?? rules.breachOfForm(of: origin.world) {
        return Violation(breach: breach, index: store.count - 1, step: nil)
      }
    }
    return nil
  }

  /// Expands the next worlds of the level.
  ///
  /// - Returns: How the exploration ends, if it does.
  @_alwaysEmitIntoClient
  mutating func expandBatch() throws -> Exploration<M>.End? {
    let begin = ContinuousClock.now
    (diary.ancestry, diary.starts) = (ancestry, starts)
    let batch = expanded..<min(levelEnd, expanded + share * expansions.count)
    let part = (batch.count + expansions.count - 1) / expansions.count
    let (before, expansions, recognisers, isCompact) = (store, expansions, recognisers, bounds.isCompact)
    let (hashesSuffice, tellsIndices) = (isCompact || isWordwise, graph != nil)
    let isLarge = batch.count > 256
    inParallel(isWorthIt: isLarge) { worker in
      let first = min(batch.upperBound, batch.lowerBound + worker * part)
      expansions[worker].expand(first..<min(batch.upperBound, first + part), of: before)
    }
    if expansions.contains(where: \.hasMisfits) { unpack() }
    let known = store
    if bounds.interruption?.isRequested == true {
      for worker in expansions.indices { expansions[worker].settle(in: known) }
      return .interrupted
    }
    inParallel(isWorthIt: isLarge) { worker in
      if hashesSuffice {
        recognisers[worker].recogniseHashes(expansions)
      } else {
        recognisers[worker].recognise(expansions, among: known, tellsIndices: tellsIndices)
      }
    }
    let (firstNew, transitionsBefore) = (store.count, transitions)
    let end = numberCandidates()
    if end == nil, !hashesSuffice { inParallel(isWorthIt: isLarge) { recognisers[$0].settle(expansions) } }
    if graph != nil { drawSteps() }
    let extended = store
    inParallel(isWorthIt: isLarge) { worker in
      expansions[worker].settle(in: extended)
      expansions[worker].inspectNewWorlds(in: extended)
    }
    if rules.comparesStructure { UserCode.calling(.comparison) { compareEqual(after: firstNew) } }
    if let limit = bounds.graphLimit, transitions > limit { graph = nil }
    found = store.count
    if let violation = firstViolation(transitionsBefore) {
      return violation.breach.error.map { .error($0) } ?? .violation(violation)
    }
    if !unmet.isEmpty {
      // In order: a goal is not asked of worlds after the first that satisfies it.
      phase.slots[0].enter(Crumb(.other))
      for index in firstNew..<found where !unmet.isEmpty {
        phase.slots[0].leave(Crumb(ancestry[index]))
        meet(expansions[0].newWorld.read(index, in: store).pointee.world)
      }
      phase.slots[0].exit()
    }
    if end == nil {
      expanded = batch.upperBound
      if isCompact { store.release(before: expanded) }
    }
    if let interned = store.interned {
      let learned = expansions.reduce(0) { $0 + $1.cache.reactions.count }
      if interned.isIdle(learned: learned, transitions: transitions, isCompact: isCompact) {
        if !interned.isOfRows {
          unpack()
        } else {
          for worker in expansions.indices { expansions[worker].forgetReactions() }
        }
      }
    }
    if graph == nil, !isWordwise, !isCompact, State.hasExactHashes(rules.structuralHash) { recogniseByWords() }
    adaptShare(to: ContinuousClock.now - begin)
    return end
  }

  /// Packs worlds no more.
  @usableFromInline
  mutating func unpack() {
    // The candidates first: the store gives back what says how.
    for worker in expansions.indices { expansions[worker].unpackCandidates() }
    let hadRows = store.interned?.isOfRows == true
    store.unpack()
    if hadRows { enterAgain() }
  }

  /// Makes the table of worlds once more, by the hashes of worlds that are not packed.
  @usableFromInline
  mutating func enterAgain() {
    let words = WorldIndex(isCompact: false)
    for world in 0..<store.count {
      let hash = store.address(of: world).pointee.hash(rules.structuralHash)
      _ = words.insert(world, hash: WorldIndex.spread(UInt64(truncatingIfNeeded: hash)), isEqual: { _ in false })
    }
    use(words)
  }

  @usableFromInline
  mutating func use(_ words: WorldIndex) {
    index.deallocate()
    index = words
    for worker in expansions.indices { recognisers[worker].index = words }
  }

  /// Recognises worlds of at most eight bytes by a hash of which each comes from one world only, once no number of a
  /// known world is asked for any more.
  @_alwaysEmitIntoClient
  mutating func recogniseByWords() {
    let words = WorldIndex(isCompact: false)
    for world in 0..<store.count {
      _ = words.insert(hash: State.exactHash(at: store.address(of: world), rules.structuralHash))
    }
    use(words)
    isWordwise = true
    for worker in expansions.indices { expansions[worker].isWordwise = true }
  }

  /// Makes batches large, but no longer than a moment, after which a search looks up.
  ///
  /// Workers wait for each other some times in a batch, and so have larger ones; one alone stays in its caches.
  @usableFromInline
  mutating func adaptShare(to time: Duration) {
    if time < .milliseconds(10) {
      share = min(expansions.count == 1 ? 1 << 10 : 1 << 12, share * 2)
    } else if time > .milliseconds(50) {
      share = max(1, share / 2)
    }
  }

  /// Gives the new candidates of all workers their indices, in order.
  ///
  /// What comes after the end in the order does not count.
  ///
  /// - Returns: How the exploration ends, if a step was wrong or a bound was met.
  @_alwaysEmitIntoClient
  mutating func numberCandidates() -> Exploration<M>.End? {
    for worker in expansions.indices {
      let expansion = expansions.baseAddress! + worker
      let (indices, origins) = (expansion.pointee.indices, expansion.pointee.origins)
      for owner in expansions.indices { expansion.pointee.cursors[owner] = expansion.pointee.firsts[owner] }
      while let candidate = expansion.pointee.takeFresh() {
        if store.count >= bounds.states || store.count == WorldStore<State>.capacity {
          transitions += candidate
          expanded = Int(truncatingIfNeeded: origins[candidate] >> 32)
          return .statesReached
        }
        indices[candidate] = UInt32(truncatingIfNeeded: store.add())
        expansion.pointee.new.append(UInt32(truncatingIfNeeded: candidate))
        ancestry.append(origins[candidate])
      }
      transitions += expansion.pointee.count
      if let breach = expansion.pointee.breach {
        if let parent = expansion.pointee.trappingParent {
          expanded = parent
          return .violation(Violation(breach: breach, index: parent, step: nil))
        }
        let last = expansion.pointee.count - 1
        expanded = Int(truncatingIfNeeded: origins[last] >> 32)
        return .violation(Violation(breach: breach, index: expanded, step: expansion.pointee.steps[last]))
      }
      if let error = expansion.pointee.error { return .error(error) }
    }
    return nil
  }

  /// Adds the steps of the batch to the graph.
  @_alwaysEmitIntoClient
  mutating func drawSteps() {
    for expansion in expansions {
      graph?.leftOut += expansion.leftOut
      for candidate in 0..<expansion.count {
        var target = Int(expansion.indices[candidate])
        if target == Int(Expansion<State>.fresh) { continue }
        if target >= WorldIndex.firstProvisional {
          let (other, place) = Recogniser<State>.locate(target)
          target = Int(expansions[other].indices[place])
        }
        graph?.add(
          expansion.steps[candidate], from: Int(truncatingIfNeeded: expansion.origins[candidate] >> 32), to: target)
      }
    }
  }

  /// The first finding of all workers. The search is as if nothing had been found after it.
  @_alwaysEmitIntoClient
  mutating func firstViolation(_ transitionsBefore: Int) -> Violation<M>? {
    let wrongForm = rules.form == nil ? nil : firstBreachOfForm(after: transitionsBefore)
    if let worker = expansions.firstIndex(where: { $0.finding != nil }), let finding = expansions[worker].finding {
      let expansion = expansions[worker]
      let transition =
        transitionsBefore + expansions[..<worker].reduce(0) { $0 + $1.stepCount } + finding.candidate + 1
      if transition < wrongForm?.transition ?? .max {
        let number = Int(expansion.indices[finding.candidate])
        let parent = Int(truncatingIfNeeded: expansion.origins[finding.candidate] >> 32)
        let overrun = worldsFound(after: transition - transitionsBefore)
        (transitions, found, expanded) = (transition, store.count - overrun, parent)
        return finding.isOfStep
          ? Violation(breach: finding.breach, index: parent, step: expansion.steps[finding.candidate])
          : Violation(breach: finding.breach, index: number, step: nil)
      }
    }
    guard let wrongForm else { return nil }
    let overrun = worldsFound(after: wrongForm.transition - transitionsBefore)
    (transitions, found, expanded) = (wrongForm.transition, store.count - overrun, wrongForm.violation.index)
    return wrongForm.violation
  }

  /// How many new worlds of the batch were found after so many of its transitions.
  @_alwaysEmitIntoClient
  func worldsFound(after transition: Int) -> Int {
    var (first, worlds) = (0, 0)
    for expansion in expansions {
      worlds += expansion.new.count { first + Int($0) >= transition }
      first += expansion.stepCount
    }
    return worlds
  }

  /// Drops the goals that a world satisfies.
  @_alwaysEmitIntoClient
  mutating func meet(_ world: World<M>) {
    var place = 0
    while place < unmet.count {
      do {
        if try goals[unmet[place]](world) { unmet.remove(at: place) } else { place += 1 }
      } catch {
        noteThrown(error, by: unmet[place])
        place += 1
      }
    }
  }

  @usableFromInline
  mutating func noteThrown(_ error: any Error, by goal: Int) {
    if thrown[goal] == nil { thrown[goal] = literal(error) }
  }

  @usableFromInline
  func inParallel(isWorthIt: Bool, _ work: (Int) -> Void) {
    guard isWorthIt, expansions.count > 1 else {
      for worker in expansions.indices { work(worker) }
      return
    }
    // Each worker keeps to its own expansion and its own part of the worlds.
    withoutActuallyEscaping(work) { team.perform(expansions.count, $0) }
  }

  @usableFromInline
  func result(_ end: Exploration<M>.End) -> Exploration<M> {
    var (end, trace) = (end, Trace<M>?.none)
    var replaced = Optional(replaced)
    if case .violation(var violation) = end {
      replaced = nil
      if rules.form == nil {
        trace = retrace(to: violation)
      } else {
        (violation, trace) = execute(violation)
        end = .violation(violation)
      }
    }
    var exploration = Exploration<M>(
      end: end, progress: progress, completeDepth: depth, unmet: unmet, unanswered: allUnanswered,
      leftStepsOut: hasLeftStepsOut, thrown: thrown, trace: trace)
    exploration.replaced = replaced
    exploration.unseen = expansions.compactMap(\.unseen).min { $0.world < $1.world }?.what
    exploration.isExact = !bounds.isCompact || isWordwise
    exploration.graph = graph
    exploration.graph?.close(worlds: (0..<found).map { store[$0].world }, expanded: expanded)
    return exploration
  }

  /// Whether steps were left out. Only worlds before the end count: what lies beyond it depends on the number of
  /// workers.
  var hasLeftStepsOut: Bool { leftStepsOut || expansions.contains { ($0.firstLeftOut ?? .max) < expanded } }

  /// The commands that nothing answers, by the same rule.
  var allUnanswered: [String] {
    let isWhole = expanded == store.count
    let met = expansions.flatMap { $0.unanswered.filter { isWhole || $0.value < expanded }.keys }
    return Set(met + unanswered).sorted()
  }

  /// Executes again the steps that led to a violation.
  ///
  /// - Returns: Nothing where they do not lead there again.
  func retrace(to violation: Violation<M>) -> Trace<M>? {
    let path = ancestry.path(to: violation.index)
    guard path[0] < starts.count else { return nil }
    var trace = Trace<M>(origin: rules.origins[starts[path[0]]])
    for child in path.dropFirst() {
      guard let state = try? State(trace.last), let steps = try? rules.steps(in: state),
        ancestry.step(to: child) < steps.count
      else { return nil }
      let step = steps[ancestry.step(to: child)]
      let outcome = rules.take(step, in: trace.last)
      trace.steps.append((step, outcome))
      // A compact search has let go of what it expanded.
      guard store.holds(child) else { continue }
      let isSame = UserCode.calling(.comparison) {
        (try? State(outcome.world, under: rules))?.isSameWorld(as: store[child], rules.structuralHash) ?? false
      }
      guard isSame else { return nil }
    }
    if let step = violation.step {
      let isTrap = violation.breach.trap != nil
      trace.steps.append((step, isTrap ? StepOutcome(notTakenIn: trace.last) : rules.take(step, in: trace.last)))
    }
    return trace
  }
}

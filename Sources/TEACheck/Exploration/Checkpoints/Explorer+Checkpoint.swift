public import TEAStateSpace
public import TEASupport
internal import TEARuntime

extension Explorer {
  /// Goes on from a checkpoint, if there is one: takes again the step by which each world was found.
  ///
  /// - Throws: ``CheckpointError``, or what the specification throws.
  @_alwaysEmitIntoClient
  mutating func resume() throws -> Resumption<M> {
    guard let file = bounds.checkpoint, let (checkpoint, records) = try file.load() else { return .nothing }
    defer { records.deallocate() }
    // The steps between the worlds found so far are not known.
    graph = nil
    stopCounting()
    if try start() != nil || arena.count > checkpoint.worlds { throw mismatch(file) }
    var commands: [M.Command] = []
    var (previousParent, steps): (Int?, [WorldStep<M>]) = (nil, [])
    for number in arena.count..<checkpoint.worlds {
      guard let parent = records.parent(of: number), parent < min(number, checkpoint.expanded),
        parent >= previousParent ?? 0
      else { throw mismatch(file) }
      if parent != previousParent {
        if bounds.isCompact { arena.release(before: parent) }
        (previousParent, steps) = (parent, try rules.steps(in: world(parent)))
      }
      guard records.step(to: number) < steps.count else { throw mismatch(file) }
      let step = steps[records.step(to: number)]
      let next = rules.take(step, in: world(parent), performing: &commands).world
      let kept = rules.canonicalForm?.apply(next) ?? next
      guard try enter(kept) else { throw mismatch(file) }
      ancestry.append(records[number])
      if !unmet.isEmpty { meet(kept) }
      let isInterrupted = bounds.interruption?.isRequested == true
      if isInterrupted || number & 0xFFF == 0, let end = outerEnd() {
        found = arena.count
        return .ended(end)
      }
    }
    adopt(checkpoint)
    return .done
  }

  /// Enters a world that is no candidate of a batch.
  ///
  /// - Returns: Whether it is new.
  @_alwaysEmitIntoClient
  mutating func enter(_ world: World<M>) throws -> Bool {
    try rules.identity.checkComparable(world)
    return rows.withRow(of: world, writer) { row in
      // All rows are like the first one.
      if arena.count == 0 { begin(with: rows.packing(like: row)) }
      if !packing.pack(row, to: candidates[0].rows) {
        var needs = packing.needs
        packing.add(row, to: &needs)
        makeRoom(for: needs)
        _ = packing.pack(row, to: candidates[0].rows)
      }
      let (arena, packing, candidate) = (arena, packing, candidates[0].rows)
      let hash = bounds.isCompact ? rows.contentHash(row) : packing.hash(candidate)
      let isNew =
        hashesSuffice
        ? index.insert(hash: hash)
        : index.insert(arena.count, hash: hash, isEqual: { packing.isAlike(arena[$0], candidate) }) == nil
      if isNew { self.arena[self.arena.add()].copyMemory(from: candidate, byteCount: packing.size) }
      return isNew
    }
  }

  @usableFromInline
  func mismatch(_ file: CheckpointFile) -> CheckpointError {
    CheckpointError(file.path, "does not fit the program: its steps lead elsewhere now")
  }

  @usableFromInline
  mutating func adopt(_ checkpoint: Checkpoint) {
    (transitions, expanded) = (checkpoint.transitions, checkpoint.expanded)
    (levelEnd, depth, found) = (checkpoint.levelEnd, checkpoint.depth, checkpoint.worlds)
    (leftStepsOut, replaced) = (checkpoint.leftStepsOut, checkpoint.replaced)
    unanswered = checkpoint.unanswered
  }

  /// Saves an unfinished search, as it was before its last batch where the bound on worlds ended it, and removes the file of
  /// a finished one.
  @usableFromInline
  func save(after end: Exploration<M>.End) throws {
    guard let file = bounds.checkpoint else { return }
    var checkpoint = Checkpoint()
    switch end {
    case .exhausted: return file.remove()
    case .violation, .error: return
    case .statesReached:
      (checkpoint.worlds, checkpoint.transitions) = (boundary.worlds, boundary.transitions)
      (checkpoint.expanded, checkpoint.replaced) = (boundary.expanded, boundary.replaced)
    case .depthReached, .timeReached, .memoryReached, .interrupted:
      (checkpoint.worlds, checkpoint.transitions, checkpoint.expanded) = (arena.count, transitions, expanded)
      checkpoint.replaced = replaced
    }
    (checkpoint.levelEnd, checkpoint.depth) = (levelEnd, depth)
    checkpoint.leftStepsOut = hasLeftStepsOut
    checkpoint.unanswered = allUnanswered
    try file.save(checkpoint, ancestry)
  }
}

/// The outcome of going on from a checkpoint.
@usableFromInline
enum Resumption<M: Module> {
  /// There is none.
  case nothing
  case done
  /// A bound was met before all worlds were found again.
  case ended(Exploration<M>.End)
}

/// The state of an exploration before a batch.
@usableFromInline
struct Boundary {
  @usableFromInline var worlds = 0
  @usableFromInline var transitions = 0
  @usableFromInline var expanded = 0
  @usableFromInline var replaced = 0

  @inlinable
  init(worlds: Int = 0, transitions: Int = 0, expanded: Int = 0, replaced: Int = 0) {
    (self.worlds, self.transitions, self.expanded, self.replaced) = (worlds, transitions, expanded, replaced)
  }
}

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
    if try start() != nil || store.count > checkpoint.worlds { throw misfit(file) }
    var commands: [M.Command] = []
    var (parent, steps): (Int?, [WorldStep<M>]) = (nil, [])
    for number in store.count..<checkpoint.worlds {
      guard let origin = records.parent(of: number), origin < min(number, checkpoint.expanded), origin >= parent ?? 0
      else { throw misfit(file) }
      if origin != parent {
        if bounds.isCompact { store.release(before: origin) }
        (parent, steps) = (origin, try rules.steps(in: store[origin]))
      }
      guard records.step(to: number) < steps.count else { throw misfit(file) }
      let step = steps[records.step(to: number)]
      let state = try kept(rules.take(step, in: store[origin].world, performing: &commands).world)
      guard try enter(state) else { throw misfit(file) }
      ancestry.append(records[number])
      if !unmet.isEmpty { meet(state.world) }
      let isInterrupted = bounds.interruption?.isRequested == true
      if isInterrupted || number & 0xFFF == 0, let end = outerEnd() {
        found = store.count
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
  mutating func enter(_ state: State) throws -> Bool {
    var state = state
    try rules.structuralHash.checkComparable(state.world)
    if store.count == 0 { store.pack(like: state, under: rules, bounds) }
    if store.interned != nil { hasInterned = true }
    if !store.fits(state) { unpack() }
    let hash =
      isWordwise
      ? State.exactHash(at: &state, rules.structuralHash)
      : WorldIndex.spread(store.hash(of: &state, rules.structuralHash))
    let isNew =
      bounds.isCompact || isWordwise
      ? index.insert(hash: hash) : index.insert(store.count, hash: hash, isEqual: { isAlike(store[$0], state) }) == nil
    if isNew { store.append(state) }
    return isNew
  }

  /// Whether two worlds count as one.
  @usableFromInline
  func isAlike(_ one: State, _ other: State) -> Bool {
    withUnsafePointer(to: one) { one in
      withUnsafePointer(to: other) { State.isSame(one, $0, rules.structuralHash) }
    }
  }

  @usableFromInline
  func misfit(_ file: CheckpointFile) -> CheckpointError {
    CheckpointError(file.path, "does not fit the program: its steps lead elsewhere now")
  }

  @usableFromInline
  mutating func adopt(_ checkpoint: Checkpoint) {
    (transitions, expanded) = (checkpoint.transitions, checkpoint.expanded)
    (levelEnd, depth, found) = (checkpoint.levelEnd, checkpoint.depth, checkpoint.worlds)
    (leftStepsOut, replaced) = (checkpoint.leftStepsOut, checkpoint.replaced)
    unanswered = checkpoint.unanswered
  }

  /// Keeps an unfinished search, as it was before the batch that met a bound.
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
      (checkpoint.worlds, checkpoint.transitions, checkpoint.expanded) = (store.count, transitions, expanded)
      checkpoint.replaced = replaced
    }
    (checkpoint.levelEnd, checkpoint.depth) = (levelEnd, depth)
    checkpoint.leftStepsOut = hasLeftStepsOut
    checkpoint.unanswered = allUnanswered
    try file.save(checkpoint, ancestry)
  }
}

/// What came of going on from a checkpoint.
@usableFromInline
enum Resumption<M: Module> {
  /// There is none.
  case nothing
  case done
  /// A bound was met before all worlds were found again.
  case ended(Exploration<M>.End)
}

/// Where an exploration stood before a batch.
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

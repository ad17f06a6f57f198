public import TEARuntime

/// The successors of some worlds, in the order of (world, step): what one worker finds in one batch.
///
/// Whoever makes it calls ``deallocate()`` once.
@usableFromInline
struct Expansion<State: SearchState> {
  @usableFromInline let rules: Shared<Rules<State.M>>
  // What every step asks of the rules.
  @usableFromInline let replies: (@Sendable (State.M.Command, State.M.Model) throws -> [State.M.Message]?)?
  @usableFromInline let relations: [@Sendable (Transition<State.M>) throws -> Bool]
  @usableFromInline let inspectsSteps: Bool
  /// Whether every step is looked at, closely or not.
  @usableFromInline let asksOfSteps: Bool
  @usableFromInline let isReduced: Bool
  @usableFromInline let hasSurroundings: Bool
  @usableFromInline var capacity: Int
  @usableFromInline var count = 0
  /// The candidates themselves.
  @usableFromInline var states: UnsafeMutablePointer<State>
  @usableFromInline var hashes: UnsafeMutablePointer<UInt64>
  /// The index of the world that each candidate equals. That of a candidate of the same batch is provisional: see
  /// ``WorldIndex``.
  @usableFromInline var indices: UnsafeMutablePointer<UInt32>
  /// The candidates that are to be looked up, by who does it, in order; whoever does puts the new ones in front.
  @usableFromInline var order: UnsafeMutablePointer<UInt32>
  /// How many workers look up.
  @usableFromInline let owners: Int
  /// Where the candidates of each owner begin in the order, and those of the last one end.
  @usableFromInline let firsts: UnsafeMutablePointer<Int>
  /// How many candidates of each owner are new.
  @usableFromInline let freshCounts: UnsafeMutablePointer<Int>
  /// How far the new candidates of each owner were taken.
  @usableFromInline let cursors: UnsafeMutablePointer<Int>
  /// How each candidate was found.
  @usableFromInline var origins: UnsafeMutablePointer<Ancestry.Record>
  @usableFromInline var steps: UnsafeMutablePointer<WorldStep<State.M>>
  /// How many steps there are; they stay until the next batch.
  @usableFromInline var stepCount = 0
  /// Whether steps hold nothing that must be given back.
  @usableFromInline let hasPlainSteps: Bool
  /// The candidates that are new, in order.
  @usableFromInline var new: [UInt32] = []
  @usableFromInline var commands: [State.M.Command] = []
  /// What is wrong with the last of the steps, if anything; the expansion then ends there.
  @usableFromInline var breach: Breach?
  /// What is wrong with the first of the new worlds with which anything is.
  @usableFromInline var finding: Finding?
  /// Why worlds could not be told apart or expanded.
  @usableFromInline var error: (any Error)?
  @usableFromInline let outstandingLimit: Int
  @usableFromInline let structuralHash: StructuralHash
  /// Whether the hashes are as good as the worlds.
  @usableFromInline var isWordwise = false
  /// The hashes of the fields of the world that is being expanded.
  @usableFromInline let fieldHashes: UnsafeMutablePointer<UInt64>
  /// The hash of the world that is being expanded, where a hash costs less than a comparison.
  @usableFromInline var parentHash: Int?
  /// How worlds are packed, if they are; candidates are too, then.
  @usableFromInline var packing: Packing?
  /// The candidates themselves, where worlds are packed.
  @usableFromInline var bytes = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 8)
  @usableFromInline var byteCount = 0
  /// Whether a candidate could not be packed.
  @usableFromInline var hasMisfits = false
  /// The world from which steps are taken, where worlds are packed.
  @usableFromInline var parent = UnpackedWorld<State>()
  @usableFromInline var parentBytes: UnsafeRawPointer?
  /// The world that a step leads to, where worlds are packed.
  @usableFromInline var child = UnpackedWorld<State>()
  /// A world that was found, where worlds are packed.
  @usableFromInline var newWorld = UnpackedWorld<State>()
  /// The parts of which worlds are kept, where they are kept as numbers.
  @usableFromInline var interned: InternedWorlds<State>?
  /// How models are written, where worlds are packed as rows; the store keeps it.
  @usableFromInline var rows: Unmanaged<ModelRows>?
  @usableFromInline let writer = Unmanaged.passRetained(RowWriter())
  /// What the program does, where worlds are kept as numbers.
  @usableFromInline var cache = TransitionCache<State.M>()
  /// Whether what the program does is kept.
  @usableFromInline var learns = true
  /// How many of the candidates came of what is kept; the others were found by steps of their own.
  @usableFromInline var learnedCount = 0
  /// The numbers of the commands that are outstanding in a world that is written.
  @usableFromInline var commandNumbers: [UInt16] = []
  /// What can happen in the world that is being expanded, by the place of the command that is answered, or -1.
  @usableFromInline var learned: [(answered: Int, reactions: Range<Int>)] = []
  /// The models in worlds that were looked at.
  @usableFromInline var metModels: [Bool] = []
  /// The first world of which a step was left out, because it would leave too many commands outstanding.
  @usableFromInline var firstLeftOut: Int?
  /// The worlds of the batch of which a step was left out.
  @usableFromInline var leftOut: [UInt32] = []
  /// The candidates of the batch whose form is another world, and the worlds that they were.
  @usableFromInline var replaced: [(candidate: Int, world: World<State.M>)] = []
  /// The first world that holds what is not seen, where the types do not say.
  @usableFromInline var unseen: (world: Int, what: String)?
  /// The kinds of commands that nothing says the replies of.
  @usableFromInline var unanswered: [String: Int] = [:]

  @usableFromInline let interruption: Interruption?
  @usableFromInline let slot: CrumbSlot
  /// What is known to trap.
  @usableFromInline let traps: [Crumb: TrapCause]
  /// The world in which it is known that what can happen cannot be asked; the expansion then ends there.
  @usableFromInline var trappingParent: Int?

  @usableFromInline
  init(
    _ rules: Shared<Rules<State.M>>, owners: Int, outstandingLimit: Int, interruption: Interruption? = nil,
    slot: CrumbSlot, traps: [Crumb: TrapCause]
  ) {
    self.owners = owners
    firsts = .allocate(capacity: owners + 1)
    freshCounts = .allocate(capacity: owners)
    cursors = .allocate(capacity: owners)
    self.interruption = interruption
    self.slot = slot
    self.traps = traps
    self.rules = rules
    replies = rules.value.replies
    relations = rules.value.relations
    inspectsSteps = rules.value.inspectsSteps
    asksOfSteps = inspectsSteps || !relations.isEmpty
    isReduced = rules.value.isReduced
    hasSurroundings = rules.value.hasSurroundings
    hasPlainSteps = _isPOD(State.M.Message.self) && !rules.value.hasSurroundings
    self.outstandingLimit = outstandingLimit
    structuralHash = rules.value.structuralHash
    fieldHashes = .allocate(capacity: structuralHash.fieldCount)
    capacity = 256
    states = .allocate(capacity: capacity)
    hashes = .allocate(capacity: capacity)
    indices = .allocate(capacity: capacity)
    order = .allocate(capacity: capacity)
    origins = .allocate(capacity: capacity)
    steps = .allocate(capacity: capacity)
  }

  @usableFromInline
  func deallocate() {
    cache.deallocate()
    fieldHashes.deallocate()
    writer.release()
    parent.deallocate()
    child.deallocate()
    newWorld.deallocate()
    bytes.deallocate()
    states.deallocate()
    hashes.deallocate()
    indices.deallocate()
    order.deallocate()
    firsts.deallocate()
    freshCounts.deallocate()
    cursors.deallocate()
    origins.deallocate()
    forgetSteps()
    steps.deallocate()
  }

  @inlinable
  func forgetSteps() {
    if !hasPlainSteps { steps.deinitialize(count: stepCount) }
  }

  @inlinable
  var isInterrupted: Bool { interruption.map(\.isRequested) ?? false }

  /// The candidate is new, and has no index yet.
  @inlinable static var fresh: UInt32 { .max }

  /// The candidate is to be looked up.
  @inlinable static var open: UInt32 { .max - 1 }

  /// The most candidates of one worker in one batch; ``WorldIndex`` numbers them.
  @inlinable static var limit: Int { 1 << 24 }

  @_alwaysEmitIntoClient
  mutating func expand(_ range: Range<Int>, of store: WorldStore<State>) {
    count = 0
    forgetSteps()
    stepCount = 0
    new.removeAll(keepingCapacity: true)
    leftOut.removeAll(keepingCapacity: true)
    replaced.removeAll(keepingCapacity: true)
    breach = nil
    finding = nil
    trappingParent = nil
    hasMisfits = false
    learnedCount = 0
    packing = store.packing
    interned = store.interned
    rows = store.rows.map { .passUnretained($0) }
    makeRoomForBytes()
    slot.enter(Crumb(.other))
    defer { slot.exit() }
    do {
      var range = range
      if traps.isEmpty, learns, let interned, let packing {
        range = try expandInterned(range, of: store, interned, packing)
      }
      learnedCount = count
      // What is shared by the workers is fetched once, because counting references to it would make them wait.
      switch rules.value.offer {
      case .fixed(let messages):
        for number in range where breach == nil && !isInterrupted {
          let state = read(number, in: store)
          if !traps.isEmpty, try stopsBeforeTrap(number, state) { break }
          try expand(number, state, sending: messages)
        }
      case .byWorld(let offered):
        for number in range where breach == nil && !isInterrupted {
          let state = read(number, in: store)
          if !traps.isEmpty, try stopsBeforeTrap(number, state) { break }
          slot.leave(Crumb(.offer, place: number))
          try expand(number, state, sending: try offered(state.pointee.world))
        }
      }
    } catch {
      self.error = error
    }
    stepCount = count
    sortByOwner()
  }

  /// Reads a world from which steps are taken.
  @_alwaysEmitIntoClient
  mutating func read(_ index: Int, in store: WorldStore<State>) -> UnsafeMutablePointer<State> {
    if let packing = store.packing { parentBytes = UnsafeRawPointer(store.bytes(of: index, packing)) }
    return parent.read(index, in: store)
  }

  @_alwaysEmitIntoClient
  mutating func expand(
    _ parent: Int, _ state: UnsafeMutablePointer<State>, sending messages: [State.M.Message]
  ) throws {
    if packing == nil {
      structuralHash.hashFields(of: UnsafeRawPointer(state), into: fieldHashes)
      if State.beginsWithModel, structuralHash.asksFields {
        parentHash = State.hash(at: state, structuralHash, like: state, whoseFieldsHave: fieldHashes)
      }
    }
    let (first, record) = (count, Ancestry.record(parent: parent, step: 0))
    defer { if isWordwise { hashWords(from: first, at: state, record) } }
    var origin = record
    if State.isModel, !isReduced {
      for message in messages where breach == nil {
        try addModel(after: message, at: state, origin)
        origin += 1
      }
    } else if hasSurroundings {
      try addHappenings(to: state, state.pointee.world, messages, origin)
    } else {
      let world = state.pointee.world
      for message in messages where breach == nil {
        try add(.message(message), bringing: message, answering: nil, to: world, in: world, at: state, origin)
        origin += 1
      }
      if world.outstanding.count != 0 { try addReplies(to: state, world, origin) }
    }
  }

  /// Hashes the candidates of one world together: one that was written just now cannot be read yet.
  @_alwaysEmitIntoClient
  mutating func hashWords(from first: Int, at parent: UnsafeMutablePointer<State>, _ record: Ancestry.Record) {
    let own = State.exactHash(at: parent, structuralHash)
    for candidate in first..<count {
      let hash = State.exactHash(at: states + candidate, structuralHash)
      hashes[candidate] = hash
      indices[candidate] = hash == own ? UInt32(truncatingIfNeeded: record >> 32) : Self.open
    }
  }

  @_alwaysEmitIntoClient
  mutating func addReplies(
    to state: UnsafeMutablePointer<State>, _ world: World<State.M>, _ origin: Ancestry.Record
  ) throws {
    guard let replies else { return }
    var origin = origin
    for index in world.outstanding.indices where !state.pointee.isRepeated(index) {
      var rest = world
      let command = rest.outstanding.remove(at: index)
      slot.leave(Crumb(.offer, place: Int(truncatingIfNeeded: origin >> 32)))
      for reply in try replies(command, world.model) ?? [] where breach == nil {
        try add(
          .reply(reply, command: index), bringing: reply, answering: command, to: rest, in: world, at: state, origin)
        origin += 1
      }
    }
  }

  @_alwaysEmitIntoClient
  mutating func addHappenings(
    to state: UnsafeMutablePointer<State>, _ world: World<State.M>, _ messages: [State.M.Message],
    _ origin: Ancestry.Record
  ) throws {
    var origin = origin
    slot.leave(Crumb(.offer, place: Int(truncatingIfNeeded: origin >> 32)))
    let happenings = try rules.value.happenings(
      in: world, isRepeated: state.pointee.isRepeated, waits: .all)
    for step in messages.map({ .message($0) }) + happenings where breach == nil {
      slot.leave(Crumb(origin))
      let (next, failure) = rules.value.takeAmidSurroundings(step, in: world, performing: &commands)
      try add(step, to: next, failure, in: world, at: state, origin)
      origin += 1
    }
  }

  @_alwaysEmitIntoClient
  mutating func add(
    _ step: WorldStep<State.M>, bringing message: State.M.Message, answering command: State.M.Command?,
    to rest: World<State.M>, in world: World<State.M>, at parent: UnsafeMutablePointer<State>, _ origin: Ancestry.Record
  ) throws {
    slot.leave(Crumb(origin))
    let (next, failure) = Rules<State.M>.advance(
      rest, by: message, answering: command, answeredBy: replies, performing: &commands)
    try add(step, to: next, failure, in: world, at: parent, origin)
  }

  @_alwaysEmitIntoClient
  mutating func add(
    _ step: WorldStep<State.M>, to next: consuming World<State.M>, _ failure: (any Error)?, in world: World<State.M>,
    at parent: UnsafeMutablePointer<State>, _ origin: Ancestry.Record
  ) throws {
    if next.outstanding.count > outstandingLimit, failure == nil {
      leaveOut(Int(truncatingIfNeeded: origin >> 32))
      return
    }
    if count == capacity { try grow() }
    // Whoever keeps a world is given it, and not a copy.
    let inspected = failure != nil || asksOfSteps ? copy next : nil
    if rows != nil {
      child.initialize(to: try keep(consume next))
      addPacked(child.memory, at: parent, origin)
    } else if !addNumbered(next, origin) {
      unpackCandidates()
      (states + count).initialize(to: try keep(consume next))
      addCandidate(at: parent, origin)
    }
    (steps + count).initialize(to: step)
    count += 1
    if let inspected { inspect(step, in: world, to: inspected, failure) }
    if commands.count != 0, replies == nil, !hasSurroundings || rules.value.leavesCommandsOpen {
      noteUnanswered(Int(truncatingIfNeeded: origin >> 32))
    }
  }

  /// Adds what a message leads to, where worlds are models: no world is made of it unless a property asks.
  @_alwaysEmitIntoClient
  mutating func addModel(
    after message: State.M.Message, at parent: UnsafeMutablePointer<State>, _ origin: Ancestry.Record
  ) throws {
    slot.leave(Crumb(origin))
    if count == capacity { try grow() }
    let place = copy(parent, to: states + count)
    let failure = update(model(at: place), for: message, from: model(at: parent))
    let inspected = failure != nil || asksOfSteps ? place.pointee.model : nil
    if packing == nil { addCandidate(at: parent, origin) } else { addPacked(place, at: parent, origin) }
    (steps + count).initialize(to: .message(message))
    count += 1
    if let inspected { inspect(.message(message), in: parent.pointee.world, to: World(model: inspected), failure) }
  }

  /// Makes the state in the last place a candidate.
  ///
  /// It changes nothing of the expansion's own, and is mutating so that the expansion is not copied.
  @_alwaysEmitIntoClient
  mutating func addCandidate(at parent: UnsafeMutablePointer<State>, _ origin: Ancestry.Record) {
    origins[count] = origin
    if isWordwise { return }
    let place = states + count
    var hash: Int?
    if parentHash != nil { hash = State.hash(at: place, structuralHash, like: parent, whoseFieldsHave: fieldHashes) }
    if hash == parentHash, State.isSame(place, parent, structuralHash) {
      // Nothing changed, and there is nothing to look up.
      indices[count] = UInt32(truncatingIfNeeded: origin >> 32)
    } else {
      indices[count] = Self.open
      let hash = hash ?? State.hash(at: place, structuralHash, like: parent, whoseFieldsHave: fieldHashes)
      hashes[count] = WorldIndex.spread(UInt64(truncatingIfNeeded: hash))
    }
  }

  /// What is kept of a world that a step led to: its form, where there is one.
  @_alwaysEmitIntoClient
  mutating func keep(_ world: consuming World<State.M>) throws -> State {
    guard isReduced else { return try State(world) }
    let world = world
    let found = try State(world, under: rules.value)
    guard let form = rules.value.form else { return found }
    let kept = try State(form.apply(world), under: rules.value)
    if kept.isSameWorld(as: found, structuralHash) { return found }
    replaced.append((count, world))
    return kept
  }

  /// Moves the candidates that got an index to where the worlds are, and drops the others.
  @_alwaysEmitIntoClient
  mutating func settle(in store: WorldStore<State>) {
    defer { count = 0 }
    if let packing {
      for candidate in new {
        store.bytes(of: Int(indices[Int(candidate)]), packing)
          .copyMemory(from: bytes + Int(candidate) * packing.size, byteCount: packing.size)
      }
      return
    }
    var next = 0
    for candidate in new {
      let candidate = Int(candidate)
      (states + next).deinitialize(count: candidate - next)
      store.address(of: Int(indices[candidate])).moveInitialize(from: states + candidate, count: 1)
      next = candidate + 1
    }
    (states + next).deinitialize(count: count - next)
  }

  @usableFromInline
  mutating func leaveOut(_ parent: Int) {
    if firstLeftOut == nil { firstLeftOut = parent }
    if leftOut.last != UInt32(truncatingIfNeeded: parent) { leftOut.append(UInt32(truncatingIfNeeded: parent)) }
  }

  @usableFromInline
  mutating func noteUnanswered(_ parent: Int) {
    for command in commands {
      let name = caseName(of: command)
      if unanswered[name] == nil { unanswered[name] = parent }
    }
  }

  @usableFromInline
  mutating func grow() throws {
    guard capacity < Self.limit else { throw TooManySteps() }
    Self.grow(&states, holding: packing == nil ? count : 0, to: capacity * 2)
    Self.grow(&hashes, holding: count, to: capacity * 2)
    Self.grow(&indices, holding: count, to: capacity * 2)
    Self.grow(&order, holding: 0, to: capacity * 2)
    Self.grow(&origins, holding: count, to: capacity * 2)
    Self.grow(&steps, holding: count, to: capacity * 2)
    capacity *= 2
    makeRoomForBytes()
  }

  private static func grow<Element>(
    _ memory: inout UnsafeMutablePointer<Element>, holding count: Int, to capacity: Int
  ) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }
}

/// More can happen next than a search can take.
struct TooManySteps: Error, CustomStringConvertible {
  var description: String { "more than 16 million things can happen next in a few worlds; offer fewer messages" }
}

/// The name of a command's case, or all of the command where it is no enum.
func caseName(of command: Any) -> String {
  let mirror = Mirror(reflecting: command)
  guard mirror.displayStyle == .enum else { return caseLiteral(command) }
  return mirror.children.first?.label ?? caseLiteral(command)
}

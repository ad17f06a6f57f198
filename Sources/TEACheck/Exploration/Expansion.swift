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
  @usableFromInline let repeatsSteps: Bool
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
  /// How each candidate was found.
  @usableFromInline var origins: UnsafeMutablePointer<Ancestry.Record>
  @usableFromInline var steps: UnsafeMutablePointer<WorldStep<State.M>>
  /// How many steps there are; they stay until the next batch.
  @usableFromInline var stepCount = 0
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
  @usableFromInline let structuralHash: StructuralHash?
  /// Whether the hashes are as good as the worlds.
  @usableFromInline var isWordwise = false
  /// The hashes of the fields of the world that is being expanded.
  @usableFromInline let fieldHashes: UnsafeMutablePointer<UInt64>
  /// The first world of which a step was left out, because it would leave too many commands outstanding.
  @usableFromInline var firstLeftOut: Int?
  /// The worlds of the batch of which a step was left out.
  @usableFromInline var leftOut: [UInt32] = []
  /// The candidates of the batch whose form is another world, and the worlds that they were.
  @usableFromInline var replaced: [(candidate: Int, world: World<State.M>)] = []
  /// The kinds of commands that nothing says the replies of.
  @usableFromInline var unanswered: Set<String> = []

  @usableFromInline let interruption: Interruption?
  @usableFromInline let slot: CrumbSlot
  /// What is known to trap.
  @usableFromInline let traps: [Crumb: TrapCause]
  /// The world in which it is known that what can happen cannot be asked; the expansion then ends there.
  @usableFromInline var trappingParent: Int?

  @usableFromInline
  init(
    _ rules: Shared<Rules<State.M>>, outstandingLimit: Int, interruption: Interruption? = nil, slot: CrumbSlot,
    traps: [Crumb: TrapCause]
  ) {
    self.interruption = interruption
    self.slot = slot
    self.traps = traps
    self.rules = rules
    replies = rules.value.replies
    relations = rules.value.relations
    repeatsSteps = rules.value.repeatsSteps
    isReduced = rules.value.isReduced
    hasSurroundings = rules.value.hasSurroundings
    self.outstandingLimit = outstandingLimit
    structuralHash = rules.value.structuralHash
    fieldHashes = .allocate(capacity: structuralHash?.fieldCount ?? 0)
    capacity = 256
    states = .allocate(capacity: capacity)
    hashes = .allocate(capacity: capacity)
    indices = .allocate(capacity: capacity)
    origins = .allocate(capacity: capacity)
    steps = .allocate(capacity: capacity)
  }

  @usableFromInline
  func deallocate() {
    fieldHashes.deallocate()
    states.deallocate()
    hashes.deallocate()
    indices.deallocate()
    origins.deallocate()
    steps.deinitialize(count: stepCount)
    steps.deallocate()
  }

  @inlinable
  var isInterrupted: Bool { interruption.map(\.isRequested) ?? false }

  /// The candidate is new, and has no index yet.
  @usableFromInline static var fresh: UInt32 { .max }

  /// The candidate is to be looked up.
  @usableFromInline static var open: UInt32 { .max - 1 }

  /// The most candidates of one worker in one batch; ``WorldIndex`` numbers them.
  @usableFromInline static var limit: Int { 1 << 24 }

  @_alwaysEmitIntoClient
  mutating func expand(_ range: Range<Int>, of store: WorldStore<State>) {
    count = 0
    steps.deinitialize(count: stepCount)
    stepCount = 0
    new.removeAll(keepingCapacity: true)
    leftOut.removeAll(keepingCapacity: true)
    replaced.removeAll(keepingCapacity: true)
    breach = nil
    finding = nil
    trappingParent = nil
    slot.enter(Crumb(.other))
    defer { slot.exit() }
    do {
      // What is shared by the workers is fetched once, because counting references to it would make them wait.
      switch rules.value.offer {
      case .fixed(let messages):
        for parent in range where breach == nil && !isInterrupted {
          let state = store.address(of: parent)
          if !traps.isEmpty, try stopsBeforeTrap(parent, state) { break }
          try expand(parent, state, sending: messages)
        }
      case .byWorld(let offered):
        for parent in range where breach == nil && !isInterrupted {
          let state = store.address(of: parent)
          if !traps.isEmpty, try stopsBeforeTrap(parent, state) { break }
          slot.leave(Crumb(.offer, place: parent))
          try expand(parent, state, sending: try offered(state.pointee.world))
        }
      }
    } catch {
      self.error = error
    }
    stepCount = count
  }

  @_alwaysEmitIntoClient
  mutating func expand(
    _ parent: Int, _ state: UnsafeMutablePointer<State>, sending messages: [State.M.Message]
  ) throws {
    let world = state.pointee.world
    structuralHash?.hashFields(of: UnsafeRawPointer(state), into: fieldHashes)
    var origin = Ancestry.record(parent: parent, step: 0)
    if hasSurroundings { return try addHappenings(to: state, world, messages, origin) }
    for message in messages where breach == nil {
      try add(.message(message), bringing: message, to: world, in: world, at: state, origin)
      origin += 1
    }
    if world.outstanding.count != 0 { try addReplies(to: state, world, origin) }
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
        try add(.reply(reply, command: index), bringing: reply, to: rest, in: world, at: state, origin)
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
    let happenings = try rules.value.happenings(in: world, isRepeated: state.pointee.isRepeated)
    for step in messages.map({ .message($0) }) + happenings where breach == nil {
      slot.leave(Crumb(origin))
      let (next, failure) = rules.value.takeAmidSurroundings(step, in: world, performing: &commands)
      try add(step, to: next, failure, in: world, at: state, origin)
      origin += 1
    }
  }

  @_alwaysEmitIntoClient
  mutating func add(
    _ step: WorldStep<State.M>, bringing message: State.M.Message, to rest: World<State.M>, in world: World<State.M>,
    at parent: UnsafeMutablePointer<State>, _ origin: Ancestry.Record
  ) throws {
    slot.leave(Crumb(origin))
    let (next, failure) = Rules<State.M>.advance(rest, by: message, answeredBy: replies, performing: &commands)
    try add(step, to: next, failure, in: world, at: parent, origin)
  }

  @_alwaysEmitIntoClient
  mutating func add(
    _ step: WorldStep<State.M>, to next: World<State.M>, _ failure: (any Error)?, in world: World<State.M>,
    at parent: UnsafeMutablePointer<State>, _ origin: Ancestry.Record
  ) throws {
    if next.outstanding.count > outstandingLimit, failure == nil {
      leaveOut(Int(truncatingIfNeeded: origin >> 32))
      return
    }
    if count == capacity { try grow() }
    let place = states + count
    place.initialize(to: try keep(next))
    if State.isSame(place, parent, structuralHash) {
      // Nothing changed, and there is nothing to look up.
      indices[count] = UInt32(truncatingIfNeeded: origin >> 32)
    } else if isWordwise {
      hashes[count] = State.exactHash(at: place, structuralHash)
      indices[count] = Self.open
    } else {
      indices[count] = Self.open
      let hash = State.hash(at: place, structuralHash, like: parent, whoseFieldsHave: fieldHashes)
      hashes[count] = WorldIndex.spread(UInt64(truncatingIfNeeded: hash))
    }
    origins[count] = origin
    (steps + count).initialize(to: step)
    count += 1
    if failure != nil || repeatsSteps
      || !Rules.isSound(step.message, from: world.model, to: next.model, performing: commands, by: relations)
    {
      breach = rules.value.breach(
        of: step.message, in: world, outcome: StepOutcome(world: next, commands: commands, failure: failure))
    }
    if commands.count != 0, replies == nil, !hasSurroundings || rules.value.leavesCommandsOpen { noteUnanswered() }
  }

  /// What is kept of a world that a step led to: its form, where there is one.
  @_alwaysEmitIntoClient
  mutating func keep(_ world: World<State.M>) throws -> State {
    guard isReduced else { return try State(world) }
    let found = try State(world, under: rules.value)
    guard let form = rules.value.form else { return found }
    let kept = try State(form.apply(world), under: rules.value)
    if kept.isSameWorld(as: found) { return found }
    replaced.append((count, world))
    return kept
  }

  /// Moves the candidates that got an index to where the worlds are, and drops the others.
  @_alwaysEmitIntoClient
  mutating func settle(in store: WorldStore<State>) {
    var next = 0
    for candidate in new {
      let candidate = Int(candidate)
      (states + next).deinitialize(count: candidate - next)
      store.address(of: Int(indices[candidate])).moveInitialize(from: states + candidate, count: 1)
      next = candidate + 1
    }
    (states + next).deinitialize(count: count - next)
    count = 0
  }

  @usableFromInline
  mutating func leaveOut(_ parent: Int) {
    if firstLeftOut == nil { firstLeftOut = parent }
    if leftOut.last != UInt32(truncatingIfNeeded: parent) { leftOut.append(UInt32(truncatingIfNeeded: parent)) }
  }

  @usableFromInline
  mutating func noteUnanswered() {
    for command in commands { unanswered.insert(caseName(of: command)) }
  }

  @usableFromInline
  mutating func grow() throws {
    guard capacity < Self.limit else { throw TooManySteps() }
    Self.grow(&states, holding: count, to: capacity * 2)
    Self.grow(&hashes, holding: count, to: capacity * 2)
    Self.grow(&indices, holding: count, to: capacity * 2)
    Self.grow(&origins, holding: count, to: capacity * 2)
    Self.grow(&steps, holding: count, to: capacity * 2)
    capacity *= 2
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
private func caseName(of command: Any) -> String {
  let mirror = Mirror(reflecting: command)
  guard mirror.displayStyle == .enum else { return caseLiteral(command) }
  return mirror.children.first?.label ?? caseLiteral(command)
}

public import TEARuntime

/// The successors of some worlds, in the order of (world, step): what one worker finds in one batch.
///
/// Whoever makes it calls ``deallocate()`` once.
@usableFromInline
struct Expansion<State: SearchState> {
  @usableFromInline let rules: Rules<State.M>
  @usableFromInline var states: UnsafeMutablePointer<State>
  @usableFromInline var capacity: Int
  @usableFromInline var count = 0
  @usableFromInline var tags: [UInt32] = []
  /// The index of the world that each candidate equals. That of a candidate of the same batch is provisional: see
  /// ``WorldIndex``.
  @usableFromInline var indices: UnsafeMutablePointer<UInt32>
  /// The candidates that are new, in order.
  @usableFromInline var new: [Int] = []
  @usableFromInline var parents: [UInt32] = []
  @usableFromInline var steps: [WorldStep<State.M>] = []
  @usableFromInline var commands: [State.M.Command] = []
  /// What is wrong with the last of the steps, if anything; the expansion then ends there.
  @usableFromInline var breach: Breach?
  /// Why worlds could not be told apart or expanded.
  @usableFromInline var error: (any Error)?
  @usableFromInline let outstandingLimit: Int
  @usableFromInline let structuralHash: StructuralHash?
  /// The first world of which a step was left out, because it would leave too many commands outstanding.
  @usableFromInline var firstLeftOut: Int?
  /// The worlds of the batch of which a step was left out.
  @usableFromInline var leftOut: [UInt32] = []
  /// The candidates of the batch whose form is another world, and the worlds that they were.
  @usableFromInline var replaced: [(candidate: Int, world: World<State.M>)] = []
  /// The kinds of commands that nothing says the replies of.
  @usableFromInline var unanswered: Set<String> = []

  @usableFromInline
  init(_ rules: Rules<State.M>, outstandingLimit: Int) {
    self.rules = rules
    self.outstandingLimit = outstandingLimit
    structuralHash = rules.structuralHash
    capacity = 1024
    states = .allocate(capacity: capacity)
    indices = .allocate(capacity: capacity)
  }

  @usableFromInline
  func deallocate() {
    states.deallocate()
    indices.deallocate()
  }

  /// The candidate is new, and has no index yet.
  @usableFromInline static var fresh: UInt32 { .max }

  @_alwaysEmitIntoClient
  mutating func expand(_ range: Range<Int>, of store: WorldStore<State>) {
    count = 0
    new.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    leftOut.removeAll(keepingCapacity: true)
    replaced.removeAll(keepingCapacity: true)
    breach = nil
    do {
      // What is shared by the workers is fetched once, because counting references to it would make them wait.
      switch rules.offer {
      case .fixed(let messages):
        for parent in range where breach == nil {
          try expand(parent, store.address(of: parent), sending: messages)
        }
      case .byWorld(let offered):
        for parent in range where breach == nil {
          let state = store.address(of: parent)
          try expand(parent, state, sending: try offered(state.pointee.world))
        }
      }
    } catch {
      self.error = error
    }
  }

  @_alwaysEmitIntoClient
  mutating func expand(
    _ parent: Int, _ state: UnsafeMutablePointer<State>, sending messages: [State.M.Message]
  ) throws {
    let world = state.pointee.world
    for message in messages where breach == nil {
      try add(.message(message), to: world, in: world, parent)
    }
    if world.outstanding.count != 0 { try addReplies(to: state.pointee, world, parent) }
  }

  @_alwaysEmitIntoClient
  mutating func addReplies(to state: State, _ world: World<State.M>, _ parent: Int) throws {
    guard let replies = rules.replies else { return }
    for index in world.outstanding.indices where !state.isRepeated(index) {
      var rest = world
      let command = rest.outstanding.remove(at: index)
      for reply in try replies(command, world.model) ?? [] where breach == nil {
        try add(.reply(reply, command: index), to: rest, in: world, parent)
      }
    }
  }

  @_alwaysEmitIntoClient
  mutating func add(
    _ step: WorldStep<State.M>, to rest: World<State.M>, in world: World<State.M>, _ parent: Int
  ) throws {
    let (next, failure) = rules.advance(rest, by: step.message, performing: &commands)
    if next.outstanding.count > outstandingLimit, failure == nil {
      if firstLeftOut == nil { firstLeftOut = parent }
      if leftOut.last != UInt32(truncatingIfNeeded: parent) { leftOut.append(UInt32(truncatingIfNeeded: parent)) }
      return
    }
    if count == capacity { grow() }
    let place = states + count
    place.initialize(to: try keep(next))
    count += 1
    tags.append(WorldIndex.tag(place.pointee.hash(structuralHash)))
    parents.append(UInt32(truncatingIfNeeded: parent))
    steps.append(step)
    if failure != nil || rules.repeatsSteps
      || !Rules.isSound(step.message, from: world.model, to: next.model, performing: commands, by: rules.relations)
    {
      breach = rules.breach(
        of: step.message, in: world, outcome: StepOutcome(world: next, commands: commands, failure: failure))
    }
    if commands.count != 0, rules.replies == nil { noteUnanswered() }
  }

  /// What is kept of a world that a step led to: its form, where there is one.
  @_alwaysEmitIntoClient
  mutating func keep(_ world: World<State.M>) throws -> State {
    let found = try State(world, under: rules)
    if rules.form == nil { return found }
    let form = try State(rules.form?.apply(world) ?? world, under: rules)
    if form.isSameWorld(as: found) { return found }
    replaced.append((count, world))
    return form
  }

  /// Moves the candidates that got an index to where the worlds are, and drops the others.
  @_alwaysEmitIntoClient
  mutating func settle(in store: WorldStore<State>) {
    var next = 0
    for candidate in new {
      (states + next).deinitialize(count: candidate - next)
      store.address(of: Int(indices[candidate])).moveInitialize(from: states + candidate, count: 1)
      next = candidate + 1
    }
    (states + next).deinitialize(count: count - next)
    count = 0
  }

  @usableFromInline
  mutating func noteUnanswered() {
    for command in commands { unanswered.insert(caseName(of: command)) }
  }

  @usableFromInline
  mutating func grow() {
    let larger = UnsafeMutablePointer<State>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: states, count: count)
    states.deallocate()
    states = larger
    let moreIndices = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
    moreIndices.moveInitialize(from: indices, count: count)
    indices.deallocate()
    indices = moreIndices
    capacity *= 2
  }
}

/// The name of a command's case, or all of the command where it is no enum.
private func caseName(of command: Any) -> String {
  let mirror = Mirror(reflecting: command)
  guard mirror.displayStyle == .enum else { return caseLiteral(command) }
  return mirror.children.first?.label ?? caseLiteral(command)
}

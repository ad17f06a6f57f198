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
  @usableFromInline var parents: [UInt32] = []
  /// The place of each step among those of its world.
  @usableFromInline var actions: [UInt32] = []
  @usableFromInline var commands: [State.M.Command] = []
  /// What is wrong with the last of the steps, if anything; the expansion then ends there.
  @usableFromInline var breach: Breach?
  /// Why worlds could not be told apart or expanded.
  @usableFromInline var error: (any Error)?
  /// The first few commands that nothing says the replies of.
  @usableFromInline var unanswered: Set<String> = []

  @usableFromInline
  init(_ rules: Rules<State.M>) {
    self.rules = rules
    capacity = 1024
    states = .allocate(capacity: capacity)
  }

  @usableFromInline
  func deallocate() { states.deallocate() }

  @inlinable
  mutating func expand(_ range: Range<Int>, of table: WorldTable<State>) {
    count = 0
    tags.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
    actions.removeAll(keepingCapacity: true)
    breach = nil
    for parent in range {
      expand(parent, table[parent])
      if breach != nil || error != nil { return }
    }
  }

  @inlinable
  mutating func expand(_ parent: Int, _ state: State) {
    let world = state.world
    var action: UInt32 = 0
    do {
      switch rules.offer {
      case .fixed(let messages):
        for message in messages {
          try add(message, to: world, in: world, parent, action)
          action += 1
          if breach != nil { return }
        }
      case .byWorld(let offered):
        for message in try offered(world) {
          try add(message, to: world, in: world, parent, action)
          action += 1
          if breach != nil { return }
        }
      }
      if !world.outstanding.isEmpty { try addReplies(to: state, world, parent, action) }
    } catch {
      self.error = error
    }
  }

  @inlinable
  mutating func addReplies(to state: State, _ world: World<State.M>, _ parent: Int, _ first: UInt32) throws {
    guard let replies = rules.replies else { return }
    var action = first
    for index in world.outstanding.indices where !state.isRepeated(index) {
      var rest = world
      let command = rest.outstanding.remove(at: index)
      for reply in try replies(command, world.model) {
        try add(reply, to: rest, in: world, parent, action)
        action += 1
        if breach != nil { return }
      }
    }
  }

  @inlinable
  mutating func add(
    _ message: State.M.Message, to rest: World<State.M>, in world: World<State.M>, _ parent: Int,
    _ action: UInt32
  ) throws {
    var next = rest
    let failure = rules.advance(&next, by: message, performing: &commands)
    let state = try State(next)
    if count == capacity { grow() }
    (states + count).initialize(to: state)
    count += 1
    tags.append(WorldTable<State>.tag(state.hashValue))
    parents.append(UInt32(truncatingIfNeeded: parent))
    actions.append(action)
    if failure != nil || rules.inspectsSteps {
      breach = rules.breach(
        of: message, in: world, outcome: StepOutcome(world: next, commands: commands, failure: failure))
    }
    if rules.replies == nil, !commands.isEmpty { noteUnanswered() }
  }

  @usableFromInline
  mutating func noteUnanswered() {
    for command in commands where unanswered.count < 4 { unanswered.insert(literal(command)) }
  }

  @usableFromInline
  mutating func grow() {
    let larger = UnsafeMutablePointer<State>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: states, count: count)
    states.deallocate()
    states = larger
    capacity *= 2
  }
}

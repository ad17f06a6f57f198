public import TEAStateSpace
public import TEASupport
public import TEARuntime

/// One worker of the search: finds the successors of some worlds per batch, in the order of (world, step), and keeps its
/// caches between batches.
///
/// Its owner calls ``deallocate()`` once.
@usableFromInline
struct Expansion<M: Module> {
  @usableFromInline let rules: Shared<Rules<M>>
  // Copied from the rules, because every step needs them.
  @usableFromInline let replies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?
  @usableFromInline let relations: [@Sendable (Transition<M>) throws -> Bool]
  @usableFromInline let inspectsSteps: Bool
  /// Every step must be checked: by the laws of `inspectsSteps`, or by a relation.
  @usableFromInline let checksSteps: Bool
  /// Commands that nothing answers are compared with the commands of a second run; not in a survey, and not where the law of
  /// determinism compares the two runs of every step already.
  @usableFromInline let comparesCommands: Bool
  /// Worlds have surroundings, so that a step can be an event.
  @usableFromInline let hasSurroundings: Bool
  /// The messages that are offered are the same in all worlds with the same model.
  @usableFromInline let offerDependsOnModelOnly: Bool
  /// Worlds are models, and no form replaces them: steps are taken from models, without making worlds.
  @usableFromInline let takesStepsFromModels: Bool
  /// Worlds are models, and nothing else.
  @usableFromInline let worldsAreModels: Bool
  /// Rows are the memory of models.
  @usableFromInline let rowsAreMemory: Bool
  /// The packing of rows; the explorer owns it.
  @usableFromInline var packing: RowPacking
  /// Worlds are looked up by hashes of their contents, and not by hashes of their packed rows.
  @usableFromInline let hashesContents: Bool
  /// The room that the rows of the batch need; `nil` where all fit the packing.
  @usableFromInline var missingRoom: RowPacking.Needs?
  /// The encoding of worlds as rows; the explorer owns it.
  @usableFromInline var rows: Unmanaged<WorldRows<M>>
  @usableFromInline var writer = Unmanaged.passRetained(RowWriter())
  /// The candidates that this worker found; the explorer owns them.
  @usableFromInline let candidates: UnsafeMutablePointer<Candidates>
  /// The step to each candidate, kept until the next batch.
  @usableFromInline var steps: UnsafeMutablePointer<WorldStep<M>>
  @usableFromInline var stepCapacity: Int
  /// The number of `steps` in the batch, set when the expansion ends.
  @usableFromInline var stepCount = 0
  /// The counts of steps, where they are counted; the explorer owns them.
  @usableFromInline var counter: Unmanaged<StepCounter<M>>?
  /// The cases of messages, where the steps are counted by them.
  @usableFromInline var cases: MessageCaseReader?
  /// The worlds of the batch.
  @usableFromInline var batch = 0..<0
  /// For each step, the case of its message; not written where `cases` is `nil`.
  @usableFromInline var messageCases: UnsafeMutablePointer<MessageCase>
  /// Steps are plain memory, and need not be deinitialised.
  @usableFromInline let hasPlainSteps: Bool
  /// The commands of the last step.
  @usableFromInline var commands: [M.Command] = []
  /// The violation by the last step, which ends the expansion; `nil` where there is none.
  @usableFromInline var violation: Violation?
  /// The first violation in the new worlds, or by the steps that found them.
  @usableFromInline var finding: CandidateViolation?
  /// The error of a declaration, or of too many steps in a batch, which ended the expansion.
  @usableFromInline var error: (any Error)?
  @usableFromInline let outstandingLimit: Int
  @usableFromInline let identity: WorldIdentity
  /// The row of the world from which steps are taken.
  @usableFromInline var parentRow: UnsafeRawPointer
  /// The memory for the model from which steps are taken.
  @usableFromInline var parent: ModelMemory<M>
  /// The memory for the model that a step leads to.
  @usableFromInline var child: ModelMemory<M>
  /// The memory for the model of a world that was found.
  @usableFromInline var newModel: ModelMemory<M>
  /// The models that the steps of one world lead to, where rows are the memory of models.
  @usableFromInline var children: UnsafeMutableRawPointer
  @usableFromInline var childCapacity = 16
  /// The distance between two models in `children`, in bytes.
  @usableFromInline let childStride: Int
  /// The cache of the program's reactions, where they depend on the model alone.
  @usableFromInline var cache = TransitionCache<M>()
  /// The cached changes that steps make to lists of outstanding commands.
  @usableFromInline var listCache = CommandListCache()
  /// The canonical orders of lists of outstanding commands.
  @usableFromInline var orders = CanonicalOrders()
  /// The program's reactions are kept in the cache.
  @usableFromInline var cachesReactions: Bool
  /// The view and the invariants of the model alone are evaluated once for each model, and not in every world that has it.
  @usableFromInline let inspectsModelsOnce: Bool
  /// The number of candidates that were made from cached reactions; they come first, and running the program made the others.
  @usableFromInline var cachedCandidateCount = 0
  /// The cached reactions in the world that is being expanded, each with the index of the command that is answered; -1
  /// stands for a message that is sent.
  @usableFromInline var cachedReactions: [(answered: Int, reactions: Range<Int>)] = []
  /// For each number of a model, `true` where this worker has inspected a world with this model.
  @usableFromInline var inspectedModels: [Bool] = []
  /// The first world of which a step was left out, because it would leave too many commands outstanding.
  @usableFromInline var firstWorldWithStepsLeftOut: Int?
  /// The worlds of the batch of which a step was left out.
  @usableFromInline var worldsWithStepsLeftOut: [UInt32] = []
  /// The candidates of the batch whose row is a canonical form, each with the world that the form replaced.
  @usableFromInline var replacedWorlds: [(candidate: Int, world: World<M>)] = []
  /// The note on the first world that holds an object or a function that its static types do not reveal.
  @usableFromInline var hiddenReferenceNote: (world: Int, note: String)?
  /// The cases of commands whose replies the specification does not define, each with the first world that performed one.
  @usableFromInline var unanswered: [String: Int] = [:]

  @usableFromInline let interruption: Interruption?
  @usableFromInline let slot: BreadcrumbSlot
  /// The breadcrumbs of steps that are known to trap, with the cause of each trap.
  @usableFromInline let traps: [Breadcrumb: TrapCause]
  /// The world for which computing the offered steps is known to trap; the expansion ends there.
  @usableFromInline var offerTrapWorld: Int?

  @usableFromInline
  init(
    _ rules: Shared<Rules<M>>, _ rows: WorldRows<M>, _ packing: RowPacking, hashesContents: Bool,
    into candidates: UnsafeMutablePointer<Candidates>, countingBy counter: StepCounter<M>?, outstandingLimit: Int,
    interruption: Interruption? = nil, slot: BreadcrumbSlot,
    traps: [Breadcrumb: TrapCause]
  ) {
    self.rules = rules
    self.rows = .passUnretained(rows)
    self.candidates = candidates
    self.interruption = interruption
    self.slot = slot
    self.traps = traps
    replies = rules.value.replies
    relations = rules.value.relations
    inspectsSteps = rules.value.inspectsSteps
    checksSteps = inspectsSteps || !relations.isEmpty
    comparesCommands = rules.value.comparesCommands && !rules.value.laws.contains(.deterministic)
    hasSurroundings = rules.value.hasSurroundings
    takesStepsFromModels = rows.worldsAreModels && !rules.value.isReduced
    offerDependsOnModelOnly = rules.value.offerDependsOnModelOnly
    (worldsAreModels, rowsAreMemory) = (rows.worldsAreModels, rows.areMemory)
    (self.packing, self.hashesContents) = (packing, hashesContents)
    (parent, child, newModel) = (ModelMemory(rows), ModelMemory(rows), ModelMemory(rows))
    childStride = (rows.size + RowPacking.slack + 15) & ~15
    children = .allocate(byteCount: childCapacity * childStride, alignment: 16)
    hasPlainSteps = _isPOD(M.Message.self) && !rules.value.hasSurroundings
    self.outstandingLimit = outstandingLimit
    identity = rules.value.identity
    inspectsModelsOnce = !rows.worldsAreModels && rules.value.dependsOnModelOnly && identity.seesAll
    cachesReactions = inspectsModelsOnce && rules.value.mayCacheReactions && M.Command.self != Never.self
    stepCapacity = candidates.pointee.capacity
    steps = .allocate(capacity: stepCapacity)
    self.counter = counter.map(Unmanaged.passUnretained)
    cases = counter?.cases?.reader
    messageCases = .allocate(capacity: stepCapacity)
    parentRow = UnsafeRawPointer(candidates.pointee.rows)
  }

  @usableFromInline
  func deallocate() {
    cache.deallocate()
    listCache.deallocate()
    writer.release()
    parent.deallocate()
    child.deallocate()
    newModel.deallocate()
    children.deallocate()
    forgetSteps()
    steps.deallocate()
    messageCases.deallocate()
  }

  /// Switches to another encoding of rows, and drops all caches that are keyed by numbers of the former encoding.
  @usableFromInline
  mutating func adopt(_ rows: WorldRows<M>) {
    self.rows = .passUnretained(rows)
    writer.release()
    writer = .passRetained(RowWriter())
    listCache.deallocate()
    listCache = CommandListCache()
    orders = CanonicalOrders()
    cache.deallocate()
    cache = TransitionCache()
    inspectedModels.removeAll()
    (parent.number, newModel.number) = (nil, nil)
  }

  /// Switches to another packing of rows.
  @usableFromInline
  mutating func adopt(_ packing: RowPacking) { self.packing = packing }

  /// Deinitialises the steps of the batch.
  @inlinable
  func forgetSteps() {
    if !hasPlainSteps { steps.deinitialize(count: stepCount) }
  }

  @inlinable
  var isInterrupted: Bool { mutating get { interruption?.isRequested ?? false } }

  /// Replaces the candidates by the successors of a range of worlds, up to the first violation or error.
  @inlinable
  mutating func expand(_ range: Range<Int>, of arena: RowArena) {
    batch = range
    candidates.pointee.removeAll()
    forgetSteps()
    stepCount = 0
    worldsWithStepsLeftOut.removeAll(keepingCapacity: true)
    replacedWorlds.removeAll(keepingCapacity: true)
    violation = nil
    finding = nil
    missingRoom = nil
    offerTrapWorld = nil
    slot.enter(Breadcrumb(.other))
    defer { slot.exit() }
    do {
      let remaining = traps.isEmpty && cachesReactions ? try expandCached(range, of: arena) : range
      cachedCandidateCount = candidates.pointee.count
      // The offer is read once: workers share it, and would wait for each other when they count references to it.
      switch rules.value.offer {
      case .fixed(let messages):
        for number in remaining where violation == nil && !isInterrupted {
          if !traps.isEmpty, try expandUpToTrap(number, in: arena) { break }
          try expand(number, in: arena, sending: messages)
        }
      case .byWorld(let offered):
        for number in remaining where violation == nil && !isInterrupted {
          if !traps.isEmpty, try expandUpToTrap(number, in: arena) { break }
          slot.set(Breadcrumb(.offer, place: number))
          if takesStepsFromModels {
            parentRow = UnsafeRawPointer(arena[number])
            let model = model(number, parentRow)
            try expand(number, model, sending: try offered(World(model: model.pointee)))
          } else {
            let world = world(number, in: arena)
            var orderedWorld = world
            if !offerDependsOnModelOnly { keepOrder(of: &orderedWorld, parentRow) }
            try expand(number, world, sending: try offered(orderedWorld))
          }
        }
      }
    } catch {
      self.error = error
    }
    stepCount = candidates.pointee.count
    candidates.pointee.groupByOwner()
  }

  /// Reads the model from which steps are taken, where worlds are models.
  @inlinable
  mutating func model(_ number: Int, _ row: UnsafeRawPointer) -> UnsafeMutablePointer<M.Model> {
    rows._withUnsafeGuaranteedRef { parent.read(number, row, packing, $0) }
    return parent.address
  }

  /// Reads the world from which steps are taken.
  @inlinable
  mutating func world(_ number: Int, in arena: RowArena) -> World<M> {
    parentRow = UnsafeRawPointer(arena[number])
    return rows._withUnsafeGuaranteedRef { $0.world(parentRow, packing) }
  }

  @inlinable
  mutating func expand(_ number: Int, in arena: RowArena, sending messages: [M.Message]) throws {
    if takesStepsFromModels {
      parentRow = UnsafeRawPointer(arena[number])
      try expand(number, model(number, parentRow), sending: messages)
    } else {
      try expand(number, world(number, in: arena), sending: messages)
    }
  }

  @inlinable
  mutating func expand(
    _ parent: Int, _ model: UnsafeMutablePointer<M.Model>, sending messages: [M.Message]
  ) throws {
    var origin = Ancestry.record(parent: parent, step: 0)
    let first = candidates.pointee.count
    if rowsAreMemory, messages.count > childCapacity { growChildren(to: messages.count) }
    defer { if rowsAreMemory { packChildren(from: first) } }
    // By index: in a debug build, an iterator costs as much as a short update.
    try messages.withUnsafeBufferPointer { messages in
      var index = 0
      while index < messages.count, violation == nil {
        try addModel(after: messages.baseAddress! + index, from: model, origin)
        origin += 1
        index += 1
      }
    }
  }

  /// Adds the model to which a message leads from another model, where worlds are models.
  ///
  /// No world is made unless the step must be inspected.
  @inlinable
  mutating func addModel(
    after message: UnsafePointer<M.Message>, from model: UnsafeMutablePointer<M.Model>, _ origin: Ancestry.Record
  ) throws {
    slot.set(Breadcrumb(origin))
    if candidates.pointee.count == stepCapacity { try grow() }
    // The lower half of a record is the number of the step.
    let next = copy(model, to: children + Int(truncatingIfNeeded: origin & 0xFFFF_FFFF) * childStride)
    let failure = update(next, for: message.pointee, from: model)
    let hasFailed = failure != nil
    if rowsAreMemory {
      storeStep(message, performsOrFails: hasFailed)
      candidates.pointee.append(origin)
    } else {
      writer._withUnsafeGuaranteedRef { writer in
        rows._withUnsafeGuaranteedRef { $0.layout.write(next, to: child.row, like: .init(model, parent.row), writer) }
      }
      storeStep(message, performsOrFails: hasFailed)
      addCandidate(origin)
    }
    // The row was written before, because a step with a violation must be the last candidate.
    if hasFailed || checksSteps {
      slot.countCall()
      inspect(message.pointee, from: model.pointee, to: next.pointee, failure)
    }
  }

  /// Writes the row of a world that a step led to, or of its canonical form where there is one.
  @inlinable
  mutating func write(_ world: World<M>) {
    writer._withUnsafeGuaranteedRef { writer in
      rows._withUnsafeGuaranteedRef { $0.write(world, to: child.row, writer) }
    }
    if let form = rules.value.canonicalForm {
      slot.countCall()
      write(form, of: world)
    }
  }

  /// Overwrites the row of a world with the row of its canonical form.
  @usableFromInline
  mutating func write(_ form: CanonicalForm<M>, of world: World<M>) {
    let rows = rows._withUnsafeGuaranteedRef { $0 }
    let isReplaced = writer._withUnsafeGuaranteedRef { writer in
      rows.withRow(of: form.apply(world), writer) { row in
        if rows.isSameWorld(child.row, row) { return false }
        child.row.copyMemory(from: row, byteCount: rows.size)
        return true
      }
    }
    if isReplaced { replacedWorlds.append((candidates.pointee.count, world)) }
  }

  /// Records that a step of a world was left out.
  @usableFromInline
  mutating func noteStepLeftOut(of parent: Int) {
    if firstWorldWithStepsLeftOut == nil { firstWorldWithStepsLeftOut = parent }
    let world = UInt32(truncatingIfNeeded: parent)
    if worldsWithStepsLeftOut.last != world { worldsWithStepsLeftOut.append(world) }
  }

  @usableFromInline
  mutating func grow() throws {
    try candidates.pointee.grow()
    stepCapacity = candidates.pointee.capacity
    Candidates.grow(&steps, holding: candidates.pointee.count, to: stepCapacity)
    Candidates.grow(&messageCases, holding: candidates.pointee.count, to: stepCapacity)
  }
}

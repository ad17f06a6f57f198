internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// One worker of the search. In each batch it finds the successors of some worlds, in the order of (world, step).
///
/// It is compiled once, for all modules, and takes steps between models by their addresses. Functions that handle a
/// whole world are never inlined into functions that run for each step in memory: the inlined code would look up the size of
/// worlds at each step.
///
/// The explorer calls ``deallocate()`` once.
final class Expansion<M: Module> {
  // `@exclusivity(unchecked)`: one thread at a time uses an expansion, and the user's functions cannot reach it, so dynamic
  // exclusivity checks could never fail.

  let rules: Shared<Rules<M>>
  let functions: ModuleFunctions<M>
  // Copied from the rules, which describe these properties, because every step needs them. Each function is wrapped in one of
  // this worker's own: a call counts references to what the function captures, and workers would wait for a shared count.

  /// `nil` where no replies are declared.
  let replies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?
  /// The conditions of the properties of steps.
  let relations: [@Sendable (Transition<M>) throws -> Bool]
  let hasRelations: Bool
  let invariants: [@Sendable (World<M>) throws -> Bool]
  /// The conditions of the invariants that read more of a world than its model.
  let worldInvariants: [@Sendable (World<M>) throws -> Bool]
  let hasWorldInvariants: Bool
  let inspectsViews: Bool
  let mayHoldAnything: Bool
  let existentialCases: ExistentialCases?
  /// Every step is inspected in full, for the laws `deterministic` and `honestEquality`.
  let inspectsStepsInFull: Bool
  /// The laws of ``inspectsStepsInFull`` ask only for repetitions of each `update`, which can be compared in memory.
  let repeatsStepsInMemory: Bool
  let reordersModelsOrMessages: Bool
  /// Each step that was taken for the cache in this batch was repeated, for the law `deterministic`, and its repetition has
  /// stored the same.
  @exclusivity(unchecked) var repetitionsAreSame = false
  /// Every step is inspected, in full or only for the properties of steps.
  let inspectsEveryStep: Bool
  /// Commands that nothing answers are compared with those of a repetition, unless the law of determinism repeats every step.
  let comparesCommands: Bool
  /// See ``Rules/reordersSomeModels``.
  let reordersSomeModels: Bool
  let lawsConcernFailures: Bool
  let declaredFailure: Any.Type = M.Failure.self
  let hasSurroundings: Bool
  let offerDependsOnModelOnly: Bool
  let repliesDependOnModel: Bool
  let hasRacyCancellation: Bool
  let declaresReplies: Bool
  /// Commands are answered in canonical order.
  let sortsSteps: Bool
  /// The steps of surroundings are taken in numbers, and their changes are cached. With stale views, a change depends on all
  /// that the views before and after the step offer, so no change is cached.
  private let takesStepsInNumbers: Bool
  /// `nil` without ``takesStepsInNumbers``, or where parts with one number may differ (see ``PartNumbers/haveValues``).
  @exclusivity(unchecked) private(set) var numberedSurroundings: NumberedSurroundings<M>?
  /// Even a command without a policy and without declared replies may change the surroundings.
  let anyCommandMayChangeSurroundings: Bool
  let hasCanonicalForm: Bool
  let isReduced: Bool
  let worldsAreModels: Bool
  let rowsAreMemory: Bool
  /// Models are copied part by part, by their layout, which must cover all of their bits.
  let copiesByLayout: Bool
  /// The messages that are offered in every world; empty where ``offeredMessages`` tells the messages of each world.
  let fixedMessages: ContiguousArray<M.Message>
  /// ``fixedMessages`` by their address: workers that read the array would wait for each other to count references to it.
  let fixedMessagesInMemory: MessagesInMemory
  /// The messages that are offered in a world; `nil` where every world offers ``fixedMessages``.
  let offeredMessages: OfferedMessages<M>?
  let messageStride: Int
  let commandStride: Int
  /// The explorer owns it.
  @exclusivity(unchecked) var packing: RowPacking
  /// Worlds are looked up by hashes of their contents, and not by hashes of their packed rows.
  let hashesContents: Bool
  /// The room in packed rows that the rows of the batch need; `nil` where all rows fit the packing.
  @exclusivity(unchecked) var neededRoom: RowPacking.Needs?
  /// The rows of the batch that do not fit the packing, each unpacked and with ``RowPacking/slack`` bytes after it.
  @exclusivity(unchecked) var rowsWithoutRoom: [(candidate: Int, row: [UInt8])] = []
  /// The explorer owns it.
  @exclusivity(unchecked) var rows: Unmanaged<WorldRows<M>>
  @exclusivity(unchecked) var writer = Unmanaged.passRetained(RowWriter())
  /// The explorer owns them.
  let candidates: UnsafeMutablePointer<Candidates>
  /// The step to each candidate, kept until the next batch.
  @exclusivity(unchecked) var steps: UnsafeMutablePointer<CandidateStep>
  /// The replies and events of surroundings, to which ``steps`` refer.
  @exclusivity(unchecked) var worldSteps: [ListedStep<M>] = []
  /// The messages of the batch that are not in ``fixedMessages``; ``steps`` refer to them.
  let messages = MessageBuffer<M.Message>()
  /// The number of steps for which ``steps`` and ``messageCases`` have room.
  @exclusivity(unchecked) var stepCapacity: Int
  /// The number of this worker's steps in the batch; 0 until the worker has expanded its share of the batch.
  @exclusivity(unchecked) var stepCount = 0
  /// The explorer owns it; `nil` where steps are not counted.
  @exclusivity(unchecked) var counter: Unmanaged<StepCounter<M>>?
  /// `nil` where steps are not counted by the cases of their messages.
  @exclusivity(unchecked) var caseReader: MessageCaseReader?
  /// The worlds of the batch that this worker expands.
  @exclusivity(unchecked) var batch = 0..<0
  /// The case of each step's message; not written where ``caseReader`` is `nil`.
  @exclusivity(unchecked) var messageCases: UnsafeMutablePointer<MessageCase>
  /// The commands of the last step.
  let commands: UnsafeMutablePointer<[M.Command]>
  /// The violation by the last step, which ends the expansion; `nil` for none.
  @exclusivity(unchecked) var violation: Violation? { didSet { isViolated = violation != nil } }
  /// There is a ``violation``. Each step tests this flag: testing the large optional takes more time.
  @exclusivity(unchecked) private(set) var isViolated = false
  /// The first violation in the new worlds of the batch, or by the steps that found them. ``violation`` is found earlier, while
  /// the steps are taken.
  @exclusivity(unchecked) var candidateViolation: CandidateViolation?
  /// The step of the batch whose reaction could not be cached, because it violated something or its repetition differed; `nil`
  /// for none. The step has no candidate yet.
  @exclusivity(unchecked) var uncacheableStep: UncacheableStep?
  /// The error that ended the expansion, such as one of the specification; `nil` for none.
  @exclusivity(unchecked) var error: (any Error)?
  /// The bound on outstanding commands; see ``outstandingLimit(after:)``.
  let outstandingLimit: Int
  let identity: WorldIdentity
  /// The packed row of the world from which steps are taken.
  @exclusivity(unchecked) var parentRow: UnsafeRawPointer
  /// The row of the world from which steps are taken, and its model where worlds are models.
  let parent: ModelMemory<M>
  /// Models with their sets and dictionaries in other orders, by the numbers of the models, or of the worlds where worlds are
  /// models. At most ``maxReorderedModels`` are kept. A number stays that of one value until ``adopt(_:)``.
  @exclusivity(unchecked) var reorderedModels: [Int: [M.Model]] = [:]
  /// The key of the expanded world in ``reorderedModels``.
  @exclusivity(unchecked) var expandedModelNumber = 0
  /// The model and the row after the last step; the rows are in ``children`` where they are the memory of models.
  let child: ModelMemory<M>
  /// The numbers of the world after the step to ``child``; `nil` where worlds are models.
  @exclusivity(unchecked) var childNumbers: WorldNumbers?
  /// Memory for the model of a world that was found, or of the repetition of a step.
  let newModel: ModelMemory<M>
  /// The models that the steps of one world lead to, where rows are the memory of models.
  @exclusivity(unchecked) var children: UnsafeMutableRawPointer
  /// The number of rows for which ``children`` has room. It grows with the number of messages that a world offers.
  @exclusivity(unchecked) var childCapacity = 16
  /// The distance between two rows in ``children`` in bytes: a multiple of 16, the alignment.
  let childStride: Int
  /// Used where reactions depend on the model and the answered command alone.
  @exclusivity(unchecked) var reactionCache = ReactionCache()
  /// The messages to which ``reactionCache`` refers.
  let cachedMessages = MessageBuffer<M.Message>()
  @exclusivity(unchecked) var surroundings = SurroundingsMemory()
  /// The messages of replies and events that are listed in values.
  let eventMessages = MessageBuffer<M.Message>()
  @exclusivity(unchecked) var canonicalOrders = CanonicalOrders()
  @exclusivity(unchecked) var cachesReactions: Bool
  /// The view and the invariants of the model alone are evaluated once for each model by this worker, and not in every world
  /// that has the model.
  let inspectsModelsOnce: Bool
  /// The number of candidates that were made from cached reactions; they come first, and running the program made the others.
  @exclusivity(unchecked) var cachedCandidateCount = 0
  /// The cached reactions in the world that is being expanded, each with the index of the command that is answered; -1 stands
  /// for a message that is sent.
  @exclusivity(unchecked) var collectedReactions: [(answered: Int, reactions: Range<Int>)] = []
  /// For each number of a model, `true` where this worker has inspected a world with this model.
  @exclusivity(unchecked) var inspectedModels: [Bool] = []
  /// The first world of which this worker left out a step, because too many commands would be outstanding; `nil` for none.
  @exclusivity(unchecked) var firstWorldWithStepsLeftOut: Int?
  /// The worlds of the batch of which a step was left out.
  @exclusivity(unchecked) var worldsWithStepsLeftOut: [UInt32] = []
  /// The candidates of the batch whose world was replaced by its canonical form.
  @exclusivity(unchecked) var replacedCandidates: [Int] = []
  /// The first world of this worker that holds an object, a function or bit-fields that its static types do not reveal, and the
  /// note on it; `nil` for none.
  @exclusivity(unchecked) var hiddenReferenceNote: (world: Int, note: String)?
  /// The first world from which this worker took a step whose message holds such a part, and the note on it; `nil` for none.
  @exclusivity(unchecked) var hiddenMessageNote: (world: Int, note: String)?
  /// The cases of commands without declared replies, each with the first world in which a step performed one.
  @exclusivity(unchecked) var unansweredCases: [String: Int] = [:]

  /// Ends the expansion when it is requested; `nil` where nothing can interrupt the search.
  let interruption: Interruption?
  let slot: BreadcrumbSlot
  /// The work that is known to trap, with the cause of each trap.
  let traps: [Breadcrumb: TrapCause]
  /// The world for which computing the offered steps is known to trap, at which the expansion ends; `nil` for none.
  @exclusivity(unchecked) var offerTrapWorld: Int?

  init(
    _ rules: Shared<Rules<M>>, _ functions: ModuleFunctions<M>, _ rows: WorldRows<M>, _ packing: RowPacking,
    hashesContents: Bool, into candidates: UnsafeMutablePointer<Candidates>, countingBy counter: StepCounter<M>?,
    outstandingLimit: Int, interruption: Interruption?, slot: BreadcrumbSlot, traps: [Breadcrumb: TrapCause]
  ) {
    (self.rules, self.functions) = (rules, functions)
    self.rows = .passUnretained(rows)
    self.candidates = candidates
    self.interruption = interruption
    self.slot = slot
    self.traps = traps
    let rules = rules.value
    if let replies = rules.replies {
      self.replies = { command, model in try replies(command, model) }
    } else {
      replies = nil
    }
    relations = rules.relations.map(Self.wrapped)
    hasRelations = !relations.isEmpty
    invariants = rules.invariants.map(Self.wrapped)
    worldInvariants = rules.worldInvariants.map(Self.wrapped)
    (hasWorldInvariants, inspectsViews) = (!worldInvariants.isEmpty, rules.inspectsViews)
    existentialCases = ExistentialCases(of: M.Message.self)
    mayHoldAnything = rules.mayHoldAnything || hashesContents && rules.messagesMayHoldAnything
    inspectsStepsInFull = rules.inspectsStepsInFull
    repeatsStepsInMemory = inspectsStepsInFull && !rules.comparesStructure && rules.identity.comparesAllParts
    reordersModelsOrMessages = rules.reordersModels || rules.reordersMessages
    inspectsEveryStep = inspectsStepsInFull || !relations.isEmpty
    reordersSomeModels = rules.reordersSomeModels
    comparesCommands = rules.comparesCommands && !rules.laws.contains(.deterministic)
    lawsConcernFailures = !rules.laws.isDisjoint(with: [.failedUpdateLeavesModelAlone, .updateNeverFails])
    hasSurroundings = rules.hasSurroundings
    (hasCanonicalForm, isReduced) = (rules.canonicalForm != nil, rules.isReduced)
    (repliesDependOnModel, declaresReplies) = (rules.repliesDependOnModel, rules.declaresReplies)
    hasRacyCancellation = rules.surroundingRules?.hasRacyCancellation == true
    sortsSteps = rules.sortsSteps
    takesStepsInNumbers =
      rules.mayCacheReactions && rules.surroundingRules?.hasStaleViews == false && rules.identity.comparesAllParts
    anyCommandMayChangeSurroundings =
      rules.surroundingRules?.environment != nil || rules.surroundingRules?.interimReplies != nil
    offerDependsOnModelOnly = rules.offerDependsOnModelOnly
    (worldsAreModels, rowsAreMemory) = (rows.worldsAreModels, rows.rowsAreMemory)
    copiesByLayout = rows.worldsAreModels && TypeContents.storesAllBitsInRows(M.Model.self)
    offeredMessages = OfferedMessages(of: rules)
    if case .fixed(let messages) = rules.offer { fixedMessages = ContiguousArray(messages) } else { fixedMessages = [] }
    fixedMessagesInMemory = MessagesInMemory(
      first: fixedMessages.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }, count: fixedMessages.count)
    (messageStride, commandStride) = (MemoryLayout<M.Message>.stride, MemoryLayout<M.Command>.stride)
    (self.packing, self.hashesContents) = (packing, hashesContents)
    (parent, child, newModel) = (ModelMemory(rows), ModelMemory(rows), ModelMemory(rows))
    childStride = (rows.size + RowPacking.slack + 15) & ~15
    children = .allocate(byteCount: childCapacity * childStride, alignment: 16)
    commands = .allocate(capacity: 1)
    commands.initialize(to: [])
    self.outstandingLimit = outstandingLimit
    identity = rules.identity
    // Only then may several worlds have one model.
    let modelsAreShared = !rows.worldsAreModels && (replies != nil || hasSurroundings)
    inspectsModelsOnce = modelsAreShared && identity.comparesAllParts && !isReduced
    cachesReactions =
      inspectsModelsOnce && rules.reactionsCanBeShared && rules.mayCacheReactions && M.Command.self != Never.self
    stepCapacity = candidates.pointee.capacity
    steps = .allocate(capacity: stepCapacity)
    self.counter = counter.map(Unmanaged.passUnretained)
    caseReader = counter?.cases?.reader
    messageCases = .allocate(capacity: stepCapacity)
    parentRow = UnsafeRawPointer(candidates.pointee.rows)
    makeNumberedSurroundings()
  }

  func makeNumberedSurroundings() {
    guard takesStepsInNumbers else { return }
    let rows = rows._withUnsafeGuaranteedRef { $0 }
    numberedSurroundings = NumberedSurroundings(rules.value, rows, writer._withUnsafeGuaranteedRef { $0 }, slot)
  }

  func deallocate() {
    reactionCache.deallocate()
    surroundings.deallocate()
    writer.release()
    parent.deallocate()
    child.deallocate()
    newModel.deallocate()
    children.deallocate()
    steps.deallocate()
    messageCases.deallocate()
    commands.deinitialize(count: 1)
    commands.deallocate()
  }

  /// Takes new rows, and drops all caches that are keyed by numbers of parts in the former rows.
  func adopt(_ rows: WorldRows<M>) {
    self.rows = .passUnretained(rows)
    writer.release()
    writer = .passRetained(RowWriter())
    canonicalOrders = CanonicalOrders()
    forgetSurroundings()
    removeCachedReactions()
    inspectedModels.removeAll()
    reorderedModels.removeAll()
    (parent.worldNumber, newModel.worldNumber) = (nil, nil)
  }

  private static func wrapped<Subject>(
    _ holds: @escaping @Sendable (Subject) throws -> Bool
  ) -> @Sendable (Subject) throws -> Bool {
    { subject in try holds(subject) }
  }

  func removeCachedReactions() {
    reactionCache.deallocate()
    reactionCache = ReactionCache()
    cachedMessages.removeAll()
  }

  var isInterrupted: Bool { interruption?.isRequested ?? false }

  /// Replaces the candidates by the successors of a range of worlds. Ends early at a violation, an error or an interruption.
  func expand(_ range: Range<Int>, of arena: RowArena) {
    batch = range
    candidates.pointee.removeAll()
    stepCount = 0
    messages.removeAll()
    if hasSurroundings { makeRoomForSurroundings() }
    // These tests take less time than setting a large optional or emptying an empty array, and a batch may be a single world.
    if !worldsWithStepsLeftOut.isEmpty { worldsWithStepsLeftOut.removeAll(keepingCapacity: true) }
    if !replacedCandidates.isEmpty { replacedCandidates.removeAll(keepingCapacity: true) }
    if isViolated { violation = nil }
    // An error that is left here is of a larger batch, which had too many steps; any other error ends the search.
    if error != nil { error = nil }
    candidateViolation = nil
    uncacheableStep = nil
    repetitionsAreSame = repeatsStepsInMemory
    if neededRoom != nil { neededRoom = nil }
    if !rowsWithoutRoom.isEmpty { rowsWithoutRoom.removeAll(keepingCapacity: true) }
    offerTrapWorld = nil
    slot.enter(Breadcrumb(.other))
    defer { slot.exit() }
    do {
      let remainingWorlds = traps.isEmpty && cachesReactions ? try expandCached(range, of: arena) : range
      cachedCandidateCount = candidates.pointee.count
      for number in remainingWorlds where !isViolated && !isInterrupted {
        if !traps.isEmpty, try expandUpToTrap(number, in: arena) { break }
        try expand(number, in: arena)
      }
    } catch {
      self.error = error
    }
    stepCount = candidates.pointee.count
    candidates.pointee.groupByOwner()
  }

  /// The largest number of commands that may be outstanding after a step. Where a start performs more than the bound, its
  /// replies and the steps that perform nothing are still taken.
  @inline(__always)
  func outstandingLimit(after countBefore: Int) -> Int { max(outstandingLimit, countBefore) }

  func noteStepLeftOut(of parent: Int) {
    if firstWorldWithStepsLeftOut == nil { firstWorldWithStepsLeftOut = parent }
    let world = UInt32(truncatingIfNeeded: parent)
    if worldsWithStepsLeftOut.last != world { worldsWithStepsLeftOut.append(world) }
  }

  func grow() throws {
    try candidates.pointee.grow()
    stepCapacity = candidates.pointee.capacity
    Candidates.grow(&steps, holding: candidates.pointee.count, to: stepCapacity)
    Candidates.grow(&messageCases, holding: candidates.pointee.count, to: stepCapacity)
  }
}

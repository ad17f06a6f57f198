internal import TEAGenerators
internal import TEAResults
public import TEARuntime

/// A specification compiled for the engines: the possible steps of a world, and the properties that must hold.
@usableFromInline
struct Rules<M: Module>: @unchecked Sendable {
  // Unchecked: messages and models need not be Sendable, but they are values, and the threads that share them only read them.

  /// The messages that people and the system can send: one list for all worlds, or a list for each world.
  @usableFromInline
  enum Offer {
    case fixed([M.Message])
    case byWorld(@Sendable (World<M>) throws -> [M.Message])
  }

  /// A world that runs start from, and the start that leads to it.
  struct Origin {
    var world: World<M>
    /// The flags in words; empty for a start from a model, or where there is only one start.
    var text: String
    /// The start in a script, without the word `start`.
    var script: String
    var commands: [M.Command]
    /// The flags of the start, by which it can be made again; `nil` for a start from a model.
    var flags: M.Flags?
    /// Makes the start's model again; `nil` for flags, where that cannot be done, and where no model holds an object.
    var makeModel: (@Sendable () -> M.Model?)?
    /// The fields of the model at the start, in words, where steps may change an object of the model in place; `nil` otherwise.
    var fieldsAtStart: [Counterexample.Change]?
    /// The text of the model at the start, where each call of `start` makes an object that is unequal to those before; `nil`
    /// elsewhere.
    var textAtStart: String?
    /// The start was read from text, and its generator may no longer make it.
    var isUnconfirmed = false
  }

  @usableFromInline var offer: Offer

  var offerDependsOnModelOnly = true
  /// Returns the declared replies to a command, or `nil` for a command that is never answered. The property is `nil` where
  /// neither replies nor failures are declared.
  @usableFromInline var replies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?
  /// Returns whether a command that is outstanding until it fails may also end without a message; `nil` where no failures are
  /// declared.
  var mayEndSilently: (@Sendable (M.Command, M.Model) -> Bool)?
  /// `Replies` are declared, or the environment has its own. Declared failures or interim replies alone do not count.
  var declaresReplies = false
  var declaresFailures = false
  var origins: [Origin] = []

  var surroundingRules: SurroundingRules<M>? { didSet { hasSurroundings = surroundingRules != nil } }

  @usableFromInline private(set) var hasSurroundings = false

  /// The invariants: the `Always` properties, and the `Settles` properties restricted to the worlds at rest.
  var always: [Property<World<M>>] = []
  /// The names of the `Settles` properties among ``always``.
  var namesOfSettling: Set<String> = []
  var stepProperties: [Property<Transition<M>>] = []
  var sometimes: [Property<World<M>>] = []
  /// The properties of whole runs, such as `Eventually`.
  var liveness: [Property<World<M>>] = []
  var fairness = FairnessAssumptions<M>()
  /// Each recognises messages of the system, which no person sends.
  var systemMessageConditions: [@Sendable (M.Message) -> Bool] = []
  @usableFromInline var laws: Set<Law> = []
  /// The `Target` declarations, whose scores random runs raise.
  var targets: [Measure<M, Double>] = []
  /// The `Classify` declarations; each reads `nil` from a world without its label.
  var labels: [Measure<M, String?>] = []
  var covers: [CoverCondition<M>] = []

  /// The conditions of ``always``, for the search loop.
  @usableFromInline var invariants: [@Sendable (World<M>) throws -> Bool] = []

  /// The conditions of those invariants that may differ between worlds with the same model.
  @usableFromInline var worldInvariants: [@Sendable (World<M>) throws -> Bool] = []

  var goals: [@Sendable (World<M>) throws -> Bool] { sometimes.map { $0.holds } }

  /// The conditions of the `Step` properties, for the search loop.
  @usableFromInline var relations: [@Sendable (Transition<M>) throws -> Bool] = []

  @usableFromInline let identity = WorldIdentity.of(M.self)

  /// Maps each world to the world that is kept in its place; `nil` without a `Symmetric` declaration.
  var canonicalForm: CanonicalForm<M>?

  /// The key of `Distinguish`, which replaces the comparison of worlds; `nil` without such a declaration.
  @usableFromInline var abstraction: (@Sendable (World<M>) -> AnyHashable)?

  /// Makes derived messages of any size; `nil` where no messages are derived, or the offer lists all of them.
  @usableFromInline var derivedMessageGenerator: Gen<M.Message>?

  /// Makes starts of any size; `nil` where the origins are all starts.
  var startGenerator: Gen<Start<M>.Value>?

  /// Makes declared messages of any size in a world; the offer lists the small ones. `nil` where no generator is declared.
  @usableFromInline var declaredMessageGenerator: (@Sendable (World<M>) throws -> Gen<M.Message>?)?

  /// The declared generators of messages; with the declared lists, they make ``declaredMessageGenerator``.
  var messageGenerators: [@Sendable (World<M>) throws -> Gen<M.Message>?] = []

  var preconditions: [@Sendable (World<M>, M.Message) throws -> Bool] = []

  /// The offer before the preconditions restricted it; `nil` where there are no preconditions.
  var unrestrictedOffer: Offer?

  /// The cases of the commands met so far that stay outstanding for ever: their list of replies is empty, and does not depend
  /// on the model.
  let endlessCommands = NameLog()

  let replyLog = ReplyLog()

  /// `false` for derived messages, and for those that views carry: two buttons may send the same message.
  var reportsRepeatedMessages = false

  /// The cases of the messages that were listed more than once for one of the first worlds.
  let repeatedMessages = NameLog()

  var listOrder = ListOrder(isCanonical: false)

  /// A copy of `listOrder.isCanonical`, which a random run reads at each step without a change of reference counts.
  @usableFromInline var sortsSteps = false

  var derivesFlags = false

  /// The offer consists of the messages that the view carries, because no messages are declared.
  var offersViewMessages = false

  var derivesMessages = false

  /// The cases of derived messages, including the cases of children's messages in their payloads; `nil` where messages are not
  /// derived, or are no enum.
  var messageCases: MessageCases?

  /// The numbers of those ``messageCases`` that are not derived, because replies, subscriptions, timers or events of an
  /// environment send them.
  var underivedCases: Set<Int> = []

  /// The outside world may send messages of cases besides ``underivedCases``. Some commands or subscriptions were not derived,
  /// the replies depend on more than the command, an environment has events, or the cases were learned before these rules were
  /// made.
  var mayMissMessagesFromOutside = false

  /// The replies depend on the model or on an environment, or interim replies are declared.
  var repliesDependOnWorld = false

  /// The declared replies, interim replies or messages of subscriptions depend on the model.
  var repliesDependOnModel = false

  /// The kinds of values that an exploration limits; starts stand before messages.
  var scopeLimits: [ScopeLimit] = []
  var isScoped: Bool { !scopeLimits.isEmpty }

  /// Holds the notes of the limits that worlds met: views with fields, and generators that make more messages than were listed.
  let limitsOfOffers = NameLog()
  /// The ``metListLimits``, with ``ScopeLimit/typedTexts`` once a view with fields was met. In a search that was cut short, both
  /// may depend on the number of workers.
  var metScopeLimits: [ScopeLimit] { hasMetFields ? metListLimits + [.typedTexts] : metListLimits }
  /// The ``scopeLimits``; where messages are generated, their limit only if the list of some world was cut.
  var metListLimits: [ScopeLimit] {
    if messageGenerators.isEmpty { return scopeLimits }
    let met = [ScopeLimit.payloads(canGrow: true), .payloads(canGrow: false)].first(where: hasMet)
    return scopeLimits.filter { !$0.isOfPayloads } + [met].compactMap { $0 }
  }
  var hasMetFields: Bool { hasMet(.typedTexts) }
  private func hasMet(_ limit: ScopeLimit) -> Bool {
    // `isEmpty` takes the least time, and a search asks at each level, of which a long chain has as many as worlds.
    !limitsOfOffers.isEmpty && limitsOfOffers.names.contains(limit.note)
  }

  /// Random runs send messages that an exploration with this scope does not list.
  var drawsUnlistedPayloads = false

  /// The path to an object in the model of a start, which an update may change in place; empty where only the model itself
  /// shows that it holds one, and `nil` where none does.
  var objectInModel: String?

  /// A start that is made again is another world, because the model holds an object that is compared by its identity.
  var startsDiffer = false

  /// Worlds or messages can hold an object, a function or bit-fields, which are not compared in full.
  var mayHoldPartlyComparedValues = false

  /// A world may hold values of any type, so each world must be examined for objects, functions and bit-fields.
  @usableFromInline var mayHoldAnything = false

  var messagesMayHoldAnything = false

  var notes: [String] = []

  /// Every step is inspected in full, for the laws `deterministic` and `honestEquality`; otherwise only suspect steps.
  @usableFromInline var inspectsStepsInFull = false

  /// A replay takes each step a second time, as explorations do, even where the law `deterministic` is not declared.
  var repeatsSteps = false

  /// Worlds that compare equal are also compared by structure, for the law `honestEquality`.
  @usableFromInline var comparesStructure = false

  /// `update` and `view` also run on models with their sets and dictionaries in another order, for the law `deterministic`.
  private(set) var reordersModels = false

  /// Some steps to new worlds are taken again from models with their sets and dictionaries in another order, in a search that is
  /// neither relaxed nor reduced, and without the law `deterministic`.
  private(set) var reordersSomeModels = false

  /// See ``relaxProperties()``.
  private var isRelaxed = false

  /// Steps are taken again by messages whose sets and dictionaries are in another order, for the law `deterministic`.
  private(set) var reordersMessages = false

  /// An exploration may cache the outcome of `update` by model and message, and the change of the surroundings by surroundings
  /// and step; `false` where an exploration is made again because a violation was not confirmed.
  @usableFromInline var mayCacheReactions = true

  /// A step that is taken twice must also perform the same commands that are never answered; `false` after
  /// ``relaxProperties()``.
  @usableFromInline var comparesCommands = true

  /// Every view is made twice, for the law `deterministic`.
  @usableFromInline var inspectsViews = false

  var watch = TrapWatch(nil)

  init(offer: Offer) { self.offer = offer }

  var startsInOneWay: Bool { origins.count == 1 && startGenerator == nil }

  /// Drops the laws, and makes properties of worlds and steps pass; their conditions are still evaluated.
  mutating func relaxProperties() {
    isRelaxed = true
    laws = []
    comparesCommands = false
    always = (always + sometimes).map { $0.relaxed }
    sometimes = []
    stepProperties = stepProperties.map { $0.relaxed }
    prepare()
  }

  /// Computes what the search loop reads from the laws and the properties of worlds and steps. Must be called before a search
  /// where these have changed.
  mutating func prepare() {
    invariants = always.map { $0.holds }
    worldInvariants = always.filter { !$0.dependsOnModelOnly }.map { $0.holds }
    relations = stepProperties.map { $0.holds }
    comparesStructure = laws.contains(.honestEquality)
    inspectsStepsInFull = laws.contains(.deterministic) || comparesStructure
    inspectsViews = laws.contains(.deterministic)
    let mayReorderModels =
      Reordering.mayHoldUnordered(M.Model.self) && !Reordering.holdsIndex(M.Model.self)
      && !Reordering.holdsIndex(M.Message.self)
    reordersModels = laws.contains(.deterministic) && mayReorderModels
    // In a reduced search, the world after a step stands for others. An object would be changed by each call.
    reordersSomeModels =
      mayReorderModels && !reordersModels && !isRelaxed && !isReduced && objectInModel == nil
    reordersMessages = laws.contains(.deterministic) && Reordering.mayHoldUnordered(M.Message.self)
  }
}

extension Property {
  fileprivate var relaxed: Property {
    Property(name: name, place: place) { [holds] subject in
      _ = try? holds(subject)
      return true
    }
  }
}

extension Rules {
  /// - Throws: The error of the module's view or of the declaration.
  func messages(in world: World<M>) throws -> [M.Message] {
    switch offer {
    case .fixed(let messages): messages
    case .byWorld(let offered): try offered(world)
    }
  }

  /// Adds the commands of a step to the outstanding ones, except those that are never answered.
  @inlinable
  static func addOutstanding(
    _ commands: [M.Command], answeredBy replies: (M.Command, M.Model) throws -> [M.Message]?, to world: inout World<M>
  ) {
    for command in commands {
      UserCode.restartStepTime()
      // A declaration that throws counts as a reply here: it throws again when the command is answered, and is reported
      // there.
      if case .success(nil) = Result(catching: { try replies(command, world.model) }) { continue }
      world.outstanding.append(command)
    }
  }

  /// An exploration may look at the messages and replies of one model once, for all worlds with this model.
  ///
  /// Their outcomes depend only on the model and the answered command. No law compares whole worlds. Worlds are neither replaced
  /// by a canonical form nor compared by `Distinguish`.
  var reactionsCanBeShared: Bool {
    offerDependsOnModelOnly && declaresReplies && !comparesStructure && !isReduced && !hasSurroundings
  }

  func take(_ step: WorldStep<M>, in world: World<M>) -> StepOutcome<M> {
    UserCode.calling(.step) {
      var commands: [M.Command] = []
      let (nextWorld, failure) = take(step, in: world, performing: &commands)
      return StepOutcome(world: nextWorld, commands: commands, failure: failure)
    }
  }

  @inlinable
  func take(
    _ step: WorldStep<M>, in world: World<M>, performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    if hasSurroundings { return takeInSurroundings(step, in: world, performing: &commands) }
    return Self.take(step, in: world, answeredBy: replies, performing: &commands)
  }

  /// The same for callers without rules, in a program without surroundings. Where `update` throws, the model is unchanged.
  @inlinable
  static func take(
    _ step: WorldStep<M>, in world: World<M>,
    answeredBy replies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?, performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    var nextWorld = world
    // Both are those of the world before the step.
    (nextWorld.keptView, nextWorld.cachedOrder) = (nil, nil)
    let failure = advance(&nextWorld, by: step, answeredBy: replies, performing: &commands)
    if failure != nil { nextWorld.model = world.model }
    return (nextWorld, failure)
  }

  /// The possible steps of a world, in the order of exploration: the messages, and then the replies and events.
  func steps(in world: World<M>) throws -> [WorldStep<M>] {
    try UserCode.calling(.offer) { try possibleSteps(in: world) }
  }

  /// Unlike ``steps(in:)``, does not tell ``UserCode`` which part runs.
  func possibleSteps(in world: World<M>) throws -> [WorldStep<M>] {
    try messages(in: world).map { WorldStep<M>.message($0) } + stepsBesidesMessages(in: world)
  }

  func stepsBesidesMessages(in world: World<M>) throws -> [WorldStep<M>] {
    if hasSurroundings { return try repliesAndEvents(in: world, isDuplicate: world.isDuplicate, waits: .all) }
    var steps: [WorldStep<M>] = []
    guard let replies else { return steps }
    // A program may perform commands in the order of a set.
    let order = sortsSteps ? TEACheck.canonicalOrder(of: world.outstanding) : Array(world.outstanding.indices)
    for index in order where !world.isDuplicate(index) {
      for reply in try replies(world.outstanding[index], world.model) ?? [] {
        steps.append(.reply(reply, commandIndex: index))
      }
    }
    return steps
  }
}

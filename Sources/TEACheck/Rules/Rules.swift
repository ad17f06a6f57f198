public import TEARuntime

/// A specification made ready to run: what can happen in a world, and what must hold there.
@usableFromInline
struct Rules<M: Module>: @unchecked Sendable {
  // Messages and models need not be Sendable: they are values, read by several threads and changed by none.

  @usableFromInline
  enum Offer {
    /// The same messages in every world.
    case fixed([M.Message])
    case byWorld(@Sendable (World<M>) throws -> [M.Message])
  }

  /// A world to start from, and how it came about.
  @usableFromInline
  struct Origin {
    @usableFromInline var world: World<M>
    /// The flags, or nothing where there was nothing to choose.
    var text: String
    /// The start of the program, as a script says it.
    var script: String
    var commands: [M.Command]
  }

  @usableFromInline var offer: Offer

  /// The same messages are offered in all worlds with the same model.
  var offersByModel = true
  @usableFromInline var replies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?
  @usableFromInline var origins: [Origin] = []

  /// The rules of the program's surroundings, where there are any.
  var surroundingRules: SurroundingRules<M>? { didSet { hasSurroundings = surroundingRules != nil } }

  /// There is more to a world than the model and the outstanding commands.
  @usableFromInline private(set) var hasSurroundings = false

  var always: [Property<M>] = []
  var steps: [Property<M>] = []
  var sometimes: [Property<M>] = []
  var liveness: [Property<M>] = []
  var fairness = FairnessAssumptions<M>()
  /// Which messages come by themselves.
  var systemSends: [@Sendable (M.Message) -> Bool] = []
  var laws: Set<Law> = []
  var targets: [Measure<M, Double>] = []
  var labels: [Measure<M, String?>] = []
  var covers: [Coverage<M>] = []

  /// The conditions of the invariants, without their names: all that the search loop needs.
  @usableFromInline var invariants: [@Sendable (World<M>) throws -> Bool] = []

  /// Those of them that may differ between worlds with the same model.
  @usableFromInline var worldInvariants: [@Sendable (World<M>) throws -> Bool] = []

  /// The conditions of `sometimes`, without their names: each must hold in at least one reachable world.
  var goals: [@Sendable (World<M>) throws -> Bool] {
    sometimes.map { property in
      guard case .sometimes(let holds) = property.kind else { return { _ in true } }
      return holds
    }
  }

  /// The conditions of the relations, without their names.
  @usableFromInline var relations: [@Sendable (Transition<M>) throws -> Bool] = []

  /// Tells worlds apart.
  @usableFromInline let identity = WorldIdentity.of(M.self)

  /// The canonical form, which turns a world into the one that is kept, where it is declared.
  @usableFromInline var form: CanonicalForm<M>?

  /// The key that tells worlds apart instead of their own equality, where it is declared.
  @usableFromInline var abstraction: (@Sendable (World<M>) -> AnyHashable)?

  /// Makes messages of any size, where they are derived; an offer lists its own.
  @usableFromInline var messageGenerator: Gen<M.Message>?

  /// Makes starts of any size, where not all of them are among the origins.
  var startGenerator: Gen<Start<M>.Value>?

  /// Makes messages of any size in a world, where their generator is declared; an offer lists its smallest.
  @usableFromInline var generatedMessages: (@Sendable (World<M>) throws -> Gen<M.Message>?)?

  /// The generators of these messages, apart from those that are listed.
  var messageGenerators: [@Sendable (World<M>) throws -> Gen<M.Message>?] = []

  /// Which messages may come, among those that are offered or made, where that is declared.
  var precondition: (@Sendable (World<M>, M.Message) throws -> Bool)?

  /// The offer before the preconditions restricted it, where there are any.
  var unrestrictedOffer: Offer?

  /// The commands that stay outstanding for ever, as far as they were met.
  let endlessCommands = NameLog()

  /// The messages that were listed more than once for a world, as far as they were met.
  let repeatedMessages = NameLog()

  /// Any flags may be started with, and not declared ones only.
  var derivesFlags = false

  /// The messages that can be sent are those that the view carries, because none are declared.
  var offersByView = false

  /// The messages are derived from their type.
  var derivesMessages = false

  /// The cases that only the world sends, where the messages are derived.
  var worldTags: Set<Int> = []

  /// Payloads or flags were cut to a small scope.
  var isScoped = false

  /// A world can hold an object or a function, or a message an object, inside of which nothing is seen.
  var holdsUnseen = false

  /// A world may hold values of any type: then each says what it holds.
  @usableFromInline var mayHoldAnything = false

  /// The notes for the report, such as the messages that were derived.
  var notes: [String] = []

  /// Every step is examined in full, for the laws `deterministic` and `honestEquality`; otherwise only suspect steps.
  @usableFromInline var inspectsSteps = false

  /// Worlds that compare equal are also compared by structure, for the law `honestEquality`.
  @usableFromInline var comparesStructure = false

  /// Functions are also run on models whose sets and dictionaries are in another order.
  private(set) var reordersModels = false

  /// The program's reactions in a model may be kept for all models that are the same.
  @usableFromInline var mayCacheReactions = true

  /// Commands that nothing answers are compared with those of a second run: off where nothing is judged.
  @usableFromInline var comparesCommands = true

  /// Every view must be made twice.
  @usableFromInline var inspectsViews = false

  /// Watches what is done by these rules.
  @usableFromInline var watch = TrapWatch(nil)

  init(offer: Offer) { self.offer = offer }

  /// There is nothing to choose about the start.
  var startsInOneWay: Bool { origins.count == 1 && startGenerator == nil }

  /// Drops the laws and makes every world and step property pass; their conditions are still evaluated.
  mutating func relax() {
    laws = []
    comparesCommands = false
    always = (always + sometimes).map { property in
      let kind: Property<M>.Kind
      switch property.kind {
      case .always(let holds), .sometimes(let holds):
        kind = .always { world in
          _ = try? holds(world)
          return true
        }
      case .step, .liveness, .settles: kind = property.kind
      }
      return Property(name: property.name, kind: kind, place: property.place)
    }
    sometimes = []
    steps = steps.map { property in
      guard case .step(let holds) = property.kind else { return property }
      let kind = Property<M>.Kind.step { step in
        _ = try? holds(step)
        return true
      }
      return Property(name: property.name, kind: kind, place: property.place)
    }
    prepare()
  }

  /// Prepares what the search loop asks, from what is declared.
  mutating func prepare() {
    func asked(_ property: Property<M>) -> (@Sendable (World<M>) throws -> Bool)? {
      if case .always(let holds) = property.kind { holds } else { nil }
    }
    invariants = always.compactMap(asked)
    worldInvariants = always.filter { !$0.dependsOnModelOnly }.compactMap(asked)
    relations = steps.compactMap { if case .step(let holds) = $0.kind { holds } else { nil } }
    comparesStructure = laws.contains(.honestEquality)
    inspectsSteps = laws.contains(.deterministic) || comparesStructure
    inspectsViews = laws.contains(.deterministic)
    reordersModels = laws.contains(.deterministic) && Reordering.concerns(M.Model.self)
  }
}

extension Rules {
  /// The messages that can be sent in a world.
  ///
  /// - Throws: What the module's view or the declaration throws.
  @inlinable
  func messages(in world: World<M>) throws -> [M.Message] {
    switch offer {
    case .fixed(let messages): messages
    case .byWorld(let offered): try offered(world)
    }
  }

  /// The world after `update` receives a message. If it is a reply, the caller has already removed its command.
  ///
  /// `commands` is emptied and receives the commands of the step. Where `update` throws, `world` is returned as given.
  ///
  /// - Returns: The world, and what `update` threw.
  @inlinable
  func advance(
    _ world: World<M>, by message: M.Message, answering command: M.Command? = nil,
    performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    Self.advance(world, by: message, answering: command, answeredBy: replies, performing: &commands)
  }

  /// `advance` for callers without rules; `replies` decides which commands become outstanding.
  @inlinable
  static func advance(
    _ world: World<M>, by message: M.Message, answering command: M.Command?,
    answeredBy replies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?, performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    if commands.count != 0 { commands.removeAll(keepingCapacity: true) }
    do {
      let model = try Kernel<M>.update(world.model, for: message, answering: command, performing: &commands)
      if M.Command.self == Never.self { return (World<M>(model: model), nil) }
      var next = World<M>(model: model, outstanding: world.outstanding)
      if commands.count != 0, let replies { addOutstanding(commands, answeredBy: replies, to: &next) }
      return (next, nil)
    } catch {
      return (world, error)
    }
  }

  /// Adds the commands that will be answered to those outstanding.
  @usableFromInline
  static func addOutstanding(
    _ commands: [M.Command], answeredBy replies: (M.Command, M.Model) throws -> [M.Message]?, to world: inout World<M>
  ) {
    for command in commands {
      // A declaration that throws throws again where the command is to be answered, and is reported there.
      if case .success(nil) = Result(catching: { try replies(command, world.model) }) { continue }
      world.outstanding.append(command)
    }
  }

  /// The possible steps and their outcomes are the same in all worlds with the same model, and no law needs every step
  /// examined on its own.
  @usableFromInline
  var dependsOnModelOnly: Bool {
    // `comparesStructure` implies `inspectsSteps`, see `prepare()`.
    offersByModel && replies != nil && !inspectsSteps && !isReduced && !hasSurroundings
  }

  /// Takes a step.
  @inlinable
  func take(_ step: WorldStep<M>, in world: World<M>) -> StepOutcome<M> {
    UserCode.calling(.step) {
      var commands: [M.Command] = []
      let (next, failure) = take(step, in: world, performing: &commands)
      return StepOutcome(world: next, commands: commands, failure: failure)
    }
  }

  /// Takes a step; its commands replace those given.
  @inlinable
  func take(
    _ step: WorldStep<M>, in world: World<M>, performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    if hasSurroundings { return takeInSurroundings(step, in: world, performing: &commands) }
    switch step {
    case .message(let message): return advance(world, by: message, performing: &commands)
    case .reply(let message, let index):
      var rest = world
      let command = rest.outstanding.remove(at: index)
      return advance(rest, by: message, answering: command, performing: &commands)
    case .event: return (world, nil)
    }
  }

  /// Everything that can happen next, in the order of exploration: the messages, and then the replies.
  ///
  /// - Throws: What the module's view or a declaration throws.
  @inlinable
  func steps(in world: World<M>) throws -> [WorldStep<M>] {
    try UserCode.calling(.offer) { try possibleSteps(in: world) }
  }

  @inlinable
  func possibleSteps(in world: World<M>) throws -> [WorldStep<M>] {
    var steps = try messages(in: world).map { WorldStep<M>.message($0) }
    if hasSurroundings { return steps + (try repliesAndEvents(in: world, isRepeated: world.isRepeated, waits: .all)) }
    guard let replies else { return steps }
    for index in world.outstanding.indices where !world.isRepeated(index) {
      for reply in try replies(world.outstanding[index], world.model) ?? [] {
        steps.append(.reply(reply, command: index))
      }
    }
    return steps
  }
}

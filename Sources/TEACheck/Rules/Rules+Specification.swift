internal import TEASupport
internal import TEARuntime

/// A specification that cannot run, and what to do about it.
struct SpecificationError: Error, CustomStringConvertible {
  var description: String
}

/// A trap in the start of the program.
struct StartTrap: Error {
  /// The flags of the start; `nil` where there was only one start.
  var flags: String?
  /// The start in a script, which another process reads; `nil` for a start that every process makes before it reads one.
  var script: String?
  var cause: TrapCause
}

extension Rules {
  /// Compiles the declarations of a specification, and derives the flags and messages that are not declared.
  ///
  /// - Parameters:
  ///   - scope: The number of values of each payload that an exploration lists.
  ///   - watch: Watches the calls of the user's functions, beginning with the start of the program.
  /// - Throws: ``DerivationError`` or ``SpecificationError`` where a part is neither declared nor derivable, or the program
  ///   does not start; ``DeclarationError`` where a closure of a declaration throws; ``StartTrap`` where a start is known to
  ///   trap.
  init(
    _ declarations: [Declaration<M>], scope: Int, watch: TrapWatch = TrapWatch(nil)
  ) throws {
    var offers: [@Sendable (World<M>) throws -> [M.Message]] = []
    var generators: [@Sendable (World<M>) throws -> Gen<M.Message>?] = []
    var starts: [@Sendable () throws -> [Start<M>.Value]] = []
    var startGenerators: [Gen<Start<M>.Value>] = []
    var settlingProperties: [Property<M>] = []
    self.init(offer: .fixed([]))
    self.watch = watch
    for declaration in declarations {
      switch declaration.kind {
      case .messages(let offered, let dependOnModelOnly):
        offers.append(offered)
        if !dependOnModelOnly { offerDependsOnModelOnly = false }
      case .generatedMessages(let generated):
        generators.append(generated)
        offerDependsOnModelOnly = false
      case .replies, .failures, .precondition: break
      case .start(let values): starts.append(values)
      case .startGenerator(let generator): startGenerators.append(generator)
      case .laws(let declared): laws.formUnion(declared)
      case .target(let target): targets.append(target)
      case .label(let label): labels.append(label)
      case .cover(let cover): covers.append(cover)
      case .fairness(let assume): assume(&fairness)
      case .systemMessages(let isOfSystem):
        systemConditions.append { message in UserCode.calling(.systemMessages) { isOfSystem(message) } }
      case .canonicalForm, .abstraction: break
      case .environment, .subscriptions, .interimReplies, .lostReplies, .repeatedReplies, .staleViews,
        .racyCancellation:
        break
      case .property(let property):
        switch property.kind {
        case .always: always.append(property)
        case .step: steps.append(property)
        case .sometimes: sometimes.append(property)
        case .liveness: liveness.append(property)
        case .settles: settlingProperties.append(property)
        }
      }
    }
    try addSurroundings(of: declarations)
    addReplies(of: declarations)
    try addOrigins(starts, startGenerators, scope: scope)
    noteContents()
    if !generators.isEmpty {
      generateMessages(generators, listed: offers, scope: scope)
    } else if offers.isEmpty, let messagesOfView = Self.messagesOfView {
      offer = .byWorld(messagesOfView)
      offersViewMessages = true
      notes.append("messages: those that the view carries")
    } else if offers.isEmpty {
      try deriveMessages(scope: scope)
    } else if offers.count == 1 {
      offer = .byWorld(offers[0])
    } else {
      offer = .byWorld { [offers] world in try offers.flatMap { try $0(world) } }
    }
    // Deriving messages evaluates the replies to all commands, even to commands that the program never performs.
    endlessCommands.clear()
    replyLog.clear()
    // A message that is listed twice is reported, except where the view carries it: two buttons may send the same message.
    if case .byWorld = offer { listsMessages = !offersViewMessages }
    addPreconditions(of: declarations)
    noteAdditions(of: declarations)
    addSettling(settlingProperties)
    try addReductions(of: declarations)
    prepare()
    watch.names.replace(with: partNames)
  }

  /// The function that reads the messages of a world's view; `nil` where views carry no messages.
  private static var messagesOfView: (@Sendable (World<M>) throws -> [M.Message])? {
    guard let view = M.View.self as? any MessageCarrying.Type, carries(view) else { return nil }
    return { world in ((try M.view(for: world.model)) as? any MessageCarrying)?.messages as? [M.Message] ?? [] }
  }

  private static func carries<View: MessageCarrying>(_ view: View.Type) -> Bool { View.Message.self == M.Message.self }

  /// Adds the `Settles` properties as invariants of the worlds at rest.
  private mutating func addSettling(_ properties: [Property<M>]) {
    let rules = self
    for property in properties {
      guard case .settles(let holds) = property.kind else { continue }
      always.append(
        Property(
          name: property.name, kind: .always { try !rules.isQuiet($0) || holds($0) }, place: property.place))
    }
  }

  private mutating func addOrigins(
    _ starts: [@Sendable () throws -> [Start<M>.Value]], _ generators: [Gen<Start<M>.Value>], scope: Int
  ) throws {
    var values = try starts.flatMap { try $0() }
    if generators.isEmpty, starts.isEmpty {
      values = try deriveStarts(scope: scope)
    } else if !generators.isEmpty {
      let generator = Gen.oneOf(generators)
      let few = UserCode.calling(.starts) { generator.few(scope) }
      let listed = values
      values += few.values
      if !few.isExhaustive {
        isScoped = true
        let listedStart = Gen.unchecked { choices in listed[Int(choices.choose(through: UInt64(listed.count - 1)))] }
        let all = listed.isEmpty ? generator : .oneOf(listedStart, generator)
        startGenerator = Self.callingThroughUserCode(all, as: .starts)
        exploredStartCount = few.values.count
      }
    }
    guard !values.isEmpty else {
      throw SpecificationError(
        description: "\(M.self) has nothing to start from: Start(…) in its specification is empty")
    }
    let phase = watch.beginPhase()
    defer { phase.end() }
    phase.scriptToTrap = { breadcrumb in
      if case .flags(let flags) = values[breadcrumb.number] {
        ["start with flags \(structuralLiteral(flags))"]
      } else {
        []
      }
    }
    var refused: [(flags: String, reason: String)] = []
    for (number, value) in values.enumerated() {
      let breadcrumb = Breadcrumb(.start, number: number)
      if let cause = phase.known[breadcrumb], case .flags(let flags) = value {
        throw StartTrap(flags: values.count == 1 ? nil : literal(flags), cause: cause)
      }
      try phase.watched(breadcrumb) {
        try UserCode.calling(.start) {
          try addOrigin(value, isOnlyOne: values.count == 1, refused: &refused)
        }
      }
    }
    noteRefused(refused)
    guard !origins.isEmpty else {
      throw SpecificationError(description: "\(M.self) fails to start: \(notes.joined(separator: "; "))")
    }
    try refuseSeveralPrograms()
  }

  /// Refuses starts whose models hold different functions. Rows do not store functions, so every world would get the
  /// functions of the first start.
  private func refuseSeveralPrograms() throws {
    let ignoredRanges = TypeShape.ignoredBytes(in: M.Model.self)
    guard !ignoredRanges.isEmpty, let first = origins.first else { return }
    for origin in origins.dropFirst() {
      let isSame = withUnsafeBytes(of: first.world.model) { firstBytes in
        withUnsafeBytes(of: origin.world.model) { bytes in
          ignoredRanges.allSatisfy { firstBytes[$0].elementsEqual(bytes[$0]) }
        }
      }
      if isSame { continue }
      throw SpecificationError(
        description: "\(M.self) starts with several programs, and a specification is that of one: write one for each "
          + "of them, or make its functions once and start with the same ones")
    }
  }

  private mutating func deriveStarts(scope: Int) throws -> [Start<M>.Value] {
    let alphabet = try Self.derivedFlags(scope: scope)
    derivesFlags = true
    if !alphabet.isExhaustive {
      isScoped = true
      let generator = try Derivation(root: M.Flags.self).generator(for: M.Flags.self)
      startGenerator = Self.callingThroughUserCode(generator.map { .flags($0) })
    }
    if M.Flags.self != Void.self, !alphabet.isExhaustive || alphabet.values.count > 1 {
      notes.append("flags (derived): " + list(alphabet.values))
    }
    return alphabet.values.map { .flags($0) }
  }

  /// Starts the program in one way, and adds the origin.
  ///
  /// - Parameter refused: Receives derived flags for which `start` throws, which is no error because nobody declared them.
  private mutating func addOrigin(
    _ value: Start<M>.Value, isOnlyOne: Bool, refused: inout [(flags: String, reason: String)]
  ) throws {
    do {
      origins.append(try callingThroughUserCode.origin(value, isOnlyOne: isOnlyOne))
    } catch {
      guard case .flags(let flags) = value else { throw error }
      if derivesFlags, M.Flags.self != Void.self {
        refused.append((literal(flags), literal(error)))
      } else if error is M.Failure {
        notes.append("with flags \(literal(flags)), start fails with \(literal(error))")
      } else {
        throw undeclaredError(error, flags)
      }
    }
  }

  /// Notes the derived flags that the program does not start with.
  private mutating func noteRefused(_ refused: [(flags: String, reason: String)]) {
    guard !refused.isEmpty else { return }
    let (maxListed, listed) = (8, refused.prefix(8).map { "\($0.flags), by \($0.reason)" })
    let rest = refused.count > maxListed ? "; and \(counted(refused.count - maxListed, "other"))" : ""
    notes.append(
      "start refuses some of the derived flags, which were left out: \(listed.joined(separator: "; "))\(rest); to choose "
        + "them, write Start(with: [\(M.self).Flags(…)])")
  }

  /// The origin of a declared or derived start.
  ///
  /// - Throws: The error of the module's `start`.
  private func origin(_ value: Start<M>.Value, isOnlyOne: Bool = false) throws -> Origin {
    switch value {
    case .model(let model):
      return Origin(
        world: surrounded(model, performing: []), text: "", script: "from \(structuralLiteral(model))", commands: [])
    case .flags(let flags):
      return try origin(with: flags, text: isOnlyOne ? "" : "with flags \(literal(flags))")
    }
  }

  /// The origin of a start with flags, which `text` names; `text` is empty where there is only one start.
  ///
  /// - Throws: The error of the module's `start`.
  func origin(with flags: M.Flags, text: String) throws -> Origin {
    var commands: [M.Command] = []
    let model = try M.start(with: flags, perform: { commands.append($0) })
    var world = surrounded(model, performing: commands)
    if !hasSurroundings, let replies { Self.addOutstanding(commands, answeredBy: replies, to: &world) }
    return Origin(world: world, text: text, script: "with flags \(structuralLiteral(flags))", commands: commands)
  }

  /// Chooses the start of a run. The first listed start replaces a generated one that throws a declared failure, or with
  /// derived flags any error.
  ///
  /// - Throws: ``Discarded`` when a generator gave up; ``SpecificationError`` for an undeclared error of `start`;
  ///   ``StartTrap`` where the generated start is known to trap.
  @usableFromInline
  func chooseOrigin(from choices: inout Choices, leaving breadcrumbs: RunBreadcrumbs) throws -> Origin {
    guard let startGenerator else {
      return origins.count == 1 ? origins[0] : origins[Int(choices.choose(through: UInt64(origins.count - 1)))]
    }
    let start = try choices.raisingGroupDepth { choices throws(Discarded) in try startGenerator.generate(&choices) }
    if case .flags(let flags) = start, !breadcrumbs.leave(.runStart, 0),
      let cause = breadcrumbs.violation(.runStart, 0)?.trap
    {
      throw StartTrap(flags: literal(flags), script: "with flags \(structuralLiteral(flags))", cause: cause)
    }
    do {
      return try origin(start)
    } catch {
      if derivesFlags || error is M.Failure { return origins[0] }
      if case .flags(let flags) = start { throw undeclaredError(error, flags) } else { throw error }
    }
  }

  /// The error of flags with which `start` throws an error that the module does not declare.
  private func undeclaredError(_ error: any Error, _ flags: M.Flags) -> SpecificationError {
    SpecificationError(
      description: "\(M.self) fails to start with flags \(literal(flags)): start threw \(literal(error)) of "
        + "type \(type(of: error)), which is not \(M.self).Failure")
  }

  private static func derivedFlags(scope: Int) throws -> Derivation.ListedValues<M.Flags> {
    if let none = () as? M.Flags { return .init(values: [none]) }
    do {
      return try Derivation(root: M.Flags.self).listedValues(of: M.Flags.self, scope: scope)
    } catch {
      throw SpecificationError(
        description: error.description(
          advising: "say what the program starts with:\n    Start(with: [\(M.self).Flags(…)])"))
    }
  }

  private mutating func deriveMessages(scope: Int) throws {
    underivedTags = try tagsSentFromOutside(scope: scope)
    let derivation = Derivation(root: M.Message.self, excludingTags: underivedTags)
    if TypeShape(of: M.Message.self).isUninhabited {
      return
    }
    if let count = TypeShape(of: M.Message.self).caseCount, underivedTags.count == count {
      notes.append("messages: only what the world sends")
      return
    }
    let alphabet = try derivation.listedValues(of: M.Message.self, scope: scope)
    offer = .fixed(alphabet.values)
    derivesMessages = true
    // Random runs choose from an exhaustive list as well, so they need no generator.
    if !alphabet.isExhaustive { derivedMessageGenerator = try derivation.generator(for: M.Message.self) }
    if !alphabet.isExhaustive { isScoped = true }
    notes.append("messages (derived, any at any time): " + list(alphabet.values))
    if !underivedTags.isEmpty, case .enumeration(let cases) = TypeShape(of: M.Message.self) {
      notes.append(
        "messages that only the world sends: " + underivedTags.sorted().map { cases[$0].name }.joined(separator: ", "))
    }
    if !derivation.registeredTypes.isEmpty {
      notes.append(
        "made by their registered generators: " + Set(derivation.registeredTypes).sorted().joined(separator: ", "))
    }
    if !derivation.decodedTypes.isEmpty {
      notes.append(
        "made by their Decodable conformance: " + Set(derivation.decodedTypes).sorted().joined(separator: ", "))
    }
    if !derivation.structuralTypes.isEmpty {
      notes.append(
        "built field by field, past their initialisers: "
          + derivation.structuralTypes.sorted().joined(separator: ", "))
    }
  }

  /// The tags of the message cases that declared replies, declared subscriptions and timers send, which are therefore not
  /// derived.
  private func tagsSentFromOutside(scope: Int) throws -> Set<Int> {
    var tags: Set<Int> = []
    func note(_ messages: [M.Message]) { tags.formUnion(messages.compactMap { enumCase(of: $0) }) }
    if replies != nil || surroundingRules?.interim != nil || surroundingRules?.environment != nil {
      for command in try few(M.Command.self, scope, "what commands bring") {
        for origin in origins {
          note(try possibleReplies(to: command, in: origin.world) ?? [])
          note(try surroundingRules?.interim?(command, origin.world.model) ?? [])
        }
      }
    }
    if surroundingRules?.sends != nil {
      for subscription in try few(M.Subscription.self, scope, "what subscriptions send") {
        note(try surroundingRules?.sends?(subscription) ?? [])
      }
    }
    // Timers need no declaration: the module maps subscriptions to them, and only a list of subscriptions is needed.
    let subscriptions = (try? Derivation(root: M.Subscription.self).listedValues(of: M.Subscription.self, scope: scope))
    note((subscriptions?.values ?? []).compactMap { M.timer(for: $0)?.message })
    return tags
  }

  /// The few smallest values of a type, with which a declaration is called.
  ///
  /// - Parameter declared: The subject of the declaration, for the error where no values can be derived.
  private func few<Value>(_ type: Value.Type, _ scope: Int, _ declared: String) throws -> [Value] {
    if TypeShape(of: type).isUninhabited { return [] }
    do {
      return try Derivation(root: type).listedValues(of: type, scope: scope).values
    } catch {
      let reason = error.description(
        advising: "say which messages a person or the system can send:\n    Messages { view in [ … ] }")
      throw SpecificationError(
        description: """
          The specification of \(M.self) says \(declared), and its messages are to be derived, but which of them come \
          from there cannot be told: \(reason)
          """)
    }
  }

  /// Values as a list for a note. A list of more than 400 characters is shortened to the cases, each with the number of its
  /// values.
  private func list(_ values: [some Any], maxShownCount: Int = 24) -> String {
    let texts = values.prefix(maxShownCount).map { caseLiteral($0) }
    let list = texts.joined(separator: ", ") + (values.count > maxShownCount ? ", … (\(values.count) in all)" : "")
    guard list.count > 400 else { return list }
    var cases: [(name: String, text: String, count: Int)] = []
    for value in values {
      let (name, text) = (caseName(of: value), caseLiteral(value))
      if let index = cases.firstIndex(where: { $0.name == name }) {
        cases[index].count += 1
      } else {
        cases.append((name, text, 1))
      }
    }
    guard cases.count < values.count else { return list }
    let shown = cases.prefix(maxShownCount).map { $0.count == 1 ? $0.text : "\($0.name) (\(grouped($0.count)))" }
    let rest = cases.count > maxShownCount ? ", …" : ""
    return "\(grouped(values.count)): " + shown.joined(separator: ", ") + rest
  }
}

extension TypeShape {
  /// The type has no value: it is an enum without cases, or a tuple with an element of such a type.
  var isUninhabited: Bool {
    switch self {
    case .enumeration(let cases): cases.isEmpty
    case .tuple(let fields): fields.contains { TypeShape(of: $0.type).isUninhabited }
    case .structure, .other: false
    }
  }

  /// The number of cases, where the type is an enum.
  var caseCount: Int? {
    if case .enumeration(let cases) = self { cases.count } else { nil }
  }
}

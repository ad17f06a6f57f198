internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

/// A specification that cannot run, and what to do about it.
struct SpecificationError: Error, CustomStringConvertible {
  var description: String
}

extension Rules {
  /// Compiles the declarations of a specification, and derives the flags and messages that are not declared.
  ///
  /// - Parameters:
  ///   - scope: The number of values of each payload that an exploration lists.
  ///   - casesFromOutside: The numbers of the message cases that the outside world is known to send, and that are therefore not
  ///     derived; `nil` to learn them by calls of the declarations with derived commands and subscriptions.
  /// - Throws: ``DerivationError`` or ``SpecificationError`` where a part is neither declared nor derivable, or the program
  ///   does not start; ``MissingEnvironment`` where a declaration looks at an environment that is not declared;
  ///   ``DeclarationError`` where a closure of a declaration throws; ``StartTrap`` where a start is known to trap.
  init(
    _ declarations: [Declaration<M>], scope: Int, sentFromOutside casesFromOutside: Set<Int>? = nil,
    sortsLists: Bool = false, watch: TrapWatch = TrapWatch(nil)
  ) throws {
    var offers: [@Sendable (World<M>) throws -> [M.Message]] = []
    var generators: [@Sendable (World<M>) throws -> Gen<M.Message>?] = []
    var starts: [@Sendable () throws -> [Start<M>.Value]] = []
    var startGenerators: [Gen<Start<M>.Value>] = []
    var settlingProperties: [Property<World<M>>] = []
    self.init(offer: .fixed([]))
    self.watch = watch
    try Self.requireNames(of: declarations)
    (listOrder, sortsSteps) = (ListOrder(isCanonical: sortsLists), sortsLists)
    let sorter = sortsLists ? MessageSorter<M.Message>() : nil
    for declaration in declarations {
      switch declaration.kind {
      case .messages(let offered, let dependOnModelOnly):
        offers.append(sorter?.sorting(offered) ?? offered)
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
        systemMessageConditions.append { message in UserCode.calling(.systemMessages) { isOfSystem(message) } }
      case .canonicalForm, .abstraction: break
      case .environment, .subscriptions, .interimReplies, .lostReplies, .repeatedReplies, .staleViews,
        .racyCancellation:
        break
      case .property(let property):
        switch property.kind {
        case .always: always.append(property)
        case .sometimes: sometimes.append(property)
        case .liveness: liveness.append(property)
        case .settles: settlingProperties.append(property)
        }
      case .step(let property): stepProperties.append(property)
      }
    }
    try addSurroundings(of: declarations, sorter)
    addReplies(of: declarations, sorter)
    try addOrigins(starts, startGenerators, scope: scope)
    try validateEnvironments(of: declarations)
    noteContents()
    if !generators.isEmpty {
      generateMessages(generators, listed: offers, scope: scope, sorter)
    } else if offers.isEmpty, let messagesOfView = Self.messagesOfView(noting: limitsOfOffers) {
      offer = .byWorld(sorter?.sorting(messagesOfView) ?? messagesOfView)
      offersViewMessages = true
      notes.append("messages: those that the view carries")
    } else if offers.isEmpty {
      try deriveMessages(scope: scope, besides: casesFromOutside)
    } else if offers.count == 1 {
      offer = .byWorld(offers[0])
    } else {
      offer = .byWorld { [offers] world in try offers.flatMap { try $0(world) } }
    }
    clearLogsOfReplies()
    // A message that is listed twice is reported, except where the view carries it: two buttons may send the same message.
    if case .byWorld = offer { reportsRepeatedMessages = !offersViewMessages }
    addPreconditions(of: declarations)
    noteAdditions(of: declarations)
    addSettling(settlingProperties)
    try addLawsOfKeptFailures(of: declarations)
    try addReductions(of: declarations)
    prepare()
    watch.names.replace(with: partNames)
  }

  /// The function that lists the messages of a world's view; `nil` where views carry no messages.
  private static func messagesOfView(noting limits: NameLog) -> (@Sendable (World<M>) throws -> [M.Message])? {
    guard let view = M.View.self as? any MessageCarrying.Type, carries(view) else { return nil }
    let contents = TypeContents.of(M.View.self)
    // A view lists only some of the texts that a person can type.
    let looksForFields = contents.mayHoldTextFields || contents.mayHoldAnything
    return { world in
      let view = try world.sharedView
      if looksForFields, hasFields(view) { limits.note(ScopeLimit.typedTexts.note) }
      return (view as? any MessageCarrying)?.messages as? [M.Message] ?? []
    }
  }

  /// Returns whether the view of a world has fields in which texts are typed.
  func showsFields(_ world: World<M>) -> Bool {
    guard let view = UserCode.calling(.view, { try? M.view(for: world.model) }) else { return false }
    return hasFields(view)
  }

  private static func carries<View: MessageCarrying>(_ view: View.Type) -> Bool { View.Message.self == M.Message.self }

  /// A `Settles` property is an invariant of the worlds at rest.
  private mutating func addSettling(_ properties: [Property<World<M>>]) {
    let rules = self
    for var property in properties {
      namesOfSettling.insert(property.name)
      property.holds = { [holds = property.holds] in try !rules.isAtRest($0) || holds($0) }
      always.append(property)
    }
  }

  private mutating func deriveMessages(scope: Int, besides casesFromOutside: Set<Int>?) throws {
    messageCases = MessageCases(of: M.Message.self)
    if let casesFromOutside {
      (underivedCases, mayMissMessagesFromOutside) = (casesFromOutside, true)
    } else {
      underivedCases = try casesSentForDerivedValues(scope: scope)
    }
    var excludedCases = underivedCases
    if let messageCases, !underivedCases.isEmpty {
      let rest = Derivation(root: M.Message.self, excluding: messageCases.excluded(underivedCases))
      let payloads = messageCases.payloads
      excludedCases.formUnion(payloads.indices.filter { payloads[$0].map(rest.hasNoValues) ?? false })
    }
    let excluded = messageCases?.excluded(excludedCases) ?? ExcludedCases()
    let derivation = Derivation(root: M.Message.self, excluding: excluded)
    if TypeShape(of: M.Message.self).isUninhabited, TypeShape.hasKnownCases(M.Message.self) { return }
    if let messageCases, excludedCases.count == messageCases.names.count {
      notes.append("messages: only what the world sends")
      return
    }
    let listedMessages = try derivation.listedValues(of: M.Message.self, scope: scope)
    offer = .fixed(listedMessages.values)
    derivesMessages = true
    // Random runs choose from an exhaustive list, and need no generator.
    if !listedMessages.isExhaustive {
      let generator = try derivation.generator(for: M.Message.self)
      // A generator that leaves out cases may give up, as a filter does, and throw the run away.
      derivedMessageGenerator =
        underivedCases.isEmpty || listedMessages.values.isEmpty
        ? generator
        : Self.generator(
          generator, orOneOf: listedMessages.values, seldomGivesUp: Self.seldomGivesUp(generator) { _ in true })
      scopeLimits.append(.payloads(canGrow: listedMessages.canGrow))
      drawsUnlistedPayloads = !listedMessages.exhaustsGenerator
    }
    notes.append("messages (derived, any at any time): " + list(listedMessages.values))
    if let messageCases, !underivedCases.isEmpty {
      notes.append(
        "messages that only the world sends: "
          + underivedCases.sorted().map { messageCases.names[$0] }.joined(separator: ", "))
    }
    noteTypes(of: derivation)
  }

  /// Notes the types whose values a derivation made in a way that may be unexpected, unless they are noted already.
  mutating func noteTypes(of derivation: Derivation) {
    let lists = [
      ("made by their registered generators: ", derivation.registeredTypes),
      ("made by their Decodable conformance: ", derivation.decodedTypes),
      ("built field by field, past their initialisers: ", derivation.structuralTypes),
    ]
    for (beginning, types) in lists where !types.isEmpty {
      let note = beginning + types.sorted().joined(separator: ", ")
      if !notes.contains(note) { notes.append(note) }
    }
  }

  /// Values as text. A list of more than 120 characters is shortened to the cases, if several values have one case.
  func list(_ values: [some Any], maxShownCount: Int = 24) -> String {
    let texts = values.prefix(maxShownCount).map { caseLiteral($0) }
    let list = texts.joined(separator: ", ") + (values.count > maxShownCount ? ", … (\(values.count) in all)" : "")
    guard list.count > 120 else { return list }
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
    return shown.joined(separator: ", ") + "\(rest); \(grouped(values.count)) in all"
  }
}

extension TypeShape {
  var isUninhabited: Bool {
    switch self {
    case .enumeration(let cases): cases.isEmpty
    case .tuple(let fields): fields.contains { TypeShape(of: $0.type).isUninhabited }
    case .structure, .other: false
    }
  }
}

internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension Rules {
  private typealias DeclaredReplies = @Sendable (M.Command, M.Model) throws -> [M.Message]?

  /// Combines the declarations of replies and of failures: a command can have the replies of all of them.
  mutating func addReplies(of declarations: [Declaration<M>], _ sorter: MessageSorter<M.Message>?) {
    var declaredReplies: [DeclaredReplies] = []
    var failureReplies: [DeclaredReplies] = []
    var anyDependsOnModel = false
    repliesDependOnWorld = surroundingRules?.environment != nil || surroundingRules?.interimReplies != nil
    for declaration in declarations {
      switch declaration.kind {
      case .replies(let replies, let dependsOnModel):
        declaredReplies.append(sorter?.sorting(replies) ?? replies)
        anyDependsOnModel = anyDependsOnModel || dependsOnModel
      case .failures(let failures):
        failureReplies.append { command, _ in
          // `UserCode` lets the report of a trap name these failures: the search calls the replies of all declarations as one.
          let messages = try UserCode.calling(.failures) { try failures(command) }
          return messages.count == 0 ? nil : sorter?.sorted(messages) ?? messages
        }
      default: continue
      }
    }
    declaresReplies = !declaredReplies.isEmpty || surroundingRules?.environment?.replies != nil
    declaresFailures = !failureReplies.isEmpty
    if anyDependsOnModel { (repliesDependOnModel, repliesDependOnWorld) = (true, true) }
    guard !declaredReplies.isEmpty || !failureReplies.isEmpty else { return }
    let combined =
      declaresReplies && !failureReplies.isEmpty
      ? notingSilentEnds(of: Self.combined(declaredReplies), failing: Self.combined(failureReplies))
      : Self.combined(declaredReplies + failureReplies)
    replies = combined
    // An environment may answer a command later, so an empty list does not mean that the command is never answered.
    guard surroundingRules?.environment?.replies == nil else { return }
    let interimReplies = surroundingRules?.interimReplies
    replies = { [anyDependsOnModel, replyLog, endlessCommands] command, model in
      guard let replies = try combined(command, model) else { return nil }
      if replies.count == 0, try interimReplies?(command, model) == nil {
        if anyDependsOnModel {
          replyLog.casesWithEmptyReplies.note(command)
        } else {
          endlessCommands.note(caseOrTypeName(of: command))
        }
      } else if replies.count != 0, anyDependsOnModel {
        // The same command may have no replies in another world, so both outcomes are logged until the search ends.
        replyLog.answeredCases.note(command)
      }
      return replies
    }
  }

  /// The replies of several declarations; `nil` where none of them has a list.
  private static func combined(_ declared: [DeclaredReplies]) -> DeclaredReplies {
    if declared.count == 1 { return declared[0] }
    return { command, model in
      let replyLists = try declared.compactMap { replies in try replies(command, model) }
      return replyLists.isEmpty ? nil : replyLists.reduce([], Self.joined)
    }
  }

  /// Adds failures to replies. Logs the commands that the failures alone keep outstanding: they may also end without a message,
  /// in a step that the search does not take.
  private mutating func notingSilentEnds(
    of declared: @escaping DeclaredReplies, failing failures: @escaping DeclaredReplies
  ) -> DeclaredReplies {
    if let simulate = surroundingRules?.environment?.replies {
      let log = replyLog
      surroundingRules?.environment?.replies = { state, command in
        let messages = try simulate(state, command)
        if messages == nil { log.casesTheEnvironmentLeaves.note(command) }
        return messages
      }
    }
    let hasEnvironment = surroundingRules?.environment?.replies != nil
    mayEndSilently = { [log = replyLog] command, model in
      let replies = try? declared(command, model)
      let messages = try? failures(command, model)
      return replies == nil && messages != nil
        && (!hasEnvironment || log.casesTheEnvironmentLeaves.sorted.contains(caseOrTypeName(of: command)))
    }
    return { [log = replyLog, canBeLost = surroundingRules?.canBeLost] command, model in
      let replies = try declared(command, model)
      guard let messages = try failures(command, model) else { return replies }
      if let replies { return Self.joined(replies, messages) }
      // A loss stands for such a step, unless the effect has an identity: a lost effect runs on.
      if canBeLost?(command) != true || M.policy(for: command).id != nil { log.casesThatOnlyFail.note(command) }
      return messages
    }
  }

  /// The cases of the commands that may end without a message, although the search keeps them outstanding until they fail.
  var commandsWithoutTheirSilentEnds: [String] {
    let cases = replyLog.casesThatOnlyFail.sorted
    guard surroundingRules?.environment?.replies != nil else { return cases }
    let casesTheEnvironmentLeaves = Set(replyLog.casesTheEnvironmentLeaves.sorted)
    return cases.filter { casesTheEnvironmentLeaves.contains($0) }
  }

  mutating func addPreconditions(of declarations: [Declaration<M>]) {
    for declaration in declarations {
      guard case .precondition(let holds, let dependsOnModelOnly) = declaration.kind else { continue }
      preconditions.append(holds)
      if !dependsOnModelOnly { offerDependsOnModelOnly = false }
    }
    restrict(offer)
  }

  /// Sets the offer to those messages of another offer that the preconditions allow.
  mutating func restrict(_ unrestrictedOffer: Offer) {
    offer = unrestrictedOffer
    guard !preconditions.isEmpty else { return }
    self.unrestrictedOffer = unrestrictedOffer
    let preconditions = preconditions
    let allowed = { @Sendable (world: World<M>, messages: (World<M>) throws -> [M.Message]) in
      var world = world
      world.keepView()
      return try messages(world).filter { message in try preconditions.allSatisfy { try $0(world, message) } }
    }
    switch unrestrictedOffer {
    case .fixed(let messages):
      nonisolated(unsafe) let messages = messages
      offer = .byWorld { world in try allowed(world) { _ in messages } }
    case .byWorld(let offered): offer = .byWorld { world in try allowed(world, offered) }
    }
  }

  func allows(_ message: M.Message, in world: World<M>) throws -> Bool {
    try preconditions.allSatisfy { try $0(world, message) }
  }

  /// Adds the laws about failures for ``Verified``, whose `update` keeps the client's failures in the model and does not throw.
  ///
  /// - Throws: ``SpecificationError`` for a law that the kept failure cannot decide.
  mutating func addLawsOfKeptFailures(of declarations: [Declaration<M>]) throws {
    guard M.Model.self is any FailureKeeping.Type else { return }
    if laws.contains(.failedUpdateLeavesModelAlone) {
      throw SpecificationError(
        description:
          "Laws(.failedUpdateLeavesModelAlone) cannot be decided of \(moduleName(of: M.self)), whose model keeps the failures of the "
          + "client; declare it in a specification of the client alone")
    }
    let declaration = declarations.first {
      if case .laws(let laws) = $0.kind { laws.contains(.updateNeverFails) } else { false }
    }
    guard let place = declaration?.place else { return }
    always.append(
      Property(name: Law.updateNeverFails.rawValue, place: place, dependsOnModelOnly: true) { world in
        guard let failure = (world.model as? any FailureKeeping)?.failure else { return true }
        throw Objection("update threw \(failure)")
      })
  }

  /// Notes declarations of one kind that all count, though a reader might expect the last one to replace the others.
  mutating func noteAdditions(of declarations: [Declaration<M>]) {
    func places(_ isOfKind: (Declaration<M>.Kind) -> Bool) -> [String] {
      declarations.filter { isOfKind($0.kind) }.map { "\($0.place)" }
    }
    let messagePlaces = places {
      switch $0 {
      case .messages, .generatedMessages: true
      default: false
      }
    }
    let replyPlaces = places { if case .replies = $0 { true } else { false } }
    if messagePlaces.count > 1 {
      notes.append(
        "Messages are declared \(messagePlaces.count) times, at \(messagePlaces.joined(separator: " and ")), and add to each "
          + "other; to restrict what comes, write Precondition { model, message in … }")
    }
    if replyPlaces.count > 1 {
      notes.append(
        "Replies are declared \(replyPlaces.count) times, at \(replyPlaces.joined(separator: " and ")), and add to each other"
      )
    }
  }
}

extension Rules {
  /// The generator of messages of any size in a world; `nil` without a generator, and where hardly any generated message and no
  /// listed one is possible.
  @usableFromInline
  func generator(in world: World<M>) throws -> Gen<M.Message>? {
    guard let generator = try derivedMessageGenerator ?? declaredMessageGenerator?(world) else { return nil }
    guard !preconditions.isEmpty else { return generator }
    nonisolated(unsafe) let world = world
    // A message for which the precondition throws passes the filter; `checkPrecondition` throws once it is chosen.
    let isPossible: @Sendable (M.Message) -> Bool = { (try? allows($0, in: world)) ?? true }
    // The filter would throw the run away where hardly any message is possible.
    nonisolated(unsafe) let listed = try messages(in: world)
    if listed.isEmpty { return Self.seldomGivesUp(generator, isPossible) ? generator.filter(isPossible) : nil }
    // A listed message stands in where the filter gives up, so fewer tries are enough.
    let seldomGivesUp = Self.seldomGivesUp(generator, atLeast: 1, of: 8, isPossible)
    return Self.generator(generator.filter(isPossible), orOneOf: listed, seldomGivesUp: seldomGivesUp)
  }

  /// Makes messages by a filtered generator. Where the filter would throw the run away, the generator makes a listed message.
  ///
  /// - Parameter seldomGivesUp: `false` where the filter keeps few messages; then half of the messages are listed ones.
  static func generator(
    _ filtered: Gen<M.Message>, orOneOf listed: [M.Message], seldomGivesUp: Bool
  ) -> Gen<M.Message> {
    nonisolated(unsafe) let listed = listed
    return Gen { choices throws(Discarded) in
      if seldomGivesUp || choices.choose(through: 1) == 1 {
        do { return try filtered.generate(&choices) } catch {}
      }
      return listed[Int(choices.choose(through: UInt64(listed.count - 1)))]
    }
  }

  /// Returns whether at least `enough` of some random messages are included, so that a filter seldom gives up.
  static func seldomGivesUp(
    _ generator: Gen<M.Message>, atLeast enough: Int = 4, of tries: Int = 64, _ isIncluded: (M.Message) -> Bool
  ) -> Bool {
    var count = 0
    for index in 0..<tries {
      // Large and small sizes in turn, because most conditions hold for many large messages, or for many small ones. Counting
      // stops at `enough`, because this function is called in each step of each attempt of a shrink.
      let seed = index & 1 == 0 ? 63 - index / 2 : index / 2
      guard let message = try? generator.sample(seed: UInt64(seed), size: seed), isIncluded(message) else { continue }
      count += 1
      if count == enough { return true }
    }
    return false
  }

  /// Throws the error that a precondition throws, and ignores its result.
  @usableFromInline
  func checkPrecondition(of message: M.Message, in world: World<M>) throws { _ = try allows(message, in: world) }
}

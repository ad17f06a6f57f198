internal import TEASupport
internal import TEARuntime

extension Rules {
  /// - Throws: ``SpecificationError`` for a second environment.
  mutating func addSurroundings(of declarations: [Declaration<M>], _ sorter: MessageSorter<M.Message>?) throws {
    var rules = SurroundingRules<M>()
    var isDeclared = false
    for declaration in declarations {
      switch declaration.kind {
      case .environment(let environment):
        guard rules.environment == nil else {
          throw SpecificationError(
            description:
              "\(moduleName(of: M.self)) has two environments, the second at \(declaration.place); declare one that holds both"
          )
        }
        rules.environment = sorter.map(environment.sorting) ?? environment
        if environment.cancel != nil { rules.usageLog.usage.needsSilentEffects = true }
      case .subscriptions(let declaredSends, let dependsOnModel):
        let subscriptionMessages = sorter?.sorting(declaredSends) ?? declaredSends
        repliesDependOnModel = repliesDependOnModel || dependsOnModel
        let earlierFunction = rules.subscriptionMessages
        rules.subscriptionMessages = {
          Self.joined(try earlierFunction?($0, $1) ?? [], try subscriptionMessages($0, $1) ?? [])
        }
      case .interimReplies(let declaredReplies, let dependsOnModel):
        let replies = sorter?.sorting(declaredReplies) ?? declaredReplies
        repliesDependOnModel = repliesDependOnModel || dependsOnModel
        let earlierFunction = rules.interimReplies
        rules.interimReplies = { command, model in
          let earlierMessages = try earlierFunction?(command, model)
          guard let messages = try replies(command, model) else { return earlierMessages }
          return Self.joined(earlierMessages ?? [], messages)
        }
      case .lostReplies(let canBeLost):
        let earlierFunction = rules.canBeLost
        rules.canBeLost = { earlierFunction?($0) == true || canBeLost($0) }
      case .repeatedReplies(let canBeRepeated):
        let earlierFunction = rules.canBeRepeated
        rules.canBeRepeated = { earlierFunction?($0) == true || canBeRepeated($0) }
      case .staleViews: rules.hasStaleViews = true
      case .racyCancellation: rules.hasRacyCancellation = true
      default: continue
      }
      isDeclared = true
    }
    guard isDeclared || M.Subscription.self != Never.self || M.EffectID.self != Never.self else { return }
    surroundingRules = rules.callingThroughUserCode
  }

  /// No declaration lets a command send a message.
  var answersNothing: Bool {
    replies == nil && surroundingRules?.environment?.replies == nil && surroundingRules?.interimReplies == nil
  }

  /// Subscriptions other than timers began, and no declaration says what they send.
  var leavesSubscriptionsUndeclared: Bool {
    guard let rules = surroundingRules, rules.subscriptionMessages == nil, rules.environment?.events == nil else {
      return false
    }
    return rules.usageLog.hasOtherSubscriptionsThanTimers
  }

  /// Returns whether a subscription other than a timer is live in a world.
  func hasOtherSubscriptionsThanTimers(_ world: World<M>) -> Bool {
    guard let subscriptions = world.surroundings?.state.subscriptions else { return false }
    return UserCode.calling(.timer) { subscriptions.contains { M.timer(for: $0) == nil } }
  }

  /// The replies that a command can have in a world; `nil` for a command that is never answered.
  func possibleReplies(to command: M.Command, in world: World<M>) throws -> [M.Message]? {
    try possibleReplies(to: command, in: world.model, world.surroundings?.environment)
  }

  func possibleReplies(to command: M.Command, in model: M.Model, _ state: AnyHashable?) throws -> [M.Message]? {
    let declared = try replies?(command, model)
    guard let simulate = surroundingRules?.environment?.replies, let state else { return declared }
    guard let simulated = try simulate(state, command) else { return declared }
    return Self.joined(simulated, declared ?? [])
  }

  /// A message that is in both lists occurs once, so that it is one step.
  static func joined(_ first: [M.Message], _ second: [M.Message]) -> [M.Message] {
    if first.isEmpty || second.isEmpty { return first + second }
    let keys = Set(first.map { ItemKey($0) })
    return first + second.filter { !keys.contains(ItemKey($0)) }
  }

  static func distinct(_ messages: [M.Message]) -> [M.Message] {
    if messages.count < 2 { return messages }
    var keys: Set<ItemKey> = []
    return messages.filter { keys.insert(ItemKey($0)).inserted }
  }

  /// The events that end silent effects, and effects whose replies may arrive again.
  private func endings(of state: Surroundings<M>.State) -> [WorldEvent<M>.Kind] {
    let replyIndices = state.repeatableReplies.indices.filter { index in
      !state.isDuplicate(reply: index) && M.policy(for: state.repeatableReplies[index].command).id != nil
    }
    return state.silentEffects.indices.filter { !state.silentEffects[$0].isLost }.map {
      .ending($0, state.silentEffects[$0].command)
    }
      + replyIndices.map { .endingUnrepeated($0, state.repeatableReplies[$0].command) }
  }

  /// The steps in which a repeatable reply comes for the last time, and ends its effect. After a `.reply` step the effect runs
  /// on, so only these steps lead to the runs in which each reply comes once.
  private func lastReplies(
    among steps: [WorldStep<M>], in world: World<M>, _ canBeRepeated: (M.Command) -> Bool
  ) -> [WorldStep<M>] {
    steps.compactMap { step in
      guard case .reply(let message, let index) = step else { return nil }
      let command = world.outstanding[index]
      guard M.policy(for: command).id != nil, canBeRepeated(command) else { return nil }
      return .event(WorldEvent(.lastReply(command: index, command), message))
    }
  }

  /// The replies, and then the events, that are possible in a world of a program with surroundings.
  ///
  /// - Parameter isDuplicate: Returns whether the outstanding command at an index equals an earlier one; not called for an
  ///   environment with delays.
  @usableFromInline
  func repliesAndEvents(
    in world: World<M>, isDuplicate: (Int) -> Bool = { _ in false }, waits: Waits = .least
  ) throws -> [WorldStep<M>] {
    guard let rules = surroundingRules, let state = world.surroundings?.state else { return [] }
    var steps: [WorldStep<M>] = []
    let commandIndices = world.outstanding.indices.filter { index in
      state.progress.isEmpty ? !isDuplicate(index) : !state.isDuplicate(command: index)
    }
    for index in commandIndices {
      for reply in try replies(to: index, in: world, state) { steps.append(.reply(reply, commandIndex: index)) }
    }
    func add(_ kind: WorldEvent<M>.Kind, _ message: M.Message?) { steps.append(.event(WorldEvent(kind, message))) }
    if let interimReplies = rules.interimReplies {
      for index in commandIndices {
        let command = world.outstanding[index]
        for message in try interimReplies(command, world.model) ?? [] { add(.interim(command), message) }
      }
    }
    // The counts are tested first: the type of each list depends on the module, so even a loop over an empty list takes time.
    if let subscriptionMessages = rules.subscriptionMessages, state.subscriptions.count != 0 {
      for subscription in state.subscriptions where M.timer(for: subscription) == nil {
        for message in try subscriptionMessages(subscription, world.model) { add(.subscription(subscription), message) }
      }
    }
    let due = state.agenda.due
    for index in due {
      let item = state.agenda.entries[index].item
      if case .timer(let subscription) = item {
        add(.due(index, item), M.timer(for: subscription)?.message)
      } else {
        add(.due(index, item), nil)
      }
    }
    if due.isEmpty, let deadline = state.agenda.nextDeadline {
      for duration in waits.durations(upTo: deadline, rules.unit) { add(.elapse(duration), nil) }
    }
    if let events = rules.environment?.events, let environmentState = state.environment {
      for (name, message, environmentAfter) in try events(environmentState, state.subscriptions) {
        add(.environment(name, environmentAfter), message)
      }
    }
    for index in commandIndices where !state.progress.isEmpty {
      for event in try advances(of: index, in: world, state) { add(event, nil) }
    }
    if let canBeLost = rules.canBeLost {
      for index in commandIndices where canBeLost(world.outstanding[index]) { add(.loss(command: index), nil) }
    }
    if state.repeatableReplies.count != 0 {
      for (index, reply) in state.repeatableReplies.enumerated() where !state.isDuplicate(reply: index) {
        add(.repeatedReply(index, reply.command), reply.message)
      }
    }
    if rules.tracksSilentEffects {
      if let canBeRepeated = rules.canBeRepeated { steps += lastReplies(among: steps, in: world, canBeRepeated) }
      for ending in endings(of: state) { add(ending, nil) }
    }
    if state.lateMessages.count != 0 {
      for (index, late) in state.lateMessages.enumerated() where try isPossible(late, in: state) {
        for message in try messages(of: late, in: world) { add(.late(index, late.origin), message) }
      }
    }
    return sortsSteps ? sorted(steps, in: world) : steps
  }

  /// The commands that a step performs, or the debounced command that it carries out; none where `update` fails.
  func commandsPerformed(by step: WorldStep<M>, in world: World<M>) -> [M.Command] {
    if case .event(let event) = step, case .due(_, .command(let command, _)) = event.kind { return [command] }
    guard let message = step.message else { return [] }
    return UserCode.calling(.step) {
      var (model, commands): (M.Model, [M.Command]) = (world.model, [])
      let answered = step.answeredCommand(in: world)
      do {
        try Kernel<M>.update(inPlace: &model, for: message, answering: answered, performing: &commands)
        return commands
      } catch {
        return []
      }
    }
  }
}

/// The waits up to the next deadline that are offered as one step each.
@usableFromInline
enum Waits {
  /// Only the shortest wait, because its repetitions give all longer waits.
  case least
  /// The first few multiples of the unit, and the wait up to the deadline: a longer wait is then one step of a trace.
  case all

  /// The largest number of multiples of the unit that are offered, besides the wait up to the deadline.
  private static var limit: Int { 16 }

  func durations(upTo deadline: Duration, _ unit: Duration) -> [Duration] {
    guard unit > .zero, unit < deadline else { return [deadline] }
    switch self {
    case .least: return [unit]
    case .all:
      var durations: [Duration] = []
      var duration = unit
      while duration < deadline, durations.count < Self.limit {
        durations.append(duration)
        duration += unit
      }
      return durations + [deadline]
    }
  }
}

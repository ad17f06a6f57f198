internal import TEASupport
internal import TEARuntime

/// With an environment, a command goes through stages: it is requested, takes effect, and is answered when the environment
/// makes its reply. Then the reply arrives.
///
/// One step can pass several stages: from any earlier stage, the reply may be made, or may arrive. So a stage on which nothing
/// depends adds no step to a counterexample.
extension Rules {
  var commandsTakeTime: Bool { surroundingRules?.environment.map { !$0.isAtOnce } ?? false }

  func replies(
    to index: Int, in world: World<M>, _ state: Surroundings<M>.State
  ) throws -> [M.Message] {
    let command = world.outstanding[index]
    if state.progress.isEmpty { return try possibleReplies(to: command, in: world.model, state.environment) ?? [] }
    switch state.progress[index].stage {
    case .requested:
      let environment = environmentAfterEffect(of: command, in: state.environment)
      return try possibleReplies(to: command, in: world.model, environment) ?? []
    case .effective: return try possibleReplies(to: command, in: world.model, state.environment) ?? []
    case .answered(let message): return [message]
    }
  }

  /// The messages of which one may arrive late. A reply that is not made yet is one of those that are possible now.
  func messages(of late: LateMessage<M>, in world: World<M>) throws -> [M.Message] {
    guard case .reply(let command, isMade: false) = late.origin else { return late.messages }
    return Self.distinct(try possibleReplies(to: command, in: world) ?? [])
  }

  /// The steps that take an outstanding command to a later stage, without the arrival of a reply.
  func advances(
    of index: Int, in world: World<M>, _ state: Surroundings<M>.State
  ) throws -> [WorldEvent<M>.Kind] {
    switch state.progress[index].stage {
    case .requested:
      return [.effect(command: index, world.outstanding[index])]
        + (try replies(to: index, in: world, state)).map { .answer(command: index, $0) }
    case .effective: return try replies(to: index, in: world, state).map { .answer(command: index, $0) }
    case .answered: return []
    }
  }

  func environmentAfterEffect(of command: M.Command, in state: AnyHashable?) -> AnyHashable? {
    guard let state, let environment = surroundingRules?.environment else { return state }
    return environment.perform(state, command)
  }

  func environmentAfterReply(_ message: M.Message, to command: M.Command, in state: AnyHashable?) -> AnyHashable? {
    guard let state, let environment = surroundingRules?.environment else { return state }
    return environment.reply(state, command, message)
  }

  private typealias Event = (name: String, message: M.Message, next: AnyHashable)

  /// The messages of the environment's events that are possible only while the subscription is live.
  ///
  /// - Parameter live: The live subscriptions, which may include this one.
  func lateMessages(
    ofEventsServing subscription: M.Subscription, besides live: [M.Subscription], in environment: AnyHashable?
  ) -> [LateMessage<M>] {
    func key(of event: Event) -> [AnyHashable] {
      let message = ItemKey(event.message)
      return [AnyHashable(event.name), AnyHashable(message), recognitionKey(of: event.next.base)]
    }
    // A closure that throws does so again when the events of a world are listed, and is reported there.
    let others = live.filter { $0 != subscription }
    let otherKeys = Set(((try? events(sendingTo: others, in: environment)) ?? []).map(key))
    return ((try? events(sendingTo: others + [subscription], in: environment)) ?? [])
      .filter { !otherKeys.contains(key(of: $0)) }
      .map { LateMessage($0.message, .subscription(subscription, event: $0.name)) }
  }

  /// The events of the environment that bring messages while these subscriptions are live.
  private func events(sendingTo live: [M.Subscription], in environment: AnyHashable?) throws -> [Event] {
    guard let environment, let events = surroundingRules?.environment?.events else { return [] }
    return try events(environment, live).compactMap { event in event.message.map { (event.name, $0, event.next) } }
  }

  /// The environment after the event of an ended subscription; `nil` where the event is not possible now.
  func environment(
    afterEvent name: String, sending message: M.Message, to subscription: M.Subscription,
    in state: Surroundings<M>.State
  ) throws -> AnyHashable? {
    let key = ItemKey(message)
    // Another live subscription may be served by the same event now.
    let possible = try events(sendingTo: state.subscriptions + [subscription], in: state.environment)
    return possible.first { $0.name == name && ItemKey($0.message) == key }?.next
  }

  /// Returns whether a late message may arrive now. That of an event arrives only where the event can happen.
  func isPossible(_ late: LateMessage<M>, in state: Surroundings<M>.State) throws -> Bool {
    guard case .subscription(let subscription, let event?) = late.origin, let message = late.messages.first else {
      return true
    }
    return try environment(afterEvent: event, sending: message, to: subscription, in: state) != nil
  }

  /// The environment after a late message arrives; `state` no longer holds this message. A reply changes the environment now,
  /// unless it did so before. The event of an ended subscription does so too.
  func environment(
    after origin: LateMessage<M>.Origin, of message: M.Message?, in state: Surroundings<M>.State
  ) -> AnyHashable? {
    guard let message else { return state.environment }
    switch origin {
    case .reply(let command, isMade: false): return environmentAfterReply(message, to: command, in: state.environment)
    case .view, .reply: return state.environment
    case .subscription(_, event: nil): return state.environment
    case .subscription(let subscription, let event?):
      let next = try? environment(afterEvent: event, sending: message, to: subscription, in: state)
      return next ?? state.environment
    }
  }
}

extension Surroundings.State {
  /// Returns whether a command has not taken effect yet; `false` where commands take effect at once.
  func isRequested(_ index: Int) -> Bool {
    guard progress.indices.contains(index), case .requested = progress[index].stage else { return false }
    return true
  }

  /// The stage of a command, in brackets; empty where no equal command is in another stage.
  func stageText(of index: Int) -> String {
    guard progress.indices.contains(index) else { return "" }
    let command = progress[index]
    let key = recognitionKey(of: command.command)
    guard progress.contains(where: { $0.key != command.key && recognitionKey(of: $0.command) == key }) else {
      return ""
    }
    let name: StageName =
      switch command.stage {
      case .requested: .requested
      case .effective: .effective
      case .answered: .answered
      }
    return name.suffix
  }

  /// Returns whether an outstanding command equals an earlier one in the same stage, so that both have the same steps.
  func isDuplicate(command index: Int) -> Bool {
    progress[..<index].contains { $0.key == progress[index].key }
  }
}

internal import TEARuntime

/// Maps the values of one program to those of another, for example to their numbers.
struct ProgramMap<M: Module, Other: Module> {
  let message: (M.Message) -> Other.Message
  let command: (M.Command) -> Other.Command
  let subscription: (M.Subscription) -> Other.Subscription
  let effectID: (M.EffectID) -> Other.EffectID
  let environment: (AnyHashable) -> AnyHashable
}

extension Surroundings.State {
  func map<Other>(_ map: ProgramMap<M, Other>) -> Surroundings<Other>.State {
    var state = Surroundings<Other>.State()
    // The counts are tested first: mapping even an empty list takes time where its type depends on the module.
    if agenda.entries.count != 0 {
      state.agenda = Agenda(
        entries: agenda.entries.map { .init(item: $0.item.map(map), remaining: $0.remaining) })
    }
    if subscriptions.count != 0 { state.subscriptions = subscriptions.map(map.subscription) }
    state.environment = environment.map(map.environment)
    if lateMessages.count != 0 {
      state.lateMessages = lateMessages.map { LateMessage(oneOf: $0.messages.map(map.message), $0.origin.map(map)) }
    }
    if repeatableReplies.count != 0 {
      state.repeatableReplies = repeatableReplies.map {
        RepeatableReply(map.command($0.command), map.message($0.message))
      }
    }
    if progress.count != 0 {
      state.progress = progress.map { CommandProgress(map.command($0.command), $0.stage.map(map)) }
    }
    if silentEffects.count != 0 {
      state.silentEffects = silentEffects.map { SilentEffect(map.command($0.command), isLost: $0.isLost) }
    }
    return state
  }
}

extension WorldStep {
  func map<Other>(_ map: ProgramMap<M, Other>) -> WorldStep<Other> {
    switch self {
    case .message(let message): .message(map.message(message))
    case .reply(let message, let index): .reply(map.message(message), commandIndex: index)
    case .event(let event): .event(WorldEvent(event.kind.map(map), event.message.map(map.message)))
    }
  }
}

extension WorldEvent.Kind {
  fileprivate func map<Other>(_ map: ProgramMap<M, Other>) -> WorldEvent<Other>.Kind {
    switch self {
    case .elapse(let duration): .elapse(duration)
    case .due(let index, let item): .due(index, item.map(map))
    case .subscription(let subscription): .subscription(map.subscription(subscription))
    case .interim(let command): .interim(map.command(command))
    case .late(let index, let origin): .late(index, origin.map(map))
    case .lastReply(let index, let command): .lastReply(command: index, map.command(command))
    case .repeatedReply(let index, let command): .repeatedReply(index, map.command(command))
    case .effect(let index, let command): .effect(command: index, map.command(command))
    case .answer(let index, let message): .answer(command: index, map.message(message))
    case .endingUnrepeated(let index, let command): .endingUnrepeated(index, map.command(command))
    case .ending(let index, let command): .ending(index, map.command(command))
    case .loss(let index): .loss(command: index)
    case .environment(let name, let after): .environment(name, map.environment(after))
    }
  }
}

extension Agenda.Item {
  fileprivate func map<Other>(_ map: ProgramMap<M, Other>) -> Agenda<Other>.Item {
    switch self {
    case .timer(let subscription): .timer(map.subscription(subscription))
    case .command(let command, let id): .command(map.command(command), map.effectID(id))
    case .throttleEnd(let id): .throttleEnd(map.effectID(id))
    }
  }
}

extension LateMessage.Origin {
  fileprivate func map<Other>(_ map: ProgramMap<M, Other>) -> LateMessage<Other>.Origin {
    switch self {
    case .view: .view
    case .reply(let command, let isMade): .reply(map.command(command), isMade: isMade)
    case .subscription(let subscription, let event): .subscription(map.subscription(subscription), event: event)
    }
  }
}

extension CommandProgress.Stage {
  fileprivate func map<Other>(_ map: ProgramMap<M, Other>) -> CommandProgress<Other>.Stage {
    switch self {
    case .requested: .requested
    case .effective: .effective
    case .answered(let message): .answered(map.message(message))
    }
  }
}

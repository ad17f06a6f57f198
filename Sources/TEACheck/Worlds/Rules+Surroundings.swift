internal import TEARuntime

extension Rules {
  /// Takes over what is declared of the program's surroundings, where the program or the specification has any.
  ///
  /// - Throws: ``SpecificationError`` where there are two environments.
  mutating func addSurroundings(of specification: Specification<M>) throws {
    var rules = SurroundingRules<M>()
    var isDeclared = false
    for declaration in specification.declarations {
      switch declaration.kind {
      case .environment(let environment):
        guard rules.environment == nil else {
          throw SpecificationError(
            description:
              "\(M.self) has two environments, the second at \(declaration.place); declare one that holds both")
        }
        rules.environment = environment
      case .subscriptions(let sends):
        let others = rules.sends
        rules.sends = { try (others?($0) ?? []) + sends($0) }
      case .interimReplies(let sends):
        let others = rules.interim
        rules.interim = { try (others?($0) ?? []) + sends($0) }
      case .losses(let canBeLost):
        let others = rules.canBeLost
        rules.canBeLost = { others?($0) == true || canBeLost($0) }
      case .repetitions(let canBeRepeated):
        let others = rules.canBeRepeated
        rules.canBeRepeated = { others?($0) == true || canBeRepeated($0) }
      case .staleViews: rules.hasStaleViews = true
      case .racyCancellation: rules.hasRacyCancellation = true
      default: continue
      }
      isDeclared = true
    }
    guard isDeclared || M.Subscription.self != Never.self || M.EffectID.self != Never.self else { return }
    surroundingRules = rules
  }

  /// Whether nothing says what commands bring.
  @usableFromInline
  var leavesCommandsOpen: Bool {
    replies == nil && surroundingRules?.environment == nil && surroundingRules?.interim == nil
  }

  /// What a command may bring, in a world.
  ///
  /// - Returns: `nil` where it is never answered.
  func answers(to command: M.Command, in world: World<M>) throws -> [M.Message]? {
    let declared = try replies?(command, world.model)
    guard let environment = surroundingRules?.environment, let state = world.surroundings?.state.environment else {
      return declared
    }
    guard let simulated = try environment.replies(state, command) else { return declared }
    return simulated + (declared ?? [])
  }

  /// Everything but the messages that are offered that can happen next where a program has surroundings: replies, and
  /// then events.
  ///
  /// - Parameter isRepeated: Whether an outstanding command equals one that was performed before it.
  /// - Throws: What the module's view or a declaration throws.
  @usableFromInline
  func happenings(in world: World<M>, isRepeated: (Int) -> Bool = { _ in false }) throws -> [WorldStep<M>] {
    guard let rules = surroundingRules, let state = world.surroundings?.state else { return [] }
    var steps: [WorldStep<M>] = []
    let commands = world.outstanding.indices.filter { !isRepeated($0) }
    for index in commands {
      for reply in try answers(to: world.outstanding[index], in: world) ?? [] {
        steps.append(.reply(reply, command: index))
      }
    }
    var add: (WorldEvent<M>.Kind, M.Message?) -> Void { { steps.append(.event(WorldEvent($0, $1))) } }
    if let interim = rules.interim {
      for index in commands {
        let command = world.outstanding[index]
        for message in try interim(command) { add(.interim(command), message) }
      }
    }
    for subscription in state.subscriptions where M.timer(for: subscription) == nil {
      for message in try rules.sends?(subscription) ?? [] { add(.subscription(subscription), message) }
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
    if due.isEmpty, let next = state.agenda.nextDeadline {
      add(.elapse(rules.unit > .zero ? min(next, rules.unit) : next), nil)
    }
    if let environment = rules.environment, let now = state.environment {
      for (name, message, next) in environment.events(now, state.subscriptions) {
        add(.environment(name, next), message)
      }
    }
    if let canBeLost = rules.canBeLost {
      for index in commands where canBeLost(world.outstanding[index]) { add(.loss(command: index), nil) }
    }
    for (index, echo) in state.echoes.enumerated() { add(.echo(index, echo.command), echo.message) }
    for (index, late) in state.late.enumerated() { add(.late(index, late.origin), late.message) }
    return steps
  }

  /// Takes a step where a program has surroundings.
  ///
  /// - Returns: The world, and what `update` threw.
  @usableFromInline
  func takeAmidSurroundings(
    _ step: WorldStep<M>, in world: World<M>, performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    commands.removeAll(keepingCapacity: true)
    guard let rules = surroundingRules, var state = world.surroundings?.state else { return (world, nil) }
    var next = world
    var isLate = false
    switch step {
    case .message: break
    case .reply(let message, let index):
      let command = next.outstanding.remove(at: index)
      if let now = state.environment { state.environment = rules.environment?.reply(now, command, message) }
      if rules.canBeRepeated?(command) == true { state.echoes.append((command, message)) }
    case .event(let event):
      isLate = event.isLate
      switch event.kind {
      case .elapse(let duration): state.agenda.elapse(duration)
      case .due(let index, let item):
        _ = state.agenda.take(index)
        if case .command(let command, _) = item { commands.append(command) }
      case .subscription, .interim: break
      case .late(let index, _): state.late.remove(at: index)
      case .echo(let index, _): state.echoes.remove(at: index)
      case .loss(let command): next.outstanding.remove(at: command)
      case .environment(_, let after): state.environment = after
      }
    }
    // What was carried out after a pause has passed its policy.
    for command in commands { perform(command, &state, &next) }
    guard let message = step.message else {
      next.surroundings = Surroundings(state)
      return (next, nil)
    }
    var late = isLate ? state.late : []
    do {
      next.model = try Kernel<M>.update(world.model, for: message, performing: &commands)
    } catch {
      next.surroundings = Surroundings(state)
      return (next, error)
    }
    follow(next.model, &state, &late)
    for command in commands { admit(command, &state, &next, &late) }
    if rules.hasStaleViews { addStaleMessages(from: world, to: next, &late) }
    state.late = []
    for message in late where !state.late.contains(where: { $0.key == message.key }) { state.late.append(message) }
    next.surroundings = Surroundings(state)
    return (next, nil)
  }

  /// The world at the start, with what the start performed.
  func surrounded(_ model: M.Model, performing commands: [M.Command]) -> World<M> {
    var world = World<M>(model: model)
    guard let rules = surroundingRules else { return world }
    var state = Surroundings<M>.State()
    state.environment = rules.environment?.initial()
    world.surroundings = Surroundings(state)
    var late: [Late<M>] = []
    follow(model, &state, &late)
    for command in commands { admit(command, &state, &world, &late) }
    world.surroundings = Surroundings(state)
    return world
  }

  /// Begins and ends subscriptions as the model asks for it.
  private func follow(_ model: M.Model, _ state: inout Surroundings<M>.State, _ late: inout [Late<M>]) {
    // A timer has sent something only if it was due.
    let due = state.agenda.due.map { state.agenda.entries[$0].item }
    let change = SubscriptionChange(from: state.subscriptions, to: M.subscriptions(for: model), of: M.self)
    state.agenda.follow(ending: change.ending, beginning: change.beginning)
    state.subscriptions = change.live
    for subscription in change.beginning {
      if let timer = M.timer(for: subscription) { surroundingRules?.durations.note(timer.duration) }
    }
    guard surroundingRules?.hasRacyCancellation == true else { return }
    for subscription in change.ending {
      var messages = (try? surroundingRules?.sends?(subscription)) ?? []
      if let timer = M.timer(for: subscription) {
        let isDue = due.contains { if case .timer(subscription) = $0 { true } else { false } }
        messages = isDue ? [timer.message] : []
      }
      late += messages.map { Late($0, .subscription(subscription)) }
    }
  }

  /// Applies the policy of a command, and carries it out where that lets it through.
  private func admit(
    _ command: M.Command, _ state: inout Surroundings<M>.State, _ world: inout World<M>, _ late: inout [Late<M>]
  ) {
    let policy = M.policy(for: command)
    switch policy {
    case .debounce(_, let duration), .throttle(_, let duration): surroundingRules?.durations.note(duration)
    case .all, .latest, .first, .cancel: break
    }
    let outstanding = world.outstanding
    var cancelled: M.EffectID?
    let isAdmitted = state.agenda.admit(
      command, isRunning: { id in outstanding.contains { M.policy(for: $0).id == id } }, cancel: { cancelled = $0 })
    if let cancelled {
      if surroundingRules?.hasRacyCancellation == true {
        for command in outstanding where M.policy(for: command).id == cancelled {
          let messages =
            ((try? answers(to: command, in: world)) ?? []) + ((try? surroundingRules?.interim?(command)) ?? [])
          late += messages.map { Late($0, .reply(command)) }
        }
      }
      world.outstanding.removeAll { M.policy(for: $0).id == cancelled }
      state.echoes.removeAll { M.policy(for: $0.command).id == cancelled }
    }
    if isAdmitted { perform(command, &state, &world) }
  }

  private func perform(_ command: M.Command, _ state: inout Surroundings<M>.State, _ world: inout World<M>) {
    if let now = state.environment { state.environment = surroundingRules?.environment?.perform(now, command) }
    var performed = world
    performed.surroundings = Surroundings(state)
    if brings(command, in: performed) { world.outstanding.append(command) }
  }

  /// Whether anything comes of a command: it is outstanding then.
  private func brings(_ command: M.Command, in world: World<M>) -> Bool {
    // A declaration that throws throws again where the command is to be answered, and is reported there.
    if case .success(nil) = Result(catching: { try answers(to: command, in: world) }) {
      guard let interim = surroundingRules?.interim else { return false }
      return (try? interim(command).isEmpty) != true
    }
    return true
  }

  /// Adds what the view before offered and the one after does not.
  private func addStaleMessages(from before: World<M>, to after: World<M>, _ late: inout [Late<M>]) {
    let offered = (try? messages(in: before)) ?? []
    guard !offered.isEmpty else { return }
    let now = Set(((try? messages(in: after)) ?? []).map { recognitionKey(of: $0) })
    late += offered.filter { !now.contains(recognitionKey(of: $0)) }.map { Late($0, .view) }
  }
}

internal import TEASupport
internal import TEARuntime

extension Rules {
  /// Takes a step of a program with surroundings: the step names the event, and the kernel applies its consequences.
  ///
  /// - Returns: The world, and the error that `update` threw.
  @usableFromInline
  func takeInSurroundings(
    _ step: WorldStep<M>, in world: World<M>, performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    commands.removeAll(keepingCapacity: true)
    guard let rules = surroundingRules, let state = world.surroundings?.state else { return (world, nil) }
    var stage = StepInProgress(origin: world, world: world, state: state)
    var isLate = false
    switch step {
    case .message: break
    case .reply(let message, let index):
      makeReply(message, to: index, &stage)
      let command = stage.remove(index)
      if rules.canBeRepeated?(command) == true { stage.state.repeatedReplies.append(RepeatedReply(command, message)) }
    case .event(let event):
      isLate = event.isLate
      happen(event.kind, &stage, performing: &commands)
    }
    guard let message = step.message else { return (stage.ended, nil) }
    if !isLate { stage.state.late = [] }
    do {
      stage.world.model = try Kernel<M>.update(
        world.model, for: message, answering: step.answeredCommand(in: world), performing: &commands)
    } catch {
      stage.state.late = isLate ? stage.state.late : state.late
      return (stage.ended, error)
    }
    follow(&stage, performing: commands)
    if rules.hasStaleViews { addStaleMessages(from: world, to: &stage) }
    stage.state.forgetRepeatedLateMessages()
    return (stage.ended, nil)
  }

  /// The first world, with the consequences of the commands of the start.
  func surrounded(_ model: M.Model, performing commands: [M.Command]) -> World<M> {
    let world = World<M>(model: model)
    guard let rules = surroundingRules else { return world }
    var state = Surroundings<M>.State()
    state.environment = rules.environment?.initial()
    var stage = StepInProgress(origin: world, world: world, state: state)
    follow(&stage, performing: commands)
    // The start replaces no view or effect, so nothing can be late.
    stage.state.late = []
    return stage.ended
  }

  /// The rules for a search of a program whose use of time and policies is known.
  func withUsage(_ usage: UsageLog.Usage) -> Rules {
    var rules = self
    rules.surroundingRules?.unit = usage.unit
    rules.surroundingRules?.followsSilentEffects = usage.givesWay
    guard surroundingRules != nil, !usage.givesWay else { return rules }
    for origin in rules.origins.indices {
      guard var state = rules.origins[origin].world.surroundings?.state else { continue }
      state.silent = []
      rules.origins[origin].world.surroundings = Surroundings(state)
    }
    return rules
  }

  /// A world in the midst of a step.
  private struct StepInProgress {
    /// The world before the step.
    let origin: World<M>
    var world: World<M>
    var state: Surroundings<M>.State

    /// Removes a command from those outstanding.
    mutating func remove(_ index: Int) -> M.Command {
      if !state.progress.isEmpty { state.progress.remove(at: index) }
      return world.outstanding.remove(at: index)
    }

    /// The world at the end of the step.
    var ended: World<M> {
      var world = world
      var state = state
      state.forgetRepeatedSilentEffects()
      world.surroundings = Surroundings(state)
      return world
    }
  }

  /// Applies an event that is neither an offered message nor a reply, up to the message that it sends.
  private func happen(_ kind: WorldEvent<M>.Kind, _ stage: inout StepInProgress, performing commands: inout [M.Command])
  {
    switch kind {
    case .elapse(let duration): stage.state.agenda.elapse(duration)
    case .due(let index, _): carryOut(&stage, performing: &commands) { $0.fire(index).actions }
    case .subscription, .interim: break
    case .late(let index, _): stage.state.late.remove(at: index)
    case .repeatedReply(let index, _), .lastRepeatedReply(let index, _): stage.state.repeatedReplies.remove(at: index)
    case .ending(let index, _): stage.state.silent.remove(at: index)
    case .effect(let index, _): takeEffect(index, &stage)
    case .answer(let index, let message): makeReply(message, to: index, &stage)
    case .loss(let index):
      let command = stage.remove(index)
      addSilentEffect(command, isLost: true, &stage)
    case .environment(_, let after): stage.state.environment = after
    }
  }

  /// Ends a step as the kernel does: starts and ends subscriptions by the model, and applies the policies of the
  /// commands.
  private func follow(_ stage: inout StepInProgress, performing commands: [M.Command]) {
    let before = stage
    var carriedOut: [M.Command] = []
    let model = stage.world.model
    carryOut(&stage, performing: &carriedOut) { $0.follow(model, performing: commands) }
    let change = SubscriptionChange(from: before.state.subscriptions, to: stage.state.subscriptions, of: M.self)
    surroundingRules?.usage.note(of: M.self, commands, beginning: change.beginning)
    guard surroundingRules?.hasRacyCancellation == true else { return }
    // A timer that was not due cannot have sent a message that is still queued.
    let due = before.state.agenda.due.map { before.state.agenda.entries[$0].item }
    let late = change.ending.flatMap { subscription -> [LateMessage<M>] in
      var messages = (try? surroundingRules?.sends?(subscription)) ?? []
      if let timer = M.timer(for: subscription) {
        let isDue = due.contains { if case .timer(subscription) = $0 { true } else { false } }
        messages = isDue ? [timer.message] : []
      }
      return messages.map { LateMessage($0, .subscription(subscription)) }
    }
    stage.state.late.insert(contentsOf: late, at: before.state.late.count)
  }

  /// Lets the kernel end the step, and applies its actions in their order.
  ///
  /// - Parameter commands: Receives the commands that are carried out.
  private func carryOut(
    _ stage: inout StepInProgress, performing commands: inout [M.Command],
    _ advance: (inout KernelState<M>) -> [Kernel<M>.Action]
  ) {
    let before = stage
    let (outstanding, repeatedReplies, silent) = (
      before.world.outstanding, before.state.repeatedReplies, before.state.silent
    )
    let running = outstanding + repeatedReplies.map(\.command) + silent.map(\.command)
    var kernel = KernelState<M>(
      subscriptions: before.state.subscriptions, agenda: before.state.agenda,
      running: running.map { M.policy(for: $0).id })
    let actions = advance(&kernel)
    (stage.state.subscriptions, stage.state.agenda) = (kernel.subscriptions, kernel.agenda)
    var (cancelled, told): (Set<Int>, Set<Int>) = ([], [])
    for action in actions {
      switch action {
      case .show, .subscribe, .unsubscribe: continue
      case .cancel(let effect): cancelled.insert(effect.number)
      case .perform(let command, _):
        notifyCancellations(cancelled.subtracting(told), of: running, &stage)
        told = cancelled
        commands.append(command)
        perform(command, &stage)
      }
    }
    notifyCancellations(cancelled.subtracting(told), of: running, &stage)
    guard !cancelled.isEmpty else { return }
    if surroundingRules?.hasRacyCancellation == true {
      stage.state.late += cancelled.sorted().flatMap { lateMessages(ofEffect: $0, in: before) }
    }
    func kept<Element>(_ elements: [Element], _ now: [Element], after first: Int) -> [Element] {
      elements.indices.filter { !cancelled.contains(first + $0) }.map { elements[$0] } + now[elements.count...]
    }
    stage.world.outstanding = kept(outstanding, stage.world.outstanding, after: 0)
    if !before.state.progress.isEmpty || !stage.state.progress.isEmpty {
      stage.state.progress = kept(before.state.progress, stage.state.progress, after: 0)
    }
    stage.state.repeatedReplies = kept(repeatedReplies, stage.state.repeatedReplies, after: outstanding.count)
    stage.state.silent = kept(silent, stage.state.silent, after: outstanding.count + repeatedReplies.count)
  }

  /// Tells the environment about cancelled effects, all at once, because the order in which they began is not part of
  /// the world.
  private func notifyCancellations(_ cancelled: Set<Int>, of running: [M.Command], _ stage: inout StepInProgress) {
    guard !cancelled.isEmpty, let environment = surroundingRules?.environment else { return }
    let commands = cancelled.sorted().map { running[$0] }
    for place in canonicalOrder(of: commands) {
      guard let now = stage.state.environment else { return }
      stage.state.environment = environment.cancel(now, commands[place])
    }
  }

  /// The messages that a cancelled effect may have sent before the step; the effect is given by its number among the
  /// running ones.
  private func lateMessages(ofEffect number: Int, in before: StepInProgress) -> [LateMessage<M>] {
    let outstanding = before.world.outstanding
    if number < outstanding.count {
      let command = outstanding[number]
      var world = before.world
      // A queued message was made before the step, from the model of that time.
      world.model = before.origin.model
      var state = before.state
      state.environment = before.origin.surroundings?.state.environment
      let answers: [M.Message]
      if takesTime {
        // With an environment, making a reply is a step of its own, so only a reply that was made can be queued.
        if case .answered(let message) = state.progress[number].stage { answers = [message] } else { answers = [] }
      } else {
        answers = (try? replies(to: number, in: world, state)) ?? []
      }
      let messages = answers + ((try? surroundingRules?.interim?(command, world.model)) ?? [])
      return messages.map { LateMessage($0, .reply(command)) }
    }
    let echo = number - outstanding.count
    guard echo < before.state.repeatedReplies.count else { return [] }
    return [LateMessage(before.state.repeatedReplies[echo].message, .reply(before.state.repeatedReplies[echo].command))]
  }

  private func perform(_ command: M.Command, _ stage: inout StepInProgress) {
    if takesTime {
      stage.world.outstanding.append(command)
      stage.state.progress.append(CommandProgress(command, .requested))
      return
    }
    stage.state.environment = effect(of: command, in: stage.state.environment)
    if canBeAnswered(command, in: stage) {
      stage.world.outstanding.append(command)
    } else {
      addSilentEffect(command, isLost: false, &stage)
    }
  }

  /// Lets an outstanding command take effect. A command without a reply is outstanding no more.
  private func takeEffect(_ index: Int, _ stage: inout StepInProgress) {
    let command = stage.world.outstanding[index]
    stage.state.environment = effect(of: command, in: stage.state.environment)
    stage.state.progress[index] = CommandProgress(command, .effective)
    guard !canBeAnswered(command, in: stage) else { return }
    _ = stage.remove(index)
    addSilentEffect(command, isLost: false, &stage)
  }

  /// Makes the reply to an outstanding command, unless it is made already.
  private func makeReply(_ message: M.Message, to index: Int, _ stage: inout StepInProgress) {
    let command = stage.world.outstanding[index]
    if takesTime {
      switch stage.state.progress[index].stage {
      case .requested: stage.state.environment = effect(of: command, in: stage.state.environment)
      case .effective: break
      case .answered: return
      }
      stage.state.progress[index] = CommandProgress(command, .answered(message))
    }
    stage.state.environment = answer(command, with: message, in: stage.state.environment)
  }

  /// Keeps an effect that sends nothing more but still runs, because a policy may depend on it.
  private func addSilentEffect(_ command: M.Command, isLost: Bool, _ stage: inout StepInProgress) {
    guard surroundingRules?.followsSilentEffects == true, M.policy(for: command).id != nil else { return }
    stage.state.silent.append(SilentEffect<M>(command, isLost: isLost))
  }

  /// Returns whether a command can have a reply or an interim reply, and therefore is outstanding.
  private func canBeAnswered(_ command: M.Command, in stage: StepInProgress) -> Bool {
    let (model, environment) = (stage.world.model, stage.state.environment)
    // A declaration that throws counts as a reply here: it throws again when the command is answered, and is reported
    // there.
    if case .success(nil) = Result(catching: { try answers(to: command, in: model, environment) }) {
      guard let interim = surroundingRules?.interim else { return false }
      if case .success(nil) = Result(catching: { try interim(command, model) }) { return false }
    }
    return true
  }

  /// Adds the messages that the previous view offered and the new one does not.
  private func addStaleMessages(from before: World<M>, to stage: inout StepInProgress) {
    let offered = (try? messages(in: before)) ?? []
    guard !offered.isEmpty else { return }
    let now = Set(((try? messages(in: stage.ended)) ?? []).map { recognitionKey(of: $0) })
    stage.state.late += offered.filter { !now.contains(recognitionKey(of: $0)) }.map { LateMessage($0, .view) }
  }
}

extension Surroundings.State {
  /// Returns whether a repeated reply equals an earlier one: its steps would be repetitions.
  func isRepeated(reply index: Int) -> Bool {
    repeatedReplies[..<index].contains { $0.key == repeatedReplies[index].key }
  }

  /// Keeps one of several equal silent effects, since only their presence matters. It runs at the end of a step, after
  /// cancelled effects were removed.
  fileprivate mutating func forgetRepeatedSilentEffects() {
    guard silent.count > 1 else { return }
    var kept: [SilentEffect<M>] = []
    for effect in silent where !kept.contains(where: { $0.key == effect.key }) { kept.append(effect) }
    silent = kept
  }

  /// Keeps the first of several equal late messages.
  fileprivate mutating func forgetRepeatedLateMessages() {
    var kept: [LateMessage<M>] = []
    for message in late where !kept.contains(where: { $0.key == message.key }) { kept.append(message) }
    late = kept
  }
}

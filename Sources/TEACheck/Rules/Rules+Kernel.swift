internal import TEASupport
internal import TEARuntime

extension Rules {
  /// - Returns: The world, and the error that `update` threw; `nil` for success. After an error, the model is that before the
  ///   step, and the rest of the world is as the event or the reply left it. Late messages are gone, unless the step is late.
  @usableFromInline
  func takeInSurroundings(
    _ step: WorldStep<M>, in world: World<M>, performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    commands.removeAll(keepingCapacity: true)
    guard var current = worldBeforeUpdate(step, in: world, performing: &commands) else { return (world, nil) }
    guard let message = step.message else { return (current.endWorld, nil) }
    do {
      try Kernel<M>.update(
        inPlace: &current.world.model, for: message, answering: step.answeredCommand(in: world), performing: &commands)
    } catch {
      current.world.model = world.model
      return (current.endWorld, error)
    }
    return (worldAfterUpdate(step, &current, from: world, performing: commands), nil)
  }

  /// The world after a step whose `update` has run already.
  ///
  /// - Parameters:
  ///   - model: The model after the step; `nil` where `update` failed, or the step brings no message.
  ///   - commands: The commands that `update` performed; for a step without a message, receives those that are carried out.
  func world(
    after step: WorldStep<M>, in world: World<M>, updatedTo model: M.Model?, performing commands: inout [M.Command]
  ) -> World<M> {
    var carriedOutCommands: [M.Command] = []
    guard var current = worldBeforeUpdate(step, in: world, performing: &carriedOutCommands) else { return world }
    if step.message == nil { commands = carriedOutCommands }
    guard let model else { return current.endWorld }
    current.world.model = model
    return worldAfterUpdate(step, &current, from: world, performing: commands)
  }

  private func worldBeforeUpdate(
    _ step: WorldStep<M>, in world: World<M>, performing commands: inout [M.Command]
  ) -> StepInProgress? {
    guard let state = world.surroundings?.state else { return nil }
    var current = StepInProgress(world: world, state: state)
    switch step {
    case .message: break
    case .reply(let message, let index):
      makeReply(message, to: index, &current)
      let command = current.removeCommand(at: index)
      if surroundingRules?.canBeRepeated?(command) == true {
        current.state.repeatableReplies.append(RepeatableReply(command, message))
      }
    case .event(let event): apply(event, in: world, to: &current, performing: &commands)
    }
    // Late messages arrive only before the next message that is not late, so they are gone now, even if `update` fails.
    if step.message != nil, !step.isLate { current.state.lateMessages = [] }
    return current
  }

  private func worldAfterUpdate(
    _ step: WorldStep<M>, _ current: inout StepInProgress, from world: World<M>, performing commands: [M.Command]
  ) -> World<M> {
    UserCode.restartStepTime()
    follow(&current, from: world, performing: commands)
    if surroundingRules?.hasStaleViews == true { addStaleMessages(from: world, to: &current) }
    current.state.forgetDuplicateLateMessages()
    return current.endWorld
  }

  /// The first world of a program. Without surroundings, this is only the model, and the caller adds the commands.
  func startWorld(of model: M.Model, performing commands: [M.Command]) -> World<M> {
    let world = World<M>(model: model)
    guard let rules = surroundingRules else { return world }
    var state = Surroundings<M>.State()
    state.environment = rules.environment?.initial()
    var current = StepInProgress(world: world, state: state)
    follow(&current, from: world, performing: commands)
    // The start replaces no view or effect, so nothing can be late.
    current.state.lateMessages = []
    return current.endWorld
  }

  /// The rules for a program that uses these durations and policies. *Silent effects*, which run but send nothing more, are
  /// removed where nothing depends on them. Must be called on the original rules, because a later call could not bring them
  /// back.
  func withUsage(_ usage: UsageLog.Usage) -> Rules {
    var rules = self
    rules.surroundingRules?.unit = usage.unit
    rules.surroundingRules?.tracksSilentEffects = usage.needsSilentEffects
    guard surroundingRules != nil, !usage.needsSilentEffects else { return rules }
    for index in rules.origins.indices {
      guard var state = rules.origins[index].world.surroundings?.state else { continue }
      state.silentEffects = []
      rules.origins[index].world.surroundings = Surroundings(state)
    }
    return rules
  }

  /// The rules with the durations and policies that the program has used so far; see ``withUsage(_:)``.
  var withLatestUsage: Rules { surroundingRules.map { withUsage($0.usageLog.usage) } ?? self }

  /// Notes that silent effects matter, in the log that all copies of the rules share.
  ///
  /// Must be called before steps in worlds that the exploration of the first worlds has not reached. A command there may be
  /// dropped because an effect runs, even if no command of the first worlds can be.
  func trackSilentEffects() { surroundingRules?.usageLog.usage.needsSilentEffects = true }

  /// The program used durations or policies that these rules do not know.
  var hasNewUsage: Bool {
    guard let rules = surroundingRules else { return false }
    return rules.usageLog.usage != UsageLog.Usage(unit: rules.unit, needsSilentEffects: rules.tracksSilentEffects)
  }

  private struct StepInProgress {
    /// The model and the outstanding commands so far, with the surroundings before the step, which ``endWorld`` replaces by
    /// `state`.
    var world: World<M>
    var state: Surroundings<M>.State

    mutating func removeCommand(at index: Int) -> M.Command {
      if !state.progress.isEmpty { state.progress.remove(at: index) }
      return world.outstanding.remove(at: index)
    }

    var endWorld: World<M> {
      var world = world
      var state = state
      state.forgetDuplicateSilentEffects()
      world.surroundings = Surroundings(state)
      return world
    }
  }

  /// Changes the surroundings by an event. The caller updates the model with the event's message, if there is one.
  private func apply(
    _ event: WorldEvent<M>, in world: World<M>, to current: inout StepInProgress, performing commands: inout [M.Command]
  ) {
    switch event.kind {
    case .elapse(let duration): current.state.agenda.elapse(duration)
    case .due(let index, _):
      let running = runningEffects(of: current)
      var kernel = kernel(of: current, running: running)
      let actions = kernel.fire(index).actions
      advance(&current, from: world, to: kernel, running: running, by: actions, performing: &commands)
    case .subscription, .interim: break
    case .late(let index, let origin):
      current.state.lateMessages.remove(at: index)
      current.state.environment = environment(after: origin, of: event.message, in: current.state)
    case .lastReply(let index, _):
      if let reply = event.message { makeReply(reply, to: index, &current) }
      _ = current.removeCommand(at: index)
    case .repeatedReply(let index, _), .endingUnrepeated(let index, _):
      current.state.repeatableReplies.remove(at: index)
    case .ending(let index, _): current.state.silentEffects.remove(at: index)
    case .effect(let index, _): takeEffect(index, &current)
    case .answer(let index, let message): makeReply(message, to: index, &current)
    case .loss(let index):
      let command = current.removeCommand(at: index)
      addSilentEffect(command, isLost: true, &current)
    case .environment(_, let after): current.state.environment = after
    }
  }

  /// Starts and ends subscriptions as the model says, and applies the policies of the commands.
  private func follow(_ current: inout StepInProgress, from before: World<M>, performing commands: [M.Command]) {
    if commands.count == 0, surroundingRules?.hasSubscriptions == false { return }
    let isRacy = surroundingRules?.hasRacyCancellation == true
    let (agendaBefore, lateCountBefore) = (current.state.agenda, current.state.lateMessages.count)
    // The environment after the step's own event, and before its commands.
    let environmentBefore = isRacy ? current.state.environment : nil
    // Filled but not read: `advance` adds the commands that are carried out to the world itself.
    var carriedOutCommands: [M.Command] = []
    // Only a command can cancel a running effect, or be dropped for one.
    let running = commands.count == 0 ? [] : runningEffects(of: current)
    var kernel = kernel(of: current, running: running)
    let (actions, change) = kernel.completeStep(to: current.world.model, performing: commands)
    advance(&current, from: before, to: kernel, running: running, by: actions, performing: &carriedOutCommands)
    surroundingRules?.usageLog.note(of: M.self, commands, beginning: change.beginning)
    guard isRacy, !change.ending.isEmpty, var live = before.surroundings?.state.subscriptions else { return }
    // A timer that was not due cannot have sent a message that is still queued.
    let dueItems = agendaBefore.due.map { agendaBefore.entries[$0].item }
    let newLateMessages = change.ending.flatMap { subscription -> [LateMessage<M>] in
      var messages = (try? surroundingRules?.subscriptionMessages?(subscription, before.model)) ?? []
      var eventMessages: [LateMessage<M>] = []
      if let timer = M.timer(for: subscription) {
        let isDue = dueItems.contains { if case .timer(subscription) = $0 { true } else { false } }
        messages = isDue ? [timer.message] : []
      } else {
        eventMessages = lateMessages(ofEventsServing: subscription, besides: live, in: environmentBefore)
      }
      live.removeAll { $0 == subscription }
      return messages.map { LateMessage($0, .subscription(subscription, event: nil)) } + eventMessages
    }
    // Messages of ended subscriptions come before those of cancelled effects, which `advance` has appended.
    current.state.lateMessages.insert(contentsOf: newLateMessages, at: lateCountBefore)
  }

  /// The commands of the effects that run: first the outstanding commands, then those of replies that may arrive again, then
  /// those of silent effects. The index of a command is the kernel's number of its effect.
  private func runningEffects(of current: StepInProgress) -> [M.Command] {
    // Closures, because evaluating a key path of a generic type took a tenth of the time of a search with commands.
    var running = current.world.outstanding
    if current.state.repeatableReplies.count != 0 { running += current.state.repeatableReplies.map { $0.command } }
    if current.state.silentEffects.count != 0 { running += current.state.silentEffects.map { $0.command } }
    return running
  }

  private func kernel(of current: StepInProgress, running: [M.Command]) -> KernelState<M> {
    KernelState<M>(
      subscriptions: current.state.subscriptions, agenda: current.state.agenda,
      running: running.count == 0 ? [] : running.map { M.policy(for: $0).id })
  }

  /// Carries out the actions of the kernel in the world.
  ///
  /// - Parameter running: The commands of the effects that ran before the actions, by the numbers of the effects.
  private func advance(
    _ current: inout StepInProgress, from world: World<M>, to kernel: KernelState<M>, running: [M.Command],
    by actions: [Kernel<M>.Action], performing commands: inout [M.Command]
  ) {
    (current.state.subscriptions, current.state.agenda) = (kernel.subscriptions, kernel.agenda)
    if actions.count == 0 { return }
    let (outstandingBefore, stateBefore) = (current.world.outstanding, current.state)
    // The numbers of the cancelled effects, and of those among them whose cancellation the environment was told of.
    var (cancelled, notified): (Set<Int>, Set<Int>) = ([], [])
    for action in actions {
      switch action {
      case .show, .subscribe, .unsubscribe: continue
      case .cancel(let effect): cancelled.insert(effect.number)
      case .perform(let command, _):
        notifyCancellations(cancelled.subtracting(notified), of: running, &current)
        notified = cancelled
        commands.append(command)
        perform(command, &current)
      }
    }
    notifyCancellations(cancelled.subtracting(notified), of: running, &current)
    guard !cancelled.isEmpty else { return }
    if surroundingRules?.hasRacyCancellation == true {
      current.state.lateMessages += cancelled.sorted().flatMap {
        lateMessages(ofEffect: $0, outstanding: outstandingBefore, stateBefore, in: world)
      }
    }
    // The elements of `old` whose effects were not cancelled, and then the elements that `new` has in addition. `offset` is the
    // index in `running` of the first element of `old`.
    func kept<Element>(_ old: [Element], _ new: [Element], offset: Int) -> [Element] {
      old.indices.filter { !cancelled.contains(offset + $0) }.map { old[$0] } + new[old.count...]
    }
    let (repeatableReplies, silent) = (stateBefore.repeatableReplies, stateBefore.silentEffects)
    current.world.outstanding = kept(outstandingBefore, current.world.outstanding, offset: 0)
    if !stateBefore.progress.isEmpty || !current.state.progress.isEmpty {
      current.state.progress = kept(stateBefore.progress, current.state.progress, offset: 0)
    }
    current.state.repeatableReplies = kept(
      repeatableReplies, current.state.repeatableReplies, offset: outstandingBefore.count)
    current.state.silentEffects = kept(
      silent, current.state.silentEffects, offset: outstandingBefore.count + repeatableReplies.count)
  }

  /// Tells the environment about cancelled effects in canonical order, because the order in which they began is not part of
  /// the world.
  private func notifyCancellations(_ cancelled: Set<Int>, of running: [M.Command], _ current: inout StepInProgress) {
    guard !cancelled.isEmpty, let rules = surroundingRules, let cancel = rules.environment?.cancel else { return }
    let commands = cancelled.sorted().map { running[$0] }
    for index in rules.canonicalOrder(commands) {
      guard let environmentState = current.state.environment else { return }
      current.state.environment = cancel(environmentState, commands[index])
    }
  }

  /// The messages that a cancelled effect may have sent before the step. `outstanding` and `stateBefore` are those before the
  /// kernel advanced; `world` is the world before the step.
  private func lateMessages(
    ofEffect number: Int, outstanding: [M.Command], _ stateBefore: Surroundings<M>.State, in world: World<M>
  ) -> [LateMessage<M>] {
    if number < outstanding.count {
      let command = outstanding[number]
      // The effect sends one last reply, and may have sent each of its other messages before.
      let lastReply: LateMessage<M>?
      if commandsTakeTime {
        // Only a reply that the environment has made can be queued.
        lastReply = stateBefore.progress[number].reply.map { LateMessage($0.message, .reply(command, isMade: true)) }
      } else if surroundingRules?.environment != nil {
        lastReply = LateMessage(oneOf: [], .reply(command, isMade: false))
      } else {
        // A queued message was made before the step, from the model of that time.
        let queued = Self.distinct((try? possibleReplies(to: command, in: world)) ?? [])
        lastReply = queued.isEmpty ? nil : LateMessage(oneOf: queued, .reply(command, isMade: true))
      }
      let interimReplies = (try? surroundingRules?.interimReplies?(command, world.model)) ?? []
      return (lastReply.map { [$0] } ?? []) + interimReplies.map { LateMessage($0, .reply(command, isMade: true)) }
    }
    let index = number - outstanding.count
    guard index < stateBefore.repeatableReplies.count else { return [] }
    let reply = stateBefore.repeatableReplies[index]
    return [LateMessage(reply.message, .reply(reply.command, isMade: true))]
  }

  private func perform(_ command: M.Command, _ current: inout StepInProgress) {
    if commandsTakeTime {
      current.world.outstanding.append(command)
      current.state.progress.append(CommandProgress(command, .requested))
      return
    }
    current.state.environment = environmentAfterEffect(of: command, in: current.state.environment)
    if canBeAnswered(command, in: current) {
      current.world.outstanding.append(command)
    } else {
      addSilentEffect(command, isLost: false, &current)
    }
  }

  /// Lets a command take effect. A command without a reply is no longer outstanding afterwards.
  private func takeEffect(_ index: Int, _ current: inout StepInProgress) {
    let command = current.world.outstanding[index]
    current.state.environment = environmentAfterEffect(of: command, in: current.state.environment)
    current.state.progress[index] = CommandProgress(command, .effective)
    guard !canBeAnswered(command, in: current) else { return }
    _ = current.removeCommand(at: index)
    addSilentEffect(command, isLost: false, &current)
  }

  private func makeReply(_ message: M.Message, to index: Int, _ current: inout StepInProgress) {
    let command = current.world.outstanding[index]
    if commandsTakeTime {
      switch current.state.progress[index].stage {
      case .requested: current.state.environment = environmentAfterEffect(of: command, in: current.state.environment)
      case .effective: break
      case .answered: return
      }
      current.state.progress[index] = CommandProgress(command, .answered(message))
    }
    current.state.environment = environmentAfterReply(message, to: command, in: current.state.environment)
  }

  /// Keeps an effect that sends nothing more but still runs, because policies may depend on it.
  private func addSilentEffect(_ command: M.Command, isLost: Bool, _ current: inout StepInProgress) {
    guard surroundingRules?.tracksSilentEffects == true, M.policy(for: command).id != nil else { return }
    current.state.silentEffects.append(SilentEffect<M>(command, isLost: isLost))
  }

  private func canBeAnswered(_ command: M.Command, in current: StepInProgress) -> Bool {
    let (model, environment) = (current.world.model, current.state.environment)
    // A declaration that throws counts as a reply here: it throws again when the command is answered, and is reported
    // there.
    if case .success(nil) = Result(catching: { try possibleReplies(to: command, in: model, environment) }) {
      guard let interimReplies = surroundingRules?.interimReplies else { return false }
      if case .success(nil) = Result(catching: { try interimReplies(command, model) }) { return false }
    }
    return true
  }

  private func addStaleMessages(from before: World<M>, to current: inout StepInProgress) {
    let offered = (try? messages(in: before)) ?? []
    guard !offered.isEmpty else { return }
    let newKeys = Set(((try? messages(in: current.endWorld)) ?? []).map { recognitionKey(of: $0) })
    current.state.lateMessages += offered.filter { !newKeys.contains(recognitionKey(of: $0)) }.map {
      LateMessage($0, .view)
    }
  }
}

extension Surroundings.State {
  /// Returns whether a reply that may arrive again equals an earlier one, so that both have the same steps.
  func isDuplicate(reply index: Int) -> Bool {
    repeatableReplies[..<index].contains { $0.key == repeatableReplies[index].key }
  }

  /// Keeps one of several equal silent effects, because their number does not matter. Must be called at the end of a step,
  /// after cancelled effects were removed.
  fileprivate mutating func forgetDuplicateSilentEffects() {
    if silentEffects.count > 1 { silentEffects = Self.withoutDuplicates(silentEffects) { $0.key } }
  }

  fileprivate mutating func forgetDuplicateLateMessages() {
    if lateMessages.count > 1 { lateMessages = Self.withoutDuplicates(lateMessages) { $0.key } }
  }

  private static func withoutDuplicates<Item>(_ items: [Item], by key: (Item) -> ItemKey) -> [Item] {
    var kept: [Item] = []
    for item in items where !kept.contains(where: { key($0) == key(item) }) { kept.append(item) }
    return kept
  }
}

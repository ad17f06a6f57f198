internal import TEARuntime
internal import TEASupport

extension WorldStep {
  /// The indices of the commands of a step that are not carried out in it.
  ///
  /// The delayed commands wait for the end of their debounce. The dropped commands are never carried out, because of their
  /// policies:
  ///
  /// - ``EffectPolicy/first(_:)``: an effect with the same identity runs.
  /// - ``EffectPolicy/throttle(_:_:)``: the throttle of the same identity has not opened yet.
  /// - ``EffectPolicy/debounce(_:_:)``: a later command of the step takes the place of the command.
  func indicesOfCommandsNotCarriedOut(
    in before: World<M>, _ outcome: StepOutcome<M>
  ) -> (dropped: Set<Int>, delayed: Set<Int>) {
    guard M.EffectID.self != Never.self, outcome.failure == nil, before.surroundings != nil,
      let stateAfter = outcome.world.surroundings?.state
    else { return ([], []) }
    // A step without a message carries a debounced command out.
    let delaysCommands = message != nil
    let candidateIndices = outcome.commands.indices.filter {
      switch M.policy(for: outcome.commands[$0]) {
      case .first, .throttle: true
      case .debounce: delaysCommands
      case .all, .latest, .cancel: false
      }
    }
    if candidateIndices.isEmpty { return ([], []) }
    var carriedOut = commandsCarriedOut(in: before, outcome).map { recognitionKey(of: $0) }[...]
    var waitingIDs = stateAfter.agenda.entries.compactMap { entry in
      if case .command(_, let id) = entry.item { id } else { nil }
    }
    // Commands are carried out in the order in which `update` performed them.
    var notCarriedOut: [Int] = []
    for (index, command) in outcome.commands.enumerated() {
      if carriedOut.first == recognitionKey(of: command) {
        carriedOut.removeFirst()
      } else if candidateIndices.contains(index) {
        notCarriedOut.append(index)
      }
    }
    // Of several debounced commands of one identity, the last one waits.
    var delayed: Set<Int> = []
    for index in notCarriedOut.reversed() {
      guard case .debounce(let id, _) = M.policy(for: outcome.commands[index]),
        let place = waitingIDs.firstIndex(of: id)
      else { continue }
      waitingIDs.remove(at: place)
      delayed.insert(index)
    }
    return (Set(notCarriedOut).subtracting(delayed), delayed)
  }

  /// The commands of a step that are carried out in it, in their order.
  func commandsCarriedOut(in before: World<M>, _ outcome: StepOutcome<M>) -> [M.Command] {
    guard M.EffectID.self != Never.self, outcome.failure == nil, let state = before.surroundings?.state,
      let stateAfter = outcome.world.surroundings?.state
    else { return outcome.commands }
    var kernel = kernelWithoutEndedEffect(before, state, stateAfter)
    if case .event(let event) = self, case .due(let index, _) = event.kind { _ = kernel.fire(index) }
    return kernel.completeStep(to: outcome.world.model, performing: outcome.commands).actions.compactMap { action in
      if case .perform(let command, _) = action { command } else { nil }
    }
  }

  /// The state when the message of the step arrives: an effect that ends with this message no longer runs.
  private func kernelWithoutEndedEffect(
    _ before: World<M>, _ state: Surroundings<M>.State, _ stateAfter: Surroundings<M>.State
  ) -> KernelState<M> {
    var outstanding = before.outstanding
    var repeatable = state.repeatableReplies.map { $0.command }
    switch self {
    case .reply(let message, let index):
      // An effect that runs on is kept among the repeatable replies. An effect that the step cancels is not, but then the same
      // commands are carried out as if that effect had ended.
      let key = RepeatableReply<M>(outstanding[index], message).key
      func count(_ state: Surroundings<M>.State) -> Int { state.repeatableReplies.count { $0.key == key } }
      if count(stateAfter) <= count(state) { outstanding.remove(at: index) }
    case .event(let event):
      switch event.kind {
      case .lastReply(let index, _): outstanding.remove(at: index)
      case .repeatedReply(let index, _): repeatable.remove(at: index)
      default: break
      }
    case .message: break
    }
    let running = outstanding + repeatable + state.silentEffects.map { $0.command }
    return KernelState<M>(
      subscriptions: state.subscriptions, agenda: state.agenda, running: running.map { M.policy(for: $0).id })
  }
}

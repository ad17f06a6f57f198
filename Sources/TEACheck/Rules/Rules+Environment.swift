internal import TEARuntime

/// An environment takes its time: a command is requested, takes effect, and is answered; then its reply arrives.
///
/// All that happens in one go is one step, so that the depth of a world is the length of its story: a reply may arrive
/// from wherever its command is, and be made from wherever it is before that.
extension Rules {
  /// Commands take their time to act and to be answered.
  var takesTime: Bool { surroundingRules?.environment.map { !$0.isAtOnce } ?? false }

  /// The replies with which an outstanding command can be answered, up to their arrival, in one go.
  func replies(
    to index: Int, in world: World<M>, _ state: Surroundings<M>.State
  ) throws -> [M.Message] {
    let command = world.outstanding[index]
    if state.progress.isEmpty { return try answers(to: command, in: world.model, state.environment) ?? [] }
    switch state.progress[index].stage {
    case .requested: return try answers(to: command, in: world.model, effect(of: command, in: state.environment)) ?? []
    case .effective: return try answers(to: command, in: world.model, state.environment) ?? []
    case .answered(let message): return [message]
    }
  }

  /// The events that take an outstanding command further without a reply that arrives.
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

  /// The state of the environment after a command has taken effect.
  func effect(of command: M.Command, in state: AnyHashable?) -> AnyHashable? {
    guard let state, let environment = surroundingRules?.environment else { return state }
    return environment.perform(state, command)
  }

  /// The state of the environment after the reply to a command was made.
  func answer(_ command: M.Command, with message: M.Message, in state: AnyHashable?) -> AnyHashable? {
    guard let state, let environment = surroundingRules?.environment else { return state }
    return environment.reply(state, command, message)
  }
}

extension Surroundings.State {
  /// Tests for an outstanding command that has not taken effect yet.
  func isRequested(_ index: Int) -> Bool {
    guard progress.indices.contains(index), case .requested = progress[index].stage else { return false }
    return true
  }

  /// Tests for an outstanding command that equals one before it that has come as far.
  func isRepeated(command index: Int) -> Bool {
    progress[..<index].contains { $0.key == progress[index].key }
  }
}

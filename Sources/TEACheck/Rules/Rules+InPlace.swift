public import TEARuntime

extension Rules {
  /// The model before a step is still read after the step. Otherwise `update` may change the only copy of the model in place.
  @inlinable
  var needsModelBeforeStep: Bool {
    M.Failure.self != Never.self || !relations.isEmpty || inspectsStepsInFull || hasSurroundings
      || laws.contains(.failedUpdateLeavesModelAlone)
  }

  /// Takes a step in place: on the only copy of the world, a large model is not copied as a whole.
  ///
  /// - Returns: The error that `update` threw, with the world as `update` left it; `nil` for success.
  @inlinable
  static func advance(
    _ world: inout World<M>, by step: WorldStep<M>,
    answeredBy replies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?, performing commands: inout [M.Command]
  ) -> (any Error)? {
    let message: M.Message
    var answeredCommand: M.Command?
    switch step {
    case .message(let sent): message = sent
    case .reply(let reply, let index):
      message = reply
      answeredCommand = world.outstanding.remove(at: index)
    // There are no events: they need surroundings, with which no step is taken in place.
    case .event: return nil
    }
    if commands.count != 0 { commands.removeAll(keepingCapacity: true) }
    do {
      try Kernel<M>.update(inPlace: &world.model, for: message, answering: answeredCommand, performing: &commands)
    } catch {
      return error
    }
    if M.Command.self != Never.self, commands.count != 0, let replies {
      addOutstanding(commands, answeredBy: replies, to: &world)
    }
    return nil
  }
}

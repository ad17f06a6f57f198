internal import TEARuntime

extension Rules {
  /// The replies and events from which a random run, or a replay, chooses.
  ///
  /// Unlike `possibleSteps(in:)`, equal commands are not merged, and time only takes its shortest wait. Where an
  /// environment takes commands in steps, equal ones are merged here as well.
  @_alwaysEmitIntoClient
  func sampledRepliesAndEvents(in world: World<M>) throws -> [WorldStep<M>] {
    if hasSurroundings { return try repliesAndEvents(in: world) }
    guard let replies else { return [] }
    var steps: [WorldStep<M>] = []
    for index in world.outstanding.indices {
      for reply in try replies(world.outstanding[index], world.model) ?? [] {
        steps.append(.reply(reply, command: index))
      }
    }
    return steps
  }
}

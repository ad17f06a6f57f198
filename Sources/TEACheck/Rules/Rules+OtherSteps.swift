internal import TEARuntime

extension Rules {
  /// All possible steps in a world but messages: replies and events, in the order of exploration.
  @_alwaysEmitIntoClient
  func otherSteps(in world: World<M>) throws -> [WorldStep<M>] {
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

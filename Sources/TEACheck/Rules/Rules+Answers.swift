internal import TEARuntime

extension Rules {
  /// All possible replies and events in a world, in the order of exploration.
  @_alwaysEmitIntoClient
  func answers(in world: World<M>) throws -> [WorldStep<M>] {
    if hasSurroundings { return try repliesAndEvents(in: world) }
    guard let replies else { return [] }
    var answers: [WorldStep<M>] = []
    for index in world.outstanding.indices {
      for reply in try replies(world.outstanding[index], world.model) ?? [] {
        answers.append(.reply(reply, command: index))
      }
    }
    return answers
  }
}

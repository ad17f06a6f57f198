internal import TEARuntime

extension Rules {
  /// The replies and events from which a random run chooses.
  ///
  /// Unlike in `possibleSteps(in:)`, each of several equal commands has steps of its own, unless commands pass through stages.
  /// Only the shortest wait is offered.
  @inlinable
  func sampledRepliesAndEvents(in world: World<M>) throws -> [WorldStep<M>] {
    if hasSurroundings { return try repliesAndEvents(in: world) }
    guard let replies else { return [] }
    var steps: [WorldStep<M>] = []
    for index in world.outstanding.indices {
      for reply in try replies(world.outstanding[index], world.model) ?? [] {
        steps.append(.reply(reply, commandIndex: index))
      }
    }
    return sortsSteps ? sorted(steps, in: world) : steps
  }
}

internal import TEAResults
internal import TEARuntime

/// The comparison of worlds, with the user's `==` and `hash(into:)` called through ``UserCode``: a report can then name the
/// function that traps or does not return.
struct WorldComparison<M: Module>: Sendable {
  private let identity = WorldIdentity.of(M.self)

  func isSame(_ one: World<M>, _ other: World<M>) -> Bool {
    UserCode.calling(.comparison) { one.isSame(as: other, identity) }
  }

  /// The hash differs from process to process; `nil` where the world has a part that cannot be compared.
  func hash(_ world: World<M>) -> Int? { UserCode.calling(.comparison) { try? world.hash(identity) } }

  /// Two worlds are the same if and only if their keys are equal. Throws ``IncomparableValue`` where the world has a part that
  /// cannot be compared.
  func key(_ world: World<M>) throws -> AnyHashable {
    try identity.checkComparable(world)
    return UserCode.calling(.comparison) { AnyHashable(WorldKey(world: world, identity: identity)) }
  }
}

internal import TEAResults
internal import TEARuntime

/// The comparison of worlds, with the user's `==` and `hash(into:)` called through ``UserCode``: a report can then name the
/// function that traps or does not return.
struct WorldComparison<M: Module>: Sendable {
  let isSame: @Sendable (World<M>, World<M>) -> Bool

  /// The hash differs from process to process; `nil` where the world has a part that cannot be compared.
  let hash: @Sendable (World<M>) -> Int?

  /// Two worlds are the same if and only if their keys are equal. Throws ``IncomparableValue`` where the world has a part that
  /// cannot be compared.
  let key: @Sendable (World<M>) throws -> AnyHashable

  init() {
    let identity = WorldIdentity.of(M.self)
    isSame = { one, other in UserCode.calling(.comparison) { one.isSame(as: other, identity) } }
    hash = { world in UserCode.calling(.comparison) { try? world.hash(identity) } }
    key = { world in
      try identity.checkComparable(world)
      return UserCode.calling(.comparison) { AnyHashable(WorldKey(world: world, identity: identity)) }
    }
  }
}

internal import TEARuntime

/// The comparisons of a module's worlds, with the user's `==` and `hash(into:)` called under their names.
struct WorldComparison<M: Module>: Sendable {
  typealias Key = @Sendable (World<M>) throws -> AnyHashable

  /// Returns whether two worlds are the same.
  let isSame: @Sendable (World<M>, World<M>) -> Bool

  /// A hash of a world within one process; `nil` where it cannot be computed.
  let fingerprint: @Sendable (World<M>) -> Int?

  /// The key of a world: two worlds are the same if and only if their keys are equal.
  let key: Key

  init() {
    let identity = WorldIdentity.of(M.self)
    isSame = { one, other in UserCode.calling(.comparison) { one.isSame(as: other, identity) } }
    fingerprint = { world in UserCode.calling(.comparison) { try? world.hash(identity) } }
    key = { world in
      try identity.checkComparable(world)
      return UserCode.calling(.comparison) { AnyHashable(WorldKey(world: world, identity: identity)) }
    }
  }
}

internal import TEARuntime

/// The ways in which the worlds of a module are told apart, each under the name of the functions that it calls.
struct WorldComparison<M: Module>: Sendable {
  typealias Key = @Sendable (World<M>) throws -> AnyHashable

  /// Tests for two worlds that are the same.
  let isSame: @Sendable (World<M>, World<M>) -> Bool

  /// A number that tells worlds apart, within one process.
  let fingerprint: @Sendable (World<M>) -> Int?

  /// The key that tells worlds apart.
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

internal import TEAResults
internal import TEARuntime

/// The comparisons of a module's worlds. They call the user's `==` and `hash(into:)` by ``UserCode``, so that a report can name
/// the function that traps or does not return.
struct WorldComparison<M: Module>: Sendable {
  /// Returns whether two worlds are the same.
  let isSame: @Sendable (World<M>, World<M>) -> Bool

  /// Returns the hash of a world, which differs from process to process; `nil` where the hash cannot be computed.
  let hash: @Sendable (World<M>) -> Int?

  /// Returns the key of a world; two worlds are the same if and only if their keys are equal. Throws ``IncomparableValue``
  /// where the world has a part that cannot be compared.
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

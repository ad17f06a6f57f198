internal import TEARuntime

// Worlds are the same where all that their models, their outstanding commands and what surrounds them store is the same.
extension World {
  /// Whether the outstanding command at an index is the same as one that was performed before it.
  @usableFromInline
  func isRepeated(_ index: Int) -> Bool {
    index > 0 && CommandIdentity.of(M.Command.self).isRepeated(index, in: outstanding)
  }

  @inlinable
  func isSame(as other: World, _ structural: StructuralHash) -> Bool {
    withUnsafePointer(to: model) { one in
      withUnsafePointer(to: other.model) { structural.isSame(UnsafeRawPointer(one), UnsafeRawPointer($0)) }
    }
      && (outstanding.count == 0 && other.outstanding.count == 0
        || structural.commands.isSameBag(outstanding, other.outstanding))
      && (surroundings == nil && other.surroundings == nil || Surroundings.isSame(surroundings, other.surroundings))
  }

  /// A hash, which is the same for worlds that are the same.
  @inlinable
  func hash(_ structural: StructuralHash) -> Int {
    var hash = withUnsafePointer(to: model) { structural(UnsafeRawPointer($0)) }
    if outstanding.count != 0 {
      StructuralHash.add(UInt64(truncatingIfNeeded: structural.commands.bagHash(outstanding)), to: &hash)
    }
    if let surroundings { StructuralHash.add(UInt64(truncatingIfNeeded: surroundings.hash), to: &hash) }
    return Int(truncatingIfNeeded: hash)
  }

  /// - Throws: ``IncomparableValue`` where the world cannot be told from others.
  @inlinable
  static func hash(of world: World, _ structural: StructuralHash) throws -> Int {
    try structural.checkComparable(world)
    return world.hash(structural)
  }
}

/// A world as a key of sets and dictionaries.
struct WorldKey<M: Module>: Hashable {
  let world: World<M>
  let structural: StructuralHash

  static func == (one: WorldKey, other: WorldKey) -> Bool { one.world.isSame(as: other.world, one.structural) }

  func hash(into hasher: inout Hasher) { hasher.combine(world.hash(structural)) }
}

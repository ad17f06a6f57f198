public import TEARuntime

/// All worlds that an exploration found, and the steps between them.
///
/// The steps of a world are adjacent and in the order of exploration. A world that was not expanded has none.
@usableFromInline
struct WorldGraph<M: Module> {
  /// In the order of discovery.
  @usableFromInline var worlds: [World<M>] = []
  /// The number of worlds to start from, which are the first ones.
  @usableFromInline var startCount = 0
  /// The number of worlds that were expanded; the worlds from this index on are the frontier.
  @usableFromInline var expandedCount = 0
  /// The index of the first step of each world, and at the end the number of steps.
  @usableFromInline var firstSteps: [Int] = [0]
  /// The world that each step leads to.
  @usableFromInline var targets: [UInt32] = []
  @usableFromInline var steps: [WorldStep<M>] = []
  /// The worlds of which steps were left out, because they would leave too many commands outstanding.
  @usableFromInline var leftOut: [UInt32] = []

  @usableFromInline
  init() {}

  /// The numbers of the steps of a world.
  @usableFromInline
  func steps(of world: Int) -> Range<Int> { firstSteps[world]..<firstSteps[world + 1] }

  /// Adds a step; those of one world come one after the other, the worlds in order.
  @inlinable
  mutating func add(_ step: WorldStep<M>, from source: Int, to target: Int) {
    while firstSteps.count <= source { firstSteps.append(targets.count) }
    targets.append(UInt32(truncatingIfNeeded: target))
    steps.append(step)
  }

  /// Adds the worlds when all steps are there.
  @inlinable
  mutating func close(worlds: [World<M>], expanded: Int) {
    self.worlds = worlds
    expandedCount = expanded
    while firstSteps.count <= worlds.count { firstSteps.append(targets.count) }
  }
}

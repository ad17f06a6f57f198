internal import TEAStateSpace
internal import TEARuntime

extension Explorer {
  /// Tells rows of one word apart by their hashes, each of which comes from one word only, now that no number of a known
  /// world is asked for any more.
  @usableFromInline
  mutating func forgetNumbers() {
    let hashes = WorldIndex(isCompact: false)
    for world in 0..<arena.count { _ = hashes.insert(hash: rows.memory.hash(arena[world])) }
    index.deallocate()
    (index, hashesSuffice) = (hashes, true)
    for worker in lookUps.indices { lookUps[worker].index = hashes }
  }

  /// As many parts are not worth looking for those of forgotten worlds.
  @usableFromInline static var leastParts: Int { 1 << 16 }

  /// Writes the frontier once more, with nothing but its own parts: those of worlds that were forgotten are given back.
  @usableFromInline
  mutating func forgetParts() {
    let writer = RowWriter()
    let rows = WorldRows(rules, writer)
    for world in expanded..<arena.count { _ = rows.write(self.world(world), to: arena[world], writer) }
    for worker in expansions.indices { expansions[worker].begin(with: rows) }
    (self.rows, self.writer) = (rows, writer)
    mostParts = max(Self.leastParts, 2 * rows.partCount)
  }

  /// Steps were taken by what is known of models and commands, in which a model stands for all that are the same.
  @usableFromInline
  var hasCachedReactions: Bool { expansions.contains(where: \.cachesReactions) }

  /// It pays no more to keep the program's reactions: they are too many for so few steps.
  ///
  /// A reaction takes memory, in every worker, and is run and compared more than once before it is kept.
  @usableFromInline
  var isIdle: Bool {
    let cachedCount = expansions.reduce(0) { $0 + $1.cache.reactions.count }
    let (least, factor) = rules.identity.isCheap ? (50_000, 4) : (10_000, 16)
    return cachedCount > least && cachedCount * factor > transitions
  }
}

public import TEAStateSpace
internal import TEARuntime

extension Explorer {
  /// Tells rows of one word apart by their hashes, each of which comes from one word only, now that no number of a known
  /// world is asked for any more.
  @usableFromInline
  mutating func forgetNumbers() {
    let hashes = WorldIndex(isCompact: false)
    for world in 0..<arena.count { _ = hashes.insert(hash: packing.hash(arena[world])) }
    replaceIndex(by: hashes)
    hashesSuffice = true
  }

  mutating func replaceIndex(by other: WorldIndex) {
    index.deallocate()
    index = other
    for worker in lookUps.indices { lookUps[worker].index = other }
  }

  /// The room that packed rows need, where some of the batch do not fit.
  @usableFromInline
  var needs: RowPacking.Needs? {
    // By its number: an element of a buffer that is handed out is a copy of the whole expansion.
    var all: RowPacking.Needs?
    for worker in expansions.indices {
      if let needs = expansions[worker].needs { all = all?.joined(with: needs) ?? needs }
    }
    return all
  }

  /// Packs all rows once more, with room for others.
  @usableFromInline
  mutating func makeRoom(for needs: RowPacking.Needs) {
    let (old, new) = (packing, packing.widened(for: needs))
    withUnsafeTemporaryAllocation(byteCount: rows.size + RowPacking.slack, alignment: 16) { scratch in
      let row = scratch.baseAddress!
      arena.rewrite(rowSize: new.size) { _, packed, place in
        old.unpack(packed, to: row)
        // What fitted before fits; what lies behind the place is written next.
        _ = new.pack(row, to: place)
      }
    }
    begin(with: new)
    // Hashes of contents are as they were.
    if bounds.isCompact { return }
    let other = WorldIndex(isCompact: false)
    hashesSuffice = hashesSuffice && new.areWords
    for world in 0..<arena.count {
      let hash = new.hash(arena[world])
      if hashesSuffice {
        _ = other.insert(hash: hash)
      } else {
        _ = other.insert(world, hash: hash) { _ in false }
      }
    }
    replaceIndex(by: other)
  }

  /// Keeps rows in another form from now on.
  @usableFromInline
  mutating func begin(with packing: RowPacking) {
    self.packing.deallocate()
    self.packing = packing
    for worker in expansions.indices {
      candidates[worker].begin(with: packing)
      expansions[worker].begin(with: packing)
    }
  }

  /// Whether there are so many parts that it is worth looking for those of forgotten worlds.
  @usableFromInline var hasManyParts: Bool { rows.partCount > max(leastParts, 2 * keptParts) }

  /// Writes the frontier once more, with nothing but its own parts: those of worlds that were forgotten are given back.
  @usableFromInline
  mutating func forgetParts() {
    let writer = RowWriter()
    let rows = WorldRows(rules, writer)
    var needs = packing.needs
    for world in expanded..<arena.count {
      rows.withRow(of: self.world(world), writer) { packing.add($0, to: &needs) }
    }
    let (new, before) = (packing.widened(for: needs), self)
    arena.rewrite(rowSize: new.size) { number, _, place in
      guard number >= before.expanded else { return }
      rows.withRow(of: before.world(number), writer) { _ = new.pack($0, to: place) }
    }
    begin(with: new)
    for worker in expansions.indices { expansions[worker].begin(with: rows) }
    (self.rows, self.writer) = (rows, writer)
    keptParts = rows.partCount
  }

  /// Steps were taken by what is known of models and commands, in which a model stands for all that are the same.
  @usableFromInline
  var hasCachedReactions: Bool { expansions.indices.contains { expansions[$0].cachesReactions } }

  /// It pays no more to keep the program's reactions: they are too many for so few steps.
  ///
  /// A reaction takes memory, in every worker, and is run and compared more than once before it is kept.
  @usableFromInline
  var isIdle: Bool {
    let cachedCount = expansions.indices.reduce(0) { $0 + expansions[$1].cache.reactions.count }
    let (least, factor) = rules.identity.isCheap ? (50_000, 4) : (10_000, 16)
    return cachedCount > least && cachedCount * factor > transitions
  }
}

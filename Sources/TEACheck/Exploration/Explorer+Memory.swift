internal import TEAStateSpace
internal import TEARuntime

extension Explorer {
  /// Makes the index anew, from the packed rows.
  ///
  /// - Parameter byHashOnly: The index holds hashes alone. They suffice where ``RowPacking/comparesOneWord``: the hash is then
  ///   a permutation of the compared word, so different rows have different hashes. Only a graph needs the numbers of the
  ///   worlds in the index.
  mutating func rebuildIndex(byHashOnly: Bool) {
    index.deallocate()
    index = WorldIndex(isCompact: false)
    hashesSuffice = byHashOnly
    for world in 0..<arena.count {
      let hash = packing.hash(arena[world])
      if byHashOnly {
        _ = index.insert(hash: hash)
      } else {
        _ = index.insert(world, hash: hash) { _ in false }
      }
    }
    for worker in lookUps.indices { lookUps[worker].index = index }
  }

  /// The room in packed rows that the rows of the batch need; `nil` where all rows fit the packing.
  var neededRoom: RowPacking.Needs? {
    var joinedNeeds: RowPacking.Needs?
    for worker in 0..<expansions.count {
      if let needs = expansions[worker].neededRoom { joinedNeeds = joinedNeeds?.joined(with: needs) ?? needs }
    }
    return joinedNeeds
  }

  /// Packs all rows again, those of the batch's candidates too.
  mutating func makeRoom(for needs: RowPacking.Needs) {
    let (oldPacking, newPacking) = (packing, packing.widened(for: needs))
    rows.withScratch { row in
      arena.rewrite(rowSize: newPacking.size) { packed, target in
        oldPacking.unpack(packed, to: row)
        // The row fits, since no field gets narrower. The next row overwrites the slack behind it.
        _ = newPacking.pack(row, to: target)
      }
    }
    for worker in 0..<expansions.count { expansions[worker].repackCandidates(in: newPacking, arena) }
    oldPacking.deallocate()
    packing = newPacking
    notePaths()
    // A compact search hashes contents, which no packing changes, so its index stays.
    if !bounds.isCompact { rebuildIndex(byHashOnly: hashesSuffice && newPacking.comparesOneWord) }
  }

  /// Goes on with another packing, in which the arena is packed already. Frees the former one, and removes the candidates.
  mutating func adopt(_ packing: RowPacking) {
    self.packing.deallocate()
    self.packing = packing
    for worker in 0..<expansions.count {
      candidates[worker].adopt(packing)
      expansions[worker].packing = packing
    }
  }

  /// There are more parts than are worth their memory, and no content hash depends on those that would be freed. One would
  /// where values are hashed by `hash(into:)`: it includes the number of earlier values in the table with the same hash.
  var hasManyParts: Bool {
    rows.partCount > max(maxUnfreedPartCount, 2 * keptPartCount) && !rules.callsHashInto
  }

  /// Frees the parts that only worlds before `firstKept` have: writes the rows of the others again, with new tables of parts.
  mutating func freeUnusedParts(before firstKept: Int) {
    let writer = RowWriter()
    let rows = WorldRows(rules, writer, hashesAreFingerprints: bounds.isCompact)
    var needs = packing.room
    for world in firstKept..<arena.count {
      rows.withRow(of: self.world(world), writer) { packing.add($0, to: &needs) }
    }
    let newPacking = packing.widened(for: needs)
    let (formerRows, formerPacking) = (self.rows, packing)
    arena.rewrite(rowSize: newPacking.size, from: firstKept) { packed, target in
      rows.withRow(of: formerRows.world(packed, formerPacking), writer) { _ = newPacking.pack($0, to: target) }
    }
    adopt(newPacking)
    for worker in 0..<expansions.count { expansions[worker].adopt(rows) }
    (self.rows, self.writer) = (rows, writer)
    keptPartCount = rows.partCount
    // The paths hold the former rows until then.
    notePaths()
  }

  /// Some worker takes reactions from its cache.
  ///
  /// Models with the same stored contents share a cached reaction, although `update` may tell two of them apart by the order of
  /// a set. A violation therefore needs a confirmation: see ``Rules/confirms(_:)``.
  var usesReactionCache: Bool {
    for worker in 0..<expansions.count where expansions[worker].cachesReactions { return true }
    return false
  }

  /// There are many cached reactions, and too few steps for each of them.
  ///
  /// A reaction takes memory in the cache of each worker, and two calls of `update`. It must serve more steps where models take
  /// long to compare.
  var isReactionCacheUnprofitable: Bool {
    let cachedCount = expansions.indices.reduce(0) { $0 + expansions[$1].reactionCache.reactions.count }
    let (leastCount, leastStepsPerReaction) = rules.identity.isCheap ? (50_000, 4) : (10_000, 16)
    return cachedCount > leastCount && cachedCount * leastStepsPerReaction > transitions
  }
}

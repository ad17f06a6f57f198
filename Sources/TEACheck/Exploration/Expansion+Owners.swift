extension Expansion {
  /// Puts the candidates that are to be looked up in the order of their owners, so that nobody looks at those of others.
  @_alwaysEmitIntoClient
  mutating func sortByOwner() {
    for owner in 0...owners { firsts[owner] = 0 }
    if owners == 1 {
      for candidate in 0..<count where indices[candidate] == Self.open {
        order[firsts[1]] = UInt32(truncatingIfNeeded: candidate)
        firsts[1] += 1
      }
      return
    }
    for candidate in 0..<count where indices[candidate] == Self.open {
      firsts[WorldIndex.owner(of: hashes[candidate], among: owners) + 1] += 1
    }
    for owner in 0..<owners {
      firsts[owner + 1] += firsts[owner]
      freshCounts[owner] = firsts[owner]
    }
    for candidate in 0..<count where indices[candidate] == Self.open {
      let owner = WorldIndex.owner(of: hashes[candidate], among: owners)
      order[freshCounts[owner]] = UInt32(truncatingIfNeeded: candidate)
      freshCounts[owner] += 1
    }
  }

  /// The next of the new candidates in order, if there are any left; they are then one fewer.
  @_alwaysEmitIntoClient
  mutating func takeFresh() -> Int? {
    var least: (owner: Int, candidate: UInt32)?
    for owner in 0..<owners where cursors[owner] < firsts[owner] + freshCounts[owner] {
      let candidate = order[cursors[owner]]
      if least.map({ candidate < $0.candidate }) ?? true { least = (owner, candidate) }
    }
    guard let least else { return nil }
    cursors[least.owner] += 1
    return Int(least.candidate)
  }
}

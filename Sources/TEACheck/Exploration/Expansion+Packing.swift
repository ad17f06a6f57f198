extension Expansion {
  /// Makes the packed form of a world the next candidate; the world itself, where it is of another shape.
  @_alwaysEmitIntoClient
  mutating func addPacked(
    _ world: UnsafeMutablePointer<State>, at parent: UnsafeMutablePointer<State>, _ origin: Ancestry.Record
  ) {
    if let rows, let parentBytes {
      let (hash, size) = write(world, rows, to: count)
      origins[count] = origin
      if StructuralHash.isSame(bytes + count * size, parentBytes, size) {
        indices[count] = UInt32(truncatingIfNeeded: origin >> 32)
      } else {
        indices[count] = Self.open
        hashes[count] = WorldIndex.spread(hash)
      }
      return
    }
    guard let packing, let parentBytes, packing.fits(UnsafeRawPointer(world)) else {
      let misfit = world.pointee
      unpackCandidates()
      (states + count).initialize(to: misfit)
      return addCandidate(at: parent, origin)
    }
    let place = bytes + count * packing.size
    packing.pack(UnsafeRawPointer(world), into: place)
    origins[count] = origin
    if StructuralHash.isSame(place, parentBytes, packing.size) {
      // Nothing changed, and there is nothing to look up.
      indices[count] = UInt32(truncatingIfNeeded: origin >> 32)
    } else {
      indices[count] = Self.open
      hashes[count] = WorldIndex.spread(packing.hash(place))
    }
  }

  /// Writes the row of a world into the place of a candidate.
  ///
  /// - Returns: The hash of the world, and the size of a row.
  @_alwaysEmitIntoClient
  func write(
    _ world: UnsafeMutablePointer<State>, _ rows: Unmanaged<ModelRows>, to candidate: Int
  ) -> (hash: UInt64, size: Int) {
    rows._withUnsafeGuaranteedRef { rows in
      writer._withUnsafeGuaranteedRef { (rows.write(world, to: bytes + candidate * rows.size, $0), rows.size) }
    }
  }

  /// Packs the candidates no more, and asks for the same of all worlds.
  @usableFromInline
  mutating func unpackCandidates() {
    guard let packing else { return }
    for candidate in 0..<count {
      let bytes = bytes + candidate * packing.size
      (states + candidate).initialize(
        to: interned?.world(bytes) ?? child.unpack(bytes, packing, like: parent.memory).pointee)
      // Rows have hashes of their own.
      if interned?.isOfRows == true, indices[candidate] == Self.open {
        let hash = (states + candidate).pointee.hash(structuralHash)
        hashes[candidate] = WorldIndex.spread(UInt64(truncatingIfNeeded: hash))
      }
    }
    self.packing = nil
    interned = nil
    cache.deallocate()
    cache = TransitionCache()
    hasMisfits = true
  }

  /// Makes as much room for packed candidates as there is for others.
  @usableFromInline
  mutating func makeRoomForBytes() {
    guard let packing, byteCount < capacity * packing.size else { return }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * packing.size, alignment: 8)
    larger.copyMemory(from: bytes, byteCount: byteCount)
    bytes.deallocate()
    (bytes, byteCount) = (larger, capacity * packing.size)
  }
}

extension Expansion {
  /// Makes the packed form of a world the next candidate; the world itself, where it is of another shape.
  @_alwaysEmitIntoClient
  mutating func addPacked(
    _ world: UnsafeMutablePointer<State>, at parent: UnsafeMutablePointer<State>, _ origin: Ancestry.Record
  ) {
    if let rows, let parentBytes {
      let hash = write(world, rows, to: count)
      return addBytes(after: parentBytes, origin) { hash }
    }
    guard let packing, let parentBytes, packing.fits(UnsafeRawPointer(world)) else {
      let misfit = world.pointee
      unpackCandidates()
      (states + count).initialize(to: misfit)
      return addCandidate(at: parent, origin)
    }
    let place = bytes + count * packing.size
    packing.pack(UnsafeRawPointer(world), into: place)
    addBytes(after: parentBytes, origin) { packing.hash(place) }
  }

  /// Makes the bytes in the last place a candidate.
  ///
  /// - Parameters:
  ///   - parent: The bytes of the world before the step.
  ///   - hash: Makes the hash of the world, where it is looked up.
  @_alwaysEmitIntoClient
  @inline(__always)
  func addBytes(after parent: UnsafeRawPointer, _ origin: Ancestry.Record, hash: () -> UInt64) {
    guard let packing else { return }
    origins[count] = origin
    if StructuralHash.isSame(bytes + count * packing.size, parent, packing.comparedSize) {
      // Nothing changed, and there is nothing to look up.
      indices[count] = UInt32(truncatingIfNeeded: origin >> 32)
    } else {
      indices[count] = Self.open
      hashes[count] = WorldIndex.spread(hash())
    }
  }

  /// Writes the row of a world into the place of a candidate.
  ///
  /// - Returns: The hash of the world.
  @_alwaysEmitIntoClient
  func write(
    _ world: UnsafeMutablePointer<State>, _ rows: Unmanaged<ModelRows>, to candidate: Int
  ) -> UInt64 {
    rows._withUnsafeGuaranteedRef { rows in
      writer._withUnsafeGuaranteedRef { rows.write(world, to: bytes + candidate * rows.size, $0) }
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

public import TEAStateSpace

extension Expansion {
  /// Adds the row of the child as the next candidate, whose step was stored before.
  @inlinable
  @inline(__always)
  mutating func addCandidate(_ origin: Ancestry.Record) {
    let (packed, row) = (candidates.pointee.next, child.row)
    if !packing.pack(row, to: packed) { addNeeds(of: row) }
    let candidate = candidates.pointee.append(origin)
    if packing.areAlike(packed, parentRow) {
      // The higher half of a record is the number of the parent.
      candidates.pointee.worldNumbers[candidate] = UInt32(truncatingIfNeeded: origin >> 32)
    } else {
      candidates.pointee.worldNumbers[candidate] = Candidates.open
      candidates.pointee.hashes[candidate] = hashesContents ? contentHash(row) : packing.hash(packed)
    }
  }

  /// Stores the step to the next candidate.
  ///
  /// The function is mutating, as are all functions that are called for each step: to call a function that is not mutating, a
  /// debug build copies the whole expansion.
  ///
  /// - Parameter performsOrFails: The step performs a command, or fails.
  @inlinable
  @inline(__always)
  mutating func storeStep(_ step: WorldStep<M>, performsOrFails: Bool) {
    let index = candidates.pointee.count
    (steps + index).initialize(to: step)
    if let cases {
      messageCases[index] = MessageCase(of: step, cases, performsOrFails: performsOrFails)
    }
  }

  /// Stores the step to the next candidate, which is a message.
  @inlinable
  @inline(__always)
  mutating func storeStep(_ message: UnsafePointer<M.Message>, performsOrFails: Bool) {
    let index = candidates.pointee.count
    (steps + index).initialize(to: .message(message.pointee))
    if let cases {
      messageCases[index] = MessageCase(
        number: cases.number(ofMessageAt: message), isSent: true, performsOrFails: performsOrFails)
    }
  }

  /// Packs, hashes and compares the candidates of one world, from the index `first` on.
  ///
  /// This is a second pass over the candidates, because reading memory in words directly after writing it in bytes stalls the
  /// processor.
  @inlinable
  mutating func packChildren(from first: Int) {
    // The candidates are accessed field by field: calling a function of them would retain their array.
    let (packing, parentRow, count) = (packing, parentRow, candidates.pointee.count)
    let (hashes, worldNumbers, origins) = (
      candidates.pointee.hashes, candidates.pointee.worldNumbers, candidates.pointee.origins
    )
    var (candidate, child) = (first, UnsafeRawPointer(children))
    var row = candidates.pointee.rows + first * candidates.pointee.rowSize
    while candidate < count {
      if !packing.pack(child, to: row) { addNeeds(of: child) }
      if packing.areAlike(row, parentRow) {
        // The higher half of a record is the number of the parent.
        worldNumbers[candidate] = UInt32(truncatingIfNeeded: origins[candidate] >> 32)
      } else {
        worldNumbers[candidate] = Candidates.open
        hashes[candidate] = hashesContents ? contentHash(child) : packing.hash(row)
      }
      row += candidates.pointee.rowSize
      child += childStride
      candidate += 1
    }
  }

  @usableFromInline
  mutating func contentHash(_ row: UnsafeRawPointer) -> UInt64 { rows._withUnsafeGuaranteedRef { $0.contentHash(row) } }

  /// Adds the needs of a row, which does not fit the packing, to ``missingRoom``.
  @usableFromInline
  mutating func addNeeds(of row: UnsafeRawPointer) {
    var needs = missingRoom ?? packing.room
    packing.add(row, to: &needs)
    missingRoom = needs
  }

  @usableFromInline
  mutating func growChildren(to count: Int) {
    children.deallocate()
    childCapacity = count
    children = .allocate(byteCount: count * childStride, alignment: 16)
  }
}

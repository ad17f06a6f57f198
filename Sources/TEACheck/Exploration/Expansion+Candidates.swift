internal import TEAStateSpace

extension Expansion {
  /// Adds the row of ``child`` as the next candidate. `storeStep` must have stored the step to this candidate before.
  @inline(__always)
  func addCandidate(_ record: Ancestry.Record) {
    let (packed, row) = (candidates.pointee.nextRow, child.row)
    let candidate = candidates.pointee.append(record)
    if !packing.pack(row, to: packed) { noteRowWithoutRoom(row, of: candidate) }
    if packing.areAlike(packed, parentRow) {
      // The row is that of the parent, whose number is the higher half of the record.
      candidates.pointee.worldNumbers[candidate] = UInt32(truncatingIfNeeded: record >> 32)
    } else {
      candidates.pointee.worldNumbers[candidate] = Candidates.toLookUp
      candidates.pointee.hashes[candidate] = hashesContents ? contentHash(row) : packing.hash(packed)
    }
  }

  /// Stores a step as the step to the next candidate.
  ///
  /// - Parameter message: The address of the message that the step brings, which is valid until the next batch; `nil` for none.
  @inline(__always)
  func storeStep(_ step: CandidateStep, _ message: UnsafeRawPointer?, performsOrFails: Bool) {
    let candidate = candidates.pointee.count
    (steps + candidate).initialize(to: step)
    if let caseReader {
      messageCases[candidate] = MessageCase(
        number: message.map { caseReader.number(ofMessageAt: $0) } ?? -1,
        isSent: step.message != nil && step.index < 0, performsOrFails: performsOrFails)
    }
  }

  /// Stores a step that is known to trap as the step to the next candidate.
  @inline(never)
  func storeTrap(_ step: WorldStep<M>) {
    let message = step.message.flatMap { messages.add([$0]).first }
    guard case .event = step else {
      return storeStep(
        CandidateStep(message: message, index: step.commandIndex ?? -1), message, performsOrFails: true)
    }
    storeStep(CandidateStep(message: nil, index: worldSteps.count), message, performsOrFails: true)
    worldSteps.append(.values(step))
    surroundings.steps.append(StepOfSurroundings(message: message, answered: nil, number: 0))
  }

  @inline(never)
  func step(to candidate: Int) -> WorldStep<M> {
    worldStep(steps[candidate])
  }

  /// The hash of the sent message that leads to a candidate; `nil` where a reply or an event leads to it.
  func hashOfMessage(leadingTo candidate: Int, _ identity: PartIdentity) -> UInt64? {
    guard let message = steps[candidate].message, steps[candidate].index < 0 else { return nil }
    return identity.hash(message)
  }

  @inline(never)
  func worldStep(_ step: CandidateStep) -> WorldStep<M> {
    guard let address = step.message else {
      switch worldSteps[step.index] {
      case .values(let step): return step
      case .numbers(let step): return rows._withUnsafeGuaranteedRef { $0.stepInValues(step) }
      }
    }
    let message = address.assumingMemoryBound(to: M.Message.self).pointee
    return step.index < 0 ? .message(message) : .reply(message, commandIndex: step.index)
  }

  /// Packs the rows in ``children`` as the rows of one world's candidates, which begin with `first`.
  ///
  /// This is a second pass over these candidates, because reading memory in words directly after writing it in bytes stalls the
  /// processor.
  func packChildren(from first: Int) {
    // The candidates are accessed field by field: calling a method of ``Candidates`` would retain its array.
    let (packing, parentRow, count) = (packing, parentRow, candidates.pointee.count)
    let (hashes, worldNumbers, records) = (
      candidates.pointee.hashes, candidates.pointee.worldNumbers, candidates.pointee.records
    )
    var (candidate, child) = (first, UnsafeRawPointer(children))
    var row = candidates.pointee.rows + first * candidates.pointee.rowSize
    while candidate < count {
      if !packing.pack(child, to: row) { noteRowWithoutRoom(child, of: candidate) }
      if packing.areAlike(row, parentRow) {
        // The row is that of the parent, whose number is the higher half of the record.
        worldNumbers[candidate] = UInt32(truncatingIfNeeded: records[candidate] >> 32)
      } else {
        worldNumbers[candidate] = Candidates.toLookUp
        hashes[candidate] = hashesContents ? contentHash(child) : packing.hash(row)
      }
      row += candidates.pointee.rowSize
      child += childStride
      candidate += 1
    }
  }

  func contentHash(_ row: UnsafeRawPointer) -> UInt64 { rows._withUnsafeGuaranteedRef { $0.contentHash(row) } }

  /// Notes a candidate whose row does not fit the packing. ``repackCandidates(in:_:)`` must follow before candidates are looked
  /// up.
  @inline(never)
  private func noteRowWithoutRoom(_ row: UnsafeRawPointer, of candidate: Int) {
    var room = neededRoom ?? packing.room
    packing.add(row, to: &room)
    neededRoom = room
    let size = rows._withUnsafeGuaranteedRef { $0.size } + RowPacking.slack
    rowsWithoutRoom.append((candidate, Array(UnsafeRawBufferPointer(start: row, count: size))))
  }

  /// Packs the candidates again, in a packing with room for all of them.
  ///
  /// The rows are repacked, and no step is taken again: the search must look at each result of `update`.
  ///
  /// - Parameter arena: The rows of the known worlds, in the new packing.
  func repackCandidates(in newPacking: RowPacking, _ arena: RowArena) {
    candidates.pointee.repack(
      from: packing, to: newPacking, rowSize: rows._withUnsafeGuaranteedRef { $0.size }, rowsWithoutRoom)
    packing = newPacking
    for (candidate, bytes) in rowsWithoutRoom {
      bytes.withUnsafeBytes { row in
        let packed = candidates.pointee.row(candidate)
        if packing.areAlike(packed, arena[candidates.pointee.parent(of: candidate)]) {
          candidates.pointee.markUnchanged(candidate)
        } else {
          candidates.pointee.worldNumbers[candidate] = Candidates.toLookUp
          if hashesContents { candidates.pointee.hashes[candidate] = contentHash(row.baseAddress!) }
        }
      }
    }
    rowsWithoutRoom.removeAll()
    if !hashesContents {
      for candidate in 0..<candidates.pointee.count
      where candidates.pointee.worldNumbers[candidate] == Candidates.toLookUp {
        candidates.pointee.hashes[candidate] = packing.hash(candidates.pointee.row(candidate))
      }
    }
    candidates.pointee.groupByOwner()
  }

  /// Makes room for a number of rows in ``children``, whose contents are lost.
  func growChildren(to count: Int) {
    children.deallocate()
    childCapacity = count
    children = .allocate(byteCount: count * childStride, alignment: 16)
  }
}

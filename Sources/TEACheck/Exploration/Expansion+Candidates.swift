internal import TEAStateSpace

extension Expansion {
  /// Adds the row of ``child`` as the next candidate. `storeStep` must have stored the step to this candidate before.
  @inline(__always)
  func addCandidate(_ record: Ancestry.Record) {
    let (packed, row) = (candidates.pointee.next, child.row)
    let candidate = candidates.pointee.append(record)
    if !packing.pack(row, to: packed) { addNeeds(of: row, candidate) }
    if packing.areAlike(packed, parentRow) {
      // The higher half of a record is the number of the parent.
      candidates.pointee.worldNumbers[candidate] = UInt32(truncatingIfNeeded: record >> 32)
    } else {
      candidates.pointee.worldNumbers[candidate] = Candidates.toLookUp
      candidates.pointee.hashes[candidate] = hashesContents ? contentHash(row) : packing.hash(packed)
    }
  }

  /// Stores a step that was taken in memory as the step to the next candidate.
  ///
  /// - Parameters:
  ///   - message: The address of the message, which is valid until the next batch.
  ///   - index: The index of the command that is answered; -1 for none.
  @inline(__always)
  func storeStep(_ message: UnsafeRawPointer, answering index: Int, performsOrFails: Bool) {
    let candidate = candidates.pointee.count
    (steps + candidate).initialize(to: CandidateStep(message: message, index: index))
    if let caseReader {
      messageCases[candidate] = MessageCase(
        number: caseReader.number(ofMessageAt: message), isSent: index < 0, performsOrFails: performsOrFails)
    }
  }

  /// Stores a step in a program with surroundings as the step to the next candidate.
  func storeStep(_ step: CandidateStep, _ content: StepOfSurroundings, performsOrFails: Bool) {
    let candidate = candidates.pointee.count
    (steps + candidate).initialize(to: step)
    guard let caseReader else { return }
    let number = content.message.map { caseReader.number(ofMessageAt: $0) } ?? -1
    messageCases[candidate] = MessageCase(
      number: number, isSent: step.message != nil, performsOrFails: performsOrFails)
  }

  /// Stores a step that is known to trap as the step to the next candidate.
  @inline(never)
  func storeStep(_ step: WorldStep<M>, performsOrFails: Bool) {
    let candidate = candidates.pointee.count
    (steps + candidate).initialize(to: CandidateStep(message: nil, index: worldSteps.count))
    worldSteps.append(.values(step))
    if hasSurroundings { surroundings.steps.append(StepOfSurroundings(message: nil, answered: nil, number: 0)) }
    if let caseReader {
      messageCases[candidate] = MessageCase(of: step, caseReader, performsOrFails: performsOrFails)
    }
  }

  @inline(never)
  func step(to candidate: Int) -> WorldStep<M> {
    worldStep(steps[candidate])
  }

  /// The hash of the sent message that leads to a candidate; `nil` where a reply or an event leads to it.
  func hashOfMessage(leadingTo candidate: Int, _ identity: PartIdentity) -> UInt64? {
    let step = steps[candidate]
    if let message = step.message { return step.index < 0 ? identity.hash(message) : nil }
    return hash(ofMessageOfWorldStep: step.index, identity)
  }

  @inline(never)
  private func hash(ofMessageOfWorldStep index: Int, _ identity: PartIdentity) -> UInt64? {
    guard case .values(.message(let message)) = worldSteps[index] else { return nil }
    return withUnsafePointer(to: message) { identity.hash($0) }
  }

  @inline(never)
  func worldStep(_ step: CandidateStep) -> WorldStep<M> {
    guard let address = step.message else {
      switch worldSteps[step.index] {
      case .values(let step): return step
      case .numbers(let step): return rows._withUnsafeGuaranteedRef { $0.values(of: step) }
      }
    }
    let message = address.assumingMemoryBound(to: M.Message.self).pointee
    return step.index < 0 ? .message(message) : .reply(message, command: step.index)
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
      if !packing.pack(child, to: row) { addNeeds(of: child, candidate) }
      if packing.areAlike(row, parentRow) {
        // The higher half of a record is the number of the parent.
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
  private func addNeeds(of row: UnsafeRawPointer, _ candidate: Int) {
    var needs = missingRoom ?? packing.room
    packing.add(row, to: &needs)
    missingRoom = needs
    let size = rows._withUnsafeGuaranteedRef { $0.size } + RowPacking.slack
    rowsWithoutRoom.append((candidate, Array(UnsafeRawBufferPointer(start: row, count: size))))
  }

  /// Packs the candidates in a packing into which all of them fit.
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

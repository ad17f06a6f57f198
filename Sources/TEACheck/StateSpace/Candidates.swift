/// The rows that one worker made in one batch of the search, in the order of (world, step), with the steps to them.
///
/// A candidate is one of these rows; it may be the row of a known world. Its number is the index of its row.
///
/// The code that makes this value calls ``deallocate()`` once.
@usableFromInline
package struct Candidates {
  /// The size of a row, in bytes: a multiple of eight.
  @usableFromInline package private(set) var rowSize: Int
  /// The size of the part at the beginning of a row by which rows are compared, in bytes: a multiple of eight.
  @usableFromInline package private(set) var comparedSize: Int
  @usableFromInline package var capacity = 256
  /// The largest number of candidates; ``capacity`` doubles while it is smaller.
  @usableFromInline package let limit: Int
  @usableFromInline package var count = 0
  @usableFromInline package var rows: UnsafeMutableRawPointer
  /// Only candidates that must be looked up have a hash.
  @usableFromInline package var hashes: UnsafeMutablePointer<UInt64>
  /// For each candidate the number of the world that its row stands for, or ``toLookUp``, or ``fresh``. The number may be
  /// provisional: see ``WorldIndex/firstProvisional``.
  @usableFromInline package var worldNumbers: UnsafeMutablePointer<UInt32>
  @usableFromInline package var records: UnsafeMutablePointer<Ancestry.Record>
  /// The candidates that must be looked up, grouped by owner, and in ascending order within each group. An owner moves its
  /// *fresh* candidates to the front of its group; the rest of the group then has no meaning.
  @usableFromInline package var lookUpOrder: UnsafeMutablePointer<UInt32>
  /// The number of workers that look up candidates, each the *owner* of some hashes.
  @usableFromInline package let ownerCount: Int
  /// The index in `lookUpOrder` at which the group of each owner begins, and then the end of the last group.
  @usableFromInline package let groupStarts: UnsafeMutablePointer<Int>
  /// The number of fresh candidates of each owner.
  @usableFromInline package let freshCounts: UnsafeMutablePointer<Int>
  /// For each owner, the index in `lookUpOrder` of its next candidate for ``takeFresh()``.
  @usableFromInline package let nextFreshIndices: UnsafeMutablePointer<Int>
  /// The candidates that were fresh until they got world numbers, in ascending order.
  @usableFromInline package var newCandidates: [UInt32] = []

  /// - Parameter limit: A power of two from 256 to ``maxCount``.
  @usableFromInline
  package init(rowSize: Int, comparedSize: Int, ownerCount: Int, limit: Int = Self.maxCount) {
    (self.rowSize, self.comparedSize, self.ownerCount, self.limit) = (rowSize, comparedSize, ownerCount, limit)
    rows = Self.memory(for: capacity, rowSize)
    hashes = .allocate(capacity: capacity)
    worldNumbers = .allocate(capacity: capacity)
    records = .allocate(capacity: capacity)
    lookUpOrder = .allocate(capacity: capacity)
    groupStarts = .allocate(capacity: ownerCount + 1)
    freshCounts = .allocate(capacity: ownerCount)
    nextFreshIndices = .allocate(capacity: ownerCount)
  }

  @usableFromInline
  package func deallocate() {
    rows.deallocate()
    hashes.deallocate()
    worldNumbers.deallocate()
    records.deallocate()
    lookUpOrder.deallocate()
    groupStarts.deallocate()
    freshCounts.deallocate()
    nextFreshIndices.deallocate()
  }

  private static func memory(for capacity: Int, _ rowSize: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: capacity * rowSize + RowPacking.slack, alignment: 16)
  }

  /// Makes room for rows of a packing, and removes all candidates, because their rows have the former size.
  package mutating func adopt(_ packing: RowPacking) {
    rows.deallocate()
    (rowSize, comparedSize) = (packing.size, packing.comparedSize)
    rows = Self.memory(for: capacity, rowSize)
    removeAll()
  }

  /// Packs the rows again in a packing with more room. Hashes and world numbers stay.
  ///
  /// - Parameters:
  ///   - size: The size of a row that is not packed, in bytes.
  ///   - rowsWithoutRoom: The rows that did not fit the former packing, unpacked, in the order of the candidates.
  package mutating func repack(
    from former: RowPacking, to packing: RowPacking, rowSize size: Int,
    _ rowsWithoutRoom: [(candidate: Int, row: [UInt8])]
  ) {
    let (formerRows, formerSize) = (rows, rowSize)
    (rowSize, comparedSize) = (packing.size, packing.comparedSize)
    rows = Self.memory(for: capacity, rowSize)
    var rest = rowsWithoutRoom[...]
    withUnsafeTemporaryAllocation(byteCount: size + RowPacking.slack, alignment: 16) { row in
      // The order is ascending, because packing a row overwrites the beginning of the next one.
      for candidate in 0..<count {
        if rest.first?.candidate == candidate, let unpacked = rest.popFirst()?.row {
          unpacked.withUnsafeBytes { row.copyMemory(from: $0) }
        } else {
          former.unpack(formerRows + candidate * formerSize, to: row.baseAddress!)
        }
        _ = packing.pack(row.baseAddress!, to: self.row(candidate))
      }
    }
    formerRows.deallocate()
  }

  /// The mark of a candidate that is new and has no world number yet.
  @inlinable package static var fresh: UInt32 { .max }

  /// The mark of a candidate that must be looked up.
  @inlinable package static var toLookUp: UInt32 { .max - 1 }

  /// The largest number of candidates of one worker in one batch, and the distance between the workers' provisional numbers.
  @inlinable package static var maxCount: Int { 1 << 24 }

  @inlinable
  package static func provisional(_ worker: Int, _ candidate: Int) -> Int {
    WorldIndex.firstProvisional + worker * maxCount + candidate
  }

  /// The worker and the candidate of a provisional number.
  @inlinable
  package static func locate(_ number: Int) -> (worker: Int, candidate: Int) {
    let number = number - WorldIndex.firstProvisional
    return (number / maxCount, number % maxCount)
  }

  @usableFromInline
  package mutating func removeAll() {
    count = 0
    if !newCandidates.isEmpty { newCandidates.removeAll(keepingCapacity: true) }
  }

  /// The memory for the row of the next candidate; there is room only while `count < capacity`.
  @inlinable
  package var nextRow: UnsafeMutableRawPointer { rows + count * rowSize }

  @inlinable
  @inline(__always)
  package func row(_ candidate: Int) -> UnsafeMutableRawPointer { rows + candidate * rowSize }

  @inlinable
  package func parent(of candidate: Int) -> Int { Int(truncatingIfNeeded: records[candidate] >> 32) }

  /// The number of the step by which a candidate was found, among the steps of its parent.
  @inlinable
  package func step(of candidate: Int) -> Int { Int(records[candidate] & 0xFFFF_FFFF) }

  /// Makes the row at ``nextRow`` a candidate. The caller sets its hash and world number.
  @inlinable
  @inline(__always)
  @discardableResult
  package mutating func append(_ record: Ancestry.Record) -> Int {
    records[count] = record
    count += 1
    return count - 1
  }

  /// Gives a candidate the world number of its parent, because the step changed nothing.
  @inlinable
  @inline(__always)
  package func markUnchanged(_ candidate: Int) {
    worldNumbers[candidate] = UInt32(truncatingIfNeeded: records[candidate] >> 32)
  }

  /// Adds a candidate with the row of its parent, for a step that changes nothing or is not taken.
  @usableFromInline
  package mutating func addUnchanged(after parent: UnsafeRawPointer, _ record: Ancestry.Record) {
    nextRow.copyMemory(from: parent, byteCount: rowSize)
    markUnchanged(append(record))
  }

  /// - Throws: ``TooManySteps`` where ``capacity`` has reached ``limit``.
  @usableFromInline
  package mutating func grow() throws {
    guard capacity < limit else { throw TooManySteps() }
    let largerMemory = Self.memory(for: 2 * capacity, rowSize)
    largerMemory.copyMemory(from: rows, byteCount: count * rowSize)
    rows.deallocate()
    rows = largerMemory
    Self.grow(&hashes, holding: count, to: capacity * 2)
    Self.grow(&worldNumbers, holding: count, to: capacity * 2)
    Self.grow(&records, holding: count, to: capacity * 2)
    Self.grow(&lookUpOrder, holding: 0, to: capacity * 2)
    capacity *= 2
  }

  /// Moves the first `count` elements to larger memory; the others are not initialised.
  @usableFromInline
  package static func grow<Element>(
    _ memory: inout UnsafeMutablePointer<Element>, holding count: Int, to capacity: Int
  ) {
    let largerMemory = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    largerMemory.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = largerMemory
  }

  /// Groups the candidates that must be looked up, so that each owner reads only its own group.
  @usableFromInline
  package mutating func groupByOwner() {
    for owner in 0...ownerCount { groupStarts[owner] = 0 }
    if ownerCount == 1 {
      for candidate in 0..<count where worldNumbers[candidate] == Self.toLookUp {
        lookUpOrder[groupStarts[1]] = UInt32(truncatingIfNeeded: candidate)
        groupStarts[1] += 1
      }
      return
    }
    for candidate in 0..<count where worldNumbers[candidate] == Self.toLookUp {
      groupStarts[WorldIndex.owner(of: hashes[candidate], among: ownerCount) + 1] += 1
    }
    // The index of each owner's next candidate, in the memory of the counts, which are not known yet.
    let nextInGroup = freshCounts
    for owner in 0..<ownerCount {
      groupStarts[owner + 1] += groupStarts[owner]
      nextInGroup[owner] = groupStarts[owner]
    }
    for candidate in 0..<count where worldNumbers[candidate] == Self.toLookUp {
      let owner = WorldIndex.owner(of: hashes[candidate], among: ownerCount)
      lookUpOrder[nextInGroup[owner]] = UInt32(truncatingIfNeeded: candidate)
      nextInGroup[owner] += 1
    }
  }

  /// Must be called before ``takeFresh()`` takes the first fresh candidate.
  @usableFromInline
  package func beginTaking() { for owner in 0..<ownerCount { nextFreshIndices[owner] = groupStarts[owner] } }

  /// Takes the fresh candidates in ascending order, one at each call; `nil` where none is left.
  @usableFromInline
  package mutating func takeFresh() -> Int? {
    var (owner, least) = (-1, UInt32.max)
    for nextOwner in 0..<ownerCount where nextFreshIndices[nextOwner] < groupStarts[nextOwner] + freshCounts[nextOwner]
    {
      let candidate = lookUpOrder[nextFreshIndices[nextOwner]]
      if candidate < least { (owner, least) = (nextOwner, candidate) }
    }
    guard owner >= 0 else { return nil }
    nextFreshIndices[owner] += 1
    return Int(least)
  }

  @usableFromInline
  package func copyNew(to arena: RowArena) {
    for candidate in newCandidates {
      arena[Int(worldNumbers[Int(candidate)])].copyMemory(from: row(Int(candidate)), byteCount: rowSize)
    }
  }
}

/// The error of a batch in which one worker would make more than ``Candidates/limit`` candidates.
package struct TooManySteps: Error, CustomStringConvertible {
  package var description: String {
    "more than 16 million things can happen next in one world; offer fewer messages"
  }
}

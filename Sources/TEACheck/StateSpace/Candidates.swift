/// The rows that one worker made in one batch: a row for each step, in the order of the worlds and then of their steps. Steps
/// to known worlds have rows too.
///
/// A candidate is one of these rows, with the step by which it was found. Its number is the index of its row.
///
/// The code that makes this value calls ``deallocate()`` once.
@usableFromInline
package struct Candidates {
  /// The size of a row, in bytes: a multiple of eight.
  @usableFromInline package private(set) var rowSize: Int
  /// The size of the part at the beginning of a row by which rows are compared, in bytes: a multiple of eight.
  @usableFromInline package private(set) var comparedSize: Int
  /// The number of candidates that the memory has room for.
  @usableFromInline package var capacity = 256
  @usableFromInline package var count = 0
  @usableFromInline package var rows: UnsafeMutableRawPointer
  /// For each candidate that must be looked up, the hash of its row; other elements have no meaning.
  @usableFromInline package var hashes: UnsafeMutablePointer<UInt64>
  /// For each candidate the number of the world that its row stands for, or ``toLookUp``, or ``fresh``. The number of a world
  /// that was found in the same batch may be provisional: see ``WorldIndex/firstProvisional``.
  @usableFromInline package var worldNumbers: UnsafeMutablePointer<UInt32>
  /// For each candidate, the record of the parent and the step by which it was found.
  @usableFromInline package var records: UnsafeMutablePointer<Ancestry.Record>
  /// The candidates that must be looked up, grouped by owner, and in ascending order within each group. An owner moves its
  /// *fresh* candidates to the front of its group; the rest of the group then has no meaning.
  @usableFromInline package var order: UnsafeMutablePointer<UInt32>
  /// The number of workers that look up candidates, each the *owner* of some hashes.
  @usableFromInline package let ownerCount: Int
  /// The index in `order` at which the group of each owner begins, and then the index at which the last group ends.
  @usableFromInline package let groupStarts: UnsafeMutablePointer<Int>
  /// The number of fresh candidates of each owner; within ``groupByOwner()``, the index in `order` of its next candidate.
  @usableFromInline package let freshCounts: UnsafeMutablePointer<Int>
  /// For each owner, the index in `order` of the fresh candidate that ``takeFresh()`` takes next.
  @usableFromInline package let nextFreshIndices: UnsafeMutablePointer<Int>
  /// The candidates that were fresh until they got world numbers, in ascending order.
  @usableFromInline package var newCandidates: [UInt32] = []

  @usableFromInline
  package init(rowSize: Int, comparedSize: Int, ownerCount: Int) {
    (self.rowSize, self.comparedSize, self.ownerCount) = (rowSize, comparedSize, ownerCount)
    rows = Self.memory(for: capacity, rowSize)
    hashes = .allocate(capacity: capacity)
    worldNumbers = .allocate(capacity: capacity)
    records = .allocate(capacity: capacity)
    order = .allocate(capacity: capacity)
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
    order.deallocate()
    groupStarts.deallocate()
    freshCounts.deallocate()
    nextFreshIndices.deallocate()
  }

  private static func memory(for capacity: Int, _ rowSize: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: capacity * rowSize + RowPacking.slack, alignment: 16)
  }

  /// Sets the sizes of rows to those of a packing, and removes all candidates.
  package mutating func adopt(_ packing: RowPacking) {
    rows.deallocate()
    (rowSize, comparedSize) = (packing.size, packing.comparedSize)
    rows = Self.memory(for: capacity, rowSize)
    removeAll()
  }

  /// The mark, in place of a world number, of a *fresh* candidate, which is new and has no number yet.
  @inlinable package static var fresh: UInt32 { .max }

  /// The mark, in place of a world number, of a candidate that must be looked up.
  @inlinable package static var toLookUp: UInt32 { .max - 1 }

  /// The largest number of candidates of one worker in one batch, and the distance between the workers' provisional numbers.
  @inlinable package static var maxCount: Int { 1 << 24 }

  /// The provisional number of a candidate, which no candidate of another worker has.
  @inlinable
  package static func provisional(_ worker: Int, _ candidate: Int) -> Int {
    WorldIndex.firstProvisional + worker * maxCount + candidate
  }

  /// The worker that made the candidate with a provisional number, and the number of the candidate there.
  @inlinable
  package static func locate(_ number: Int) -> (worker: Int, candidate: Int) {
    let number = number - WorldIndex.firstProvisional
    return (number / maxCount, number % maxCount)
  }

  /// Removes all candidates.
  @usableFromInline
  package mutating func removeAll() {
    count = 0
    newCandidates.removeAll(keepingCapacity: true)
  }

  /// The memory for the row of the next candidate; there is room only while `count < capacity`.
  @inlinable
  package var next: UnsafeMutableRawPointer { rows + count * rowSize }

  /// The memory of a candidate's row.
  @inlinable
  @inline(__always)
  package func row(_ candidate: Int) -> UnsafeMutableRawPointer { rows + candidate * rowSize }

  /// The number of the world from which a candidate was found.
  @inlinable
  package func parent(of candidate: Int) -> Int { Int(truncatingIfNeeded: records[candidate] >> 32) }

  /// The number of the step by which a candidate was found, among the steps of its parent.
  @inlinable
  package func step(of candidate: Int) -> Int { Int(records[candidate] & 0xFFFF_FFFF) }

  /// Makes the row at ``next`` a candidate, whose hash and world number the caller sets.
  ///
  /// - Returns: The number of the candidate.
  @inlinable
  @inline(__always)
  @discardableResult
  package mutating func append(_ record: Ancestry.Record) -> Int {
    records[count] = record
    count += 1
    return count - 1
  }

  /// Gives a candidate the world number of its parent, because the step changed nothing; the candidate is not looked up.
  @inlinable
  @inline(__always)
  package func markUnchanged(_ candidate: Int) {
    worldNumbers[candidate] = UInt32(truncatingIfNeeded: records[candidate] >> 32)
  }

  /// Adds a candidate with the row of its parent, for a step that changes nothing or is not taken.
  @usableFromInline
  package mutating func addUnchanged(after parent: UnsafeRawPointer, _ record: Ancestry.Record) {
    next.copyMemory(from: parent, byteCount: rowSize)
    markUnchanged(append(record))
  }

  /// Makes room for twice as many candidates.
  ///
  /// - Throws: ``TooManySteps`` where there is room for ``maxCount`` already.
  @usableFromInline
  package mutating func grow() throws {
    guard capacity < Self.maxCount else { throw TooManySteps() }
    let largerMemory = Self.memory(for: 2 * capacity, rowSize)
    largerMemory.copyMemory(from: rows, byteCount: count * rowSize)
    rows.deallocate()
    rows = largerMemory
    Self.grow(&hashes, holding: count, to: capacity * 2)
    Self.grow(&worldNumbers, holding: count, to: capacity * 2)
    Self.grow(&records, holding: count, to: capacity * 2)
    Self.grow(&order, holding: 0, to: capacity * 2)
    capacity *= 2
  }

  /// Moves the first elements to larger memory.
  ///
  /// - Parameters:
  ///   - count: The number of elements to move; the others are not initialised.
  ///   - capacity: The number of elements that the larger memory has room for.
  @usableFromInline
  package static func grow<Element>(
    _ memory: inout UnsafeMutablePointer<Element>, holding count: Int, to capacity: Int
  ) {
    let largerMemory = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    largerMemory.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = largerMemory
  }

  /// Groups the candidates that must be looked up by their owners, so that each owner reads only its own group.
  @usableFromInline
  package mutating func groupByOwner() {
    for owner in 0...ownerCount { groupStarts[owner] = 0 }
    if ownerCount == 1 {
      for candidate in 0..<count where worldNumbers[candidate] == Self.toLookUp {
        order[groupStarts[1]] = UInt32(truncatingIfNeeded: candidate)
        groupStarts[1] += 1
      }
      return
    }
    for candidate in 0..<count where worldNumbers[candidate] == Self.toLookUp {
      groupStarts[WorldIndex.owner(of: hashes[candidate], among: ownerCount) + 1] += 1
    }
    for owner in 0..<ownerCount {
      groupStarts[owner + 1] += groupStarts[owner]
      freshCounts[owner] = groupStarts[owner]
    }
    for candidate in 0..<count where worldNumbers[candidate] == Self.toLookUp {
      let owner = WorldIndex.owner(of: hashes[candidate], among: ownerCount)
      order[freshCounts[owner]] = UInt32(truncatingIfNeeded: candidate)
      freshCounts[owner] += 1
    }
  }

  /// Sets back ``takeFresh()`` to the first fresh candidate.
  @usableFromInline
  package func beginTaking() { for owner in 0..<ownerCount { nextFreshIndices[owner] = groupStarts[owner] } }

  /// Takes the next fresh candidate, in ascending order; `nil` where none is left.
  @usableFromInline
  package mutating func takeFresh() -> Int? {
    var (owner, least) = (-1, UInt32.max)
    for nextOwner in 0..<ownerCount where nextFreshIndices[nextOwner] < groupStarts[nextOwner] + freshCounts[nextOwner]
    {
      let candidate = order[nextFreshIndices[nextOwner]]
      if candidate < least { (owner, least) = (nextOwner, candidate) }
    }
    guard owner >= 0 else { return nil }
    nextFreshIndices[owner] += 1
    return Int(least)
  }

  /// Copies the rows of ``newCandidates`` to an arena, each to the row with its world number.
  @usableFromInline
  package func copyNew(to arena: RowArena) {
    for candidate in newCandidates {
      arena[Int(worldNumbers[Int(candidate)])].copyMemory(from: row(Int(candidate)), byteCount: rowSize)
    }
  }
}

/// The error of a search in which a few worlds have more steps than one batch can hold.
package struct TooManySteps: Error, CustomStringConvertible {
  package var description: String {
    "more than 16 million things can happen next in a few worlds; offer fewer messages"
  }
}

/// The rows that one worker found in one batch, in the order of (world, step), some of which may be known.
///
/// The creator of one calls ``deallocate()`` once.
@usableFromInline
package struct Candidates {
  /// The bytes of a row: a multiple of eight.
  @usableFromInline package private(set) var rowSize: Int
  /// The first bytes of a row, which tell rows apart.
  @usableFromInline package private(set) var comparedSize: Int
  @usableFromInline package var capacity = 256
  @usableFromInline package var count = 0
  @usableFromInline package var rows: UnsafeMutableRawPointer
  /// The hashes of the candidates that are to be looked up.
  @usableFromInline package var hashes: UnsafeMutablePointer<UInt64>
  /// The number of the row that each candidate equals. That of a candidate of the same batch is provisional: see
  /// ``WorldIndex``.
  @usableFromInline package var indices: UnsafeMutablePointer<UInt32>
  /// The parent and the step by which each candidate was found.
  @usableFromInline package var origins: UnsafeMutablePointer<Ancestry.Record>
  /// The candidates that are to be looked up, by who does it, in order; whoever does puts the new ones in front.
  @usableFromInline package var order: UnsafeMutablePointer<UInt32>
  /// The number of workers that look up.
  @usableFromInline package let owners: Int
  /// The places in the order at which the candidates of each owner begin, and those of the last one end.
  @usableFromInline package let firsts: UnsafeMutablePointer<Int>
  /// The number of new candidates of each owner.
  @usableFromInline package let freshCounts: UnsafeMutablePointer<Int>
  /// The place in the order of the next new candidate of each owner that is to be taken.
  @usableFromInline package let cursors: UnsafeMutablePointer<Int>
  /// The candidates that are new, in order.
  @usableFromInline package var new: [UInt32] = []

  @usableFromInline
  package init(rowSize: Int, comparedSize: Int, owners: Int) {
    (self.rowSize, self.comparedSize, self.owners) = (rowSize, comparedSize, owners)
    rows = Self.memory(for: capacity, rowSize)
    hashes = .allocate(capacity: capacity)
    indices = .allocate(capacity: capacity)
    origins = .allocate(capacity: capacity)
    order = .allocate(capacity: capacity)
    firsts = .allocate(capacity: owners + 1)
    freshCounts = .allocate(capacity: owners)
    cursors = .allocate(capacity: owners)
  }

  @usableFromInline
  package func deallocate() {
    rows.deallocate()
    hashes.deallocate()
    indices.deallocate()
    origins.deallocate()
    order.deallocate()
    firsts.deallocate()
    freshCounts.deallocate()
    cursors.deallocate()
  }

  private static func memory(for capacity: Int, _ rowSize: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: capacity * rowSize + RowPacking.slack, alignment: 16)
  }

  /// Changes the form of rows; there are no candidates then.
  package mutating func adopt(_ packing: RowPacking) {
    rows.deallocate()
    (rowSize, comparedSize) = (packing.size, packing.comparedSize)
    rows = Self.memory(for: capacity, rowSize)
    begin()
  }

  /// The candidate is new, and has no number yet.
  @inlinable package static var fresh: UInt32 { .max }

  /// The candidate is to be looked up.
  @inlinable package static var open: UInt32 { .max - 1 }

  /// The most candidates of one worker in one batch; ``WorldIndex`` numbers them.
  @inlinable package static var limit: Int { 1 << 24 }

  /// The number of a candidate among those of all workers.
  @inlinable
  package static func provisional(_ worker: Int, _ candidate: Int) -> Int {
    WorldIndex.firstProvisional + worker * limit + candidate
  }

  /// The worker of a candidate, and its place there.
  @inlinable
  package static func locate(_ number: Int) -> (worker: Int, candidate: Int) {
    let number = number - WorldIndex.firstProvisional
    return (number / limit, number % limit)
  }

  @usableFromInline
  package mutating func begin() {
    count = 0
    new.removeAll(keepingCapacity: true)
  }

  /// The place for the row of the next candidate, where there is room.
  @inlinable
  package var next: UnsafeMutableRawPointer { rows + count * rowSize }

  @inlinable
  @inline(__always)
  package func row(_ candidate: Int) -> UnsafeMutableRawPointer { rows + candidate * rowSize }

  /// The row from whose world a candidate was found.
  @inlinable
  package func parent(of candidate: Int) -> Int { Int(truncatingIfNeeded: origins[candidate] >> 32) }

  /// The number of the step by which a candidate was found, among those of its parent.
  @inlinable
  package func step(of candidate: Int) -> Int { Int(origins[candidate] & 0xFFFF_FFFF) }

  /// Makes the row in the next place a candidate, which is then to be opened, or leads nowhere.
  ///
  /// - Returns: Its number.
  @inlinable
  @inline(__always)
  @discardableResult
  package mutating func append(_ origin: Ancestry.Record) -> Int {
    origins[count] = origin
    count += 1
    return count - 1
  }

  /// Makes a candidate one that is the row before the step, so that there is nothing to look up.
  @inlinable
  @inline(__always)
  package func leadsNowhere(_ candidate: Int) {
    indices[candidate] = UInt32(truncatingIfNeeded: origins[candidate] >> 32)
  }

  /// Makes a step that leads nowhere a candidate: it is as if it changed nothing.
  @usableFromInline
  package mutating func addUnchanged(after parent: UnsafeRawPointer, _ origin: Ancestry.Record) {
    next.copyMemory(from: parent, byteCount: rowSize)
    leadsNowhere(append(origin))
  }

  /// Makes room for twice as many.
  ///
  /// - Throws: ``TooManySteps``.
  @usableFromInline
  package mutating func grow() throws {
    guard capacity < Self.limit else { throw TooManySteps() }
    let larger = Self.memory(for: 2 * capacity, rowSize)
    larger.copyMemory(from: rows, byteCount: count * rowSize)
    rows.deallocate()
    rows = larger
    Self.grow(&hashes, holding: count, to: capacity * 2)
    Self.grow(&indices, holding: count, to: capacity * 2)
    Self.grow(&origins, holding: count, to: capacity * 2)
    Self.grow(&order, holding: 0, to: capacity * 2)
    capacity *= 2
  }

  @usableFromInline
  package static func grow<Element>(
    _ memory: inout UnsafeMutablePointer<Element>, holding count: Int, to capacity: Int
  ) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }

  /// Puts the candidates that are to be looked up in the order of their owners, so that nobody looks at those of others.
  @usableFromInline
  package mutating func sortByOwner() {
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

  /// Begins to take the new candidates in order.
  @usableFromInline
  package func beginTaking() { for owner in 0..<owners { cursors[owner] = firsts[owner] } }

  /// The next of the new candidates in order, if there are any left; they are then one fewer.
  @usableFromInline
  package mutating func takeFresh() -> Int? {
    var (owner, least) = (-1, UInt32.max)
    for each in 0..<owners where cursors[each] < firsts[each] + freshCounts[each] {
      let candidate = order[cursors[each]]
      if candidate < least { (owner, least) = (each, candidate) }
    }
    guard owner >= 0 else { return nil }
    cursors[owner] += 1
    return Int(least)
  }

  /// Copies the candidates that got a number to where the rows are, and drops the others.
  @usableFromInline
  package func copyNew(to arena: RowArena) {
    for candidate in new {
      arena[Int(indices[Int(candidate)])].copyMemory(from: row(Int(candidate)), byteCount: rowSize)
    }
  }
}

/// More can happen next than a search can take.
package struct TooManySteps: Error, CustomStringConvertible {
  package var description: String {
    "more than 16 million things can happen next in a few worlds; offer fewer messages"
  }
}

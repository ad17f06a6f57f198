public import TEAMemory
internal import TEASupport

/// A hash table of the worlds found, with open addressing and 64-bit slots.
///
/// A slot holds the higher half of a hash (the *tag*) and the number of the world plus one. So most look-ups end without
/// reading a row. In a table of whole hashes, a slot holds no number.
///
/// The highest bits of a hash choose a *segment* of the table: workers share the table by owning segments, and one segment
/// grows at a time. The owner of the table calls ``deallocate()`` once.
@usableFromInline
package struct WorldIndex {
  /// Numbers from here on are provisional: they stand for candidates of the current batch.
  @inlinable package static var firstProvisional: Int { 1 << 31 }

  /// The number of the highest bits of a hash that choose its segment.
  @inlinable package static var segmentBits: UInt64 { UInt64(tea_segment_bits) }
  @inlinable package static var segmentCount: Int { 1 << Int(tea_segment_bits) }

  @usableFromInline package let segments: UnsafeMutablePointer<IndexSegment>
  /// `true` for a table that saves memory, for a search by hash compaction. Its segments are filled to three quarters, and
  /// large segments grow by a factor of 1.4. Only a table of whole hashes may be compact.
  @usableFromInline package let isCompact: Bool

  @usableFromInline
  package init(isCompact: Bool) {
    self.isCompact = isCompact
    segments = .allocate(capacity: Self.segmentCount)
    for number in 0..<Self.segmentCount {
      (segments + number).initialize(to: Self.segment(of: 64, isCompact))
    }
  }

  @usableFromInline
  package func deallocate() {
    for number in 0..<Self.segmentCount {
      Platform.freeZeroed(segments[number].slots, count: segments[number].size)
    }
    segments.deallocate()
  }

  /// A compact table may be fuller: more look-ups pass slots of other worlds, which costs little because no row is read.
  private static func segment(of size: Int, _ isCompact: Bool) -> IndexSegment {
    IndexSegment(
      slots: Platform.allocateZeroed(size), size: size, count: 0, limit: isCompact ? size / 4 * 3 : size / 2,
      hasZero: false
    )
  }

  /// Spreads a hash over 64 bits by a folded product with 2⁶⁴ divided by the golden ratio; the tag is never zero.
  @inlinable
  package static func spread(_ hash: UInt64) -> UInt64 {
    let product = hash.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return max(1 << 32, product.high ^ product.low)
  }

  /// A hash that is different for every word: the finaliser of *MurmurHash3* (Austin Appleby).
  @inlinable
  package static func permute(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
    word = (word ^ word >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return word ^ word >> 33
  }

  @inlinable
  package static func owner(of hash: UInt64, among workers: Int) -> Int {
    Int(truncatingIfNeeded: ((hash >> (64 - segmentBits)) &* UInt64(truncatingIfNeeded: workers)) >> segmentBits)
  }

  /// The entry of the slot at which the search for a hash begins; 0 where the slot is free.
  @inlinable
  package func entry(at hash: UInt64) -> UInt64 { IndexSegment.entry(segments, at: hash) }

  /// Enters a number, unless an equal world was entered.
  ///
  /// - Returns: The number of the equal world; `nil` if `number` was entered.
  @inlinable
  package func insert(_ number: Int, hash: UInt64, isEqual: (Int) -> Bool) -> Int? {
    let segment = IndexSegment.of(segments, hash)
    if segment.pointee.count >= segment.pointee.limit { grow(segment) }
    let (slots, size) = (segment.pointee.slots, segment.pointee.size)
    var slot = IndexSegment.home(hash, size)
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if (entry ^ hash) >> 32 == 0, isEqual(Self.number(entry)) { return Self.number(entry) }
      slot += 1
      if slot == size { slot = 0 }
    }
    slots[slot] = Self.entry(hash, number)
    segment.pointee.count += 1
    return nil
  }

  /// Enters a hash into a table of whole hashes.
  ///
  /// - Returns: `true` if the hash was not in the table.
  @inlinable
  package func insert(hash: UInt64) -> Bool {
    let segment = IndexSegment.of(segments, hash)
    if hash == 0 {
      defer { segment.pointee.hasZero = true }
      return !segment.pointee.hasZero
    }
    if segment.pointee.count >= segment.pointee.limit { grow(segment) }
    return segment.pointee.insert(hash)
  }

  /// Replaces a number that was entered under the hash.
  @inlinable
  package func replace(_ number: Int, by newNumber: Int, hash: UInt64) {
    let segment = IndexSegment.of(segments, hash)
    let (slots, size) = (segment.pointee.slots, segment.pointee.size)
    let entry = Self.entry(hash, number)
    var slot = IndexSegment.home(hash, size)
    while slots[slot] != entry {
      slot += 1
      if slot == size { slot = 0 }
    }
    slots[slot] = Self.entry(hash, newNumber)
  }

  @inlinable
  package static func number(_ entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1 }

  /// The tag in the higher half, and the number plus one in the lower half.
  @inlinable
  package static func entry(_ hash: UInt64, _ number: Int) -> UInt64 {
    hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: number + 1)
  }

  @usableFromInline
  package func grow(_ segment: UnsafeMutablePointer<IndexSegment>) {
    let oldSegment = segment.pointee
    let size = isCompact && oldSegment.size >= 1 << 12 ? oldSegment.size / 5 * 7 : oldSegment.size * 2
    var largerSegment = Self.segment(of: size, isCompact)
    largerSegment.count = oldSegment.count
    largerSegment.hasZero = oldSegment.hasZero
    for slot in 0..<oldSegment.size where oldSegment.slots[slot] != 0 {
      var newSlot = IndexSegment.home(oldSegment.slots[slot], size)
      while largerSegment.slots[newSlot] != 0 {
        newSlot += 1
        if newSlot == size { newSlot = 0 }
      }
      largerSegment.slots[newSlot] = oldSegment.slots[slot]
    }
    Platform.freeZeroed(oldSegment.slots, count: oldSegment.size)
    segment.pointee = largerSegment
  }
}

/// A table from hashes to the numbers of worlds.
///
/// It is open addressing over 64-bit slots that hold 32 bits of the hash (the *tag*) and the number plus one, so
/// that most look-ups end without touching a world. Several indices can share the work: each holds the tags of its
/// own range. Whoever makes one calls ``deallocate()`` once.
@usableFromInline
struct WorldIndex {
  /// Numbers from here on stand for candidates of the current batch.
  @usableFromInline static var firstProvisional: Int { 1 << 31 }

  @usableFromInline var slots: UnsafeMutablePointer<UInt64>
  @usableFromInline var mask: Int
  @usableFromInline var count = 0
  /// The slots that were taken in the current batch.
  @usableFromInline var taken: [Int] = []

  @usableFromInline
  init() {
    let size = 1 << 10
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    mask = size - 1
  }

  @usableFromInline
  func deallocate() { slots.deallocate() }

  /// Spreads a hash over 32 bits.
  @inlinable
  static func tag(_ hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  /// Which of several indices a tag belongs to.
  @inlinable
  static func owner(of tag: UInt32, among indices: Int) -> Int {
    Int((UInt64(tag) &* UInt64(truncatingIfNeeded: indices)) >> 32)
  }

  /// Enters a number under a tag, unless a number that stands for an equal world is there.
  ///
  /// There must be room: see ``reserve(_:)``.
  ///
  /// - Returns: The number that stands for an equal world, or `nil` if this one was entered.
  @inlinable
  mutating func insert(_ number: Int, tag: UInt32, isEqual: (Int) -> Bool) -> Int? {
    var slot = Int(tag) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if UInt32(truncatingIfNeeded: entry >> 32) == tag, isEqual(Self.number(entry)) { return Self.number(entry) }
      slot = (slot + 1) & mask
    }
    slots[slot] = Self.entry(tag, number)
    taken.append(slot)
    count += 1
    return nil
  }

  /// Replaces the provisional numbers of the current batch.
  @inlinable
  mutating func settle(_ final: (Int) -> Int) {
    for slot in taken {
      let entry = slots[slot]
      slots[slot] = Self.entry(UInt32(truncatingIfNeeded: entry >> 32), final(Self.number(entry)))
    }
    taken.removeAll(keepingCapacity: true)
  }

  @inlinable
  static func number(_ entry: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: entry)) - 1 }

  @inlinable
  static func entry(_ tag: UInt32, _ number: Int) -> UInt64 {
    UInt64(tag) << 32 | UInt64(UInt32(truncatingIfNeeded: number + 1))
  }

  /// Reads the memory that look-ups of the tags will need, so that the waits for it overlap.
  ///
  /// - Returns: A number without meaning, which keeps the reads from being optimised away.
  @inlinable
  func warm(_ tags: UnsafeBufferPointer<UInt32>, touch: (Int) -> UInt8) -> UInt64 {
    var touched: UInt64 = 0
    for tag in tags {
      let entry = slots[Int(tag) & mask]
      if entry != 0, UInt32(truncatingIfNeeded: entry >> 32) == tag {
        touched &+= UInt64(touch(Self.number(entry)))
      }
    }
    return touched
  }

  /// Makes room for more numbers, so that at most half of the slots are taken.
  @usableFromInline
  mutating func reserve(_ more: Int) {
    guard (count + more) * 2 > mask else { return }
    var size = (mask + 1) * 2
    while (count + more) * 2 >= size { size *= 2 }
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
    larger.initialize(repeating: 0, count: size)
    for slot in 0...mask where slots[slot] != 0 {
      var place = Int(slots[slot] >> 32) & (size - 1)
      while larger[place] != 0 { place = (place + 1) & (size - 1) }
      larger[place] = slots[slot]
    }
    slots.deallocate()
    slots = larger
    mask = size - 1
  }
}

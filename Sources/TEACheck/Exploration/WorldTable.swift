/// The worlds found so far, in the order of discovery, and the table that recognises them.
///
/// Worlds are stored once, in blocks that never move; a world is named by its index. The table is open
/// addressing over 64-bit slots that hold 32 bits of the hash and the index plus one, so that most look-ups
/// end without touching a world.
///
/// The table is a value over memory of its own, so that the search loop pays for no dynamic checks of access;
/// whoever makes it calls ``deallocate()`` once.
@usableFromInline
struct WorldTable<State: Hashable> {
  @usableFromInline static var blockBits: Int { 12 }
  @usableFromInline static var blockSize: Int { 1 << blockBits }

  @usableFromInline var blocks: UnsafeMutablePointer<UnsafeMutablePointer<State>>
  @usableFromInline var blockCount = 0
  @usableFromInline var count = 0
  @usableFromInline var slots: UnsafeMutablePointer<UInt64>
  @usableFromInline var mask: Int

  /// The most worlds that a table can hold.
  @usableFromInline static var capacity: Int { Int(UInt32.max) - 1 }

  @usableFromInline
  init() {
    blocks = .allocate(capacity: Self.capacity >> Self.blockBits + 1)
    let size = 1 << 10
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    mask = size - 1
  }

  @usableFromInline
  func deallocate() {
    for number in 0..<blockCount {
      blocks[number].deinitialize(count: min(Self.blockSize, count - number * Self.blockSize))
      blocks[number].deallocate()
    }
    blocks.deallocate()
    slots.deallocate()
  }

  @inlinable
  subscript(index: Int) -> State {
    unsafeAddress {
      UnsafePointer(address(of: index))
    }
  }

  @inlinable
  func address(of index: Int) -> UnsafeMutablePointer<State> {
    blocks[index >> Self.blockBits] + (index & (Self.blockSize - 1))
  }

  /// Spreads a hash over 32 bits.
  @inlinable
  static func tag(_ hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  /// Moves a world into the table unless an equal one is there.
  ///
  /// The memory at the pointer is uninitialised afterwards.
  ///
  /// - Returns: Whether the world is new; its index is then the last one.
  @inlinable
  mutating func insert(movingFrom candidate: UnsafeMutablePointer<State>, tag: UInt32) -> Bool {
    var slot = Int(tag) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if UInt32(truncatingIfNeeded: entry >> 32) == tag {
        let index = Int(UInt32(truncatingIfNeeded: entry)) - 1
        if self[index] == candidate.pointee {
          candidate.deinitialize(count: 1)
          return false
        }
      }
      slot = (slot + 1) & mask
    }
    if count & (Self.blockSize - 1) == 0 {
      blocks[blockCount] = .allocate(capacity: Self.blockSize)
      blockCount += 1
    }
    address(of: count).moveInitialize(from: candidate, count: 1)
    count += 1
    slots[slot] = UInt64(tag) << 32 | UInt64(count)
    if count * 2 > mask { grow() }
    return true
  }

  /// Touches the memory that look-ups of the tags will need, so that the waits for it overlap.
  ///
  /// - Returns: A number without meaning, which keeps the reads from being optimised away.
  @inlinable
  func warm(_ tags: ArraySlice<UInt32>) -> UInt64 {
    var touched: UInt64 = 0
    for tag in tags {
      let entry = slots[Int(tag) & mask]
      if entry != 0, UInt32(truncatingIfNeeded: entry >> 32) == tag {
        let place = UnsafeRawPointer(address(of: Int(UInt32(truncatingIfNeeded: entry)) - 1))
        touched &+= UInt64(place.load(as: UInt8.self))
      }
    }
    return touched
  }

  @usableFromInline
  mutating func grow() {
    let size = (mask + 1) * 2
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
    larger.initialize(repeating: 0, count: size)
    let newMask = size - 1
    for slot in 0...mask where slots[slot] != 0 {
      var place = Int(slots[slot] >> 32) & newMask
      while larger[place] != 0 { place = (place + 1) & newMask }
      larger[place] = slots[slot]
    }
    slots.deallocate()
    slots = larger
    mask = newMask
  }
}

/// A set of fingerprints (hashes of worlds), for counting distinct worlds.
///
/// The set is a hash table with open addressing. A fingerprint is stored as a key above zero; zero marks a free slot.
@usableFromInline
struct FingerprintSet {
  @usableFromInline private(set) var count = 0
  /// A key or zero in each slot. The number of slots is a power of two, and at most half of them are taken.
  @usableFromInline var slots: [UInt64]
  private var keysOfCurrentRound: [UInt64] = []

  init() { slots = Array(repeating: 0, count: 1 << 8) }

  /// The largest number of fingerprints, whose slots take 64 MiB; a full set adds no more.
  @inlinable static var limit: Int { 1 << 22 }

  @inlinable
  mutating func insert(_ hash: Int) {
    // The high half of the key chooses the slot. The product fills this half even where the hash is a small number.
    insert(key: max(1, UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15))
  }

  @inlinable
  mutating func insert(key: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key >> 32) & mask
    while slots[slot] != key {
      if slots[slot] == 0 { return add(key, at: slot) }
      slot = (slot + 1) & mask
    }
  }

  @usableFromInline
  mutating func add(_ key: UInt64, at slot: Int) {
    guard count < Self.limit else { return }
    slots[slot] = key
    keysOfCurrentRound.append(key)
    count += 1
    if count * 2 > slots.count { grow() }
  }

  mutating func beginRound() { keysOfCurrentRound.removeAll(keepingCapacity: true) }

  /// - Parameter withCurrentRound: `false` leaves out the fingerprints that the other set gained in its current round.
  mutating func formUnion(_ other: FingerprintSet, withCurrentRound: Bool) {
    let excluded: Set<UInt64> = withCurrentRound ? [] : Set(other.keysOfCurrentRound)
    for key in other.slots where key != 0 && !excluded.contains(key) { insert(key: key) }
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    for key in slots where key != 0 {
      var slot = Int(truncatingIfNeeded: key >> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = key
    }
    slots = larger
  }
}

internal import TEASupport

/// A cache of the changes that steps make to the surroundings and the outstanding commands of a world, for one worker: a hash
/// table with open addressing.
///
/// Worlds with different models share a change, except where replies depend on the model. The code that makes a cache calls
/// ``deallocate()`` once.
struct SurroundingsCache {
  /// All that the change by a step depends on. The numbers of the models are 0 where the change does not depend on them.
  struct Key: Equatable {
    /// The number of the surroundings before the step, plus one.
    var surroundings: UInt32
    /// The number of the list of the outstanding commands before the step.
    var outstanding: UInt32
    /// 0 for a message that is sent; 1 for the first of the world's replies and events, 2 for the second, and so on.
    var step: UInt32
    /// `true` where `update` throws.
    var fails: Bool
    /// The number of the list of the performed commands that may change the surroundings.
    var performed: UInt32
    /// The number of the list of the subscriptions after the step; 0 where the step brings no message, or `update` throws.
    var subscriptions: UInt32
    var modelBefore: UInt32 = 0
    var modelAfter: UInt32 = 0

    fileprivate var hash: UInt64 {
      var hash = RandomNumbers.mix(UInt64(surroundings) << 32 | UInt64(outstanding))
      hash = RandomNumbers.mix(hash ^ (UInt64(step) << 32 | UInt64(performed)))
      hash ^= UInt64(subscriptions) << 1 | (fails ? 1 : 0)
      return RandomNumbers.mix(hash &+ (UInt64(modelBefore) << 32 | UInt64(modelAfter)))
    }
  }

  struct Entry {
    var key: Key
    /// The numbers of the world after the step; the number of the model is not used.
    var next: WorldNumbers
    /// `true` where the change needs no repetition: one led to the same world, or all results of the user's functions on which
    /// the change depends are confirmed.
    var isVerified = false
  }

  /// The number of entries, of 56 bytes each, beyond which all are forgotten, so that they do not fill the memory.
  var maxCount = 1 << 17

  /// The places of the hash table; `nil` marks a free place.
  private var places: UnsafeMutablePointer<Entry?>
  /// The binary logarithm of the number of places, of which at most half are taken.
  private var bits: UInt64 = 6
  private var count = 0

  init() { places = Self.places(1 << 6) }

  func deallocate() { places.deallocate() }

  private static func places(_ count: Int) -> UnsafeMutablePointer<Entry?> {
    let places = UnsafeMutablePointer<Entry?>.allocate(capacity: count)
    places.initialize(repeating: nil, count: count)
    return places
  }

  /// The place of the entry with a key, or the free place that it would take. The pointer is valid until an entry is added.
  func place(of key: Key) -> UnsafeMutablePointer<Entry?> {
    var index = Int(truncatingIfNeeded: key.hash >> (64 - bits))
    while let entry = places[index], entry.key != key { index = (index + 1) & (1 << Int(bits) - 1) }
    return places + index
  }

  mutating func add(_ entry: Entry) -> UnsafeMutablePointer<Entry?> {
    if count >= 1 << Int(bits - 1) { makeRoom() }
    let place = place(of: entry.key)
    if place.pointee == nil { count += 1 }
    place.pointee = entry
    return place
  }

  mutating func removeAll() {
    places.update(repeating: nil, count: 1 << Int(bits))
    count = 0
  }

  private mutating func makeRoom() {
    let (oldPlaces, oldCount) = (places, 1 << Int(bits))
    if count >= maxCount { return removeAll() }
    bits += 1
    places = Self.places(1 << Int(bits))
    for entry in UnsafeBufferPointer(start: oldPlaces, count: oldCount) {
      if let entry { place(of: entry.key).pointee = entry }
    }
    oldPlaces.deallocate()
  }
}

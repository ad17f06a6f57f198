/// A cache of a program's reactions, by numbers of models and commands: worlds with the same model share them.
///
/// A *reaction* is the result of `update` for one message or reply in one model: the next model, and the performed commands.
///
/// This is the *transition caching* of LTSmin (Stefan Blom, Jaco van de Pol, Michael Weber: *LTSmin: Distributed and Symbolic
/// Reachability*, 2010). Each worker has a cache of its own, and calls ``deallocate()`` once.
struct ReactionCache {
  struct Reaction {
    /// The number of the model after the step.
    var model: UInt32
    /// The number, in ``CommandLists``, of the list of performed commands that await a reply.
    var outstandingList: UInt32
    var outstandingCount: UInt32
    var performsOrFails: Bool
    var fails: Bool
    /// The step meets the ``ReactionCache/conditions`` of the reaction, which count as unmet until the step is taken.
    var meetsConditions: Bool
    var message: UnsafeRawPointer
  }

  var reactions: [Reaction] = []
  /// By the index of a reaction: the indices of the conditions that its step meets, and that no step met before.
  var conditions: [Int: [Int]] = [:]
  /// The ranges of `reactions`, by ``key(_:_:)``.
  var table = RangeTable()

  func deallocate() { table.deallocate() }

  /// The key of the reactions to the messages offered in a model, or to the replies to one command in it. The lower half is the
  /// number of the command plus 2, or 1 for none, because the key 0 marks a free slot.
  static func key(_ model: UInt32, _ command: UInt32?) -> UInt64 {
    UInt64(model) << 32 | (command.map { UInt64($0) + 2 } ?? 1)
  }
}

/// A hash table (open addressing) from keys other than 0 to ranges of indices.
struct RangeTable {
  /// The key 0 marks a free slot.
  struct Slot {
    var key: UInt64
    var first: UInt32
    var count: UInt32
  }

  var slots: UnsafeMutablePointer<Slot>
  /// The binary logarithm of the number of slots.
  var bits: UInt64 = 6
  /// The number of keys, at most half the number of slots.
  var count = 0

  init() { slots = Self.slots(1 << 6) }

  func deallocate() { slots.deallocate() }

  private static func slots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(key: 0, first: 0, count: 0), count: count)
    return slots
  }

  /// The slot of a key, or the free slot that it would take.
  func slot(of key: UInt64) -> UnsafeMutablePointer<Slot> {
    // Fibonacci hashing: the factor is 2⁶⁴ divided by the golden ratio.
    var position = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
    while slots[position].key != key, slots[position].key != 0 { position = (position + 1) & (1 << Int(bits) - 1) }
    return slots + position
  }

  subscript(key: UInt64) -> Range<Int>? {
    let slot = slot(of: key).pointee
    return slot.key == 0 ? nil : Int(slot.first)..<Int(slot.first) + Int(slot.count)
  }

  /// The key must not be in the table yet.
  mutating func add(_ range: Range<Int>, under key: UInt64) {
    if count >= 1 << Int(bits - 1) {
      let (oldSlots, oldCount) = (slots, 1 << Int(bits))
      bits += 1
      slots = Self.slots(1 << Int(bits))
      for slot in UnsafeBufferPointer(start: oldSlots, count: oldCount) where slot.key != 0 {
        self.slot(of: slot.key).pointee = slot
      }
      oldSlots.deallocate()
    }
    slot(of: key).pointee = Slot(
      key: key, first: UInt32(truncatingIfNeeded: range.lowerBound), count: UInt32(truncatingIfNeeded: range.count))
    count += 1
  }
}

public import TEARuntime

/// A cache of a program's steps, by numbers of models and commands: `update` is run once for each model and message,
/// and not for each world.
///
/// To keep what parts of a state lead to is the *transition caching* of LTSmin (Stefan Blom, Jaco van de Pol, Michael
/// Weber: *LTSmin: Distributed and Symbolic Reachability*, 2010). Each worker has a cache of its own, and calls
/// ``deallocate()`` once.
@usableFromInline
struct TransitionCache<M: Module> {
  /// The reaction to a message.
  @usableFromInline
  struct Reaction {
    @usableFromInline var model: UInt32
    /// The list of the commands that are outstanding then.
    @usableFromInline var performed: UInt32
    @usableFromInline var commandCount: UInt32
    /// It performed a command, or failed.
    @usableFromInline var hasEffect: Bool

    @inlinable
    init(model: UInt32, performed: UInt32, commandCount: UInt32, hasEffect: Bool) {
      self.model = model
      self.performed = performed
      self.commandCount = commandCount
      self.hasEffect = hasEffect
    }
  }

  @usableFromInline var reactions: [Reaction] = []
  /// The message of each reaction.
  @usableFromInline var messages: [M.Message] = []
  @usableFromInline var table = RangeTable()

  @usableFromInline
  init() {}

  @usableFromInline
  func deallocate() { table.deallocate() }

  /// The name of what can be sent in a model, or, with a command, of what may answer that.
  @inlinable
  static func key(_ model: UInt32, _ command: UInt32?) -> UInt64 {
    // Never zero.
    UInt64(model) << 32 | (command.map { UInt64($0) + 2 } ?? 1)
  }
}

/// Ranges by numbers that are not zero: open addressing.
@usableFromInline
struct RangeTable {
  @usableFromInline
  struct Slot {
    @usableFromInline var key: UInt64
    @usableFromInline var first: UInt32
    @usableFromInline var count: UInt32
  }

  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  @usableFromInline var bits: UInt64 = 6
  @usableFromInline var count = 0

  @usableFromInline
  init() { slots = Self.slots(1 << 6) }

  @usableFromInline
  func deallocate() { slots.deallocate() }

  private static func slots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(key: 0, first: 0, count: 0), count: count)
    return slots
  }

  /// The slot of a key, or the free one that it would take.
  @inlinable
  func slot(of key: UInt64) -> UnsafeMutablePointer<Slot> {
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
    while slots[place].key != key, slots[place].key != 0 { place = (place + 1) & (1 << Int(bits) - 1) }
    return slots + place
  }

  @inlinable
  subscript(key: UInt64) -> Range<Int>? {
    let slot = slot(of: key).pointee
    return slot.key == 0 ? nil : Int(slot.first)..<Int(slot.first) + Int(slot.count)
  }

  /// Adds a key that is not there.
  @usableFromInline
  mutating func add(_ range: Range<Int>, under key: UInt64) {
    if count >= 1 << Int(bits - 1) {
      let old = (slots, 1 << Int(bits))
      bits += 1
      slots = Self.slots(1 << Int(bits))
      for slot in UnsafeBufferPointer(start: old.0, count: old.1) where slot.key != 0 {
        self.slot(of: slot.key).pointee = slot
      }
      old.0.deallocate()
    }
    slot(of: key).pointee = Slot(
      key: key, first: UInt32(truncatingIfNeeded: range.lowerBound), count: UInt32(truncatingIfNeeded: range.count))
    count += 1
  }
}

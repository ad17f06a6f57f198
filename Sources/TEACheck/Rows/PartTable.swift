internal import TEAMemory
internal import TEAStateSpace
internal import Synchronization
internal import TEARuntime

/// The values of one type in the worlds of a search, each kept once under a number.
///
/// This is the *collapse compression* of SPIN (Gerard J. Holzmann: *State Compression in SPIN*, 1997): each part of a
/// state is stored once, and a state is stored as the numbers of its parts. The numbers depend on the order in which
/// threads add values, and no result of a search depends on them. Values are compared by their stored contents, sets
/// and dictionaries regardless of order. An added value neither changes nor moves, so a thread that has its number may
/// read it without the lock, and look for others while it holds none.
@usableFromInline
final class PartTable: @unchecked Sendable {
  // Values are added under the lock. Their blocks are there, and they themselves, before their numbers are given out.

  /// The elements of a collection.
  struct Elements {
    /// Released with the table: a reference that is counted would be counted at each value.
    let layout: Unmanaged<RowLayout>
    var size: Int
    var stride: Int
    /// The offset of the first one in the memory of an array.
    var offset = 32

    init<Element>(_ type: Element.Type, _ tables: PartTables) {
      layout = .passRetained(RowLayoutMaker.layout(of: type, tables))
      (size, stride) = (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
      offset = (32 + MemoryLayout<Element>.alignment - 1) & ~(MemoryLayout<Element>.alignment - 1)
    }
  }

  /// The structure of a value.
  enum Kind {
    case text
    case array(Elements)
    /// Plain elements without gaps, of so many bytes each.
    case solidArray(Int)
    /// A set, or a dictionary.
    case hashTable(keys: Elements, values: Elements?)
    /// A value that is written as one row, and is no part of others.
    case row(Unmanaged<RowLayout>)
    /// A value that is told apart as a whole, and not looked into here.
    case value(PartIdentity)
    /// A content that the caller writes.
    case content

    static func row(_ layout: RowLayout) -> Kind { .row(.passRetained(layout)) }

    /// The layouts that the table releases.
    fileprivate var layouts: [Unmanaged<RowLayout>] {
      switch self {
      case .array(let elements): [elements.layout]
      case .hashTable(let keys, let values): [keys.layout] + (values.map { [$0.layout] } ?? [])
      case .row(let layout): [layout]
      case .text, .solidArray, .value, .content: []
      }
    }
  }

  /// A value in memory that has a number here.
  @usableFromInline
  struct Known {
    var value: UnsafeRawPointer
    var number: UInt32
  }

  /// What tells a value apart, beside its own bytes; its content follows.
  private struct Entry {
    /// The hash by which it is looked up.
    var hash: UInt64
    /// A hash of what it stores, which does not depend on the numbers of its parts.
    var contentHash: UInt64
    /// The bytes of its content, with the zeros that fill them up to a multiple of eight.
    var contentSize: Int
  }

  /// The part that is read and written under the lock.
  private struct State {
    var count = 0
    /// The tables of numbers that were too small; a thread may still be reading one.
    var oldSlots: [UnsafeMutableRawPointer] = []
    /// The memory for contents; `filled` of the `pieceSize` bytes of the last piece are in use.
    var pieces: [UnsafeMutableRawPointer] = []
    var filled = 0
    var pieceSize = 0
  }

  /// As many as in a ``RowArena``.
  private static let blockBits = 12
  private static let mostBlocks = 1 << 19

  /// The number of the table among those of parts that a writer knows.
  let number: Int?
  /// Set before the table is first used: a type may hold itself.
  @exclusivity(unchecked) var kind: Kind
  /// The type of the values, where they are arrays.
  private let array: (any RowArray.Type)?
  /// The values are known by their memory: two that have the same are the same, as long as one of them is kept here. So it is
  /// with collections, texts and what else system libraries have, and not with objects.
  let isKnownByMemory: Bool
  private let isText: Bool
  private let witnesses: ValueWitnesses
  private let stride: Int
  /// The bytes of a value.
  let size: Int
  private let alignment: Int
  private let lock = Mutex(())
  @exclusivity(unchecked) private var state = State()
  /// The blocks of the values.
  let values: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// The blocks of the entries.
  private let entries: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<Entry>>>
  /// Open addressing: the number of slots less one, and then in each slot a number plus one and the higher half of its hash,
  /// or zero.
  private let slots = Atomic<UnsafeMutableRawPointer>(PartTable.makeSlots(64))

  init(of type: Any.Type, number: Int? = nil, _ kind: Kind) {
    func layout<Value>(_ type: Value.Type) -> (Int, Int, Int) {
      (MemoryLayout<Value>.size, MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
    }
    self.number = number
    self.kind = kind
    array = TypeShape.isOfUser(type) ? nil : type as? any RowArray.Type
    isKnownByMemory =
      if case .row = kind { false } else {
        !TypeShape.isOfUser(type)
          && (type is any RowCollection.Type || type is any RowText.Type || TypeContents.isValue(type))
      }
    isText = type == String.self
    witnesses = ValueWitnesses(of: type)
    (size, stride, alignment) = _openExistential(type, do: layout)
    // Reserved, and not touched before it is used.
    values = .allocate(capacity: Self.mostBlocks)
    entries = .allocate(capacity: Self.mostBlocks)
  }

  deinit {
    for number in 0..<state.count { witnesses.destroy(place(of: number)) }
    for block in 0..<((state.count + (1 << Self.blockBits) - 1) >> Self.blockBits) {
      values[block].deallocate()
      entries[block].deallocate()
    }
    for piece in state.pieces { piece.deallocate() }
    for layout in kind.layouts { layout.release() }
    for slots in state.oldSlots { slots.deallocate() }
    slots.load(ordering: .relaxed).deallocate()
    values.deallocate()
    entries.deallocate()
  }

  /// The memory of a value.
  @usableFromInline
  func place(of number: Int) -> UnsafeMutableRawPointer {
    values[number >> Self.blockBits] + (number & (1 << Self.blockBits - 1)) * stride
  }

  private func entry(of number: Int) -> UnsafeMutablePointer<Entry> {
    entries[number >> Self.blockBits][number & (1 << Self.blockBits - 1)]
  }

  /// The number of values.
  var count: Int { lock.withLock { _ in state.count } }

  /// The hash of what a value stores; it does not depend on the numbers of its parts.
  @usableFromInline
  func contentHash(of number: Int) -> UInt64 { entry(of: number).pointee.contentHash }

  /// The bytes of what a value stores.
  func content(of number: Int) -> UnsafeRawPointer { UnsafeRawPointer(entry(of: number) + 1) }

  // MARK: Reading

  /// Copies a value.
  ///
  /// - Parameter isThere: `true` where the memory is initialised; its value is then replaced.
  func copy(_ number: UInt32, to memory: UnsafeMutableRawPointer, over isThere: Bool) {
    let value = place(of: Int(number))
    // What is the same memory as the stored value was copied here before, and not changed since.
    if isThere, isCopied(value, in: memory) { return }
    if isThere { witnesses.assign(memory, copying: value) } else { witnesses.initialize(memory, copying: value) }
  }

  /// Copies a value over another one.
  func copy(_ value: UnsafeRawPointer, over memory: UnsafeMutableRawPointer) {
    witnesses.assign(memory, copying: UnsafeMutableRawPointer(mutating: value))
  }

  /// Returns whether memory holds a stored value that is known by its memory.
  private func isCopied(_ value: UnsafeRawPointer, in memory: UnsafeRawPointer) -> Bool {
    isKnownByMemory && RawMemory.areSame(value, memory, bytes: size)
  }

  /// Makes an array of elements that were written.
  ///
  /// - Parameter isThere: Whether there is an array in the place already, whose memory is used where nobody else has it.
  func copy(
    elements: UnsafeRawPointer, _ count: Int, _ size: Int, to memory: UnsafeMutableRawPointer, over isThere: Bool
  ) {
    if isThere {
      let storage = NativeArray.storage(memory)
      // Called with the object itself, its type would be opened, in a debug build by a copy: a second reference.
      let isUnique: (inout AnyObject) -> Bool = isKnownUniquelyReferenced
      let object = memory.assumingMemoryBound(to: AnyObject.self)
      if NativeArray.count(of: storage) == count, isUnique(&object.pointee) {
        return UnsafeMutableRawPointer(mutating: storage + 32).copyMemory(from: elements, byteCount: size)
      }
      witnesses.destroy(memory)
    }
    array?.initialize(memory, elements, count)
  }

  // MARK: Writing

  /// The number of a value.
  ///
  /// - Parameter known: A value much like it.
  @usableFromInline
  func number(of value: UnsafeRawPointer, like known: Known? = nil, _ writer: RowWriter) -> UInt32 {
    guard let table = self.number, isKnownByMemory, size == 8 || size == 16 else {
      return numberOfValue(value, known, writer)
    }
    // From the writer's cache, where its words are those of a stored value: what they refer to is retained here, so nobody can
    // change it in place.
    let first = value.load(as: UInt64.self)
    let second = size > 8 ? value.load(fromByteOffset: 8, as: UInt64.self) : 0
    let slot = writer.slot(of: first, second, inTable: table)
    if slot.pointee.first == first, slot.pointee.second == second, slot.pointee.isTaken { return slot.pointee.number }
    let number = numberOfValue(value, known, writer)
    // A string with the top bit of its second word set is immortal (small, or a literal): equal words, equal text.
    if isText && second >> 63 != 0 || isCopied(place(of: Int(number)), in: value) {
      slot.pointee = .init(first: first, second: second, number: number, isTaken: true)
    }
    return number
  }

  private func numberOfValue(_ value: UnsafeRawPointer, _ known: Known?, _ writer: RowWriter) -> UInt32 {
    if case .value(let identity) = kind {
      let hash = identity.hash(value)
      return number(of: value, hash, contentHash: hash, nil, 0) { identity.isSame(place(of: $0), value) }
    }
    let mark = writer.mark
    defer { writer.giveBack(to: mark) }
    let (content, size) = content(of: value, like: known, writer)
    return number(of: value, RawMemory.hash(content, words: size / 8), contentHash: nil, content, size) {
      hasContent($0, content, size)
    }
  }

  /// The number of a content that somebody else has written.
  ///
  /// - Parameters:
  ///   - size: How many bytes it takes: a multiple of eight.
  ///   - contentHash: The same for contents that store the same.
  ///   - value: What it is the content of, where more is kept than the content.
  func number(
    ofContent content: UnsafeRawPointer, _ size: Int, contentHash: UInt64, of value: UnsafeRawPointer? = nil
  ) -> UInt32 {
    number(of: value ?? content, RawMemory.hash(content, words: size / 8), contentHash: contentHash, content, size) {
      hasContent($0, content, size)
    }
  }

  private func hasContent(_ number: Int, _ content: UnsafeRawPointer, _ size: Int) -> Bool {
    let entry = entry(of: number)
    return entry.pointee.contentSize == size
      && RawMemory.areSame(UnsafeRawPointer(entry + 1), content, words: size / 8)
  }

  /// Tests a value that is written as a row for being the one that has a number.
  @usableFromInline
  func isSame(_ value: UnsafeRawPointer, _ number: Int, _ writer: RowWriter) -> Bool {
    let mark = writer.mark
    defer { writer.giveBack(to: mark) }
    let (content, size) = content(of: value, like: nil, writer)
    return hasContent(number, content, size)
  }

  // MARK: Looking up

  /// The number of a value, which is added where it is new.
  private func number(
    of value: UnsafeRawPointer, _ hash: UInt64, contentHash: UInt64?, _ content: UnsafeRawPointer?, _ contentSize: Int,
    isSame: (Int) -> Bool
  ) -> UInt32 {
    if let number = find(hash, isSame: isSame) { return UInt32(truncatingIfNeeded: number) }
    // Outside of the lock: parts are asked for theirs.
    let contentHash = contentHash ?? content.map { self.contentHash(ofContent: $0) } ?? hash
    return lock.withLock { _ in
      let number =
        find(hash, isSame: isSame)
        ?? add(value, Entry(hash: hash, contentHash: contentHash, contentSize: contentSize), content)
      return UInt32(truncatingIfNeeded: number)
    }
  }

  private static func makeSlots(_ count: Int) -> UnsafeMutableRawPointer {
    let slots = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count + 1)
    slots.initialize(to: Atomic(UInt64(count - 1)))
    for place in 1...count { (slots + place).initialize(to: Atomic(0)) }
    return UnsafeMutableRawPointer(slots)
  }

  /// The number of a value that has a hash.
  private func find(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let slots = slots.load(ordering: .acquiring).assumingMemoryBound(to: Atomic<UInt64>.self)
    let mask = Int(truncatingIfNeeded: slots.pointee.load(ordering: .relaxed))
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let taken = slots[1 + place].load(ordering: .acquiring)
      if taken == 0 { return nil }
      if (taken ^ hash) >> 32 == 0 {
        let number = Int(truncatingIfNeeded: taken & 0xFFFF_FFFF) - 1
        if entry(of: number).pointee.hash == hash, isSame(number) { return number }
      }
      place = (place + 1) & mask
    }
  }

  private func add(_ value: UnsafeRawPointer, _ entry: Entry, _ content: UnsafeRawPointer?) -> Int {
    let number = state.count
    if number & (1 << Self.blockBits - 1) == 0 {
      values[number >> Self.blockBits] = .allocate(
        byteCount: max(1, stride) << Self.blockBits, alignment: max(8, alignment))
      entries[number >> Self.blockBits] = .allocate(capacity: 1 << Self.blockBits)
    }
    witnesses.initialize(place(of: number), copying: value)
    entries[number >> Self.blockBits][number & (1 << Self.blockBits - 1)] = keep(entry, content)
    state.count += 1
    var slots = slots.load(ordering: .relaxed)
    let slotCount =
      Int(
        truncatingIfNeeded: slots.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.load(ordering: .relaxed)) + 1
    if state.count * 2 > slotCount {
      state.oldSlots.append(slots)
      slots = Self.makeSlots(2 * slotCount)
      for known in 0...number { enter(known, in: slots) }
      self.slots.store(slots, ordering: .releasing)
    } else {
      enter(number, in: slots)
    }
    return number
  }

  private func enter(_ number: Int, in slots: UnsafeMutableRawPointer) {
    let slots = slots.assumingMemoryBound(to: Atomic<UInt64>.self)
    let mask = Int(truncatingIfNeeded: slots.pointee.load(ordering: .relaxed))
    let hash = entry(of: number).pointee.hash
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[1 + place].load(ordering: .relaxed) != 0 { place = (place + 1) & mask }
    slots[1 + place].store(hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: number + 1), ordering: .releasing)
  }

  private func keep(_ entry: Entry, _ content: UnsafeRawPointer?) -> UnsafeMutablePointer<Entry> {
    let size = MemoryLayout<Entry>.size + entry.contentSize
    if state.pieces.isEmpty || state.filled + size > state.pieceSize {
      // Larger and larger, so that small tables are small.
      state.pieceSize = max(size, min(1 << 20, max(1 << 10, 2 * state.pieceSize)))
      state.pieces.append(.allocate(byteCount: state.pieceSize, alignment: 8))
      state.filled = 0
    }
    let place = state.pieces[state.pieces.count - 1] + state.filled
    let kept = place.initializeMemory(as: Entry.self, to: entry)
    if let content { (place + MemoryLayout<Entry>.size).copyMemory(from: content, byteCount: entry.contentSize) }
    state.filled += size
    return kept
  }
}

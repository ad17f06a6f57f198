internal import TEAMemory
internal import TEAStateSpace
internal import Synchronization
internal import TEARuntime

/// The values of one type in the worlds of a search, each stored once and identified by a number.
///
/// This is the *collapse compression* of SPIN (Gerard J. Holzmann: *State Compression in SPIN*, 1997): each part of a state
/// is stored once, and a state is stored as the numbers of its parts. The numbers depend on the order in which threads add
/// values, and no result of a search depends on them. An added value neither changes nor moves, so threads read values and
/// look them up without the lock.
///
/// Most values are compared by their *content*: the bytes of a text or of plain elements, or the rows of elements or parts.
final class PartTable: @unchecked Sendable {
  // Unchecked: values are added under the lock, and a value is written before its number is published.

  /// A copy of a value of this table, anywhere in memory, and the number of the value.
  ///
  /// A known value is a hint: a new value is likely to share many parts with it, and shared parts are not looked up again.
  struct Known {
    var value: UnsafeRawPointer
    var number: UInt32
  }

  /// The hashes and the content size of one value. The bytes of the content follow the entry in memory.
  private struct Entry {
    var hash: UInt64
    /// A hash of the content that does not depend on the numbers of the parts.
    var contentHash: UInt64
    /// The size of the content in bytes: a multiple of eight.
    var contentSize: Int
  }

  /// Read and written under the lock.
  private struct State {
    var count = 0
    /// The former `slots`, which became too small; a thread may still be reading them.
    var oldSlots: [UnsafeMutableRawPointer] = []
    /// The memory for entries and their contents; `filled` of the `pieceSize` bytes of the last piece are in use.
    var pieces: [UnsafeMutableRawPointer] = []
    var filled = 0
    var pieceSize = 0
  }

  /// The binary logarithm of the number of values in a block.
  private static let blockBits = 12
  /// The largest number of blocks, which together hold as many values as a ``RowArena`` holds rows.
  private static let maxBlocks = 1 << 19

  /// The index of the table in ``PartTables``, under which writers cache the numbers of its values; `nil` for other tables.
  let tableNumber: Int?
  /// Constant once the table is used. `PartTables.table(of:)` first enters a table as one of texts, because a type may contain
  /// itself, and then sets the kind.
  @exclusivity(unchecked) var kind: Kind
  private let type: Any.Type
  let arrayType: (any RowArray.Type)?
  /// A value with the same bytes as one in the table is the same value. The table retains the storage to which the bytes
  /// refer, and this storage is not expected to change.
  let sameMemoryMeansSame: Bool
  private let areAllConstant = Atomic(true)
  private let areAllComparable = Atomic(true)
  /// The equality that values with the same content must have as well; `nil` where the content is enough.
  private let areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  /// The hash of what `areEqual` compares beside the content. It becomes part of the content hash in a search that takes worlds
  /// with equal hashes for the same; `nil` in other searches, and where no hash fits `areEqual`.
  private let fingerprint: ((UnsafeRawPointer) -> UInt64)?
  let isText: Bool
  let isOpaqueExistential: Bool
  let witnesses: ValueWitnesses
  private let stride: Int
  let size: Int
  private let alignment: Int
  private let lock = Mutex(())
  @exclusivity(unchecked) private var state = State()
  /// The blocks of values.
  let values: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// The blocks of addresses of entries.
  private let entries: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<Entry>>>
  /// A hash table with open addressing: first the number of slots minus one, and then the slots. A slot is zero, or holds the
  /// higher half of a hash and the number of the value plus one.
  private let slots = Atomic<UnsafeMutableRawPointer>(PartTable.makeSlots(64))

  init(
    of type: Any.Type, number: Int? = nil, _ kind: Kind,
    areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? = nil,
    fingerprint: ((UnsafeRawPointer) -> UInt64)? = nil
  ) {
    self.tableNumber = number
    self.kind = kind
    let isStandardStruct = TypeShape.isStruct(type) && !TypeShape.isOfUser(type)
    arrayType = isStandardStruct ? type as? any RowArray.Type : nil
    sameMemoryMeansSame =
      if case .row = kind { false } else {
        isStandardStruct && type is any RowCollection.Type || TypeContents.of(type).isConstant
      }
    self.type = type
    (self.areEqual, self.fingerprint) = (areEqual, fingerprint)
    isText = type == String.self
    isOpaqueExistential = OpaqueExistential.includes(type)
    // An unretained reference is copied as a word, because its object may no longer exist. The word is never read back.
    witnesses = ValueWitnesses(of: type == UnretainedReference.self ? UInt.self : type)
    (size, stride, alignment) = (witnesses.size, witnesses.stride, witnesses.alignment)
    // These two arrays are large, but take only address space until they are written.
    values = .allocate(capacity: Self.maxBlocks)
    entries = .allocate(capacity: Self.maxBlocks)
  }

  deinit {
    for number in 0..<state.count { witnesses.destroy(address(of: number)) }
    for block in 0..<((state.count + (1 << Self.blockBits) - 1) >> Self.blockBits) {
      values[block].deallocate()
      entries[block].deallocate()
    }
    for piece in state.pieces { piece.deallocate() }
    kind.release()
    for slots in state.oldSlots { slots.deallocate() }
    slots.load(ordering: .relaxed).deallocate()
    values.deallocate()
    entries.deallocate()
  }

  func address(of number: Int) -> UnsafeMutableRawPointer {
    values[number >> Self.blockBits] + (number & (1 << Self.blockBits - 1)) * stride
  }

  private func entry(of number: Int) -> UnsafeMutablePointer<Entry> {
    entries[number >> Self.blockBits][number & (1 << Self.blockBits - 1)]
  }

  /// No part of the values so far can change as long as they are retained, and none is a key path. Recorded only for values
  /// that are compared in one piece; `false` for a table without a ``tableNumber``.
  var holdsConstants: Bool { tableNumber != nil && areAllConstant.load(ordering: .relaxed) }

  /// No value so far has an incomparable part. Recorded only for values that are compared in one piece.
  var holdsComparables: Bool { areAllComparable.load(ordering: .relaxed) }

  var count: Int { lock.withLock { _ in state.count } }

  func contentHash(of number: Int) -> UInt64 { entry(of: number).pointee.contentHash }

  func content(of number: Int) -> UnsafeRawPointer { UnsafeRawPointer(entry(of: number) + 1) }

  // MARK: Reading

  /// - Parameter isInitialized: `true` where the memory holds a value already, which is then replaced.
  func copy(_ number: UInt32, to memory: UnsafeMutableRawPointer, isInitialized: Bool) {
    let value = address(of: Int(number))
    if isInitialized, isCopied(value, in: memory) { return }
    if isInitialized { witnesses.assign(memory, copying: value) } else { witnesses.initialize(memory, copying: value) }
  }

  /// Replaces the value in memory by another, which need not be in the table.
  func copy(_ value: UnsafeRawPointer, over memory: UnsafeMutableRawPointer) {
    witnesses.assign(memory, copying: UnsafeMutableRawPointer(mutating: value))
  }

  /// Returns whether memory holds an unchanged copy of a stored value; `false` where its bytes do not tell.
  func isCopied(_ value: UnsafeRawPointer, in memory: UnsafeRawPointer) -> Bool {
    sameMemoryMeansSame && RawMemory.areSame(value, memory, bytes: size)
  }

  // MARK: Writing

  /// The number of a content that the caller has written.
  ///
  /// - Parameters:
  ///   - size: The size of the content in bytes: a multiple of eight.
  ///   - contentHash: A hash that is the same for contents that store the same values.
  ///   - value: The value with this content; `nil` for a table without values.
  func number(
    ofContent content: UnsafeRawPointer, _ size: Int, contentHash: UInt64, of value: UnsafeRawPointer? = nil
  ) -> UInt32 {
    number(
      of: value ?? content, RawMemory.hash(content, words: size / 8), contentHash: contentHash, content, size,
      sameBy: .content)
  }

  /// The number of the value with a content; `nil` where the table has no such value. Adds no value.
  func knownNumber(ofContent content: UnsafeRawPointer, _ size: Int) -> UInt32? {
    find(RawMemory.hash(content, words: size / 8), isSame: { hasContent($0, content, size) }).map {
      UInt32(truncatingIfNeeded: $0)
    }
  }

  private func hasContent(_ number: Int, _ content: UnsafeRawPointer, _ size: Int) -> Bool {
    let entry = entry(of: number)
    return entry.pointee.contentSize == size
      && RawMemory.areSame(UnsafeRawPointer(entry + 1), content, words: size / 8)
  }

  /// Returns whether a value is the same as the value with a number, in a table whose values have contents.
  func isSame(_ value: UnsafeRawPointer, _ number: Int, _ writer: RowWriter) -> Bool {
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    let known = Known(value: address(of: number), number: UInt32(truncatingIfNeeded: number))
    let (content, size) = content(of: value, like: known, writer)
    return isSame(value, number, content, size)
  }

  /// - Parameters:
  ///   - content: The content of the value.
  ///   - size: The size of the content in bytes: a multiple of eight.
  @inline(__always)
  func isSame(_ value: UnsafeRawPointer, _ number: Int, _ content: UnsafeRawPointer, _ size: Int) -> Bool {
    hasContent(number, content, size) && areEqual?(address(of: number), value) ?? true
  }

  // MARK: Looking up

  /// The relation of a new value to the stored value that counts as the same.
  enum Sameness {
    case content
    /// Equal content, and equal by the type's own `==` where it has one.
    case equalContent
    /// Compared by the identity of a table whose values have no contents.
    case identity
  }

  @inline(__always)
  private func isSame(
    _ value: UnsafeRawPointer, _ number: Int, _ content: UnsafeRawPointer, _ size: Int, by sameness: Sameness
  ) -> Bool {
    switch sameness {
    case .content: return hasContent(number, content, size)
    case .equalContent: return isSame(value, number, content, size)
    case .identity:
      guard case .value(let identity) = kind else { return false }
      return identity._withUnsafeGuaranteedRef { $0.value.isSame(address(of: number), value) }
    }
  }

  /// The number of a value, which is added where it is new. Inlined for the reason given at ``find(_:isSame:)``.
  ///
  /// - Parameter content: The content of the value; the value itself, with the size 0, in a table without contents.
  @inline(__always)
  func number(
    of value: UnsafeRawPointer, _ hash: UInt64, contentHash: UInt64?, _ content: UnsafeRawPointer, _ contentSize: Int,
    sameBy sameness: Sameness
  ) -> UInt32 {
    if let number = find(hash, isSame: { isSame(value, $0, content, contentSize, by: sameness) }) {
      return UInt32(truncatingIfNeeded: number)
    }
    return addedNumber(of: value, hash, contentHash: contentHash, content, contentSize, sameBy: sameness)
  }

  /// The number of a value that was not found, and is added unless another thread has added it.
  @inline(never)
  private func addedNumber(
    of value: UnsafeRawPointer, _ hash: UInt64, contentHash: UInt64?, _ content: UnsafeRawPointer, _ contentSize: Int,
    sameBy sameness: Sameness
  ) -> UInt32 {
    // Computed outside of the lock, because it reads the hashes of all parts.
    var firstHash = contentHash ?? self.contentHash(ofContent: content)
    if contentHash == nil, let fingerprint { WordMemory.add(fingerprint(value), to: &firstHash) }
    return lock.withLock { _ in
      // The `hash(into:)` of a type may leave out what its `==` compares. Such values are counted, to have hashes of their own.
      var twinCount: UInt64 = 0
      let known = find(hash) { number in
        if isSame(value, number, content, contentSize, by: sameness) { return true }
        if entry(of: number).pointee.contentHash &- firstHash <= UInt64(UInt32.max) { twinCount += 1 }
        return false
      }
      if let known { return UInt32(truncatingIfNeeded: known) }
      let newEntry = Entry(hash: hash, contentHash: firstHash &+ twinCount, contentSize: contentSize)
      return UInt32(truncatingIfNeeded: add(value, newEntry, content))
    }
  }

  /// - Parameter count: A power of two.
  private static func makeSlots(_ count: Int) -> UnsafeMutableRawPointer {
    let slots = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count + 1)
    slots.initialize(to: Atomic(UInt64(count - 1)))
    for slot in 1...count { (slots + slot).initialize(to: Atomic(0)) }
    return UnsafeMutableRawPointer(slots)
  }

  /// The number of a value with a hash; `nil` where the table has no such value.
  ///
  /// Inlined, because a closure that refers to the table would change the table's reference count at each call. Threads that
  /// change one count, or read a field in the count's cache line, wait for each other.
  @inline(__always)
  private func find(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let slots = slots.load(ordering: .acquiring).assumingMemoryBound(to: Atomic<UInt64>.self)
    let mask = Int(truncatingIfNeeded: slots.pointee.load(ordering: .relaxed))
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slotWord = slots[1 + slot].load(ordering: .acquiring)
      if slotWord == 0 { return nil }
      if (slotWord ^ hash) >> 32 == 0 {
        let number = Int(truncatingIfNeeded: slotWord & 0xFFFF_FFFF) - 1
        if entry(of: number).pointee.hash == hash, isSame(number) { return number }
      }
      slot = (slot + 1) & mask
    }
  }

  /// Adds a value, and returns its number. Must be called under the lock.
  private func add(_ value: UnsafeRawPointer, _ entry: Entry, _ content: UnsafeRawPointer) -> Int {
    let number = state.count
    if number & (1 << Self.blockBits - 1) == 0 {
      values[number >> Self.blockBits] = .allocate(
        byteCount: max(1, stride) << Self.blockBits, alignment: max(8, alignment))
      entries[number >> Self.blockBits] = .allocate(capacity: 1 << Self.blockBits)
    }
    witnesses.initialize(address(of: number), copying: value)
    if isOpaqueExistential { OpaqueExistential.clearUnusedBytes(of: address(of: number)) }
    if tableNumber != nil, case .value = kind { noteParts(of: value) }
    entries[number >> Self.blockBits][number & (1 << Self.blockBits - 1)] = keep(entry, content)
    state.count += 1
    var slots = slots.load(ordering: .relaxed)
    let slotCount =
      Int(
        truncatingIfNeeded: slots.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.load(ordering: .relaxed)) + 1
    if state.count * 2 > slotCount {
      state.oldSlots.append(slots)
      slots = Self.makeSlots(2 * slotCount)
      for storedNumber in 0...number { enter(storedNumber, in: slots) }
      self.slots.store(slots, ordering: .releasing)
    } else {
      enter(number, in: slots)
    }
    return number
  }

  private func noteParts(of value: UnsafeRawPointer) {
    let identity = ValueIdentity.of(type)
    if holdsConstants,
      ([type] + identity.dynamicTypes(in: value)).map(TypeContents.of).contains(where: {
        !$0.isConstantAsFarAsKnown || $0.pathToKeyPath != nil
      })
    {
      areAllConstant.store(false, ordering: .relaxed)
    }
    if holdsComparables, identity.firstIncomparable(in: value) != nil {
      areAllComparable.store(false, ordering: .relaxed)
    }
  }

  private func enter(_ number: Int, in slots: UnsafeMutableRawPointer) {
    let slots = slots.assumingMemoryBound(to: Atomic<UInt64>.self)
    let mask = Int(truncatingIfNeeded: slots.pointee.load(ordering: .relaxed))
    let hash = entry(of: number).pointee.hash
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[1 + slot].load(ordering: .relaxed) != 0 { slot = (slot + 1) & mask }
    slots[1 + slot].store(hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: number + 1), ordering: .releasing)
  }

  /// Copies an entry and its content to memory of the table, where they do not move.
  private func keep(_ entry: Entry, _ content: UnsafeRawPointer) -> UnsafeMutablePointer<Entry> {
    let size = MemoryLayout<Entry>.size + entry.contentSize
    if state.pieces.isEmpty || state.filled + size > state.pieceSize {
      // Pieces grow from 1 kB to 1 MB, so that small tables take little memory.
      state.pieceSize = max(size, min(1 << 20, max(1 << 10, 2 * state.pieceSize)))
      state.pieces.append(.allocate(byteCount: state.pieceSize, alignment: 8))
      state.filled = 0
    }
    let address = state.pieces[state.pieces.count - 1] + state.filled
    let keptEntry = address.initializeMemory(as: Entry.self, to: entry)
    (address + MemoryLayout<Entry>.size).copyMemory(from: content, byteCount: entry.contentSize)
    state.filled += size
    return keptEntry
  }
}

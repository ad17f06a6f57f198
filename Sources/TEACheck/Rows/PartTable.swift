internal import TEAStateSpace
internal import Synchronization
internal import TEARuntime

/// The values of one type in the worlds of a search, each kept once under a number.
///
/// This is the *collapse compression* of SPIN (Gerard J. Holzmann: *State Compression in SPIN*, 1997): each part of a
/// state is stored once, and a state is stored as the numbers of its parts. The numbers depend on the order in which
/// threads add values, and no result of a search depends on them. Values are compared by their stored contents, sets
/// and dictionaries regardless of order. An added value neither changes nor moves, so a thread that has its number may
/// read it without the lock.
@usableFromInline
final class PartTable: @unchecked Sendable {
  // Values are added under the lock. Their blocks are allocated before the numbers in them are given out.

  /// The elements of a collection.
  struct Elements {
    /// Released with the table: a reference that is counted would be counted at each value.
    let layout: Unmanaged<RowLayout>
    var stride: Int
    /// The offset of the first one in the memory of an array.
    var offset = 32

    init<Element>(_ type: Element.Type, _ tables: PartTables) {
      layout = .passRetained(RowLayoutMaker.layout(of: type, tables))
      stride = MemoryLayout<Element>.stride
      offset = (32 + MemoryLayout<Element>.alignment - 1) & ~(MemoryLayout<Element>.alignment - 1)
    }
  }

  /// The structure of a value.
  enum Kind {
    case text
    case array(Elements)
    /// Plain elements without gaps, of so many bytes each.
    case solidArray(Int)
    case set(Elements)
    case dictionary(keys: Elements, values: Elements)
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
      case .array(let elements), .set(let elements): [elements.layout]
      case .dictionary(let keys, let values): [keys.layout, values.layout]
      case .row(let layout): [layout]
      case .text, .solidArray, .value, .content: []
      }
    }
  }

  /// The hash and the content that tell a value apart, beside its own bytes.
  private struct Entry {
    var hash: UInt64
    /// The bytes of its content.
    var content: UnsafeRawPointer
    /// The number of these bytes, with the zeros that fill them up to a multiple of eight.
    var contentSize: Int
  }

  private struct State {
    var count = 0
    /// Numbers plus one, by hashes: open addressing.
    var slots: [UInt32] = Array(repeating: 0, count: 64)
    /// The memory for contents; `filled` of the `pieceSize` bytes of the last piece are in use.
    var pieces: [UnsafeMutableRawPointer] = []
    var filled = 0
    var pieceSize = 0
  }

  /// As many as in a ``RowArena``.
  private static let blockBits = 12
  private static let mostBlocks = 1 << 19

  /// The number of the table among those of the search.
  let number: Int
  /// Set before the table is first used: a type may hold itself.
  @exclusivity(unchecked) var kind: Kind
  /// The type of the values, where they are arrays.
  private let array: (any RowArray.Type)?
  /// The values are texts, arrays, sets or dictionaries, and known by their memory.
  private let isCollection: Bool
  private let witnesses: ValueWitnesses
  private let stride: Int
  private let size: Int
  private let alignment: Int
  private let lock = Mutex(())
  /// The part that is read and written under the lock.
  @exclusivity(unchecked) private var state = State()
  /// The blocks of the values.
  let values: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private let entries: UnsafeMutablePointer<UnsafeMutablePointer<Entry>>

  init(of type: Any.Type, number: Int, _ kind: Kind) {
    func layout<Value>(_ type: Value.Type) -> (Int, Int, Int) {
      (MemoryLayout<Value>.size, MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
    }
    self.number = number
    self.kind = kind
    array = type as? any RowArray.Type
    isCollection = if case .row = kind { false } else { type is any RowCollection.Type || type is any RowText.Type }
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
    values.deallocate()
    entries.deallocate()
  }

  /// The memory of a value.
  @usableFromInline
  func place(of number: Int) -> UnsafeMutableRawPointer {
    values[number >> Self.blockBits] + (number & (1 << Self.blockBits - 1)) * stride
  }

  private func entry(of number: Int) -> UnsafeMutablePointer<Entry> {
    entries[number >> Self.blockBits] + (number & (1 << Self.blockBits - 1))
  }

  /// The number of values.
  var count: Int { lock.withLock { _ in state.count } }

  /// The hash of what a value stores.
  func hash(of number: Int) -> UInt64 { entry(of: number).pointee.hash }

  /// The bytes of what a value stores.
  func content(of number: Int) -> UnsafeRawPointer { entry(of: number).pointee.content }

  // MARK: Reading

  /// Copies a value.
  ///
  /// - Parameter isThere: `true` where the memory is initialised; its value is then replaced.
  func copy(_ number: UInt32, to memory: UnsafeMutableRawPointer, over isThere: Bool) {
    let value = place(of: Int(number))
    // A collection that shares the stored one's storage was copied here before, and not changed since.
    if isThere, isCopied(value, in: memory) { return }
    if isThere { witnesses.assign(memory, copying: value) } else { witnesses.initialize(memory, copying: value) }
  }

  /// Returns whether memory holds a collection whose storage is that of the stored one.
  private func isCopied(_ value: UnsafeRawPointer, in memory: UnsafeRawPointer) -> Bool {
    switch size {
    case 8: isCollection && value.load(as: UInt64.self) == memory.load(as: UInt64.self)
    case 16:
      isCollection && value.load(as: UInt64.self) == memory.load(as: UInt64.self)
        && value.load(fromByteOffset: 8, as: UInt64.self) == memory.load(fromByteOffset: 8, as: UInt64.self)
    default: false
    }
  }

  /// Makes an array of elements that were written.
  ///
  /// - Parameter isThere: Whether there is an array in the place already, whose memory is used where nobody else has it.
  func copy(
    elements: UnsafeRawPointer, _ count: Int, _ size: Int, to memory: UnsafeMutableRawPointer, over isThere: Bool
  ) {
    if isThere {
      let storage = NativeArray.storage(memory)
      if NativeArray.count(of: storage) == count,
        isKnownUniquelyReferenced(&memory.assumingMemoryBound(to: AnyObject.self).pointee)
      {
        return UnsafeMutableRawPointer(mutating: storage + 32).copyMemory(from: elements, byteCount: size)
      }
      witnesses.destroy(memory)
    }
    array?.initialize(memory, elements, count)
  }

  // MARK: Writing

  /// The number of a value, and a hash of what it stores.
  @usableFromInline
  func number(of value: UnsafeRawPointer, _ writer: RowWriter) -> (UInt32, UInt64) {
    guard case .value(let identity) = kind else {
      return isCollection ? numberOfCollection(value, writer) : numberOfContent(value, writer)
    }
    let hash = identity.hash(value)
    let number = lock.withLock { _ in
      find(hash) { identity.isSame(place(of: $0), value) } ?? add(value, hash, nil, 0)
    }
    return (UInt32(truncatingIfNeeded: number), hash)
  }

  /// The number of a collection, from the writer's cache where its words are those of a collection that is stored here.
  ///
  /// The table retains the storage of that collection, so nobody can change it in place.
  private func numberOfCollection(_ value: UnsafeRawPointer, _ writer: RowWriter) -> (UInt32, UInt64) {
    let first = value.load(as: UInt64.self)
    let second = size > 8 ? value.load(fromByteOffset: 8, as: UInt64.self) : 0
    let slot = writer.slot(of: first, second, self)
    if slot.pointee.first == first, slot.pointee.second == second, slot.pointee.isTaken {
      return (slot.pointee.number, slot.pointee.hash)
    }
    let (number, hash) = numberOfContent(value, writer)
    // A string with the top bit of its second word set is immortal (small, or a literal): equal words, equal text.
    if size > 8 && second >> 63 != 0 || isCopied(place(of: Int(number)), in: value) {
      slot.pointee = .init(first: first, second: second, hash: hash, number: number, isTaken: true)
    }
    return (number, hash)
  }

  private func numberOfContent(_ value: UnsafeRawPointer, _ writer: RowWriter) -> (UInt32, UInt64) {
    let mark = writer.mark
    let (content, contentSize, hash) = content(of: value, writer)
    let number = lock.withLock { _ in
      find(hash) { hasContent($0, content, contentSize) } ?? add(value, hash, content, contentSize)
    }
    writer.giveBack(to: mark)
    return (UInt32(truncatingIfNeeded: number), hash)
  }

  /// The number of a content that somebody else has written.
  ///
  /// - Parameters:
  ///   - size: How many bytes it takes: a multiple of eight.
  ///   - hash: The same for contents that are the same.
  ///   - value: What it is the content of, where more is kept than the content.
  func number(
    ofContent content: UnsafeRawPointer, _ size: Int, _ hash: UInt64, of value: UnsafeRawPointer? = nil
  ) -> UInt32 {
    lock.withLock { _ in
      let number = find(hash) { hasContent($0, content, size) } ?? add(value ?? content, hash, content, size)
      return UInt32(truncatingIfNeeded: number)
    }
  }

  private func hasContent(_ number: Int, _ content: UnsafeRawPointer, _ size: Int) -> Bool {
    let entry = entry(of: number)
    return entry.pointee.contentSize == size && Words.areSame(entry.pointee.content, content, size)
  }

  /// Tests a value that is written as a row for being the one that has a number.
  @usableFromInline
  func isSame(_ value: UnsafeRawPointer, _ number: Int, _ writer: RowWriter) -> Bool {
    let mark = writer.mark
    defer { writer.giveBack(to: mark) }
    let (content, size, _) = content(of: value, writer)
    return hasContent(number, content, size)
  }

  /// The number of a value that has a hash.
  private func find(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let mask = state.slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = state.slots[place]
      if entry == 0 { return nil }
      let number = Int(entry) - 1
      if self.entry(of: number).pointee.hash == hash, isSame(number) { return number }
      place = (place + 1) & mask
    }
  }

  private func add(
    _ value: UnsafeRawPointer, _ hash: UInt64, _ content: UnsafeRawPointer?, _ contentSize: Int
  ) -> Int {
    let number = state.count
    if number & (1 << Self.blockBits - 1) == 0 {
      values[number >> Self.blockBits] = .allocate(
        byteCount: max(1, stride) << Self.blockBits, alignment: max(8, alignment))
      entries[number >> Self.blockBits] = .allocate(capacity: 1 << Self.blockBits)
    }
    witnesses.initialize(place(of: number), copying: value)
    let kept = keep(content, contentSize)
    entry(of: number).initialize(to: Entry(hash: hash, content: kept, contentSize: contentSize))
    state.count += 1
    if state.count * 2 > state.slots.count { grow() }
    let mask = state.slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while state.slots[place] != 0 { place = (place + 1) & mask }
    state.slots[place] = UInt32(truncatingIfNeeded: number + 1)
    return number
  }

  private func grow() {
    var slots = [UInt32](repeating: 0, count: state.slots.count * 2)
    let mask = slots.count - 1
    for number in 0..<state.count - 1 {
      var place = Int(truncatingIfNeeded: entry(of: number).pointee.hash) & mask
      while slots[place] != 0 { place = (place + 1) & mask }
      slots[place] = UInt32(truncatingIfNeeded: number + 1)
    }
    state.slots = slots
  }

  private func keep(_ content: UnsafeRawPointer?, _ size: Int) -> UnsafeRawPointer {
    if state.pieces.isEmpty || state.filled + size > state.pieceSize {
      // Larger and larger, so that small tables are small.
      state.pieceSize = max(size, min(1 << 20, max(1 << 10, 2 * state.pieceSize)))
      state.pieces.append(.allocate(byteCount: state.pieceSize, alignment: 8))
      state.filled = 0
    }
    let place = state.pieces[state.pieces.count - 1] + state.filled
    if let content { place.copyMemory(from: content, byteCount: size) }
    state.filled += size
    return UnsafeRawPointer(place)
  }
}

/// The memory with which one thread writes rows: a cache of the numbers of parts, and scratch memory for contents.
final class RowWriter {
  /// The cached number of a part of one or two words, of a world's key, or of a list of commands after a step. The lower half of
  /// the second word is then the number of the list's bag.
  struct Slot {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var number: UInt32 = 0
    var isTaken = false
  }

  /// For each element of a set or dictionary, the index of its row in the content. The indices hold for one storage only: an
  /// equal set may have its elements in other buckets.
  struct RowIndices {
    /// `nil` where there are no indices.
    fileprivate var storage: UnsafeRawPointer?
    fileprivate(set) var memory = UnsafeMutableBufferPointer<UInt32>(start: nil, count: 0)
  }

  /// The end of the scratch memory that is in use.
  struct Mark {
    var piece: Int
    var firstFree: UnsafeMutableRawPointer
  }

  /// The binary logarithm of the number of slots for each table.
  private static let slotBits: UInt64 = 10
  /// The binary logarithm of the number of slots for the keys of worlds.
  private static let keySlotBits: UInt64 = 14
  /// The binary logarithm of the number of slots for lists of commands after steps.
  private static let listSlotBits: UInt64 = 12
  /// The binary logarithm of the number of storages for each table whose row indices are cached.
  private static let rowIndicesBits: UInt64 = 4

  // One thread uses a writer, and never for two overlapping accesses: dynamic checks of exclusivity would find nothing.
  /// For each table, by its number, the cached numbers of its parts; `nil` before the first. Memory instead of an array, which
  /// would count a reference at each access.
  @exclusivity(unchecked) private var slots: UnsafeMutableBufferPointer<UnsafeMutablePointer<Slot>?>
  @exclusivity(unchecked) private var keySlots: UnsafeMutablePointer<Slot>?
  @exclusivity(unchecked) private var listSlots: UnsafeMutablePointer<Slot>?
  /// For each table, by its number, a cache of the row indices of some storages: a model may hold many sets of one type.
  @exclusivity(unchecked) private var rowIndices: [RowIndices] = []
  /// The environment whose number was looked up last, because most steps leave it as it is; `nil` where an object in it may
  /// change.
  @exclusivity(unchecked) var lastEnvironment: (state: AnyHashable, number: UInt32)?
  /// The scratch memory. The pieces before the index `piece`, and the bytes of that piece before `firstFree`, are in use.
  @exclusivity(unchecked) private var pieces: [UnsafeMutableRawBufferPointer]
  @exclusivity(unchecked) private var piece = 0
  @exclusivity(unchecked) private var firstFree: UnsafeMutableRawPointer
  /// The number of bytes of the piece in use, from `firstFree`.
  @exclusivity(unchecked) private var freeCount: Int

  init() {
    slots = .init(start: nil, count: 0)
    let first = Self.makePiece(of: 1 << 12)
    pieces = [first]
    (firstFree, freeCount) = (first.baseAddress!, first.count)
  }

  deinit {
    for slots in slots { slots?.deallocate() }
    slots.deallocate()
    keySlots?.deallocate()
    listSlots?.deallocate()
    for rowIndices in rowIndices { rowIndices.memory.deallocate() }
    for piece in pieces { piece.deallocate() }
  }

  /// The slot for a value of one or two words, which may hold the number of another value.
  func slot(of first: UInt64, _ second: UInt64, inTable number: Int) -> UnsafeMutablePointer<Slot> {
    if number >= slots.count { makeRoom(forTable: number) }
    return Self.slot(of: first, second, in: &slots[number], Self.slotBits)
  }

  @inline(never)
  private func makeRoom(forTable number: Int) {
    let grown = UnsafeMutableBufferPointer<UnsafeMutablePointer<Slot>?>.allocate(capacity: 2 * number + 8)
    grown.initialize(repeating: nil)
    for (index, slots) in slots.enumerated() { grown[index] = slots }
    slots.deallocate()
    slots = grown
  }

  /// The slot for the key of a world, which may hold the number of another world's key.
  func keySlot(for first: UInt64, _ second: UInt64) -> UnsafeMutablePointer<Slot> {
    Self.slot(of: first, second, in: &keySlots, Self.keySlotBits)
  }

  /// The slot for the list of commands after a step, which may hold the list after another step.
  func listSlot(for first: UInt64, _ second: UInt64) -> UnsafeMutablePointer<Slot> {
    Self.slot(of: first, second, in: &listSlots, Self.listSlotBits)
  }

  @inline(never)
  private static func makeSlots(_ bits: UInt64) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: 1 << Int(bits))
    slots.initialize(repeating: Slot(), count: 1 << Int(bits))
    return slots
  }

  /// - Parameter slots: The slots, which are made at the first call.
  @inline(__always)
  private static func slot(
    of first: UInt64, _ second: UInt64, in slots: inout UnsafeMutablePointer<Slot>?, _ bits: UInt64
  ) -> UnsafeMutablePointer<Slot> {
    if slots == nil { slots = makeSlots(bits) }
    return slots.unsafelyUnwrapped + Int(truncatingIfNeeded: spread(first &+ second &* 31) >> (64 - bits))
  }

  /// Takes the row indices out of the writer until ``keep(_:inTable:)``. Meanwhile a dictionary inside of this one may need the
  /// indices of the same table.
  ///
  /// - Parameters:
  ///   - storage: The storage of the value, which the table retains.
  ///   - find: Finds the indices, or returns `nil`; not called where the indices of the storage are cached.
  func takeRowIndices(inTable table: Int, of storage: UnsafeRawPointer, find: () -> [UInt32]?) -> RowIndices? {
    let slot = Self.rowIndicesSlot(of: storage, inTable: table)
    while rowIndices.count <= slot { rowIndices.append(RowIndices()) }
    if rowIndices[slot].storage == storage {
      defer { rowIndices[slot] = RowIndices() }
      return rowIndices[slot]
    }
    guard let indices = find() else { return nil }
    let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: indices.count)
    _ = memory.initialize(from: indices)
    return RowIndices(storage: storage, memory: memory)
  }

  func keep(_ indices: RowIndices, inTable table: Int) {
    guard let storage = indices.storage else { return }
    let slot = Self.rowIndicesSlot(of: storage, inTable: table)
    rowIndices[slot].memory.deallocate()
    rowIndices[slot] = indices
  }

  private static func rowIndicesSlot(of storage: UnsafeRawPointer, inTable table: Int) -> Int {
    let hash = spread(UInt64(UInt(bitPattern: storage)))
    return table << Int(rowIndicesBits) + Int(truncatingIfNeeded: hash >> (64 - rowIndicesBits))
  }

  /// Spreads the bits of an address, which ends in zeros: the highest bits of the result choose a slot. The factor is 2⁶⁴
  /// divided by the golden ratio.
  private static func spread(_ bits: UInt64) -> UInt64 { bits &* 0x9E37_79B9_7F4A_7C15 }

  // MARK: Scratch memory

  var mark: Mark { Mark(piece: piece, firstFree: firstFree) }

  private static func makePiece(of size: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: size, alignment: 16)
  }

  /// Allocates `size` bytes of scratch memory, rounded up to a multiple of sixteen. The memory stays in place until it is given
  /// back.
  @inline(__always)
  func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    let size = (size + 15) & ~15
    if size > freeCount { useNextPiece(of: size) }
    let memory = firstFree
    (firstFree, freeCount) = (memory + size, freeCount - size)
    return memory
  }

  /// - Parameter size: The number of bytes for which the piece has room.
  @inline(never)
  private func useNextPiece(of size: Int) {
    repeat {
      piece += 1
      if piece == pieces.count { pieces.append(Self.makePiece(of: max(size, 2 * pieces[piece - 1].count))) }
    } while pieces[piece].count < size
    (firstFree, freeCount) = (pieces[piece].baseAddress!, pieces[piece].count)
  }

  @inline(__always)
  func freeAll(since mark: Mark) {
    if mark.piece != piece { return free(since: mark) }
    freeCount += firstFree - mark.firstFree
    firstFree = mark.firstFree
  }

  @inline(never)
  private func free(since mark: Mark) {
    let memory = pieces[mark.piece]
    piece = mark.piece
    (firstFree, freeCount) = (mark.firstFree, memory.baseAddress! + memory.count - mark.firstFree)
  }
}

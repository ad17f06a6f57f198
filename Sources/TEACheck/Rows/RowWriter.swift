/// The memory with which one thread writes rows: what it knows of the parts, and room for contents.
@usableFromInline
final class RowWriter {
  /// The number of a part whose memory is known.
  struct Slot {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var number: UInt32 = 0
    var isTaken = false
  }

  /// The places of a value's elements among the rows of its content: equal values may have them in other buckets.
  private struct Places {
    var storage: UnsafeRawPointer?
    var memory = UnsafeMutableBufferPointer<UInt32>(start: nil, count: 0)
  }

  /// The end of the room that was taken.
  struct Mark {
    var piece: Int
    var filled: Int
  }

  private static let slotBits: UInt64 = 10

  // One thread has it, and no closure: what is checked at run time is known.
  @exclusivity(unchecked) private var slots: [UnsafeMutablePointer<Slot>?] = []
  /// By the numbers of tables: the value whose elements' places were asked for last.
  @exclusivity(unchecked) private var places: [Places] = []
  @exclusivity(unchecked) private var pieces: [(memory: UnsafeMutableRawPointer, size: Int)] = []
  @exclusivity(unchecked) private var piece = 0
  @exclusivity(unchecked) private var filled = 0

  @usableFromInline
  init() { addPiece(of: 1 << 12) }

  deinit {
    for slots in slots { slots?.deallocate() }
    for places in places { places.memory.deallocate() }
    for piece in pieces { piece.memory.deallocate() }
  }

  /// The place for the number that a value of two words has in a table; another value may stand there.
  func slot(of first: UInt64, _ second: UInt64, inTable number: Int) -> UnsafeMutablePointer<Slot> {
    while slots.count <= number { slots.append(nil) }
    let own: UnsafeMutablePointer<Slot>
    if let known = slots[number] {
      own = known
    } else {
      own = .allocate(capacity: 1 << Int(Self.slotBits))
      own.initialize(repeating: Slot(), count: 1 << Int(Self.slotBits))
      slots[number] = own
    }
    // Addresses end in zeros.
    let place = ((first &+ second &* 31) &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.slotBits)
    return own + Int(truncatingIfNeeded: place)
  }

  /// The places of the elements of a stored value, as they were found when they were asked for last.
  ///
  /// - Parameters:
  ///   - table: The number of its table.
  ///   - storage: The memory that it refers to, which is retained as long as the table is there.
  func places(inTable table: Int, of storage: UnsafeRawPointer, find: () -> [UInt32]) -> UnsafePointer<UInt32> {
    while places.count <= table { places.append(Places()) }
    if places[table].storage != storage {
      let found = find()
      places[table].memory.deallocate()
      places[table] = Places(storage: storage, memory: .allocate(capacity: max(1, found.count)))
      _ = places[table].memory.initialize(from: found)
    }
    return UnsafePointer(places[table].memory.baseAddress!)
  }

  // MARK: Room for what is written

  var mark: Mark { Mark(piece: piece, filled: filled) }

  private func addPiece(of size: Int) {
    pieces.append((.allocate(byteCount: size, alignment: 16), size))
  }

  /// Takes room for so many bytes, rounded up to a multiple of sixteen; it stays where it is until it is given back.
  func take(_ size: Int) -> UnsafeMutableRawPointer {
    let size = (size + 15) & ~15
    while filled + size > pieces[piece].size {
      piece += 1
      filled = 0
      if piece == pieces.count { addPiece(of: max(size, 2 * pieces[piece - 1].size)) }
    }
    defer { filled += size }
    return pieces[piece].memory + filled
  }

  /// Gives back all that was taken after a mark.
  func giveBack(to mark: Mark) { (piece, filled) = (mark.piece, mark.filled) }
}

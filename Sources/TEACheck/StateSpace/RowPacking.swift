public import TEAMemory

/// A compressed format of rows, in which each field takes only the bytes that the search has needed so far.
///
/// An unpacked row has fields of fixed sizes, without gaps. A *packed* row has the exclusive or of each field with the same
/// field of the first row. A packed field has as many bytes as its largest value takes; its *room* is the mask of their bits.
/// Where a row does not fit, ``widened(for:)`` makes a packing with more room, and all stored rows are packed again: at most
/// eight times for each field.
///
/// The fields by which rows are compared come first. The owner calls ``deallocate()`` once.
@usableFromInline
package struct RowPacking {
  @usableFromInline let fields: UnsafeMutablePointer<PackedField>
  @usableFromInline let fieldCount: Int
  /// The number of fields, from the first, by which rows are compared.
  private let comparedCount: Int
  /// The size of a packed row, in bytes: a multiple of eight.
  @usableFromInline package private(set) var size = 8
  /// The size of the part at the beginning of a packed row by which rows are compared, in bytes: a multiple of eight.
  @usableFromInline package private(set) var comparedSize = 8

  /// The number of bytes after a row, and after a packed row, that reads and writes of whole words may touch.
  @inlinable package static var slack: Int { 16 }

  /// Makes a packing without room, into which the first row fits.
  ///
  /// - Parameters:
  ///   - layout: The size of each field in bytes, from 1 to 8, and the mask of its bits.
  ///   - first: The first row, unpacked, with ``slack`` bytes after it.
  package init(_ layout: [(size: Int, mask: UInt64)], comparedCount: Int, like first: UnsafeRawPointer) {
    var fields: [PackedField] = []
    var offset = 0
    for field in layout {
      let base = first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      fields.append(PackedField(rowOffset: offset, mask: field.mask, base: base, packedOffset: 0, room: 0))
      offset += field.size
    }
    self.init(fields, comparedCount: comparedCount)
  }

  /// Makes a packing again from its ``numbers``.
  ///
  /// - Returns: `nil` where the count of numbers is wrong, or a room does not consist of whole low bytes.
  package init?(_ layout: [(size: Int, mask: UInt64)], comparedCount: Int, numbers: [UInt64]) {
    guard numbers.count == 2 * layout.count else { return nil }
    var fields: [PackedField] = []
    var offset = 0
    for (number, field) in layout.enumerated() {
      let room = numbers[2 * number + 1]
      guard room & (room &+ 1) == 0, room.nonzeroBitCount.isMultiple(of: 8) else { return nil }
      fields.append(
        PackedField(rowOffset: offset, mask: field.mask, base: numbers[2 * number], packedOffset: 0, room: room))
      offset += field.size
    }
    self.init(fields, comparedCount: comparedCount)
  }

  /// The packing as numbers for a checkpoint: for each field, eight bytes of the first row from the field on, and the room of
  /// the field.
  package var numbers: [UInt64] { (0..<fieldCount).flatMap { [fields[$0].base, fields[$0].room] } }

  private init(_ fields: [PackedField], comparedCount: Int) {
    self.comparedCount = comparedCount
    fieldCount = fields.count
    self.fields = .allocate(capacity: fields.count)
    self.fields.initialize(from: fields, count: fields.count)
    arrange()
  }

  @usableFromInline
  package func deallocate() { fields.deallocate() }

  private mutating func arrange() {
    // Rounds up to whole words: at least one, which is compared and hashed even where no field takes a byte.
    func roundedUp(_ bytes: Int) -> Int { max(8, (bytes + 7) & ~7) }
    var offset = 0
    for number in 0..<fieldCount {
      if number == comparedCount {
        comparedSize = roundedUp(offset)
        offset = comparedSize
      }
      fields[number].packedOffset = offset
      offset += Self.width(of: fields[number].room)
    }
    if comparedCount == fieldCount { comparedSize = roundedUp(offset) }
    size = roundedUp(offset)
  }

  /// The number of low bytes that contain all bits of a word. 71 is 64 + 7, so that the division rounds up.
  private static func width(of word: UInt64) -> Int { (71 - word.leadingZeroBitCount) / 8 }

  // MARK: Packing

  /// - Parameter packed: Memory of ``size`` bytes, with ``slack`` bytes after it.
  /// - Returns: `false` where the row does not fit.
  @inlinable
  @inline(__always)
  package func pack(_ row: UnsafeRawPointer, to packed: UnsafeMutableRawPointer) -> Bool {
    // The fields may leave the ends of these two words unwritten.
    packed.storeBytes(of: 0, toByteOffset: comparedSize - 8, as: UInt64.self)
    packed.storeBytes(of: 0, toByteOffset: size - 8, as: UInt64.self)
    return PackedField.pack(fields, fieldCount, row, to: packed) == 0
  }

  /// - Parameter row: Memory for the row, with ``slack`` bytes after it.
  @inlinable
  @inline(__always)
  package func unpack(_ packed: UnsafeRawPointer, to row: UnsafeMutableRawPointer) {
    PackedField.unpack(fields, fieldCount, packed, to: row)
  }

  // MARK: Comparing rows

  /// `true` where packed rows are compared by a single word. The hash of a row is then a permutation of this word.
  @inlinable package var comparesOneWord: Bool { comparedSize == 8 }

  @inlinable
  @inline(__always)
  package func areAlike(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    RawMemory.areSame(first, second, words: comparedSize / 8)
  }

  @inlinable
  @inline(__always)
  package func hash(_ packed: UnsafeRawPointer) -> UInt64 {
    comparesOneWord
      ? WorldIndex.permute(packed.load(as: UInt64.self))
      : WorldIndex.spread(RawMemory.hash(packed, words: comparedSize / 8))
  }

  // MARK: Making room

  /// For each field, the bits in which some rows differ from the first row.
  @usableFromInline
  package struct Needs {
    fileprivate var bits: [UInt64]

    package func joined(with other: Needs) -> Needs { Needs(bits: zip(bits, other.bits).map { $0 | $1 }) }
  }

  /// The room of all fields, as the needs that the packing meets.
  @usableFromInline
  package var room: Needs { Needs(bits: (0..<fieldCount).map { fields[$0].room }) }

  /// - Parameter row: A row that is not packed.
  @usableFromInline
  package func add(_ row: UnsafeRawPointer, to needs: inout Needs) {
    for number in 0..<fieldCount {
      let field = fields[number]
      needs.bits[number] |=
        (row.loadUnaligned(fromByteOffset: field.rowOffset, as: UInt64.self) ^ field.base) & field.mask
    }
  }

  @usableFromInline
  package func widened(for needs: Needs) -> RowPacking {
    let widerFields = (0..<fieldCount).map { number in
      var field = fields[number]
      let width = Self.width(of: needs.bits[number] | field.room)
      field.room = width == 8 ? .max : 1 << UInt64(8 * width) - 1
      return field
    }
    return RowPacking(widerFields, comparedCount: comparedCount)
  }
}

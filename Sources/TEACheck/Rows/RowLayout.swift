internal import TEAMemory
internal import TEAStateSpace
internal import TEARuntime

/// The layout of the rows for the values of one type; all these rows have the same size.
///
/// Two values store the same, in the sense of ``ValueIdentity``, if and only if their rows have the same bytes. Plain memory
/// is written as it is, under its mask. A text, a set, a dictionary, an array or a value that is compared in one piece is
/// written as its number in a ``PartTable``. An array may also be written in place: see ``ArrayPart``. Most enums that are not
/// plain memory are written as the number of their case and the row of its payload.
///
/// Offsets and sizes are in bytes. The `offset` and `size` of a part are in the value, and its `rowOffset` is in the row.
final class RowLayout: @unchecked Sendable {
  // Unchecked: the layout never changes after the initialiser.

  /// A part that is written as a number.
  struct Part {
    var offset: Int
    var rowOffset: Int
    var size: Int
    /// Two parts whose memory has the same bytes store the same.
    var sameMemoryMeansSame: Bool
    /// The table of the part's type, which must outlive the layout.
    var table: Unmanaged<PartTable>
  }

  /// An array that may be written in place. With `count` elements, it is written as zero and the elements; otherwise as its
  /// number plus one, and zeros. The `count` is that of the example of ``RowLayoutMaker``.
  struct ArrayPart {
    var offset: Int
    var rowOffset: Int
    var count: Int
    /// The size of `count` elements in the row.
    var size: Int
    /// The mask of `count` plain elements, by byte; `nil` where there are no gaps.
    var mask: UnsafePointer<UInt8>?
    /// Elements that are written as rows; `nil` for plain elements, which are written as their memory.
    var elements: PartTable.Elements?
    var table: Unmanaged<PartTable>
  }

  /// A part that is an enum, and not plain memory.
  struct EnumPart {
    var offset: Int
    var rowOffset: Int
    var largestPayloadRowSize: Int
    var size: Int
    var witnesses: ValueWitnesses
    /// The payloads by the number of the case, `nil` for a case without one.
    var payloads: UnsafeBufferPointer<Payload?>
    /// Only one case has a payload, so the memory of the payload is that of the enum.
    var isInPlace: Bool
    /// Two parts whose memory has the same bytes store the same.
    var sameMemoryMeansSame: Bool
    /// The bits of the first word that are not those of the tag: for an indirect case, the address of its box.
    var addressMask: UInt
  }

  struct Payload {
    /// Retained by the layout of the enum, and released with it.
    var layout: Unmanaged<RowLayout>
    /// For an indirect case, the offset of the payload in its box; `nil` for a payload that the enum itself stores.
    var offsetInBox: Int?
  }

  /// The words of plain memory, with which a row begins.
  let words: PlainWords
  let parts: UnsafeBufferPointer<Part>
  let arrays: UnsafeBufferPointer<ArrayPart>
  let enums: UnsafeBufferPointer<EnumPart>
  /// Two values whose memory has the same bytes store the same.
  let sameMemoryMeansSame: Bool
  /// The size of a row.
  let size: Int
  /// The value is an enum, and not plain memory; ``enums`` has this enum alone.
  let isEnum: Bool
  /// The size of the plain memory with which a row begins.
  private(set) var plainSize = 0

  init(_ maker: RowLayoutMaker) {
    let wordsByWidth = [8, 4, 2, 1].map { width in maker.words.filter { $0.width == width } }
    var rowSize = 0
    var words: [PlainWord] = []
    for (offset, width, mask) in wordsByWidth.joined() {
      words.append(PlainWord(offset: offset, row: rowSize, mask: mask))
      rowSize += width
    }
    plainSize = rowSize
    var parts: [Part] = []
    for (offset, table) in maker.parts {
      parts.append(
        Part(
          offset: offset, rowOffset: rowSize, size: table.size, sameMemoryMeansSame: table.sameMemoryMeansSame,
          table: .passUnretained(table)))
      rowSize += 4
    }
    var enums: [EnumPart] = []
    for var enumPart in maker.enums {
      enumPart.rowOffset = rowSize
      rowSize += 4 + enumPart.largestPayloadRowSize
      enums.append(enumPart)
    }
    var arrays: [ArrayPart] = []
    for (offset, count, form, table) in maker.arrays {
      var array = ArrayPart(
        offset: offset, rowOffset: rowSize, count: count, size: count * form.size, table: .passUnretained(table))
      switch form {
      case .plain(let mask):
        let masks = (0..<count).flatMap { _ in mask }
        array.mask = mask.allSatisfy { $0 == 0xFF } ? nil : WordMemory.copy(masks).baseAddress
      case .rows(let elements): array.elements = elements
      }
      arrays.append(array)
      rowSize += 4 + array.size
    }
    size = rowSize
    isEnum = words.isEmpty && parts.isEmpty && arrays.isEmpty && enums.count == 1
    // Arrays of plain elements with the same bytes always store the same: the bytes refer to one storage.
    sameMemoryMeansSame =
      parts.allSatisfy(\.sameMemoryMeansSame) && enums.allSatisfy(\.sameMemoryMeansSame)
      && arrays.allSatisfy { $0.elements?.layout._withUnsafeGuaranteedRef(\.sameMemoryMeansSame) ?? true }
    self.words = PlainWords(
      first: WordMemory.copy(words).baseAddress, eights: wordsByWidth[0].count, fours: wordsByWidth[1].count,
      twos: wordsByWidth[2].count, ones: wordsByWidth[3].count)
    self.parts = WordMemory.copy(parts)
    self.enums = WordMemory.copy(enums)
    self.arrays = WordMemory.copy(arrays)
  }

  deinit {
    words.first?.deallocate()
    parts.deallocate()
    for enumPart in enums {
      for payload in enumPart.payloads { payload?.layout.release() }
      enumPart.payloads.deallocate()
    }
    enums.deallocate()
    for array in arrays { array.mask?.deallocate() }
    arrays.deallocate()
  }

  /// The fields of a row in their order: the size of each in bytes, and the mask of its bits.
  var fields: [(size: Int, mask: UInt64)] {
    func unmasked(_ size: Int, by width: Int) -> [(size: Int, mask: UInt64)] {
      stride(from: 0, to: size, by: width).map { offset in
        let width = min(width, size - offset)
        return (width, width == 8 ? .max : 1 << UInt64(8 * width) - 1)
      }
    }
    var fields: [(size: Int, mask: UInt64)] = []
    let sizes = [(8, words.eights), (4, words.fours), (2, words.twos), (1, words.ones)].flatMap {
      repeatElement($0, count: $1)
    }
    for (number, size) in sizes.enumerated() { fields.append((size, words.first![number].mask)) }
    fields += unmasked(4 * parts.count, by: 4)
    for enumPart in enums { fields += unmasked(4, by: 4) + unmasked(enumPart.largestPayloadRowSize, by: 4) }
    for array in arrays {
      fields += unmasked(4, by: 4)
      if let elements = array.elements {
        for _ in 0..<array.count { fields += elements.layout._withUnsafeGuaranteedRef(\.fields) }
      } else {
        let width = array.size / array.count
        fields += unmasked(array.size, by: width == 4 || width == 8 ? width : 8)
      }
    }
    return fields
  }
}

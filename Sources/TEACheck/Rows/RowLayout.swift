internal import TEAMemory
internal import TEAStateSpace
internal import TEARuntime

/// The layout of the rows for values of one type: bytes, as many for each value.
///
/// Two values store the same exactly if their rows have the same bytes; see ``ValueIdentity`` for what that means. Plain memory
/// is written as it is, under its mask. A text, a set, a dictionary or an array is written as the number that it has in a
/// ``PartTable``, but for an array of plain elements that has as many as that of the first value: its elements are written.
/// An enum is written as the number of its case, and its payload.
@usableFromInline
final class RowLayout: @unchecked Sendable {
  // It is filled in before its first use, and never changes after that.

  /// A part that is written as a number.
  struct Part {
    var offset: Int
    var row: Int
    /// The bytes of a value.
    var size: Int
    /// Values that are the same memory are the same.
    var isKnownByMemory: Bool
    /// The table, which lives as long as the layout.
    var table: Unmanaged<PartTable>
  }

  /// An array whose elements are written, or the number of which, plus one, where there are other than so many of them.
  struct Elements {
    var offset: Int
    var row: Int
    var count: Int
    /// All elements, in bytes.
    var size: Int
    var table: Unmanaged<PartTable>
  }

  /// An enum of which a payload is not plain.
  struct Choice {
    var offset: Int
    var row: Int
    /// The most that a payload takes in a row, in bytes.
    var payloadSize: Int
    /// The size of a value, in bytes.
    var size: Int
    var witnesses: ValueWitnesses
    /// The layouts of the payloads, by the number of the case; they live as long as the layout.
    var payloads: UnsafeBufferPointer<Unmanaged<RowLayout>?>
    /// Only one case has a payload, which stands where the value does.
    var isInPlace: Bool
    /// Values that are the same memory are the same.
    var isKnownByMemory: Bool
  }

  let words: PlainWords
  let parts: UnsafeBufferPointer<Part>
  let elements: UnsafeBufferPointer<Elements>
  let choices: UnsafeBufferPointer<Choice>
  /// Values that are the same memory are the same.
  let isKnownByMemory: Bool
  /// The bytes of a row.
  @usableFromInline let size: Int
  /// The first bytes of it, which are plain memory.
  private(set) var plainSize = 0

  init(_ maker: RowLayoutMaker) {
    let widths = [8, 4, 2, 1].map { width in maker.words.filter { $0.width == width } }
    var row = 0
    var words: [PlainWord] = []
    for (offset, width, mask) in widths.joined() {
      words.append(PlainWord(offset: offset, row: row, mask: mask))
      row += width
    }
    plainSize = row
    var parts: [Part] = []
    for (offset, table) in maker.parts {
      parts.append(
        Part(
          offset: offset, row: row, size: table.size, isKnownByMemory: table.isKnownByMemory,
          table: .passUnretained(table)))
      row += 4
    }
    var choices: [Choice] = []
    for var choice in maker.choices {
      choice.row = row
      row += 4 + choice.payloadSize
      choices.append(choice)
    }
    var elements: [Elements] = []
    for (offset, count, size, table) in maker.elements {
      elements.append(Elements(offset: offset, row: row, count: count, size: size, table: .passUnretained(table)))
      row += 4 + size
    }
    size = row
    isKnownByMemory = parts.allSatisfy(\.isKnownByMemory) && choices.allSatisfy(\.isKnownByMemory)
    self.words = PlainWords(
      first: WordMemory.copy(words).baseAddress, eights: widths[0].count, fours: widths[1].count, twos: widths[2].count,
      ones: widths[3].count)
    self.parts = WordMemory.copy(parts)
    self.choices = WordMemory.copy(choices)
    self.elements = WordMemory.copy(elements)
  }

  deinit {
    words.first?.deallocate()
    parts.deallocate()
    for choice in choices {
      for payload in choice.payloads { payload?.release() }
      choice.payloads.deallocate()
    }
    choices.deallocate()
    elements.deallocate()
  }

  /// The sizes of the fields of a row, in their order, with the bits that count of each.
  var fields: [(size: Int, mask: UInt64)] {
    func plain(_ size: Int, by width: Int) -> [(size: Int, mask: UInt64)] {
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
    fields += plain(4 * parts.count, by: 4)
    for choice in choices { fields += plain(4, by: 4) + plain(choice.payloadSize, by: 4) }
    for elements in elements {
      let width = elements.size / elements.count
      fields += plain(4, by: 4) + plain(elements.size, by: width == 4 || width == 8 ? width : 8)
    }
    return fields
  }
}

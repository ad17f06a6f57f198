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

  /// Some bytes of plain memory: eight, four, two or one.
  struct Word {
    var offset: Int
    var row: Int
    var mask: UInt64
  }

  /// A part that is written as a number.
  struct Part {
    var offset: Int
    var row: Int
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
  }

  let words: UnsafeBufferPointer<Word>
  /// The number of words of eight bytes; these come first.
  let wideCount: Int
  let middleCount: Int
  let shortCount: Int
  let parts: UnsafeBufferPointer<Part>
  let elements: UnsafeBufferPointer<Elements>
  let choices: UnsafeBufferPointer<Choice>
  /// The bytes of a row.
  let size: Int

  init(_ maker: RowLayoutMaker) {
    let widths = [8, 4, 2, 1].map { width in maker.words.filter { $0.width == width } }
    (wideCount, middleCount, shortCount) = (widths[0].count, widths[1].count, widths[2].count)
    var row = 0
    var words: [Word] = []
    for (offset, width, mask) in widths.joined() {
      words.append(Word(offset: offset, row: row, mask: mask))
      row += width
    }
    var parts: [Part] = []
    for (offset, table) in maker.parts {
      parts.append(Part(offset: offset, row: row, table: .passUnretained(table)))
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
    self.words = Words.copy(words)
    self.parts = Words.copy(parts)
    self.choices = Words.copy(choices)
    self.elements = Words.copy(elements)
  }

  deinit {
    words.deallocate()
    parts.deallocate()
    for choice in choices {
      for payload in choice.payloads { payload?.release() }
      choice.payloads.deallocate()
    }
    choices.deallocate()
    elements.deallocate()
  }

  /// A row is nothing but plain memory.
  var isPlain: Bool { parts.isEmpty && choices.isEmpty && elements.isEmpty }

  // MARK: Writing

  /// Writes a value.
  ///
  /// - Parameter row: Memory of ``size`` bytes.
  /// - Returns: A hash of what the value stores, which does not depend on the numbers of its parts.
  @usableFromInline
  func write(_ value: UnsafeRawPointer, to row: UnsafeMutableRawPointer, _ writer: RowWriter) -> UInt64 {
    var hash = writeWords(value, to: row)
    var index = 0
    while index < parts.count {
      let part = parts[index]
      let (number, own) = part.table._withUnsafeGuaranteedRef { $0.number(of: value + part.offset, writer) }
      row.storeBytes(of: number, toByteOffset: part.row, as: UInt32.self)
      Words.add(own, to: &hash)
      index += 1
    }
    index = 0
    while index < choices.count {
      write(index, of: value, to: row, &hash, writer)
      index += 1
    }
    index = 0
    while index < elements.count {
      let part = elements[index]
      let storage = NativeArray.storage(value + part.offset)
      let place = row + part.row
      if NativeArray.count(of: storage) == part.count {
        place.storeBytes(of: 0, as: UInt32.self)
        (place + 4).copyMemory(from: storage + 32, byteCount: part.size)
        Words.add(
          Words.hash(ofElements: storage + 32, count: part.count, size: part.size), to: &hash)
      } else {
        let (number, own) = part.table._withUnsafeGuaranteedRef { $0.number(of: value + part.offset, writer) }
        place.storeBytes(of: number + 1, as: UInt32.self)
        (place + 4).initializeMemory(as: UInt8.self, repeating: 0, count: part.size)
        Words.add(own, to: &hash)
      }
      index += 1
    }
    return hash
  }

  private func writeWords(_ value: UnsafeRawPointer, to row: UnsafeMutableRawPointer) -> UInt64 {
    var hash = Words.seed
    guard let words = words.baseAddress else { return hash }
    let count = self.words.count
    var index = 0
    while index < wideCount {
      let word = value.loadUnaligned(fromByteOffset: words[index].offset, as: UInt64.self) & words[index].mask
      row.storeBytes(of: word, toByteOffset: words[index].row, as: UInt64.self)
      Words.mix(&hash, word)
      index += 1
    }
    if index == count { return hash }
    // What is short is mixed by two words.
    var rest: UInt64 = 0
    while index < count {
      let (offset, place, mask) = (words[index].offset, words[index].row, words[index].mask)
      if index < wideCount + middleCount {
        let word = value.loadUnaligned(fromByteOffset: offset, as: UInt32.self) & UInt32(truncatingIfNeeded: mask)
        row.storeBytes(of: word, toByteOffset: place, as: UInt32.self)
        rest = (rest << 32 | rest >> 32) ^ UInt64(word)
      } else if index < wideCount + middleCount + shortCount {
        let word = value.loadUnaligned(fromByteOffset: offset, as: UInt16.self) & UInt16(truncatingIfNeeded: mask)
        row.storeBytes(of: word, toByteOffset: place, as: UInt16.self)
        rest = (rest << 16 | rest >> 48) ^ UInt64(word)
      } else {
        let word = value.load(fromByteOffset: offset, as: UInt8.self) & UInt8(truncatingIfNeeded: mask)
        row.storeBytes(of: word, toByteOffset: place, as: UInt8.self)
        rest = (rest << 8 | rest >> 56) ^ UInt64(word)
      }
      index += 1
      // Before a bit would come round again.
      if index == count || (index - wideCount).isMultiple(of: 2) {
        Words.mix(&hash, rest)
        rest = 0
      }
    }
    return hash
  }

  private func write(
    _ index: Int, of value: UnsafeRawPointer, to row: UnsafeMutableRawPointer, _ hash: inout UInt64, _ writer: RowWriter
  ) {
    let choice = choices.baseAddress! + index
    let (place, memory) = (row + choice.pointee.row, value + choice.pointee.offset)
    let tag = choice.pointee.witnesses.enumTag(of: memory)
    place.storeBytes(of: UInt32(truncatingIfNeeded: tag), as: UInt32.self)
    Words.mix(&hash, UInt64(truncatingIfNeeded: tag))
    let payload = choice.pointee.payloads[tag]
    let written = payload?._withUnsafeGuaranteedRef { $0.size } ?? 0
    if written < choice.pointee.payloadSize {
      (place + 4 + written).initializeMemory(as: UInt8.self, repeating: 0, count: choice.pointee.payloadSize - written)
    }
    guard let payload else { return }
    if choice.pointee.isInPlace {
      Words.add(payload._withUnsafeGuaranteedRef { $0.write(memory, to: place + 4, writer) }, to: &hash)
    } else {
      // The payload, without the bits that say the case; it is a copy of the bytes, and not of the value.
      let mark = writer.mark
      let scratch = writer.take(choice.pointee.size)
      scratch.copyMemory(from: memory, byteCount: choice.pointee.size)
      choice.pointee.witnesses.projectPayload(of: scratch)
      Words.add(payload._withUnsafeGuaranteedRef { $0.write(scratch, to: place + 4, writer) }, to: &hash)
      writer.giveBack(to: mark)
    }
  }

  // MARK: Reading

  /// Makes a value of what was written.
  ///
  /// - Parameters:
  ///   - value: Where the value is to be.
  ///   - isThere: Whether there is a value already, whose memory is used again where nobody else has it.
  @usableFromInline
  func read(_ row: UnsafeRawPointer, to value: UnsafeMutableRawPointer, over isThere: Bool) {
    readWords(row, to: value)
    var index = 0
    while index < parts.count {
      let part = parts[index]
      let number = row.loadUnaligned(fromByteOffset: part.row, as: UInt32.self)
      part.table._withUnsafeGuaranteedRef { $0.copy(number, to: value + part.offset, over: isThere) }
      index += 1
    }
    index = 0
    while index < choices.count {
      read(index, row, to: value, over: isThere)
      index += 1
    }
    index = 0
    while index < elements.count {
      let part = elements[index]
      let number = row.loadUnaligned(fromByteOffset: part.row, as: UInt32.self)
      part.table._withUnsafeGuaranteedRef { table in
        if number == 0 {
          table.copy(elements: row + part.row + 4, part.count, part.size, to: value + part.offset, over: isThere)
        } else {
          table.copy(number - 1, to: value + part.offset, over: isThere)
        }
      }
      index += 1
    }
  }

  private func readWords(_ row: UnsafeRawPointer, to value: UnsafeMutableRawPointer) {
    guard let words = words.baseAddress else { return }
    let count = self.words.count
    var index = 0
    // What a mask leaves out belongs to other parts, which may be there.
    while index < wideCount {
      let (offset, mask) = (words[index].offset, words[index].mask)
      let rest = value.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & ~mask
      let word = row.loadUnaligned(fromByteOffset: words[index].row, as: UInt64.self)
      value.storeBytes(of: rest | word, toByteOffset: offset, as: UInt64.self)
      index += 1
    }
    while index < count {
      let (offset, place, mask) = (words[index].offset, words[index].row, words[index].mask)
      if index < wideCount + middleCount {
        let rest = value.loadUnaligned(fromByteOffset: offset, as: UInt32.self) & ~UInt32(truncatingIfNeeded: mask)
        let word = row.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        value.storeBytes(of: rest | word, toByteOffset: offset, as: UInt32.self)
      } else if index < wideCount + middleCount + shortCount {
        let rest = value.loadUnaligned(fromByteOffset: offset, as: UInt16.self) & ~UInt16(truncatingIfNeeded: mask)
        let word = row.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        value.storeBytes(of: rest | word, toByteOffset: offset, as: UInt16.self)
      } else {
        let rest = value.load(fromByteOffset: offset, as: UInt8.self) & ~UInt8(truncatingIfNeeded: mask)
        let word = row.load(fromByteOffset: place, as: UInt8.self)
        value.storeBytes(of: rest | word, toByteOffset: offset, as: UInt8.self)
      }
      index += 1
    }
  }

  private func read(_ index: Int, _ row: UnsafeRawPointer, to value: UnsafeMutableRawPointer, over isThere: Bool) {
    let choice = choices.baseAddress! + index
    let (place, memory) = (row + choice.pointee.row, value + choice.pointee.offset)
    let tag = Int(place.loadUnaligned(as: UInt32.self))
    if isThere { choice.pointee.witnesses.destroy(memory) }
    // What is left over of another case is no part of this one.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: choice.pointee.size)
    choice.pointee.payloads[tag]?._withUnsafeGuaranteedRef { $0.read(place + 4, to: memory, over: false) }
    choice.pointee.witnesses.injectEnumTag(tag, into: memory)
  }
}

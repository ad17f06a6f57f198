internal import TEAMemory
internal import TEAStateSpace

extension RowLayout {
  /// A value and its row: a part that has the same memory in another value has the same bytes in the row of that.
  @usableFromInline
  struct Written {
    @usableFromInline var value: UnsafeRawPointer
    @usableFromInline var row: UnsafeRawPointer

    @inlinable
    init(_ value: UnsafeRawPointer, _ row: UnsafeRawPointer) { (self.value, self.row) = (value, row) }
  }

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - row: Memory of ``size`` bytes.
  ///   - known: A value that is likely to have many of the same parts.
  @usableFromInline
  func write(
    _ value: UnsafeRawPointer, to row: UnsafeMutableRawPointer, like known: Written? = nil, _ writer: RowWriter
  ) {
    words.write(value, to: row)
    var index = 0
    while index < parts.count {
      let part = parts.baseAddress! + index
      let number =
        if let known {
          self.number(
            of: value + part.pointee.offset, part.pointee.isKnownByMemory ? part.pointee.size : nil, part.pointee.table,
            like: Written(known.value + part.pointee.offset, known.row + part.pointee.row), 0, writer)
        } else {
          part.pointee.table._withUnsafeGuaranteedRef { $0.number(of: value + part.pointee.offset, like: nil, writer) }
        }
      row.storeBytes(of: number, toByteOffset: part.pointee.row, as: UInt32.self)
      index += 1
    }
    index = 0
    while index < choices.count {
      write(choices.baseAddress! + index, of: value, to: row, like: known, writer)
      index += 1
    }
    index = 0
    while index < elements.count {
      write(elements.baseAddress! + index, of: value, to: row, like: known, writer)
      index += 1
    }
  }

  /// The number of a part.
  ///
  /// - Parameters:
  ///   - size: The size of the part in bytes, where it is known by its memory; `nil` where it is not.
  ///   - known: The same part of another value, and the place in the row at which its number plus `more` is written.
  ///   - more: 1 for an array whose elements may be written in place of a number; 0 for other parts.
  private func number(
    of part: UnsafeRawPointer, _ size: Int?, _ table: Unmanaged<PartTable>, like known: Written?, _ more: UInt32,
    _ writer: RowWriter
  ) -> UInt32 {
    guard let known else { return table._withUnsafeGuaranteedRef { $0.number(of: part, like: nil, writer) } }
    let number = known.row.loadUnaligned(as: UInt32.self) &- more
    if let size, RawMemory.areSame(part, known.value, bytes: size) { return number }
    return table._withUnsafeGuaranteedRef {
      $0.number(of: part, like: PartTable.Known(value: known.value, number: number), writer)
    }
  }

  private func write(
    _ choice: UnsafePointer<Choice>, of value: UnsafeRawPointer, to row: UnsafeMutableRawPointer, like known: Written?,
    _ writer: RowWriter
  ) {
    let (place, memory) = (row + choice.pointee.row, value + choice.pointee.offset)
    if let known, choice.pointee.isKnownByMemory,
      RawMemory.areSame(memory, known.value + choice.pointee.offset, bytes: choice.pointee.size)
    {
      return place.copyMemory(from: known.row + choice.pointee.row, byteCount: 4 + choice.pointee.payloadSize)
    }
    let tag = choice.pointee.witnesses.enumTag(of: memory)
    place.storeBytes(of: UInt32(truncatingIfNeeded: tag), as: UInt32.self)
    let payload = choice.pointee.payloads[tag]
    let written = payload?._withUnsafeGuaranteedRef { $0.size } ?? 0
    if written < choice.pointee.payloadSize {
      (place + 4 + written).initializeMemory(as: UInt8.self, repeating: 0, count: choice.pointee.payloadSize - written)
    }
    guard let payload else { return }
    let mark = writer.mark
    var other: Written?
    if let known {
      let row = known.row + choice.pointee.row
      if row.loadUnaligned(as: UInt32.self) == UInt32(truncatingIfNeeded: tag) {
        other = Written(self.payload(of: known.value + choice.pointee.offset, choice, writer), row + 4)
      }
    }
    let memoryOfPayload = self.payload(of: memory, choice, writer)
    payload._withUnsafeGuaranteedRef { $0.write(memoryOfPayload, to: place + 4, like: other, writer) }
    writer.giveBack(to: mark)
  }

  /// The payload of an enum without the bits of the tag, as a bitwise copy that retains nothing.
  private func payload(
    of value: UnsafeRawPointer, _ choice: UnsafePointer<Choice>, _ writer: RowWriter
  ) -> UnsafeRawPointer {
    if choice.pointee.isInPlace { return value }
    let scratch = writer.take(choice.pointee.size)
    scratch.copyMemory(from: value, byteCount: choice.pointee.size)
    choice.pointee.witnesses.projectPayload(of: scratch)
    return UnsafeRawPointer(scratch)
  }

  private func write(
    _ part: UnsafePointer<Elements>, of value: UnsafeRawPointer, to row: UnsafeMutableRawPointer, like known: Written?,
    _ writer: RowWriter
  ) {
    let storage = NativeArray.storage(value + part.pointee.offset)
    let place = row + part.pointee.row
    if NativeArray.count(of: storage) == part.pointee.count {
      place.storeBytes(of: 0, as: UInt32.self)
      (place + 4).copyMemory(from: storage + 32, byteCount: part.pointee.size)
      return
    }
    let others = known.map { Written($0.value + part.pointee.offset, $0.row + part.pointee.row) }
    // Where the number is zero, the known row has the elements themselves.
    let isNumbered = (others?.row.loadUnaligned(as: UInt32.self) ?? 0) != 0
    let number = number(
      of: value + part.pointee.offset, 8, part.pointee.table, like: isNumbered ? others : nil, 1, writer)
    place.storeBytes(of: number + 1, as: UInt32.self)
    (place + 4).initializeMemory(as: UInt8.self, repeating: 0, count: part.pointee.size)
  }

  // MARK: Hashing

  /// A hash of all that the value of a row stores; it does not depend on the numbers of the parts.
  ///
  /// - Complexity: O(``size``), because the tables store the hashes of the parts.
  func contentHash(_ row: UnsafeRawPointer) -> UInt64 {
    var hash = WordMemory.hash(ofElements: row, count: 1, size: plainSize)
    func add(_ number: UInt32, _ table: Unmanaged<PartTable>) {
      WordMemory.add(table._withUnsafeGuaranteedRef { $0.contentHash(of: Int(number)) }, to: &hash)
    }
    for part in parts { add(row.loadUnaligned(fromByteOffset: part.row, as: UInt32.self), part.table) }
    for choice in choices {
      let tag = Int(row.loadUnaligned(fromByteOffset: choice.row, as: UInt32.self))
      WordMemory.mix(&hash, UInt64(truncatingIfNeeded: tag))
      guard let payload = choice.payloads[tag] else { continue }
      WordMemory.add(payload._withUnsafeGuaranteedRef { $0.contentHash(row + choice.row + 4) }, to: &hash)
    }
    for part in elements {
      let number = row.loadUnaligned(fromByteOffset: part.row, as: UInt32.self)
      if number != 0 {
        add(number - 1, part.table)
      } else {
        WordMemory.add(WordMemory.hash(ofElements: row + part.row + 4, count: part.count, size: part.size), to: &hash)
      }
    }
    return hash
  }
}

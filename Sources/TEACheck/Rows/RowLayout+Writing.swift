internal import TEAMemory
internal import TEAStateSpace

extension RowLayout {
  /// A value that was written before, and its row. A part that has the same bytes in a new value is copied from this row, if
  /// equal bytes mean an equal part.
  struct Written {
    var value: UnsafeRawPointer
    var row: UnsafeRawPointer

    init(_ value: UnsafeRawPointer, _ row: UnsafeRawPointer) { (self.value, self.row) = (value, row) }
  }

  /// - Parameter row: Memory of ``size`` bytes.
  func write(
    _ value: UnsafeRawPointer, to row: UnsafeMutableRawPointer, like earlier: Written? = nil, _ writer: RowWriter
  ) {
    words.write(value, to: row)
    var index = 0
    while index < parts.count {
      let part = parts.baseAddress! + index
      let number =
        if let earlier {
          self.number(
            of: value + part.pointee.offset, part.pointee.sameMemoryMeansSame ? part.pointee.size : nil,
            part.pointee.table,
            like: Written(earlier.value + part.pointee.offset, earlier.row + part.pointee.rowOffset), bias: 0, writer)
        } else {
          part.pointee.table._withUnsafeGuaranteedRef { $0.number(of: value + part.pointee.offset, like: nil, writer) }
        }
      row.storeBytes(of: number, toByteOffset: part.pointee.rowOffset, as: UInt32.self)
      index += 1
    }
    index = 0
    while index < enums.count {
      write(enums.baseAddress! + index, of: value, to: row, like: earlier, writer)
      index += 1
    }
    index = 0
    while index < arrays.count {
      write(arrays.baseAddress! + index, of: value, to: row, like: earlier, writer)
      index += 1
    }
  }

  /// - Parameters:
  ///   - size: The size of the part in bytes, where equal bytes mean an equal part; `nil` elsewhere.
  ///   - earlier: The part in an earlier value, and the address of its number in that value's row; `nil` for none.
  ///   - bias: The amount that a row adds to the number: 0, but 1 for an array, because 0 in its row says that the elements
  ///     follow.
  private func number(
    of part: UnsafeRawPointer, _ size: Int?, _ table: Unmanaged<PartTable>, like earlier: Written?, bias: UInt32,
    _ writer: RowWriter
  ) -> UInt32 {
    guard let earlier else { return table._withUnsafeGuaranteedRef { $0.number(of: part, like: nil, writer) } }
    let number = earlier.row.loadUnaligned(as: UInt32.self) &- bias
    if let size, RawMemory.areSame(part, earlier.value, bytes: size) { return number }
    return table._withUnsafeGuaranteedRef {
      $0.number(of: part, like: PartTable.Known(value: earlier.value, number: number), writer)
    }
  }

  @inline(__always)
  func write(
    _ enumPart: UnsafePointer<EnumPart>, of value: UnsafeRawPointer, to row: UnsafeMutableRawPointer,
    like earlier: Written?,
    _ writer: RowWriter
  ) {
    let (position, memory) = (row + enumPart.pointee.rowOffset, value + enumPart.pointee.offset)
    if let earlier, enumPart.pointee.sameMemoryMeansSame,
      RawMemory.areSame(memory, earlier.value + enumPart.pointee.offset, bytes: enumPart.pointee.size)
    {
      return position.copyMemory(
        from: earlier.row + enumPart.pointee.rowOffset, byteCount: 4 + enumPart.pointee.largestPayloadRowSize)
    }
    let tag = enumPart.pointee.witnesses.enumTag(of: memory)
    position.storeBytes(of: UInt32(truncatingIfNeeded: tag), as: UInt32.self)
    let payload = enumPart.pointee.payloads[tag]
    let payloadRowSize = payload?.layout._withUnsafeGuaranteedRef { $0.size } ?? 0
    if payloadRowSize < enumPart.pointee.largestPayloadRowSize {
      (position + 4 + payloadRowSize).initializeMemory(
        as: UInt8.self, repeating: 0, count: enumPart.pointee.largestPayloadRowSize - payloadRowSize)
    }
    guard let payload else { return }
    let mark = writer.mark
    var earlierPayload: Written?
    if let earlier {
      let earlierRow = earlier.row + enumPart.pointee.rowOffset
      if earlierRow.loadUnaligned(as: UInt32.self) == UInt32(truncatingIfNeeded: tag) {
        earlierPayload = Written(
          self.memory(of: payload, in: earlier.value + enumPart.pointee.offset, enumPart, writer), earlierRow + 4)
      }
    }
    let payloadMemory = self.memory(of: payload, in: memory, enumPart, writer)
    payload.layout._withUnsafeGuaranteedRef { $0.write(payloadMemory, to: position + 4, like: earlierPayload, writer) }
    writer.freeAll(since: mark)
  }

  /// The address of the payload of an enum.
  ///
  /// It is in a box for an indirect case. For another, it is that of the enum where the tag takes no bits of the payload, and
  /// otherwise that of a copy without these bits, which retains nothing.
  @inline(__always)
  private func memory(
    of payload: Payload, in value: UnsafeRawPointer, _ enumPart: UnsafePointer<EnumPart>, _ writer: RowWriter
  ) -> UnsafeRawPointer {
    if let offset = payload.offsetInBox {
      let address = value.load(as: UInt.self) & enumPart.pointee.addressMask
      return UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped + offset
    }
    if enumPart.pointee.isInPlace { return value }
    let scratch = writer.allocate(enumPart.pointee.size)
    scratch.copyMemory(from: value, byteCount: enumPart.pointee.size)
    enumPart.pointee.witnesses.projectPayload(of: scratch)
    return UnsafeRawPointer(scratch)
  }

  private func write(
    _ array: UnsafePointer<ArrayPart>, of value: UnsafeRawPointer, to row: UnsafeMutableRawPointer,
    like earlier: Written?,
    _ writer: RowWriter
  ) {
    let storage = NativeStorage.of(value + array.pointee.offset)
    let position = row + array.pointee.rowOffset
    let earlierArray = earlier.map { Written($0.value + array.pointee.offset, $0.row + array.pointee.rowOffset) }
    // Zero in place of a number says that the earlier row has the elements themselves.
    let earlierRowHasNumber = (earlierArray?.row.loadUnaligned(as: UInt32.self) ?? 0) != 0
    if NativeStorage.count(of: storage) == array.pointee.count {
      position.storeBytes(of: 0, as: UInt32.self)
      if let elements = array.pointee.elements {
        let earlierRows = earlierRowHasNumber ? nil : earlierArray
        return write(
          array, elements, in: storage, to: position + 4,
          like: earlierRows.map { Written(NativeStorage.of($0.value), $0.row + 4) }, writer)
      }
      // The elements follow the 32 bytes of the storage's header.
      guard let mask = array.pointee.mask else {
        return (position + 4).copyMemory(from: storage + 32, byteCount: array.pointee.size)
      }
      return RawMemory.copy(storage + 32, to: position + 4, mask: mask, bytes: array.pointee.size)
    }
    // An array in a value is a pointer, of 8 bytes.
    let number = number(
      of: value + array.pointee.offset, 8, array.pointee.table, like: earlierRowHasNumber ? earlierArray : nil, bias: 1,
      writer)
    position.storeBytes(of: number + 1, as: UInt32.self)
    (position + 4).initializeMemory(as: UInt8.self, repeating: 0, count: array.pointee.size)
  }

  /// Writes the elements of an array in place.
  ///
  /// - Parameter earlier: The storage of an earlier array with as many elements, and their rows.
  private func write(
    _ array: UnsafePointer<ArrayPart>, _ elements: PartTable.Elements, in storage: UnsafeRawPointer,
    to rows: UnsafeMutableRawPointer, like earlier: Written?, _ writer: RowWriter
  ) {
    elements.layout._withUnsafeGuaranteedRef { layout in
      if let earlier, storage == earlier.value, layout.sameMemoryMeansSame {
        return rows.copyMemory(from: earlier.row, byteCount: array.pointee.size)
      }
      layout.write(elements, array.pointee.count, in: storage, to: rows, like: earlier, writer)
    }
  }

  /// Writes the rows of an array's elements, whose layout this is.
  ///
  /// - Parameter earlier: The storage of an earlier array, and the rows of its elements.
  func write(
    _ elements: PartTable.Elements, _ count: Int, in storage: UnsafeRawPointer, to rows: UnsafeMutableRawPointer,
    like earlier: Written?, _ writer: RowWriter
  ) {
    var (element, row) = (storage + elements.offset, rows)
    var index = 0
    if let earlier {
      let commonCount = min(count, NativeStorage.count(of: earlier.value))
      var earlierElement = Written(earlier.value + elements.offset, earlier.row)
      while index < commonCount {
        if sameMemoryMeansSame, RawMemory.areSame(element, earlierElement.value, bytes: elements.size) {
          RawMemory.copy(earlierElement.row, to: row, bytes: size)
        } else {
          write(element, to: row, like: earlierElement, writer)
        }
        (element, row) = (element + elements.stride, row + size)
        earlierElement = Written(earlierElement.value + elements.stride, earlierElement.row + size)
        index += 1
      }
    }
    while index < count {
      write(element, to: row, writer)
      (element, row) = (element + elements.stride, row + size)
      index += 1
    }
  }

  // MARK: Hashing

  /// A hash of a row that does not depend on the numbers of the parts.
  ///
  /// - Complexity: O(``size``), because the tables store the hashes of the parts.
  func contentHash(_ row: UnsafeRawPointer) -> UInt64 {
    var hash = WordMemory.hash(ofElements: row, count: 1, size: plainSize)
    func add(_ number: UInt32, _ table: Unmanaged<PartTable>) {
      WordMemory.add(table._withUnsafeGuaranteedRef { $0.contentHash(of: Int(number)) }, to: &hash)
    }
    for part in parts { add(row.loadUnaligned(fromByteOffset: part.rowOffset, as: UInt32.self), part.table) }
    for enumPart in enums {
      let tag = Int(row.loadUnaligned(fromByteOffset: enumPart.rowOffset, as: UInt32.self))
      WordMemory.mix(&hash, UInt64(truncatingIfNeeded: tag))
      guard let payload = enumPart.payloads[tag] else { continue }
      WordMemory.add(
        payload.layout._withUnsafeGuaranteedRef { $0.contentHash(row + enumPart.rowOffset + 4) }, to: &hash)
    }
    for array in arrays {
      let number = row.loadUnaligned(fromByteOffset: array.rowOffset, as: UInt32.self)
      if number != 0 {
        add(number - 1, array.table)
        continue
      }
      let rows = row + array.rowOffset + 4
      guard let elements = array.elements else {
        WordMemory.add(WordMemory.hash(ofElements: rows, count: array.count, size: array.size), to: &hash)
        continue
      }
      elements.layout._withUnsafeGuaranteedRef { layout in
        for index in 0..<array.count { WordMemory.add(layout.contentHash(rows + index * layout.size), to: &hash) }
      }
    }
    return hash
  }
}

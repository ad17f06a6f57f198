extension RowLayout {
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

  // MARK: Copying

  /// Makes a value a copy of another one; what is the same memory in both is left as it is.
  @usableFromInline
  func copy(_ value: UnsafeRawPointer, over other: UnsafeMutableRawPointer) {
    copyWords(value, to: other)
    var index = 0
    while index < parts.count {
      let part = parts.baseAddress! + index
      let (one, two) = (value + part.pointee.offset, other + part.pointee.offset)
      if !Self.isSameMemory(one, two, part.pointee.size) {
        part.pointee.table._withUnsafeGuaranteedRef { $0.copy(one, over: two) }
      }
      index += 1
    }
    index = 0
    while index < choices.count {
      let choice = choices.baseAddress! + index
      let (one, two) = (value + choice.pointee.offset, other + choice.pointee.offset)
      if !Self.isSameMemory(one, two, choice.pointee.size) {
        choice.pointee.witnesses.assign(two, copying: UnsafeMutableRawPointer(mutating: one))
      }
      index += 1
    }
    index = 0
    while index < elements.count {
      let part = elements.baseAddress! + index
      let (one, two) = (value + part.pointee.offset, other + part.pointee.offset)
      let storage = NativeArray.storage(one)
      part.pointee.table._withUnsafeGuaranteedRef { table in
        if NativeArray.count(of: storage) == part.pointee.count {
          table.copy(elements: storage + 32, part.pointee.count, part.pointee.size, to: two, over: true)
        } else {
          table.copy(one, over: two)
        }
      }
      index += 1
    }
  }

  private func copyWords(_ value: UnsafeRawPointer, to other: UnsafeMutableRawPointer) {
    guard let words = words.baseAddress else { return }
    let count = self.words.count
    var index = 0
    while index < wideCount {
      let (offset, mask) = (words[index].offset, words[index].mask)
      let rest = other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & ~mask
      let word = value.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & mask
      other.storeBytes(of: rest | word, toByteOffset: offset, as: UInt64.self)
      index += 1
    }
    while index < count {
      let (offset, mask) = (words[index].offset, words[index].mask)
      if index < wideCount + middleCount {
        let mask = UInt32(truncatingIfNeeded: mask)
        let rest = other.loadUnaligned(fromByteOffset: offset, as: UInt32.self) & ~mask
        let word = value.loadUnaligned(fromByteOffset: offset, as: UInt32.self) & mask
        other.storeBytes(of: rest | word, toByteOffset: offset, as: UInt32.self)
      } else if index < wideCount + middleCount + shortCount {
        let mask = UInt16(truncatingIfNeeded: mask)
        let rest = other.loadUnaligned(fromByteOffset: offset, as: UInt16.self) & ~mask
        let word = value.loadUnaligned(fromByteOffset: offset, as: UInt16.self) & mask
        other.storeBytes(of: rest | word, toByteOffset: offset, as: UInt16.self)
      } else {
        let mask = UInt8(truncatingIfNeeded: mask)
        let rest = other.load(fromByteOffset: offset, as: UInt8.self) & ~mask
        other.storeBytes(
          of: rest | value.load(fromByteOffset: offset, as: UInt8.self) & mask, toByteOffset: offset, as: UInt8.self)
      }
      index += 1
    }
  }
}

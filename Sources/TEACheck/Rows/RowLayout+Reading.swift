internal import TEAMemory

extension RowLayout {
  /// Reads a value from its row.
  ///
  /// - Parameters:
  ///   - value: The memory for the value.
  ///   - isThere: `true` where the memory holds a value already, whose storage is used again where it has no other reference.
  @usableFromInline
  func read(_ row: UnsafeRawPointer, to value: UnsafeMutableRawPointer, over isThere: Bool) {
    words.read(row, to: value)
    var index = 0
    while index < parts.count {
      let part = parts[index]
      let number = row.loadUnaligned(fromByteOffset: part.row, as: UInt32.self)
      part.table._withUnsafeGuaranteedRef { $0.copy(number, to: value + part.offset, over: isThere) }
      index += 1
    }
    index = 0
    while index < enums.count {
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

  private func read(_ index: Int, _ row: UnsafeRawPointer, to value: UnsafeMutableRawPointer, over isThere: Bool) {
    let enumPart = enums.baseAddress! + index
    let (position, memory) = (row + enumPart.pointee.row, value + enumPart.pointee.offset)
    let tag = Int(position.loadUnaligned(as: UInt32.self))
    if isThere { enumPart.pointee.witnesses.destroy(memory) }
    // The bytes of another case must not become part of this one.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: enumPart.pointee.size)
    enumPart.pointee.payloads[tag]?._withUnsafeGuaranteedRef { $0.read(position + 4, to: memory, over: false) }
    enumPart.pointee.witnesses.injectEnumTag(tag, into: memory)
  }

  // MARK: Copying

  /// Copies a value over another one, except for parts that have the same memory in both.
  @usableFromInline
  func copy(_ value: UnsafeRawPointer, over other: UnsafeMutableRawPointer) {
    words.copy(value, to: other)
    var index = 0
    while index < parts.count {
      let part = parts.baseAddress! + index
      let (one, two) = (value + part.pointee.offset, other + part.pointee.offset)
      if !RawMemory.areSame(one, two, bytes: part.pointee.size) {
        part.pointee.table._withUnsafeGuaranteedRef { $0.copy(one, over: two) }
      }
      index += 1
    }
    index = 0
    while index < enums.count {
      let enumPart = enums.baseAddress! + index
      let (one, two) = (value + enumPart.pointee.offset, other + enumPart.pointee.offset)
      if !RawMemory.areSame(one, two, bytes: enumPart.pointee.size) {
        enumPart.pointee.witnesses.assign(two, copying: UnsafeMutableRawPointer(mutating: one))
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
}

internal import TEAMemory

extension RowLayout {
  /// - Parameter isInitialized: `true` where the memory holds a value already, whose arrays may be overwritten in place.
  func read(_ row: UnsafeRawPointer, to value: UnsafeMutableRawPointer, isInitialized: Bool) {
    words.read(row, to: value)
    var index = 0
    while index < parts.count {
      let part = parts[index]
      let number = row.loadUnaligned(fromByteOffset: part.rowOffset, as: UInt32.self)
      part.table._withUnsafeGuaranteedRef { $0.copy(number, to: value + part.offset, isInitialized: isInitialized) }
      index += 1
    }
    index = 0
    while index < enums.count {
      readEnum(index, row, to: value, isInitialized: isInitialized)
      index += 1
    }
    index = 0
    while index < arrays.count {
      let array = arrays[index]
      let number = row.loadUnaligned(fromByteOffset: array.rowOffset, as: UInt32.self)
      array.table._withUnsafeGuaranteedRef { table in
        let (rows, memory) = (row + array.rowOffset + 4, value + array.offset)
        if number != 0 {
          table.copy(number - 1, to: memory, isInitialized: isInitialized)
        } else if let elements = array.elements {
          table.read(rows: rows, array.count, of: elements, to: memory, isInitialized: isInitialized)
        } else {
          table.copy(elements: rows, array.count, array.size, to: memory, isInitialized: isInitialized)
        }
      }
      index += 1
    }
  }

  private func readEnum(
    _ index: Int, _ row: UnsafeRawPointer, to value: UnsafeMutableRawPointer, isInitialized: Bool
  ) {
    let enumPart = enums.baseAddress! + index
    let (position, memory) = (row + enumPart.pointee.rowOffset, value + enumPart.pointee.offset)
    let tag = Int(position.loadUnaligned(as: UInt32.self))
    if isInitialized { enumPart.pointee.witnesses.destroy(memory) }
    // The bytes of another case must not become part of this one.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: enumPart.pointee.size)
    enumPart.pointee.payloads[tag]?.layout._withUnsafeGuaranteedRef {
      $0.read(position + 4, to: memory, isInitialized: false)
    }
    enumPart.pointee.witnesses.injectEnumTag(tag, into: memory)
  }

  // MARK: Copying

  func copy(_ value: UnsafeRawPointer, over destination: UnsafeMutableRawPointer) {
    words.copy(value, to: destination)
    var index = 0
    while index < parts.count {
      let part = parts.baseAddress! + index
      let (source, target) = (value + part.pointee.offset, destination + part.pointee.offset)
      if !RawMemory.areSame(source, target, bytes: part.pointee.size) {
        part.pointee.table._withUnsafeGuaranteedRef { $0.copy(source, over: target) }
      }
      index += 1
    }
    index = 0
    while index < enums.count {
      let enumPart = enums.baseAddress! + index
      let (source, target) = (value + enumPart.pointee.offset, destination + enumPart.pointee.offset)
      if !RawMemory.areSame(source, target, bytes: enumPart.pointee.size) {
        enumPart.pointee.witnesses.assign(target, copying: UnsafeMutableRawPointer(mutating: source))
      }
      index += 1
    }
    index = 0
    while index < arrays.count {
      let array = arrays.baseAddress! + index
      let (source, target) = (value + array.pointee.offset, destination + array.pointee.offset)
      let storage = NativeStorage.of(source)
      array.pointee.table._withUnsafeGuaranteedRef { table in
        if array.pointee.elements == nil, NativeStorage.count(of: storage) == array.pointee.count {
          table.copy(elements: storage + 32, array.pointee.count, array.pointee.size, to: target, isInitialized: true)
        } else if storage != NativeStorage.of(target) {
          table.copy(source, over: target)
        }
      }
      index += 1
    }
  }
}

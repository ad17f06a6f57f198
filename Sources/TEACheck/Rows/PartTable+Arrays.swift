internal import TEARuntime

// Arrays whose elements stand in a row: see `RowLayout.ArrayPart`.

extension PartTable {
  /// Makes an array from `count` plain elements, which take `size` bytes together.
  ///
  /// - Parameter isInitialized: `true` where the memory holds an array already. The storage of that array is used again
  ///   where it has `count` elements and no other reference.
  func copy(
    elements: UnsafeRawPointer, _ count: Int, _ size: Int, to memory: UnsafeMutableRawPointer, isInitialized: Bool
  ) {
    if isInitialized {
      if isUniqueArray(memory, of: count) {
        let first = UnsafeMutableRawPointer(mutating: NativeStorage.of(memory) + 32)
        return first.copyMemory(from: elements, byteCount: size)
      }
      witnesses.destroy(memory)
    }
    arrayType?.initialize(memory, count) { $0.copyMemory(from: elements, byteCount: size) }
  }

  /// Makes an array from the rows of `count` elements; `isInitialized` is as for plain elements.
  func read(
    rows: UnsafeRawPointer, _ count: Int, of elements: Elements, to memory: UnsafeMutableRawPointer, isInitialized: Bool
  ) {
    func read(to first: UnsafeMutableRawPointer, isInitialized: Bool) {
      elements.layout._withUnsafeGuaranteedRef { layout in
        for index in 0..<count {
          layout.read(rows + index * layout.size, to: first + index * elements.stride, isInitialized: isInitialized)
        }
      }
    }
    if isInitialized {
      if isUniqueArray(memory, of: count) {
        let first = UnsafeMutableRawPointer(mutating: NativeStorage.of(memory) + elements.offset)
        return read(to: first, isInitialized: true)
      }
      witnesses.destroy(memory)
    }
    arrayType?.initialize(memory, count) { first in
      // A row leaves out the bytes between the parts of an element.
      first.initializeMemory(as: UInt8.self, repeating: 0, count: count * elements.stride)
      read(to: first, isInitialized: false)
    }
  }

  /// Returns whether memory holds an array with a number of elements and without another reference to its storage.
  private func isUniqueArray(_ memory: UnsafeMutableRawPointer, of count: Int) -> Bool {
    // A direct call would open the type of the object. For that, a debug build copies the reference, so the object would
    // never be uniquely referenced.
    let isUnique: (inout AnyObject) -> Bool = isKnownUniquelyReferenced
    let object = memory.assumingMemoryBound(to: AnyObject.self)
    return NativeStorage.count(of: NativeStorage.of(memory)) == count && isUnique(&object.pointee)
  }
}

/// The memory of native arrays of the standard library: an object header of two words, the count, the capacity, and the
/// elements.
package enum NativeArray {
  /// `true` if every array has this layout; with the runtime of Objective-C, an array may be a bridged object instead.
  package static var hasKnownLayout: Bool {
    #if _runtime(_ObjC)
      false
    #else
      true
    #endif
  }

  /// The offset of the first element, in bytes, from the start of the storage.
  static func offsetOfElements<Element>(of type: Element.Type) -> Int {
    let alignment = MemoryLayout<Element>.alignment
    return (32 + alignment - 1) & ~(alignment - 1)
  }
}

/// The object in which a native array, set or dictionary stores its elements. In all three, the object begins with a header of
/// two words and the count.
@usableFromInline
package enum NativeStorage {
  @inlinable
  package static func of(_ collection: UnsafeRawPointer) -> UnsafeRawPointer {
    collection.load(as: UnsafeRawPointer.self)
  }

  @inlinable
  package static func count(of storage: UnsafeRawPointer) -> Int { storage.load(fromByteOffset: 16, as: Int.self) }
}

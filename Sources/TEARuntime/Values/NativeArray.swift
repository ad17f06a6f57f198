/// The memory of arrays of the standard library, where they are no objects of another kind: two words of an object, the
/// number of elements, a word of no interest here, and the elements.
package enum NativeArray {
  /// Collections have the layout that is known here.
  package static var isUsed: Bool {
    #if _runtime(_ObjC)
      false
    #else
      true
    #endif
  }

  @inlinable
  package static func storage(_ array: UnsafeRawPointer) -> UnsafeRawPointer { array.load(as: UnsafeRawPointer.self) }

  @inlinable
  package static func count(of storage: UnsafeRawPointer) -> Int { storage.load(fromByteOffset: 16, as: Int.self) }
}

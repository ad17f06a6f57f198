/// The storage of a set, read without asking the elements for their hashes.
///
/// It holds, after the two words of an object: the count, the capacity, the logarithm of the number of buckets, more of
/// no interest here, and at 48 the address of the elements; at 56, a bit for each bucket that is taken.
package struct NativeSet {
  @usableFromInline let storage: UnsafeRawPointer
  @usableFromInline let stride: Int

  @inlinable
  package init(_ storage: UnsafeRawPointer, stride: Int) { (self.storage, self.stride) = (storage, stride) }

  @inlinable
  package var count: Int { storage.load(fromByteOffset: 16, as: Int.self) }

  @inlinable
  var elements: UnsafeRawPointer { storage.load(fromByteOffset: 48, as: UnsafeRawPointer.self) }

  /// Calls a closure with the address of each element, until it returns false.
  @inlinable
  package func forEach(_ body: (UnsafeRawPointer) -> Bool) {
    guard count > 0 else { return }
    let (elements, buckets) = (elements, 1 << Int(storage.load(fromByteOffset: 32, as: Int8.self)))
    for word in 0..<((buckets + 63) / 64) {
      var bits = storage.load(fromByteOffset: 56 + 8 * word, as: UInt64.self)
      if buckets < 64 { bits &= 1 << UInt64(buckets) - 1 }
      while bits != 0 {
        guard body(elements + (64 * word + bits.trailingZeroBitCount) * stride) else { return }
        bits &= bits - 1
      }
    }
  }

  /// Sets are laid out as described here.
  package static let isUnderstood: Bool = {
    for count in [0, 1, 3, 40, 200] {
      let set = Set((0..<count).map { $0 * 7919 })
      var found: Set<Int> = []
      let isFull = withUnsafePointer(to: set) { place in
        let storage = UnsafeRawPointer(place).load(as: UnsafeRawPointer.self)
        let native = NativeSet(storage, stride: 8)
        guard native.count == count else { return false }
        native.forEach { found.insert($0.load(as: Int.self)).inserted }
        return true
      }
      guard isFull, found == set else { return false }
    }
    return true
  }()
}

/// The storage of a set whose elements are plain memory, read without asking the elements for their hashes.
///
/// It holds, after the two words of an object: the count, the capacity, the logarithm of the number of buckets, more of
/// no interest here, and at 48 the address of the elements; at 56, a bit for each bucket that is taken.
@usableFromInline
struct NativeSet {
  @usableFromInline let storage: UnsafeRawPointer
  @usableFromInline let size: Int
  @usableFromInline let stride: Int

  @inlinable
  init(_ storage: UnsafeRawPointer, _ field: StructuralHash.SetField) {
    self.storage = storage
    size = field.size
    stride = field.stride
  }

  @inlinable
  var count: Int { storage.load(fromByteOffset: 16, as: Int.self) }

  @inlinable
  var elements: UnsafeRawPointer { storage.load(fromByteOffset: 48, as: UnsafeRawPointer.self) }

  /// Calls a closure with the address of each element, until it returns false.
  @inlinable
  func forEach(_ body: (UnsafeRawPointer) -> Bool) {
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

  /// A hash of the elements in whatever order.
  @inlinable
  var hash: UInt64 {
    var sum = UInt64(truncatingIfNeeded: count)
    forEach { element in
      var hash: UInt64 = 0x2545_F491_4F6C_DD1D
      for index in 0..<((size + 7) / 8) { StructuralHash.mix(&hash, StructuralHash.word(index, of: element, size)) }
      // Sums of what was mixed once collide for small numbers.
      sum &+= RandomNumbers.mix(hash)
      return true
    }
    return sum
  }

  /// - Complexity: O(*n*²) in the number of elements, each a read in a row.
  @usableFromInline
  func isSame(as other: NativeSet) -> Bool {
    let count = count
    guard count == other.count else { return false }
    let words = max(1, (size + 7) / 8)
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count * words) { rest in
      // Those of the other set that were not met, in a row; what is met is replaced by the last of them.
      var left = 0
      other.forEach { element in
        for index in 0..<words { rest[left * words + index] = StructuralHash.word(index, of: element, size) }
        left += 1
        return true
      }
      forEach { element in
        let first = StructuralHash.word(0, of: element, size)
        for place in 0..<left where rest[place * words] == first {
          var isSame = true
          for index in 1..<words
          where rest[place * words + index] != StructuralHash.word(index, of: element, size) { isSame = false }
          guard isSame else { continue }
          left -= 1
          for index in 0..<words { rest[place * words + index] = rest[left * words + index] }
          return true
        }
        return false
      }
      return left == 0
    }
  }

  /// Whether sets are laid out as described here.
  static let isUnderstood: Bool = {
    for count in [0, 1, 3, 40, 200] {
      let set = Set((0..<count).map { $0 * 7919 })
      var found: Set<Int> = []
      let isFull = withUnsafePointer(to: set) { place in
        let storage = UnsafeRawPointer(place).load(as: UnsafeRawPointer.self)
        let native = NativeSet(storage, .init(offset: 0, size: 8, stride: 8))
        guard native.count == count else { return false }
        native.forEach { found.insert($0.load(as: Int.self)).inserted }
        return true
      }
      guard isFull, found == set else { return false }
    }
    return true
  }()
}

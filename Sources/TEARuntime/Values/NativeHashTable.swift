/// The storage of a set or a dictionary, read without calling the elements' `hash(into:)`.
///
/// The layout, by offsets in bytes:
/// - 0: the object header
/// - 16: the count
/// - 24: the capacity
/// - 32: the binary logarithm of the number of buckets
/// - 40: the seed of the hashes
/// - 48: the address of the elements or keys
/// - 56: the address of the values, only in a dictionary
/// - 56 or 64: a bit for each bucket, which is 1 if the bucket is occupied
@usableFromInline
package struct NativeHashTable {
  @usableFromInline let storage: UnsafeRawPointer
  /// The distance of two keys or elements, in bytes.
  @usableFromInline let keyStride: Int
  /// The distance of two values, in bytes; 0 for a set.
  @usableFromInline let valueStride: Int

  /// `valueStride` is `nil` for a set.
  @inlinable
  package init(_ storage: UnsafeRawPointer, keyStride: Int, valueStride: Int? = nil) {
    self.storage = storage
    self.keyStride = keyStride
    self.valueStride = valueStride ?? 0
    bitmap = storage + (valueStride == nil ? 56 : 64)
  }

  @usableFromInline let bitmap: UnsafeRawPointer

  @inlinable
  package var count: Int { storage.load(fromByteOffset: 16, as: Int.self) }

  @inlinable
  package var bucketCount: Int { 1 << Int(storage.load(fromByteOffset: 32, as: Int8.self)) }

  /// Returns `true` where both tables have the same number of buckets and the same seed. An element is then in the same bucket
  /// of both tables, unless it collides with another element.
  @inlinable
  package func hasSameBucketCountAndSeed(as other: NativeHashTable) -> Bool {
    bucketCount == other.bucketCount
      && storage.load(fromByteOffset: 40, as: Int.self) == other.storage.load(fromByteOffset: 40, as: Int.self)
  }

  /// The number of words of the bitmap that may have a bit of 1.
  @inlinable
  package var wordCount: Int { count == 0 ? 0 : (bucketCount + 63) / 64 }

  /// Bit *i* is 1 if the bucket 64 × `word` + *i* is occupied.
  @inlinable
  package func bits(_ word: Int) -> UInt64 {
    let occupied = bitmap.load(fromByteOffset: 8 * word, as: UInt64.self)
    return bucketCount < 64 ? occupied & (1 << UInt64(bucketCount) - 1) : occupied
  }

  @inlinable
  package func key(_ bucket: Int) -> UnsafeRawPointer {
    storage.load(fromByteOffset: 48, as: UnsafeRawPointer.self) + bucket * keyStride
  }

  @inlinable
  package func value(_ bucket: Int) -> UnsafeRawPointer {
    storage.load(fromByteOffset: 56, as: UnsafeRawPointer.self) + bucket * valueStride
  }

  /// Calls the body with each occupied bucket, in ascending order.
  @inlinable
  @inline(__always)
  package func forEachBucket(_ body: (Int) -> Void) {
    var word = 0
    while word < wordCount {
      forEachBucket(of: word, body)
      word += 1
    }
  }

  @inlinable
  @inline(__always)
  package func forEachBucket(of word: Int, _ body: (Int) -> Void) {
    var bits = bits(word)
    while bits != 0 {
      body(64 * word + bits.trailingZeroBitCount)
      bits &= bits - 1
    }
  }

  /// Compares the elements bucket by bucket, without hashing them.
  ///
  /// - Parameter hasDistinctKeys: `false` where a table may hold the same key twice, such as a NaN.
  /// - Returns: `true` or `false` where the buckets decide; otherwise `nil`: the elements must then be looked up one by one.
  func isSame(
    as other: NativeHashTable, hasDistinctKeys: Bool, _ isSameKey: (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    _ isSameValue: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) -> Bool? {
    if storage == other.storage { return true }
    guard count == other.count else { return false }
    guard hasSameBucketCountAndSeed(as: other) else { return count == 0 ? true : nil }
    for word in 0..<wordCount {
      var bits = bits(word)
      guard bits == other.bits(word) else { return nil }
      while bits != 0 {
        let bucket = 64 * word + bits.trailingZeroBitCount
        guard isSameKey(key(bucket), other.key(bucket)) else { return nil }
        if valueStride > 0, !isSameValue(value(bucket), other.value(bucket)) { return hasDistinctKeys ? false : nil }
        bits &= bits - 1
      }
    }
    return true
  }

  /// `true` if the layout described above finds the elements of sets and dictionaries of a few sizes.
  package static let hasKnownLayout: Bool = {
    for count in [0, 1, 3, 40, 200] {
      // Multiples of a prime, but any distinct elements would do.
      let set = Set((0..<count).map { $0 * 7919 })
      let dictionary = Dictionary(uniqueKeysWithValues: set.map { ($0, UInt8(truncatingIfNeeded: $0)) })
      var (foundElements, foundEntries): (Set<Int>, [Int: UInt8]) = ([], [:])
      let countsMatch = withUnsafePointer(to: set) { set in
        withUnsafePointer(to: dictionary) { dictionary in
          let setTable = NativeHashTable(NativeStorage.of(set), keyStride: MemoryLayout<Int>.stride)
          let dictionaryTable = NativeHashTable(
            NativeStorage.of(dictionary), keyStride: MemoryLayout<Int>.stride,
            valueStride: MemoryLayout<UInt8>.stride)
          guard setTable.count == count, dictionaryTable.count == count else { return false }
          setTable.forEachBucket { foundElements.insert(setTable.key($0).load(as: Int.self)) }
          dictionaryTable.forEachBucket {
            foundEntries[dictionaryTable.key($0).load(as: Int.self)] = dictionaryTable.value($0).load(as: UInt8.self)
          }
          return true
        }
      }
      guard countsMatch, foundElements == set, foundEntries == dictionary else { return false }
    }
    return true
  }()
}

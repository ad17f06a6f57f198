/// The storage of a dictionary, read without asking its keys for their hashes.
///
/// It holds, after the two words of an object: the count, the capacity, the logarithm of the number of buckets, more of
/// no interest here, at 48 and 56 the addresses of the keys and of the values; at 64, a bit
/// for each bucket that is taken.
package struct NativeDictionary {
  /// A key and its value.
  package struct Entry {
    package var key: UnsafeRawPointer
    package var value: UnsafeRawPointer

    @inlinable
    init(key: UnsafeRawPointer, value: UnsafeRawPointer) { (self.key, self.value) = (key, value) }
  }

  @usableFromInline let storage: UnsafeRawPointer
  @usableFromInline let keyStride: Int
  @usableFromInline let valueStride: Int

  @inlinable
  package init(_ storage: UnsafeRawPointer, keyStride: Int, valueStride: Int) {
    self.storage = storage
    self.keyStride = keyStride
    self.valueStride = valueStride
  }

  @inlinable
  package var count: Int { storage.load(fromByteOffset: 16, as: Int.self) }

  @inlinable var buckets: Int { 1 << Int(storage.load(fromByteOffset: 32, as: Int8.self)) }

  /// The number of words of ``bits(_:)``.
  @inlinable
  package var wordCount: Int { count == 0 ? 0 : (buckets + 63) / 64 }

  /// Which buckets of a word of them are taken.
  @inlinable
  package func bits(_ word: Int) -> UInt64 {
    let bits = storage.load(fromByteOffset: 64 + 8 * word, as: UInt64.self)
    return buckets < 64 ? bits & (1 << UInt64(buckets) - 1) : bits
  }

  @inlinable
  func entry(_ bucket: Int) -> Entry {
    Entry(
      key: storage.load(fromByteOffset: 48, as: UnsafeRawPointer.self) + bucket * keyStride,
      value: storage.load(fromByteOffset: 56, as: UnsafeRawPointer.self) + bucket * valueStride)
  }

  /// Calls a closure with each entry of a word of buckets that has its bit.
  @inlinable
  @inline(__always)
  package func forEach(in bits: UInt64, of word: Int, _ body: (Entry) -> Void) {
    var bits = bits
    while bits != 0 {
      body(entry(64 * word + bits.trailingZeroBitCount))
      bits &= bits - 1
    }
  }

  /// Dictionaries are laid out as described here.
  package static let isUnderstood: Bool = {
    for count in [0, 1, 3, 40, 200] {
      let dictionary = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0 * 7919, UInt8($0)) })
      var found: [Int: UInt8] = [:]
      let isFull = withUnsafePointer(to: dictionary) { place in
        let native = NativeDictionary(
          UnsafeRawPointer(place).load(as: UnsafeRawPointer.self), keyStride: MemoryLayout<Int>.stride,
          valueStride: MemoryLayout<UInt8>.stride)
        guard native.count == count else { return false }
        for word in 0..<native.wordCount {
          native.forEach(in: native.bits(word), of: word) {
            found[$0.key.load(as: Int.self)] = $0.value.load(as: UInt8.self)
          }
        }
        return true
      }
      guard isFull, found == dictionary else { return false }
    }
    return true
  }()
}

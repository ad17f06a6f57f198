public import TEAMemory
public import TEASupport

/// Memory that is hashed word by word.
@usableFromInline
package enum WordMemory {
  /// 2⁶⁴ divided by the golden ratio.
  @inlinable package static var seed: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// Mixes a word into a hash by a folded product, with a constant of *wyhash* (Wang Yi).
  @inlinable
  package static func mix(_ hash: inout UInt64, _ word: UInt64) {
    hash = RawMemory.foldedProduct(hash ^ word, 0xA076_1D64_78BD_642F)
  }

  /// Mixes the hash of a part into the hash of the whole.
  ///
  /// Both hashes may come from ``mix(_:_:)``, so another function mixes the hash of the part first. Otherwise a difference in
  /// the part could cancel one in the whole, and two parts that change places could give the same hash.
  @inlinable
  package static func add(_ part: UInt64, to hash: inout UInt64) { mix(&hash, RandomNumbers.mix(part)) }

  /// The word with an index in memory of `size` bytes. Where the size is not a multiple of 8, the last word overlaps the word
  /// before it; fewer than eight bytes make a single word.
  @inlinable
  package static func word(_ index: Int, of memory: UnsafeRawPointer, _ size: Int) -> UInt64 {
    if size >= 8 { return memory.loadUnaligned(fromByteOffset: min(8 * index, size - 8), as: UInt64.self) }
    if size >= 4 {
      return UInt64(memory.loadUnaligned(as: UInt32.self))
        | UInt64(memory.loadUnaligned(fromByteOffset: size - 4, as: UInt32.self)) << 32
    }
    if size >= 2 {
      return UInt64(memory.loadUnaligned(as: UInt16.self))
        | UInt64(memory.loadUnaligned(fromByteOffset: size - 2, as: UInt16.self)) << 16
    }
    return size == 1 ? UInt64(memory.load(as: UInt8.self)) : 0
  }

  /// The caller deallocates the memory.
  package static func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }

  /// - Parameter size: The size of all elements, in bytes.
  @inlinable
  package static func hash(ofElements elements: UnsafeRawPointer, count: Int, size: Int) -> UInt64 {
    // Without the factor `seed`, the bytes [3] and [0, 0] would have the same hash, because 1 ^ 3 == 2 ^ 0.
    var hash = UInt64(truncatingIfNeeded: count) &* seed
    for index in 0..<((size + 7) / 8) { mix(&hash, word(index, of: elements, size)) }
    return hash
  }
}

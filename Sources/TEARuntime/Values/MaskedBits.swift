/// The comparison and the hash of the bits of memory that a mask selects.
struct MaskedBits {
  /// The words of eight bytes that the mask selects, wholly or in part; offsets are in bytes.
  private var words: [(offset: Int, mask: UInt64)] = []
  /// The bytes that the mask selects, wholly or in part, behind the last whole word of the memory.
  private var restBytes: [(offset: Int, mask: UInt8)] = []

  /// Selects the bits that are 1 in a mask, which has a byte for each byte of the memory.
  init(_ mask: [UInt8]) {
    let endOfWords = mask.count & ~7
    for offset in stride(from: 0, to: endOfWords, by: 8) {
      let wordMask = mask.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
      if wordMask != 0 { words.append((offset, wordMask)) }
    }
    for offset in endOfWords..<mask.count where mask[offset] != 0 { restBytes.append((offset, mask[offset])) }
  }

  func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    for (offset, mask) in words
    where
      (one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) & mask != 0
    {
      return false
    }
    for (offset, mask) in restBytes
    where (one.load(fromByteOffset: offset, as: UInt8.self) ^ other.load(fromByteOffset: offset, as: UInt8.self)) & mask
      != 0
    {
      return false
    }
    return true
  }

  func hash(_ value: UnsafeRawPointer, _ hasher: inout IdentityHasher) {
    for (offset, mask) in words {
      hasher.combine(value.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & mask)
    }
    var restWord: UInt64 = 0
    for (offset, mask) in restBytes {
      restWord = restWord << 8 | UInt64(value.load(fromByteOffset: offset, as: UInt8.self) & mask)
    }
    if !restBytes.isEmpty { hasher.combine(restWord) }
  }
}

func haveSameBytes(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, count: Int) -> Bool {
  var offset = 0
  while offset + 8 <= count {
    if one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    {
      return false
    }
    offset += 8
  }
  while offset < count {
    if one.load(fromByteOffset: offset, as: UInt8.self) != other.load(fromByteOffset: offset, as: UInt8.self) {
      return false
    }
    offset += 1
  }
  return true
}

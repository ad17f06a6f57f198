public import TEAStateSpace

/// Rows that are the memory of models: plain, with what does not count of it as in the first model.
@usableFromInline
struct MemoryRows {
  /// The bits that count in each word of a row.
  @usableFromInline let masks: UnsafeBufferPointer<UInt64>
  /// The bits of each word that do not count, as they are in all rows.
  @usableFromInline let rests: UnsafeBufferPointer<UInt64>

  /// - Parameters:
  ///   - mask: The bytes that count of a model.
  ///   - alignment: That of models, and so of rows.
  ///   - example: The memory of a model.
  init(mask: [UInt8], alignment: Int, like example: UnsafeRawPointer?) {
    let stride = max(8, alignment)
    let size = max(stride, (mask.count + stride - 1) / stride * stride)
    func words(of bytes: [UInt8]) -> [UInt64] {
      (bytes + Array(repeating: 0, count: size - bytes.count)).withUnsafeBytes { bytes in
        (0..<size / 8).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
      }
    }
    let masks = words(of: mask)
    let memory = example.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: mask.count)) } ?? mask
    self.masks = Words.copy(masks)
    rests = Words.copy(zip(masks, words(of: memory)).map { ~$0 & $1 })
  }

  func deallocate() {
    masks.deallocate()
    rests.deallocate()
  }

  /// A row is one word, of which a hash tells everything.
  @inlinable
  var areWords: Bool { masks.count == 1 }

  /// Makes what does not count the same as in all rows.
  @inlinable
  func clear(_ row: UnsafeMutableRawPointer) {
    for index in masks.indices {
      let word = row.load(fromByteOffset: 8 * index, as: UInt64.self) & masks[index] | rests[index]
      row.storeBytes(of: word, toByteOffset: 8 * index, as: UInt64.self)
    }
  }

  /// The hash of a row; no other row has it where rows are words: the finaliser of *MurmurHash3* (Austin Appleby) maps these
  /// one to one.
  @inlinable
  func hash(_ row: UnsafeRawPointer) -> UInt64 {
    if areWords {
      var word = row.load(as: UInt64.self)
      word = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
      word = (word ^ word >> 33) &* 0xC4CE_B9FE_1A85_EC53
      return word ^ word >> 33
    }
    var hash = Words.seed
    for index in masks.indices { Words.mix(&hash, row.load(fromByteOffset: 8 * index, as: UInt64.self)) }
    return WorldIndex.spread(hash)
  }
}

internal import TEAMemory
internal import TEAStateSpace
internal import TEASupport

extension PartTable {
  /// Writes the content of a value, by which the table compares it, to scratch memory of the writer. Zeros fill the content up
  /// to a multiple of eight bytes.
  ///
  /// - Returns: The content and its size in bytes with these zeros. A value that is compared in one piece has no content: the
  ///   size is 0.
  func content(of value: UnsafeRawPointer, like known: Known?, _ writer: RowWriter) -> (UnsafeRawPointer, Int) {
    switch kind {
    case .text: return textContent(of: value.assumingMemoryBound(to: String.self), writer)
    case .solidArray(let stride):
      let storage = NativeStorage.of(value)
      let count = NativeStorage.count(of: storage)
      let content = writer.allocate(8 + count * stride)
      content.storeBytes(of: count, as: Int.self)
      // The elements follow the header of the storage, which has 32 bytes.
      (content + 8).copyMemory(from: storage + 32, byteCount: count * stride)
      return (UnsafeRawPointer(content), Self.pad(content, 8 + count * stride))
    case .array(let elements):
      return elements.layout._withUnsafeGuaranteedRef {
        arrayContent(of: value, elements, $0, like: known, writer)
      }
    case .hashTable(let keys, let values): return hashTableContent(of: value, keys, values, like: known, writer)
    case .row(let layout):
      return layout._withUnsafeGuaranteedRef { rowContent(of: value, $0, like: known, writer) }
    case .value, .content: return (value, 0)
    }
  }

  /// Writes a row as the content of a value.
  @inline(__always)
  func rowContent(
    of value: UnsafeRawPointer, _ layout: RowLayout, like known: Known?, _ writer: RowWriter
  ) -> (UnsafeRawPointer, Int) {
    let size = (layout.size + 7) & ~7
    let content = writer.allocate(size)
    if size != layout.size { content.storeBytes(of: 0, toByteOffset: size - 8, as: UInt64.self) }
    var earlier: RowLayout.Written?
    if let known { earlier = .init(known.value, self.content(of: Int(known.number))) }
    if layout.isEnum {
      // For each box of a tree, this spares a call and the empty loops over other parts.
      layout.write(layout.enums.baseAddress.unsafelyUnwrapped, of: value, to: content, like: earlier, writer)
    } else {
      layout.write(value, to: content, like: earlier, writer)
    }
    return (UnsafeRawPointer(content), size)
  }

  private func arrayContent(
    of value: UnsafeRawPointer, _ elements: Elements, _ layout: RowLayout, like known: Known?, _ writer: RowWriter
  ) -> (UnsafeRawPointer, Int) {
    let storage = NativeStorage.of(value)
    let count = NativeStorage.count(of: storage)
    let content = writer.allocate(8 + count * layout.size)
    content.storeBytes(of: count, as: Int.self)
    let earlier = known.map { RowLayout.Written(NativeStorage.of($0.value), self.content(of: Int($0.number)) + 8) }
    layout.write(elements, count, in: storage, to: content + 8, like: earlier, writer)
    return (UnsafeRawPointer(content), Self.pad(content, 8 + count * layout.size))
  }

  private func textContent(of text: UnsafePointer<String>, _ writer: RowWriter) -> (UnsafeRawPointer, Int) {
    func write(_ units: UnsafeBufferPointer<UInt8>) -> (UnsafeRawPointer, Int) {
      let content = writer.allocate(8 + units.count)
      content.storeBytes(of: units.count, as: Int.self)
      if let first = units.baseAddress { (content + 8).copyMemory(from: first, byteCount: units.count) }
      return (UnsafeRawPointer(content), Self.pad(content, 8 + units.count))
    }
    return text.pointee.utf8.withContiguousStorageIfAvailable(write)
      ?? Array(text.pointee.utf8).withUnsafeBufferPointer(write)
  }

  /// A hash of a content that does not depend on the numbers of the parts.
  func contentHash(ofContent content: UnsafeRawPointer) -> UInt64 {
    if case .row(let layout) = kind { return layout._withUnsafeGuaranteedRef { $0.contentHash(content) } }
    let count = content.load(as: Int.self)
    var hash = UInt64(truncatingIfNeeded: count) &* WordMemory.seed
    switch kind {
    case .text: return WordMemory.hash(ofElements: content, count: 1, size: 8 + count)
    case .solidArray(let stride): return WordMemory.hash(ofElements: content, count: 1, size: 8 + count * stride)
    case .array(let elements):
      elements.layout._withUnsafeGuaranteedRef { layout in
        for index in 0..<count { WordMemory.add(layout.contentHash(content + 8 + index * layout.size), to: &hash) }
      }
    case .hashTable(let keys, let values):
      keys.layout._withUnsafeGuaranteedRef { keys in
        let size = keys.size + (values?.layout._withUnsafeGuaranteedRef(\.size) ?? 0)
        for index in 0..<count {
          let row = content + 8 + index * size
          var elementHash = keys.contentHash(row)
          if let values {
            WordMemory.add(values.layout._withUnsafeGuaranteedRef { $0.contentHash(row + keys.size) }, to: &elementHash)
          }
          hash &+= RandomNumbers.mix(elementHash)
        }
      }
    case .row, .value, .content: break
    }
    return hash
  }

  /// Fills the last word of a content with zeros, for which ``RowWriter/allocate(_:)`` leaves room. Returns the padded size in
  /// bytes.
  static func pad(_ content: UnsafeMutableRawPointer, _ size: Int) -> Int {
    let paddedSize = (size + 7) & ~7
    if paddedSize != size {
      // One word, because a loop over bytes becomes a call of `memset`.
      let word = content + (paddedSize - 8)
      word.storeBytes(of: word.load(as: UInt64.self) & (1 << UInt64(8 * (size & 7)) - 1), as: UInt64.self)
    }
    return paddedSize
  }
}

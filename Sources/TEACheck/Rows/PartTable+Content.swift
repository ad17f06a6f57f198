internal import TEAStateSpace
internal import TEASupport

extension PartTable {
  /// The content of a collection, in memory of the writer, with zeros behind it to a multiple of eight bytes, and its hash.
  func content(of value: UnsafeRawPointer, _ writer: RowWriter) -> (UnsafeRawPointer, Int, UInt64) {
    switch kind {
    case .text: return text(value.assumingMemoryBound(to: String.self), writer)
    case .solidArray(let stride):
      let storage = NativeArray.storage(value)
      let count = NativeArray.count(of: storage)
      let content = writer.take(8 + count * stride)
      content.storeBytes(of: count, as: Int.self)
      (content + 8).copyMemory(from: storage + 32, byteCount: count * stride)
      return (
        UnsafeRawPointer(content), Self.end(content, 8 + count * stride),
        Words.hash(ofElements: storage + 32, count: count, size: count * stride)
      )
    case .array(let elements):
      return elements.layout._withUnsafeGuaranteedRef { Self.array(value, of: elements, $0, writer) }
    case .set(let elements):
      return elements.layout._withUnsafeGuaranteedRef { Self.set(value, of: elements, $0, writer) }
    case .dictionary(let keys, let values):
      return keys.layout._withUnsafeGuaranteedRef { keyLayout in
        values.layout._withUnsafeGuaranteedRef { Self.dictionary(value, keys, keyLayout, values, $0, writer) }
      }
    case .row(let layout):
      return layout._withUnsafeGuaranteedRef { layout in
        let content = writer.take(layout.size)
        let hash = layout.write(value, to: content, writer)
        return (UnsafeRawPointer(content), Self.end(content, layout.size), hash)
      }
    case .value, .content: return (value, 0, 0)
    }
  }

  private static func array(
    _ value: UnsafeRawPointer, of elements: Elements, _ layout: RowLayout, _ writer: RowWriter
  ) -> (UnsafeRawPointer, Int, UInt64) {
    let storage = NativeArray.storage(value)
    let count = NativeArray.count(of: storage)
    let content = writer.take(8 + count * layout.size)
    content.storeBytes(of: count, as: Int.self)
    var (element, row) = (storage + elements.offset, content + 8)
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index < count {
      Words.add(layout.write(element, to: row, writer), to: &hash)
      element += elements.stride
      row += layout.size
      index += 1
    }
    return (UnsafeRawPointer(content), end(content, 8 + count * layout.size), hash)
  }

  private static func set(
    _ value: UnsafeRawPointer, of elements: Elements, _ layout: RowLayout, _ writer: RowWriter
  ) -> (UnsafeRawPointer, Int, UInt64) {
    let set = NativeSet(NativeArray.storage(value), stride: elements.stride)
    let content = writer.take(8 + set.count * layout.size)
    content.storeBytes(of: set.count, as: Int.self)
    var (hash, place) = (UInt64(truncatingIfNeeded: set.count), content + 8)
    set.forEach { element in
      hash &+= RandomNumbers.mix(layout.write(element, to: place, writer))
      place += layout.size
      return true
    }
    sort(content + 8, set.count, layout.size, writer)
    return (UnsafeRawPointer(content), end(content, 8 + set.count * layout.size), hash)
  }

  private static func dictionary(
    _ value: UnsafeRawPointer, _ allKeys: Elements, _ keys: RowLayout, _ allValues: Elements, _ values: RowLayout,
    _ writer: RowWriter
  ) -> (UnsafeRawPointer, Int, UInt64) {
    let native = NativeDictionary(
      NativeArray.storage(value), keyStride: allKeys.stride, valueStride: allValues.stride)
    let size = keys.size + values.size
    let content = writer.take(8 + native.count * size)
    content.storeBytes(of: native.count, as: Int.self)
    var (hash, place) = (UInt64(truncatingIfNeeded: native.count), content + 8)
    for word in 0..<native.wordCount {
      native.forEach(in: native.bits(word), of: word) { entry in
        var own = keys.write(entry.key, to: place, writer)
        Words.add(values.write(entry.value, to: place + keys.size, writer), to: &own)
        hash &+= RandomNumbers.mix(own)
        place += size
      }
    }
    sort(content + 8, native.count, size, writer)
    return (UnsafeRawPointer(content), end(content, 8 + native.count * size), hash)
  }

  private func text(
    _ text: UnsafePointer<String>, _ writer: RowWriter
  ) -> (UnsafeRawPointer, Int, UInt64) {
    func write(_ units: UnsafeBufferPointer<UInt8>) -> (UnsafeRawPointer, Int, UInt64) {
      let content = writer.take(8 + units.count)
      content.storeBytes(of: units.count, as: Int.self)
      if let first = units.baseAddress { (content + 8).copyMemory(from: first, byteCount: units.count) }
      let size = Self.end(content, 8 + units.count)
      return (UnsafeRawPointer(content), size, Words.hash(ofElements: content, count: 1, size: size))
    }
    return text.pointee.utf8.withContiguousStorageIfAvailable(write)
      ?? Array(text.pointee.utf8).withUnsafeBufferPointer(write)
  }

  /// Fills the last word of a content with zeros.
  ///
  /// - Returns: Its size in whole words, in bytes; there is as much room.
  private static func end(_ content: UnsafeMutableRawPointer, _ size: Int) -> Int {
    let whole = (size + 7) & ~7
    var place = size
    while place < whole {
      content.storeBytes(of: 0, toByteOffset: place, as: UInt8.self)
      place += 1
    }
    return whole
  }

  /// Puts rows in the order of their bytes.
  private static func sort(_ rows: UnsafeMutableRawPointer, _ count: Int, _ size: Int, _ writer: RowWriter) {
    guard count > 1, size > 0 else { return }
    func isBefore(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
      var place = 0
      while place + 8 <= size {
        let (first, second) = (
          one.loadUnaligned(fromByteOffset: place, as: UInt64.self),
          other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        )
        if first != second { return first < second }
        place += 8
      }
      while place < size {
        let (first, second) = (
          one.load(fromByteOffset: place, as: UInt8.self), other.load(fromByteOffset: place, as: UInt8.self)
        )
        if first != second { return first < second }
        place += 1
      }
      return false
    }
    let mark = writer.mark
    let copy = writer.take(count * size)
    copy.copyMemory(from: rows, byteCount: count * size)
    if count <= 16 {
      // Insertion, row by row.
      for index in 1..<count {
        let row = UnsafeRawPointer(copy + index * size)
        var place = index
        while place > 0, isBefore(row, rows + (place - 1) * size) {
          (rows + place * size).copyMemory(from: rows + (place - 1) * size, byteCount: size)
          place -= 1
        }
        if place != index { (rows + place * size).copyMemory(from: row, byteCount: size) }
      }
    } else {
      let order = (0..<count).sorted { isBefore(copy + $0 * size, copy + $1 * size) }
      for (place, index) in order.enumerated() {
        (rows + place * size).copyMemory(from: copy + index * size, byteCount: size)
      }
    }
    writer.giveBack(to: mark)
  }
}

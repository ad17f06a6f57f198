internal import TEAMemory
internal import TEARuntime

// The content of a set or a dictionary: the number of its elements, and their rows, sorted.

extension PartTable {
  /// Writes the content of a set or a dictionary.
  ///
  /// Most hash tables differ from the known one in few elements. The row of an element that has the same bytes in the same
  /// bucket of both tables is copied.
  func hashTableContent(
    of value: UnsafeRawPointer, _ keys: Elements, _ values: Elements?, like known: Known?, _ writer: RowWriter
  ) -> (UnsafeRawPointer, Int) {
    let rows = HashTableRows(keys: keys, values: values)
    let table = rows.table(value)
    let content = writer.allocate(8 + table.count * rows.rowSize)
    content.storeBytes(of: table.count, as: Int.self)
    if let known, let tableNumber, rows.sameMemoryMeansSame, case let knownTable = rows.table(known.value),
      knownTable.count > 0, table.hasSameBucketCountAndSeed(as: knownTable),
      case let knownRows = self.content(of: Int(known.number)) + 8,
      let rowIndices = writer.takeRowIndices(
        inTable: tableNumber, of: NativeStorage.of(known.value),
        find: { rows.rowIndices(of: knownTable, in: knownRows, writer) })
    {
      rows.write(table, to: content + 8, like: knownTable, knownRows, rowIndices.memory, writer)
      writer.keep(rowIndices, inTable: tableNumber)
    } else {
      rows.write(table, to: content + 8, writer)
    }
    return (UnsafeRawPointer(content), Self.pad(content, 8 + table.count * rows.rowSize))
  }
}

private struct HashTableRows {
  let keys: PartTable.Elements
  let values: PartTable.Elements?
  let rowSize: Int
  let keyRowSize: Int
  let sameMemoryMeansSame: Bool

  init(keys: PartTable.Elements, values: PartTable.Elements?) {
    (self.keys, self.values) = (keys, values)
    let (keyRowSize, sameKeyMemoryMeansSame) =
      keys.layout._withUnsafeGuaranteedRef { ($0.size, $0.sameMemoryMeansSame) }
    let (valueRowSize, sameValueMemoryMeansSame) =
      values?.layout._withUnsafeGuaranteedRef { ($0.size, $0.sameMemoryMeansSame) } ?? (0, true)
    (self.keyRowSize, rowSize, sameMemoryMeansSame) = (
      keyRowSize, keyRowSize + valueRowSize, sameKeyMemoryMeansSame && sameValueMemoryMeansSame
    )
  }

  func table(_ value: UnsafeRawPointer) -> NativeHashTable {
    NativeHashTable(NativeStorage.of(value), keyStride: keys.stride, valueStride: values?.stride)
  }

  /// - Parameter known: The value of an equal key in the known table, and its row.
  private func write(
    _ bucket: Int, of table: NativeHashTable, to row: UnsafeMutableRawPointer, like known: RowLayout.Written? = nil,
    _ writer: RowWriter
  ) {
    keys.layout._withUnsafeGuaranteedRef { $0.write(table.key(bucket), to: row, writer) }
    values?.layout._withUnsafeGuaranteedRef {
      $0.write(table.value(bucket), to: row + keyRowSize, like: known, writer)
    }
  }

  func write(_ table: NativeHashTable, to rows: UnsafeMutableRawPointer, _ writer: RowWriter) {
    var position = rows
    table.forEachBucket { bucket in
      write(bucket, of: table, to: position, writer)
      position += rowSize
    }
    sort(rows, table.count, writer)
  }

  /// For each element of a table, in the order of the buckets, the index of its row among the sorted `rows` of the table. `nil`
  /// where an element has no such row, because an object in it was changed in place.
  func rowIndices(of table: NativeHashTable, in rows: UnsafeRawPointer, _ writer: RowWriter) -> [UInt32]? {
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    let row = writer.allocate(rowSize)
    var rowIndices: [UInt32] = []
    var isTaken = Array(repeating: false, count: table.count)
    var isComplete = true
    table.forEachBucket { bucket in
      guard isComplete else { return }
      write(bucket, of: table, to: row, writer)
      var (low, high) = (0, table.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(rows + middle * rowSize, row) { low = middle + 1 } else { high = middle }
      }
      // Elements with equal rows, such as NaNs, are unequal by their `==`: each gets one of these adjacent rows.
      while low < table.count, isTaken[low] { low += 1 }
      isComplete = low < table.count && RawMemory.areSame(rows + low * rowSize, row, bytes: rowSize)
      guard isComplete else { return }
      isTaken[low] = true
      rowIndices.append(UInt32(truncatingIfNeeded: low))
    }
    return isComplete ? rowIndices : nil
  }

  /// Writes the sorted rows of a table that differs from a known one in few elements.
  ///
  /// - Parameters:
  ///   - known: The known table, with the same number of buckets and the same seed.
  ///   - knownRows: The sorted rows of the known table.
  ///   - rowIndices: For each element of the known table, in the order of its buckets, the index of its row in `knownRows`.
  func write(
    _ table: NativeHashTable, to rows: UnsafeMutableRawPointer, like known: NativeHashTable,
    _ knownRows: UnsafeRawPointer, _ rowIndices: UnsafeMutableBufferPointer<UInt32>, _ writer: RowWriter
  ) {
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    let isKept = writer.allocate(known.count)
    isKept.initializeMemory(as: UInt8.self, repeating: 0, count: known.count)
    let changed = writer.allocate(table.count * rowSize)
    var (changedCount, firstKnownElement, word) = (0, 0, 0)
    while word < table.wordCount {
      let knownBits = known.bits(word)
      table.forEachBucket(of: word) { bucket in
        let bit = UInt64(1) << UInt64(bucket & 63)
        var knownValue: RowLayout.Written?
        if knownBits & bit != 0, RawMemory.areSame(table.key(bucket), known.key(bucket), bytes: keys.size) {
          let rowIndex = Int(rowIndices[firstKnownElement + (knownBits & (bit - 1)).nonzeroBitCount])
          guard let values else {
            isKept.storeBytes(of: 1, toByteOffset: rowIndex, as: UInt8.self)
            return
          }
          if RawMemory.areSame(table.value(bucket), known.value(bucket), bytes: values.size) {
            isKept.storeBytes(of: 1, toByteOffset: rowIndex, as: UInt8.self)
            return
          }
          knownValue = .init(known.value(bucket), knownRows + rowIndex * rowSize + keyRowSize)
        }
        write(bucket, of: table, to: changed + changedCount * rowSize, like: knownValue, writer)
        changedCount += 1
      }
      firstKnownElement += knownBits.nonzeroBitCount
      word += 1
    }
    sort(changed, changedCount, writer)
    merge(changed, changedCount, knownRows, known.count, keeping: isKept, to: rows)
  }

  /// - Parameter isKept: A byte for each known row, not zero where the row is kept.
  private func merge(
    _ changed: UnsafeRawPointer, _ changedCount: Int, _ knownRows: UnsafeRawPointer, _ knownCount: Int,
    keeping isKept: UnsafeRawPointer, to rows: UnsafeMutableRawPointer
  ) {
    var (position, mergedCount) = (rows, 0)
    for rowIndex in 0..<knownCount where isKept.load(fromByteOffset: rowIndex, as: UInt8.self) != 0 {
      let row = knownRows + rowIndex * rowSize
      while mergedCount < changedCount, isBefore(changed + mergedCount * rowSize, row) {
        position.copyMemory(from: changed + mergedCount * rowSize, byteCount: rowSize)
        (position, mergedCount) = (position + rowSize, mergedCount + 1)
      }
      position.copyMemory(from: row, byteCount: rowSize)
      position += rowSize
    }
    position.copyMemory(from: changed + mergedCount * rowSize, byteCount: (changedCount - mergedCount) * rowSize)
  }

  // MARK: Order

  /// Returns whether a row comes before another one, by their words and then by the bytes after the last word.
  private func isBefore(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    var offset = 0
    while offset + 8 <= rowSize {
      let (first, second) = (
        one.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if first != second { return first < second }
      offset += 8
    }
    while offset < rowSize {
      let (first, second) = (
        one.load(fromByteOffset: offset, as: UInt8.self), other.load(fromByteOffset: offset, as: UInt8.self)
      )
      if first != second { return first < second }
      offset += 1
    }
    return false
  }

  private func sort(_ rows: UnsafeMutableRawPointer, _ count: Int, _ writer: RowWriter) {
    guard count > 1, rowSize > 0 else { return }
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    let copy = writer.allocate(count * rowSize)
    copy.copyMemory(from: rows, byteCount: count * rowSize)
    if count <= 16 {
      // Insertion sort, which allocates no array.
      for index in 1..<count {
        let row = UnsafeRawPointer(copy + index * rowSize)
        var target = index
        while target > 0, isBefore(row, rows + (target - 1) * rowSize) {
          (rows + target * rowSize).copyMemory(from: rows + (target - 1) * rowSize, byteCount: rowSize)
          target -= 1
        }
        if target != index { (rows + target * rowSize).copyMemory(from: row, byteCount: rowSize) }
      }
    } else {
      let order = (0..<count).sorted { isBefore(copy + $0 * rowSize, copy + $1 * rowSize) }
      for (target, index) in order.enumerated() {
        (rows + target * rowSize).copyMemory(from: copy + index * rowSize, byteCount: rowSize)
      }
    }
  }
}

@testable import TEAStateSpace
import TEASupport
import Testing

/// Packed rows agree with the rows that they were packed from.
@Suite struct RowPackingTests {
  /// Fields of several sizes, in bytes. The bits that a mask leaves out are ignored.
  private static let fields: [(size: Int, mask: UInt64)] = [
    (8, .max), (8, 0x00FF_FFFF_0000_FFFF), (4, 0xFFFF_FFFF), (4, 0x0000_FFFF), (2, 0xFFFF), (1, 0xFF), (1, 0x01),
    (3, 0xFF_FFFF),
  ]
  /// The number of bytes of a row, without its slack: the bytes after it that reads and writes of whole words may touch.
  private static let size = fields.reduce(0) { $0 + $1.size }

  private typealias Row = [UInt8]

  /// A row with numbers of all lengths, and random slack bytes.
  private func row(_ random: inout RandomNumbers) -> Row {
    var row: Row = []
    for field in Self.fields {
      let number = random.next(through: .max) >> UInt64(random.next(through: 64))
      row += (0..<field.size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
    return row + (0..<RowPacking.slack).map { _ in UInt8(truncatingIfNeeded: random.next(through: 255)) }
  }

  /// The first fields of a row, without the ignored bits.
  private func content(_ row: Row, _ fieldCount: Int = fields.count) -> [UInt64] {
    var (place, content) = (0, [UInt64]())
    for field in Self.fields.prefix(fieldCount) {
      let bytes = row[place..<place + field.size]
      content.append(bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } & field.mask)
      place += field.size
    }
    return content
  }

  private func packed(_ row: Row, _ packing: RowPacking) -> [UInt64]? {
    var packed = [UInt64](repeating: 0xA5A5_A5A5_A5A5_A5A5, count: (packing.size + RowPacking.slack) / 8)
    let fits = packed.withUnsafeMutableBytes { packed in
      row.withUnsafeBytes { packing.pack($0.baseAddress!, to: packed.baseAddress!) }
    }
    return fits ? Array(packed.prefix(packing.size / 8)) : nil
  }

  private func unpacked(_ words: [UInt64], _ packing: RowPacking) -> Row {
    // The slack after a packed row is two words.
    let words = words + [0, 0]
    var row = Row(repeating: 0x5A, count: Self.size + RowPacking.slack)
    row.withUnsafeMutableBytes { row in
      words.withUnsafeBytes { packing.unpack($0.baseAddress!, to: row.baseAddress!) }
    }
    return row
  }

  @Test(arguments: [8, 5, 3, 1]) func `packed rows are alike where the compared fields are equal, and are read back`(
    _ comparedCount: Int
  ) {
    var random = RandomNumbers(seed: UInt64(comparedCount))
    let first = row(&random)
    var packing = first.withUnsafeBytes { RowPacking(Self.fields, comparedCount: comparedCount, like: $0.baseAddress!) }
    #expect(packing.size == 8 && packed(first, packing) != nil)
    var (rows, widenings): ([Row], Int) = ([first], 0)
    for _ in 0..<2_000 {
      // A third of the rows are copies of earlier ones. In a quarter of all rows one byte is changed, perhaps only in bits
      // that a mask leaves out.
      var next = random.next(through: 2) == 0 ? rows[Int(random.next(through: UInt64(rows.count - 1)))] : row(&random)
      if random.next(through: 3) == 0 { next[Int(random.next(through: UInt64(Self.size - 1)))] &+= 1 }
      rows.append(next)
      if packed(next, packing) != nil { continue }
      var needs = packing.room
      next.withUnsafeBytes { packing.add($0.baseAddress!, to: &needs) }
      let wider = packing.widened(for: needs)
      #expect(wider.size >= packing.size)
      packing.deallocate()
      packing = wider
      widenings += 1
    }
    defer { packing.deallocate() }
    // A field has at most eight bytes, so it becomes wider at most eight times.
    #expect(widenings <= 8 * Self.fields.count)
    let packedRows = rows.map { packed($0, packing) }
    for index in rows.indices {
      let words = packedRows[index] ?? []
      #expect(words.count == packing.size / 8)
      #expect(content(unpacked(words, packing)) == content(rows[index]))
      for otherIndex in [index / 2, (index + 7) % rows.count] {
        let isAlike = (words + [0]).withUnsafeBytes { one in
          ((packedRows[otherIndex] ?? []) + [0]).withUnsafeBytes { packing.areAlike(one.baseAddress!, $0.baseAddress!) }
        }
        #expect(isAlike == (content(rows[index], comparedCount) == content(rows[otherIndex], comparedCount)))
      }
    }
  }

  @Test func `a packed field takes the bytes in which some row differs from the first row`() {
    let fields = Array(repeating: (size: 8, mask: UInt64.max), count: 6)
    // Two words of slack follow the fields.
    func row(_ numbers: [UInt64]) -> [UInt64] { numbers + [0, 0] }
    let first = row([1 << 60, 7, 7, 7, 7, 0])
    let packing = first.withUnsafeBytes { RowPacking(fields, comparedCount: 6, like: $0.baseAddress!) }
    defer { packing.deallocate() }
    var needs = packing.room
    for next in [row([1 << 60, 9, 255, 7, 300, 0]), row([1 << 60, 200, 7, 7, 65_535, .max])] {
      next.withUnsafeBytes { packing.add($0.baseAddress!, to: &needs) }
    }
    let wider = packing.widened(for: needs)
    defer { wider.deallocate() }
    // The fields take 0 + 1 + 1 + 0 + 2 + 8 bytes, rounded up to words of eight bytes.
    #expect(wider.size == 16 && wider.comparedSize == 16 && !wider.comparesOneWord)
    #expect(packing.size == 8 && packing.comparesOneWord)
  }
}

internal import TEASupport

extension Choices {
  /// Chooses several numbers, each in a group of its own, and returns their range in the record.
  ///
  /// Random numbers are drawn from a table, three from each 64 random bits, and appended to the record all at once.
  mutating func chooseEach(of count: Int, from tables: EdgeTables) -> Range<Int> {
    let first = record.count
    guard isRandom else {
      for _ in 0..<count {
        beginGroup()
        _ = chooseFavouringEdges(through: tables.bound)
        endGroup()
      }
      return first..<record.count
    }
    let table = tables[size]
    var random = self.random
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { numbers in
      var index = 0
      while index &+ 3 <= count {
        let bits = random.next()
        numbers.initializeElement(at: index, to: table[bits])
        numbers.initializeElement(at: index &+ 1, to: table[bits &>> 21])
        numbers.initializeElement(at: index &+ 2, to: table[bits &>> 42])
        index &+= 3
      }
      if index < count {
        let bits = random.next()
        numbers.initializeElement(at: index, to: table[bits])
        if index &+ 1 < count { numbers.initializeElement(at: index &+ 1, to: table[bits &>> 21]) }
      }
      record.append(contentsOf: UnsafeBufferPointer(numbers))
    }
    self.random = random
    return first..<record.count
  }
}

/// The distribution of ``Choices/chooseFavouringEdges(through:)``, nearly, up to a small bound, as a table for each size: 21
/// random bits make one number.
///
/// Five of the bits choose one of the 32 rows of a table, and 16 choose a number of the row.
struct EdgeTables: @unchecked Sendable {
  // Unchecked, because the memory is never changed, and lives as long as the process.

  /// A row is a range of numbers: the least in the low 32 bits, their count in the high 32 bits.
  struct Table {
    fileprivate let rows: UnsafePointer<UInt64>

    /// The number that the lowest 21 bits choose.
    @inline(__always)
    subscript(bits: UInt64) -> UInt64 {
      let row = rows[Int(truncatingIfNeeded: bits & 31)]
      // The 16 bits are a fraction of 2¹⁶, which is scaled to the count of the row.
      return row & 0xFFFF_FFFF &+ ((bits &>> 5 & 0xFFFF) &* (row &>> 32)) &>> 16
    }
  }

  let bound: UInt64
  /// The largest size with a table of its own; larger sizes use this table too.
  private let largestSize: Int
  /// The rows of all tables, 32 for each size from 0 to ``largestSize``.
  private let rows: UnsafePointer<UInt64>

  /// - Precondition: The bound is from 1 to 0xFFF. A bound of 0 leaves no choice, and the number of tables grows with the
  ///   bound.
  init(through bound: UInt64) {
    precondition((1...0xFFF).contains(bound), "A table of numbers through \(bound) cannot be drawn from")
    self.bound = bound
    largestSize = Int(bound / 2 + 1)
    let allRows = (0...largestSize).flatMap { Self.rows(through: bound, size: $0) }
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: allRows.count)
    memory.initialize(from: allRows, count: allRows.count)
    rows = UnsafePointer(memory)
  }

  private static func rows(through bound: UInt64, size: Int) -> [UInt64] {
    func row(_ numbers: ClosedRange<UInt64>) -> UInt64 {
      numbers.lowerBound | (numbers.upperBound - numbers.lowerBound + 1) << 32
    }
    let digits = UInt64(64 - bound.leadingZeroBitCount)
    // The shares of ``Choices/drawEdges(through:size:from:)``: 9, 4, 1 and 2 of 16 cases are 18, 8, 2 and 4 of 32 rows. The
    // eight shifts are 0/8, 1/8, … 7/8 of the bound's binary digits.
    return Array(repeating: row(0...min(bound, 2 * UInt64(max(size, 1)))), count: 18)
      + (0..<8).map { row(0...bound >> (($0 * digits) >> 3)) }
      + Array(repeating: row(bound - min(bound, 3)...bound), count: 2) + Array(repeating: row(0...bound), count: 4)
  }

  subscript(size: Int) -> Table { Table(rows: rows + 32 * min(max(size, 0), largestSize)) }
}

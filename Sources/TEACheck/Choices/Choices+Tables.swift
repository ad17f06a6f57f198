internal import TEASupport

extension Choices {
  /// Chooses several numbers, each in a group of its own; small numbers and those near the bound are more likely.
  ///
  /// Recorded numbers are read as single choices. Random ones are drawn from a table, three from each random number,
  /// and the record is reserved once for all of them.
  ///
  /// - Returns: The range of the numbers in the record.
  mutating func chooseEach(of count: Int, from tables: EdgeTables) -> Range<Int> {
    let first = record.count
    guard isRandom else {
      for _ in 0..<count {
        beginGroup()
        _ = choose(through: tables.bound, .edges)
        endGroup()
      }
      return first..<record.count
    }
    let table = tables[size]
    var random = self.random
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { numbers in
      var place = 0
      while place &+ 3 <= count {
        let bits = random.next()
        numbers.initializeElement(at: place, to: table[bits])
        numbers.initializeElement(at: place &+ 1, to: table[bits &>> 21])
        numbers.initializeElement(at: place &+ 2, to: table[bits &>> 42])
        place &+= 3
      }
      if place < count {
        let bits = random.next()
        numbers.initializeElement(at: place, to: table[bits])
        if place &+ 1 < count { numbers.initializeElement(at: place &+ 1, to: table[bits &>> 21]) }
      }
      record.append(contentsOf: UnsafeBufferPointer(numbers))
    }
    self.random = random
    return first..<record.count
  }
}

/// The distribution ``Choices/Distribution/edges`` up to a small bound, as a table for each size: 21 random bits make
/// one number.
///
/// Of the 32 rows of a table, 18 draw a number that is small for the size, eight one with a random number of bits, two
/// one next to the bound, and four any number.
struct EdgeTables: @unchecked Sendable {
  // The memory is constant, and lives as long as the process.

  /// A row is a range: the least number in the low half, the count of numbers in the high half.
  struct Table {
    fileprivate let ways: UnsafePointer<UInt64>

    /// The number for the lowest 21 of the given bits.
    @inline(__always)
    subscript(bits: UInt64) -> UInt64 {
      let way = ways[Int(truncatingIfNeeded: bits & 31)]
      return way & 0xFFFF_FFFF &+ ((bits &>> 5 & 0xFFFF) &* (way &>> 32)) &>> 16
    }
  }

  let bound: UInt64
  /// Larger sizes have the same table.
  private let largestSize: Int
  private let ways: UnsafePointer<UInt64>

  /// - Precondition: The bound is neither zero, which needs no choice, nor more than some thousands.
  init(through bound: UInt64) {
    precondition((1...0xFFF).contains(bound), "A table of numbers through \(bound) cannot be drawn from")
    self.bound = bound
    largestSize = Int(bound / 2 + 1)
    let all = (0...largestSize).flatMap { Self.ways(through: bound, size: $0) }
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: all.count)
    memory.initialize(from: all, count: all.count)
    ways = UnsafePointer(memory)
  }

  private static func ways(through bound: UInt64, size: Int) -> [UInt64] {
    func way(_ numbers: ClosedRange<UInt64>) -> UInt64 {
      numbers.lowerBound | (numbers.upperBound - numbers.lowerBound + 1) << 32
    }
    let digits = UInt64(64 - bound.leadingZeroBitCount)
    return Array(repeating: way(0...min(bound, 2 * UInt64(max(size, 1)))), count: 18)
      + (0..<8).map { way(0...bound >> (($0 * digits) >> 3)) }
      + Array(repeating: way(bound - min(bound, 3)...bound), count: 2) + Array(repeating: way(0...bound), count: 4)
  }

  /// The table of a size.
  subscript(size: Int) -> Table { Table(ways: ways + 32 * min(max(size, 0), largestSize)) }
}

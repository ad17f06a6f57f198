/// The worlds found so far, in the order of discovery: rows of bytes, all of one size.
///
/// A row stands in a block that never moves, and is named by its number. The arena is a value over memory of its own, so
/// that the search loop pays for no dynamic checks of access; whoever makes one calls ``deallocate()`` once.
@usableFromInline
package struct RowArena {
  @inlinable package static var blockBits: Int { 12 }
  @inlinable package static var blockSize: Int { 1 << blockBits }

  /// The most rows that an arena can hold.
  @inlinable package static var capacity: Int { WorldIndex.firstProvisional }

  /// The bytes of a row: a multiple of eight.
  @usableFromInline package private(set) var rowSize: Int
  @usableFromInline package let blocks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  @usableFromInline package var blockCount = 0
  /// The blocks before this one were given back.
  @usableFromInline package var firstBlock = 0
  @usableFromInline package var count = 0

  @usableFromInline
  package init(rowSize: Int) {
    self.rowSize = rowSize
    // Reserved, and not touched before it is used.
    blocks = .allocate(capacity: Self.capacity >> Self.blockBits + 1)
  }

  @usableFromInline
  package func deallocate() {
    for number in firstBlock..<blockCount { blocks[number].deallocate() }
    blocks.deallocate()
  }

  /// Forgets rows that are not needed any more, as far as they fill blocks.
  @usableFromInline
  package mutating func release(before index: Int) {
    while firstBlock < index >> Self.blockBits {
      blocks[firstBlock].deallocate()
      firstBlock += 1
    }
  }

  /// Returns whether a row was not forgotten.
  @usableFromInline
  package func holds(_ index: Int) -> Bool { index >> Self.blockBits >= firstBlock }

  /// The memory of a row.
  @inlinable
  package subscript(index: Int) -> UnsafeMutableRawPointer {
    blocks[index >> Self.blockBits] + (index & (Self.blockSize - 1)) * rowSize
  }

  /// Makes room for one more row, which the caller then writes.
  ///
  /// - Returns: The number of the new row.
  @inlinable
  package mutating func add() -> Int {
    if count & (Self.blockSize - 1) == 0 {
      blocks[blockCount] = Self.block(ofRows: rowSize)
      blockCount += 1
    }
    count += 1
    return count - 1
  }

  @usableFromInline
  package static func block(ofRows rowSize: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: blockSize * rowSize + RowPacking.slack, alignment: 16)
  }

  /// Gives all rows that are kept another size.
  ///
  /// - Parameter write: Writes a row anew, given its number, its old bytes, and where the new ones belong.
  @usableFromInline
  package mutating func rewrite(
    rowSize newSize: Int, _ write: (Int, UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  ) {
    for number in firstBlock..<blockCount {
      let block = Self.block(ofRows: newSize)
      let first = number << Self.blockBits
      for place in 0..<min(Self.blockSize, count - first) {
        write(first + place, blocks[number] + place * rowSize, block + place * newSize)
      }
      blocks[number].deallocate()
      blocks[number] = block
    }
    rowSize = newSize
  }

  /// Calls a function with the memory of the first rows, block by block.
  package func forEachPart(of count: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
    for number in 0..<blockCount {
      let rows = min(Self.blockSize, count - number << Self.blockBits)
      guard rows > 0 else { return }
      try body(UnsafeMutableRawBufferPointer(start: blocks[number], count: rows * rowSize))
    }
  }
}

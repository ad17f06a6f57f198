/// The worlds found so far, in the order of discovery: rows of bytes, all of one size.
///
/// A row is identified by its number, and stands in a block that moves only in ``rewrite(rowSize:from:_:)``. The arena is a
/// struct with manually managed memory, so that the search loop has no dynamic checks of exclusive access. Its owner calls
/// ``deallocate()`` once.
@usableFromInline
package struct RowArena {
  /// The binary logarithm of the number of rows in a block.
  @inlinable package static var blockBits: Int { 12 }
  @inlinable package static var blockSize: Int { 1 << blockBits }

  /// The largest number of rows in an arena.
  @inlinable package static var capacity: Int { WorldIndex.firstProvisional }

  /// The size of a row, in bytes: a multiple of eight.
  @usableFromInline package private(set) var rowSize: Int
  @usableFromInline package let blocks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  @usableFromInline package var blockCount = 0
  /// The number of the first row that is held: the rows before it were released, or left out by ``rewrite(rowSize:from:_:)``.
  @usableFromInline package private(set) var firstHeld = 0
  /// The number of rows, including those in released blocks.
  @usableFromInline package var count = 0

  @usableFromInline
  package init(rowSize: Int) {
    self.rowSize = rowSize
    // This array is large, but takes only address space until it is written.
    blocks = .allocate(capacity: Self.capacity >> Self.blockBits + 1)
  }

  @usableFromInline
  package func deallocate() {
    for number in firstBlock..<blockCount { blocks[number].deallocate() }
    blocks.deallocate()
  }

  /// Releases the blocks in which all rows have numbers below an index.
  @usableFromInline
  package mutating func release(before index: Int) {
    let newFirstBlock = max(firstBlock, index >> Self.blockBits)
    for number in firstBlock..<newFirstBlock { blocks[number].deallocate() }
    firstHeld = max(firstHeld, newFirstBlock << Self.blockBits)
  }

  /// The index of the first block that is not released.
  private var firstBlock: Int { firstHeld >> Self.blockBits }

  @usableFromInline
  package func holds(_ index: Int) -> Bool { index >= firstHeld }

  @inlinable
  package subscript(index: Int) -> UnsafeMutableRawPointer {
    blocks[index >> Self.blockBits] + (index & (Self.blockSize - 1)) * rowSize
  }

  /// Makes room for one more row, which the caller then writes, and returns its number.
  @inlinable
  package mutating func add() -> Int {
    if count & (Self.blockSize - 1) == 0 {
      blocks[blockCount] = Self.allocateBlock(rowSize: rowSize)
      blockCount += 1
    }
    count += 1
    return count - 1
  }

  @usableFromInline
  package static func allocateBlock(rowSize: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: blockSize * rowSize + RowPacking.slack, alignment: 16)
  }

  /// Rewrites the held rows from row `first` on. Rows with smaller numbers are no longer held.
  ///
  /// - Parameter write: Writes a row, given its old bytes and the memory for its new bytes.
  @usableFromInline
  package mutating func rewrite(
    rowSize newSize: Int, from first: Int = 0, _ write: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  ) {
    release(before: first)
    firstHeld = max(firstHeld, first)
    for number in firstBlock..<blockCount {
      let block = Self.allocateBlock(rowSize: newSize)
      let firstOfBlock = number << Self.blockBits
      for index in max(0, firstHeld - firstOfBlock)..<min(Self.blockSize, count - firstOfBlock) {
        write(blocks[number] + index * rowSize, block + index * newSize)
      }
      blocks[number].deallocate()
      blocks[number] = block
    }
    rowSize = newSize
  }

  /// Calls a function with the memory of the first `count` rows, block by block. No block may have been released.
  package func forEachBlock(of count: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
    for number in 0..<blockCount {
      let rowCount = min(Self.blockSize, count - number << Self.blockBits)
      guard rowCount > 0 else { return }
      try body(UnsafeMutableRawBufferPointer(start: blocks[number], count: rowCount * rowSize))
    }
  }
}

/// The discovery of each world: the number of its parent, from which it was found, and the number of the step.
///
/// A record takes eight bytes, in a block that never moves. The owner calls ``deallocate()`` once.
@usableFromInline
package struct Ancestry {
  /// The number of the parent in the higher half, and the number of the step in the lower half; both must be below 2³².
  @usableFromInline package typealias Record = UInt64

  /// The record of a world that the search starts from.
  @inlinable package static var start: Record { .max }

  /// The binary logarithm of the number of records in a block, which takes 128 KiB.
  @inlinable package static var blockBits: Int { 14 }

  @usableFromInline package var blocks: [UnsafeMutablePointer<Record>] = []
  @usableFromInline package var count = 0

  @usableFromInline
  package init() {}

  @usableFromInline
  package func deallocate() { for block in blocks { block.deallocate() } }

  @inlinable
  package static func record(parent: Int, step: Int) -> Record {
    UInt64(truncatingIfNeeded: parent) << 32 | UInt64(truncatingIfNeeded: step)
  }

  @inlinable
  package mutating func append(_ record: Record) {
    if count >> Self.blockBits == blocks.count { blocks.append(.allocate(capacity: 1 << Self.blockBits)) }
    blocks[count >> Self.blockBits][count & (1 << Self.blockBits - 1)] = record
    count += 1
  }

  @inlinable
  package subscript(index: Int) -> Record { blocks[index >> Self.blockBits][index & (1 << Self.blockBits - 1)] }

  /// The parent of a world; `nil` for a world that the search starts from.
  @inlinable
  package func parent(of index: Int) -> Int? {
    self[index] == Self.start ? nil : Int(truncatingIfNeeded: self[index] >> 32)
  }

  /// The number of the step by which a world was found; without meaning for a world that the search starts from.
  @inlinable
  package func step(to index: Int) -> Int { Int(truncatingIfNeeded: self[index] & 0xFFFF_FFFF) }

  /// The worlds on the path to a world, from one that the search starts from to the world itself.
  @usableFromInline
  package func path(to index: Int) -> [Int] {
    var path = [index]
    while let last = path.last, let parent = parent(of: last) { path.append(parent) }
    return path.reversed()
  }
}

/// The worlds found so far, in the order of discovery.
///
/// A world is stored once, in a block that never moves, and is named by its index. The store is a value over
/// memory of its own, so that the search loop pays for no dynamic checks of access; whoever makes it calls
/// ``deallocate()`` once.
@usableFromInline
struct WorldStore<State> {
  @usableFromInline static var blockBits: Int { 12 }
  @usableFromInline static var blockSize: Int { 1 << blockBits }

  /// The most worlds that a store can hold.
  @usableFromInline static var capacity: Int { WorldIndex.firstProvisional }

  @usableFromInline var blocks: UnsafeMutablePointer<UnsafeMutablePointer<State>>
  @usableFromInline var blockCount = 0
  /// The blocks before this one were given back.
  @usableFromInline var firstBlock = 0
  @usableFromInline var count = 0

  @usableFromInline
  init() {
    blocks = .allocate(capacity: Self.capacity >> Self.blockBits + 1)
  }

  @usableFromInline
  func deallocate() {
    for number in firstBlock..<blockCount { deallocate(block: number) }
    blocks.deallocate()
  }

  private func deallocate(block number: Int) {
    blocks[number].deinitialize(count: min(Self.blockSize, count - number * Self.blockSize))
    blocks[number].deallocate()
  }

  /// Forgets worlds that are not needed any more, as far as they fill blocks.
  @usableFromInline
  mutating func release(before index: Int) {
    while firstBlock < index >> Self.blockBits {
      deallocate(block: firstBlock)
      firstBlock += 1
    }
  }

  /// Whether a world was not forgotten.
  func holds(_ index: Int) -> Bool { index >> Self.blockBits >= firstBlock }

  @inlinable
  func address(of index: Int) -> UnsafeMutablePointer<State> {
    blocks[index >> Self.blockBits] + (index & (Self.blockSize - 1))
  }

  @inlinable
  subscript(index: Int) -> State {
    unsafeAddress { UnsafePointer(address(of: index)) }
  }

  /// Makes room for one more world, which the caller then initialises.
  ///
  /// - Returns: The index of the new world.
  @inlinable
  mutating func add() -> Int {
    if count & (Self.blockSize - 1) == 0 {
      blocks[blockCount] = .allocate(capacity: Self.blockSize)
      blockCount += 1
    }
    count += 1
    return count - 1
  }
}

/// The worlds found so far, in the order of discovery.
///
/// A world is stored once, in a block that never moves, and is named by its index. Models of little plain memory are
/// packed, as long as they are of one shape: see ``Packing``; so are worlds with commands, as numbers: see
/// ``InternedWorlds``. The store is a value over memory of its own, so that the
/// search loop pays for no dynamic checks of access; whoever makes it calls ``deallocate()`` once.
@usableFromInline
struct WorldStore<State: SearchState> {
  @inlinable static var blockBits: Int { 12 }
  @inlinable static var blockSize: Int { 1 << blockBits }

  /// The most worlds that a store can hold.
  @inlinable static var capacity: Int { WorldIndex.firstProvisional }

  @usableFromInline var blocks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  @usableFromInline var blockCount = 0
  /// The blocks before this one were given back.
  @usableFromInline var firstBlock = 0
  @usableFromInline var count = 0
  /// How worlds are packed, if they are.
  @usableFromInline var packing: Packing?
  /// The parts of which worlds are kept, where they are packed as numbers.
  @usableFromInline var interned: InternedWorlds<State>?
  /// How models are written, where worlds are packed as rows.
  @usableFromInline var rows: ModelRows?
  /// Writes the rows of worlds that are no candidates of a batch.
  @usableFromInline let writer = RowWriter()
  /// Where worlds are packed, one that is not: what others are unpacked into begins as its copy.
  @usableFromInline let example: UnsafeMutablePointer<State>

  @usableFromInline
  init() {
    blocks = .allocate(capacity: Self.capacity >> Self.blockBits + 1)
    example = .allocate(capacity: 1)
  }

  @usableFromInline
  func deallocate() {
    for number in firstBlock..<blockCount { deallocate(block: number) }
    blocks.deallocate()
    if let packing {
      packing.deallocate()
      example.deinitialize(count: 1)
    }
    example.deallocate()
  }

  private func deallocate(block number: Int) {
    if packing == nil {
      blocks[number].assumingMemoryBound(to: State.self)
        .deinitialize(count: min(Self.blockSize, count - number * Self.blockSize))
    }
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

  /// The memory of a world, where worlds are not packed.
  @inlinable
  func address(of index: Int) -> UnsafeMutablePointer<State> {
    blocks[index >> Self.blockBits].assumingMemoryBound(to: State.self) + (index & (Self.blockSize - 1))
  }

  /// The memory of a world, where worlds are packed.
  @inlinable
  func bytes(of index: Int, _ packing: Packing) -> UnsafeMutableRawPointer {
    blocks[index >> Self.blockBits] + (index & (Self.blockSize - 1)) * packing.size
  }

  @usableFromInline
  subscript(index: Int) -> State {
    var unpacked = UnpackedWorld<State>()
    defer { unpacked.deallocate() }
    return unpacked.read(index, in: self).pointee
  }

  /// Makes room for one more world, which the caller then initialises.
  ///
  /// - Returns: The index of the new world.
  @inlinable
  mutating func add() -> Int {
    if count & (Self.blockSize - 1) == 0 {
      blocks[blockCount] = .allocate(
        byteCount: Self.blockSize * (packing?.size ?? MemoryLayout<State>.stride),
        alignment: max(8, MemoryLayout<State>.alignment))
      blockCount += 1
    }
    count += 1
    return count - 1
  }

  /// Adds a world that ``fits(_:)``.
  @usableFromInline
  mutating func append(_ world: State) {
    let index = add()
    guard let packing else { return address(of: index).initialize(to: world) }
    if let interned { return interned.write(world, to: bytes(of: index, packing)) }
    if let rows {
      return withUnsafePointer(to: world) { _ = rows.write($0, to: bytes(of: index, packing), writer) }
    }
    withUnsafePointer(to: world) { packing.pack(UnsafeRawPointer($0), into: bytes(of: index, packing)) }
  }

  /// Packs the worlds from now on, if they are such that they can be.
  ///
  /// - Parameter world: The first world; there is none in the store.
  @usableFromInline
  mutating func pack(like world: State, under rules: Rules<State.M>, _ bounds: ExplorationBounds) {
    let structure = rules.structuralHash
    // A compact search keeps nothing of a world that it has expanded, and so no table of its parts.
    let isOfRows = !bounds.isCompact && structure.seesAll && structure.fieldCount != 0 && State.beginsWithModel
    if State.canBeInterned, rules.mayIntern, rules.dependsOnModelOnly, rules.structuralHash.seesAll,
      bounds.outstanding <= InternedLayout.mostOutstanding
    {
      example.initialize(to: world)
      let rows =
        isOfRows
        ? PartRows(
          of: State.self, model: State.M.Model.self, like: UnsafeRawPointer(example), commands: State.M.Command.self)
        : nil
      let interned = InternedWorlds<State>(mostOutstanding: bounds.outstanding, rules.structuralHash, rows)
      (packing, self.interned) = (Packing(interned.layout), interned)
      return
    }
    guard State.isModel, !rules.isReduced else { return }
    example.initialize(to: world)
    if isOfRows {
      let rows = ModelRows(of: State.M.Model.self, like: UnsafeRawPointer(example))
      (packing, self.rows) = (Packing(rows), rows)
      return
    }
    packing = Packing(like: UnsafeRawPointer(example), structure)
    if packing == nil { example.deinitialize(count: 1) }
  }

  /// The hash by which a world is looked up.
  @usableFromInline
  func hash(of world: UnsafePointer<State>, _ structuralHash: StructuralHash) -> UInt64 {
    if let interned, interned.isOfRows { return interned.hash(of: world.pointee) }
    guard let rows else { return UInt64(truncatingIfNeeded: world.pointee.hash(structuralHash)) }
    return withUnsafeTemporaryAllocation(byteCount: rows.size, alignment: 8) {
      rows.write(world, to: $0.baseAddress!, writer)
    }
  }

  /// Whether a world is of the shape of the others, where that matters.
  @usableFromInline
  func fits(_ world: State) -> Bool {
    guard let packing else { return true }
    if let interned { return interned.fits(world) }
    if rows != nil { return true }
    return withUnsafePointer(to: world) { packing.fits(UnsafeRawPointer($0)) }
  }

  /// Packs worlds no more.
  @usableFromInline
  mutating func unpack() {
    guard let packing else { return }
    var unpacked = UnpackedWorld<State>()
    defer { unpacked.deallocate() }
    for number in firstBlock..<blockCount {
      let first = number << Self.blockBits
      let block = UnsafeMutablePointer<State>.allocate(capacity: Self.blockSize)
      for index in first..<min(count, first + Self.blockSize) {
        (block + index - first).initialize(to: unpacked.read(index, in: self).pointee)
      }
      blocks[number].deallocate()
      blocks[number] = UnsafeMutableRawPointer(block)
    }
    packing.deallocate()
    example.deinitialize(count: 1)
    self.packing = nil
    interned = nil
  }
}

/// The memory for one world at a time of a store that may pack its worlds.
///
/// Whoever makes it calls ``deallocate()`` once.
@usableFromInline
struct UnpackedWorld<State: SearchState> {
  @usableFromInline let memory: UnsafeMutablePointer<State>
  @usableFromInline var isInitialized = false
  /// The world that is there, if it was read from the store.
  @usableFromInline var index: Int?

  @usableFromInline
  init() { memory = .allocate(capacity: 1) }

  @usableFromInline
  func deallocate() {
    if isInitialized { memory.deinitialize(count: 1) }
    memory.deallocate()
  }

  /// - Returns: Where a world stands until another one is read.
  @_alwaysEmitIntoClient
  mutating func read(_ index: Int, in store: WorldStore<State>) -> UnsafeMutablePointer<State> {
    guard let packing = store.packing else { return store.address(of: index) }
    if self.index != index {
      let bytes = store.bytes(of: index, packing)
      if let interned = store.interned {
        initialize(to: interned.world(bytes))
      } else if let rows = store.rows {
        _ = read(bytes, rows, like: store.example)
      } else {
        _ = unpack(bytes, packing, like: store.example)
      }
      self.index = index
    }
    return memory
  }

  /// - Parameter other: Any world.
  /// - Returns: Where the world stands until another one is read.
  @_alwaysEmitIntoClient
  mutating func read(
    _ row: UnsafeRawPointer, _ rows: ModelRows, like other: UnsafeMutablePointer<State>
  ) -> UnsafeMutablePointer<State> {
    if !isInitialized { initialize(to: other.pointee) }
    index = nil
    rows.read(row, over: UnsafeMutableRawPointer(memory))
    return memory
  }

  @_alwaysEmitIntoClient
  mutating func initialize(to world: State) {
    if isInitialized { memory.pointee = world } else { memory.initialize(to: world) }
    isInitialized = true
  }

  /// - Parameter other: Any world of the same shape.
  /// - Returns: Where the world stands until another one is read.
  @_alwaysEmitIntoClient
  mutating func unpack(
    _ bytes: UnsafeRawPointer, _ packing: Packing, like other: UnsafeMutablePointer<State>
  ) -> UnsafeMutablePointer<State> {
    if !isInitialized {
      memory.initialize(to: other.pointee)
      isInitialized = true
    } else if !packing.fits(UnsafeRawPointer(memory)) {
      // What was changed here is of another shape.
      memory.pointee = other.pointee
    }
    index = nil
    packing.unpack(bytes, over: UnsafeMutableRawPointer(memory))
    return memory
  }
}

internal import TEAStateSpace
internal import TEARuntime

/// The encoding of the worlds of a search as rows.
///
/// The row of a world is the row of its model if ``worldsAreModels``, and even the memory of its model if ``rowsAreMemory``.
/// Packing then ignores bits outside of the model's mask, such as padding.
///
/// Otherwise a row holds the numbers of the model, the outstanding commands and the surroundings, each of which is stored once
/// (the *collapse* of SPIN; Gerard J. Holzmann: *State Compression in SPIN*, 1997). Where worlds are compared by a key, the
/// number of the key comes first, and rows are compared by this number alone.
final class WorldRows<M: Module>: @unchecked Sendable {
  // Only the tables change, and they have locks of their own.

  let worldsAreModels: Bool
  let rowsAreMemory: Bool
  /// The size of an unpacked row, in bytes.
  let size: Int
  /// The size of each field in bytes, and the mask of its bits.
  let fields: [(size: Int, mask: UInt64)]
  /// The number of fields, from the first, by which rows are compared.
  let comparedFieldCount: Int
  /// The model of the first start. Other models are read over copies of this one: a row does not store all bytes of a model,
  /// and the bytes that it leaves out are the same in all models.
  let example: UnsafeMutablePointer<M.Model>
  /// `false` where the rules have no starts, and ``example`` is uninitialized.
  private let hasExample: Bool
  let layout: RowLayout
  /// Empty where worlds are models.
  let models: PartTable
  let lists: CommandLists
  /// `nil` for a program without surroundings.
  let surroundings: SurroundingsTable<M>?
  /// The table of the keys by which worlds are compared; empty without ``key``.
  private let keys: PartTable
  /// Returns the key by which worlds are compared; `nil` where none is declared.
  let key: (@Sendable (World<M>) -> AnyHashable)?
  /// The tables of the parts inside of models and commands, which the layouts refer to.
  private let tables: PartTables

  /// - Parameter hashesAreFingerprints: Worlds with equal hashes are taken for the same.
  init(_ rules: Rules<M>, _ writer: RowWriter, hashesAreFingerprints: Bool = false) {
    key = rules.abstraction
    tables = PartTables(hashesAreFingerprints: hashesAreFingerprints)
    // A row cannot tell models with incomparable parts apart. An address in a row would mean nothing to another process that
    // resumes from a checkpoint.
    let contents = TypeContents.of(M.Model.self)
    worldsAreModels =
      M.Command.self == Never.self && !rules.hasSurroundings && key == nil
      && !contents.mayHoldIncomparable && !contents.holdsAddress
    let identity = ValueIdentity.of(M.Model.self)
    rowsAreMemory = worldsAreModels && identity.mask != nil && _isPOD(M.Model.self)
    let firstModel = rules.origins.first?.world.model
    (example, hasExample) = (.allocate(capacity: 1), firstModel != nil)
    if let firstModel { example.initialize(to: firstModel) }
    layout = RowLayoutMaker.layout(
      ofWhole: M.Model.self, tables, like: worldsAreModels && hasExample ? UnsafeRawPointer(example) : nil)
    models = tables.table(ofWhole: M.Model.self, layout)
    let commands = tables.table(ofWhole: M.Command.self)
    lists = CommandLists(of: commands, writer)
    surroundings =
      rules.hasSurroundings
      ? SurroundingsTable(rules, commands, hashesAreFingerprints: hashesAreFingerprints) : nil
    keys = .keyTable()
    if rowsAreMemory {
      fields = Self.words(of: identity.mask ?? [])
      comparedFieldCount = fields.count
    } else if worldsAreModels {
      fields = layout.fields
      comparedFieldCount = fields.count
    } else {
      fields = WorldNumbers.fields(isKeyed: key != nil)
      comparedFieldCount = key == nil ? WorldNumbers.comparedFieldCount : 1
    }
    size = fields.reduce(0) { $0 + $1.size }
  }

  private static func words(of mask: [UInt8]) -> [(size: Int, mask: UInt64)] {
    stride(from: 0, to: mask.count, by: 8).map { offset in
      let bytes = mask[offset..<min(mask.count, offset + 8)]
      return (8, bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  deinit {
    if hasExample { example.deinitialize(count: 1) }
    example.deallocate()
  }

  var partCount: Int {
    tables.count + lists.partCount + (surroundings?.count ?? 0) + models.count + keys.count
  }

  /// - Parameter first: The first row, with ``RowPacking/slack`` bytes after it.
  func packing(like first: UnsafeRawPointer) -> RowPacking {
    RowPacking(fields, comparedCount: comparedFieldCount, like: first)
  }

  /// All models and commands so far are constant: no part of them can change as long as they are retained.
  var holdsOnlyConstants: Bool { tables.holdConstants }

  // MARK: Writing

  /// - Parameter row: Memory of ``size`` bytes.
  func write(_ world: World<M>, to row: UnsafeMutableRawPointer, _ writer: RowWriter) {
    if worldsAreModels { return withUnsafePointer(to: world.model) { write($0, to: row, writer) } }
    let model = withUnsafePointer(to: world.model) { models.number(of: $0, writer) }
    let numbers = numbers(of: world, model: model, writer)
    if key != nil { return write(numbers, withKey: numberOfKey(of: world, writer), to: row) }
    numbers.write(to: row)
  }

  func numbers(of world: World<M>, model: UInt32, _ writer: RowWriter) -> WorldNumbers {
    let list = number(of: world.outstanding, writer)
    var numbers = WorldNumbers(model: model, outstandingBag: lists.bag(of: list, writer), outstanding: list)
    if let surroundings = world.surroundings, let table = self.surroundings {
      let (number, bag) = table.numberAndBag(of: surroundings, list, in: lists, writer)
      (numbers.surroundings, numbers.surroundingsBag) = (number + 1, bag + 1)
    }
    return numbers
  }

  func write(_ numbers: WorldNumbers, to row: UnsafeMutableRawPointer, _ writer: RowWriter) {
    if key == nil { numbers.write(to: row) } else { writeKeyed(numbers, to: row, writer) }
  }

  @inline(never)
  private func writeKeyed(_ numbers: WorldNumbers, to row: UnsafeMutableRawPointer, _ writer: RowWriter) {
    let first = UInt64(numbers.model) << 32 | UInt64(numbers.outstandingBag)
    let second = UInt64(numbers.surroundingsBag) << 32 | UInt64(numbers.surroundings)
    let slot = writer.keySlot(for: first, second)
    if !slot.pointee.isTaken || slot.pointee.first != first || slot.pointee.second != second {
      slot.pointee = .init(first: first, second: second, number: numberOfKey(of: world(numbers), writer), isTaken: true)
    }
    write(numbers, withKey: slot.pointee.number, to: row)
  }

  private func numberOfKey(of world: World<M>, _ writer: RowWriter) -> UInt32 {
    // There is a key wherever this function is called, so the zero is never used.
    withUnsafePointer(to: key.map { $0(world) } ?? AnyHashable(0)) { keys.number(of: $0, writer) }
  }

  private func write(_ numbers: WorldNumbers, withKey key: UInt32, to row: UnsafeMutableRawPointer) {
    row.storeBytes(of: key, as: UInt32.self)
    numbers.write(to: row + 4)
  }

  /// - Precondition: ``worldsAreModels``.
  func write(_ model: UnsafePointer<M.Model>, to row: UnsafeMutableRawPointer, _ writer: RowWriter) {
    if rowsAreMemory {
      row.copyMemory(from: model, byteCount: MemoryLayout<M.Model>.size)
    } else {
      layout.write(model, to: row, writer)
    }
  }

  func number(of commands: [M.Command], _ writer: RowWriter) -> UInt32 {
    if commands.isEmpty { return CommandLists.emptyList }
    let (count, stride) = (commands.count, MemoryLayout<M.Command>.stride)
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { numbers in
      commands.withUnsafeBufferPointer { commands in
        let first = UnsafeRawPointer(commands.baseAddress!)
        for index in 0..<count { numbers[index] = lists.commands.number(of: first + index * stride, writer) }
      }
      return lists.number(of: UnsafeBufferPointer(numbers), writer)
    }
  }

  /// Different worlds have different content hashes.
  var hasExactHashes: Bool { rowsAreMemory && fields.count == 1 }

  /// A hash of all that the world of a row stores; it does not depend on the numbers of the parts.
  func contentHash(_ row: UnsafeRawPointer) -> UInt64 {
    if rowsAreMemory {
      if hasExactHashes { return WorldIndex.permute(row.load(as: UInt64.self) & fields[0].mask) }
      var hash = WordMemory.seed
      for (index, field) in fields.enumerated() {
        WordMemory.mix(&hash, row.load(fromByteOffset: 8 * index, as: UInt64.self) & field.mask)
      }
      return WorldIndex.spread(hash)
    }
    if worldsAreModels { return WorldIndex.spread(layout.contentHash(row)) }
    let numbers = numbers(row)
    var hash = models.contentHash(of: Int(numbers.model))
    if numbers.outstanding != CommandLists.emptyList {
      WordMemory.add(lists.contentHash(of: numbers.outstanding), to: &hash)
    }
    if numbers.surroundingsBag != 0, let surroundings {
      WordMemory.add(surroundings.contentHash(ofBag: numbers.surroundingsBag - 1), to: &hash)
    }
    return WorldIndex.spread(hash)
  }

  // MARK: Reading

  func world(_ row: UnsafeRawPointer) -> World<M> {
    worldsAreModels ? World(model: model(row)) : world(numbers(row))
  }

  func world(_ numbers: WorldNumbers) -> World<M> {
    var world = World<M>(model: models.value(numbers.model))
    addParts(numbers, to: &world)
    return world
  }

  func addParts(_ numbers: WorldNumbers, to world: inout World<M>) {
    world.outstanding = outstanding(numbers.outstanding)
    if numbers.surroundings != 0, let surroundings {
      world.surroundings = surroundings.surroundings(numbers.surroundings - 1)
    }
  }

  /// - Precondition: Not ``worldsAreModels``.
  func numbers(_ row: UnsafeRawPointer) -> WorldNumbers { WorldNumbers(key == nil ? row : row + 4) }

  func outstanding(_ list: UInt32) -> [M.Command] {
    list == CommandLists.emptyList ? [] : lists.commands(of: list).map { lists.commands.value($0) }
  }

  /// The step with the values that its numbers stand for.
  func stepInValues(_ step: WorldStep<NumberedProgram>) -> WorldStep<M> {
    guard let surroundings else { preconditionFailure("only the steps of surroundings are kept in numbers") }
    return step.map(surroundings.parts.values)
  }

  /// - Precondition: ``worldsAreModels``.
  func model(_ row: UnsafeRawPointer) -> M.Model {
    if rowsAreMemory { return row.assumingMemoryBound(to: M.Model.self).pointee }
    return withUnsafeTemporaryAllocation(of: M.Model.self, capacity: 1) { memory in
      let target = memory.baseAddress!
      target.initialize(to: example.pointee)
      layout.read(row, to: target, isInitialized: true)
      return target.move()
    }
  }

  // MARK: Comparing

  /// Returns whether two rows, not packed, are those of the same world. Keys are ignored.
  func isSameWorld(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    var offset = 0
    let fieldCount = key == nil ? comparedFieldCount : 1 + WorldNumbers.comparedFieldCount
    for (fieldIndex, field) in fields.prefix(fieldCount).enumerated() {
      let difference =
        one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // Field 0 is the number of the key, where worlds have keys.
      if difference & field.mask != 0, key == nil || fieldIndex > 0 { return false }
      offset += field.size
    }
    return true
  }

  // MARK: Packed rows

  /// Calls a function with memory for one row, with ``RowPacking/slack`` bytes after it.
  @inline(__always)
  func withScratch<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: size + RowPacking.slack, alignment: 16) { body($0.baseAddress!) }
  }

  @inline(__always)
  func withUnpacked<Result>(
    _ packed: UnsafeRawPointer, _ packing: RowPacking, _ body: (UnsafeRawPointer) -> Result
  ) -> Result {
    withScratch { row in
      packing.unpack(packed, to: row)
      return body(row)
    }
  }

  func world(_ packed: UnsafeRawPointer, _ packing: RowPacking) -> World<M> {
    withUnpacked(packed, packing) { world($0) }
  }

  func numbers(_ packed: UnsafeRawPointer, _ packing: RowPacking) -> WorldNumbers {
    withUnpacked(packed, packing) { numbers($0) }
  }

  func withModel<Result>(
    of packed: UnsafeRawPointer, _ packing: RowPacking, _ body: (UnsafeMutablePointer<M.Model>) -> Result
  ) -> Result {
    guard worldsAreModels else {
      return body(models.address(of: Int(numbers(packed, packing).model)).assumingMemoryBound(to: M.Model.self))
    }
    var model = world(packed, packing).model
    return withUnsafeMutablePointer(to: &model, body)
  }

  /// The row has ``RowPacking/slack`` bytes after it.
  func withRow<Result>(of world: World<M>, _ writer: RowWriter, _ body: (UnsafeRawPointer) -> Result) -> Result {
    withScratch { row in
      write(world, to: row, writer)
      return body(row)
    }
  }

  /// Returns whether a packed row is that of a world. Keys are ignored.
  func isRow(_ packed: UnsafeRawPointer, _ packing: RowPacking, of world: World<M>, _ writer: RowWriter) -> Bool {
    withRow(of: world, writer) { row in withUnpacked(packed, packing) { isSameWorld(row, $0) } }
  }
}

/// The memory for one model at a time, and for the row of this model.
///
/// The code that makes this object calls ``deallocate()`` once.
final class ModelMemory<M: Module> {
  let address: UnsafeMutableRawPointer
  /// The memory of the row; also that of the model where rows are the memory of models.
  let row: UnsafeMutableRawPointer
  // `@exclusivity(unchecked)`: only an expansion uses this memory, on one thread at a time.

  /// There is a model at ``address``; stays `false` where rows are the memory of models.
  @exclusivity(unchecked) var isInitialized = false
  /// The number of the world whose model is in this memory; `nil` for none.
  @exclusivity(unchecked) var worldNumber: Int?
  private let rowsAreMemory: Bool

  init(_ rows: WorldRows<M>) {
    rowsAreMemory = rows.rowsAreMemory
    row = .allocate(byteCount: rows.size + RowPacking.slack, alignment: 16)
    address =
      rowsAreMemory ? row : UnsafeMutableRawPointer(UnsafeMutablePointer<M.Model>.allocate(capacity: 1))
  }

  func deallocate() {
    if !rowsAreMemory {
      let model = address.assumingMemoryBound(to: M.Model.self)
      if isInitialized { model.deinitialize(count: 1) }
      model.deallocate()
    }
    row.deallocate()
  }

  /// Reads the model of a world from its packed row; does nothing where this memory has the model already.
  @inline(__always)
  func read(_ number: Int, _ packed: UnsafeRawPointer, _ packing: RowPacking, _ rows: WorldRows<M>) {
    if worldNumber == number { return }
    worldNumber = number
    packing.unpack(packed, to: row)
    if rows.rowsAreMemory { return }
    if !isInitialized { initializeModel(like: rows) }
    rows.layout.read(row, to: address, isInitialized: true)
  }

  @inline(never)
  private func initializeModel(like rows: WorldRows<M>) {
    address.assumingMemoryBound(to: M.Model.self).initialize(to: rows.example.pointee)
    isInitialized = true
  }
}

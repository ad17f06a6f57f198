public import TEAStateSpace
public import TEARuntime

/// The encoding of the worlds of a search as rows.
///
/// A world that is nothing but a model is the row of its model; where that is plain memory, the row is this memory, and
/// what does not count of it is as in the first model. Any other world is a row of numbers: of its model, of what is
/// outstanding, and of what surrounds it, each of which is kept once (the *collapse* of SPIN; Gerard J. Holzmann: *State
/// Compression in SPIN*, 1997). Where a key tells worlds apart, its number comes first, and nothing after it is compared.
@usableFromInline
final class WorldRows<M: Module>: @unchecked Sendable {
  // Its tables have locks of their own, and nothing else changes.

  /// A row is that of a model, and of nothing else.
  @usableFromInline let isModel: Bool
  /// A row is the memory of a model.
  @usableFromInline let isMemory: Bool
  /// The bytes of a row: a multiple of eight.
  @usableFromInline let size: Int
  /// The first bytes of a row, which tell worlds apart.
  @usableFromInline let comparedSize: Int
  /// The layout of rows that are the memory of models.
  @usableFromInline let memory: MemoryRows
  /// The first model, where there is any: what is part of the program in it, and in no row, is the same in all models.
  @usableFromInline let example: UnsafeMutablePointer<M.Model>
  private let hasExample: Bool
  @usableFromInline let layout: RowLayout
  /// The numbers of the models, where they have any.
  @usableFromInline let models: PartTable
  @usableFromInline let lists: CommandLists
  @usableFromInline let surroundings = SurroundingsTable<M>()
  private let keys: PartTable
  /// The key that tells worlds apart, where it is declared.
  @usableFromInline let key: (@Sendable (World<M>) -> AnyHashable)?
  /// Those of the parts, which the layouts refer to.
  private let tables = PartTables()

  /// - Parameter rules: The models of their first start has arrays as long as others are expected to have.
  @usableFromInline
  init(_ rules: Rules<M>, _ writer: RowWriter) {
    key = rules.abstraction
    isModel = M.Command.self == Never.self && !rules.hasSurroundings && key == nil
    let identity = ValueIdentity.of(M.Model.self)
    isMemory = isModel && identity.mask != nil && _isPOD(M.Model.self)
    let first = rules.origins.first?.world.model
    (example, hasExample) = (.allocate(capacity: 1), first != nil)
    if let first { example.initialize(to: first) }
    memory = MemoryRows(
      mask: isMemory ? identity.mask ?? [] : [], alignment: MemoryLayout<M.Model>.alignment,
      like: hasExample ? UnsafeRawPointer(example) : nil)
    layout = RowLayoutMaker.layout(
      ofAll: M.Model.self, tables, like: isModel && hasExample ? UnsafeRawPointer(example) : nil)
    models = PartTable(of: M.Model.self, number: 0, .row(layout))
    let commands = PartTable(
      of: M.Command.self, number: 0, .row(RowLayoutMaker.layout(ofAll: M.Command.self, tables)))
    lists = CommandLists(of: commands, writer)
    keys = .ofKeys()
    if isModel {
      size = isMemory ? 8 * memory.masks.count : max(8, (layout.size + 7) & ~7)
      comparedSize = size
    } else {
      size = WorldNumbers.size + (key == nil ? 0 : 8)
      comparedSize = key == nil ? WorldNumbers.comparedSize : 4
    }
  }

  deinit {
    memory.deallocate()
    if hasExample { example.deinitialize(count: 1) }
    example.deallocate()
  }

  /// The number of parts that are kept.
  @usableFromInline
  var partCount: Int {
    tables.count + lists.count + surroundings.count + models.count + keys.count
  }

  // MARK: Writing

  /// Writes a world.
  ///
  /// - Parameter row: Memory of ``size`` bytes.
  /// - Returns: The hash by which the world is looked up.
  @_alwaysEmitIntoClient
  func write(_ world: World<M>, to row: UnsafeMutableRawPointer, _ writer: RowWriter) -> UInt64 {
    if isModel { return withUnsafePointer(to: world.model) { write($0, to: row, writer) } }
    let (model, modelHash) = withUnsafePointer(to: world.model) { models.number(of: $0, writer) }
    let list = number(of: world.outstanding, writer)
    var numbers = WorldNumbers(model: model, bag: lists.bag(of: list, writer), outstanding: list)
    var aroundHash: UInt64?
    if let surroundings = world.surroundings {
      let (number, kind, hash) = self.surroundings.numbers(of: surroundings, writer)
      (numbers.surroundings, numbers.kindOfSurroundings, aroundHash) = (number + 1, kind + 1, hash)
    }
    if key != nil { return write(numbers, of: world, to: row, writer) }
    numbers.write(to: row)
    return Self.hash(modelHash, list == CommandLists.none ? nil : lists.hash(of: list), aroundHash)
  }

  /// Writes a world that a key tells from others.
  @usableFromInline
  func write(
    _ numbers: WorldNumbers, of world: World<M>, to row: UnsafeMutableRawPointer, _ writer: RowWriter
  ) -> UInt64 {
    let (number, hash) = withUnsafePointer(to: key.map { $0(world) } ?? AnyHashable(0)) { keys.number(of: $0, writer) }
    row.storeBytes(of: 0, as: UInt64.self)
    row.storeBytes(of: number, as: UInt32.self)
    numbers.write(to: row + 8)
    return WorldIndex.spread(hash)
  }

  /// Writes a model that is all of a world.
  @_alwaysEmitIntoClient
  func write(
    _ model: UnsafePointer<M.Model>, to row: UnsafeMutableRawPointer, _ writer: RowWriter
  ) -> UInt64 {
    if isMemory {
      row.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      row.copyMemory(from: model, byteCount: MemoryLayout<M.Model>.size)
      memory.clear(row)
      return memory.hash(row)
    }
    row.storeBytes(of: 0, toByteOffset: size - 8, as: UInt64.self)
    return WorldIndex.spread(layout.write(model, to: row, writer))
  }

  /// The number of a list of commands.
  @_alwaysEmitIntoClient
  func number(of commands: [M.Command], _ writer: RowWriter) -> UInt32 {
    if commands.isEmpty { return CommandLists.none }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: commands.count) { numbers in
      for (place, command) in commands.enumerated() {
        numbers[place] = withUnsafePointer(to: command) { lists.commands.number(of: $0, writer).0 }
      }
      return lists.number(of: UnsafeBufferPointer(numbers), writer)
    }
  }

  /// The hash by which a world is looked up, by those of its parts.
  @_alwaysEmitIntoClient
  static func hash(_ model: UInt64, _ bag: UInt64?, _ surroundings: UInt64?) -> UInt64 {
    var hash = model
    if let bag { Words.add(bag, to: &hash) }
    if let surroundings { Words.add(surroundings, to: &hash) }
    return WorldIndex.spread(hash)
  }

  // MARK: Reading

  /// The world that was written.
  @_alwaysEmitIntoClient
  func world(_ row: UnsafeRawPointer) -> World<M> {
    guard !isModel else { return World(model: model(row)) }
    let numbers = numbers(row)
    var world = World<M>(model: modelMemory(Int(numbers.model)).pointee, outstanding: outstanding(numbers.outstanding))
    if numbers.surroundings != 0 {
      world.surroundings = surroundings.surroundings(numbers.surroundings - 1)
    }
    return world
  }

  /// The numbers in a row that has them.
  @usableFromInline
  func numbers(_ row: UnsafeRawPointer) -> WorldNumbers { WorldNumbers(row + (size - WorldNumbers.size)) }

  /// The model that has a number.
  @_alwaysEmitIntoClient
  func modelMemory(_ number: Int) -> UnsafeMutablePointer<M.Model> {
    models.place(of: number).assumingMemoryBound(to: M.Model.self)
  }

  /// The command that has a number.
  @_alwaysEmitIntoClient
  func command(_ number: Int) -> M.Command {
    lists.commands.place(of: number).assumingMemoryBound(to: M.Command.self).pointee
  }

  @_alwaysEmitIntoClient
  func outstanding(_ list: UInt32) -> [M.Command] {
    list == CommandLists.none ? [] : lists.commands(of: list).map { command(Int($0)) }
  }

  /// The model that is all of a world that was written.
  @_alwaysEmitIntoClient
  func model(_ row: UnsafeRawPointer) -> M.Model {
    if isMemory { return row.assumingMemoryBound(to: M.Model.self).pointee }
    return withUnsafeTemporaryAllocation(of: M.Model.self, capacity: 1) { memory in
      let place = memory.baseAddress!
      place.initialize(to: example.pointee)
      layout.read(row, to: place, over: true)
      return place.move()
    }
  }

  // MARK: Comparing

  /// Tests for two rows that count as one.
  @inlinable
  func isAlike(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    Words.areSame(one, other, comparedSize)
  }

  /// Tests for two rows of the same world, whatever a key says.
  @usableFromInline
  func isSameWorld(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    key == nil ? isAlike(one, other) : Words.areSame(one + 8, other + 8, WorldNumbers.comparedSize)
  }
}

/// A world as the numbers of its parts.
@usableFromInline
struct WorldNumbers {
  @usableFromInline var model: UInt32
  /// The list of the outstanding commands in ascending order.
  @usableFromInline var bag: UInt32
  /// One more than the number of what surroundings are alike, in whatever order things wait; 0 for none.
  @usableFromInline var kindOfSurroundings: UInt32 = 0
  // What follows tells no worlds apart.
  /// The list of the outstanding commands in the order in which they were performed.
  @usableFromInline var outstanding: UInt32
  /// One more than the number of the surroundings; 0 for none.
  @usableFromInline var surroundings: UInt32 = 0

  @inlinable static var size: Int { 24 }
  /// The first bytes, which tell worlds apart.
  @inlinable static var comparedSize: Int { 12 }

  @inlinable
  init(model: UInt32, bag: UInt32, outstanding: UInt32) {
    (self.model, self.bag, self.outstanding) = (model, bag, outstanding)
  }

  @inlinable
  init(_ bytes: UnsafeRawPointer) {
    (model, bag) = (bytes.load(as: UInt32.self), bytes.load(fromByteOffset: 4, as: UInt32.self))
    kindOfSurroundings = bytes.load(fromByteOffset: 8, as: UInt32.self)
    outstanding = bytes.load(fromByteOffset: 12, as: UInt32.self)
    surroundings = bytes.load(fromByteOffset: 16, as: UInt32.self)
  }

  @inlinable
  func write(to bytes: UnsafeMutableRawPointer) {
    bytes.storeBytes(of: model, as: UInt32.self)
    bytes.storeBytes(of: bag, toByteOffset: 4, as: UInt32.self)
    bytes.storeBytes(of: kindOfSurroundings, toByteOffset: 8, as: UInt32.self)
    bytes.storeBytes(of: outstanding, toByteOffset: 12, as: UInt32.self)
    bytes.storeBytes(of: UInt64(surroundings), toByteOffset: 16, as: UInt64.self)
  }
}

/// The memory for one model at a time of a search whose rows are no memory of models.
///
/// Its owner calls ``deallocate()`` once.
@usableFromInline
struct ModelMemory<M: Module> {
  @usableFromInline let place: UnsafeMutablePointer<M.Model>
  @usableFromInline var isInitialized = false
  /// The row that was read last, unless the model was changed since.
  @usableFromInline var number: Int?

  @usableFromInline
  init() { place = .allocate(capacity: 1) }

  @usableFromInline
  func deallocate() {
    if isInitialized { place.deinitialize(count: 1) }
    place.deallocate()
  }

  /// - Returns: Where the model stands until another one is read.
  @_alwaysEmitIntoClient
  mutating func read(_ row: UnsafeRawPointer, _ rows: WorldRows<M>) -> UnsafeMutablePointer<M.Model> {
    if !isInitialized { place.initialize(to: rows.example.pointee) }
    rows.layout.read(row, to: place, over: true)
    (isInitialized, number) = (true, nil)
    return place
  }

  /// The same, where the row has a number, and is not read again where it was read last.
  @_alwaysEmitIntoClient
  mutating func read(_ number: Int, _ row: UnsafeRawPointer, _ rows: WorldRows<M>) -> UnsafeMutablePointer<M.Model> {
    if self.number != number {
      _ = read(row, rows)
      self.number = number
    }
    return place
  }
}

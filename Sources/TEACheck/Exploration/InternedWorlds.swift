internal import Synchronization
internal import TEARuntime

/// The models and the commands of a search, each kept once under a number; a world is a few of these numbers.
///
/// A program with commands has many more worlds than models: they differ in what is outstanding. To keep the parts of a
/// state once and states as indices of them is the *collapse* of SPIN (Gerard J. Holzmann: *State Compression in SPIN*,
/// 1997). Which number a part has depends on who met it first, and nothing that a search finds depends on the numbers. A
/// part stands for others only where it stores the same, apart from the order of sets.
@usableFromInline
final class InternedWorlds<State: SearchState>: @unchecked Sendable {
  // Parts are added under the lock, and what was added neither changes nor moves. A worker knows the numbers that it was
  // given under the lock, and those in worlds of batches before.

  @usableFromInline typealias M = State.M

  /// How worlds are written.
  @usableFromInline let layout: InternedLayout
  private let structuralHash: StructuralHash
  private let lock = Mutex(())
  /// The worlds with nothing outstanding, one for each model.
  private var models = WorldStore<State>()
  private let index = WorldIndex(isCompact: false)
  /// What is kept instead of these, where models and commands are told apart by rows.
  private let rows: PartRows?
  /// Writes the rows of worlds that are no candidates of a batch.
  private let writer = RowWriter()
  @usableFromInline let modelBlocks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// The numbers of the commands with each hash.
  private var commandNumbers: [Int: [Int]] = [:]
  private var commandCount = 0
  @usableFromInline let commands: UnsafeMutablePointer<M.Command>
  @usableFromInline let commandHashes: UnsafeMutablePointer<Int>

  /// The most commands that are told apart.
  private static var commandCapacity: Int { 1 << 12 }

  /// - Parameters:
  ///   - mostOutstanding: The most commands that are outstanding at a time.
  ///   - rows: How models are written, where they are told apart by rows.
  @usableFromInline
  init(mostOutstanding: Int, _ structuralHash: StructuralHash, _ rows: PartRows?) {
    self.rows = rows
    layout = InternedLayout(mostOutstanding: mostOutstanding)
    self.structuralHash = structuralHash
    modelBlocks = rows?.models.values ?? models.blocks
    commands = .allocate(capacity: Self.commandCapacity)
    commandHashes = .allocate(capacity: Self.commandCapacity)
  }

  deinit {
    models.deallocate()
    index.deallocate()
    commands.deinitialize(count: commandCount)
    commands.deallocate()
    commandHashes.deallocate()
  }

  /// The memory of the world of a model with nothing outstanding.
  @inlinable
  func address(ofModel number: Int) -> UnsafeMutablePointer<State> {
    modelBlocks[number >> WorldStore<State>.blockBits].assumingMemoryBound(to: State.self)
      + (number & (WorldStore<State>.blockSize - 1))
  }

  /// Whether models and commands are told apart by rows.
  @usableFromInline
  var isOfRows: Bool { rows != nil }

  /// The number of a model, and the hash of its world with nothing outstanding, which is given.
  @usableFromInline
  func number(of bare: UnsafePointer<State>, _ writer: RowWriter) -> (number: Int, hash: UInt64) {
    if let rows {
      let (number, hash) = rows.models.number(of: bare, writer)
      return (Int(number), hash)
    }
    let hash = UInt64(truncatingIfNeeded: bare.pointee.hash(structuralHash))
    let number = lock.withLock { _ in
      let number = models.count
      let known = index.insert(number, hash: WorldIndex.spread(hash)) {
        State.isSame(address(ofModel: $0), bare, structuralHash)
      }
      if let known { return known }
      models.append(bare.pointee)
      return number
    }
    return (number, hash)
  }

  /// Whether a model is the one that has a number.
  @usableFromInline
  func isSame(_ bare: UnsafePointer<State>, _ number: Int, _ writer: RowWriter) -> Bool {
    rows?.models.isSame(bare, number, writer) ?? State.isSame(bare, address(ofModel: number), structuralHash)
  }

  /// The number of a command.
  ///
  /// - Returns: Nothing where there are too many.
  @usableFromInline
  func number(of command: M.Command, _ writer: RowWriter) -> Int? {
    if let rows { return withUnsafePointer(to: command) { number(of: $0, rows, writer) } }
    let hash = structuralHash.commands.hash(of: command)
    return lock.withLock { _ in
      let known = commandNumbers[hash, default: []].first { number in
        withUnsafePointer(to: command) { structuralHash.commands.isSame($0, commands + number) }
      }
      if let known { return known }
      let number = commandCount
      guard number < Self.commandCapacity else { return nil }
      (commands + number).initialize(to: command)
      commandHashes[number] = hash
      commandNumbers[hash, default: []].append(number)
      commandCount += 1
      return number
    }
  }

  private func number(of command: UnsafePointer<M.Command>, _ rows: PartRows, _ writer: RowWriter) -> Int? {
    let number = Int(rows.commands.number(of: command, writer).0)
    guard number < Self.commandCapacity else { return nil }
    lock.withLock { _ in
      while commandCount <= number {
        let kept = rows.commands.place(of: commandCount).assumingMemoryBound(to: M.Command.self)
        (commands + commandCount).initialize(to: kept.pointee)
        commandHashes[commandCount] = Int(truncatingIfNeeded: rows.commands.hash(of: commandCount))
        commandCount += 1
      }
    }
    return number
  }

  /// The world that was written.
  @_alwaysEmitIntoClient
  func world(_ bytes: UnsafeRawPointer) -> State {
    let bare = address(ofModel: InternedLayout.model(bytes))
    let count = InternedLayout.outstandingCount(bytes)
    if count == 0 { return bare.pointee }
    let numbers = layout.outstanding(bytes)
    let commands = [M.Command](unsafeUninitializedCapacity: count) { memory, filled in
      for place in 0..<count {
        (memory.baseAddress! + place).initialize(to: self.commands[Int(numbers[place])])
      }
      filled = count
    }
    return State(bare.pointee, with: commands)
  }

  /// The numbers of the parts of a world.
  ///
  /// - Returns: Nothing where the world cannot be written.
  private func numbers(of state: State) -> (model: Int, outstanding: [UInt16])? {
    let world = state.world
    guard world.outstanding.count <= layout.mostOutstanding, var bare = try? State(World<M>(model: world.model))
    else { return nil }
    let model = number(of: &bare, writer).number
    let outstanding = world.outstanding.compactMap { number(of: $0, writer).map { UInt16($0) } }
    return outstanding.count == world.outstanding.count ? (model, outstanding) : nil
  }

  /// The hash of a world that ``fits(_:)``.
  func hash(of state: State) -> UInt64 {
    let world = state.world
    guard var bare = try? State(World<M>(model: world.model)) else { return 0 }
    var hash = number(of: &bare, writer).hash
    if world.outstanding.isEmpty { return hash }
    let bag = world.outstanding.reduce(world.outstanding.count) { bag, command in
      bag &+ (number(of: command, writer).map { commandHashes[$0] } ?? 0)
    }
    StructuralHash.add(bag, to: &hash)
    return hash
  }

  /// Whether a world can be written.
  @usableFromInline
  func fits(_ state: State) -> Bool { numbers(of: state) != nil }

  /// Writes a world that ``fits(_:)``.
  @usableFromInline
  func write(_ state: State, to bytes: UnsafeMutableRawPointer) {
    guard let (model, outstanding) = numbers(of: state) else { return }
    layout.write(model: model, outstanding: outstanding, to: bytes)
  }

  /// Whether it pays no more to keep what so many steps were.
  ///
  /// What a program does takes memory, in every worker, and is run and compared more than once before it is kept.
  @usableFromInline
  func isIdle(learned: Int, transitions: Int, isCompact: Bool) -> Bool {
    let (least, factor) = structuralHash.isCheap ? (50_000, isCompact ? 16 : 4) : (10_000, 16)
    return learned > least && learned * factor > transitions
  }
}

/// How a world is written as numbers: of its model, of how many commands are outstanding, and of these, in ascending order
/// and then once more in the order in which they were performed.
///
/// Worlds are the same where all but the last is the same.
@usableFromInline
struct InternedLayout {
  @usableFromInline let mostOutstanding: Int
  /// How many bytes tell worlds apart: a multiple of eight.
  @usableFromInline let comparedSize: Int
  /// How many bytes a world takes: a multiple of eight.
  @usableFromInline let size: Int

  /// The most outstanding commands that worlds can be written with.
  @usableFromInline static var mostOutstanding: Int { 32 }

  private static var headSize: Int { 8 }

  @usableFromInline
  init(mostOutstanding: Int) {
    self.mostOutstanding = mostOutstanding
    let part = (2 * self.mostOutstanding + 7) & ~7
    comparedSize = Self.headSize + part
    size = comparedSize + part
  }

  @inlinable
  static func model(_ bytes: UnsafeRawPointer) -> Int { Int(bytes.load(as: UInt32.self)) }

  @inlinable
  static func outstandingCount(_ bytes: UnsafeRawPointer) -> Int { Int(bytes.load(fromByteOffset: 4, as: UInt32.self)) }

  /// The numbers of the outstanding commands, in the order in which they were performed.
  @inlinable
  func outstanding(_ bytes: UnsafeRawPointer) -> UnsafePointer<UInt16> {
    (bytes + comparedSize).assumingMemoryBound(to: UInt16.self)
  }

  /// Writes a world.
  @usableFromInline
  func write(model: Int, outstanding: [UInt16], to bytes: UnsafeMutableRawPointer) {
    bytes.initializeMemory(as: UInt64.self, repeating: 0, count: size / 8)
    setHead(model, outstanding.count, bytes)
    let (sorted, order) = parts(bytes)
    for (place, command) in outstanding.enumerated() {
      order[place] = command
      Self.insert(command, into: sorted, of: place)
    }
  }

  /// Writes what a step leads to, after which no more commands are outstanding than there is room for.
  ///
  /// - Parameters:
  ///   - answered: The place of the outstanding command that is answered, or -1.
  ///   - performed: The numbers of the commands that are outstanding then, beside the others.
  ///   - parent: The world before the step.
  @usableFromInline
  func write(
    model: Int, answering answered: Int, performing performed: UnsafeBufferPointer<UInt16>,
    after parent: UnsafeRawPointer, to bytes: UnsafeMutableRawPointer
  ) {
    bytes.copyMemory(from: parent, byteCount: size)
    var count = Self.outstandingCount(parent)
    let (sorted, order) = parts(bytes)
    if answered >= 0 {
      let command = order[answered]
      var place = 0
      while sorted[place] != command { place += 1 }
      count -= 1
      while place < count {
        sorted[place] = sorted[place + 1]
        place += 1
      }
      sorted[count] = 0
      for place in answered..<count { order[place] = order[place + 1] }
      order[count] = 0
    }
    for command in performed {
      order[count] = command
      Self.insert(command, into: sorted, of: count)
      count += 1
    }
    setHead(model, count, bytes)
  }

  private func parts(_ bytes: UnsafeMutableRawPointer) -> (UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>) {
    (
      (bytes + Self.headSize).assumingMemoryBound(to: UInt16.self),
      (bytes + comparedSize).assumingMemoryBound(to: UInt16.self)
    )
  }

  private func setHead(_ model: Int, _ count: Int, _ bytes: UnsafeMutableRawPointer) {
    bytes.storeBytes(of: UInt32(truncatingIfNeeded: model), as: UInt32.self)
    bytes.storeBytes(of: UInt32(truncatingIfNeeded: count), toByteOffset: 4, as: UInt32.self)
  }

  private static func insert(_ command: UInt16, into sorted: UnsafeMutablePointer<UInt16>, of count: Int) {
    var place = count
    while place > 0, sorted[place - 1] > command {
      sorted[place] = sorted[place - 1]
      place -= 1
    }
    sorted[place] = command
  }
}

extension Rules {
  /// Whether what was found to be wrong is wrong when it is reached by the program's own steps.
  ///
  /// Where a model stands for others whose sets are in another order, one of these may have been meant.
  @usableFromInline
  func confirms(_ exploration: Exploration<M>) -> Bool {
    guard case .violation(let violation) = exploration.end, violation.breach.trap == nil else { return true }
    // What is found by chance may not be found again.
    if violation.breach.isOfTwoRuns { return true }
    guard let trace = exploration.trace else { return false }
    guard violation.step != nil else { return breach(in: trace.last)?.property == violation.breach.property }
    guard let (step, outcome) = trace.steps.last else { return false }
    let before = trace.steps.dropLast().last?.outcome.world ?? trace.origin.world
    return breach(of: step, in: before, outcome)?.property == violation.breach.property
  }
}

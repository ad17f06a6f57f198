public import TEAStateSpace
public import TEARuntime

/// The translation of the rows of a saved search for the search that resumes it.
///
/// The owner calls ``deallocate()`` once.
@usableFromInline
struct RowRestoration<M: Module> {
  let saved: SavedSearch
  let rows: WorldRows<M>
  /// The packing of the saved rows.
  let packing: RowPacking
  private(set) var translation = RowTranslation()
  /// Memory for an unpacked row.
  private let scratch: UnsafeMutableRawPointer
  /// Memory for another unpacked row.
  private let other: UnsafeMutableRawPointer

  /// The number of first worlds to which all steps are taken again.
  private static var firstWorlds: Int { 1_000 }
  /// The number of other worlds for each one to which the step is taken again.
  private static var sampling: Int { 1_000 }

  /// - Returns: `nil` where the saved rows do not have the fields of this program's rows.
  @usableFromInline
  init?(_ saved: SavedSearch, _ rows: WorldRows<M>) {
    guard
      let packing = RowPacking(rows.fields, comparedCount: rows.comparedCount, numbers: saved.checkpoint.packing)
    else { return nil }
    guard packing.size == saved.checkpoint.rowSize else {
      packing.deallocate()
      return nil
    }
    (self.saved, self.rows, self.packing) = (saved, rows, packing)
    scratch = .allocate(byteCount: rows.size + RowPacking.slack, alignment: 16)
    other = .allocate(byteCount: rows.size + RowPacking.slack, alignment: 16)
  }

  @usableFromInline
  func deallocate() {
    packing.deallocate()
    scratch.deallocate()
    other.deallocate()
  }

  /// The worlds to which steps are taken again, in order.
  @usableFromInline
  var worldsToRetake: [Int] {
    var taken = Set(0..<min(Self.firstWorlds, saved.checkpoint.worlds))
    taken.formUnion(stride(from: 0, to: saved.checkpoint.worlds, by: Self.sampling))
    taken.formUnion(saved.partOrigins.lazy.map(Int.init).filter { $0 < saved.checkpoint.worlds })
    return taken.sorted()
  }

  /// Writes the row of a saved world with the numbers of this search.
  ///
  /// - Returns: `false` where the world has a part that no world found again has.
  func translate(_ number: Int, to row: UnsafeMutableRawPointer) -> Bool {
    guard let arena = saved.rows else { return false }
    packing.unpack(UnsafeRawPointer(arena[number]), to: row)
    return translation.translate(row, rows)
  }

  /// The saved world with a number, all of whose parts are known.
  @usableFromInline
  func world(_ number: Int) -> World<M> {
    _ = translate(number, to: scratch)
    return rows.world(UnsafeRawPointer(scratch))
  }

  /// Learns the numbers of the parts of a world that was found again.
  ///
  /// - Returns: `true` if its saved row and the new one are of the same world.
  @usableFromInline
  mutating func learn(_ number: Int, _ new: UnsafeRawPointer) -> Bool {
    guard let arena = saved.rows else { return false }
    packing.unpack(UnsafeRawPointer(arena[number]), to: other)
    translation.learn(UnsafeRawPointer(other), new, rows)
    return translation.translate(other, rows) && rows.isSameWorld(UnsafeRawPointer(other), new)
  }

  /// Learns from a packed row.
  @usableFromInline
  mutating func learn(_ number: Int, _ packing: RowPacking, _ packed: UnsafeRawPointer) -> Bool {
    packing.unpack(packed, to: scratch)
    return learn(number, UnsafeRawPointer(scratch))
  }

  /// The worlds that have a part which no earlier world has, in order.
  @usableFromInline
  static func partOrigins(in arena: RowArena, _ count: Int, _ packing: RowPacking, _ rows: WorldRows<M>) -> [UInt32] {
    if rows.areMemory { return [] }
    var (met, origins) = (MetParts(), [UInt32]())
    withUnsafeTemporaryAllocation(byteCount: rows.size + RowPacking.slack, alignment: 16) { scratch in
      let row = scratch.baseAddress!
      for number in 0..<count {
        packing.unpack(UnsafeRawPointer(arena[number]), to: row)
        if met.add(UnsafeRawPointer(row), rows) { origins.append(UInt32(truncatingIfNeeded: number)) }
      }
    }
    return origins
  }
}

extension Explorer {
  /// Continues with the saved ancestry and with the saved rows, translated, and indexes them.
  @usableFromInline
  mutating func adopt(_ saved: SavedSearch, _ restoration: RowRestoration<M>) {
    ancestry.deallocate()
    ancestry = saved.ancestry
    guard var kept = saved.rows else { return }
    arena.deallocate()
    if restoration.translation.isIdentity {
      arena = kept
      // A copy, because the restoration deallocates its own packing.
      adopt(restoration.packing.widened(for: restoration.packing.room))
    } else {
      adopt(restoration.translated(&kept, packing))
      arena = kept
    }
    hashesSuffice = packing.comparesOneWord
    let all = WorldIndex(isCompact: false)
    for world in 0..<arena.count {
      let hash = packing.hash(arena[world])
      if hashesSuffice { _ = all.insert(hash: hash) } else { _ = all.insert(world, hash: hash) { _ in false } }
    }
    replaceIndex(by: all)
    if rules.comparesStructure { for world in 0..<arena.count { noteEqual(world) } }
  }
}

extension RowRestoration {
  /// Translates all rows of an arena.
  ///
  /// - Parameter start: The packing of the rows that this search has found again.
  /// - Returns: The packing of the translated rows.
  fileprivate func translated(_ arena: inout RowArena, _ start: RowPacking) -> RowPacking {
    var needs = start.room
    for number in 0..<arena.count {
      _ = translate(number, to: scratch)
      start.add(UnsafeRawPointer(scratch), to: &needs)
    }
    let new = start.widened(for: needs)
    arena.rewrite(rowSize: new.size) { _, packed, target in
      packing.unpack(packed, to: scratch)
      _ = translation.translate(scratch, rows)
      _ = new.pack(UnsafeRawPointer(scratch), to: target)
    }
    return new
  }
}

public import TEAStateSpace
public import TEARuntime

/// The rows of a search that is resumed, as they are translated for the search that goes on.
///
/// Whoever makes one calls ``deallocate()`` once.
@usableFromInline
struct RowRestoration<M: Module> {
  let saved: SavedSearch
  let rows: WorldRows<M>
  /// The form of the saved rows.
  let packing: RowPacking
  private(set) var translation = RowTranslation()
  /// Room for one row and another.
  private let scratch: UnsafeMutableRawPointer
  private let other: UnsafeMutableRawPointer

  /// Each of so many first worlds is taken again, and of the others one in ``sampling``.
  private static var firstWorlds: Int { 1_000 }
  private static var sampling: Int { 1_000 }

  /// - Returns: `nil` where the rows are none of this program.
  @usableFromInline
  init?(_ saved: SavedSearch, _ rows: WorldRows<M>) {
    guard
      let packing = RowPacking(rows.fields, comparedCount: rows.comparedCount, form: saved.checkpoint.form)
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

  /// The worlds whose steps are taken again, in order.
  @usableFromInline
  var worldsToTake: [Int] {
    var taken = Set(0..<min(Self.firstWorlds, saved.checkpoint.worlds))
    taken.formUnion(stride(from: 0, to: saved.checkpoint.worlds, by: Self.sampling))
    taken.formUnion(saved.partOrigins.lazy.map(Int.init).filter { $0 < saved.checkpoint.worlds })
    return taken.sorted()
  }

  /// Writes the row of a world with the numbers of this search.
  ///
  /// - Returns: `false` where it has a part that was in no world so far.
  func translate(_ number: Int, to row: UnsafeMutableRawPointer) -> Bool {
    guard let arena = saved.rows else { return false }
    packing.unpack(UnsafeRawPointer(arena[number]), to: row)
    return translation.translate(row, rows)
  }

  /// A world all of whose parts are known.
  @usableFromInline
  func world(_ number: Int) -> World<M> {
    _ = translate(number, to: scratch)
    return rows.world(UnsafeRawPointer(scratch))
  }

  /// Takes note of the parts of a world that was found again.
  ///
  /// - Returns: Whether its saved row is this one.
  @usableFromInline
  mutating func learn(_ number: Int, _ new: UnsafeRawPointer) -> Bool {
    guard let arena = saved.rows else { return false }
    packing.unpack(UnsafeRawPointer(arena[number]), to: other)
    translation.learn(UnsafeRawPointer(other), new, rows)
    return translation.translate(other, rows) && rows.isSameWorld(UnsafeRawPointer(other), new)
  }

  /// The same of a row that is packed.
  @usableFromInline
  mutating func learn(_ number: Int, _ packing: RowPacking, _ packed: UnsafeRawPointer) -> Bool {
    packing.unpack(packed, to: scratch)
    return learn(number, UnsafeRawPointer(scratch))
  }

  /// The worlds in which a part was met first, in order.
  @usableFromInline
  static func partOrigins(in arena: RowArena, _ count: Int, _ packing: RowPacking, _ rows: WorldRows<M>) -> [UInt32] {
    if rows.isMemory { return [] }
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
  /// Takes the saved rows and the ways to them as its own.
  @usableFromInline
  mutating func adopt(_ saved: SavedSearch, _ restoration: RowRestoration<M>) {
    ancestry.deallocate()
    ancestry = saved.ancestry
    guard var kept = saved.rows else { return }
    arena.deallocate()
    if restoration.translation.isIdentity {
      arena = kept
      // A copy: the restoration gives its own back.
      adopt(restoration.packing.widened(for: restoration.packing.needs))
    } else {
      adopt(restoration.translated(&kept, packing))
      arena = kept
    }
    hashesSuffice = packing.areWords
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
  /// - Parameter start: The form of the rows that there are already.
  /// - Returns: The form that they then have.
  fileprivate func translated(_ arena: inout RowArena, _ start: RowPacking) -> RowPacking {
    var needs = start.needs
    for number in 0..<arena.count {
      _ = translate(number, to: scratch)
      start.add(UnsafeRawPointer(scratch), to: &needs)
    }
    let new = start.widened(for: needs)
    arena.rewrite(rowSize: new.size) { _, packed, place in
      packing.unpack(packed, to: scratch)
      _ = translation.translate(scratch, rows)
      _ = new.pack(UnsafeRawPointer(scratch), to: place)
    }
    return new
  }
}

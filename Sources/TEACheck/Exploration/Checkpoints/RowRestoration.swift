internal import TEAStateSpace
internal import TEARuntime

/// Translates the rows of a saved search into rows of the search that resumes it.
///
/// The owner calls ``deallocate()`` once.
struct RowRestoration<M: Module> {
  let saved: SavedSearch
  /// The rows of the search that resumes the saved one.
  let rows: WorldRows<M>
  /// The packing of the saved rows.
  let packing: RowPacking
  private(set) var translation = RowTranslation()

  /// The steps to the worlds with numbers below this one are all taken again, to detect a changed program.
  private static var firstWorldCount: Int { 1_000 }
  /// Of the steps to the other worlds, one in this many is taken again.
  private static var sampleInterval: Int { 1_000 }

  /// - Returns: `nil` where the saved rows do not have the fields of this program's rows.
  init?(_ saved: SavedSearch, _ rows: WorldRows<M>) {
    guard
      let packing = RowPacking(
        rows.fields, comparedCount: rows.comparedFieldCount, numbers: saved.checkpoint.packingNumbers)
    else { return nil }
    guard packing.size == saved.checkpoint.rowSize else {
      packing.deallocate()
      return nil
    }
    (self.saved, self.rows, self.packing) = (saved, rows, packing)
  }

  func deallocate() { packing.deallocate() }

  /// The numbers of the worlds whose steps are taken again, in ascending order.
  var worldsToRetake: [Int] {
    var worlds = Set(0..<min(Self.firstWorldCount, saved.checkpoint.worldCount))
    worlds.formUnion(stride(from: 0, to: saved.checkpoint.worldCount, by: Self.sampleInterval))
    worlds.formUnion(saved.partOrigins.lazy.map(Int.init).filter { $0 < saved.checkpoint.worldCount })
    return worlds.sorted()
  }

  /// Writes the row of a saved world with the numbers of this search.
  ///
  /// - Returns: `false` where this search has no known number for a part, because no world that was found again has the part.
  func translate(_ number: Int, to row: UnsafeMutableRawPointer) -> Bool {
    guard let arena = saved.rows else { return false }
    packing.unpack(UnsafeRawPointer(arena[number]), to: row)
    return translation.translate(row, rows)
  }

  /// The saved world with a number, all of whose parts must have known numbers in this search.
  func world(_ number: Int) -> World<M> {
    rows.withScratch { row in
      _ = translate(number, to: row)
      return rows.world(row)
    }
  }

  /// Learns the numbers of the parts of a world that was found again.
  ///
  /// - Parameter new: The row of the world in this search.
  /// - Returns: `true` if the saved row and the new row are of the same world.
  mutating func learn(_ number: Int, _ new: UnsafeRawPointer) -> Bool {
    guard let arena = saved.rows else { return false }
    return rows.withScratch { savedRow in
      packing.unpack(arena[number], to: savedRow)
      translation.learn(savedRow, new, rows)
      return translation.translate(savedRow, rows) && rows.isSameWorld(savedRow, new)
    }
  }

  /// The ``SavedSearch/partOrigins`` among the first `worldCount` worlds of a search.
  static func partOrigins(
    in arena: RowArena, _ worldCount: Int, _ packing: RowPacking, _ rows: WorldRows<M>
  ) -> [UInt32] {
    if rows.rowsAreMemory { return [] }
    // A part is new where its number has no translation yet: each number is translated to itself.
    var (known, origins) = (RowTranslation(), [UInt32]())
    rows.withScratch { row in
      for number in 0..<worldCount {
        packing.unpack(UnsafeRawPointer(arena[number]), to: row)
        if known.learn(row, row, rows) { origins.append(UInt32(truncatingIfNeeded: number)) }
      }
    }
    return origins
  }
}

extension Explorer {
  /// Takes over the ancestry and the translated rows of a saved search, and makes the index anew.
  mutating func adopt(_ saved: SavedSearch, _ restoration: RowRestoration<M>) {
    ancestry.deallocate()
    ancestry = saved.ancestry
    guard var savedRows = saved.rows else { return }
    arena.deallocate()
    if restoration.translation.isIdentity {
      arena = savedRows
      // The explorer needs a copy of the packing, because the restoration deallocates its own.
      adopt(restoration.packing.widened(for: restoration.packing.room))
    } else {
      adopt(restoration.translateAll(of: &savedRows, packing))
      arena = savedRows
    }
    rebuildIndex(byHashOnly: packing.comparesOneWord)
    if rules.comparesStructure { for world in 0..<arena.count { _ = violationOfEquality(of: world) } }
  }
}

extension RowRestoration {
  /// - Parameter current: The packing of the rows in this search, which is widened for the translated rows.
  /// - Returns: The packing of the translated rows.
  fileprivate func translateAll(of arena: inout RowArena, _ current: RowPacking) -> RowPacking {
    rows.withScratch { row in
      var needs = current.room
      for number in 0..<arena.count {
        _ = translate(number, to: row)
        current.add(row, to: &needs)
      }
      let new = current.widened(for: needs)
      arena.rewrite(rowSize: new.size) { packed, target in
        packing.unpack(packed, to: row)
        _ = translation.translate(row, rows)
        _ = new.pack(row, to: target)
      }
      return new
    }
  }
}

internal import TEARuntime

/// The numbers of parts in the rows of an earlier search, as the same parts are numbered in this one.
///
/// Numbers depend on the order in which values were met. A world that was found again tells those of its parts.
struct RowTranslation {
  /// By the number of a table, and by that of a part there: the number now, or ``unknown``.
  private var numbers: [[UInt32]] = []
  /// All parts have the numbers that they had.
  private(set) var isIdentity = true

  private static var unknown: UInt32 { .max }

  private func number(_ old: UInt32, inTable table: Int) -> UInt32? {
    guard table < numbers.count, Int(old) < numbers[table].count else { return nil }
    let number = numbers[table][Int(old)]
    return number == Self.unknown ? nil : number
  }

  private mutating func note(_ old: UInt32, inTable table: Int, is new: UInt32) {
    while numbers.count <= table { numbers.append([]) }
    let missing = Int(old) + 1 - numbers[table].count
    if missing > 0 { numbers[table] += repeatElement(Self.unknown, count: missing + numbers[table].count) }
    numbers[table][Int(old)] = new
    if old != new { isIdentity = false }
  }

  /// Takes note of the numbers of a world's parts.
  ///
  /// - Parameters:
  ///   - old: Its row in the earlier search.
  ///   - new: Its row in this one.
  mutating func learn<M: Module>(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ rows: WorldRows<M>) {
    _ = rows.forEachNumber(in: old) { place, table, first in
      let before = old.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      let after = new.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      if before >= first, after >= first, number(before - first, inTable: table) == nil {
        note(before - first, inTable: table, is: after - first)
      }
      return true
    }
  }

  /// Gives the parts of a row of the earlier search their numbers of this one.
  ///
  /// - Returns: `false` where the number of a part is not known; some of them are then still the old ones.
  func translate<M: Module>(_ row: UnsafeMutableRawPointer, _ rows: WorldRows<M>) -> Bool {
    rows.forEachNumber(in: UnsafeRawPointer(row)) { place, table, first in
      let old = row.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      if old < first { return true }
      guard let new = number(old - first, inTable: table) else { return false }
      row.storeBytes(of: new + first, toByteOffset: place, as: UInt32.self)
      return true
    }
  }
}

/// The parts that were met in rows, by their tables and numbers.
struct MetParts {
  private var met: [[Bool]] = []

  /// Takes note of the parts of a row.
  ///
  /// - Returns: Whether one of them was in no row before.
  mutating func add<M: Module>(_ row: UnsafeRawPointer, _ rows: WorldRows<M>) -> Bool {
    var isNew = false
    _ = rows.forEachNumber(in: row) { place, table, first in
      let number = row.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      if number < first { return true }
      while met.count <= table { met.append([]) }
      let missing = Int(number - first) + 1 - met[table].count
      if missing > 0 { met[table] += repeatElement(false, count: missing + met[table].count) }
      if !met[table][Int(number - first)] { (met[table][Int(number - first)], isNew) = (true, true) }
      return true
    }
    return isNew
  }
}

extension WorldRows {
  /// Calls a function with the place of each number of a part in a row, the number of its table, and the number of the
  /// table's first part, below which there is none: until it returns `false`.
  ///
  /// - Returns: What the last call returned; `true` where there is none.
  func forEachNumber(in row: UnsafeRawPointer, _ body: (Int, Int, UInt32) -> Bool) -> Bool {
    if isMemory { return true }
    if isModel { return layout.forEachNumber(in: row, at: 0, body) }
    // Each field has numbers of its own; that of nothing is one of them.
    return fields.indices.allSatisfy { body(4 * $0, $0, 0) }
  }
}

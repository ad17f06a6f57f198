internal import TEARuntime

/// The map from the numbers of parts in the rows of an earlier search to the numbers of the same parts in this search.
///
/// Numbers depend on the order in which values were met. The map is learned from the two rows of each world that is found
/// again.
struct RowTranslation {
  /// The new number of each part, or ``unknown``: by the number of the part's table, and then by the part's old number.
  private var numbers: [[UInt32]] = []
  /// All learned parts have the same number in both searches.
  private(set) var isIdentity = true

  private static var unknown: UInt32 { .max }

  private func number(_ old: UInt32, inTable table: Int) -> UInt32? {
    guard table < numbers.count, Int(old) < numbers[table].count else { return nil }
    let number = numbers[table][Int(old)]
    return number == Self.unknown ? nil : number
  }

  private mutating func note(_ old: UInt32, inTable table: Int, is new: UInt32) {
    while numbers.count <= table { numbers.append([]) }
    if Int(old) >= numbers[table].count { numbers[table].grow(toHold: Int(old), filledWith: Self.unknown) }
    numbers[table][Int(old)] = new
    if old != new { isIdentity = false }
  }

  /// Learns the numbers of a world's parts from its row in the earlier search and its row in this search.
  ///
  /// - Returns: `true` if some number was unknown.
  @discardableResult
  mutating func learn<M: Module>(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ rows: WorldRows<M>) -> Bool {
    var isNew = false
    _ = rows.forEachNumber(in: old) { offset, table, firstNumber in
      let oldNumber = old.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let newNumber = new.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      if oldNumber >= firstNumber, newNumber >= firstNumber,
        number(oldNumber - firstNumber, inTable: table) == nil
      {
        note(oldNumber - firstNumber, inTable: table, is: newNumber - firstNumber)
        isNew = true
      }
      return true
    }
    return isNew
  }

  /// Replaces the numbers of parts in a row of the earlier search by the numbers in this search.
  ///
  /// - Returns: `false` where a number is unknown; the row then still has some old numbers.
  func translate<M: Module>(_ row: UnsafeMutableRawPointer, _ rows: WorldRows<M>) -> Bool {
    rows.forEachNumber(in: UnsafeRawPointer(row)) { offset, table, firstNumber in
      let old = row.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      if old < firstNumber { return true }
      guard let new = number(old - firstNumber, inTable: table) else { return false }
      row.storeBytes(of: new + firstNumber, toByteOffset: offset, as: UInt32.self)
      return true
    }
  }
}

extension WorldRows {
  /// Calls a function for each number of a part in a row, until it returns `false`.
  ///
  /// - Parameter body: Receives the offset of the number in the row, the number of the part's table, and the number that stands
  ///   for the table's first part; smaller numbers stand for no part.
  /// - Returns: `false` if the function returned `false`, or if the row names a case that its enum does not have.
  func forEachNumber(
    in row: UnsafeRawPointer, _ body: (_ offset: Int, _ table: Int, _ firstNumber: UInt32) -> Bool
  ) -> Bool {
    if rowsAreMemory { return true }
    if worldsAreModels { return layout.forEachNumber(in: row, at: 0, body) }
    // A row of numbers has fields of four bytes. Each field is treated as a table of its own, and each number as that of a
    // part, although some numbers stand for no part.
    return fields.indices.allSatisfy { body(4 * $0, $0, 0) }
  }
}

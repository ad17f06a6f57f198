extension RowLayout {
  /// Calls a function for each number of a part in a row, as ``WorldRows/forEachNumber(in:_:)`` does.
  ///
  /// - Parameter start: The offset at which a row of this layout begins.
  /// - Returns: `false` where a call returned `false`, the row names an unknown case, or a part's table has no number.
  func forEachNumber(
    in row: UnsafeRawPointer, at start: Int, _ body: (_ offset: Int, _ table: Int, _ firstNumber: UInt32) -> Bool
  ) -> Bool {
    func call(_ offset: Int, _ table: Unmanaged<PartTable>, _ firstNumber: UInt32) -> Bool {
      table._withUnsafeGuaranteedRef(\.tableNumber).map { body(start + offset, $0, firstNumber) } ?? false
    }
    for part in parts where !call(part.rowOffset, part.table, 0) { return false }
    for enumPart in enums {
      let tag = Int(row.loadUnaligned(fromByteOffset: start + enumPart.rowOffset, as: UInt32.self))
      guard tag < enumPart.payloads.count else { return false }
      guard let payload = enumPart.payloads[tag] else { continue }
      let offset = start + enumPart.rowOffset + 4
      if !payload.layout._withUnsafeGuaranteedRef({ $0.forEachNumber(in: row, at: offset, body) }) { return false }
    }
    for array in arrays {
      // The number of an array is written plus one, because 0 says that the elements follow.
      guard call(array.rowOffset, array.table, 1) else { return false }
      guard let elements = array.elements,
        row.loadUnaligned(fromByteOffset: start + array.rowOffset, as: UInt32.self) == 0
      else { continue }
      let isWhole = elements.layout._withUnsafeGuaranteedRef { layout in
        (0..<array.count).allSatisfy {
          layout.forEachNumber(in: row, at: start + array.rowOffset + 4 + $0 * layout.size, body)
        }
      }
      if !isWhole { return false }
    }
    return true
  }
}

internal import TEAText

extension String {
  var columns: Int { reduce(0) { $0 + $1.columns } }

  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// The longest suffix that fits into a width.
  func suffix(fitting width: Int) -> String {
    var (start, columnsLeft) = (endIndex, width)
    while start > startIndex {
      let previous = index(before: start)
      columnsLeft -= self[previous].columns
      if columnsLeft < 0 { break }
      start = previous
    }
    return String(self[start...])
  }
}

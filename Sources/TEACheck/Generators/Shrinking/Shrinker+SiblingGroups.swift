// A *group* is, for example, an element of an array or a step of a run; a *row* is a sequence of adjacent groups.

extension Shrinker {
  mutating func sortGroups() {
    for depth in depths {
      for rowIndex in groupRows(at: depth).indices {
        let rows = groupRows(at: depth)
        guard rowIndex < rows.count, rows[rowIndex].count > 1 else { continue }
        let contents = rows[rowIndex].map(content)
        let sorted = contents.sorted { $0.shortlexPrecedes($1) }
        if sorted != contents, !accept(replacing(rows[rowIndex].range, by: sorted.joined())) {
          swapGroups(rowIndex, depth)
        }
      }
    }
  }

  /// Swaps adjacent groups, for rows that cannot be sorted as a whole.
  private mutating func swapGroups(_ rowIndex: Int, _ depth: Int) {
    var index = 0
    while case let rows = groupRows(at: depth), rowIndex < rows.count, index + 1 < rows[rowIndex].count {
      var contents = rows[rowIndex].map(content)
      if contents[index + 1].shortlexPrecedes(contents[index]) {
        contents.swapAt(index, index + 1)
        if accept(replacing(rows[rowIndex].range, by: contents.joined())) {
          index = max(0, index - 1)
          continue
        }
      }
      index += 1
    }
  }

  /// Concatenates the groups of a row that each begin with a length, such as the inner arrays of a nested array. All groups are
  /// tried first, and then pairs. The inner lengths are added, and the outer length is lowered.
  mutating func mergeGroups() {
    for depth in depths {
      var rowIndex = 0
      while case let rows = groupRows(at: depth), rowIndex < rows.count {
        if rows[rowIndex].count > 2 { _ = merge(rows[rowIndex].indices, of: rows[rowIndex]) }
        var index = 0
        while case let rows = groupRows(at: depth), rowIndex < rows.count, index + 1 < rows[rowIndex].count {
          if !merge(index..<(index + 2), of: rows[rowIndex]) { index += 1 }
        }
        rowIndex += 1
      }
    }
  }

  private mutating func merge(_ indices: Range<Int>, of row: [Choices.Span]) -> Bool {
    let starts = indices.map { row[$0].range.lowerBound }
    guard let lengthIndex = lengthIndex(of: row), starts.allSatisfy(best.lengthIndices.contains) else { return false }
    let total = starts.reduce(into: UInt64(0)) { $0 += best.record[$1] }
    guard best.bounds[starts[0]] >= total, best.record[lengthIndex] >= UInt64(starts.count - 1) else { return false }
    var candidate = best.record
    candidate[starts[0]] = total
    candidate[lengthIndex] -= UInt64(starts.count - 1)
    for start in starts.dropFirst().reversed() { candidate.remove(at: start) }
    return accept(candidate)
  }
}

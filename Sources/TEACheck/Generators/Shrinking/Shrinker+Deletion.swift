// A *group* is, for example, an element of an array or a step of a run; a *row* is a sequence of adjacent groups.

extension Shrinker {
  /// Keeps only the first groups of each row. Because the result is usually small, 0, 1, 2, 4 and so on groups are tried first,
  /// and then bisection.
  mutating func truncateGroups() {
    // The number of depths may change with each deletion.
    for depth in 0... {
      guard depths.contains(depth) else { return }
      var rowIndex = 0
      while case let rows = groupRows(at: depth), rowIndex < rows.count {
        let count = rows[rowIndex].count
        // The largest number of groups that is known to be too few, -1 for none, and the number to try next.
        var (tooFew, length) = (-1, 0)
        while length < count, !delete(length..<count, of: rows[rowIndex]) {
          tooFew = length
          length = max(1, 2 * length)
        }
        while length < count, tooFew + 1 < length {
          let middle = (tooFew + length) / 2
          let rows = groupRows(at: depth)
          guard rowIndex < rows.count, rows[rowIndex].count == length else { break }
          if delete(middle..<length, of: rows[rowIndex]) { length = middle } else { tooFew = middle }
        }
        rowIndex += 1
      }
    }
  }

  /// Deletes adjacent groups, many at a time while that works.
  mutating func deleteGroups() {
    // The number of depths may change with each deletion.
    for depth in 0... {
      guard depths.contains(depth) else { return }
      var rowIndex = 0
      while case let rows = groupRows(at: depth), rowIndex < rows.count {
        var chunkSize = rows[rowIndex].count
        while chunkSize >= 1 {
          var index = 0
          while case let rows = groupRows(at: depth), rowIndex < rows.count, index < rows[rowIndex].count {
            if !delete(index..<min(rows[rowIndex].count, index + chunkSize), of: rows[rowIndex]) { index += chunkSize }
          }
          // A chunk of two is never skipped, because some groups can only be deleted in pairs.
          chunkSize = chunkSize > 2 ? (chunkSize + 1) / 2 : chunkSize - 1
        }
        rowIndex += 1
      }
    }
  }

  /// Deletes groups of a row. The choice at ``indexOfChoiceBefore(_:)`` may be the length of the row, so it is lowered by the
  /// number of groups.
  private mutating func delete(_ indices: Range<Int>, of row: [Choices.Span]) -> Bool {
    let range = row[indices].range
    let count = UInt64(indices.count)
    let index = indexOfChoiceBefore(row)
    guard let index, best.record[index] >= count else { return accept(without: [range]) }
    // A choice that is not marked as a length may be the length or not, so both are tried.
    return accept(without: [range]) { $0[index] -= count }
      || !best.lengthIndices.contains(index) && accept(without: [range])
  }

  /// The index of the last choice before a row that has an alternative: its bound is not 0.
  func indexOfChoiceBefore(_ row: [Choices.Span]) -> Int? {
    best.bounds[..<row[0].range.lowerBound].lastIndex { $0 > 0 }
  }

  /// Deletes all elements of lists that repeat an earlier group of the same depth, in one candidate for each depth.
  mutating func deleteRepeats() {
    for depth in depths {
      var seenContents: Set<[UInt64]> = []
      var loweredRecord = best.record
      var repeatedRanges: [Range<Int>] = []
      for row in groupRows(at: depth) {
        guard let lengthIndex = lengthIndex(of: row) else { continue }
        for span in row where !seenContents.insert(content(span)).inserted && loweredRecord[lengthIndex] > 0 {
          loweredRecord[lengthIndex] -= 1
          repeatedRanges.append(span.range)
        }
      }
      if !repeatedRanges.isEmpty { _ = accept(without: repeatedRanges) { $0 = loweredRecord } }
    }
  }

  /// Deletes single groups, and lowers the numbers that may be indices of later groups.
  mutating func deleteWithReferences() {
    for depth in depths {
      var rowIndex = 0
      while case let rows = groupRows(at: depth), rowIndex < rows.count {
        var index = 0
        while case let rows = groupRows(at: depth), rowIndex < rows.count, index < rows[rowIndex].count {
          if !deleteWithReferences(index, of: rows[rowIndex]) { index += 1 }
        }
        rowIndex += 1
      }
    }
  }

  private mutating func deleteWithReferences(_ index: Int, of row: [Choices.Span]) -> Bool {
    var candidate = best.record
    for position in row.range where candidate[position] > index { candidate[position] -= 1 }
    if let position = indexOfChoiceBefore(row), candidate[position] > 0 { candidate[position] -= 1 }
    return accept(without: [row[index].range]) { $0 = candidate } || deleteWithOuterReferences(index, of: row)
  }

  /// Deletes one group of a list, and lowers the numbers that may be indices of later groups, also outside of the list.
  private mutating func deleteWithOuterReferences(_ index: Int, of row: [Choices.Span]) -> Bool {
    let rowRange = row.range
    guard let lengthIndex = lengthIndex(of: row), best.record[lengthIndex] > 0 else { return false }
    func isReference(_ position: Int) -> Bool { best.record[position] > index && isWide(position) }
    let outerReferences = best.record.indices.filter { !rowRange.contains($0) && isReference($0) }
    guard !outerReferences.isEmpty, outerReferences.count <= Self.maxOuterReferences else { return false }
    // In `ZigZag` order, a choice lower by two is a number nearer to zero by one. References outside of the list are lowered by
    // one.
    for decrement in [2, 1] as [UInt64] {
      var candidate = best.record
      for position in rowRange where isReference(position) && candidate[position] >= decrement {
        candidate[position] -= decrement
      }
      for position in outerReferences { candidate[position] -= 1 }
      candidate[lengthIndex] -= 1
      if accept(without: [row[index].range], { $0 = candidate }) { return true }
    }
    return false
  }

  /// The largest number of references outside of the list. More numbers above the index are unlikely to be references.
  private static var maxOuterReferences: Int { 3 }
}

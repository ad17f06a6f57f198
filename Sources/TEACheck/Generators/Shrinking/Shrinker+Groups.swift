extension Shrinker {
  /// The rows at a depth. A row is a sequence of adjacent groups, such as the elements of an array or the steps of a run. Empty
  /// and recursive groups are left out.
  func groupRows(at depth: Int) -> [[Choices.Span]] {
    if let cachedRows = best.groupCache.rows[depth] { return cachedRows }
    var rows: [[Choices.Span]] = []
    for span in best.groups where span.depth == depth && !span.range.isEmpty && !span.isRecursive {
      if let lastSpan = rows.last?.last, lastSpan.range.upperBound == span.range.lowerBound {
        rows[rows.count - 1].append(span)
      } else {
        rows.append([span])
      }
    }
    best.groupCache.rows[depth] = rows
    return rows
  }

  var depths: Range<Int> { 0..<(best.groups.map { $0.depth + 1 }.max() ?? 0) }

  /// The index of the choice that is the length of a row; `nil` if no choice is.
  func lengthIndex(of row: [Choices.Span]) -> Int? {
    let index = row[0].range.lowerBound - 1
    return best.lengthIndices.contains(index) ? index : nil
  }

  func content(_ span: Choices.Span) -> [UInt64] { Array(best.record[span.range]) }

  func replacing(_ range: Range<Int>, by contents: some Collection<UInt64>) -> [UInt64] {
    var record = best.record
    record.replaceSubrange(range, with: contents)
    return record
  }
}

extension BidirectionalCollection<Choices.Span> {
  /// The choices from the first to the last of adjacent spans, of which there is at least one.
  var range: Range<Int> { first!.range.lowerBound..<last!.range.upperBound }
}

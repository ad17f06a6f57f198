// Helpers of the passes over groups.

extension Shrinker {
  /// The groups of one depth, in runs of adjacent ones: the elements of an array, or the steps of a run.
  func siblings(at depth: Int) -> [[Choices.Span]] {
    if let known = best.groupCache.siblings[depth] { return known }
    var runs: [[Choices.Span]] = []
    for span in best.spans where span.depth == depth && !span.range.isEmpty && !span.isRecursive {
      if let last = runs.last?.last, last.range.upperBound == span.range.lowerBound {
        runs[runs.count - 1].append(span)
      } else {
        runs.append([span])
      }
    }
    best.groupCache.siblings[depth] = runs
    return runs
  }

  var depths: Range<Int> { 0..<(best.spans.map { $0.depth + 1 }.max() ?? 0) }

  /// The place of the number that counts the groups of a run; `nil` where none does.
  func counter(of run: [Choices.Span]) -> Int? {
    let place = run[0].range.lowerBound - 1
    return best.counters.contains(place) ? place : nil
  }

  /// The choices of a group.
  func content(_ span: Choices.Span) -> [UInt64] { Array(best.record[span.range]) }

  /// The best record, with a run of groups replaced by others.
  func replacing(_ run: [Choices.Span], by parts: [[UInt64]]) -> [UInt64] {
    let range = run[0].range.lowerBound..<run[run.count - 1].range.upperBound
    var record = best.record
    record.replaceSubrange(range, with: parts.joined())
    return record
  }
}

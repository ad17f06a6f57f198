// Passes that sort groups or join them.

extension Shrinker {
  /// Sorts adjacent groups, the smallest first.
  mutating func sortGroups() {
    for depth in depths {
      for run in siblings(at: depth).indices {
        let spans = siblings(at: depth)
        guard run < spans.count, spans[run].count > 1 else { continue }
        let parts = spans[run].map(content)
        let sorted = parts.sorted { $0.shortlexPrecedes($1) }
        if sorted != parts, !accept(replacing(spans[run], by: sorted)) { swapGroups(run, depth) }
      }
    }
  }

  private mutating func swapGroups(_ run: Int, _ depth: Int) {
    var index = 0
    while case let spans = siblings(at: depth), run < spans.count, index + 1 < spans[run].count {
      var parts = spans[run].map(content)
      if parts[index + 1].shortlexPrecedes(parts[index]) {
        parts.swapAt(index, index + 1)
        if accept(replacing(spans[run], by: parts)) {
          index = max(0, index - 1)
          continue
        }
      }
      index += 1
    }
  }

  /// Joins adjacent groups that begin with a count, all or two of them, as two arrays into one.
  mutating func mergeGroups() {
    for depth in depths {
      var run = 0
      while case let runs = siblings(at: depth), run < runs.count {
        if runs[run].count > 2 { _ = merge(runs[run].indices, of: runs[run]) }
        var index = 0
        while case let runs = siblings(at: depth), run < runs.count, index + 1 < runs[run].count {
          if !merge(index..<(index + 2), of: runs[run]) { index += 1 }
        }
        run += 1
      }
    }
  }

  private mutating func merge(_ indices: Range<Int>, of run: [Choices.Span]) -> Bool {
    let heads = indices.map { run[$0].range.lowerBound }
    guard let counter = counter(of: run), heads.allSatisfy(best.counters.contains) else { return false }
    let total = heads.reduce(into: UInt64(0)) { $0 += best.record[$1] }
    guard best.bounds[heads[0]] >= total, best.record[counter] >= UInt64(heads.count - 1) else { return false }
    var candidate = best.record
    candidate[heads[0]] = total
    candidate[counter] -= UInt64(heads.count - 1)
    for head in heads.dropFirst().reversed() { candidate.remove(at: head) }
    return accept(candidate)
  }
}

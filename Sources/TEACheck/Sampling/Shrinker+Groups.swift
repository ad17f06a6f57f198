// Passes over groups of choices, such as the steps of a run and the elements of an array.

extension Shrinker {
  /// Deletes adjacent groups, many at a time while that works.
  mutating func deleteGroups() {
    for depth in 0... {
      guard depths.contains(depth) else { return }
      var run = 0
      while case let runs = siblings(at: depth), run < runs.count {
        var chunk = runs[run].count
        while chunk >= 1 {
          var index = 0
          while case let runs = siblings(at: depth), run < runs.count, index < runs[run].count {
            let last = min(runs[run].count, index + chunk) - 1
            if !delete(index...last, of: runs[run]) { index += chunk }
          }
          chunk /= 2
        }
        run += 1
      }
    }
  }

  /// Deletes groups, as they are or together with the number before the run that counts them.
  private mutating func delete(_ indices: ClosedRange<Int>, of run: [Choices.Span]) -> Bool {
    let range = run[indices.lowerBound].range.lowerBound..<run[indices.upperBound].range.upperBound
    var candidate = best.record
    candidate.removeSubrange(range)
    let count = UInt64(indices.count)
    let counter = run[0].range.lowerBound - 1
    if counter >= 0, best.record[counter] >= count {
      var counted = candidate
      counted[counter] -= count
      if accept(counted) { return true }
      // Elsewhere the number is only near by, as where a length was drawn long before.
      return false
    }
    return accept(candidate)
  }

  /// Deletes one group and lowers the numbers that may refer to what came after it.
  mutating func deleteWithReferences() {
    for depth in depths {
      var run = 0
      while case let runs = siblings(at: depth), run < runs.count {
        var index = 0
        while case let runs = siblings(at: depth), run < runs.count, index < runs[run].count {
          if !deleteWithReferences(index, of: runs[run]) { index += 1 }
        }
        run += 1
      }
    }
  }

  private mutating func deleteWithReferences(_ index: Int, of run: [Choices.Span]) -> Bool {
    var candidate = best.record
    for place in run[0].range.lowerBound..<run[run.count - 1].range.upperBound where candidate[place] > index {
      candidate[place] -= 1
    }
    candidate.removeSubrange(run[index].range)
    let counter = run[0].range.lowerBound - 1
    guard counter >= 0, candidate[counter] > 0 else { return accept(candidate) }
    candidate[counter] -= 1
    return accept(candidate)
  }

  /// Puts adjacent groups in order, smallest first.
  mutating func sortGroups() {
    for depth in depths {
      for run in siblings(at: depth).indices {
        let spans = siblings(at: depth)
        guard run < spans.count, spans[run].count > 1 else { continue }
        let record = best.record
        let parts = spans[run].map { Array(record[$0.range]) }
        let sorted = parts.sorted { $0.shortlexPrecedes($1) }
        if sorted != parts, !accept(replacing(spans[run], by: sorted)) { swapGroups(run, depth) }
      }
    }
  }

  private mutating func swapGroups(_ run: Int, _ depth: Int) {
    var index = 0
    while case let spans = siblings(at: depth), run < spans.count, index + 1 < spans[run].count {
      let record = best.record
      var parts = spans[run].map { Array(record[$0.range]) }
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

  private func replacing(_ run: [Choices.Span], by parts: [[UInt64]]) -> [UInt64] {
    let range = run[0].range.lowerBound..<run[run.count - 1].range.upperBound
    var record = best.record
    record.replaceSubrange(range, with: parts.joined())
    return record
  }

  /// Makes one group of two adjacent ones that begin with a count: two arrays become one.
  mutating func mergeGroups() {
    for depth in depths {
      var run = 0
      while case let runs = siblings(at: depth), run < runs.count {
        var index = 0
        while case let runs = siblings(at: depth), run < runs.count, index + 1 < runs[run].count {
          if !merge(index, of: runs[run]) { index += 1 }
        }
        run += 1
      }
    }
  }

  private mutating func merge(_ index: Int, of run: [Choices.Span]) -> Bool {
    let (one, other) = (run[index].range.lowerBound, run[index + 1].range.lowerBound)
    let counter = run[0].range.lowerBound - 1
    guard counter >= 0, best.record[counter] > 0, run[index].range.count > 1 else { return false }
    guard best.bounds[one] >= best.record[one] + best.record[other] else { return false }
    var candidate = best.record
    candidate[one] += candidate[other]
    candidate[counter] -= 1
    candidate.remove(at: other)
    return accept(candidate)
  }

  /// Puts a group in the place of one that it is inside of: a subexpression for the expression.
  mutating func replaceByDescendants() {
    var index = 0
    outer: while index < best.spans.count {
      let whole = best.spans[index]
      guard whole.isRecursive else {
        index += 1
        continue
      }
      for part in best.spans[(index + 1)...] where part.depth > whole.depth && part.isRecursive {
        guard part.range.lowerBound < whole.range.upperBound else { break }
        guard part.range.count < whole.range.count else { continue }
        var candidate = best.record
        candidate.replaceSubrange(whole.range, with: best.record[part.range])
        if accept(candidate) { continue outer }
      }
      index += 1
    }
  }
}

// Passes that delete groups: the elements of an array, or the steps of a run.

extension Shrinker {
  /// Keeps the first groups of a run only: none, then one, two, four and so on, because the result is usually small.
  mutating func truncateGroups() {
    for depth in 0... {
      guard depths.contains(depth) else { return }
      var run = 0
      while case let runs = siblings(at: depth), run < runs.count {
        let count = runs[run].count
        var (few, length) = (-1, 0)
        while length < count, !delete(length..<count, of: runs[run]) {
          few = length
          length = max(1, 2 * length)
        }
        while length < count, few + 1 < length {
          let middle = (few + length) / 2
          let runs = siblings(at: depth)
          guard run < runs.count, runs[run].count == length else { break }
          if delete(middle..<length, of: runs[run]) { length = middle } else { few = middle }
        }
        run += 1
      }
    }
  }

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
            if !delete(index..<min(runs[run].count, index + chunk), of: runs[run]) { index += chunk }
          }
          // Two at a time as well: groups that matter in pairs can only be deleted in pairs.
          chunk = chunk > 2 ? (chunk + 1) / 2 : chunk - 1
        }
        run += 1
      }
    }
  }

  /// Deletes groups as they are, or together with the number before them that counts them.
  private mutating func delete(_ indices: Range<Int>, of run: [Choices.Span]) -> Bool {
    let range = run[indices.lowerBound].range.lowerBound..<run[indices.upperBound - 1].range.upperBound
    let count = UInt64(indices.count)
    let place = numberBefore(run)
    guard let place, best.record[place] >= count else { return accept(without: [range]) }
    // A number may count the groups without being marked as a counter, as when a length was drawn before.
    return accept(without: [range]) { $0[place] -= count }
      || !best.counters.contains(place) && accept(without: [range])
  }

  /// The last number before a run of groups that has other possible values.
  func numberBefore(_ run: [Choices.Span]) -> Int? {
    best.bounds[..<run[0].range.lowerBound].lastIndex { $0 > 0 }
  }

  /// Deletes all groups that repeat an earlier one, at once.
  mutating func deleteRepeats() {
    for depth in depths {
      var seen: Set<[UInt64]> = []
      var counted = best.record
      var repeats: [Range<Int>] = []
      for run in siblings(at: depth) {
        guard let counter = counter(of: run) else { continue }
        for span in run where !seen.insert(content(span)).inserted && counted[counter] > 0 {
          counted[counter] -= 1
          repeats.append(span.range)
        }
      }
      if !repeats.isEmpty { _ = accept(without: repeats) { $0 = counted } }
    }
  }

  /// Deletes one group, and lowers the numbers that may refer to later groups.
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
    if let counter = numberBefore(run), candidate[counter] > 0 { candidate[counter] -= 1 }
    return accept(without: [run[index].range]) { $0 = candidate } || deleteWithOuterReferences(index, of: run)
  }

  /// The same, with numbers outside of the run that refer to its elements.
  private mutating func deleteWithOuterReferences(_ index: Int, of run: [Choices.Span]) -> Bool {
    let whole = run[0].range.lowerBound..<run[run.count - 1].range.upperBound
    guard let counter = counter(of: run), best.record[counter] > 0 else { return false }
    func isReference(_ place: Int) -> Bool { best.record[place] > index && isNumber(place) }
    let outer = best.record.indices.filter { !whole.contains($0) && isReference($0) }
    guard !outer.isEmpty, outer.count <= Self.fewReferences else { return false }
    // The choices of a signed number alternate between the signs.
    for stride in [2, 1] as [UInt64] {
      var candidate = best.record
      for place in whole where isReference(place) && candidate[place] >= stride { candidate[place] -= stride }
      for place in outer { candidate[place] -= 1 }
      candidate[counter] -= 1
      if accept(without: [run[index].range], { $0 = candidate }) { return true }
    }
    return false
  }

  /// The largest number of references; more numbers than these are unlikely to be references.
  private static var fewReferences: Int { 3 }
}

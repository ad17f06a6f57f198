extension Shrinker {
  /// The least bound of a *wide* choice. A smaller bound is that of a choice among alternatives, such as the cases of an enum.
  static var leastWideBound: UInt64 { 16 }

  /// The length of a list does not count as wide, because it changes with the elements.
  func isWide(_ index: Int) -> Bool {
    best.bounds[index] >= Self.leastWideBound && !best.lengthIndices.contains(index)
  }

  /// Lowers the numbers of all wide choices at once: to zero, or else to their ranks among the numbers with the same bound. The
  /// ranks are by first appearance, or else by size.
  ///
  /// This suffices where it only matters which numbers are equal, or which of two numbers is larger.
  mutating func lowerAll() {
    let wideIndices = best.record.indices.filter(isWide)
    if replace(wideIndices, by: 0) { return }
    var byAppearance = best.record
    var bySize = best.record
    var ranks: [[UInt64]: UInt64] = [:]
    var distinctNumbers: [UInt64: Set<UInt64>] = [:]
    for index in wideIndices { distinctNumbers[best.bounds[index], default: []].insert(best.record[index]) }
    let sortedNumbers = distinctNumbers.mapValues { $0.sorted() }
    var appearedCount: [UInt64: UInt64] = [:]
    for index in wideIndices {
      let (bound, number) = (best.bounds[index], best.record[index])
      if ranks[[bound, number]] == nil {
        ranks[[bound, number]] = appearedCount[bound, default: 0]
        appearedCount[bound, default: 0] += 1
      }
      byAppearance[index] = ranks[[bound, number]] ?? number
      bySize[index] = sortedNumbers[bound]?.firstIndex(of: number).map(UInt64.init) ?? number
    }
    if !accept(byAppearance) { _ = accept(bySize) }
  }

  mutating func lowerChoices() {
    var index = 0
    while index < best.record.count {
      if !best.lengthIndices.contains(index) { lowerEqualNumbers(at: [index]) }
      index += 1
    }
  }

  /// Clears single bits of large numbers, the highest first. This keeps the remainder by each power of two up to that bit, on
  /// which a failure may depend.
  mutating func clearBits() {
    var index = 0
    while index < best.record.count {
      for bit in (2..<64).reversed() as ReversedCollection<Range<UInt64>> {
        guard index < best.record.count, isWide(index), best.record[index] >= Self.leastNumberToClear else { break }
        if best.record[index] & 1 << bit != 0 { _ = replace([index], by: best.record[index] ^ 1 << bit) }
      }
      index += 1
    }
  }

  /// The least number whose bits are cleared: bisection lowers smaller numbers as fast.
  private static var leastNumberToClear: UInt64 { 256 }

  mutating func lowerDuplicates() {
    var indicesOfNumber: [[UInt64]: [Int]] = [:]
    for (index, number) in best.record.enumerated() where number > 0 && !best.lengthIndices.contains(index) {
      indicesOfNumber[[number, best.bounds[index]], default: []].append(index)
    }
    for indices in indicesOfNumber.values.sorted(by: { $0[0] < $1[0] }) where indices.count > 1 {
      lowerEqualNumbers(at: indices)
    }
  }

  /// Replaces equal numbers by one lower number: by 0 or 1, or else step by step and by bisection.
  ///
  /// A number that cannot be lowered by one or two is not lowered by more. In ``ZigZag`` order, steps of two keep the sign.
  mutating func lowerEqualNumbers(at indices: [Int]) {
    func number(_ shrinker: Self) -> UInt64 {
      guard let lastIndex = indices.last, lastIndex < shrinker.best.record.count else { return 0 }
      return shrinker.best.record[indices[0]]
    }
    guard number(self) > 0, !replace(indices, by: 0), number(self) > 1, !replace(indices, by: 1) else { return }
    while number(self) > 2, replace(indices, by: number(self) - 1) || replace(indices, by: number(self) - 2) {
      // Small numbers are tried first, because the result is usually small.
      var low = number(self) % 2
      var stride: UInt64 = 2
      while number(self) > low, stride < number(self) - low, !replace(indices, by: low + stride), stride < 1 << 63 {
        stride *= 2
      }
      low += stride / 2
      while number(self) > low + 2 {
        let middle = low + (number(self) - low) / 4 * 2
        if !replace(indices, by: middle) { low = max(middle, low + 2) }
      }
    }
  }

  mutating func replace(_ indices: [Int], by number: UInt64) -> Bool {
    var record = best.record
    for index in indices where index < record.count { record[index] = number }
    return accept(record)
  }
}

// Passes over single choices, and over choices that must change together.

extension Shrinker {
  /// Lowers each choice as far as it goes, but for those that count groups: these go with the groups.
  mutating func lowerChoices() {
    var index = 0
    while index < best.record.count {
      if !best.counters.contains(index) { lower([index]) }
      index += 1
    }
  }

  /// Lowers choices with the same number out of as many together.
  mutating func lowerDuplicates() {
    var places: [[UInt64]: [Int]] = [:]
    for (index, number) in best.record.enumerated() where number > 0 && !best.counters.contains(index) {
      places[[number, best.bounds[index]], default: []].append(index)
    }
    for indices in places.values.sorted(by: { $0[0] < $1[0] }) where indices.count > 1 { lower(indices) }
  }

  /// Lowers choices with the same number: to zero or one, else step by step and by bisection.
  ///
  /// A number that cannot be lowered a little is left alone. The choices of a signed number alternate between the
  /// signs, so one sign is lowered at a time.
  private mutating func lower(_ indices: [Int]) {
    func number(_ shrinker: Self) -> UInt64 {
      guard let last = indices.last, last < shrinker.best.record.count else { return 0 }
      return shrinker.best.record[indices[0]]
    }
    guard number(self) > 0, !replace(indices, by: 0), number(self) > 1, !replace(indices, by: 1) else { return }
    while number(self) > 2, replace(indices, by: number(self) - 1) || replace(indices, by: number(self) - 2) {
      // From small numbers upwards, because what is found is mostly small.
      var low = number(self) % 2
      var stride: UInt64 = 2
      while low + stride < number(self), !replace(indices, by: low + stride) { stride *= 2 }
      low += stride / 2
      while number(self) > low + 2 {
        let middle = low + (number(self) - low) / 4 * 2
        if !replace(indices, by: middle) { low = max(middle, low + 2) }
      }
    }
  }

  private mutating func replace(_ indices: [Int], by number: UInt64) -> Bool {
    var record = best.record
    for index in indices where index < record.count { record[index] = number }
    return accept(record)
  }

  /// How far apart two choices may be to be changed together.
  private var window: Int { best.record.count <= 8 ? 8 : 3 }

  /// Lowers one choice and raises a later one by the same amount.
  mutating func redistribute() {
    changePairs { record, first, second, amount in
      record[first] -= amount
      record[second] += amount
    } limit: { shrinker, first, second in
      min(shrinker.best.record[first], shrinker.best.bounds[second] - shrinker.best.record[second])
    }
  }

  /// Lowers two choices to zero.
  mutating func zeroTogether() {
    for first in best.record.indices {
      var second = first + 1
      while second < min(best.record.count, first + 1 + window) {
        if best.record[first] > 0, best.record[second] > 0 { _ = replace([first, second], by: 0) }
        second += 1
      }
    }
  }

  /// Lowers two choices by the same amount.
  mutating func lowerTogether() {
    changePairs { record, first, second, amount in
      record[first] -= amount
      record[second] -= amount
    } limit: { shrinker, first, second in
      min(shrinker.best.record[first], shrinker.best.record[second])
    }
  }

  /// Changes each pair of choices that are near each other, by as much as possible.
  ///
  /// A pair that cannot be changed by one or two is left alone, unless it can be changed by all.
  private mutating func changePairs(
    _ change: (inout [UInt64], Int, Int, UInt64) -> Void, limit: (Shrinker, Int, Int) -> UInt64
  ) {
    var first = 0
    while first < best.record.count {
      for second in (first + 1)..<max(first + 2, min(best.record.count, first + 1 + window)) {
        guard second < best.record.count else { break }
        func tryAmount(_ amount: UInt64, _ shrinker: inout Shrinker) -> Bool {
          guard second < shrinker.best.record.count, amount > 0, amount <= limit(shrinker, first, second) else {
            return false
          }
          var record = shrinker.best.record
          change(&record, first, second, amount)
          return shrinker.accept(record)
        }
        let most = limit(self, first, second)
        guard most > 0, !tryAmount(most, &self) else { continue }
        guard tryAmount(1, &self) || tryAmount(2, &self) else { continue }
        var amount = most / 2
        while amount > 0, second < best.record.count {
          amount = min(amount, limit(self, first, second))
          if !tryAmount(amount, &self) { amount /= 2 }
        }
      }
      first += 1
    }
  }
}

extension Shrinker {
  /// Each choice is paired with this many choices after it: with all of them in a record of at most 8 choices.
  private var window: Int { best.record.count <= 8 ? 8 : 3 }

  /// Moves amounts from each number to the next number that has the same bound and has not reached it. The sum of the two stays
  /// the same.
  mutating func redistribute() {
    var first = 0
    while first < best.record.count {
      guard isWide(first), best.record[first] > 0, let second = indexOfChoiceWithRoom(after: first) else {
        first += 1
        continue
      }
      let largestAmount = min(best.record[first], best.bounds[second] - best.record[second])
      // The rest of `first` may fit into a later number if `second` has reached its bound.
      if move(largestAmount, from: first, to: second) { continue }
      // The amount doubles from 2, because an odd amount changes the sign in `ZigZag` order. An amount of 0 ends the loop.
      let canMove = move(1, from: first, to: second) || move(2, from: first, to: second)
      var amount: UInt64 = canMove ? 2 : 0
      while move(amount, from: first, to: second), amount < 1 << 62 { amount *= 2 }
      first += 1
    }
  }

  private func indexOfChoiceWithRoom(after index: Int) -> Int? {
    best.record.indices.dropFirst(index + 1).first {
      isWide($0) && best.bounds[$0] == best.bounds[index] && best.record[$0] < best.bounds[$0]
    }
  }

  mutating func move(_ amount: UInt64, from first: Int, to second: Int) -> Bool {
    guard second < best.record.count, amount > 0, amount <= best.record[first] else { return false }
    guard amount <= best.bounds[second] - best.record[second] else { return false }
    var record = best.record
    record[first] -= amount
    record[second] += amount
    return accept(record)
  }

  mutating func zeroTogether() {
    for first in best.record.indices {
      var second = first + 1
      while second < min(best.record.count, first + 1 + window) {
        if best.record[first] > 0, best.record[second] > 0 { _ = replace([first, second], by: 0) }
        second += 1
      }
    }
  }

  /// Lowers two wide choices near each other together. The first may also be the choice of a recursive value's case.
  mutating func lowerNeighbours() {
    var first = 0
    while first < best.record.count {
      let caseIndices = recursiveCaseIndices
      for second in (first + 1)..<min(best.record.count, first + 1 + window) {
        guard second < best.record.count, isWide(second), isWide(first) || caseIndices.contains(first) else {
          continue
        }
        lowerBySameAmount([first, second])
      }
      first += 1
    }
  }

  /// Lowers all numbers by the same amount, and again while that works. The first amount is the least of the numbers. Where
  /// that fails, smaller amounts are tried only after an amount of one or two has worked.
  mutating func lowerBySameAmount(_ indices: [Int]) {
    var amount = indices.map { $0 < best.record.count ? best.record[$0] : 0 }.min() ?? 0
    guard amount > 0, !lower(indices, by: amount), lower(indices, by: 1) || lower(indices, by: 2) else { return }
    amount /= 2
    while amount > 0 {
      if !lower(indices, by: amount) { amount /= 2 }
    }
  }

  private mutating func lower(_ indices: [Int], by amount: UInt64) -> Bool {
    var record = best.record
    for index in indices {
      guard index < record.count, amount <= record[index] else { return false }
      record[index] -= amount
    }
    return accept(record)
  }
}

internal import TEARuntime

/// Makes a run that violates a property shorter and simpler, by making its choices fewer and smaller.
///
/// A candidate is accepted when it violates the same property and its record is less in shortlex order: fewer
/// choices, or as many and smaller ones. Since only choices change, every candidate is a run that the
/// generators could have made. The passes are repeated until none of them gets further. The approach is that of
/// Hypothesis (MacIver and Donaldson: *Test-case reduction via test-case generation*, 2020).
struct Shrinker<M: Module> {
  let rules: Rules<M>
  let length: Int
  let property: String
  private(set) var best: Run<M>
  private(set) var evaluations = 0
  private var known: Set<[UInt64]> = []
  private let budget: Int

  init(_ rules: Rules<M>, length: Int, run: Run<M>, budget: Int = 20_000) {
    self.rules = rules
    self.length = length
    self.best = run
    self.budget = budget
    property = run.breach?.property ?? ""
    known.insert(run.record)
  }

  /// Runs the passes to a fixed point, or to the end of the budget.
  mutating func shrink() {
    var before: [UInt64]
    repeat {
      before = best.record
      deleteGroups()
      lowerChoices()
    } while best.record != before && evaluations < budget
  }

  /// Deletes groups of choices, several adjacent ones at a time while that works: steps, and elements.
  private mutating func deleteGroups() {
    var depth = 0
    while best.spans.contains(where: { $0.depth == depth }) {
      var chunk = max(1, best.spans.count { $0.depth == depth } / 2)
      while chunk >= 1 {
        var index = 0
        while case let groups = best.spans.filter({ $0.depth == depth }), index < groups.count {
          let last = min(groups.count, index + chunk) - 1
          let range = groups[index].range.lowerBound..<groups[last].range.upperBound
          if !delete(range, countedAt: Self.counter(of: index, in: groups), count: last - index + 1) {
            index += 1
          }
        }
        chunk /= 2
      }
      depth += 1
    }
  }

  /// The place of the number that says how many elements there are, where a group is one of them.
  ///
  /// It stands right before the first of the adjacent groups.
  private static func counter(of index: Int, in groups: [Choices.Span]) -> Int? {
    guard groups[index].depth > 0 else { return nil }
    var first = index
    while first > 0, groups[first - 1].range.upperBound == groups[first].range.lowerBound { first -= 1 }
    let place = groups[first].range.lowerBound - 1
    return place >= 0 ? place : nil
  }

  /// Deletes choices, as they are or together with the number that counts them.
  private mutating func delete(_ range: Range<Int>, countedAt counter: Int?, count: Int) -> Bool {
    var candidate = best.record
    candidate.removeSubrange(range)
    if let counter, candidate[counter] >= count {
      var counted = candidate
      counted[counter] -= UInt64(count)
      if accept(counted) { return true }
    }
    return accept(candidate)
  }

  /// Lowers each choice as far as it goes: to zero, or by bisection.
  private mutating func lowerChoices() {
    var index = 0
    while index < best.record.count {
      lower(index)
      index += 1
    }
  }

  /// Lowers one choice: to zero, else by bisection.
  ///
  /// The choices of a signed number alternate between the signs, so one sign is lowered at a time.
  private mutating func lower(_ index: Int) {
    func isThere(_ shrinker: Self) -> Bool { index < shrinker.best.record.count && shrinker.best.record[index] > 0 }
    guard isThere(self), !replace(index, by: 0) else { return }
    repeat {
      var low = best.record[index] % 2
      if best.record[index] > low, replace(index, by: low) { continue }
      while isThere(self), best.record[index] > low + 2 {
        let middle = low + (best.record[index] - low) / 4 * 2
        if middle == low || !replace(index, by: middle) {
          if middle == low, !replace(index, by: low + 2) { break }
          low = max(middle, low)
        }
      }
    } while isThere(self) && replace(index, by: best.record[index] - 1)
  }

  private mutating func replace(_ index: Int, by number: UInt64) -> Bool {
    var record = best.record
    record[index] = number
    return accept(record)
  }

  private mutating func accept(_ record: [UInt64]) -> Bool {
    guard evaluations < budget, record.shortlexPrecedes(best.record), known.insert(record).inserted else {
      return false
    }
    evaluations += 1
    var choices = Choices(.recorded(record))
    guard let run = try? rules.run(from: &choices, length: length), run.breach?.property == property,
      run.record.shortlexPrecedes(best.record)
    else { return false }
    known.insert(run.record)
    best = run
    return true
  }
}

extension [UInt64] {
  /// Whether there are fewer numbers, or as many and the first that differs is smaller.
  fileprivate func shortlexPrecedes(_ other: [UInt64]) -> Bool {
    count == other.count ? lexicographicallyPrecedes(other) : count < other.count
  }
}

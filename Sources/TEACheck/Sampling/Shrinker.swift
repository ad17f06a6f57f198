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
          if !delete(groups[index].range.lowerBound..<groups[last].range.upperBound, count: last - index + 1) {
            index += 1
          }
        }
        chunk /= 2
      }
      depth += 1
    }
  }

  /// Deletes choices, as they are or together with a number before them that says how many there are.
  private mutating func delete(_ range: Range<Int>, count: Int) -> Bool {
    var candidate = best.record
    candidate.removeSubrange(range)
    if accept(candidate) { return true }
    for index in (0..<range.lowerBound).reversed().prefix(24) where best.record[index] >= count {
      candidate = best.record
      candidate.removeSubrange(range)
      candidate[index] -= UInt64(count)
      if accept(candidate) { return true }
    }
    return false
  }

  /// Lowers each choice as far as it goes: to zero, or by bisection.
  private mutating func lowerChoices() {
    var index = 0
    while index < best.record.count {
      lower(index)
      index += 1
    }
  }

  private mutating func lower(_ index: Int) {
    func candidate(_ number: UInt64) -> [UInt64] {
      var record = best.record
      record[index] = number
      return record
    }
    guard best.record[index] > 0, !accept(candidate(0)) else { return }
    var low: UInt64 = 0
    while index < best.record.count, best.record[index] > low + 1 {
      let middle = low + (best.record[index] - low) / 2
      if !accept(candidate(middle)) { low = middle }
    }
    // Signed numbers alternate, so that the next simpler one of the same sign is two lower.
    while index < best.record.count, best.record[index] >= 2, accept(candidate(best.record[index] - 2)) {}
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

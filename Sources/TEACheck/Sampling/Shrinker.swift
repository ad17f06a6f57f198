/// Makes a failing record of choices shorter and simpler.
///
/// A candidate is accepted when it fails in the same way and its record is less in shortlex order: fewer choices, or
/// as many and smaller ones. Since only choices change, every candidate is something that the generators could have
/// made. The passes are repeated, the cheap ones first, until none of them gets further. The approach is that of
/// Hypothesis (MacIver and Donaldson: *Test-case reduction via test-case generation*, 2020).
struct Shrinker<Value> {
  /// A value that fails, with the choices that make it.
  struct Failure {
    var value: Value
    var record: [UInt64]
    var bounds: [UInt64]
    var spans: [Choices.Span]
    var counters: [Int]

    init(_ value: Value, _ choices: Choices) {
      self.value = value
      record = choices.record
      bounds = choices.bounds
      spans = choices.spans
      counters = choices.counters
    }
  }

  private(set) var best: Failure
  /// How many candidates were evaluated.
  private(set) var evaluations = 0
  private var known: Set<[UInt64]> = []
  private let budget: Int
  private let evaluate: (inout Choices) -> Value?

  /// - Parameter evaluate: Makes a value from choices, and returns it if it fails in the same way.
  init(_ failure: Failure, budget: Int = 20_000, evaluate: @escaping (inout Choices) -> Value?) {
    best = failure
    self.budget = budget
    self.evaluate = evaluate
    known.insert(failure.record)
  }

  /// Runs the passes to a fixed point, or to the end of the budget.
  mutating func shrink() {
    let passes: [(inout Shrinker) -> Void] = [
      { $0.deleteGroups() }, { $0.lowerChoices() }, { $0.replaceByDescendants() }, { $0.sortGroups() },
      { $0.deleteWithReferences() }, { $0.mergeGroups() }, { $0.lowerDuplicates() }, { $0.zeroTogether() },
      { $0.lowerTogether() }, { $0.redistribute() },
    ]
    var before: [UInt64]
    repeat {
      before = best.record
      var pass = 0
      while pass < passes.count, evaluations < budget {
        let count = best.record.count
        passes[pass](&self)
        // Where an expensive pass got rid of choices, the cheap ones may get rid of more.
        pass = best.record.count < count && pass > 0 ? 0 : pass + 1
      }
    } while best.record != before && evaluations < budget
  }

  /// Evaluates a candidate, unless it is known or no improvement.
  ///
  /// - Returns: Whether it is the best now.
  mutating func accept(_ record: [UInt64]) -> Bool {
    guard evaluations < budget, record.shortlexPrecedes(best.record), known.insert(record).inserted else {
      return false
    }
    evaluations += 1
    var choices = Choices(.recorded(record))
    guard let value = evaluate(&choices) else { return false }
    guard choices.record.shortlexPrecedes(best.record) else { return false }
    known.insert(choices.record)
    best = Failure(value, choices)
    return true
  }

  /// The groups of one depth, in runs of adjacent ones: the elements of an array, or the steps of a run.
  func siblings(at depth: Int) -> [[Choices.Span]] {
    var runs: [[Choices.Span]] = []
    for span in best.spans where span.depth == depth && !span.range.isEmpty && !span.isRecursive {
      if let last = runs.last?.last, last.range.upperBound == span.range.lowerBound {
        runs[runs.count - 1].append(span)
      } else {
        runs.append([span])
      }
    }
    return runs
  }

  var depths: Range<Int> { 0..<(best.spans.map { $0.depth + 1 }.max() ?? 0) }
}

extension [UInt64] {
  /// Whether there are fewer numbers, or as many and the first that differs is smaller.
  func shortlexPrecedes(_ other: [UInt64]) -> Bool {
    count == other.count ? lexicographicallyPrecedes(other) : count < other.count
  }
}

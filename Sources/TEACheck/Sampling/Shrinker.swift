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
    var counters: Set<Int>

    /// - Parameter choices: What the value was made from, replayed.
    init(_ value: Value, _ choices: Choices) {
      self.value = value
      record = choices.record
      bounds = choices.bounds
      spans = choices.spans
      counters = Set(choices.counters)
    }
  }

  /// One idea of how to make a record less.
  typealias Pass = (inout Shrinker) -> Void

  private(set) var best: Failure
  /// How many candidates were evaluated: those that the generators turned into something not seen before.
  private(set) var evaluations = 0
  private var attempts = 0
  private var known: Set<[UInt64]> = []
  private let budget: Int
  let generate: (inout Choices) throws -> Value
  private let fails: (Value) -> Bool

  /// - Parameters:
  ///   - budget: How many candidates are tried at most.
  ///   - generate: Makes a value from choices.
  ///   - fails: Whether a value fails in the same way.
  init(
    _ failure: Failure, budget: Int = 20_000, generate: @escaping (inout Choices) throws -> Value,
    fails: @escaping (Value) -> Bool
  ) {
    best = failure
    self.budget = budget
    self.generate = generate
    self.fails = fails
    known.insert(failure.record)
  }

  /// Runs passes to a fixed point, or to the end of the budget.
  mutating func shrink(_ passes: [Pass]) {
    var before: [UInt64]
    repeat {
      before = best.record
      var pass = 0
      while pass < passes.count, !isOver {
        let count = best.record.count
        passes[pass](&self)
        // Where an expensive pass got rid of choices, the cheap ones may get rid of more.
        pass = best.record.count < count && pass > 0 ? 0 : pass + 1
      }
    } while best.record != before && !isOver
  }

  /// Whether the budget is spent.
  var isOver: Bool { attempts >= budget }

  /// Evaluates a candidate, unless it is known or no improvement.
  ///
  /// - Returns: Whether it is the best now.
  mutating func accept(_ record: [UInt64]) -> Bool {
    guard !isOver, record.shortlexPrecedes(best.record), known.insert(record).inserted else { return false }
    attempts += 1
    var choices = Choices(.recorded(record))
    guard let value = try? generate(&choices), choices.record.shortlexPrecedes(best.record) else { return false }
    // Different records may stand for the same choices, where there are too many or too large ones.
    guard choices.record == record || known.insert(choices.record).inserted else { return false }
    return evaluate(value, choices)
  }

  /// Evaluates a value, which becomes the best one if it fails.
  mutating func evaluate(_ value: Value, _ choices: Choices) -> Bool {
    known.insert(choices.record)
    evaluations += 1
    guard fails(value) else { return false }
    best = Failure(value, choices)
    return true
  }
}

extension [UInt64] {
  /// Whether there are fewer numbers, or as many and the first that differs is smaller.
  func shortlexPrecedes(_ other: [UInt64]) -> Bool {
    count == other.count ? lexicographicallyPrecedes(other) : count < other.count
  }
}

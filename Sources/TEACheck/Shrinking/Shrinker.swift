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
    /// The groups, without what is a part of something only.
    var spans: [Choices.Span]
    /// The groups and parts, in the order in which they begin.
    var layout: [Choices.Span]
    var counters: Set<Int>
    /// The findings of the passes about the groups.
    let findings = Findings()

    /// - Parameter choices: What the value was made from, replayed.
    init(_ value: Value, _ choices: Choices) {
      self.value = value
      record = choices.record
      bounds = choices.bounds
      spans = choices.spans.filter(\.isGroup)
      layout = choices.spans
      counters = Set(choices.counters)
    }
  }

  /// The findings about the groups of one record, made once for all passes.
  final class Findings {
    var siblings: [Int: [[Choices.Span]]] = [:]
    var lists: [List]?
  }

  /// One idea of how to make a record less.
  typealias Pass = (inout Shrinker) -> Void

  private(set) var best: Failure
  /// The number of candidates that were evaluated: those that the generators turned into something not seen before.
  private(set) var evaluations = 0
  private var attempts = 0
  private var known: Set<[UInt64]> = []
  /// The candidates known without the first groups of rows.
  private var knownLast: Set<[UInt64]> = []
  private let budget: Int
  private let alignsGroups: Bool
  let generate: (inout Choices) throws -> Value
  private let fails: (Value) -> Bool

  /// - Parameters:
  ///   - budget: How many candidates are tried at most.
  ///   - alignsGroups: Whether candidates may be more than their records; else they are replayed as they come.
  ///   - generate: Makes a value from choices.
  ///   - fails: Whether a value fails in the same way.
  init(
    _ failure: Failure, budget: Int = 20_000, alignsGroups: Bool = true,
    generate: @escaping (inout Choices) throws -> Value,
    fails: @escaping (Value) -> Bool
  ) {
    best = failure
    self.budget = budget
    self.alignsGroups = alignsGroups
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

  /// The budget is spent.
  var isOver: Bool { attempts >= budget }

  /// Evaluates a candidate, unless it is known or no improvement.
  ///
  /// - Parameter layout: The groups of the candidate, where they are known, so that each of them may keep its own
  ///   choices; where that makes no better one, the choices are taken as they come.
  /// - Parameter keepsLast: Whether groups that became too many lose the first ones rather than the last.
  /// - Returns: Whether it is the best now.
  mutating func accept(_ record: [UInt64], _ layout: [Choices.Span]? = nil, keepsLast: Bool = false) -> Bool {
    guard !isOver, record.shortlexPrecedes(best.record) else { return false }
    if keepsLast { return acceptLast(record, layout ?? best.layout) }
    guard known.insert(record).inserted else { return false }
    let layout = layout ?? (record.count == best.record.count ? best.layout : nil)
    if let layout, alignsGroups {
      var choices = Choices(.aligned(record, to: layout))
      if attempt(record, &choices) { return true }
      guard choices.wasRealigned else { return false }
    }
    var choices = Choices(.recorded(record))
    return attempt(record, &choices)
  }

  /// Evaluates a candidate that has too many groups in a row somewhere, without the first ones of these.
  private mutating func acceptLast(_ record: [UInt64], _ layout: [Choices.Span]) -> Bool {
    guard alignsGroups, knownLast.insert(record).inserted else { return false }
    attempts += 1
    var choices = Choices(.aligned(record, to: layout, keepsLast: true))
    guard let value = try? generate(&choices), choices.wasRealigned, choices.record.shortlexPrecedes(best.record),
      known.insert(choices.record).inserted
    else { return false }
    return evaluate(value, choices)
  }

  private mutating func attempt(_ record: [UInt64], _ choices: inout Choices) -> Bool {
    attempts += 1
    guard let value = try? generate(&choices), choices.record.shortlexPrecedes(best.record) else { return false }
    // Different records may stand for the same choices, where there are too many or too large ones.
    guard choices.record == record || known.insert(choices.record).inserted else { return false }
    return evaluate(value, choices)
  }

  /// Evaluates the best record without some of its choices, whose groups otherwise stay what they are.
  ///
  /// - Parameters:
  ///   - ranges: What to leave out, in order.
  ///   - keepsLast: Whether groups that become too many lose the first ones rather than the last.
  ///   - change: Changes the numbers of the best record before.
  mutating func accept(
    without ranges: [Range<Int>], keepsLast: Bool = false, _ change: (inout [UInt64]) -> Void = { _ in }
  ) -> Bool {
    var record = best.record
    change(&record)
    for range in ranges.reversed() { record.removeSubrange(range) }
    guard !(keepsLast ? knownLast : known).contains(record) else { return false }
    // How many numbers are gone before each place.
    var gone = [Int](repeating: 0, count: best.record.count + 1)
    for range in ranges { for place in range { gone[place + 1] = 1 } }
    for place in best.record.indices { gone[place + 1] += gone[place] }
    let layout = best.layout.map { span in
      var span = span
      let (start, end) = (span.range.lowerBound, span.range.upperBound)
      span.range = (start - gone[start])..<(end - gone[end])
      return span
    }
    return accept(record, layout, keepsLast: keepsLast)
  }

  /// Evaluates a value that is less than the best one, unless it is known.
  mutating func accept(_ value: Value, _ choices: Choices) -> Bool {
    known.insert(choices.record).inserted && evaluate(value, choices)
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
  /// Tests for fewer numbers, or for as many of which the first that differs is smaller.
  func shortlexPrecedes(_ other: [UInt64]) -> Bool {
    count == other.count ? lexicographicallyPrecedes(other) : count < other.count
  }
}

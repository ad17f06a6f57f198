/// Makes a failing record of choices shorter and simpler.
///
/// A candidate is accepted when it fails in the same way and its record precedes the best record in shortlex order: it has
/// fewer choices, or equally many and a smaller one at the first difference. Only choices change, so every candidate is a value
/// that the generators can make. The passes are repeated, the cheap ones first, until none makes progress. The approach is that
/// of Hypothesis (MacIver and Donaldson: *Test-case reduction via test-case generation*, 2020).
package struct Shrinker<Value> {
  /// A value that fails, with the choices that make it.
  package struct Failure {
    package var value: Value
    /// The choices, as numbers.
    package var record: [UInt64]
    /// The largest possible number of each choice.
    var bounds: [UInt64]
    /// The groups, in the order in which they begin.
    package var groups: [Choices.Span]
    /// The groups and parts, in the order in which they begin.
    var layout: [Choices.Span]
    /// The indices of the choices that decide the length of a row of groups.
    var lengthIndices: Set<Int>
    /// Results about the groups, computed by the first pass that needs them.
    let groupCache = GroupCache()

    /// - Parameter choices: The replayed choices of the value.
    package init(_ value: Value, _ choices: Choices) {
      self.value = value
      record = choices.record
      bounds = choices.bounds
      groups = choices.spans.filter(\.isGroup)
      layout = choices.spans
      lengthIndices = Set(choices.lengthIndices)
    }
  }

  /// Results about the groups of one record, shared by all passes.
  final class GroupCache {
    /// The rows of groups, by depth.
    var rows: [Int: [[Choices.Span]]] = [:]
    var lists: [List]?
  }

  /// A shrink pass: one kind of change.
  typealias Pass = (inout Shrinker) -> Void

  package private(set) var best: Failure
  /// The number of evaluated candidates; a record that was tried before does not count.
  private(set) var evaluations = 0
  /// The number of times that a value was made for a candidate.
  private var attempts = 0
  /// The records that were tried.
  private var tried: Set<[UInt64]> = []
  /// The records that were tried with the last groups of rows kept.
  private var triedKeepingLast: Set<[UInt64]> = []
  private let budget: Int
  private let alignsGroups: Bool
  let generate: (inout Choices) throws -> Value
  private let fails: (Value) -> Bool

  /// - Parameters:
  ///   - budget: The largest number of times that a value is made for a candidate, over all candidates.
  ///   - alignsGroups: `true` replays each candidate first such that each group keeps its own choices; `false` replays it only
  ///     from left to right.
  ///   - generate: Makes a value from choices.
  ///   - fails: Returns whether a value fails in the same way.
  package init(
    _ failure: Failure, budget: Int = 20_000, alignsGroups: Bool = true,
    generate: @escaping (inout Choices) throws -> Value,
    fails: @escaping (Value) -> Bool
  ) {
    best = failure
    self.budget = budget
    self.alignsGroups = alignsGroups
    self.generate = generate
    self.fails = fails
    tried.insert(failure.record)
  }

  /// Runs passes until none makes progress, or the budget is spent.
  mutating func shrink(_ passes: [Pass]) {
    var recordBefore: [UInt64]
    repeat {
      recordBefore = best.record
      var passIndex = 0
      while passIndex < passes.count, !isOver {
        let countBefore = best.record.count
        passes[passIndex](&self)
        // After an expensive pass has deleted choices, the cheap ones may delete more.
        passIndex = best.record.count < countBefore && passIndex > 0 ? 0 : passIndex + 1
      }
    } while best.record != recordBefore && !isOver
  }

  /// `true` once the budget is spent.
  var isOver: Bool { attempts >= budget }

  /// Evaluates a candidate, unless the budget is spent, or its record was tried before or does not precede the best record.
  ///
  /// The record is first replayed such that each group keeps its own choices. If that value is not accepted, the record is
  /// replayed from left to right.
  ///
  /// - Parameters:
  ///   - layout: The spans of the candidate; `nil` for those of the best value, if the records are equally long.
  ///   - keepsLast: `true` where a row with too many groups loses its first groups, `false` where it loses its last ones.
  /// - Returns: `true` where the candidate is accepted, and is the best value from now on.
  mutating func accept(_ record: [UInt64], _ layout: [Choices.Span]? = nil, keepsLast: Bool = false) -> Bool {
    guard !isOver, record.shortlexPrecedes(best.record) else { return false }
    if keepsLast { return acceptKeepingLast(record, layout ?? best.layout) }
    guard tried.insert(record).inserted else { return false }
    let layout = layout ?? (record.count == best.record.count ? best.layout : nil)
    if let layout, alignsGroups {
      var choices = Choices(.aligned(record, to: layout))
      if attempt(record, &choices) { return true }
      guard choices.wasRealigned else { return false }
    }
    var choices = Choices(.recorded(record))
    return attempt(record, &choices)
  }

  /// Evaluates a candidate such that a row with too many groups loses its first groups; returns `false` where `alignsGroups` is
  /// `false`.
  private mutating func acceptKeepingLast(_ record: [UInt64], _ layout: [Choices.Span]) -> Bool {
    guard alignsGroups, triedKeepingLast.insert(record).inserted else { return false }
    attempts += 1
    var choices = Choices(.aligned(record, to: layout, keepsLast: true))
    guard let value = try? generate(&choices), choices.wasRealigned, choices.record.shortlexPrecedes(best.record),
      tried.insert(choices.record).inserted
    else { return false }
    return evaluate(value, choices)
  }

  /// Makes the value of a candidate, and evaluates it if its record precedes the best record; returns `true` where it is
  /// accepted.
  private mutating func attempt(_ record: [UInt64], _ choices: inout Choices) -> Bool {
    attempts += 1
    guard let value = try? generate(&choices), choices.record.shortlexPrecedes(best.record) else { return false }
    // Different records may replay as the same choices: numbers above a bound are lowered, and unneeded numbers are ignored.
    guard choices.record == record || tried.insert(choices.record).inserted else { return false }
    return evaluate(value, choices)
  }

  /// Evaluates the best record without some of its choices; the groups that remain keep their own choices.
  ///
  /// - Parameters:
  ///   - ranges: The ranges to leave out, in order.
  ///   - keepsLast: `true` where a row with too many groups loses its first groups, `false` where it loses its last ones.
  ///   - change: Changes the numbers of the best record, before the ranges are left out.
  mutating func accept(
    without ranges: [Range<Int>], keepsLast: Bool = false, _ change: (inout [UInt64]) -> Void = { _ in }
  ) -> Bool {
    var record = best.record
    change(&record)
    for range in ranges.reversed() { record.removeSubrange(range) }
    guard !(keepsLast ? triedKeepingLast : tried).contains(record) else { return false }
    // The number of removed choices before each index.
    var removedBefore = [Int](repeating: 0, count: best.record.count + 1)
    for range in ranges { for index in range { removedBefore[index + 1] = 1 } }
    for index in best.record.indices { removedBefore[index + 1] += removedBefore[index] }
    let layout = best.layout.map { span in
      var span = span
      let (start, end) = (span.range.lowerBound, span.range.upperBound)
      span.range = (start - removedBefore[start])..<(end - removedBefore[end])
      return span
    }
    return accept(record, layout, keepsLast: keepsLast)
  }

  /// Evaluates a value whose record precedes the best record, unless the record was tried before.
  mutating func accept(_ value: Value, _ choices: Choices) -> Bool {
    tried.insert(choices.record).inserted && evaluate(value, choices)
  }

  /// Evaluates a value, and makes it the best value if it fails.
  ///
  /// - Returns: `true` where the value fails.
  mutating func evaluate(_ value: Value, _ choices: Choices) -> Bool {
    tried.insert(choices.record)
    evaluations += 1
    guard fails(value) else { return false }
    best = Failure(value, choices)
    return true
  }
}

extension [UInt64] {
  /// Returns whether the array is shorter than another one, or as long and lexicographically smaller.
  func shortlexPrecedes(_ other: [UInt64]) -> Bool {
    count == other.count ? lexicographicallyPrecedes(other) : count < other.count
  }
}

internal import TEASupport

/// Makes a failing record of choices shorter and simpler.
///
/// A candidate is accepted when it fails in the same way and its record precedes the best record in shortlex order. Only
/// choices change, so every candidate is a value that the generators can make. The passes are repeated, the cheap ones first,
/// until none makes progress. The approach is that of Hypothesis (MacIver and Donaldson: *Test-case reduction via test-case
/// generation*, 2020).
///
/// A function that tries candidates returns `true` where one was accepted. The constants of the passes keep the candidates few;
/// `Benchmarks/run shrinking` measures the evaluations and the results.
package struct Shrinker<Value> {
  package struct Failure {
    package var value: Value
    package var record: [UInt64]
    /// The largest possible number of each choice in ``record``.
    var bounds: [UInt64]
    /// The spans of ``layout`` that are groups.
    package var groups: [Choices.Span]
    /// The groups and parts, in the order in which they begin.
    var layout: [Choices.Span]
    /// The indices in ``record`` of the choices that decide the length of a row of groups.
    var lengthIndices: Set<Int>
    let groupCache = GroupCache()

    /// The choices must be replayed: random ones have no groups.
    package init(_ value: Value, _ choices: Choices) {
      self.value = value
      record = choices.record
      bounds = choices.bounds
      groups = choices.spans.filter(\.isGroup)
      layout = choices.spans
      lengthIndices = Set(choices.lengthIndices)
    }
  }

  /// The rows and lists of one record, computed by the first pass that needs them.
  final class GroupCache {
    /// The rows at each depth that a pass asked for.
    var rows: [Int: [[Choices.Span]]] = [:]
    var lists: [List]?
  }

  typealias Pass = (inout Shrinker) -> Void

  package private(set) var best: Failure
  /// The number of values that were evaluated. A record that was tried before is not evaluated again.
  private(set) var evaluations = 0
  /// The number of times that a value was made for a candidate.
  private var attempts = 0
  /// The fingerprints of the records that were tried. The records themselves may be long, and would take too much memory.
  private var tried: Set<UInt128> = []
  private var triedKeepingLast: Set<UInt128> = []
  private let budget: Int
  private let alignsGroups: Bool
  private let isEnded: () -> Bool
  let generate: (inout Choices) throws -> Value
  private let fails: (Value) -> Bool

  /// - Parameters:
  ///   - budget: The largest number of times that a value is made, over all candidates.
  ///   - alignsGroups: `true` replays each candidate first such that each group keeps its own choices.
  ///   - isEnded: Returns `true` once no further candidate may be tried.
  ///   - fails: Returns whether a value fails in the same way.
  package init(
    _ failure: Failure, budget: Int = 20_000, alignsGroups: Bool = true, isEnded: @escaping () -> Bool = { false },
    generate: @escaping (inout Choices) throws -> Value,
    fails: @escaping (Value) -> Bool
  ) {
    best = failure
    self.budget = budget
    self.alignsGroups = alignsGroups
    self.isEnded = isEnded
    self.generate = generate
    self.fails = fails
    tried.insert(failure.record.fingerprint)
  }

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

  var isOver: Bool { attempts >= budget || isEnded() }

  /// Evaluates a candidate while the budget lasts, if its record precedes the best record and was not tried before.
  ///
  /// The record is first replayed such that each group keeps its own choices. If that value is not accepted, the record is
  /// replayed from left to right.
  ///
  /// - Parameters:
  ///   - layout: The spans of the candidate; `nil` for those of the best value, if the records are equally long.
  ///   - keepsLast: `true` where a row with too many groups loses its first groups, `false` where it loses its last ones. With
  ///     `true`, nothing is accepted where groups are not aligned.
  mutating func accept(_ record: [UInt64], _ layout: [Choices.Span]? = nil, keepsLast: Bool = false) -> Bool {
    guard !isOver, record.shortlexPrecedes(best.record) else { return false }
    if keepsLast {
      guard alignsGroups, triedKeepingLast.insert(record.fingerprint).inserted else { return false }
      var choices = Choices(.aligned(record, to: layout ?? best.layout, keepsLast: true))
      return attempt(nil, &choices)
    }
    guard tried.insert(record.fingerprint).inserted else { return false }
    let layout = layout ?? (record.count == best.record.count ? best.layout : nil)
    if let layout, alignsGroups {
      var choices = Choices(.aligned(record, to: layout))
      if attempt(record, &choices) { return true }
      guard choices.wasRealigned else { return false }
    }
    var choices = Choices(.recorded(record))
    return attempt(record, &choices)
  }

  /// - Parameter record: The record that the choices replay, if it is among the tried ones. Without it, choices that are not
  ///   realigned are left to another attempt.
  private mutating func attempt(_ record: [UInt64]?, _ choices: inout Choices) -> Bool {
    attempts += 1
    guard let value = try? generate(&choices), record != nil || choices.wasRealigned,
      choices.record.shortlexPrecedes(best.record)
    else { return false }
    // Different records may replay as the same choices: numbers above a bound are lowered, and unneeded numbers are ignored.
    guard choices.record == record || tried.insert(choices.record.fingerprint).inserted else { return false }
    return evaluate(value, choices)
  }

  /// Evaluates the best record without some of its choices; the groups that remain keep their own choices.
  ///
  /// - Parameters:
  ///   - ranges: The ranges to leave out, in order.
  ///   - change: Changes the best record before the ranges are left out.
  mutating func accept(
    without ranges: [Range<Int>], keepsLast: Bool = false, _ change: (inout [UInt64]) -> Void = { _ in }
  ) -> Bool {
    var record = best.record
    change(&record)
    for range in ranges.reversed() { record.removeSubrange(range) }
    guard !(keepsLast ? triedKeepingLast : tried).contains(record.fingerprint) else { return false }
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

  /// The record must precede the best record.
  mutating func accept(_ value: Value, _ choices: Choices) -> Bool {
    tried.insert(choices.record.fingerprint).inserted && evaluate(value, choices)
  }

  mutating func evaluate(_ value: Value, _ choices: Choices) -> Bool {
    tried.insert(choices.record.fingerprint)
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

  /// A 128-bit hash, which different arrays hardly ever share. Each half mixes the numbers in its own way.
  fileprivate var fingerprint: UInt128 {
    var (high, low) = (UInt64(count), ~UInt64(count))
    for number in self {
      high = RandomNumbers.mix(high ^ number)
      low = RandomNumbers.mix(low &* 0x9E37_79B9_7F4A_7C15 &+ number)
    }
    return UInt128(high) << 64 | UInt128(low)
  }
}

/// Like ``ZigZag``, for a range with more than 2⁶⁴ integers.
struct WideZigZag<Value: FixedWidthInteger & Sendable>: Sendable {
  private let simplest: Value
  private let countAbove: UInt128
  private let countBelow: UInt128

  /// Returns `nil` for a range with at most 2⁶⁴ integers, for which one choice is enough.
  init?(_ range: ClosedRange<Value>) {
    guard Value.bitWidth <= 128 else {
      fatalError("Gen.integer makes integers of at most 128 bits, and not \(Value.self)")
    }
    simplest = range.contains(0) ? 0 : range.lowerBound > 0 ? range.lowerBound : range.upperBound
    countAbove = Self.distance(from: simplest, to: range.upperBound)
    countBelow = Self.distance(from: range.lowerBound, to: simplest)
    guard lastRank > UInt128(UInt64.max) else { return nil }
  }

  private static func distance(from low: Value, to high: Value) -> UInt128 {
    UInt128(truncatingIfNeeded: Value.Magnitude(truncatingIfNeeded: high &- low))
  }

  /// The largest rank, at most 2¹²⁸ - 1.
  private var lastRank: UInt128 { countAbove + countBelow }

  /// A first choice below this number is itself the rank. After any other first choice, except the four largest, two more
  /// choices are the high and the low 64 bits of the rank.
  private static var directRankCount: UInt64 { 1 << 62 }

  func number(from choices: inout Choices) -> Value {
    let first = choices.chooseFavouringEdges(through: .max)
    if first < Self.directRankCount { return self[UInt128(first)] }
    // The four largest first choices stand for the last four ranks, because edges are drawn often.
    if first > UInt64.max - 4 { return self[lastRank - UInt128(UInt64.max - first)] }
    let high = choices.chooseFavouringEdges(through: UInt64(lastRank >> 64))
    let lowBound = high == UInt64(lastRank >> 64) ? UInt64(truncatingIfNeeded: lastRank) : .max
    return self[UInt128(high) << 64 | UInt128(choices.chooseFavouringEdges(through: lowBound))]
  }

  private subscript(_ rank: UInt128) -> Value {
    // Up to this distance, ranks come in pairs: an integer above the simplest one, and one as far below it.
    let pairedDistance = min(countAbove, countBelow)
    let pairNumber = rank / 2 + rank % 2
    let (distance, isAbove) =
      pairNumber <= pairedDistance
      ? (pairNumber, rank % 2 == 1) : (rank - pairedDistance, countAbove > countBelow)
    let difference = Value(truncatingIfNeeded: distance)
    return isAbove ? simplest &+ difference : simplest &- difference
  }
}

extension Gen where Value: FixedWidthInteger & Sendable {
  /// Returns `nil` for a range with at most 2⁶⁴ integers.
  @usableFromInline
  static func wideInteger(in range: ClosedRange<Value>) -> Gen? {
    WideZigZag(range).map { zigzag in Gen { choices throws(Discarded) in zigzag.number(from: &choices) } }
  }
}

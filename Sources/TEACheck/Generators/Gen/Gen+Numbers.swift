public import TEASupport

extension Gen where Value: FixedWidthInteger & Sendable {
  /// Integers of the whole type: small ones and the edges of the type more often than others.
  ///
  /// The integers shrink towards zero.
  @inlinable
  public static var integer: Gen { integer(in: .min ... .max) }

  /// Integers in a range: small ones and the edges of the range more often than others.
  ///
  /// The integers shrink towards the number of the range that is nearest to zero, positive numbers first.
  @inlinable
  public static func integer(in range: ClosedRange<Value>) -> Gen {
    if Value.bitWidth > 64, let wide = wideInteger(in: range) { return wide }
    let zigzag = ZigZag(range)
    if zigzag.edgesNeglectNearerBound {
      return Gen { choices throws(Discarded) in
        zigzag[choices.choose(through: zigzag.lastRank) { random, size in zigzag.drawRank(size, &random) }]
      }
    }
    return Gen { choices throws(Discarded) in zigzag[choices.chooseFavouringEdges(through: zigzag.lastRank)] }
  }
}

/// The integers of a range in order of their distance from the simplest one: 0, 1, -1, 2, -2, …
@usableFromInline
struct ZigZag<Value: FixedWidthInteger & Sendable>: Sendable {
  @usableFromInline let simplest: Value
  /// The number of integers in the range that are greater than the simplest one.
  @usableFromInline let countAbove: UInt64
  /// The number of integers in the range that are less than the simplest one.
  @usableFromInline let countBelow: UInt64

  @inlinable
  init(_ range: ClosedRange<Value>) {
    simplest = range.contains(0) ? 0 : range.lowerBound > 0 ? range.lowerBound : range.upperBound
    countAbove = Self.distance(from: simplest, to: range.upperBound)
    countBelow = Self.distance(from: range.lowerBound, to: simplest)
  }

  /// The range has at most 2⁶⁴ integers, so the difference fits.
  @inlinable
  static func distance(from low: Value, to high: Value) -> UInt64 {
    let difference = high.subtractingReportingOverflow(low).partialValue
    return UInt64(truncatingIfNeeded: Value.Magnitude(truncatingIfNeeded: difference))
  }

  /// The rank of an integer is its place in the order; the simplest integer has rank 0.
  @inlinable
  var lastRank: UInt64 { countAbove &+ countBelow }

  /// ``Choices/chooseFavouringEdges(through:)`` would hardly ever draw the nearer bound: it prefers the first and the last
  /// ranks, and this bound has a rank between them.
  @inlinable
  var edgesNeglectNearerBound: Bool {
    min(countAbove, countBelow) > 1 && max(countAbove, countBelow) - min(countAbove, countBelow) > 2
  }

  /// Draws a rank: in one draw of sixteen, that of an integer as far from the simplest one as the nearer bound, or closer by
  /// one.
  @inlinable
  func drawRank(_ size: Int, _ random: inout RandomNumbers) -> UInt64 {
    if random.next(through: 15) == 0 { return 2 &* min(countAbove, countBelow) &- random.next(through: 3) }
    return Choices.drawEdges(through: lastRank, size: size, from: &random)
  }

  @inlinable
  subscript(_ rank: UInt64) -> Value {
    // Up to this distance, ranks come in pairs: an integer above the simplest one, and one as far below it.
    let pairedDistance = min(countAbove, countBelow)
    let pairNumber = rank / 2 + rank % 2
    if pairNumber <= pairedDistance {
      return rank % 2 == 1
        ? simplest &+ Value(truncatingIfNeeded: pairNumber) : simplest &- Value(truncatingIfNeeded: pairNumber)
    }
    let distance = rank - pairedDistance
    return countAbove > countBelow
      ? simplest &+ Value(truncatingIfNeeded: distance) : simplest &- Value(truncatingIfNeeded: distance)
  }
}

extension Gen where Value == Bool {
  /// `true` or `false`. They shrink towards `false`.
  @inlinable
  public static var bool: Gen { Gen { choices throws(Discarded) in choices.choose(through: 1) == 1 } }
}

extension Gen where Value: BinaryFloatingPoint & Sendable {
  /// Floating-point numbers: whole numbers first, then binary and decimal fractions and multiples of powers of ten, and
  /// now and then a special value.
  public static var floatingPoint: Gen {
    let specialValues: [Value] = [
      0.5, -0.5, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, .ulpOfOne, .nan,
    ]
    // In a narrow type such as `Float16`, larger integers would become infinity.
    let isNarrow = Value.greatestFiniteMagnitude < Value(Int32.max)
    let largestWhole = isNarrow ? Int32(Value.greatestFiniteMagnitude) : .max
    let wholeNumbers = Gen<Int32>.integer(in: (isNarrow ? -largestWhole : .min)...largestWhole)
    let powers = sequence(first: Value(10)) { $0 * 10 }.prefix(12).filter(\.isFinite)
    let powerOfTen = Gen<Value>.element(of: powers)
    return Gen { choices throws(Discarded) in
      switch choices.choose(through: 13) {
      case 0...7: Value(try wholeNumbers.generate(&choices))
      case 8, 9: Value(try wholeNumbers.generate(&choices)) / 1024
      case 10: Value(try wholeNumbers.generate(&choices)) / (try powerOfTen.generate(&choices))
      case 11: Value(try wholeNumbers.generate(&choices)) * (try powerOfTen.generate(&choices))
      default: specialValues[Int(choices.choose(through: UInt64(specialValues.count - 1)))]
      }
    }
  }
}

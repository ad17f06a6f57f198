extension Gen where Value: BinaryFloatingPoint & Sendable {
  /// Finite floating-point numbers in a range: whole numbers first, then fractions, and now and then a bound.
  ///
  /// They shrink towards the whole number of the range that is nearest to zero. In a range without whole numbers, they shrink
  /// towards the lower bound.
  ///
  /// - Precondition: The bounds are finite.
  public static func floatingPoint(in range: ClosedRange<Value>) -> Gen {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard low.isFinite && high.isFinite else { fatalError("Gen.floatingPoint(in:) needs finite bounds, got \(range)") }
    // Up to this limit, the type has every whole number. The exponent is at most 62, because 2⁶³ does not fit into `Int64`.
    // Larger numbers are drawn as means of the bounds.
    let wholeLimit = Value(sign: .plus, exponent: min(Value.Exponent(Value.significandBitCount), 62), significand: 1)
    let (first, last) = (max(low, -wholeLimit).rounded(.up), min(high, wholeLimit).rounded(.down))
    let wholeNumbers = first <= last ? Gen<Int64>.integer(in: Int64(first)...Int64(last)) : nil
    // The number of equal steps from the lower to the upper bound; fractions lie on these steps.
    let shareStepCount: UInt64 = 1 << 20
    return Gen { choices throws(Discarded) in
      // Of twelve kinds, the first eight are whole numbers if the range has any, the last is a bound, and the others are
      // fractions.
      let kind = choices.choose(through: 11)
      if kind <= 7, let wholeNumbers { return Value(try wholeNumbers.generate(&choices)) }
      if kind >= 11 { return choices.choose(through: 1) == 0 ? high : low }
      // A weighted mean of the bounds, since the width of the range may overflow.
      let share = Value(Double(choices.chooseFavouringEdges(through: shareStepCount)) / Double(shareStepCount))
      return min(high, max(low, low * (1 - share) + high * share))
    }
  }
}

extension Gen {
  /// Ranges between two generated bounds.
  ///
  /// They shrink with their bounds, towards the empty range. A bound that is not equal to itself, such as NaN, is replaced by
  /// the other bound. Where both bounds are such values, the generator throws ``Discarded``.
  public static func range<Bound: Comparable & SendableMetatype>(
    of bound: Gen<Bound>
  ) -> Gen where Value == Range<Bound> {
    Gen<(lower: Bound, upper: Bound)>.bounds(of: bound).map { $0.lower..<$0.upper }
  }

  /// Closed ranges between two generated bounds.
  ///
  /// They shrink with their bounds, towards the range of one value. A bound that is not equal to itself, such as NaN, is
  /// replaced by the other bound. Where both bounds are such values, the generator throws ``Discarded``.
  public static func closedRange<Bound: Comparable & SendableMetatype>(
    of bound: Gen<Bound>
  ) -> Gen where Value == ClosedRange<Bound> {
    Gen<(lower: Bound, upper: Bound)>.bounds(of: bound).map { $0.lower...$0.upper }
  }

  /// Two bounds in order, each of which is equal to itself, because a range cannot have a NaN as its bound.
  static func bounds<Bound: Comparable>(of bound: Gen<Bound>) -> Gen where Value == (lower: Bound, upper: Bound) {
    .uncheckedSendable { choices throws(Discarded) in
      let (first, second) = (try bound.generate(&choices), try bound.generate(&choices))
      guard first == first else { if second == second { return (second, second) } else { throw Discarded() } }
      guard second == second else { return (first, first) }
      return first < second ? (first, second) : (second, first)
    }
  }

  /// Ranges of integers whose bounds are in a range.
  ///
  /// They shrink towards the empty range at the number that is nearest to zero.
  public static func range<Bound: FixedWidthInteger & Sendable>(
    in bounds: ClosedRange<Bound>
  ) -> Gen where Value == Range<Bound> { .range(of: .integer(in: bounds)) }

  /// Closed ranges of integers whose bounds are in a range.
  ///
  /// They shrink towards the range of the one number that is nearest to zero.
  public static func closedRange<Bound: FixedWidthInteger & Sendable>(
    in bounds: ClosedRange<Bound>
  ) -> Gen where Value == ClosedRange<Bound> { .closedRange(of: .integer(in: bounds)) }
}

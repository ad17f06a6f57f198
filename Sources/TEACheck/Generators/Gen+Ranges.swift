extension Gen {
  /// Ranges between two generated bounds.
  ///
  /// They shrink with their bounds, towards the empty range.
  public static func range<Bound: Comparable & SendableMetatype>(
    of bound: Gen<Bound>
  ) -> Gen where Value == Range<Bound> {
    Gen { choices throws(Discarded) in
      let (one, other) = (try bound.generate(&choices), try bound.generate(&choices))
      return one < other ? one..<other : other..<one
    }
  }

  /// Closed ranges between two generated bounds.
  ///
  /// They shrink with their bounds, towards the range of one value.
  public static func closedRange<Bound: Comparable & SendableMetatype>(
    of bound: Gen<Bound>
  ) -> Gen where Value == ClosedRange<Bound> {
    Gen { choices throws(Discarded) in
      let (one, other) = (try bound.generate(&choices), try bound.generate(&choices))
      return one < other ? one...other : other...one
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

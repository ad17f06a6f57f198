/// The statistical test of a ``Cover``, by the score interval of Wilson.
package enum Wilson {
  /// The verdict on a required share.
  package enum Verdict {
    /// The whole interval is at or above nine tenths of the required share.
    case reached
    /// The whole interval is below the required share.
    case missed
    /// The interval is still too wide, so more runs are needed.
    case undecided
  }

  /// The z-score of a two-sided error probability of 10⁻⁹.
  private static var z: Double { 6.1094 }
  /// The fraction of the required share that the lower end of the interval must reach, as in QuickCheck's `checkCoverage`.
  private static var sufficientFraction: Double { 0.9 }

  static func interval(_ hits: Int, of runs: Int) -> ClosedRange<Double> {
    guard runs > 0 else { return 0...1 }
    let (n, p, z2) = (Double(runs), Double(hits) / Double(runs), z * z)
    let middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    let halfWidth = z / (1 + z2 / n) * (p * (1 - p) / n + z2 / (4 * n * n)).squareRoot()
    // Rounding may make an upper bound of 1 a little less.
    return max(0, middle - halfWidth)...(hits == runs ? 1 : min(1, middle + halfWidth))
  }

  package static func verdict(_ hits: Int, of runs: Int, atLeast share: Percentage) -> Verdict {
    let interval = interval(hits, of: runs)
    if interval.lowerBound >= sufficientFraction * share.fraction { return .reached }
    return interval.upperBound < share.fraction ? .missed : .undecided
  }
}

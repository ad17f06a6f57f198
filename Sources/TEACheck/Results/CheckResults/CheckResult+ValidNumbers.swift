extension CheckResult {
  /// The largest count that a record may hold: more than any search counts, and so small that sums of counts do not overflow.
  package static let largestCount = 1_000_000_000_000

  /// The counts, the duration, the odds and the indices of loops are in their ranges.
  ///
  /// A record was written by another process, and may hold impossible numbers.
  var hasValidNumbers: Bool {
    let counts =
      [states, transitions, depth, hiddenSuggestions] + (coverage?.counts ?? []) + (coverageDetails?.counts ?? [])
    guard counts.allSatisfy((0...Self.largestCount).contains), (0...1e9).contains(seconds) else { return false }
    if case .compact(let odds) = coverage, !(0...).contains(odds) { return false }
    guard otherViolations.allSatisfy({ $0.otherViolations.isEmpty && $0.hasValidNumbers }) else { return false }
    return ([counterexample] + (suggestions ?? []).map(\.exception)).allSatisfy { counterexample in
      guard let counterexample, let loop = counterexample.loop else { return true }
      return counterexample.steps.indices.contains(loop)
    }
  }
}

extension CoverageDetails {
  fileprivate var counts: [Int] {
    messages.flatMap { [$0.sent, $0.replied] } + classes.flatMap { [$0.worlds] + $0.steps }
  }
}

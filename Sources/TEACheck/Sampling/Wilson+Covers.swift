internal import TEAResults
internal import TEARuntime

extension Wilson {
  /// The indices of the `Cover` declarations that the runs so far do not decide.
  static func undecided<M>(_ covers: [CoverCondition<M>], _ sampling: Sampling<M>) -> [Int] {
    covers.indices.filter {
      verdict(sampling.coverCounts[$0], of: sampling.runsFromOrigins, atLeast: covers[$0].share) == .open
    }
  }
}

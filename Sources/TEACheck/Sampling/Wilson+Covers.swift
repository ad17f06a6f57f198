internal import TEAResults
internal import TEARuntime

extension Wilson {
  static func undecided<M>(_ covers: [CoverCondition<M>], _ sampling: Sampling<M>) -> [Int] {
    covers.indices.filter {
      verdict(sampling.coverCounts[$0], of: sampling.runsFromOrigins, atLeast: covers[$0].share) == .undecided
    }
  }
}

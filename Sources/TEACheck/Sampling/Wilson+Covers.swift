internal import TEARuntime

extension Wilson {
  /// The covers that are not decided.
  static func undecided<M>(_ covers: [Coverage<M>], _ sampling: Sampling<M>) -> [Int] {
    covers.indices.filter {
      verdict(sampling.covered[$0], of: sampling.plainRuns, atLeast: covers[$0].share) == .open
    }
  }
}

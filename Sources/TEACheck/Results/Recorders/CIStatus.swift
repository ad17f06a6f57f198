/// The status of a result in a CI engine.
package enum CIStatus: Sendable {
  case passed
  /// The check is inconclusive, which is no failure without `--require-complete`.
  case undecided
  case failed
}

extension CheckResult {
  /// The status of the result in a CI engine; with `failed`, the command's exit code is not 0.
  ///
  /// - Parameter requiresComplete: An incomplete search is a failure, unless it found the known issue of the check.
  package func ciStatus(requiresComplete: Bool) -> CIStatus {
    switch verdict {
    case .violated, .trapped, .error: .failed
    case .passed, .inconclusive:
      requiresComplete && !meetsRequireComplete ? .failed : verdict == .passed ? .passed : .undecided
    }
  }
}

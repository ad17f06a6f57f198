package enum CIStatus: Sendable {
  case passed
  /// The check is inconclusive, which is no failure without `--require-complete`.
  case undecided
  case failed
}

extension CheckResult {
  /// The status of the check in a CI engine. With `failed`, the command's exit code is not 0.
  package func ciStatus(requiresComplete: Bool) -> CIStatus {
    switch verdict {
    case .violated, .trapped, .error: .failed
    case .passed, .inconclusive:
      requiresComplete && !meetsRequireComplete ? .failed : verdict == .passed ? .passed : .undecided
    }
  }
}

/// The status of a result in a CI engine.
package enum CIStatus: Sendable {
  case passed, undecided, failed
}

extension CheckResult {
  /// The status of the result in a CI engine; `failed` is that of a failing exit code.
  ///
  /// - Parameter isStrict: An incomplete search is a failure.
  package func ciStatus(isStrict: Bool) -> CIStatus {
    switch verdict {
    case .violated, .trapped, .error: .failed
    case .passed, .inconclusive:
      isStrict && !isComplete && knownIssue == nil ? .failed : verdict == .passed ? .passed : .undecided
    }
  }
}

/// The standing of a result in a CI engine.
package enum Standing: Sendable {
  case passed, undecided, failed
}

extension CheckResult {
  /// The standing of the result in a CI engine: just that of the exit code.
  ///
  /// - Parameter isStrict: Whether not to look at every world is a failure.
  package func standing(isStrict: Bool) -> Standing {
    switch verdict {
    case .violated, .trapped, .error: .failed
    case .passed, .inconclusive:
      isStrict && !isComplete && knownIssue == nil ? .failed : verdict == .passed ? .passed : .undecided
    }
  }
}

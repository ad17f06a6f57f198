/// What a CI engine makes of a result.
package enum Standing: Sendable {
  case passed, undecided, failed
}

extension CheckResult {
  /// What a CI engine makes of the result: just what the exit code makes of it.
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

internal import TEAResults
import TEASupport

/// A Code Quality report of GitLab, which shows violations at the line of the property in a merge request.
struct CodeQualityOutput: Output {
  let requiresComplete: Bool
  let write: (String) -> Void

  func end(_ results: [SuiteResult]) {
    let issues = results.flatMap { suite, result in result.separateResults.compactMap { issue(of: $0, suite) } }
    write(JSON.array(issues).text + "\n")
  }

  /// - Returns: `nil` for a result that passes.
  private func issue(of result: CheckResult, _ suite: String) -> JSON? {
    let status = result.ciStatus(requiresComplete: requiresComplete)
    guard status != .passed else { return nil }
    let printable = result.printable
    let checkName = status == .undecided || result.verdict == .passed ? "incomplete" : result.verdict.rawValue
    // A violation without a counterexample is known by its place.
    let property = result.counterexample?.property ?? (result.verdict == .violated ? result.place : "")
    let severity = status == .undecided ? "info" : result.verdict == .trapped ? "critical" : "major"
    return .object([
      "description":
        "\(printable.subject): \(result.shortfall(requiresComplete: requiresComplete) ?? printable.summary)",
      "check_name": "tea-check/\(checkName)",
      "fingerprint": StableHash.hex(of: [suite, result.module, result.name, property, checkName]),
      "severity": severity,
      "location": JSON.object(["path": printable.sourceFile, "lines": JSON.object(["begin": result.line ?? 1])]),
    ])
  }
}

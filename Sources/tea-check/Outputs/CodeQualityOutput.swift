internal import TEAResults
import TEASupport

/// A Code Quality report of GitLab, which shows violations at the line of the property in a merge request.
final class CodeQualityOutput: Output {
  private let requiresComplete: Bool
  private let write: (String) -> Void
  private var issues: [JSON] = []

  init(requiresComplete: Bool, write: @escaping (String) -> Void) {
    self.requiresComplete = requiresComplete
    self.write = write
  }

  func add(_ result: CheckResult, of suite: String) {
    for separateResult in result.separateResults { addIssue(separateResult, suite) }
  }

  private func addIssue(_ result: CheckResult, _ suite: String) {
    let status = result.ciStatus(requiresComplete: requiresComplete)
    guard status != .passed else { return }
    let printable = result.printable
    let checkName = status == .undecided || result.verdict == .passed ? "incomplete" : result.verdict.rawValue
    // A violation without a counterexample is known by its place.
    let property = result.counterexample?.property ?? (result.verdict == .violated ? result.place : "")
    let severity = status == .undecided ? "info" : result.verdict == .trapped ? "critical" : "major"
    issues.append(
      .object([
        "description": .string(
          "\(printable.subject): \(result.shortfall(requiresComplete: requiresComplete) ?? printable.summary)"),
        "check_name": .string("tea-check/\(checkName)"),
        "fingerprint": .string(
          StableHash.hex(of: [suite, result.module, result.name, property, checkName])),
        "severity": .string(severity),
        "location": .object([
          "path": .string(printable.sourceFile), "lines": .object(["begin": .integer(result.line ?? 1)]),
        ]),
      ]))
  }

  func end() { write(JSON.array(issues).text + "\n") }
}

internal import TEAResults

extension CheckResult {
  /// The result itself, and the violations of other properties that it contains, as separate results.
  var separateResults: [CheckResult] {
    var first = self
    first.otherViolations = []
    return [first] + otherViolations
  }

  /// The property of the counterexample; `nil` for a check that is neither violated nor trapped.
  var violatedProperty: String? { isViolatedOrTrapped ? counterexample?.property : nil }

  /// The module and the property of the counterexample; without a violation or a trap, the title of the check.
  var subject: String { violatedProperty.map { "\(module) · \($0)" } ?? title }

  private var isViolatedOrTrapped: Bool { [.violated, .trapped].contains(verdict) }

  /// The verdict, and the first line of the message. Without a message, the finding takes its place. The finding of a violation
  /// or a trap stands alone, because it names the verdict.
  var summary: String {
    let word = verdict == .error ? "could not run" : verdict.rawValue
    guard let sentence = (message ?? finding)?.split(separator: "\n").first else { return word }
    return isViolatedOrTrapped && message == nil ? String(sentence) : "\(word): \(sentence)"
  }

  /// A sentence about the incomplete search if the result fails for this reason alone; otherwise `nil`.
  func shortfall(requiresComplete: Bool) -> String? {
    guard ciStatus(requiresComplete: requiresComplete) == .failed, [.passed, .inconclusive].contains(verdict)
    else { return nil }
    return "not complete, but --require-complete demands it" + (coverage.map { ": \(TextReport.text(of: $0))" } ?? "")
  }

  var line: Int? { place.split(separator: ":").last.flatMap { Int($0) } }

  /// The path of the source file if it ends with the file name in `place`, or else the file as `place` names it.
  var sourceFile: String {
    let named = place.lastIndex(of: ":").map { String(place[..<$0]) } ?? place
    // The path of a merged result may name another file than its place.
    guard let path, let name = named.split(separator: "/").last, path.hasSuffix("/\(name)") || path == name else {
      return named
    }
    return path
  }
}

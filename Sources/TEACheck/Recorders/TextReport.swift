/// Results as text for people.
package enum TextReport {
  /// The report of one check: a line, and the story of its counterexample.
  package static func lines(of result: CheckResult, titleWidth: Int = 0) -> [String] {
    var lines = [headline(of: result, titleWidth: titleWidth)]
    let isKnown = result.verdict == .passed && result.knownIssue != nil
    if let issue = result.knownIssue, result.verdict == .passed { lines.append("  known issue: \(issue)") }
    if let counterexample = result.counterexample {
      if result.verdict == .violated, !result.name.isEmpty, result.name != counterexample.property {
        lines.append("  in the check “\(result.name)”")
      }
      if isKnown { lines.append("  “\(counterexample.property)”  \(counterexample.place)") }
      if let finding = result.finding { lines.append("  \(finding)") }
      if let detail = counterexample.detail { lines += indented(detail) }
      lines += [""] + counterexample.story() + [""]
    }
    if let message = result.message { lines += indented(message) }
    if result.verdict != .passed || !result.isComplete || isKnown {
      lines += result.notes.flatMap { indented("note: \($0)") }
    }
    if [.violated, .trapped].contains(result.verdict) {
      lines.append("  again   swift run -c release tea-check check \(shellQuoted(result.title))")
    }
    if lines.count > 1, lines.last != "" { lines.append("") }
    return lines
  }

  /// The last line of a report.
  package static func summary(of results: [CheckResult]) -> String {
    var parts: [String] = []
    func count(_ verdict: CheckResult.Verdict) -> Int { results.count { $0.verdict == verdict } }
    for verdict in [CheckResult.Verdict.passed, .violated, .trapped, .inconclusive, .error]
    where count(verdict) > 0 {
      parts.append("\(count(verdict)) \(verdict == .error ? "with errors" : verdict.rawValue)")
    }
    let issues = results.count { $0.verdict == .passed && $0.knownIssue != nil }
    if issues > 0 { parts.append("\(counted(issues, "known issue")) found") }
    return "\(counted(results.count, "check")): \(parts.joined(separator: ", "))"
  }

  /// One line of progress.
  package static func line(of progress: CheckProgress) -> String {
    if progress.runs > 0 {
      return "\(progress.title): \(counted(progress.runs, "run")), \(counted(progress.transitions, "step"))"
    }
    return "\(progress.title): \(counted(progress.states, "world")), \(counted(progress.transitions, "transition")), "
      + "depth \(grouped(progress.depth)), frontier \(grouped(progress.frontier))"
  }

  private static func headline(of result: CheckResult, titleWidth: Int) -> String {
    let mark =
      switch result.verdict {
      case .passed: "✓"
      case .violated, .trapped, .error: "✗"
      case .inconclusive: "?"
      }
    let padding = String(repeating: " ", count: max(0, titleWidth - result.title.count))
    switch result.verdict {
    case .passed, .inconclusive:
      return "\(mark) \(result.title)\(padding)  \(figures(of: result))"
    case .violated, .trapped, .error:
      if let counterexample = result.counterexample, result.message == nil {
        return "\(mark) \(result.module) · \(counterexample.property)   \(counterexample.place)"
      }
      let word = result.verdict == .trapped ? "trapped" : result.verdict == .error ? "could not run" : "violated"
      return "\(mark) \(result.title)\(padding)  \(word)   \(result.place)"
    }
  }

  /// What was looked at, and how long that took.
  private static func figures(of result: CheckResult) -> String {
    var parts: [String] = []
    if result.knownIssue != nil, result.verdict == .passed {
      parts.append("known issue found")
    } else {
      if result.verdict == .inconclusive { parts.append("inconclusive") }
      if let coverage = result.coverage { parts.append(text(of: coverage)) }
    }
    parts.append(counted(result.states, "world"))
    parts.append(counted(result.transitions, "transition"))
    if result.depth > 0 { parts.append("depth \(grouped(result.depth))") }
    parts.append(text(ofSeconds: result.seconds))
    return parts.joined(separator: " · ")
  }

  private static func text(of coverage: CheckResult.Coverage) -> String {
    switch coverage {
    case .complete: "complete"
    case .completeWithinScope: "complete within the scope"
    case .bounded(let depth, let beyond):
      "bounded: all worlds to depth \(grouped(depth)), \(grouped(beyond)) not expanded"
    case .sampled(let runs, let steps): "sampled: \(counted(runs, "run")), \(counted(steps, "step"))"
    case .boundedAndSampled(let depth, let beyond, let runs, let steps):
      "all worlds to depth \(grouped(depth)), \(grouped(beyond)) not expanded, and \(counted(runs, "random run")) of "
        + counted(steps, "step")
    }
  }

  private static func text(ofSeconds seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }

  private static func indented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
  }

  /// A text as one word of a shell's command line.
  private static func shellQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

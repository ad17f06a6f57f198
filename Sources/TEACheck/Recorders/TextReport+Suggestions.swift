package import TEASupport

extension TextReport {
  /// The last line of a report of suggestions.
  static func summary(of suggestions: [[CheckResult.Suggestion]], checks: Int) -> String {
    let all = suggestions.flatMap { $0 }
    let nearMisses = all.count { $0.exceptions > 0 }
    let exceptions = nearMisses > 0 ? ", and \(grouped(nearMisses)) with exceptions to look at" : ""
    return "\(counted(checks, "check")): \(counted(all.count - nearMisses, "suggestion"))\(exceptions)"
  }

  /// The lines of the suggestions; under each near miss, a shortest path to an exception.
  package static func lines(
    of suggestions: [CheckResult.Suggestion], hidden: Int, _ style: TextStyle = .plain
  ) -> [String] {
    guard !suggestions.isEmpty else { return ["", "  nothing was found that holds and says something"] }
    var lines: [String] = []
    let width = suggestions.count >= 10 ? 2 : 1
    let indent = String(repeating: " ", count: width + 4)
    for (number, suggestion) in suggestions.enumerated() {
      let isNearMiss = suggestion.exceptions > 0
      if number == 0 || isNearMiss != (suggestions[number - 1].exceptions > 0) {
        lines += [
          "", "  " + (isNearMiss ? "holds nearly always: is the exception a bug?" : "holds always: is it meant?"),
        ]
      }
      let label = "\(number + 1)"
      lines += [
        "",
        "  " + String(repeating: " ", count: width - label.count) + label + "  "
          + style(.strong, printableLine(suggestion.words)) + "   "
          + style(isNearMiss ? .unsure : .faint, suggestion.evidence),
      ]
      lines += suggestion.code.split(separator: "\n").map { indent + printableLine(String($0)) }
      if let exception = suggestion.exception {
        let steps = exception.steps.count
        lines.append(indent + (steps == 0 ? "not at the start:" : "not after \(counted(steps, "step")):"))
        lines += exception.story(indent: indent + "  ", mark: "   ✗", style: style)
      }
    }
    if hidden > 0 { lines += ["", "  \(grouped(hidden)) more with --all"] }
    return lines
  }
}

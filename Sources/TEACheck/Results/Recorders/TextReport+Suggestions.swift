package import TEASupport

extension CheckResult {
  /// The number of worlds of a search that did not find all; `nil` for one that did.
  package var exploredCountIfCut: Int? {
    switch coverage {
    case .complete, .completeWithinScope, .compact: nil
    case nil, .approximate, .bounded, .sampled, .boundedAndSampled, .scattered: states
    }
  }
}

extension TextReport {
  static func summary(of suggestions: [[CheckResult.Suggestion]], checks: Int) -> String {
    let all = suggestions.flatMap { $0 }
    let nearMissCount = all.count { $0.exceptions > 0 }
    let exceptionsText = nearMissCount > 0 ? ", and \(grouped(nearMissCount)) with exceptions to look at" : ""
    return "\(counted(checks, "check")): \(counted(all.count - nearMissCount, "suggestion"))\(exceptionsText)"
  }

  /// - Parameter exploredCount: The number of worlds of a search that was cut; `nil` where it found all.
  package static func lines(
    of suggestions: [CheckResult.Suggestion], hiddenCount: Int, exploredCount: Int?, _ style: TextStyle = .plain
  ) -> [String] {
    guard !suggestions.isEmpty else { return ["", "  nothing was found that holds and says something"] }
    var lines: [String] = []
    let numberWidth = "\(suggestions.count)".count
    let indent = String(repeating: " ", count: numberWidth + 4)
    let explored = exploredCount.map { "all \(counted($0, "world")) explored" }
    for (index, suggestion) in suggestions.enumerated() {
      let isNearMiss = suggestion.exceptions > 0
      if index == 0 || isNearMiss != (suggestions[index - 1].exceptions > 0) {
        let nearly = isNearMiss ? "nearly " : ""
        let extent = explored.map { "in \(nearly)\($0)" } ?? "\(nearly)always"
        lines += ["", "  holds \(extent): is \(isNearMiss ? "the exception a bug" : "it meant")?"]
      }
      let label = "\(index + 1)"
      lines += [
        "",
        "  " + String(repeating: " ", count: numberWidth - label.count) + label + "  "
          + style(.strong, printableLine(suggestion.words)) + "   "
          + style(isNearMiss ? .unsure : .faint, suggestion.evidence),
      ]
      if let explored, !isNearMiss { lines.append(indent + "// holds in \(explored)") }
      lines += suggestion.code.split(separator: "\n").map { indent + printableLine(String($0)) }
      if let exception = suggestion.exception {
        let stepCount = exception.steps.count
        lines.append(indent + (stepCount == 0 ? "not at the start:" : "not after \(counted(stepCount, "step")):"))
        lines += exception.story(indent: indent + "  ", mark: "   ✗", style: style)
      }
    }
    if hiddenCount > 0 { lines += ["", "  \(grouped(hiddenCount)) more with --all"] }
    return lines
  }
}

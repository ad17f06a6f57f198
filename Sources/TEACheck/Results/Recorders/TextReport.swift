package import TEASupport
internal import TEAText

/// Prints results in order, with empty lines between a result of several lines and its neighbours.
package final class TextPrinter {
  /// The width of the titles of the next checks, in columns.
  package var titleWidth: Int
  private let style: TextStyle
  private let showsPasses: Bool
  private let write: (String) -> Void
  private var needsEmptyLine = false
  private var isFirst = true

  /// - Parameter showsPasses: All results are printed, and not only those that fail.
  package init(
    titleWidth: Int, style: TextStyle = .plain, showsPasses: Bool = true, write: @escaping (String) -> Void
  ) {
    self.titleWidth = titleWidth
    self.style = style
    self.showsPasses = showsPasses
    self.write = write
  }

  package func print(_ result: CheckResult, requiresComplete: Bool = false) {
    guard showsPasses || result.ciStatus(requiresComplete: requiresComplete) == .failed else { return }
    let lines = TextReport.lines(of: result, titleWidth: titleWidth, style: style)
    let isLong = lines.count > 1
    write((!isFirst && (isLong || needsEmptyLine) ? "\n" : "") + lines.joined(separator: "\n") + "\n")
    needsEmptyLine = isLong
    isFirst = false
  }

  package func printSummary(of results: [CheckResult]) {
    let hasFailed = results.contains { [.violated, .trapped, .error].contains($0.verdict) }
    write(
      (isFirst && !showsPasses ? "" : "\n") + style(hasFailed ? .bad : .strong, TextReport.summary(of: results)) + "\n")
  }
}

package enum TextReport {
  package static func lines(
    of result: CheckResult, titleWidth: Int = 0, style: TextStyle = .plain
  ) -> [String] {
    let others = result.otherViolations
    let result = result.printable
    var lines = [headline(of: result, titleWidth: titleWidth, style)]
    let isFailure = [.violated, .trapped].contains(result.verdict)
    let isKnownIssue = result.verdict == .passed && result.knownIssue != nil
    if let issue = result.knownIssue, isKnownIssue { lines.append("  known issue: \(issue)") }
    if let counterexample = result.counterexample {
      if isFailure, !result.name.isEmpty, result.name != counterexample.property {
        lines.append("  in the check “\(result.name)”")
      }
      if isKnownIssue { lines.append("  “\(counterexample.property)”  \(style(.faint, counterexample.place))") }
      if let finding = result.finding { lines.append("  \(finding)") }
      if let detail = counterexample.detail { lines += indented(detail) }
      if result.isReplay, result.verdict == .passed, !counterexample.property.isEmpty {
        lines.append("  it violated “\(counterexample.property)”")
      }
      let mark = result.verdict == .passed && result.isReplay ? "" : "   ✗"
      lines += [""] + counterexample.story(mark: mark, style: style) + [""]
    }
    if let message = result.message { lines += indented(message) }
    lines += result.notes.flatMap { indented("note: \($0)").map { style(.faint, $0) } }
    func add(_ label: String, _ command: String?, inTest testCommand: String?) {
      let command = result.isOfTest ? testCommand : command
      if let command { lines.append("  \(style(.faint, label)) \(command)") }
    }
    add("again  ", commandThatFindsAgain(result).map { "swift run \($0)" }, inTest: isFailure ? "swift test" : nil)
    add("faster ", result.faster.map { "swift run -c release \($0)   (this is a debug build)" }, inTest: nil)
    let file = result.file.map(shellWord)
    add(
      "replay ", file.map { "swift run tea-check replay \($0)" },
      inTest: file.map { "TEACHECK_REPLAY=\($0) swift test" })
    // A longer token would fill many lines.
    let token = result.token.flatMap { $0.utf8.count <= 400 ? $0 : nil }
    add("token  ", token, inTest: token.map { "TEACHECK_REPLAY=\($0) swift test" })
    if let suggestions = result.suggestions, !result.isOfTest {
      lines += self.lines(
        of: suggestions, hiddenCount: result.hiddenSuggestions, exploredCount: result.exploredCountIfCut, style)
    }
    while lines.last == "" { lines.removeLast() }
    for var other in others {
      other.isOfTest = result.isOfTest
      lines += [""] + self.lines(of: other, titleWidth: titleWidth, style: style)
    }
    return lines
  }

  package static func width(ofTitles titles: [String]) -> Int {
    titles.map { columns(of: printableLine($0, upTo: 240)) }.max() ?? 0
  }

  /// The number of violated properties in parentheses; empty where each check violates at most one.
  private static func suffixWithProperties(of results: [CheckResult]) -> String {
    let violatedResults = results.filter { $0.verdict == .violated }
    let count = violatedResults.reduce(0) { $0 + 1 + $1.otherViolations.count }
    return count > violatedResults.count ? " (\(grouped(count)) properties)" : ""
  }

  package static func summary(of results: [CheckResult]) -> String {
    var parts: [String] = []
    func count(_ verdict: CheckResult.Verdict) -> Int { results.count { $0.verdict == verdict } }
    for verdict in [CheckResult.Verdict.passed, .violated, .trapped, .inconclusive, .error]
    where count(verdict) > 0 {
      let word = verdict == .error ? "with errors" : verdict.rawValue
      let suffix =
        switch verdict {
        case .passed: suffixWithKinds(of: results)
        case .violated: suffixWithProperties(of: results)
        case .trapped, .inconclusive, .error: ""
        }
      parts.append("\(count(verdict)) \(word)\(suffix)")
    }
    guard !parts.isEmpty else { return "no checks" }
    let suggestions = results.compactMap(\.suggestions)
    if !suggestions.isEmpty { return summary(of: suggestions, checks: results.count) }
    return "\(counted(results.count, "check")): \(parts.joined(separator: ", "))"
  }

  /// The numbers of passes of each kind, such as ` (2 complete, 1 bounded)`.
  private static func suffixWithKinds(of results: [CheckResult]) -> String {
    let passedResults = results.filter { $0.verdict == .passed }
    let resultsWithoutIssue = passedResults.filter { $0.knownIssue == nil }
    var kinds: [String] = []
    func add(_ kind: String, _ isOfKind: (CheckResult.Coverage?) -> Bool) {
      let count = resultsWithoutIssue.count { isOfKind($0.coverage) }
      if count > 0 { kinds.append("\(grouped(count)) \(kind)") }
    }
    add("complete") { $0 == .complete }
    add("complete within a scope") { $0 == .completeWithinScope }
    add("complete up to hash collisions") { if case .compact = $0 { true } else { false } }
    add("approximate") { if case .approximate = $0 { true } else { false } }
    add("bounded") { if case .bounded = $0 { true } else { false } }
    add("sampled") { if case .sampled = $0 { true } else { false } }
    let issueCount = passedResults.count - resultsWithoutIssue.count
    if issueCount > 0 { kinds.append("\(counted(issueCount, "known issue")) found") }
    return kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
  }

  private static func headline(of result: CheckResult, titleWidth: Int, _ style: TextStyle) -> String {
    let mark =
      switch result.verdict {
      case .passed: style(.good, "✓")
      case .violated, .trapped, .error: style(.bad, "✗")
      case .inconclusive: style(.unsure, "?")
      }
    let title = style(.strong, result.title)
    if result.suggestions != nil, result.verdict == .passed || result.verdict == .inconclusive {
      return "\(title)   \(figures(of: result))"
    }
    let place = style(.faint, result.place)
    let padding = String(repeating: " ", count: max(0, titleWidth - columns(of: result.title)))
    switch result.verdict {
    case .passed where result.isReplay: return "\(mark) \(title)\(padding)  not violated   \(place)"
    case .passed, .inconclusive:
      return "\(mark) \(title)\(padding)  \(figures(of: result))"
    case .violated, .trapped, .error:
      if let counterexample = result.counterexample, result.message == nil {
        let property = style(.strong, "\(result.module) · \(counterexample.property)")
        return "\(mark) \(property)   \(style(.faint, counterexample.place))"
      }
      let error = result.isReplay ? "cannot be replayed" : "could not run"
      let word = result.verdict == .trapped ? "trapped" : result.verdict == .error ? error : "violated"
      return "\(mark) \(title)\(padding)  \(style(.bad, word))   \(place)"
    }
  }

  package static func figures(of result: CheckResult) -> String {
    var parts: [String] = []
    if result.knownIssue != nil, result.verdict == .passed {
      parts.append("known issue found")
    } else {
      if result.verdict == .inconclusive, result.suggestions == nil { parts.append("inconclusive") }
      if let coverage = textOfCoverage(of: result) { parts.append(coverage) }
    }
    parts.append((result.statesAreAtLeast ? "at least " : "") + counted(result.states, "world"))
    parts.append(counted(result.transitions, "transition"))
    if result.depth > 0 { parts.append("depth \(grouped(result.depth))") }
    parts.append(text(ofSeconds: result.seconds))
    return parts.joined(separator: " · ")
  }

  /// The coverage in words. An inconclusive check is called complete only where suggestions were asked for.
  package static func textOfCoverage(of result: CheckResult) -> String? {
    guard let coverage = result.coverage else { return nil }
    guard result.verdict == .inconclusive, result.suggestions == nil else { return text(of: coverage) }
    return switch coverage {
    case .complete: "every world explored"
    case .completeWithinScope: "every world within the scope explored"
    case .compact(let odds): "every world explored up to hash collisions, odds \(text(ofOdds: odds))"
    default: text(of: coverage)
    }
  }

  package static func text(of coverage: CheckResult.Coverage) -> String {
    switch coverage {
    case .complete: "complete"
    case .completeWithinScope: "complete within the scope"
    case .compact(let odds): "complete up to hash collisions, odds \(text(ofOdds: odds))"
    case .approximate(let beyond): "approximate" + (beyond > 0 ? ": \(grouped(beyond)) not expanded" : "")
    case .bounded(let depth, let beyond):
      "bounded: all worlds to depth \(grouped(depth)), \(grouped(beyond)) not expanded"
    case .sampled(let runs, let steps): "sampled: \(counted(runs, "run")), \(counted(steps, "step"))"
    case .boundedAndSampled(let depth, let beyond, let runs, let steps):
      "all worlds to depth \(grouped(depth)), \(grouped(beyond)) not expanded, and \(counted(runs, "random run")), "
        + "\(counted(steps, "step")) in all"
    case .scattered(let places, let runs, let steps):
      "worlds from the end\(places == 1 ? "" : "s") of \(counted(places, "random walk"))"
        + (runs > 0 ? ", and \(counted(runs, "random run")), \(counted(steps, "step")) in all" : "")
    }
  }

  /// A probability in words, such as “1 in 37 million”.
  package static func text(ofOdds odds: Double) -> String {
    guard odds > 0 else { return "0" }
    let (inverse, units) = (
      1 / odds, [(1e18, "quintillion"), (1e15, "quadrillion"), (1e12, "trillion"), (1e9, "billion"), (1e6, "million")]
    )
    if inverse >= 1e21 { return "less than 1 in 1 000 quintillion" }
    guard let unit = units.first(where: { inverse >= $0.0 }) else { return "1 in \(grouped(Int(inverse)))" }
    return "1 in \(Int(inverse / unit.0)) \(unit.1)"
  }

  package static func text(ofSeconds seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }

  private static func indented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
  }

  /// The text as one word of a shell, quoted where a character requires it.
  package static func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      // The characters `-`, `.`, `/` and the digits.
      case UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
      default: false
      }
    }
    return isPlain ? text : shellQuoted(text)
  }

  /// The command line after `swift run` that finds a violation or trap again; `nil` for other results, and for a replay that
  /// cannot be repeated.
  package static func commandThatFindsAgain(_ result: CheckResult) -> String? {
    guard [.violated, .trapped].contains(result.verdict) else { return nil }
    return result.again ?? (result.isReplay ? nil : "tea-check check \(shellQuoted(result.title))")
  }

  package static func shellQuoted(_ text: String) -> String {
    "'" + text.replacing(scalars: ["'": "'\\''"]) + "'"
  }
}

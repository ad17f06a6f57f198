internal import TEAResults
import TEASupport
internal import TEAText

/// Markdown for a comment on a pull request, or for the summary of a CI step.
struct MarkdownOutput: Output {
  let requiresComplete: Bool
  let write: (String) throws -> Void

  func end(_ results: [SuiteResult]) throws { try write(text(of: results.map(\.result))) }

  /// The largest size of the text, in bytes. GitHub allows 65 536 characters in a comment, and most other hosts allow more.
  private static let sizeLimit = 60_000

  private func text(of results: [CheckResult]) -> String {
    let incompleteCount = results.count { $0.shortfall(requiresComplete: requiresComplete) != nil }
    let shortfall =
      incompleteCount > 0 ? "; \(grouped(incompleteCount)) not complete, but --require-complete demands it" : ""
    var text = "### tea-check: \(TextReport.summary(of: results))\(shortfall)\n"
    let detailedResults = results.filter {
      $0.ciStatus(requiresComplete: requiresComplete) == .failed || $0.suggestions != nil
    }
    var resultsWithoutRoom: [CheckResult] = []
    for (number, result) in detailedResults.enumerated() {
      let details = details(of: result)
      // The details leave at least half of the size to the list; those of the first result may leave only a quarter.
      let limit = number == 0 ? Self.sizeLimit * 3 / 4 : Self.sizeLimit / 2
      if text.utf8.count + details.utf8.count < limit { text += details } else { resultsWithoutRoom.append(result) }
    }
    if !resultsWithoutRoom.isEmpty {
      let noun = resultsWithoutRoom.contains { $0.suggestions != nil } ? "more check" : "more failure"
      text += "\n… and \(counted(resultsWithoutRoom.count, noun)): see the list, or the log.\n"
    }
    return text + list(of: results, upTo: Self.sizeLimit - text.utf8.count)
  }

  /// - Parameter limit: The largest size of the list, in bytes.
  private func list(of results: [CheckResult], upTo limit: Int) -> String {
    guard !results.isEmpty else { return "" }
    var text =
      "\n<details><summary>\(counted(results.count, "check"))</summary>\n\n| | check | result |\n|---|---|---|\n"
    for (index, result) in results.enumerated() {
      let printable = result.printable
      let status = result.ciStatus(requiresComplete: requiresComplete)
      let mark =
        status == .failed ? "❌" : result.suggestions != nil ? "💡" : status == .undecided ? "❔" : "✅"
      let title = Self.codeSpan(printable.title, inTable: true)
      let row = "| \(mark) | \(title) | \(Self.codeSpan(figures(of: printable), inTable: true)) |\n"
      // 100 bytes are kept for the end of the list.
      guard text.utf8.count + row.utf8.count < limit - 100 else {
        text += "\n… and \(counted(results.count - index, "more check"))\n"
        break
      }
      text += row
    }
    return text + "\n</details>\n"
  }

  private func figures(of result: CheckResult) -> String {
    let figures = TextReport.figures(of: result)
    return result.verdict == .passed || result.verdict == .inconclusive
      ? figures : "\(result.verdict.rawValue) · \(figures)"
  }

  private func details(of result: CheckResult) -> String {
    let printable = result.printable
    let lines = TextReport.lines(of: result).dropFirst().map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
    let shortfall = [result.shortfall(requiresComplete: requiresComplete)].compactMap { $0 }
    let text = (shortfall + lines).joined(separator: "\n")
    let place = Self.codeSpan("\(printable.sourceFile)\(printable.line.map { ":\($0)" } ?? "")")
    let mark = result.suggestions == nil ? "❌" : "💡"
    return "\n\(mark) \(Self.codeSpan(printable.subject)) \(place)\n\(Self.codeBlock(text))"
  }

  /// A text as a block of code, after an empty line.
  static func codeBlock(_ text: String) -> String {
    let fence = String(repeating: "`", count: max(3, longestBacktickRun(in: text) + 1))
    return "\n\(fence)text\n\(text)\n\(fence)\n"
  }

  /// A text as code, so that nothing in the text is taken for markup, a mention or a link.
  static func codeSpan(_ text: String, inTable: Bool = false) -> String {
    let fence = String(repeating: "`", count: longestBacktickRun(in: text) + 1)
    let hasBacktickAtEitherEnd = text.unicodeScalars.first == "`" || text.unicodeScalars.last == "`"
    let space = hasBacktickAtEitherEnd || text.hasPrefix(" ") && text.hasSuffix(" ") ? " " : ""
    let code = fence + space + (text.isEmpty ? " " : text) + space + fence
    return inTable ? code.replacing(scalars: ["|": "\\|"]) : code
  }

  private static func longestBacktickRun(in text: String) -> Int {
    var (longest, run) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}

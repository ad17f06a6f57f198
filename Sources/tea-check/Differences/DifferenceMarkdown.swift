import TEASupport
import TEAResults

/// Differences as the comment of a pull request.
struct DifferenceMarkdown {
  let editions: Editions
  /// The size of the comment up to which checks are added, in UTF-8 bytes. A few closing lines follow, and GitHub allows 65 536
  /// characters.
  private static let sizeLimit = 60_000

  func text(of checks: [CheckDifference]) -> String {
    let plain = DifferenceText(editions: editions)
    var text =
      "### tea-check diff: \(DifferenceText.summary(of: checks))\n\n\(MarkdownOutput.codeSpan(plain.heading))\n"
    let detailedChecks = checks.filter { $0.outcome != .same }
    for (index, check) in detailedChecks.enumerated() {
      let lines = plain.lines(of: check)
      // The emoji takes the place of the sign and the space with which the first line begins.
      let heading = "\n\(Self.emoji(for: check.outcome)) \(MarkdownOutput.codeSpan(String(lines[0].dropFirst(2))))\n"
      let body = lines.dropFirst().map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }.drop { $0.isEmpty }
        .joined(separator: "\n")
      let section = heading + (body.isEmpty ? "" : MarkdownOutput.codeBlock(body))
      guard text.utf8.count + section.utf8.count < Self.sizeLimit else {
        text += "\n… and \(counted(detailedChecks.count - index, "more check")).\n"
        return text
      }
      text += section
    }
    let sameChecks = checks.filter { $0.outcome == .same }
    guard !sameChecks.isEmpty else { return text }
    text += "\n<details><summary>\(counted(sameChecks.count, "check")) the same</summary>\n\n| check | |\n|---|---|\n"
    for (index, check) in sameChecks.enumerated() {
      guard case .compared(let difference) = check.content else { continue }
      let remarks = plain.facts(of: difference, check).filter { $0.label != "worlds" }.map { label, lines in
        "; \(label) " + MarkdownOutput.codeSpan(lines.joined(separator: ", "), inTable: true)
      }
      let row =
        "| \(MarkdownOutput.codeSpan(printableLine(check.title), inTable: true)) | \(plain.headline(difference))"
        + "\(remarks.joined()) |\n"
      guard text.utf8.count + row.utf8.count < Self.sizeLimit else {
        text += "\n… and \(counted(sameChecks.count - index, "more check"))\n"
        break
      }
      text += row
    }
    return text + "\n</details>\n"
  }

  private static func emoji(for outcome: CheckDifference.Outcome) -> String {
    switch outcome {
    case .different: "🔀"
    case .same: "🟰"
    case .onlyInNew: "➕"
    case .onlyInOld: "➖"
    case .failed: "❔"
    }
  }
}

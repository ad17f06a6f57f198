internal import TEAResults
import TEASupport

/// A self-contained page with an overview of the verdicts, and a section for each check.
struct ReportPage {
  /// The name of the package's folder.
  let package: String
  let entries: [Report.Entry]

  func write(to output: inout some TextOutputStream) {
    let title = "\(headline) · \(package)"
    output.write(PageStyle.head(title: markup(title), style: ReportStyle.text))
    output.write(header)
    output.write("<main>\n")
    let firstProblem =
      entries.firstIndex { $0.tone == .wrong } ?? entries.firstIndex { $0.result.counterexample != nil }
    var suite: String?
    for (number, entry) in entries.enumerated() {
      if entry.suite != suite {
        if suite != nil { output.write("</section>\n") }
        suite = entry.suite
        output.write("<section class=\"suite\">\n<h2>\(markup(entry.suite))</h2>\n")
      }
      output.write(CheckCard(entry: entry, number: number, isOpen: number == firstProblem).html)
    }
    if suite != nil { output.write("</section>\n") }
    output.write("<p class=\"faint nothing\" hidden>No check is like that.</p>\n</main>\n")
    output.write(PageStyle.end(script: ReportScript.text))
  }

  var headline: String {
    func count(_ verdicts: CheckResult.Verdict...) -> Int { entries.count { verdicts.contains($0.result.verdict) } }
    let checkCount = entries.count
    let (violatedCount, trappedCount) = (count(.violated), count(.trapped))
    if violatedCount + trappedCount > 0 {
      let words = [
        violatedCount > 0 ? "\(grouped(violatedCount)) violated" : nil,
        trappedCount > 0 ? "\(grouped(trappedCount)) trapped" : nil,
      ]
      return words.compactMap { $0 }.joined(separator: ", ") + " of \(counted(checkCount, "check"))"
    }
    let (errorCount, inconclusiveCount) = (count(.error), count(.inconclusive))
    if errorCount > 0 { return "\(grouped(errorCount)) of \(counted(checkCount, "check")) could not run" }
    let incompleteCount = entries.count { $0.shortfall != nil }
    if incompleteCount > 0 { return "\(grouped(incompleteCount)) of \(counted(checkCount, "check")) not complete" }
    if inconclusiveCount > 0 { return "\(grouped(inconclusiveCount)) of \(counted(checkCount, "check")) inconclusive" }
    return checkCount == 1
      ? "The check passed" : checkCount == 0 ? "No check ran" : "All \(counted(checkCount, "check")) passed"
  }

  private var tone: Report.Tone {
    let tones = entries.map(\.tone)
    return tones.contains(.wrong) ? .wrong : tones.contains(.undecided) || tones.isEmpty ? .undecided : .good
  }

  private var header: String {
    let results = entries.map(\.result)
    let seconds = TextReport.text(ofSeconds: results.reduce(0) { $0 + $1.seconds })
    let cells = entries.enumerated().map { number, entry in
      "<a class=\"cell \(entry.tone.rawValue)\" href=\"#check-\(number)\" title=\"\(markup(entry.result.title)): "
        + "\(markup(entry.words))\"><span>\(markup(entry.result.title)): \(markup(entry.words))</span></a>"
    }
    let toneButtons = Report.Tone.allCases.compactMap { tone -> String? in
      let count = entries.count { $0.tone == tone }
      guard count > 0 else { return nil }
      return "<button type=\"button\" class=\"\(tone.rawValue)\" data-tone=\"\(tone.rawValue)\" aria-pressed=\"false\">"
        + "<b>\(grouped(count))</b> \(tone.words)</button>\n"
    }
    func figure(_ number: String, _ words: String) -> String { "<div><dd>\(number)</dd><dt>\(words)</dt></div>\n" }
    return """
      <header class="\(tone.rawValue)">
      <p class="product"><b>tea-check</b> \(markup(package))</p>
      <h1>\(markup(headline))</h1>
      <p class="faint">\(markup(TextReport.summary(of: results)))</p>
      <nav class="cells" aria-label="All checks">\(cells.joined())</nav>
      <dl class="figures">
      \(figure(grouped(results.reduce(0) { $0 + $1.states }), "worlds"))\
      \(figure(grouped(results.reduce(0) { $0 + $1.transitions }), "steps"))\
      \(figure(grouped(results.map(\.depth).max() ?? 0), "deepest"))\
      \(figure(seconds, "in all"))</dl>
      <div class="filter" hidden>
      <input type="search" placeholder="Filter checks" aria-label="Filter checks by title">
      \(toneButtons.joined())</div>
      <noscript><p class="faint">The graphs and the filter need JavaScript; the rest does not.</p></noscript>
      </header>

      """
  }
}

extension Report {
  /// The colour of a result, and the group of the filter that the result is in.
  enum Tone: String, CaseIterable {
    case wrong, undecided, known, good

    var words: String {
      switch self {
      case .wrong: "failed"
      case .undecided: "inconclusive"
      case .known: "with a known issue"
      case .good: "passed"
      }
    }
  }
}

extension Report.Entry {
  var tone: Report.Tone {
    switch result.verdict {
    case .violated, .trapped, .error: .wrong
    case .passed where shortfall != nil, .inconclusive where shortfall != nil: .wrong
    case .inconclusive: .undecided
    case .passed: result.knownIssue != nil ? .known : .good
    }
  }

  var words: String {
    switch result.verdict {
    case .violated: "violated"
    case .trapped: "trapped"
    case .error: result.isReplay ? "cannot be replayed" : "could not run"
    case .passed where shortfall != nil, .inconclusive where shortfall != nil:
      "not complete" + (result.coverage.map { ": \(Self.words(for: $0))" } ?? "")
    case .inconclusive: "inconclusive"
    case .passed where result.isReplay: "not violated"
    case .passed where result.knownIssue != nil: "known issue found"
    case .passed: result.coverage.map(Self.words) ?? "passed"
    }
  }

  static func words(for coverage: CheckResult.Coverage) -> String {
    switch coverage {
    case .complete: "complete"
    case .completeWithinScope: "complete within the scope"
    case .compact: "complete up to hash collisions"
    case .approximate: "approximate"
    case .bounded(let depth, _): "to depth \(grouped(depth))"
    case .sampled(let runs, _): counted(runs, "random run")
    case .boundedAndSampled(let depth, _, let runs, _): "to depth \(grouped(depth)), and \(counted(runs, "random run"))"
    case .scattered(let places, _, _): "from the end\(places == 1 ? "" : "s") of \(counted(places, "random walk"))"
    }
  }

  /// The percentage of the found worlds that were expanded; `nil` where it is unknown.
  var expandedPercentage: Int? {
    switch result.coverage {
    case .complete?, .completeWithinScope?, .compact?: 100
    case .bounded(_, let beyond)?, .boundedAndSampled(_, let beyond, _, _)?, .approximate(let beyond)?:
      result.states > 0 ? max(0, result.states - beyond) * 100 / result.states : 0
    case .sampled?, .scattered?, nil: nil
    }
  }
}

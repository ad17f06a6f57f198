internal import TEAResults
import TEASupport

/// The section of a page about one check: a summary line, which opens to the whole report.
struct CheckCard {
  let entry: Report.Entry
  /// The number of the check on the page, from 0, by which links find the card.
  let number: Int
  let isOpen: Bool

  private var result: CheckResult { entry.result }

  var html: String {
    """
    <details class="check \(entry.tone.rawValue)" id="check-\(number)" data-tone="\(entry.tone.rawValue)" \
    data-title="\(markup(result.title))"\(isOpen ? " open" : "")>
    <summary>\(summaryLine)</summary>
    <div class="body">
    \(explanations)\(suggestions)\(film)\(others)\(graph)\(result.coverageDetails.map { CoverageTable(details: $0).html } ?? "")\(notes)\(commands)\
    </div>
    </details>

    """
  }

  private var summaryLine: String {
    let mark =
      switch entry.tone {
      case .wrong: "✗"
      case .undecided: "?"
      case .known, .good: "✓"
      }
    let qualifier = result.statesAreAtLeast ? "at least " : ""
    var figures = [qualifier + counted(result.states, "world"), counted(result.transitions, "step")]
    if result.depth > 0 { figures.append("depth \(grouped(result.depth))") }
    if let details = result.coverageDetails, !details.messages.isEmpty {
      figures.append("\(CoverageTable(details: details).summary) met")
    }
    figures.append(TextReport.text(ofSeconds: result.seconds))
    let meter = entry.expandedPercentage.map { share in
      "<span class=\"meter\" role=\"img\" aria-label=\"\(share)% of the worlds that were found were looked at\">"
        + "<i style=\"width:\(share)%\"></i></span>"
    }
    return """
      <span class="mark" aria-hidden="true">\(mark)</span>
      <span class="title">\(markup(result.title))\(property)</span>
      <span class="outcome"><span class="chip">\(markup(entry.words))</span>\(meter ?? "")</span>
      <span class="faint figures">\(figures.map { "<span>\($0)</span>" }.joined(separator: " · "))</span>
      """
  }

  private var property: String {
    guard let property = result.counterexample?.property, !property.isEmpty else { return "" }
    return "<small>\(markup(property))</small>"
  }

  private var suggestions: String {
    guard let suggestions = result.suggestions else { return "" }
    let lines = TextReport.lines(of: suggestions, hiddenCount: 0, exploredCount: result.exploredCountIfCut)
      .drop { $0.isEmpty }
    return "<pre class=\"suggestions\">\(markup(lines.joined(separator: "\n")))</pre>"
  }

  private var explanations: String {
    var text = ""
    if let issue = result.knownIssue { text += Markup.paragraph("Known issue: \(issue)", "issue") }
    if let shortfall = entry.shortfall { text += Markup.paragraph(shortfall, "message-of-check") }
    if let message = result.message { text += Markup.paragraph(message, "message-of-check") }
    if let finding = result.finding { text += Markup.paragraph(finding) }
    if let detail = result.counterexample?.detail { text += "<pre class=\"detail\">\(markup(detail))</pre>\n" }
    if result.counterexample == nil, let coverage = TextReport.textOfCoverage(of: result) {
      text += Markup.paragraph(coverage)
    }
    let place = result.counterexample?.place ?? result.place
    return text + "<p class=\"faint\"><code>\(markup(place))</code></p>\n"
  }

  private var film: String {
    guard let counterexample = result.counterexample else { return "" }
    let endsWell = result.isReplay && result.verdict == .passed
    return "<section>\n<h3>\(result.isReplay ? "Steps" : "Counterexample")</h3>\n"
      + FilmStrip(counterexample: counterexample, endsWrong: !endsWell).html + "</section>\n"
  }

  private var others: String {
    entry.others.map { other in
      guard let counterexample = other.counterexample else {
        return "<section>\n\(other.message.map { Markup.paragraph($0, "message-of-check") } ?? "")"
          + "<p class=\"faint\"><code>\(markup(other.place))</code></p>\n</section>\n"
      }
      let replay = other.file.map { "swift run tea-check replay \(TextReport.shellWord($0))" }
      return """
        <section>
        <h3>\(markup(counterexample.property))</h3>
        \(other.finding.map { Markup.paragraph($0) } ?? "")\
        \(counterexample.detail.map { "<pre class=\"detail\">\(markup($0))</pre>\n" } ?? "")\
        <p class="faint"><code>\(markup(counterexample.place))</code></p>
        \(FilmStrip(counterexample: counterexample, endsWrong: true).html)\
        \(replay.map { "<p class=\"faint\"><code>\(markup($0))</code></p>\n" } ?? "")\
        </section>

        """
    }.joined()
  }

  private var graph: String {
    guard let graph = entry.graph else {
      guard entry.isGraphLeftOut else { return "" }
      let command = "swift run tea-check graph \(TextReport.shellQuoted(result.title)) -o graph.html"
      return "<section>\n<h3>Worlds</h3>\n<p class=\"faint\">There is no room for this graph in the page. "
        + "<code>\(markup(command))</code> draws it.</p>\n</section>\n"
    }
    return """
      <section>
      <h3>Worlds</h3>
      <p class="faint">\(markup(graph.caption))</p>
      <div class="graph-here"></div>
      <script type="application/json">\(graph.text)</script>
      </section>

      """
  }

  private var notes: String {
    guard !result.notes.isEmpty else { return "" }
    let items = result.notes.map { "<li>\(markup($0).replacing("\n", with: "<br>"))</li>\n" }
    return "<section>\n<h3>Notes</h3>\n<ul class=\"notes\">\(items.joined())</ul>\n</section>\n"
  }

  private var commands: String {
    let prefix = "swift run "
    var commands: [(String, String)] = []
    if let again = TextReport.commandThatFindsAgain(result) { commands.append(("find it again", prefix + again)) }
    if let faster = result.faster { commands.append(("search faster", "swift run -c release \(faster)")) }
    if let file = result.file {
      commands.append(("replay it", "\(prefix)tea-check replay \(TextReport.shellWord(file))"))
    }
    if let token = result.token { commands.append(("as a token", token)) }
    guard !commands.isEmpty else { return "" }
    let items = commands.map { name, command in
      "<div><dt>\(name)</dt><dd><code>\(markup(command))</code><button type=\"button\" class=\"copy\" hidden "
        + "aria-label=\"Copy what \(name == "as a token" ? "the token is" : "finds it")\">copy</button></dd></div>\n"
    }
    return "<section>\n<h3>Again</h3>\n<dl class=\"again-list\">\(items.joined())</dl>\n</section>\n"
  }
}

internal import TEAResults

/// One self-contained HTML page of all differences.
struct DifferencePage {
  let editions: Editions
  let checks: [CheckDifference]

  func write(to output: inout some TextOutputStream) {
    let text = DifferenceText(editions: editions)
    let summary = DifferenceText.summary(of: checks)
    output.write(PageStyle.head(title: markup("tea-check diff: \(summary)"), style: Self.style))
    output.write(
      "<header>\n<h1>\(markup(summary))</h1>\n<p class=\"faint\">\(markup(text.heading))</p>\n</header>\n<main>\n")
    let firstDifferent = checks.firstIndex { $0.outcome == .different }
    for (number, check) in checks.enumerated() {
      output.write(section(check, text, isOpen: number == firstDifferent))
    }
    output.write("</main>\n" + PageStyle.end(script: Self.script))
  }

  private func section(_ check: CheckDifference, _ text: DifferenceText, isOpen: Bool) -> String {
    let lines = text.lines(of: check)
    let body = lines.dropFirst().map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }.drop { $0.isEmpty }
    var content = body.isEmpty ? "" : "<pre>\(markup(body.joined(separator: "\n")))</pre>\n"
    if let picture = check.picture {
      content += """
        <p class="legend faint">\(markup(picture.caption)) \
        <span class="came">only \(markup(editions.new))</span> <span class="gone">only \(markup(editions.old))</span></p>
        <div class="graph-here"></div>
        <script type="application/json">\(scriptText(picture.data))</script>

        """
    }
    return """
      <details class="\(check.outcome.rawValue)"\(isOpen ? " open" : "")>
      <summary>\(markup(lines[0]))</summary>
      \(content)</details>

      """
  }

  private static let style = #"""
    header, main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1.5rem 0; }
    h1 { font-size: 1.6rem; line-height: 1.2; overflow-wrap: anywhere; }
    main > details { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--line);
      border-radius: 12px; margin-bottom: .7rem; padding: 0 1.1rem; }
    main > details[open] { padding-bottom: 1.1rem; }
    main > details.different, main > details.gone { border-left-color: var(--wrong); }
    main > details.same, main > details.came { border-left-color: var(--good); }
    main > details.failed { border-left-color: var(--undecided); }
    main summary { padding: .8rem 0; cursor: pointer; font-weight: 600; overflow-wrap: anywhere; }
    main pre { overflow-x: auto; white-space: pre; }
    .legend { margin: 1rem 0 .5rem; }
    .legend span { padding: .1rem .5rem; border-radius: 6px; margin-left: .4rem; color: var(--text); }
    .legend .came { background: var(--new); } .legend .gone { background: var(--gone); }
    """#

  private static let script = #"""
    // A graph is drawn when its part of the page is opened for the first time.
    for (const part of document.querySelectorAll("main > details")) {
      const draw = () => {
        const place = part.querySelector(".graph-here:not(.graph)");
        if (!part.open || !place) return;
        const data = JSON.parse(place.nextElementSibling.textContent);
        const graph = showGraph(place, data);
        if (data.trail.length > 1) graph.go(data.trail.at(-2));
      };
      part.addEventListener("toggle", draw);
      draw();
    }
    """#
}

internal import TEASupport
internal import TEAText

extension StateGraph {
  func writeMermaid(to output: inout some TextOutputStream) {
    // The escaped characters are markup in a quoted label, or end the label.
    func quoted(_ lines: [String]) -> String {
      let escaped = lines.map { line in
        line.replacing(scalars: [
          "\"": "#quot;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "#": "#35;", "`": "#96;", "\\": "#92;", "*": "#42;",
          "_": "#95;", "~": "#126;", "$": "#36;", ";": "#59;",
        ])
      }
      return "\"" + escaped.joined(separator: "<br/>") + "\""
    }
    output.write("---\ntitle: \(JSON.string(title).text)\n---\nflowchart LR\n")
    for (number, bundle) in startBundles.enumerated() {
      let label = starts.count > 1 ? "|\(quoted(bundle.lines))|" : ""
      output.write("  start\(number)((\" \")) -->\(label) n\(bundle.to)\n")
    }
    let distinguishingLines = distinguishingLines
    for (number, node) in nodes.enumerated() {
      let lines = distinguishingLines[number] ?? node.lines
      let style = !node.violatedProperties.isEmpty ? ":::violated" : node.isExpanded ? "" : ":::unexpanded"
      output.write("  n\(number)(\(quoted(lines)))\(style)\n")
    }
    for bundle in bundles {
      output.write("  n\(bundle.from) -->|\(quoted(bundle.lines))| n\(bundle.to)\n")
    }
    if nodes.contains(where: { !$0.violatedProperties.isEmpty }) {
      output.write("  classDef violated stroke:red,color:red\n")
    }
    if nodes.contains(where: { $0.violatedProperties.isEmpty && !$0.isExpanded }) {
      output.write("  classDef unexpanded stroke-dasharray:4\n")
    }
  }
}

internal import TEAText

extension StateGraph {
  func writeDOT(to output: inout some TextOutputStream) {
    // A line that ends with `\l` is left-aligned, and one that ends with `\n` is centred.
    func quoted(_ lines: [String], lineEnd: String) -> String {
      let escaped = lines.map { $0.replacing(scalars: ["\\": "\\\\", "\"": "\\\""]) }
      return "\"" + (escaped.count > 1 ? escaped.map { $0 + lineEnd }.joined() : escaped.joined()) + "\""
    }
    output.write(
      """
      digraph \(quoted([title], lineEnd: "")) {
        rankdir=LR
        node [shape=box, style=rounded, fontname="Helvetica", fontsize=10]
        edge [fontname="Helvetica", fontsize=9]

      """)
    for (number, bundle) in startBundles.enumerated() {
      output.write("  start\(number) [shape=point, label=\"\"]\n")
      let label = starts.count > 1 ? " [label=\(quoted(bundle.lines, lineEnd: "\\n"))]" : ""
      output.write("  start\(number) -> \(bundle.to)\(label)\n")
    }
    let distinguishingLines = distinguishingLines
    for (number, node) in nodes.enumerated() {
      let lines = distinguishingLines[number] ?? node.lines
      var attributes = "label=\(quoted(lines, lineEnd: "\\l"))"
      if !node.isExpanded { attributes += ", style=\"rounded,dashed\"" }
      if !node.violatedProperties.isEmpty { attributes += ", color=red, fontcolor=red" }
      output.write("  \(number) [\(attributes)]\n")
    }
    for bundle in bundles {
      output.write("  \(bundle.from) -> \(bundle.to) [label=\(quoted(bundle.lines, lineEnd: "\\n"))]\n")
    }
    output.write("}\n")
  }
}

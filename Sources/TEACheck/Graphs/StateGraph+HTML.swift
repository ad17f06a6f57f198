extension StateGraph {
  /// Writes the graph as a page that needs no network: a picture, the world that one stands in, and its messages.
  ///
  /// Up to 300 nodes are drawn at once, and of larger graphs the surroundings of a node.
  func writeHTML(to output: inout some TextOutputStream) {
    output.write(GraphPage.head(title: Self.markup(title)))
    output.write("<script type=\"application/json\" id=\"graph\">")
    var data = ScriptText(output: "")
    writeJSON(to: &data)
    output.write(data.output)
    output.write("</script>\n")
    output.write(GraphPage.script)
  }

  private static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

/// JSON inside of a page, in which no tag can begin.
private struct ScriptText: TextOutputStream {
  var output: String
  mutating func write(_ string: String) { output.write(string.replacing("<", with: "\\u003c")) }
}

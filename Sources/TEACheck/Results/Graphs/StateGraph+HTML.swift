package import TEASupport
internal import TEAText

extension StateGraph {
  /// Writes a page that draws a graph of up to 300 nodes as a whole. A larger graph is drawn only around the current node.
  func writeHTML(to output: inout some TextOutputStream) {
    output.write(GraphPage.head(title: markup(title)))
    output.write("<script type=\"application/json\" id=\"graph\">")
    output.write(scriptText(pageData))
    output.write("</script>\n")
    output.write(PageStyle.end(script: GraphPage.script))
  }
}

/// A text as HTML, for an element or an attribute. Characters that do not print are made visible.
package func markup(_ text: String) -> String {
  escapedLines(text).replacing(scalars: ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
}

/// The text of a JSON value for a script element. No tag, comment or character reference can begin in it.
package func scriptText(_ json: JSON) -> String {
  json.text.replacing(scalars: ["<": "\\u003c", ">": "\\u003e", "&": "\\u0026"])
}

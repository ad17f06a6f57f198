package import TEASupport
internal import TEAText

extension StateGraph {
  /// Writes a page that draws a graph of up to 300 nodes as a whole. A larger graph is drawn only around the current node.
  func writeHTML(to output: inout some TextOutputStream) {
    output.write(GraphPage.head(title: markup(title)))
    output.write("<script type=\"application/json\" id=\"graph\">")
    output.write(scriptText(pageData))
    output.write("</script>\n")
    output.write(GraphPage.script)
  }
}

/// A text as HTML, for an element or an attribute. Characters that do not print are made visible.
package func markup(_ text: String) -> String {
  var result = ""
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.startIndex != text.startIndex { result += "\n" }
    for character in escaped(String(line)).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
  }
  return result
}

/// The text of a JSON value for a script element. No tag, comment or character reference can begin in it.
package func scriptText(_ json: JSON) -> String {
  var result = ""
  for scalar in json.text.unicodeScalars {
    switch scalar {
    case "<": result += "\\u003c"
    case ">": result += "\\u003e"
    case "&": result += "\\u0026"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

package func quoted(_ string: String) -> String {
  "\"" + escaped(string, quotes: true) + "\""
}

extension String {
  /// Replaces a scalar, even where it forms one `Character` with a combining mark after it.
  package func replacing(scalar: Unicode.Scalar, with text: String) -> String {
    String(unicodeScalars.replacing([scalar], with: text.unicodeScalars))
  }
}

/// A text in which characters that do not print are visible, except the zero-width joiner of emoji.
///
/// - Parameter quotes: `true` escapes quotation marks and backslashes as well.
package func escaped(_ string: String, quotes: Bool = false) -> String {
  var result = ""
  for scalar in string.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case "\"" where quotes: result += "\\\""
    case "\\" where quotes: result += "\\\\"
    case "\u{200D}": result.unicodeScalars.append(scalar)
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
        .privateUse, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
  return result
}

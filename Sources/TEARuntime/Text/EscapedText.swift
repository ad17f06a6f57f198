package func quoted(_ string: String) -> String {
  "\"" + escaped(string, quotes: true) + "\""
}

extension String {
  /// Replaces scalars by texts, even where a scalar forms one `Character` with a combining mark after it.
  package func replacing(scalars texts: KeyValuePairs<Unicode.Scalar, String>) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = texts.first(where: { $0.key == scalar })?.value {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
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

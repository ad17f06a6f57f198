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

  /// Appends a text as a string of JSON, in which characters are escaped that may control a terminal, change the direction of
  /// text, or be invisible.
  package mutating func append(jsonString string: String) {
    self += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": self += "\\\""
      case "\\": self += "\\\\"
      case "\n": self += "\\n"
      case "\t": self += "\\t"
      case "\r": self += "\\r"
      case _ where Self.isEscapedInJSON(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          self += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: unicodeScalars.append(scalar)
      }
    }
    self += "\""
  }

  private static func isEscapedInJSON(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x20 else { return true }
    // The zero-width joiner (U+200D) is kept, because it joins several emoji into one.
    guard scalar.value >= 0x7F, scalar != "\u{200D}" else { return false }
    let invisible: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned]
    return invisible.contains(scalar.properties.generalCategory)
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

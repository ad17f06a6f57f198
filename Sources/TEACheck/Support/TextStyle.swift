internal import TEAText

/// The style of text for people.
package struct TextStyle: Sendable, Equatable {
  package var isColoured = false
  /// The width in columns of a terminal; a line that cannot be broken may be longer.
  package var width = 120

  /// The style of text in a file.
  package static let plain = TextStyle()

  package init(isColoured: Bool = false, width: Int = 120) {
    self.isColoured = isColoured
    self.width = width
  }

  package static var ofStandardOutput: TextStyle {
    TextStyle(
      environment: Platform.environment, isTerminal: Platform.isTerminal(Platform.standardOutput),
      columns: Platform.columns(of: Platform.standardOutput))
  }

  /// Follows <https://no-color.org> and <https://bixense.com/clicolors>. The variable `COLUMNS` takes precedence over
  /// `columns`; the width is between 40 and 160.
  package init(environment: (String) -> String?, isTerminal: Bool, columns: Int?) {
    func isSet(_ name: String) -> Bool { environment(name)?.isEmpty == false }
    if isSet("NO_COLOR") {
      isColoured = false
    } else if isSet("CLICOLOR_FORCE"), environment("CLICOLOR_FORCE") != "0" {
      isColoured = true
    } else {
      isColoured = isTerminal && isSet("TERM") && environment("TERM") != "dumb" && environment("CLICOLOR") != "0"
    }
    let requestedWidth = environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    width = min(max(requestedWidth ?? (isTerminal ? columns : nil) ?? 120, 40), 160)
  }

  /// The raw value is the parameter of the escape sequence.
  package enum Role: String, Sendable {
    case good = "32", bad = "31", unsure = "33", strong = "1", faint = "2"
  }

  package func callAsFunction(_ role: Role, _ text: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// The columns of a terminal that a text takes; the escape sequences of a ``TextStyle`` take none.
package func columns(of text: String) -> Int {
  var columns = 0
  var isInEscape = false
  for character in text {
    if character == "\u{1B}" { isInEscape = true }
    if !isInEscape { columns += character.columns }
    if isInEscape, character == "m" { isInEscape = false }
  }
  return columns
}

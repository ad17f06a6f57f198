internal import TEAResults
import TEASupport

/// HTML elements made of untrusted texts.
enum Markup {
  /// A value in a monospaced font. A value longer than ``maxUnfoldedLength`` is folded to its first 100 and last 40 characters,
  /// and unfolds to at most ``maxShownLength``.
  static func code(_ text: String, _ cssClass: String = "") -> String {
    let attribute = cssClass.isEmpty ? "" : " class=\"\(cssClass)\""
    guard text.count > maxUnfoldedLength else { return "<code\(attribute)>\(markup(text))</code>" }
    let isCut = text.count > maxShownLength
    let shownText = isCut ? String(text.prefix(maxShownLength)) : text
    let size = isCut ? "the first \(grouped(maxShownLength)) of " : ""
    return "<details class=\"long\"><summary><code\(attribute)>\(markup(String(text.prefix(100))))…"
      + "\(markup(String(text.suffix(40))))</code> <span class=\"faint\">\(size)\(grouped(text.count)) characters</span>"
      + "</summary><pre>\(markup(shownText))</pre></details>"
  }

  static func paragraph(_ text: String, _ cssClass: String = "") -> String {
    "<p\(cssClass.isEmpty ? "" : " class=\"\(cssClass)\"")>\(markup(text).replacing("\n", with: "<br>"))</p>\n"
  }

  /// In characters; a longer value would push the values after it out of sight.
  private static let maxUnfoldedLength = 240
  /// In characters, to keep the page small.
  private static let maxShownLength = 20_000
}

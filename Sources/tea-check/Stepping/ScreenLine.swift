import TEASupport
import TEAResults
internal import TEAText

struct ScreenSize: Hashable {
  var columns: Int
  var rows: Int
}

/// A line of a screen: pieces of text with their roles. Control characters in the texts are made visible.
struct ScreenLine: Hashable {
  private struct Piece: Hashable {
    var text: String
    /// `nil` for plain text.
    var role: TextStyle.Role?
  }

  private var pieces: [Piece] = []

  init(_ text: String = "", _ role: TextStyle.Role? = nil) { add(text, role) }

  mutating func add(_ text: String, _ role: TextStyle.Role? = nil) {
    if !text.isEmpty { pieces.append(Piece(text: printableLine(text, upTo: Self.maxPieceLength), role: role)) }
  }

  /// The largest number of characters of a piece; screens have fewer columns.
  private static var maxPieceLength: Int { 1_000 }

  var width: Int { pieces.reduce(0) { $0 + columns(of: $1.text) } }

  func text(_ style: TextStyle, width: Int) -> String {
    var columnsLeft = width
    let isCut = self.width > width
    if isCut { columnsLeft -= 1 }
    var text = ""
    for piece in pieces where columnsLeft > 0 {
      let visibleText = piece.text.cut(toColumns: columnsLeft)
      text += piece.role.map { style($0, visibleText) } ?? visibleText
      columnsLeft = visibleText.count < piece.text.count ? 0 : columnsLeft - columns(of: visibleText)
    }
    return text + (isCut && width > 0 ? "…" : "")
  }
}

extension String {
  /// The lines of the text, none wider than `width`, except for a line of a single wider character.
  func wrapped(toColumns width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columnsLeft = width
    for character in self {
      let characterWidth = columns(of: String(character))
      if characterWidth > columnsLeft, !line.isEmpty {
        lines.append(line)
        (line, columnsLeft) = ("", width)
      }
      line.append(character)
      columnsLeft -= characterWidth
    }
    return lines + [line]
  }
}

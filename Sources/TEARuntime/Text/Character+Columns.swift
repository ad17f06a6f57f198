extension Character {
  /// The number of columns of a terminal that the character takes: two for East Asian characters and emoji, one for others.
  package var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    let isEmoji =
      first.properties.isEmojiPresentation || first.properties.isEmoji && unicodeScalars.contains("\u{FE0F}")
    return isEmoji || first.isWide ? 2 : 1
  }
}

extension String {
  package func cut(toColumns width: Int) -> String {
    var columnsLeft = width
    return String(
      prefix { character in
        columnsLeft -= character.columns
        return columnsLeft >= 0
      })
  }
}

extension Unicode.Scalar {
  /// `true` for a character of an East Asian script, approximately as Unicode Standard Annex 11 says.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension Character {
  /// The number of columns of a terminal that the character takes.
  var columns: Int {
    guard let firstScalar = unicodeScalars.first else { return 0 }
    let isEmoji = firstScalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    return isEmoji || firstScalar.isWide ? 2 : 1
  }
}

extension Unicode.Scalar {
  /// `true` for a character of an East Asian script, which takes two columns: approximately as Unicode Standard Annex 11 says.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension String {
  var columns: Int { reduce(0) { $0 + $1.columns } }

  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  func cut(to width: Int) -> String {
    var columnsLeft = width
    return String(
      prefix { character in
        columnsLeft -= character.columns
        return columnsLeft >= 0
      })
  }

  /// The longest end of the text that fits into a width.
  func end(upTo width: Int) -> String {
    var (start, columnsLeft) = (endIndex, width)
    while start > startIndex {
      let previous = index(before: start)
      columnsLeft -= self[previous].columns
      if columnsLeft < 0 { break }
      start = previous
    }
    return String(self[start...])
  }
}

/// A part of a text that tells a value: a name, a group in brackets, or something between them.
indirect enum Term: Equatable {
  case word(String)
  case other(String)
  /// The text between brackets, of which the first is given, as the items between its commas.
  case group(String, [[Term]])

  /// It is a group of at least two arguments that all have a label, which can stand in any order.
  var isLabelled: Bool {
    guard case .group("(", let items) = self, items.count > 1 else { return false }
    return items.allSatisfy { item in
      if item.count > 1, case .word = item[0], item[1] == .other(":") { true } else { false }
    }
  }

  static func terms(of text: String) -> [Term] {
    var pieces = Renaming.pieces(of: text)[...]
    var items = [[Term]()]
    while !pieces.isEmpty {
      items[0] += terms(in: &pieces)
      // A bracket that closes nothing is a text like others.
      if let piece = pieces.popFirst() { items[0].append(.other(piece.text)) }
    }
    return items[0]
  }

  private static let closing = ["(": ")", "[": "]"]

  /// Reads up to a bracket that closes, or a comma.
  private static func terms(in pieces: inout ArraySlice<Renaming.Piece>) -> [Term] {
    var terms: [Term] = []
    while let piece = pieces.first, piece.text != ")", piece.text != "]", piece.text != "," {
      pieces.removeFirst()
      if piece.isWord {
        terms.append(.word(piece.text))
      } else if let end = closing[piece.text] {
        terms.append(.group(piece.text, items(in: &pieces, until: end)))
      } else {
        terms.append(.other(piece.text))
      }
    }
    return terms
  }

  private static func items(in pieces: inout ArraySlice<Renaming.Piece>, until end: String) -> [[Term]] {
    var items: [[Term]] = []
    while true {
      while pieces.first?.text == " " { pieces.removeFirst() }
      let item = terms(in: &pieces)
      guard let piece = pieces.popFirst(), piece.text == "," else {
        return item.isEmpty && items.isEmpty ? [] : items + [item]
      }
      items.append(item)
    }
  }

  /// The text, with labelled arguments in alphabetic order.
  fileprivate var sortedText: String {
    switch self {
    case .word(let text), .other(let text): return text
    case .group(let bracket, let items):
      let texts = items.map { $0.map(\.sortedText).joined() }
      return bracket + (isLabelled ? texts.sorted() : texts).joined(separator: ", ") + (Self.closing[bracket] ?? "")
    }
  }
}

/// A text in which the order of labelled arguments does not count, as fields can be declared in any order.
func withSortedArguments(_ text: String) -> String {
  guard text.contains("("), text.contains(", ") else { return text }
  return Term.terms(of: text).map(\.sortedText).joined()
}

/// Splits the texts of values into names and other pieces.
///
/// A quoted text is one piece. A text that a value's own `description` gave is one piece as well, because its words are no
/// names of the program.
struct TextReader {
  struct Piece: Equatable {
    var text: String
    /// `true` for a name; `false` for punctuation, a quoted text, a number or a description.
    var isWord: Bool
  }

  /// The descriptions of values, by their first characters; those with the same first character are sorted, the longest first.
  private var descriptions: [Character: [String]] = [:]

  init(descriptions: some Sequence<String> = []) {
    for text in Set(descriptions) {
      if let first = text.first { self.descriptions[first, default: []].append(text) }
    }
    for first in self.descriptions.keys { self.descriptions[first]?.sort { $0.count > $1.count } }
  }

  /// The pieces of a text, in their order. Joined, they are the whole text.
  func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let first = rest.first {
      let piece: Substring
      var isWord = false
      if let description = description(at: rest) {
        piece = description
      } else if first == "\"" {
        piece = Self.quotation(at: rest)
      } else if Self.isWordCharacter(first) {
        piece = rest.prefix(while: Self.isWordCharacter)
        isWord = !first.isNumber
      } else {
        piece = rest.prefix(1)
      }
      pieces.append(Piece(text: String(piece), isWord: isWord))
      rest = rest[piece.endIndex...]
    }
    return pieces
  }

  func words(in text: String) -> [String] { pieces(of: text).filter(\.isWord).map(\.text) }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The longest description with which a text begins, and that does not end inside a word; `nil` without one.
  private func description(at text: Substring) -> Substring? {
    guard let first = text.first, let candidates = descriptions[first] else { return nil }
    for candidate in candidates where text.hasPrefix(candidate) {
      let end = text.index(text.startIndex, offsetBy: candidate.count)
      let wordFollows = end < text.endIndex && Self.isWordCharacter(text[end])
      if !wordFollows || !(candidate.last.map(Self.isWordCharacter) ?? false) { return text[..<end] }
    }
    return nil
  }

  private static func quotation(at text: Substring) -> Substring {
    var (index, isEscaped) = (text.index(after: text.startIndex), false)
    while index < text.endIndex {
      let character = text[index]
      index = text.index(after: index)
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    return text[..<index]
  }

  // MARK: - Terms

  func terms(of text: String) -> [Term] {
    let pieces = pieces(of: text)
    let partners = Self.partners(of: pieces)
    var rest = pieces[...]
    var terms: [Term] = []
    while !rest.isEmpty {
      terms += Self.terms(in: &rest, partners)
      // A separator outside of groups is other text.
      if let piece = rest.popFirst() { terms.append(.otherText(piece.text)) }
    }
    return terms
  }

  static let closingBrackets = ["(": ")", "[": "]"]

  /// The indices of brackets that belong together, in both directions. A bracket without a partner is other text.
  private static func partners(of pieces: [Piece]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    // The open brackets, and for each closing bracket the number of open brackets that it can close.
    var (openIndices, openCounts) = ([Int](), [String: Int]())
    for (index, piece) in pieces.enumerated() {
      if let closingBracket = closingBrackets[piece.text] {
        openIndices.append(index)
        openCounts[closingBracket, default: 0] += 1
      }
      guard openCounts[piece.text, default: 0] > 0 else { continue }
      while let last = openIndices.popLast(), let bracket = closingBrackets[pieces[last].text] {
        openCounts[bracket, default: 0] -= 1
        guard bracket == piece.text else { continue }
        (partners[last], partners[index]) = (index, last)
        break
      }
    }
    return partners
  }

  /// Reads the terms before the next closing bracket or separator. A separator is a comma with a space after it. A comma
  /// without a space belongs to the text of a value's own `description`.
  private static func terms(in pieces: inout ArraySlice<Piece>, _ partners: [Int: Int]) -> [Term] {
    var terms: [Term] = []
    while let piece = pieces.first {
      let (index, partner) = (pieces.startIndex, partners[pieces.startIndex])
      if let partner, partner < index { break }
      if piece.text == ",", pieces.dropFirst().first?.text == " " { break }
      pieces.removeFirst()
      if piece.isWord {
        terms.append(.word(piece.text))
      } else if partner != nil {
        terms.append(.group(piece.text, items(in: &pieces, partners)))
      } else {
        terms.append(.otherText(piece.text))
      }
    }
    return terms
  }

  /// Reads the items of a group, and its closing bracket.
  private static func items(in pieces: inout ArraySlice<Piece>, _ partners: [Int: Int]) -> [[Term]] {
    var items: [[Term]] = []
    while true {
      let item = terms(in: &pieces, partners)
      guard let piece = pieces.popFirst(), piece.text == "," else {
        return item.isEmpty && items.isEmpty ? [] : items + [item]
      }
      items.append(item)
      // Skips the space of the separator.
      pieces.removeFirst()
    }
  }

  /// A text with labelled arguments sorted, because fields can be declared in any order.
  func withSortedArguments(_ text: String) -> String {
    guard text.contains("("), text.contains(", ") else { return text }
    return terms(of: text).map(\.sortedText).joined()
  }
}

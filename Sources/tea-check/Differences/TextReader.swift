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

  /// The descriptions of values, sorted, so that those with which a text begins stand before the text.
  private let descriptions: [String]
  /// The index of the longest shorter description with which each description begins; `nil` for none.
  private var beginnings: [Int?] = []

  init(descriptions: some Sequence<String> = []) {
    self.descriptions = Set(descriptions).subtracting([""]).sorted()
    for (index, text) in self.descriptions.enumerated() { beginnings.append(beginning(of: text, before: index)) }
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

  /// The command that a message answers, which is `nil` for an offered message, and the message. The word `replies` may stand in a
  /// quoted text or in a payload as well.
  func reply(_ label: String) -> (command: String?, message: String) {
    let pieces = pieces(of: label)
    let (texts, partners) = (pieces.map(\.text), Self.partners(of: pieces))
    var depth = 0
    for index in texts.indices {
      if let partner = partners[index] { depth += partner > index ? 1 : -1 }
      guard depth == 0, texts[index...].starts(with: [" ", "replies", " "]) else { continue }
      return (texts[..<index].joined(), texts[(index + 3)...].joined())
    }
    return (nil, label)
  }

  func words(in text: String) -> [String] { pieces(of: text).filter(\.isWord).map(\.text) }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The longest description with which a text begins, and that does not end inside a word; `nil` without one.
  private func description(at text: Substring) -> Substring? {
    var (low, high) = (0, descriptions.count)
    while low < high {
      let middle = (low + high) / 2
      if descriptions[middle] <= text { low = middle + 1 } else { high = middle }
    }
    var candidate = beginning(of: text, before: low)
    while let index = candidate {
      let end = text.index(text.startIndex, offsetBy: descriptions[index].count)
      let wordFollows = end < text.endIndex && Self.isWordCharacter(text[end])
      if !wordFollows || !(descriptions[index].last.map(Self.isWordCharacter) ?? false) { return text[..<end] }
      candidate = beginnings[index]
    }
    return nil
  }

  /// The index of the longest description with which a text begins, among those before an index; `nil` for none.
  ///
  /// - Parameter end: The number of descriptions that sort before the text.
  private func beginning(of text: some StringProtocol, before end: Int) -> Int? {
    var candidate = end > 0 ? end - 1 : nil
    while let index = candidate, !text.hasPrefix(descriptions[index]) { candidate = beginnings[index] }
    return candidate
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

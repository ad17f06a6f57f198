/// A part of the text of a value: a name, a bracketed group, or other text.
indirect enum Term: Equatable {
  case word(String)
  /// Punctuation, a number, a quoted text, or the text that a value's own `description` gave.
  case otherText(String)
  /// A bracketed group, with its opening bracket and the items between its commas.
  case group(String, [[Term]])

  /// `true` for a group of two or more arguments that all have labels, so that their order does not count.
  var isLabelled: Bool {
    guard case .group("(", let items) = self, items.count > 1 else { return false }
    return items.allSatisfy { item in
      if item.count > 1, case .word = item[0], item[1] == .otherText(":") { true } else { false }
    }
  }

  /// The text of the term, with labelled arguments sorted.
  var sortedText: String { text(sortingArguments: true) }

  var text: String { text(sortingArguments: false) }

  private func text(sortingArguments sorts: Bool) -> String {
    switch self {
    case .word(let text), .otherText(let text): return text
    case .group(let bracket, let items):
      let texts = items.map { $0.map { $0.text(sortingArguments: sorts) }.joined() }
      return bracket + (sorts && isLabelled ? texts.sorted() : texts).joined(separator: ", ")
        + (TextReader.closingBrackets[bracket] ?? "")
    }
  }
}

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

  /// The text, with labelled arguments in alphabetic order.
  var sortedText: String {
    switch self {
    case .word(let text), .other(let text): return text
    case .group(let bracket, let items):
      let texts = items.map { $0.map(\.sortedText).joined() }
      return bracket + (isLabelled ? texts.sorted() : texts).joined(separator: ", ")
        + (TextReader.closing[bracket] ?? "")
    }
  }
}

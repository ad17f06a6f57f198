/// The signs in the name of a field that tell what its value means.
enum FieldName {
  /// A value with the name only tells one thing from others, so that neither its order nor its size means anything.
  static func isIdentifier(_ name: some StringProtocol) -> Bool {
    ["id", "uid", "uuid", "identifier"].contains(String(name))
      || ["ID", "Id", "Identifier", "_id"].contains(where: name.hasSuffix)
  }

  /// The ends of names that people give to an index of a list, in lower case.
  private static let endsOfIndexNames = [
    "index", "selected", "selection", "current", "cursor", "active", "focus", "focused", "highlighted",
  ]

  static func isIndex(_ name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    return endsOfIndexNames.contains(where: name.hasSuffix)
  }

  /// Words that tell of a number only that it is one, or which of several it is.
  private static let wordsWithoutTopic: Set<String> = [
    "amount", "count", "current", "first", "last", "left", "max", "maximum", "min", "minimum", "new", "next", "number",
    "of", "old", "previous", "sum", "the", "total",
  ]

  /// The words of a name that tell of what it is a number: in lower case, and in the singular.
  static func topics(of name: some StringProtocol) -> Set<String> {
    var words: [String] = []
    var isInsideWord = false
    for character in name {
      defer { isInsideWord = character.isLetter }
      guard character.isLetter else { continue }
      if !isInsideWord || character.isUppercase && words.last?.last?.isUppercase == false { words.append("") }
      words[words.count - 1].append(character)
    }
    return Set(words.map { singular($0.lowercased()) }).subtracting(wordsWithoutTopic)
  }

  private static func singular(_ word: String) -> String {
    if word.count > 4, word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
  }
}

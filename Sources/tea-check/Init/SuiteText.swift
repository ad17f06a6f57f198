/// The text of a source of a suite, in which the names of modules are looked for.
///
/// An import does not count: a module may have the name of its target.
struct SuiteText {
  /// The name of the suite's target.
  let suite: String
  /// The text without imports.
  private let text: String
  /// The text without imports and without lines that are comments.
  private let code: String

  init(_ text: String, of suite: String) {
    let lines = text.split { $0.isNewline }.filter { $0.prefixMatch(of: Self.beginningOfImport) == nil }
    self.suite = suite
    self.text = lines.joined(separator: "\n")
    code = lines.filter { !Self.isComment($0) }.joined(separator: "\n")
  }

  /// Attributes, with or without arguments, and an access level may stand before the keyword.
  nonisolated(unsafe) private static let beginningOfImport = #/\s*(?:@\w+(?:\([^)]*\))?\s*)*(?:\w+\s+)?import\s/#

  static func isComment(_ line: Substring) -> Bool { line.drop(while: \.isWhitespace).hasPrefix("//") }

  /// A name in a comment counts as well, because a check may be commented out for a while.
  ///
  /// Comments do not count for a module that has lost its ``FoundModule/obstacle`` since ``FirstChecks`` wrote the comment that
  /// it is “not checked yet”.
  func mentions(_ module: FoundModule) -> Bool {
    guard module.obstacle == nil, text.contains(FirstChecks.reasonPrefix(of: module)) else {
      return mentions(module.name)
    }
    return mentionsInCode(module.name)
  }

  func mentions(_ name: String) -> Bool { Self.mentions(name, in: text) }

  func mentionsInCode(_ name: String) -> Bool { Self.mentions(name, in: code) }

  private static func mentions(_ name: String, in text: String) -> Bool {
    func isNameCharacter(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
    return text.ranges(of: name).contains { range in
      let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
      return !isNameCharacter(before) && !isNameCharacter(after)
    }
  }
}

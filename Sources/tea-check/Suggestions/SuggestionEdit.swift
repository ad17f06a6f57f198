/// Changes of Swift source that add suggestions to a specification.
enum SuggestionEdit {
  /// Adds lines to the specification that begins on a line: in place of the comment that `init` wrote for them, or at the end.
  ///
  /// - Parameter code: The lines, without the indentation of the specification.
  /// - Returns: The changed source; `nil` where no specification with braces begins there.
  static func adding(_ code: String, toSpecificationAt line: Int, in source: String) -> String? {
    guard let body = body(ofSpecificationAt: line, in: source) else { return nil }
    let bytes = Array(source.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let closingOffset = body.upperBound
    let lineStart = bytes[..<closingOffset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let indentation = text(lineStart..<(bytes[lineStart...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? closingOffset))
    let braceBeginsLine = lineStart + indentation.utf8.count == closingOffset
    func lines(_ mark: String) -> String {
      code.split(separator: "\n").map { "\(indentation)  \(mark)\($0)\n" }.joined()
    }
    let added = lines("")
    guard braceBeginsLine else {
      // The closing brace is on a line with declarations.
      let head = text(0..<closingOffset).reversed().drop { $0 == " " }.reversed()
      return String(head) + "\n" + added + indentation + text(closingOffset..<bytes.count)
    }
    let inside = text(body.lowerBound..<lineStart)
      .replacing("\n" + lines("// "), with: "\n" + added, maxReplacements: 1)
    let uncommented = text(0..<body.lowerBound) + inside + text(lineStart..<bytes.count)
    if uncommented != source, contains(code, inSpecificationAt: line, of: uncommented) { return uncommented }
    return text(0..<lineStart) + added + text(lineStart..<bytes.count)
  }

  /// Returns whether the first line of some code stands between the braces of a specification, and not in a comment there.
  static func contains(_ code: String, inSpecificationAt line: Int, of source: String) -> Bool {
    guard let body = body(ofSpecificationAt: line, in: source) else { return false }
    let (bytes, firstLine) = (Array(source.utf8), Array(code.utf8.prefix { $0 != UInt8(ascii: "\n") }))
    return SwiftLexer.tokens(of: source).contains { token in
      body.contains(token.range.lowerBound) && bytes[token.range.lowerBound...].starts(with: firstLine)
    }
  }

  /// The bytes between the braces of the specification that begins on a line; `nil` where there are no such braces.
  private static func body(ofSpecificationAt line: Int, in source: String) -> Range<Int>? {
    let tokens = SwiftLexer.tokens(of: source)
    guard let start = tokens.firstIndex(where: { $0.line >= line }),
      let opening = openingBrace(after: start, in: tokens), let closing = closingBrace(of: opening, in: tokens)
    else { return nil }
    return tokens[opening].range.upperBound..<tokens[closing].range.lowerBound
  }

  /// The index of the opening brace that follows the parentheses of the first call; `nil` where that call has no braces.
  private static func openingBrace(after start: Int, in tokens: [SwiftToken]) -> Int? {
    var depth = 0
    var isDeclaration = false
    for index in start..<tokens.count {
      if "(" ~= tokens[index] || "[" ~= tokens[index] {
        // A function around the call may be declared on the same line.
        if depth == 0 { isDeclaration = index >= 2 && "func" ~= tokens[index - 2] }
        depth += 1
      }
      if ")" ~= tokens[index] || "]" ~= tokens[index] { depth -= 1 }
      guard depth == 0, ")" ~= tokens[index], !isDeclaration, index + 1 < tokens.count else { continue }
      if "{" ~= tokens[index + 1] { return index + 1 }
      if tokens[index + 1].line > tokens[index].line { return nil }
    }
    return nil
  }

  private static func closingBrace(of opening: Int, in tokens: [SwiftToken]) -> Int? {
    var depth = 0
    return tokens[opening...].firstIndex { token in
      if "{" ~= token { depth += 1 }
      if "}" ~= token { depth -= 1 }
      return depth == 0
    }
  }
}

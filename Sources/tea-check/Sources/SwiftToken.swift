/// A token of Swift source: a word, a mark or a literal. Comments and spaces are no tokens.
struct SwiftToken: Equatable {
  enum Kind {
    /// An identifier, a keyword, digits, or a directive with its `#`.
    case word
    /// One byte of punctuation.
    case mark
    /// A string or a regular expression, with its interpolations.
    case literal
  }

  var kind: Kind
  /// The text of a word or a mark; empty for a literal.
  var text: String
  /// The range of the token's bytes in the source.
  var range: Range<Int>
  /// The line of the token's first byte, from 1.
  var line: Int

  /// `true` where the token is a word or a mark with this text.
  static func ~= (text: String, token: SwiftToken) -> Bool { token.kind != .literal && token.text == text }
}

/// Splits Swift source into tokens, as far as needed to tell declarations from comments and strings.
///
/// Invalid source gives some tokens too. The time is linear in the length of the source.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var tokens: [SwiftToken] = []
  /// The offsets at which a search for the end of a regular expression gave up, by the number of `#` before its slash.
  ///
  /// Another search that begins before such an offset would give up there as well, so it is not made. This keeps the time
  /// linear.
  private var failedRegexSearches: [Int: Int] = [:]

  private init(_ source: String) { bytes = Array(source.utf8) }

  static func tokens(of source: String) -> [SwiftToken] {
    var lexer = SwiftLexer(source)
    lexer.run()
    return lexer.tokens
  }

  /// `true` where the source names `CheckSuite` outside of comments and strings.
  static func mentionsCheckSuite(_ source: String) -> Bool {
    source.contains("CheckSuite") && tokens(of: source).contains { "CheckSuite" ~= $0 }
  }

  private func byte(_ distance: Int = 0) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  private func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      offset + text.count <= bytes.count && bytes[offset..<offset + text.count].elementsEqual(text)
    }
  }

  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
  }

  private mutating func add(_ kind: SwiftToken.Kind, from start: Int, line: Int) {
    let text = kind == .literal ? "" : String(decoding: bytes[start..<offset], as: UTF8.self)
    tokens.append(SwiftToken(kind: kind, text: text, range: start..<offset, line: line))
  }

  private mutating func run() {
    while let byte = byte() {
      let (start, line) = (offset, line)
      if skipComment() { continue }
      if byte <= 0x20 {
        step()
      } else if skipString(depth: 0) || skipRegex() {
        add(.literal, from: start, line: line)
      } else if Self.isWordByte(byte) || byte == UInt8(ascii: "#") {
        step()
        while let next = self.byte(), Self.isWordByte(next) { step() }
        add(.word, from: start, line: line)
      } else if byte == UInt8(ascii: "`") {
        step()
        while let next = self.byte(), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") { step() }
        step()
        add(.word, from: start, line: line)
      } else {
        step()
        add(.mark, from: start, line: line)
      }
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private mutating func skipComment() -> Bool {
    if isAt("//") {
      while let byte = byte(), byte != UInt8(ascii: "\n") { step() }
      return true
    }
    guard isAt("/*") else { return false }
    var depth = 0
    while byte() != nil {
      if isAt("/*") {
        depth += 1
        step(2)
      } else if isAt("*/") {
        depth -= 1
        step(2)
        if depth == 0 { break }
      } else {
        step()
      }
    }
    return true
  }

  /// The number of signs `#` before a quote or a slash that opens a literal; `nil` where none is opened.
  private func numberSignCount(before opening: UInt8) -> Int? {
    var count = 0
    while byte(count) == UInt8(ascii: "#") { count += 1 }
    return byte(count) == opening ? count : nil
  }

  private func hasNumberSigns(_ count: Int, after distance: Int) -> Bool {
    (0..<count).allSatisfy { byte(distance + $0) == UInt8(ascii: "#") }
  }

  /// - Parameter depth: The number of strings in whose interpolations this string stands.
  private mutating func skipString(depth: Int) -> Bool {
    let quote = UInt8(ascii: "\"")
    // The limit keeps the recursion from using up the stack.
    guard depth < 64, let signCount = numberSignCount(before: quote) else { return false }
    step(signCount)
    // The text of a literal of several lines begins on the line after its quotes, so `#"""#` is a string with one quote in it.
    let isMultiline = isAt("\"\"\"\n") || isAt("\"\"\"\r")
    step(isMultiline ? 3 : 1)
    while let byte = byte() {
      let quoteCount = isMultiline ? 3 : 1
      if byte == quote, !isMultiline || isAt("\"\"\""), hasNumberSigns(signCount, after: quoteCount) {
        step(quoteCount + signCount)
        return true
      }
      // A string without an end ends with its line.
      if byte == UInt8(ascii: "\n"), !isMultiline { return true }
      if byte == UInt8(ascii: "\\"), hasNumberSigns(signCount, after: 1) {
        step(1 + signCount)
        if self.byte() == UInt8(ascii: "(") { skipParentheses(depth: depth + 1) } else { step() }
      } else {
        step()
      }
    }
    return true
  }

  /// - Parameter depth: The number of strings around a string in the parentheses.
  private mutating func skipParentheses(depth: Int) {
    var openCount = 0
    while let byte = byte() {
      if skipComment() || skipString(depth: depth) { continue }
      step()
      if byte == UInt8(ascii: "(") { openCount += 1 }
      if byte == UInt8(ascii: ")") { openCount -= 1 }
      if openCount == 0 { return }
    }
  }

  /// Skips the regular expression that begins here: `#/…/#`, or `/…/` where an operator cannot stand.
  private mutating func skipRegex() -> Bool {
    let slash = UInt8(ascii: "/")
    guard let signCount = numberSignCount(before: slash) else { return false }
    if signCount == 0 {
      guard let next = byte(1), next > 0x20, next != UInt8(ascii: ")"), mayBeginValue else { return false }
    }
    guard offset >= failedRegexSearches[signCount, default: 0] else { return false }
    var index = offset + signCount + 1
    while index < bytes.count, signCount > 0 || bytes[index] != UInt8(ascii: "\n") {
      let isEnd =
        bytes[index] == slash
        && bytes[(index + 1)...].prefix(signCount).count { $0 == UInt8(ascii: "#") } == signCount
      if isEnd { break }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count, bytes[index] == slash else {
      failedRegexSearches[signCount] = index
      return false
    }
    step(index + 1 + signCount - offset)
    return true
  }

  /// `true` where a value may begin after the last token: a slash here may then begin a regular expression.
  private var mayBeginValue: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .literal: return false
    case .word: return ["return", "in", "case", "else", "try", "await", "throw"].contains(last.text)
    case .mark: return !")]}?!.".contains(last.text)
    }
  }
}

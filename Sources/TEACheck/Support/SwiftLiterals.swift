/// The literals of texts and numbers in Swift sources, outside of comments, each with `true` where the program compares
/// something with it: beside an operator, in a pattern, as an argument or key that is looked for, or as a constant's value.
///
/// The sources are read as bytes, which takes some 10 ms for 1 MB in a debug build too. What does not parse is left out.
package struct SwiftLiterals {
  /// A decimal number without zeros at the end of its significand: the significand times a power of ten.
  package struct Decimal: Hashable, Sendable {
    package var significand: Int64
    package var exponent: Int

    package init(significand: Int64, exponent: Int) { (self.significand, self.exponent) = (significand, exponent) }
  }

  /// Texts of one line, and the pieces of at least two characters around interpolations, in their order and as often as they
  /// stand in the sources.
  package private(set) var textOccurrences: [(String, Bool)] = []
  package private(set) var integers: [Int64: Bool] = [:]
  /// The numbers with a point or an exponent.
  package private(set) var decimals: [Decimal: Bool] = [:]

  package var texts: [String: Bool] { Dictionary(textOccurrences) { $0 || $1 } }

  /// The length of the longest text, in bytes.
  fileprivate static var longestText: Int { 64 }

  package init(of sources: [[UInt8]]) {
    for source in sources {
      // Zeros at the end, so that looking ahead needs no bound.
      (source + [0, 0, 0, 0]).withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        var scanner = Scanner(bytes: start, count: source.count)
        scanner.scan()
        textOccurrences += scanner.texts
        integers.merge(scanner.integers) { $0 || $1 }
        decimals.merge(scanner.decimals) { $0 || $1 }
      }
    }
  }

  fileprivate struct Scanner {
    let bytes: UnsafePointer<UInt8>
    let count: Int
    var index = 0
    var texts: [(String, Bool)] = []
    var integers: [(Int64, Bool)] = []
    var decimals: [(Decimal, Bool)] = []
    /// The number of interpolations around the index.
    var interpolations = 0
    /// The number of parentheses around the word `case` whose patterns have not ended.
    var pattern: Int?
    /// `true` after the word `let` or `case` in the same statement and line.
    var isInDeclaration = false

    /// The number of nested interpolations at which the scan ends.
    private static var maxInterpolations: Int { 32 }
  }
}

extension SwiftLiterals.Scanner {
  /// Scans up to the end, or, in an interpolation, past the parenthesis that closes it.
  mutating func scan() {
    var parentheses = 0
    while index < count {
      let byte = bytes[index]
      if byte == 0x20 {
        index += 1
      } else if Self.isDigit(byte) {
        scanNumber()
      } else if Self.isInWord(byte) {
        let start = index
        skipWord()
        if byte == UInt8(ascii: "c"), index - start == 4, isBefore(index, "case") {
          (pattern, isInDeclaration) = (parentheses, true)
        } else if byte == UInt8(ascii: "l"), index - start == 3, isBefore(index, "let") {
          isInDeclaration = true
        }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
        scanText()
      } else if byte == UInt8(ascii: "\\") {
        // In a regular expression, the next byte begins no text and no comment; in a key path it is a point or a letter.
        index += 2
      } else if byte == UInt8(ascii: "/") {
        skipComment()
      } else {
        index += 1
        switch byte {
        case UInt8(ascii: "("): parentheses += 1
        case UInt8(ascii: ")"):
          parentheses -= 1
          if parentheses < 0, interpolations > 0 { return }
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ";"): isInDeclaration = false
        case UInt8(ascii: "="): pattern = nil
        case UInt8(ascii: ":"):
          if let outer = pattern, parentheses <= outer { (pattern, isInDeclaration) = (nil, false) }
        case UInt8(ascii: "{"), UInt8(ascii: "}"): (pattern, isInDeclaration) = (nil, false)
        default: break
        }
      }
    }
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Letters, digits, underscores, and all bytes outside of ASCII.
  @inline(__always)
  private static func isInWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || isDigit(byte) || byte == 0x5F || byte >= 0x80
  }

  @inline(__always)
  private static func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  /// Skips a comment, whose nested comments are closed in it, or else the slash.
  private mutating func skipComment() {
    index += 1
    if bytes[index] == UInt8(ascii: "/") {
      var end = bytes + index
      while !Self.isNewline(end.pointee), end.pointee != 0 { end += 1 }
      index = end - bytes
    } else if bytes[index] == UInt8(ascii: "*") {
      index += 1
      var depth = 1
      while index < count, depth > 0 {
        let (byte, next) = (bytes[index], bytes[index + 1])
        let isOpened = byte == UInt8(ascii: "/") && next == UInt8(ascii: "*")
        let isClosed = byte == UInt8(ascii: "*") && next == UInt8(ascii: "/")
        if isOpened { depth += 1 }
        if isClosed { depth -= 1 }
        index += isOpened || isClosed ? 2 : 1
      }
    }
  }

  /// Scans a text from its first `#` or quotation mark; without a quotation mark there is none.
  private mutating func scanText() {
    let (start, hashes) = (index, hashCount(at: index))
    index += hashes
    guard isQuote(index) else { return }
    // In `#"""#`, the third quotation mark ends a text of one.
    let isMultiline =
      isQuote(index + 1) && isQuote(index + 2) && (hashes == 0 || hashCount(at: index + 3) < hashes)
    index += isMultiline ? 3 : 1
    var piece: [UInt8] = []
    var hasInterpolation = false
    while index < count {
      let byte = bytes[index]
      if isQuote(index), !isMultiline || isQuote(index + 1) && isQuote(index + 2),
        hashCount(at: index + (isMultiline ? 3 : 1)) >= hashes
      {
        index += (isMultiline ? 3 : 1) + hashes
        if !isMultiline { add(piece, from: start, isWhole: !hasInterpolation) }
        return
      }
      if Self.isNewline(byte), !isMultiline { return }
      index += 1
      guard byte == UInt8(ascii: "\\"), hashCount(at: index) >= hashes else {
        if !isMultiline { piece.append(byte) }
        continue
      }
      index += hashes
      if bytes[index] == UInt8(ascii: "(") {
        if !isMultiline { add(piece, from: start, isWhole: false) }
        (piece, hasInterpolation) = ([], true)
        index += 1
        guard interpolations < Self.maxInterpolations else { return index = count }
        interpolations += 1
        scan()
        interpolations -= 1
      } else if isMultiline {
        index += 1
      } else if let character = escapedCharacter() {
        piece += Array(String(character).utf8)
      } else {
        return
      }
    }
  }

  private func isQuote(_ index: Int) -> Bool { bytes[index] == UInt8(ascii: "\"") }

  private func hashCount(at start: Int) -> Int {
    var end = start
    while bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end - start
  }

  /// The character of an escape sequence, from the byte after the backslash on; `nil` where it is none.
  private mutating func escapedCharacter() -> Unicode.Scalar? {
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "0"): return "\0"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u") where bytes[index] == UInt8(ascii: "{"):
      index += 1
      let start = index
      skipWord()
      let digits = UnsafeBufferPointer(start: bytes + start, count: index - start)
      guard bytes[index] == UInt8(ascii: "}") else { return nil }
      index += 1
      return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }

  private mutating func add(_ piece: [UInt8], from start: Int, isWhole: Bool) {
    guard piece.count <= SwiftLiterals.longestText else { return }
    let text = String(decoding: piece, as: UTF8.self)
    if text.count >= (isWhole ? 1 : 2) { texts.append((text, isCompared(from: start))) }
  }

  /// Scans a number from its first digit. The index of a tuple's element, as in `pair.0`, is none.
  private mutating func scanNumber() {
    let start = index
    skipWord()
    if start > 0, bytes[start - 1] == UInt8(ascii: "."), start == 1 || bytes[start - 2] != UInt8(ascii: ".") { return }
    let isDecimal = bytes[start] != UInt8(ascii: "0") || bytes[start + 1] | 0x20 <= 0x61
    if isDecimal, bytes[index] == UInt8(ascii: "."), Self.isDigit(bytes[index + 1]) {
      index += 1
      skipWord()
    }
    let isSign = bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
    if isDecimal, bytes[index - 1] | 0x20 == UInt8(ascii: "e"), isSign {
      index += 1
      skipWord()
    }
    let digits = UnsafeBufferPointer(start: bytes + start, count: index - start).filter { $0 != UInt8(ascii: "_") }
    let isNegative = isNegative(numberAt: start)
    let isCompared = isCompared(from: isNegative ? start - 1 : start)
    add(number: String(decoding: digits, as: UTF8.self), sign: isNegative ? -1 : 1, isCompared)
  }

  private mutating func skipWord() {
    // A local variable is several times as fast in debug builds as a member.
    var end = bytes + index
    while Self.isInWord(end.pointee) { end += 1 }
    index = end - bytes
  }

  /// A minus directly before a number belongs to it, except after a value.
  private func isNegative(numberAt start: Int) -> Bool {
    guard start > 0, bytes[start - 1] == UInt8(ascii: "-") else { return false }
    let before = start > 1 ? bytes[start - 2] : 0
    return !Self.isInWord(before) && before != UInt8(ascii: ")") && before != UInt8(ascii: "]")
  }

  private mutating func add(number text: String, sign: Int64, _ isCompared: Bool) {
    let radix = ["0x": 16, "0o": 8, "0b": 2][text.prefix(2)] ?? 10
    if let integer = Int64(radix == 10 ? text[...] : text.dropFirst(2), radix: radix) {
      return integers.append((sign * integer, isCompared))
    }
    let parts = text.lowercased().split(separator: "e", maxSplits: 1)
    let digits = (parts.first ?? "").split(separator: ".", maxSplits: 1)
    var fraction = digits.count > 1 ? digits[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    guard let whole = digits.first, var significand = Int64(whole + fraction), significand != 0,
      var exponent = parts.count > 1 ? Int(parts[1]) : 0, exponent.magnitude < 1_000
    else { return }
    exponent -= fraction.count
    while significand % 10 == 0 { (significand, exponent) = (significand / 10, exponent + 1) }
    decimals.append((SwiftLiterals.Decimal(significand: sign * significand, exponent: exponent), isCompared))
  }
}

extension SwiftLiterals.Scanner {
  /// The calls and labels before a literal that is looked for in a value.
  private static let searches: [StaticString] = [
    "hasPrefix(", "hasSuffix(", "contains(", "range(of:", "firstIndex(of:", "components(separatedBy:",
    "split(separator:",
  ]

  /// Returns `true` where something is compared with the literal that ends at the index.
  private func isCompared(from start: Int) -> Bool {
    if pattern != nil { return true }
    var begin = start
    while begin > 0, bytes[begin - 1] <= 0x20 { begin -= 1 }
    let (last, beforeLast) = (begin > 0 ? bytes[begin - 1] : 0, begin > 1 ? bytes[begin - 2] : 0)
    switch last {
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      // Not after a shift or an arrow.
      if beforeLast != last, beforeLast != UInt8(ascii: "-") { return true }
    case UInt8(ascii: "."): if beforeLast == last { return true }
    case UInt8(ascii: "="): if "=!<>~".utf8.contains(beforeLast) { return true }
    case UInt8(ascii: "("), UInt8(ascii: ":"): if Self.searches.contains(where: { isBefore(begin, $0) }) { return true }
    default: break
    }

    var end = index
    while bytes[end] == 0x20 { end += 1 }
    let (next, afterNext) = (bytes[end], bytes[end + 1])
    switch next {
    case UInt8(ascii: "<"), UInt8(ascii: ">"): return afterNext != next
    case UInt8(ascii: "."): return afterNext == next
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "~"): return afterNext == UInt8(ascii: "=")
    // The key of a dictionary, but no branch of a conditional expression.
    case UInt8(ascii: ":"): return last == UInt8(ascii: "[") || last == UInt8(ascii: ",")
    // A subscript stands directly after a value, an array after a blank or a bracket.
    case UInt8(ascii: "]"):
      return last == UInt8(ascii: "[") && (Self.isInWord(beforeLast) || "])?!".utf8.contains(beforeLast))
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "}"), 0:
      return isInDeclaration && last == UInt8(ascii: "=")
    case UInt8(ascii: "/"): return isInDeclaration && last == UInt8(ascii: "=") && afterNext == next
    default: return false
    }
  }

  /// Returns `true` where a text of ASCII stands directly before an index.
  private func isBefore(_ index: Int, _ text: StaticString) -> Bool {
    var offset = text.utf8CodeUnitCount
    guard offset <= index else { return false }
    let (start, characters) = (index - offset, text.utf8Start)
    // From the end, where most calls differ.
    while offset > 0 {
      offset -= 1
      if bytes[start + offset] != characters[offset] { return false }
    }
    return true
  }
}

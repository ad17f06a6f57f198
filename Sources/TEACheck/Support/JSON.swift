internal import TEAText

/// A JSON value (RFC 8259).
package enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number that is not an `Int`; infinity and NaN are written as `null`.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSON

    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }
}

extension JSON {
  /// The members of an object; none for a value that is not an object.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The value of the first member with a name; `nil` without such a member, and for a value that is not an object.
  package subscript(name: String) -> JSON? { members.first { $0.name == name }?.value }

  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  package var array: [JSON]? { if case .array(let value) = self { value } else { nil } }

  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

extension JSON {
  package var text: String {
    var text = ""
    write(to: &text, lineEnd: nil)
    return text
  }

  /// The value with a line for each member and element.
  package var prettyText: String {
    var text = ""
    write(to: &text, lineEnd: "\n")
    return text + "\n"
  }

  /// - Parameter lineEnd: The newline, and the indentation of the line with the closing bracket; `nil` for no newlines.
  private func write(to text: inout String, lineEnd: String?) {
    let innerLineEnd = lineEnd.map { $0 + "  " }
    func list<Part>(_ open: String, _ parts: [Part], _ close: String, write: (Part) -> Void) {
      text += open
      for (index, part) in parts.enumerated() {
        if index > 0 { text += "," }
        if let innerLineEnd { text += innerLineEnd }
        write(part)
      }
      if let lineEnd, !parts.isEmpty { text += lineEnd }
      text += close
    }
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): text.append(jsonString: value)
    case .array(let values): list("[", values, "]") { $0.write(to: &text, lineEnd: innerLineEnd) }
    case .object(let members):
      list("{", members, "}") { member in
        text.append(jsonString: member.name)
        text += lineEnd == nil ? ":" : ": "
        member.value.write(to: &text, lineEnd: innerLineEnd)
      }
    }
  }
}

extension JSON {
  package struct ParseError: Error, CustomStringConvertible {
    /// The place of the problem, in bytes from the beginning of the text.
    package var offset: Int
    package var problem: String
    package var description: String { "not JSON: \(problem) at byte \(offset)" }
  }

  /// Reads one JSON value, nested at most 64 deep, because the parser calls itself for each level.
  package init(parsing text: some StringProtocol) throws(ParseError) {
    // Editors of Windows put a byte order mark at the beginning of a file.
    var parser = Parser(bytes: Array(text.utf8), offset: text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    self = try parser.document()
  }

  private struct Parser {
    let bytes: [UInt8]
    var offset = 0

    func error(_ problem: String) -> ParseError { ParseError(offset: offset, problem: problem) }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipSpace() {
      while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    }

    mutating func document() throws(ParseError) -> JSON {
      let value = try value(depth: 0)
      skipSpace()
      guard next == nil else { throw error("something follows the value") }
      return value
    }

    mutating func expect(_ character: Character) throws(ParseError) {
      guard next == character.asciiValue else { throw error("“\(character)” is missing") }
      offset += 1
    }

    mutating func value(depth: Int) throws(ParseError) -> JSON {
      guard depth < 64 else { throw error("it is nested too deep") }
      skipSpace()
      switch next {
      case UInt8(ascii: "{"):
        return .object(
          try list(until: "}") { parser throws(ParseError) in try parser.member(depth: depth + 1) })
      case UInt8(ascii: "["):
        return .array(try list(until: "]") { parser throws(ParseError) in try parser.value(depth: depth + 1) })
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "t"): return try keyword("true", .bool(true))
      case UInt8(ascii: "f"): return try keyword("false", .bool(false))
      case UInt8(ascii: "n"): return try keyword("null", .null)
      default: return try number()
      }
    }

    mutating func keyword(_ word: String, _ value: JSON) throws(ParseError) -> JSON {
      guard bytes[offset...].starts(with: word.utf8) else { throw error("an unknown word") }
      offset += word.utf8.count
      return value
    }

    mutating func number() throws(ParseError) -> JSON {
      let start = offset
      while let byte = next, "+-.eE0123456789".utf8.contains(byte) { offset += 1 }
      let text = String(decoding: bytes[start..<offset], as: UTF8.self)
      guard Self.mayBeNumber(bytes[start..<offset]),
        let number = Int(text).map({ .integer($0) }) ?? Double(text).flatMap({ $0.isFinite ? JSON.number($0) : nil })
      else {
        offset = start
        throw error("a value is missing")
      }
      return number
    }

    /// Returns `false` for the forms that Swift reads and JSON does not have: with a plus sign or zeros before the digits, or
    /// with a point that has no digit on one side.
    static func mayBeNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
      func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false }
      let digits = bytes.drop { $0 == UInt8(ascii: "-") }
      guard isDigit(digits.first) else { return false }
      if digits.first == UInt8(ascii: "0"), isDigit(digits.dropFirst().first) { return false }
      return digits.firstIndex(of: UInt8(ascii: ".")).map { isDigit(digits[($0 + 1)...].first) } ?? true
    }

    /// Reads a comma between two elements or members. Throws if the end of the array or object follows.
    mutating func expectComma(before end: Character) throws(ParseError) {
      try expect(",")
      let comma = offset - 1
      skipSpace()
      guard next == end.asciiValue else { return }
      offset = comma
      throw error("a comma stands before “\(end)”, with nothing behind it,")
    }

    /// Reads the parts between an opening bracket, which is next, and the closing one.
    mutating func list<Part>(
      until end: Character, _ part: (inout Parser) throws(ParseError) -> Part
    ) throws(ParseError) -> [Part] {
      offset += 1
      skipSpace()
      var parts: [Part] = []
      while next != end.asciiValue {
        if !parts.isEmpty { try expectComma(before: end) }
        parts.append(try part(&self))
        skipSpace()
      }
      offset += 1
      return parts
    }

    mutating func member(depth: Int) throws(ParseError) -> Member {
      let name = try string()
      skipSpace()
      try expect(":")
      return Member(name: name, value: try value(depth: depth))
    }

    mutating func string() throws(ParseError) -> String {
      try expect("\"")
      var text: [UInt8] = []
      while let byte = next, byte != UInt8(ascii: "\"") {
        guard byte == UInt8(ascii: "\\") else {
          guard byte >= 0x20 else { throw error("a control character in a string") }
          text.append(byte)
          offset += 1
          continue
        }
        offset += 1
        guard let escape = next else { break }
        guard "ntrbf\"\\/u".utf8.contains(escape) else { throw error("an unknown escape") }
        offset += 1
        switch escape {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"): text += Array(String(try unicodeEscape()).utf8)
        default: text.append(escape)
        }
      }
      try expect("\"")
      guard let string = String(validating: text, as: UTF8.self) else { throw error("invalid UTF-8") }
      return string
    }

    /// Reads the digits after `\u` and, for a surrogate pair, the escape of the second half.
    mutating func unicodeEscape() throws(ParseError) -> Character {
      let firstUnit = try codeUnit()
      var units = [firstUnit]
      if UTF16.isLeadSurrogate(firstUnit), offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
        bytes[offset + 1] == UInt8(ascii: "u")
      {
        offset += 2
        units.append(try codeUnit())
      }
      guard let text = String(validating: units, as: UTF16.self), let character = text.first else {
        throw error("half a surrogate pair")
      }
      return character
    }

    mutating func codeUnit() throws(ParseError) -> UInt16 {
      guard offset + 4 <= bytes.count, bytes[offset] != UInt8(ascii: "+"), bytes[offset] != UInt8(ascii: "-"),
        let unit = UInt16(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16)
      else { throw error("four hexadecimal digits are missing") }
      offset += 4
      return unit
    }
  }
}

internal import TEARuntime

/// A regular expression.
indirect enum Pattern: Equatable, Sendable {
  /// One of several characters; the first is the simplest.
  case character([Character])
  case sequence([Pattern])
  /// One of several patterns; the first is the simplest.
  case alternatives([Pattern])
  /// `atMost` is `nil` for no upper bound.
  case repeated(Pattern, atLeast: Int, atMost: Int?)
}

/// The error of a pattern from which no strings can be generated.
public struct PatternError: Error, Equatable, CustomStringConvertible {
  /// The pattern as it was given.
  public let pattern: String

  /// The position of the mistake: the number of characters before it.
  public let position: Int

  /// The reason why the pattern cannot be read there.
  public let reason: String

  public var description: String {
    "the pattern \(literal(pattern)) cannot be read at character \(position + 1): \(reason)"
  }
}

extension Pattern {
  init(_ text: String) throws(PatternError) {
    var parser = PatternParser(text)
    self = try parser.pattern()
  }
}

private struct PatternParser {
  private let text: String
  private let characters: [Character]
  private var position = 0
  private var groupDepth = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func take(_ expected: String) -> Bool {
    guard characters[position...].starts(with: expected) else { return false }
    position += expected.count
    return true
  }

  private func error(_ reason: String, at position: Int? = nil) -> PatternError {
    PatternError(pattern: text, position: position ?? self.position, reason: reason)
  }

  mutating func pattern() throws(PatternError) -> Pattern {
    let pattern = try alternatives()
    if next != nil { throw error("there is no group that this ) closes") }
    return pattern
  }

  private mutating func alternatives() throws(PatternError) -> Pattern {
    var alternatives = [try sequence()]
    while take("|") { alternatives.append(try sequence()) }
    return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
  }

  private mutating func sequence() throws(PatternError) -> Pattern {
    var parts: [Pattern] = []
    var hasEnded = false
    while let character = next, character != "|", character != ")" {
      let start = position
      // Generated strings always match as a whole, so anchors at the ends have no effect.
      if take("^") || take("\\A") {
        try refuseAnchorInsideGroup(at: start)
        if !parts.isEmpty { throw error("nothing can stand before this beginning of the text", at: start) }
        continue
      }
      if take("$") || take("\\z") || take("\\Z") {
        try refuseAnchorInsideGroup(at: start)
        hasEnded = true
        continue
      }
      if hasEnded { throw error("nothing can follow the end of the text") }
      parts.append(try repetition(of: try atom()))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// An anchor inside of a group is refused, because other parts may stand before or after the group.
  private func refuseAnchorInsideGroup(at start: Int) throws(PatternError) {
    if groupDepth > 0 { throw error("an anchor inside of a group cannot be made: put it outside", at: start) }
  }

  private mutating func repetition(of atom: Pattern) throws(PatternError) -> Pattern {
    let start = position
    let repeated: Pattern
    if take("*") {
      repeated = .repeated(atom, atLeast: 0, atMost: nil)
    } else if take("+") {
      repeated = .repeated(atom, atLeast: 1, atMost: nil)
    } else if take("?") {
      repeated = .repeated(atom, atLeast: 0, atMost: 1)
    } else if take("{") {
      let minCount = try number()
      let maxCount = take(",") ? next == "}" ? nil : try number() : minCount
      guard take("}") else { throw error("the { of a repetition wants {2}, {2,} or {2,5}", at: start) }
      if let maxCount, maxCount < minCount {
        throw error("the repetition wants \(maxCount) at most and \(minCount) at least", at: start)
      }
      repeated = .repeated(atom, atLeast: minCount, atMost: maxCount)
    } else {
      return atom
    }
    if take("?") { return repeated }  // lazy: the same strings
    if let next, "*+{".contains(next) { throw error("\(next) follows a repetition and has nothing to repeat") }
    return repeated
  }

  private mutating func number() throws(PatternError) -> Int {
    let start = position
    while let digit = next, Characters.digits.contains(digit) { position += 1 }
    guard start < position else { throw error("a number from 0 to 1000 is missing", at: start) }
    guard let number = Int(String(characters[start..<position])), number <= 1_000 else {
      throw error("the number must be 1000 or less", at: start)
    }
    return number
  }

  private mutating func atom() throws(PatternError) -> Pattern {
    let start = position
    guard let character = next else { throw error("the pattern ends too early") }
    position += 1
    switch character {
    case "(": return try group(from: start)
    case "[": return .character(try characterClass(from: start))
    case ".": return .character(Characters.printable)
    case "\\": return .character(try escape(from: start))
    case "*", "+", "?", "{": throw error("\(character) has nothing to repeat", at: start)
    default: return .character([character])
    }
  }

  private mutating func group(from start: Int) throws(PatternError) -> Pattern {
    let beginsName = take("?<")
    if beginsName, let first = next, first.isLetter {
      while let character = next, character.isLetter || character.isNumber || character == "_" { position += 1 }
      guard take(">") else { throw error("the name of the group wants a > after it") }
    } else if beginsName || next == "?" && !take("?:") {
      throw error("of groups that begin with (? only (?: and (?<name> can be made", at: start)
    }
    groupDepth += 1
    let pattern = try alternatives()
    groupDepth -= 1
    guard take(")") else { throw error("the group is not closed", at: start) }
    return pattern
  }

  private mutating func escape(from start: Int) throws(PatternError) -> [Character] {
    guard let character = next else { throw error("the pattern ends in a backslash", at: start) }
    position += 1
    switch character {
    case "d": return Characters.digits
    case "D": return Self.all(but: Characters.digits)
    case "w": return Characters.word
    case "W": return Self.all(but: Characters.word)
    case "s": return Characters.space
    case "S": return Self.all(but: Characters.space)
    case "n": return ["\n"]
    case "t": return ["\t"]
    case "r": return ["\r"]
    case "u", "x": return [try scalar(from: start)]
    case _ where character.isLetter || character.isNumber:
      throw error("strings cannot be made of \\\(character)", at: start)
    default: return [character]
    }
  }

  /// Reads four digits after `\u`, two after `\x`, or any number of digits in braces.
  private mutating func scalar(from start: Int) throws(PatternError) -> Character {
    let digitCount = characters[position - 1] == "u" ? 4 : 2
    let isBraced = take("{")
    let firstDigit = position
    while let digit = next, digit.isHexDigit, isBraced || position < firstDigit + digitCount { position += 1 }
    let digits = String(characters[firstDigit..<position])
    guard isBraced ? take("}") : digits.count == digitCount, let value = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw error("the escape wants the number of a Unicode scalar, such as \\u{E9}", at: start) }
    return Character(scalar)
  }

  private mutating func characterClass(from start: Int) throws(PatternError) -> [Character] {
    let isNegated = take("^")
    if isNegated, next == "]" { throw error("write \\] for a ] at the beginning of a class") }
    var members: [Character] = []
    while next != "]" {
      let startOfMember = position
      guard let character = next else { throw error("the class is not closed", at: start) }
      if character == "[" { throw error("a class inside a class cannot be made; write \\[ for the character") }
      for sign in ["&&", "--", "~~"] where take(sign) {
        throw error("\(sign) between classes cannot be made", at: startOfMember)
      }
      let low = try member()
      if next == "-", position + 1 < characters.count, characters[position + 1] != "]" {
        position += 1
        guard let range = Self.range(low, try member()) else {
          throw error("the range is not one of characters in order", at: startOfMember)
        }
        members += range
      } else {
        members += low
      }
    }
    position += 1
    let chosenCharacters = isNegated ? Self.all(but: members) : Self.unique(members)
    if chosenCharacters.isEmpty { throw error("no character that prints is in this class", at: start) }
    return chosenCharacters
  }

  private mutating func member() throws(PatternError) -> [Character] {
    let start = position
    guard let character = next else { throw error("the class is not closed", at: start) }
    position += 1
    return character == "\\" ? try escape(from: start) : [character]
  }

  /// `nil` where a bound is not one character of one scalar, or the two are not in order.
  private static func range(_ low: [Character], _ high: [Character]) -> [Character]? {
    guard low.count == 1, high.count == 1, low[0].unicodeScalars.count == 1, high[0].unicodeScalars.count == 1,
      let first = low[0].unicodeScalars.first?.value, let last = high[0].unicodeScalars.first?.value, first <= last
    else { return nil }
    return (first...last).compactMap { Unicode.Scalar($0).map { Character($0) } }
  }

  private static func all(but members: [Character]) -> [Character] {
    let members = Set(members)
    return Characters.printable.filter { !members.contains($0) }
  }

  private static func unique(_ members: [Character]) -> [Character] {
    var seenCharacters: Set<Character> = []
    return members.filter { seenCharacters.insert($0).inserted }
  }
}

extension Characters {
  fileprivate static let word = lowercase + digits + uppercase + ["_"]
  fileprivate static let space: [Character] = [" ", "\t", "\n"]
}

/// The parsed text of a value, as `structuralLiteral` writes it, before its type is known.
package struct ValueText {
  package indirect enum Form {
    case number
    case quoted(String)
    /// A case without a payload, `nil`, `true`, `inf` and the like.
    case name(String)
    /// A case with a payload, or a struct.
    case call(String, [Argument])
    case tuple([Argument])
    /// An array or a set.
    case list([ValueText])
    /// A dictionary; or an array or a set in which the description of each element has a colon.
    case entries([(key: ValueText, value: ValueText)])
    case range(ValueText, isClosed: Bool, ValueText)
    /// A duration; the value is its number of seconds.
    case seconds(ValueText)
    /// Anything else, such as a description.
    case opaque
  }

  package struct Argument {
    package var label: String?
    package var value: ValueText
  }

  package var form: Form
  var source: ArraySlice<Unicode.Scalar>

  package var text: String { String(String.UnicodeScalarView(source)) }

  /// The elements of an array or a set; `nil` for other forms.
  var elements: [ValueText]? {
    switch form {
    case .list(let elements): elements
    case .entries(let entries):
      entries.map { ValueText(form: .opaque, source: $0.source + ": ".unicodeScalars + $1.source) }
    default: nil
    }
  }
}

package struct ValueSyntaxError: Error {
  package var problem: String
}

/// The parsed texts of a line of a script or session, for a step with a message.
package enum StepText {
  case message(ValueText)
  /// A command and the message that replies to it.
  case reply(to: ValueText, ValueText)
  /// A subscription and the message that it sends.
  case sending(by: ValueText, ValueText)

  package var message: ValueText {
    switch self {
    case .message(let message), .reply(_, let message), .sending(_, let message): message
    }
  }

  /// Reads a line such that its message is a value of the given type.
  ///
  /// A command, a subscription or a message may hold the words ` replies ` and ` sends ` too. If no reading has a message of
  /// the type, the one with the shortest message is taken.
  package init<Message>(parsing line: String, messageType type: Message.Type) throws(ValueSyntaxError) {
    let readings = try Self.readings(of: line)
    self = readings.first { (try? ValueReader.read(type, from: $0.message)) != nil } ?? readings[0]
  }

  /// The largest number of places at which a line is divided, so that a long line does not take quadratic time.
  private static var maxDivisions: Int { 16 }

  /// The reading with the shortest message comes first. In the last one, the message is the whole line.
  private static func readings(of line: String) throws(ValueSyntaxError) -> [StepText] {
    var readings: [StepText] = [.message(try ValueText(parsing: line))]
    var parser = ValueTextParser(line)
    while readings.count <= maxDivisions,
      let (word, sender, message) = try parser.nextDivision([" replies ", " sends "])
    {
      let (sender, message) = (try ValueText(parsing: sender), try ValueText(parsing: message))
      readings.append(word == " replies " ? .reply(to: sender, message) : .sending(by: sender, message))
    }
    return readings.reversed()
  }
}

extension ValueText {
  /// - Throws: ``ValueSyntaxError`` for quotes and brackets that do not match, for unknown escapes, and for more than 128
  ///   brackets inside each other.
  /// - Complexity: O(*n* · *d*) in the length of the text and the depth of its brackets.
  package init(parsing text: String) throws(ValueSyntaxError) {
    var parser = ValueTextParser(text)
    self = try parser.readWhole()
  }
}

private struct ValueTextParser {
  private let scalars: [Unicode.Scalar]
  private var offset = 0
  /// For the index of each opening angle bracket, the index of its closing one; `nil` until the first opening one is read.
  private var endsOfGenericArguments: [Int: Int]?
  /// The number of brackets around `offset`, without angle brackets.
  private var depth = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }
  private func peek(_ distance: Int) -> Unicode.Scalar? {
    offset + distance < scalars.count ? scalars[offset + distance] : nil
  }

  private func starts(with text: String) -> Bool { scalars[offset...].starts(with: text.unicodeScalars) }

  mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    offset += text.unicodeScalars.count
    return true
  }

  /// Goes on to the next of the given words outside of all quotes and brackets; `nil` where none follows.
  mutating func nextDivision(
    _ words: [String]
  ) throws(ValueSyntaxError) -> (word: String, before: String, after: String)? {
    try skipOpaque(before: [nil] + words)
    guard let word = words.first(where: { starts(with: $0) }) else { return nil }
    let (before, after) = (scalars[..<offset], scalars[(offset + word.unicodeScalars.count)...])
    // The space after a word may also be the space before the next word.
    offset += 1
    return (word, String(String.UnicodeScalarView(before)), String(String.UnicodeScalarView(after)))
  }

  mutating func readWhole() throws(ValueSyntaxError) -> ValueText {
    let value = try readElement(before: [nil])
    guard next == nil else { throw ValueSyntaxError(problem: "there is a '\(next!)' too many") }
    return value
  }

  /// Reads a value. A text of no known form is read up to the end of the value as ``ValueText/Form/opaque``.
  ///
  /// - Parameter ends: The texts before which a value ends; `nil` for the end of the whole text.
  mutating func readElement(before ends: [String?]) throws(ValueSyntaxError) -> ValueText {
    let start = offset
    if let value = try readValue(), isBefore(ends) { return value }
    offset = start
    try skipOpaque(before: ends)
    return ValueText(form: .opaque, source: scalars[start..<offset])
  }

  private func isBefore(_ ends: [String?]) -> Bool {
    ends.contains { end in end.map { starts(with: $0) } ?? (next == nil) }
  }

  /// `nil` where the text has no known form.
  private mutating func readValue() throws(ValueSyntaxError) -> ValueText? {
    let start = offset
    guard let first = try readPrimary() else { return nil }
    let isClosed = starts(with: "...")
    guard isClosed || starts(with: "..<") else { return first }
    offset += 3
    guard let second = try readPrimary() else { return nil }
    return ValueText(form: .range(first, isClosed: isClosed, second), source: scalars[start..<offset])
  }

  /// Reads a value that is no range. A number of seconds includes its unit. `nil` where the text has no known form.
  private mutating func readPrimary() throws(ValueSyntaxError) -> ValueText? {
    let start = offset
    guard let form = try readForm() else { return nil }
    let value = ValueText(form: form, source: scalars[start..<offset])
    guard case .number = form, skip(" seconds") else { return value }
    return ValueText(form: .seconds(value), source: scalars[start..<offset])
  }

  private mutating func readForm() throws(ValueSyntaxError) -> ValueText.Form? {
    switch next {
    case "\"": return .quoted(try readQuoted())
    case "[": return try readBracketed { parser throws(ValueSyntaxError) in try parser.readList() }
    case "(":
      return .tuple(try readBracketed { parser throws(ValueSyntaxError) in try parser.readArguments() })
    case "-": return skipNumber() ? .number : nil
    case let digit? where ("0"..."9").contains(digit): return skipNumber() ? .number : nil
    default:
      guard let name = readName() else { return nil }
      guard next == "(" else { return .name(name) }
      return .call(name, try readBracketed { parser throws(ValueSyntaxError) in try parser.readArguments() })
    }
  }

  /// Skips an opening bracket, and reads what is inside of it.
  private mutating func readBracketed<Result>(
    _ body: (inout ValueTextParser) throws(ValueSyntaxError) -> Result
  ) throws(ValueSyntaxError) -> Result {
    // The parser calls itself at each bracket, and must not overflow the stack.
    guard depth < 128 else { throw ValueSyntaxError(problem: "it is nested too deep") }
    depth += 1
    defer { depth -= 1 }
    offset += 1
    return try body(&self)
  }

  /// Begins after the opening bracket, and skips the closing one.
  private mutating func readList() throws(ValueSyntaxError) -> ValueText.Form {
    if skip("]") { return .list([]) }
    if skip(":]") { return .entries([]) }
    var elements: [ValueText] = []
    var entries: [(key: ValueText, value: ValueText)] = []
    repeat {
      let start = offset
      var element = try readElement(before: [",", "]", ": "])
      if skip(": ") {
        entries.append((element, try readElement(before: [",", "]"])))
        element = ValueText(form: .opaque, source: scalars[start..<offset])
      }
      elements.append(element)
    } while skip(", ")
    guard skip("]") else { throw ValueSyntaxError(problem: "a ']' is missing") }
    return entries.count == elements.count ? .entries(entries) : .list(elements)
  }

  /// Begins after the opening parenthesis, and skips the closing one.
  private mutating func readArguments() throws(ValueSyntaxError) -> [ValueText.Argument] {
    if skip(")") { return [] }
    var arguments: [ValueText.Argument] = []
    repeat {
      let start = offset
      var label = readName()
      if label == nil || !skip(": ") {
        label = nil
        offset = start
      }
      let value = try readElement(before: [",", ")"])
      arguments.append(ValueText.Argument(label: label, value: value))
    } while skip(", ")
    guard skip(")") else { throw ValueSyntaxError(problem: "a ')' is missing") }
    return arguments
  }

  /// Skips a number, if there is one. Numbers such as `0x1p-3`, `1e+16` and `-inf` have letters.
  private mutating func skipNumber() -> Bool {
    if next == "-" { offset += 1 }
    let firstDigit = offset
    digits: while let scalar = next {
      switch scalar {
      case "0"..."9", "a"..."z", "A"..."Z": break
      case "." where peek(1).map { ("0"..."9").contains($0) } ?? false: break
      case "+", "-":
        // The sign of an exponent follows a letter.
        guard offset > firstDigit, ["e", "E", "p", "P"].contains(scalars[offset - 1]) else { break digits }
      default: break digits
      }
      offset += 1
    }
    return offset > firstDigit
  }

  /// Reads a name; `nil` where there is none. A leading point is kept. Backticks and generic arguments are left out, and so is
  /// a generic type around a nested one.
  private mutating func readName() -> String? {
    let start = offset
    var name = String.UnicodeScalarView()
    if next == "." {
      name.append(".")
      offset += 1
    }
    if next == "`" {
      guard let end = scalars[(offset + 1)...].firstIndex(of: "`") else { return nil }
      name.append(contentsOf: scalars[(offset + 1)..<end])
      offset = end + 1
      return String(name)
    }
    while let scalar = next, Self.isOfName(scalar) {
      name.append(scalar)
      offset += 1
      guard next == "<", skipGenericArguments() else { continue }
      if next == ".", let inner = peek(1), Self.isOfName(inner) {
        offset += 1
        name = String.UnicodeScalarView()
      }
    }
    guard offset > start, name.last != "." else {
      offset = start
      return nil
    }
    return String(name)
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    default: scalar.value > 0x7F && scalar != "…" && !scalar.properties.isWhitespace
    }
  }

  /// - Complexity: O(1), except for the first call in a text, which scans the whole text.
  private mutating func skipGenericArguments() -> Bool {
    let ends = endsOfGenericArguments ?? Self.endsOfGenericArguments(in: scalars)
    endsOfGenericArguments = ends
    guard let end = ends[offset] else { return false }
    offset = end + 1
    return true
  }

  /// The `>` of an arrow closes no bracket.
  private static func endsOfGenericArguments(in scalars: [Unicode.Scalar]) -> [Int: Int] {
    var (ends, openIndices): ([Int: Int], [Int]) = ([:], [])
    for (index, scalar) in scalars.enumerated() {
      if scalar == "<" {
        openIndices.append(index)
      } else if scalar == ">", index > 0, scalars[index - 1] != "-", let openIndex = openIndices.popLast() {
        ends[openIndex] = index
      }
    }
    return ends
  }

  private mutating func readQuoted() throws(ValueSyntaxError) -> String {
    offset += 1
    var string = String.UnicodeScalarView()
    while let scalar = next, scalar != "\"" {
      offset += 1
      guard scalar == "\\" else {
        string.append(scalar)
        continue
      }
      let escape = next
      offset += 1
      switch escape {
      case "n": string.append("\n")
      case "t": string.append("\t")
      case "r": string.append("\r")
      case "\"", "\\": string.append(escape!)
      case "u":
        guard skip("{"), let end = scalars[offset...].prefix(9).firstIndex(of: "}"),
          let value = UInt32(String(String.UnicodeScalarView(scalars[offset..<end])), radix: 16),
          let scalar = Unicode.Scalar(value)
        else { throw ValueSyntaxError(problem: "a \\u{…} stands for no character") }
        string.append(scalar)
        offset = end + 1
      default: throw ValueSyntaxError(problem: "a '\\' stands before no known character")
      }
    }
    guard skip("\"") else { throw ValueSyntaxError(problem: "a '\"' is missing") }
    return String(string)
  }

  /// Skips text up to the first of the ends outside of all quotes and brackets.
  private mutating func skipOpaque(before ends: [String?]) throws(ValueSyntaxError) {
    // The brackets that must close the open ones, the innermost last.
    var closings: [Unicode.Scalar] = []
    while let scalar = next {
      if closings.isEmpty, isBefore(ends) { return }
      switch scalar {
      case "\"": _ = try readQuoted()
      case "(", "[":
        closings.append(scalar == "(" ? ")" : "]")
        offset += 1
      case ")", "]":
        guard closings.popLast() == scalar else { throw ValueSyntaxError(problem: "there is a '\(scalar)' too many") }
        offset += 1
      default: offset += 1
      }
    }
    guard closings.isEmpty else { throw ValueSyntaxError(problem: "a '\(closings.last!)' is missing") }
    guard ends.contains(nil) else { throw ValueSyntaxError(problem: "it ends too early") }
  }
}

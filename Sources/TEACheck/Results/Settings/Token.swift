internal import TEASupport

/// A counterexample as one word, for a chat or an issue. It holds the index of each step among the possible steps, or the
/// step's line where an index would not do.
///
/// A token is valid only for the program that it was made with. Hashes of the title and of the ``Script`` let a replay refuse
/// the token in other programs.
package struct Token: Sendable, Equatable {
  package enum Choice: Sendable, Equatable {
    /// The index of a step among all possible steps, or of a start among all starts.
    case index(Int)
    /// The line of a script. It is used where indices would depend on the scope, or where the step is not listed.
    case line(String)
  }

  package var titleHash: UInt32
  package var scriptHash: UInt16
  /// `nil` where the program starts in one way.
  package var start: Choice?
  package var steps: [Choice]

  package init(titleHash: UInt32, scriptHash: UInt16, start: Choice? = nil, steps: [Choice] = []) {
    self.titleHash = titleHash
    self.scriptHash = scriptHash
    self.start = start
    self.steps = steps
  }

  package static let prefix = "tc1-"

  /// The length of the longest token that is read or made, in bytes.
  package static var maxLength: Int { 16_384 }

  package static func hash(ofTitle title: String) -> UInt32 { UInt32(truncatingIfNeeded: StableHash.of(title)) }
}

extension Token {
  package var text: String {
    var bytes: [UInt8] = (0..<4).map { UInt8(truncatingIfNeeded: titleHash >> ($0 * 8)) }
    bytes += (0..<2).map { UInt8(truncatingIfNeeded: scriptHash >> ($0 * 8)) }
    // A number is written in groups of seven bits, the lowest first. The high bit of a byte says that another group follows.
    func write(_ number: Int) {
      var rest = UInt64(number)
      while rest > 0x7F {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    func write(_ choice: Choice) {
      switch choice {
      case .index(let index): write(index + 1)
      case .line(let line):
        write(0)
        write(line.utf8.count)
        bytes += Array(line.utf8)
      }
    }
    write(start == nil ? 0 : 1)
    if let start { write(start) }
    write(steps.count)
    for step in steps { write(step) }
    return Self.prefix + Base64.encode(bytes)
  }

  package init(_ text: String) throws(ReadingError) {
    guard text.hasPrefix(Self.prefix) else { throw ReadingError("it does not begin with \(Self.prefix)") }
    guard text.utf8.count <= Self.maxLength else { throw ReadingError("it is too long") }
    guard let bytes = Base64.decode(text.utf8.dropFirst(Self.prefix.utf8.count)) else {
      throw ReadingError("no token has these letters in this order")
    }
    var rest = bytes[...]
    // A number is below 2³⁵, in at most five groups of seven bits.
    func number() throws(ReadingError) -> Int {
      var number: UInt64 = 0
      for shift in stride(from: 0, to: 35, by: 7) {
        guard let byte = rest.popFirst() else { throw ReadingError("it is cut off") }
        number |= UInt64(byte & 0x7F) << UInt64(shift)
        if byte < 0x80 { return Int(number) }
      }
      throw ReadingError("it is misspelt")
    }
    func choice() throws(ReadingError) -> Choice {
      let index = try number()
      guard index == 0 else { return .index(index - 1) }
      let count = try number()
      guard count <= rest.count else { throw ReadingError("it is cut off") }
      guard let line = String(validating: rest.prefix(count), as: UTF8.self), !line.unicodeScalars.contains("\n") else {
        throw ReadingError("it is misspelt")
      }
      rest = rest.dropFirst(count)
      return .line(line)
    }
    // The two hashes take six bytes together.
    guard rest.count > 6 else { throw ReadingError("it is cut off") }
    titleHash = rest.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    rest = rest.dropFirst(4)
    scriptHash = rest.prefix(2).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    rest = rest.dropFirst(2)
    start = try number() == 0 ? nil : try choice()
    let count = try number()
    guard count <= rest.count else { throw ReadingError("it is cut off") }
    steps = []
    for _ in 0..<count { steps.append(try choice()) }
    guard rest.isEmpty else { throw ReadingError("it goes on after its end") }
  }
}

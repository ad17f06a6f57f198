extension Gen where Value == Character {
  /// Characters: letters and digits first, then other ASCII, then troublesome ones from all of Unicode; in some random runs
  /// those of texts that stand in the program's sources, in their order.
  public static var character: Gen {
    Gen { choices throws(Discarded) in
      let index = Int(choices.chooseFavouringEdges(through: UInt64(Alphabet.characters.count - 1)))
      return Alphabet.characters[index]
    }.drawingConstants
  }
}

extension Gen where Value == String {
  /// Strings of up to 100 of the characters that `Gen.character` makes, and in random runs the texts that stand in the program's
  /// sources.
  public static var string: Gen {
    let alphabet = Alphabet.encoded
    return Gen { choices throws(Discarded) in
      let count = choices.chooseCount(0...100)
      let range = choices.chooseEach(of: count, from: alphabet.tables)
      return choices.record.withUnsafeBufferPointer { alphabet.text(of: UnsafeBufferPointer(rebasing: $0[range])) }
    }.drawingConstants
  }

  /// The choices by which ``string`` makes a text; `nil` where the text is too long, or has another character.
  static func choices(making text: String) -> [UInt64]? {
    let indices = text.compactMap { Alphabet.indices[$0] }
    return indices.count == text.count && indices.count <= 100 ? [UInt64(indices.count)] + indices : nil
  }

  /// Strings made of given characters, with a number of characters in a range.
  public static func string(of characters: Gen<Character>, count: ClosedRange<Int>) -> Gen {
    guard count.lowerBound >= 0 else { fatalError("Gen.string cannot have \(count.lowerBound) characters") }
    let generate = characters.generate
    return Gen { choices throws(Discarded) in
      var text = ""
      for _ in 0..<choices.chooseCount(count) {
        choices.beginGroup()
        defer { choices.endGroup() }
        text.append(try generate(&choices))
      }
      return text
    }
  }
}

private enum Alphabet {
  /// From simple to unusual.
  static let characters: [Character] =
    Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -_.,:;!?'\"()[]{}<>/\\|@#$%^&*+=~`")
    + ["\n", "\t", "\r\n", "\u{0}", "\u{1B}", "\u{7F}", "é", "e\u{301}", "ß", "ı", "İ", "ﬁ", "中", "ё", "א", "ع"]
    + ["\u{200B}", "\u{202E}", "\u{FEFF}", "\u{FFFD}", "\u{2028}", "👍🏽", "👨‍👩‍👧", "🇨🇭", "𝔘", "\u{10FFFF}"]

  static let encoded = EncodedAlphabet(characters)

  static let indices = Dictionary(
    characters.enumerated().map { ($1, UInt64($0)) }, uniquingKeysWith: { first, _ in first })
}

/// An alphabet in UTF-8, so that a string is made without a string for each character.
private struct EncodedAlphabet: @unchecked Sendable {
  // Unchecked, because the memory is never changed, and lives as long as the process.

  let tables: EdgeTables
  /// The number of bytes of each character; the highest bit marks a character outside of ASCII.
  private let markedLengths: UnsafePointer<UInt8>
  /// The characters, each followed by zeros up to the ``stride``.
  private let bytes: UnsafeRawPointer
  /// The distance from one character to the next, in bytes: whole words, enough for the longest character.
  private let stride: Int

  init(_ characters: [Character]) {
    tables = EdgeTables(through: UInt64(characters.count - 1))
    stride = ((characters.map(\.utf8.count).max() ?? 0) + 7) & ~7
    let markedLengths = UnsafeMutablePointer<UInt8>.allocate(capacity: characters.count)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: characters.count * stride, alignment: 8)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: characters.count * stride)
    for (index, character) in characters.enumerated() {
      markedLengths[index] = UInt8(character.utf8.count) | (character.utf8.allSatisfy { $0 < 0x80 } ? 0 : 0x80)
      for (offset, byte) in character.utf8.enumerated() {
        bytes.storeBytes(of: byte, toByteOffset: index * stride + offset, as: UInt8.self)
      }
    }
    (self.markedLengths, self.bytes) = (UnsafePointer(markedLengths), UnsafeRawPointer(bytes))
  }

  /// The numbers are indices in the alphabet.
  func text(of numbers: UnsafeBufferPointer<UInt64>) -> String {
    // The last character may be written as a whole word, so the memory is 8 bytes longer than the longest text.
    withUnsafeTemporaryAllocation(byteCount: numbers.count * stride + 8, alignment: 8) { memory in
      guard let start = memory.baseAddress else { return "" }
      var (end, markBits) = (start, UInt8(0))
      for number in numbers { end = write(Int(truncatingIfNeeded: number), at: end, &markBits) }
      let bytes = UnsafeRawBufferPointer(rebasing: memory[..<(end - start)])
      return bytes.withMemoryRebound(to: UInt8.self) { Self.text(of: $0, isASCII: markBits < 0x80) }
    }
  }

  /// The bytes must be valid UTF-8.
  private static func text(of bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    } else {
      String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Writes a character, and returns the address for the next one. A short character is written as a whole word; the next
  /// character overwrites the bytes after it.
  ///
  /// - Parameter markBits: The bitwise or of the ``markedLengths`` of the characters so far.
  @inline(__always)
  private func write(
    _ index: Int, at memory: UnsafeMutableRawPointer, _ markBits: inout UInt8
  ) -> UnsafeMutableRawPointer {
    let (source, markedLength) = (bytes + index * stride, markedLengths[index])
    let length = Int(markedLength & 0x7F)
    markBits |= markedLength
    memory.storeBytes(of: source.load(as: UInt64.self), as: UInt64.self)
    if length > 8 { memory.copyMemory(from: source, byteCount: length) }
    return memory + length
  }
}

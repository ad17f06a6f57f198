import Testing

@testable import SeedTerminal

@Suite struct KeyDecoderTests {
  /// Keys and reports of a terminal: the bytes, as a text, and the event that they stand for.
  private static let sequences: [(String, TerminalEvent)] = [
    ("\u{1B}[A", .key(.up)), ("\u{1B}OB", .key(.down)), ("\u{1B}[C", .key(.right)), ("\u{1B}OD", .key(.left)),
    ("\u{1B}[H", .key(.home)), ("\u{1B}[4~", .key(.end)), ("\u{1B}[3~", .key(.delete)), ("\u{1B}[Z", .key(.backTab)),
    ("\u{1B}[I", .gainedFocus), ("\u{1B}[O", .lostFocus), ("\t", .key(.tab)), ("\r", .key(.enter)),
    ("\u{7F}", .key(.backspace)), ("\u{7}", .key(.control("g"))), (" ", .key(.character(" "))),
    ("é", .key(.character("é"))), ("日", .key(.character("日"))), ("🙂", .key(.character("🙂"))),
  ]

  @Test func `the bytes of each key are one event`() {
    for (text, event) in Self.sequences {
      var decoder = KeyDecoder()
      #expect(decoder.decode(text.utf8) == [event])
      #expect(!decoder.isWaiting)
    }
  }

  @Test func `keys are read from pieces of any size`() {
    let bytes = Self.sequences.flatMap { Array($0.0.utf8) }
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      var events: [TerminalEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.decode(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(events == Self.sequences.map(\.1))
    }
  }

  @Test func `an escape byte that begins no sequence is the Escape key`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.key(.escape)])
    #expect(!decoder.isWaiting)
    #expect(decoder.decode([0x1B, UInt8(ascii: "x")]) == [.key(.escape), .key(.character("x"))])
    #expect(decoder.decode([0x1B, UInt8(ascii: "[")]) == [])
    #expect(decoder.flush() == [.key(.escape), .key(.character("["))])
  }

  @Test func `bytes that stand for no key are left out`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[1;5Pa\u{1B}[99~b".utf8) == [.key(.character("a")), .key(.character("b"))])
    #expect(decoder.decode([0xFF, 0x80, 0xC3, UInt8(ascii: "(")]) == [.key(.character("("))])
    #expect(decoder.decode([0xF0, 0x9F] + "abc".utf8) == ["a", "b", "c"].map { .key(.character($0)) })
    #expect(decoder.decode([0x00, UInt8(ascii: "d")]) == [.key(.character("d"))])
  }
}

import Foundation
import Testing

@testable import tea_check

/// The output of other programs is decoded without loss, wherever its pieces end.
struct TextPiecesTests {
  private static func decoded(_ pieces: [[UInt8]]) -> [String] {
    var decoder = TextPieces()
    return pieces.map { decoder.next(Data($0)) } + [decoder.last()]
  }

  @Test(arguments: ["é", "€", "🙂", "a€b", "👩\u{200D}👧🙂é", "plain\n"])
  func charactersAreWholeWhereverThePiecesEnd(_ text: String) {
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let pieces = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
        let texts = Self.decoded(pieces)
        #expect(texts.joined() == text, "\(first), \(second)")
      }
    }
    #expect(Self.decoded(bytes.map { [$0] }).joined() == text)
  }

  @Test func whatIsWholeIsPassedOnAtOnce() {
    #expect(Self.decoded([[0x61, 0xE2, 0x82], [0xAC, 0x62]]) == ["a", "€b", ""])
  }

  @Test func bytesThatAreNoCharacterDoNotWait() {
    #expect(Self.decoded([[0x61, 0x80], [0xFF, 0x62]]) == ["a\u{FFFD}", "\u{FFFD}b", ""])
    #expect(Self.decoded([[0x61, 0xF0, 0x9F]]) == ["a", "\u{FFFD}"])
  }
}

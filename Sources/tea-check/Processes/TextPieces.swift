import Foundation

/// Decodes UTF-8 that arrives in pieces, where a piece may end within a character.
struct TextPieces {
  /// The bytes of a scalar that the pieces so far do not end.
  private var rest = Data()

  /// The text that a piece adds; a scalar that the piece does not end waits for the next.
  mutating func next(_ piece: Data) -> String {
    rest.append(piece)
    let end = rest.endIndex - Self.unfinishedCount(rest.suffix(3))
    defer { rest = Data(rest[end...]) }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// The text of the bytes that wait, after the last piece.
  mutating func last() -> String {
    defer { rest = Data() }
    return String(decoding: rest, as: UTF8.self)
  }

  /// The number of bytes, at the end, of a scalar that needs more of them: at most 3, as a scalar has at most 4.
  private static func unfinishedCount(_ bytes: Data) -> Int {
    for (index, byte) in bytes.reversed().enumerated() {
      switch byte {
      case 0x80...0xBF: continue
      case 0xC2...0xDF: return index < 1 ? index + 1 : 0
      case 0xE0...0xEF: return index < 2 ? index + 1 : 0
      case 0xF0...0xF4: return index < 3 ? index + 1 : 0
      default: return 0
      }
    }
    return 0
  }
}

/// Reads keys from the bytes that a terminal sends for them.
struct KeyDecoder {
  private enum Reading {
    case event(TerminalEvent, length: Int)
    /// Bytes that stand for no event.
    case nothing(length: Int)
    /// The first bytes of a key, whose other bytes have not come yet.
    case incomplete
  }

  private static let escape: UInt8 = 0x1B
  /// The bytes that are not decoded yet.
  private var bytes: [UInt8] = []

  /// `true` if the last bytes begin a key whose other bytes have not come yet; an escape byte may also be the Escape key.
  var isWaiting: Bool { !bytes.isEmpty }

  /// Takes bytes as they come.
  ///
  /// - Returns: The events of the bytes; the bytes of an incomplete key are kept.
  mutating func decode(_ newBytes: some Sequence<UInt8>) -> [TerminalEvent] {
    bytes += newBytes
    var events: [TerminalEvent] = []
    while !bytes.isEmpty {
      switch read() {
      case .event(let event, let length):
        events.append(event)
        bytes.removeFirst(length)
      case .nothing(let length): bytes.removeFirst(length)
      case .incomplete: return events
      }
    }
    return events
  }

  /// Decodes the kept bytes after a pause without input: an escape byte is the Escape key, an incomplete character is dropped.
  mutating func flush() -> [TerminalEvent] {
    guard bytes.first == Self.escape else {
      bytes = []
      return []
    }
    let bytesAfterEscape = bytes.dropFirst()
    bytes = []
    return [.key(.escape)] + decode(bytesAfterEscape)
  }

  private func read() -> Reading {
    switch bytes[0] {
    case Self.escape: readSequence()
    case 0x0A, 0x0D: .event(.key(.enter), length: 1)
    case 0x09: .event(.key(.tab), length: 1)
    case 0x08, 0x7F: .event(.key(.backspace), length: 1)
    case 0x01...0x1A: .event(.key(.control(Character(Unicode.Scalar(bytes[0] + 0x60)))), length: 1)
    case ..<0x20: .nothing(length: 1)
    default: readCharacter()
    }
  }

  private func readCharacter() -> Reading {
    // The first byte of a character in UTF-8 determines the number of its bytes.
    let length =
      switch bytes[0] {
      case ..<0xC0, 0xF8...: 1
      case ..<0xE0: 2
      case ..<0xF0: 3
      default: 4
      }
    guard bytes.count >= length else { return .incomplete }
    guard let text = String(validating: bytes[..<length], as: UTF8.self), let character = text.first else {
      return .nothing(length: 1)
    }
    return .event(.key(.character(character)), length: length)
  }

  private func readSequence() -> Reading {
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[1] {
    case UInt8(ascii: "["):
      // A control sequence ends with a byte from 0x40 to 0x7E.
      guard let end = bytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { return .incomplete }
      return meaning(of: bytes[end], with: bytes[2..<end], length: end + 1)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return .incomplete }
      return meaning(of: bytes[2], with: [], length: 3)
    // An escape byte that begins no sequence is the Escape key.
    default: return .event(.key(.escape), length: 1)
    }
  }

  /// The event of a control sequence, by its last byte and the bytes of its parameters.
  private func meaning(of finalByte: UInt8, with parameters: ArraySlice<UInt8>, length: Int) -> Reading {
    let event: TerminalEvent? =
      switch finalByte {
      case UInt8(ascii: "A"): .key(.up)
      case UInt8(ascii: "B"): .key(.down)
      case UInt8(ascii: "C"): .key(.right)
      case UInt8(ascii: "D"): .key(.left)
      case UInt8(ascii: "F"): .key(.end)
      case UInt8(ascii: "H"): .key(.home)
      case UInt8(ascii: "Z"): .key(.backTab)
      case UInt8(ascii: "I"): .gainedFocus
      case UInt8(ascii: "O"): .lostFocus
      case UInt8(ascii: "~"):
        // Modifier keys stand after a semicolon. Numbers of two digits are function keys.
        switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
        case "1", "7": .key(.home)
        case "3": .key(.delete)
        case "4", "8": .key(.end)
        default: nil
        }
      default: nil
      }
    return event.map { .event($0, length: length) } ?? .nothing(length: length)
  }
}

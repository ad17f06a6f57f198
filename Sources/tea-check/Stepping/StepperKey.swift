enum StepperKey: Hashable, CaseIterable {
  /// Takes the recorded next step.
  case forward
  /// Takes back the last step.
  case back
  /// Moves the cursor or the page by one line.
  case up
  case down
  /// Moves the cursor or the page by ten lines.
  case pageUp
  case pageDown
  /// Takes the step at the cursor.
  case take
  /// Goes to the start.
  case first
  /// Goes to the end of the recording.
  case last
  /// Shows the whole model, or the steps again.
  case model
  case help
  case quit
}

/// Decodes keys from the bytes of a terminal; other input is ignored.
struct StepperKeyReader {
  private static let escape: UInt8 = 0x1B
  /// The bytes that are not decoded yet.
  private var bytes: [UInt8] = []

  /// The keys that the input completes. An incomplete escape sequence at its end is kept for the next input.
  mutating func keys(in input: some Sequence<UInt8>) -> [StepperKey] {
    bytes += input
    var keys: [StepperKey] = []
    while let first = bytes.first {
      guard first == Self.escape else {
        bytes.removeFirst()
        if let key = Self.key(of: first) { keys.append(key) }
        continue
      }
      guard bytes.count > 1 else { break }
      let isSequence = bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O")
      guard isSequence else {
        bytes.removeFirst()
        continue
      }
      // By ECMA-48, a control sequence ends with the first byte from 0x40 to 0x7E.
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { break }
      if let key = Self.key(of: bytes[end], with: bytes[2..<end]) { keys.append(key) }
      bytes.removeSubrange(...end)
    }
    return keys
  }

  private static func key(of byte: UInt8) -> StepperKey? {
    switch byte {
    case UInt8(ascii: "l"), UInt8(ascii: " "): .forward
    case UInt8(ascii: "h"): .back
    case UInt8(ascii: "k"): .up
    case UInt8(ascii: "j"): .down
    // A line feed or a carriage return.
    case 0x0A, 0x0D: .take
    case UInt8(ascii: "0"): .first
    case UInt8(ascii: "$"): .last
    case UInt8(ascii: "m"): .model
    case UInt8(ascii: "?"): .help
    // Ctrl-C is 0x03, and Ctrl-D is 0x04.
    case UInt8(ascii: "q"), 0x03, 0x04: .quit
    default: nil
    }
  }

  /// - Parameter parameters: The bytes between `ESC [` or `ESC O` and the last byte.
  private static func key(of final: UInt8, with parameters: ArraySlice<UInt8>) -> StepperKey? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .forward
    case UInt8(ascii: "D"): .back
    case UInt8(ascii: "F"): .last
    case UInt8(ascii: "H"): .first
    case UInt8(ascii: "~"):
      // Modifier keys stand after a semicolon. Numbers of two digits are function keys.
      switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
      case "1", "7": .first
      case "4", "8": .last
      case "5": .pageUp
      case "6": .pageDown
      default: nil
      }
    default: nil
    }
  }
}

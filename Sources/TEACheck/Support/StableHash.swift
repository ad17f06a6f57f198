/// A hash that is the same in every process, on every machine and in every version of the library.
///
/// This is FNV-1a of 64 bits (Fowler, Noll and Vo).
package struct StableHash {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    // 0xFF occurs in no UTF-8 text, so it separates this text from the next one.
    combine(0xFF)
  }

  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { combine(byte) }
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The hash of several texts, which depends on where each of them ends: “a”, “bc” and “ab”, “c” have different hashes.
  package static func of(_ texts: String...) -> UInt64 { of(texts) }

  /// The hash of several texts as sixteen hexadecimal digits.
  package static func hex(of texts: [String]) -> String {
    let digits = String(of(texts), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  package static func of(_ texts: [String]) -> UInt64 {
    var hash = StableHash()
    for text in texts { hash.combine(text) }
    return hash.value
  }
}

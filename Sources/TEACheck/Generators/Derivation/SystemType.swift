internal import TEARuntime
internal import TEASupport

/// A type of Foundation with a known generator.
///
/// The type is found by name, without importing Foundation. Its `Decodable` conformance makes the values from generated data in
/// the form that `encode(to:)` writes.
struct SystemType {
  /// The name without the module.
  let name: String
  /// The encoded forms from which the type decodes itself.
  let encoded: Gen<EncodedValue>
  fileprivate let type: any Decodable.Type

  init?(_ type: Any.Type) {
    guard let module = TypeShape.moduleName(of: type), Self.modules.contains(module) else { return nil }
    name = String(String(reflecting: type).split(separator: ".").last ?? "")
    guard let encoded = Self.encodings[name], let decodable = type as? any Decodable.Type else { return nil }
    self.encoded = encoded
    self.type = decodable
  }

  /// The modules that declare the types of Foundation on any of the platforms.
  private static let modules: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "CoreFoundation", "CoreGraphics", "__C",
  ]

  /// The generators of encoded forms, by the name of the type.
  private static let encodings: [String: Gen<EncodedValue>] = [
    "Date": .date,
    "UUID": .uuid,
    "URL": .url,
    "Data": Gen<[UInt8]>.array(of: .integer).map { .list($0.map { .integer(Int128($0)) }) },
    "Decimal": .decimal,
    "NSDecimal": .decimal,
    "TimeZone": .identifier(["GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"]),
    "Locale": .identifier(["en_US", "de_DE", "tr_TR", "ar_EG", "ja_JP", "hi_IN"]),
    "DateInterval": zip(Gen<EncodedValue>.date, Gen<UInt32>.integer).map {
      .keyed([("start", $0), ("duration", .number(Double($1)))])
    },
    "DateComponents": .anyOf([
      ("year", 1...9_999), ("month", 1...12), ("day", 1...31), ("hour", 0...23), ("minute", 0...59), ("second", 0...59),
    ]),
    "IndexPath": .naturals.map { .keyed([("indexes", $0)]) },
    "IndexSet": Gen<[EncodedValue]>.array(of: .natural, count: 0...20).map { numbers in
      .keyed([("indexes", .list(numbers.map { .keyed([("location", $0), ("length", .integer(1))]) }))])
    },
    "CGFloat": .coordinate,
    "CGPoint": .pair(.coordinate),
    "CGVector": .pair(.coordinate),
    "CGSize": .pair(.natural),
    "CGRect": zip(Gen<EncodedValue>.pair(.coordinate), Gen<EncodedValue>.pair(.natural)).map { .list([$0, $1]) },
    "_NSRange": .pair(.natural),
  ]
}

extension Gen where Value == EncodedValue {
  fileprivate static var natural: Gen { Gen<Int>.integer(in: 0...10_000).map { .integer(Int128($0)) } }
  fileprivate static var naturals: Gen { Gen<[EncodedValue]>.array(of: .natural, count: 0...20).map { .list($0) } }
  fileprivate static var coordinate: Gen { Gen<Double>.floatingPoint(in: -10_000...10_000).map { .number($0) } }

  fileprivate static func pair(_ element: Gen) -> Gen { zip(element, element).map { .list([$0, $1]) } }

  /// Some of the keys, each with an integer in its range.
  fileprivate static func anyOf(_ ranges: [(key: String, range: ClosedRange<Int>)]) -> Gen {
    let fields = ranges.map { (key: $0.key, value: Gen<Int?>.optional(.integer(in: $0.range))) }
    return Gen { choices throws(Discarded) in
      var entries: [(key: String, value: EncodedValue)] = []
      for (key, value) in fields {
        if let number = try value.generate(&choices) { entries.append((key, .integer(Int128(number)))) }
      }
      return .keyed(entries)
    }
  }

  fileprivate static func identifier(_ names: [String]) -> Gen {
    Gen.element(of: names.map { .keyed([("identifier", .text($0))]) })
  }

  /// Dates, as seconds since the beginning of 2001 in UTC.
  fileprivate static var date: Gen {
    let edgeDates: [Double] = [
      // A day is among the first three, which a search lists, because many rules are about days.
      0, 1, 86_400, 60, 3_600, -1,
      -978_307_200,  // 1970
      725_760_000,  // 2024
      730_857_600, 730_857_600 + 86_399,  // the leap day of 2024
      -26_524_800,  // the leap day of 2000
      757_382_399, 757_382_400,  // before and after the turn to 2025
      733_539_600, 751_683_600,  // the changes to and from summer time in Europe, 2024
      1_169_176_448,  // 2³¹ seconds after 1970
      -63_113_904_000, 252_423_993_599,  // the first second of the year 1, and the last of the year 9999
    ]
    let seconds = Gen<Int32>.integer
    return .frequency([
      (3, Gen<Double>.element(of: edgeDates).map { .number($0) }), (3, seconds.map { .number(Double($0)) }),
      (1, seconds.map { .number(Double($0) / 1_024) }),
    ])
  }

  fileprivate static var uuid: Gen {
    zip(Gen<UInt64>.integer, Gen<UInt64>.integer).map { high, low in
      let digits = [high, low].map { word in
        let text = String(word, radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - text.count) + text
      }
      var text = ""
      for (index, digit) in digits.joined().enumerated() {
        if [8, 12, 16, 20].contains(index) { text += "-" }
        text.append(digit)
      }
      return .text(text)
    }
  }

  fileprivate static var url: Gen {
    Gen.element(
      of: [
        "https://example.com", "https://example.com/", "https://example.com/a",
        "http://example.com/a/b.html?q=1&q=2#end",
        "https://example.com/a%20b?q=%C3%A9", "https://user:password@example.com:8080/", "https://127.0.0.1:1",
        "http://[::1]/",
        "https://example.com//a/../b/./c", "https://xn--bcher-kva.example/", "file:///tmp/a%20file.txt", "file:///",
        "mailto:person@example.com", "data:,a", "app-scheme://open?id=1", "tel:+15550100", "a/relative/path", "?query",
        "#fragment",
      ].map { .keyed([("relative", .text($0))]) })
  }

  fileprivate static var decimal: Gen {
    Gen<SwiftLiterals.Decimal>.decimal.map { decimal in
      let significand = decimal.significand
      var remainingBits = significand.magnitude
      var mantissa: [EncodedValue] = []
      for _ in 0..<8 {
        mantissa.append(.integer(Int128(remainingBits & 0xFFFF)))
        remainingBits >>= 16
      }
      let lastNonzeroIndex = mantissa.lastIndex { if case .integer(0) = $0 { false } else { true } }
      return .keyed([
        ("exponent", .integer(significand == 0 ? 0 : Int128(decimal.exponent))),
        ("length", .integer(Int128(lastNonzeroIndex.map { $0 + 1 } ?? 0))),
        ("isNegative", .bool(significand < 0)), ("isCompact", .bool(false)), ("mantissa", .list(mantissa)),
      ])
    }
  }
}

extension SystemType {
  /// - Throws: An error where this version of the type is encoded in another way.
  func generator<Value>(of type: Value.Type) throws -> Gen<Value> {
    try open(self.type) as! Gen<Value>
  }

  private func open<Value: Decodable>(_ type: Value.Type) throws -> Any {
    let encoded = encoded
    // The simplest value shows whether this version of the type decodes itself from the encoding.
    _ = try encoded.replay([]).decode(type)
    return Gen<Value>.uncheckedSendable { choices throws(Discarded) in
      // The encoded forms are a few examples, or cover only a range of the type's values.
      choices.noteTruncation()
      guard let value = try? encoded.generate(&choices).decode(type) else { throw Discarded() }
      return value
    }
  }
}

@testable import TEASupport
import Testing

@testable import TEACheck

/// JSON, in which suites and the command write records.
@Suite struct JSONTests {
  @Test(
    arguments: [
      (.null, "null"), (.bool(true), "true"), (.bool(false), "false"), (.integer(0), "0"), (.integer(-7), "-7"),
      (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
      (.number(0.5), "0.5"), (.number(5), "5.0"), (.number(-0.000_001), "-1e-06"), (.number(1e300), "1e+300"),
      (.number(0.1 + 0.2), "0.30000000000000004"), (.string(""), "\"\""), (.string("naïve ✓ 👩‍👩‍👧"), "\"naïve ✓ 👩‍👩‍👧\""),
      (.array([]), "[]"), (.array([.integer(1), .null, .array([.string("a")])]), "[1,null,[\"a\"]]"),
      (.object([JSON.Member]()), "{}"),
      (.object(["b": 1, "a": JSON.object(["": true])]), "{\"b\":1,\"a\":{\"\":true}}"),
    ] as [(JSON, String)])
  func aValueIsOneLineAndComesBackFromIt(_ value: JSON, _ text: String) throws {
    #expect(value.text == text)
    #expect(try JSON(parsing: text) == value)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func nonFiniteNumbersAreNull(_ number: Double) {
    #expect(JSON.array([.number(number)]).text == "[null]")
  }

  @Test func everyASCIICharacterComesBack() throws {
    let all = String(String.UnicodeScalarView((0...0x7F).compactMap { Unicode.Scalar($0) }))
    let text = JSON.string(all).text
    #expect(try JSON(parsing: text).string?.unicodeScalars.elementsEqual(all.unicodeScalars) == true)
    #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
  }

  @Test func controlCharactersAreEscaped() {
    #expect(JSON.string("\"\\\n\t\r").text == #""\"\\\n\t\r""#)
    #expect(JSON.string("\u{0}\u{1F}\u{7F}\u{9F}\u{2028}\u{2029}").text == #""\u0000\u001f\u007f\u009f\u2028\u2029""#)
    #expect(JSON.string("\u{202E}\u{FEFF}\u{E0041}").text == #""\u202e\ufeff\udb40\udc41""#)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9\u2713""#, "Aéé✓"),
    (#""\ud83d\ude00!""#, "😀!"), (#""e\u0301""#, "e\u{301}"), (#""\u0000""#, "\0"),
  ])
  func everyEscapeIsRead(_ text: String, _ string: String) throws {
    let read = try #require(try JSON(parsing: text).string)
    #expect(read.unicodeScalars.elementsEqual(string.unicodeScalars))
  }

  @Test func spaceMayStandBetweenAllParts() throws {
    let text = " \t\r\n{ \"a\" : [ 1 , 2.5 , -3e2 ] ,\n\"b\" : { } , \"c\" : [ ] } \n"
    let value: JSON = .object([
      "a": JSON.array([.integer(1), .number(2.5), .number(-300)]), "b": JSON.object([JSON.Member]()),
      "c": JSON.array([]),
    ])
    #expect(try JSON(parsing: text) == value)
  }

  @Test func aWholeNumberTooLargeForAnIntegerIsANumber() throws {
    #expect(try JSON(parsing: "9223372036854775808") == .number(9_223_372_036_854_775_808))
  }

  @Test func valuesAreReadByKindAndName() {
    let value: JSON = .object(["a": 3, "b": 2.5, "c": true, "none": nil])
    #expect(value["a"]?.integer == 3 && value["a"]?.number == 3 && value["a"]?.string == nil)
    #expect(value["b"]?.number == 2.5 && value["b"]?.integer == nil && value["b"]?.array == nil)
    #expect(value["c"]?.bool == true && value["c"]?.number == nil)
    #expect(value["none"] == nil && JSON.array([value])["a"] == nil)
  }

  @Test(arguments: [
    ("", "a value is missing at byte 0"), ("  ", "a value is missing at byte 2"),
    ("[1,]", "a comma stands before “]”, with nothing behind it, at byte 2"),
    ("{\"a\": 1, }", "a comma stands before “}”, with nothing behind it, at byte 7"),
    ("[,1]", "a value is missing at byte 1"),
    ("{\"a\":}", "a value is missing at byte 5"), ("x", "a value is missing at byte 0"),
    ("-", "a value is missing at byte 0"), ("+1", "a value is missing at byte 0"),
    ("01", "a value is missing at byte 0"), (".5", "a value is missing at byte 0"),
    ("1.", "a value is missing at byte 0"), (#""\u+123""#, "four hexadecimal digits are missing at byte 3"),
    ("1e999", "a value is missing at byte 0"),
    ("1 2", "something follows the value at byte 2"), ("{}}", "something follows the value at byte 2"),
    ("truely", "something follows the value at byte 4"), ("tru", "an unknown word at byte 0"),
    ("[nil]", "an unknown word at byte 1"), ("[False]", "a value is missing at byte 1"),
    ("[1 2]", "“,” is missing at byte 3"), ("[1", "“,” is missing at byte 2"),
    ("{\"a\":1 \"b\":2}", "“,” is missing at byte 7"), ("{\"a\":1", "“,” is missing at byte 6"),
    ("{\"a\" 1}", "“:” is missing at byte 5"), ("{a:1}", "“\"” is missing at byte 1"),
    ("{\"a\":1,}", "a comma stands before “}”, with nothing behind it, at byte 6"),
    ("{1:2}", "“\"” is missing at byte 1"),
    ("\"abc", "“\"” is missing at byte 4"), ("\"abc\\", "“\"” is missing at byte 5"),
    (#""\x""#, "an unknown escape at byte 2"), ("\"a\nb\"", "a control character in a string at byte 2"),
    (#""\u12""#, "four hexadecimal digits are missing at byte 3"),
    (#""\u12G4""#, "four hexadecimal digits are missing at byte 3"),
    (#""\ud83d""#, "half a surrogate pair at byte 7"), (#""\ude00""#, "half a surrogate pair at byte 7"),
    (#""\ud83d\u0041""#, "half a surrogate pair at byte 13"),
  ])
  func whatIsNoJSONIsAnErrorThatSaysWhere(_ text: String, _ problem: String) {
    #expect { try JSON(parsing: text) } throws: { "\($0)" == "not JSON: \(problem)" }
  }

  @Test func valuesAreNestedAtMostSixtyFourDeep() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try JSON(parsing: nested(64)).text == nested(64))
    for text in [nested(65), nested(100_000)] {
      #expect {
        try JSON(parsing: text)
      } throws: {
        "\($0)" == "not JSON: it is nested too deep at byte 64"
      }
    }
  }
}

import Testing

@testable import TEASupport

/// Literals are found in Swift sources as the compiler reads them.
@Suite struct SwiftLiteralTests {
  private func literals(_ sources: String...) -> SwiftLiterals { SwiftLiterals(of: sources.map { Array($0.utf8) }) }

  @Test(
    arguments: [
      (#"if code == "SAVE10" { code = "" }"#, ["SAVE10"]),
      (#"/* "a" /* "b" */ "c" */ "d" // "e""#, ["d"]),
      (#""app://\(host)/item/\(id)" + "\(a)b""#, ["/item/", "app://"]),
      (#""\(flag ? "yes" : name("no (\(1))")) left""#, [" left", "no (", "yes"]),
      (#""\u{41}\t\"\\" "é👍""#, ["A\t\"\\", "é👍"]),
      (##"#"a "b" \n \(c)"# #"\#n\#(x)yz"#"##, ["a \"b\" \\n \\(c)", "yz"]),
      ("\"\"\"\n many \\\"\"\" \\(\"one\") lines\n\"\"\" + \"after\"", ["after", "one"]),
      ("\"open\n \"closed\"", ["closed"]), ("\"open\r \"closed\"", ["closed"]),
      ("// \"a\"\r\"b\" // \"c\"\r\n\"d\"", ["b", "d"]),
      (##"#"""# + "after""##, ["\"", "after"]),
      ("#\"\"\"\n many \"a\" lines\n\"\"\"# + \"after\"", ["after"]),
      (#"/a\/*b/ + /\"/ + "after" + \.0.name"#, ["after"]), (#"\"#, []),
      (#""\q" + #expect(x)"#, []),
      (#""an end without a quotation mark"#, []),
      ("\"\\", []), ("#", []), ("\"\\u{", []), ("\"\\(", []), ("/*", []), ("/", []), ("", []),
    ])
  func `texts of one line, without comments`(_ source: String, _ texts: [String]) {
    #expect(literals(source).texts.sorted() == texts)
  }

  @Test func `long texts are left out`() {
    let longest = String(repeating: "a", count: 64)
    #expect(literals("\"\(longest)\" \"\(longest)b\"").texts == [longest])
  }

  @Test(
    arguments: [
      ("1_337 0x1F 0o17 0b1010", [10, 15, 31, 1_337]),
      ("x - 20, a-30, f()-40, -50, [-60]", [-60, -50, 20, 30, 40]),
      ("0...100, pair.17, name18, _19", [0, 100]),
      ("9223372036854775807 9223372036854775808 0xFFFF_FFFF_FFFF_FFFF", [.max]),
      ("// 1\n2 /* 3 */ \"4 \\(5)\"", [2, 5]),
      ("1px 0x 0b2", []),
    ] as [(String, [Int64])])
  func `integers of each base`(_ source: String, _ integers: [Int64]) {
    #expect(literals(source).integers.sorted() == integers)
  }

  @Test(
    arguments: [
      ("0.05", 5, -2), ("1_000.250", 100_025, -2), ("1e10", 1, 10), ("2.50E-3", 25, -4), ("-99.5", -995, -1),
      ("1...2.5", 25, -1), ("3.0e+2", 3, 2),
    ] as [(String, Int64, Int)])
  func `numbers with a point or an exponent`(_ source: String, _ significand: Int64, _ exponent: Int) {
    #expect(literals(source).decimals == [SwiftLiterals.Decimal(significand: significand, exponent: exponent)])
  }

  @Test func `interpolations without an end do not overflow the stack`() {
    #expect(literals(String(repeating: "\"\\(", count: 100_000)).texts.isEmpty)
  }

  @Test func `the literals of several sources are joined`() {
    let literals = literals("\"a\" 20", "\"b\" \"a\" 20 1.5")
    #expect(literals.texts == ["a", "b"] && literals.integers == [20] && literals.decimals.count == 1)
  }
}

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
    #expect(literals(source).texts.keys.sorted() == texts)
  }

  @Test func `long texts are left out`() {
    let longest = String(repeating: "a", count: 64)
    #expect(literals("\"\(longest)\" \"\(longest)b\"").texts == [longest: false])
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
    #expect(literals(source).integers.keys.sorted() == integers)
  }

  @Test(
    arguments: [
      ("0.05", 5, -2), ("1_000.250", 100_025, -2), ("1e10", 1, 10), ("2.50E-3", 25, -4), ("-99.5", -995, -1),
      ("1...2.5", 25, -1), ("3.0e+2", 3, 2),
    ] as [(String, Int64, Int)])
  func `numbers with a point or an exponent`(_ source: String, _ significand: Int64, _ exponent: Int) {
    let literal = SwiftLiterals.Decimal(significand: significand, exponent: exponent)
    #expect(Array(literals(source).decimals.keys) == [literal])
  }

  @Test func `interpolations without an end do not overflow the stack`() {
    #expect(literals(String(repeating: "\"\\(", count: 100_000)).texts.isEmpty)
  }

  @Test func `the literals of several sources are joined`() {
    let literals = literals("\"a\" 20", "\"b\" \"a\" 20 1.5")
    #expect(literals.texts == ["a": false, "b": false])
    #expect(literals.integers == [20: false] && literals.decimals.count == 1)
  }

  @Test(
    arguments: [
      (#"code == "a" || code != "b" || "c" == code || "d" ~= code"#, ["a", "b", "c", "d"]),
      (#"code\n  == "a", code <= "b", "c" >= code, code > "d" , "e" < code"#, ["a", "b", "c", "d", "e"]),
      (#"code = "a"; code += "b"; return "c"; f("d", x: "e"), -> "f""#, []),
      (#"case "a", "b" where x: code = "c""#, ["a", "b"]),
      ("case \"a\",\n  \"b\": \"c\"", ["a", "b"]),
      (#"case .open(name: "a", "b"): "c""#, ["a", "b"]), (#"if case .open("a") = x { "b" }"#, ["a"]),
      ("case .open(let x): if let y = x { code = \"a\" }", []),
      (#"let x = .case, y = upcase "a""#, []), ("enum E { case x }\nvar y = \"a\"", []),
      (#"x.hasPrefix("a"), x.hasSuffix( "b"), x.contains("c"), x.insert("d")"#, ["a", "b", "c"]),
      (#"x.components(separatedBy: "a"), x.split(separator:"b"), x.joined(separator: "c")"#, ["a", "b"]),
      (#"x.range(of: "a"), x.firstIndex(of: "b"), x.index(of: "c")"#, ["a", "b"]),
      (#"x["a"], y?["b"], z["k"]["c"], ["d"], f(["e"]), x["f", default: 1]"#, ["a", "b", "c", "k"]),
      (#"["a": "x", "b" : "y"], z ? "c" : "d""#, ["a", "b"]),
      ("static let code: String = \"a\"\nlet x = \"b\", y = \"c\" // z", ["a", "b", "c"]),
      ("let x = \"a\" + y; var z = \"b\"\nlet f = g(\"c\"), h = \"d\".count", []),
      ("enum E: String { case x = \"a\", y = \"b\"; case z = \"c\" }", ["a", "b", "c"]),
      ("let x = y\ncode = \"a\"", []), (#"code == "ab\(x ? "c" : "d")ef""#, ["ab", "ef"]),
      (#""a" code == "a" "a""#, ["a"]),
    ])
  func `texts that the program compares with`(_ source: String, _ texts: [String]) {
    #expect(literals(source).texts.filter(\.value).keys.sorted() == texts)
  }

  @Test(
    arguments: [
      ("x > -20 && x < 30, x >= 40, 50 <= x, x == -60", [-60, -20, 30, 40, 50]),
      ("20...30, 40..<50, 60..., ..<70", [20, 30, 40, 50, 60, 70]),
      ("x << 20, 30 >> x, x + 40, x - 50, x = 60", []),
      ("case 20, 30...40: 50", [20, 30, 40]), ("x[20], [30], [40: x]", [20, 40]),
      ("let limit = 20\nlet low = -30 // x\nlet y = 40 * z", [-30, 20]),
    ] as [(String, [Int64])])
  func `integers that the program compares with`(_ source: String, _ integers: [Int64]) {
    #expect(literals(source).integers.filter(\.value).keys.sorted() == integers)
  }

  @Test func `a decimal number that the program compares with`() {
    #expect(literals("x < 0.5, y = 2.5").decimals.filter(\.value).keys.map(\.significand) == [5])
  }
}

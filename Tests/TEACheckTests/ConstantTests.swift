import Foundation
@testable import TEAGenerators
import TEASupport
import Testing

@testable import TEACheck

/// Constants of a program are drawn as choices by which the default generators make them.
@Suite struct ConstantTests {
  private static func constants(_ source: String) -> Constants? { Constants(SwiftLiterals(of: [Array(source.utf8)])) }

  /// All constants of a type, as its default generator makes them.
  private func values<Value>(_ source: String, _ generator: Gen<Value>) throws -> [Value] {
    guard let constants = Self.constants(source) else { return [] }
    let type = ObjectIdentifier(Value.self)
    return try ((constants.compared[type] ?? []) + (constants.others[type] ?? [])).map { try generator.replay($0) }
  }

  @Test func `each type has the literals that its generator can make`() throws {
    let source = "\"SAVE10\" \"\" \"a\u{30C4}\" 16 48_151 -300 0.05 1e10 0.123456789012345"
    #expect(try values(source, Gen<String>.string) == ["SAVE10"])
    #expect(try values(source, Gen<Int>.integer) == [-301, -300, -299, 48_150, 48_151, 48_152])
    #expect(try values(source, Gen<Int16>.integer) == [-301, -300, -299])
    #expect(try values(source, Gen<UInt16>.integer) == [48_150, 48_151, 48_152])
    #expect(try values(source, Gen<Int8>.integer) == [])
    let numbers: [Double] = [-301, -300, -299, 48_150, 48_151, 48_152, 0.05, 1e10]
    #expect(try values(source, Gen<Double>.floatingPoint) == numbers)
    #expect(try values(source, Gen<Float>.floatingPoint) == numbers.map { Float($0) })
    let integers = [-301, -300, -299, 48_150, 48_151, 48_152] as [Int64]
    var decimals = integers.map { SwiftLiterals.Decimal(significand: $0, exponent: 0) }
    decimals.append(SwiftLiterals.Decimal(significand: 123_456_789_012_345, exponent: -15))
    decimals.append(SwiftLiterals.Decimal(significand: 5, exponent: -2))
    decimals.append(SwiftLiterals.Decimal(significand: 1, exponent: 10))
    #expect(try values(source, Gen<SwiftLiterals.Decimal>.decimal) == decimals)
    #expect(try values("\(Int64.max)", Gen<Int>.integer) == [.max - 1, .max])
  }

  @Test func `other literals, or others beside each other, have another fingerprint`() {
    let sources = [
      "\"ab\" \"cd\"", "\"cd\" \"ab\"", "\"ab\" \"ce\"", "\"ab\" == \"cd\"", "\"ab\" \"cd\" 20", "\"ab\" \"cd\" 20.5",
    ]
    #expect(Set(sources.map { Self.constants($0)?.fingerprint }).count == sources.count)
    #expect(Self.constants(sources[0])?.fingerprint == Self.constants("// 20\n" + sources[0])?.fingerprint)
  }

  @Test func `there are no constants without literals`() {
    #expect(Self.constants("let count = 16 + name.count") == nil)
  }

  @Test func `many texts are cut to the shortest, and many numbers spread`() throws {
    let texts = (100..<700).map { "\"\($0)\"" }.joined(separator: " ")
    #expect(try values("\(texts) \"abcd\" \"ab\"", Gen<String>.string) == ["ab"] + (100..<355).map { "\($0)" })
    let numbers = stride(from: 1_000, to: 13_800, by: 10).map { "\($0)" }.joined(separator: " ")
    let expected = stride(from: 1_000, to: 13_800, by: 100).flatMap { number in [number - 1, number, number + 1] }
    #expect(try values(numbers, Gen<Int>.integer) == expected)
  }

  /// 600 texts and 1 280 numbers, with which nothing is compared.
  private static let crowd =
    ((100..<700).map { "\"\($0)\"" } + stride(from: 1_000, to: 13_800, by: 10).map { "\($0)" })
    .joined(separator: " ")

  @Test func `literals that are compared with something have precedence`() throws {
    let source = Self.crowd + " code == \"SUMMER2026\" || code == \"100\" || amount > 99_999"
    #expect(try values(source, Gen<String>.string) == ["100", "SUMMER2026"] + (101..<355).map { "\($0)" })
    let numbers = [99_999] + (0..<127).map { 1_000 + 10 * ($0 * 1_280 / 127) }
    #expect(try values(source, Gen<Int>.integer) == numbers.flatMap { number in [number - 1, number, number + 1] })
  }

  @Test func `a code, an amount and a range are drawn among many other literals`() throws {
    let source = Self.crowd + " code == \"SUMMER2026\", amount == 5_050, amount > 9_999 && amount < 10_002"
    var choices = Choices(seed: 1)
    choices.constants = Self.constants(source)
    let generator = zip(Gen<String>.string, Gen<Int>.integer)
    var (codes, amounts, inRange, otherTexts) = (0, 0, 0, 0)
    for run in 0..<8_000 as Range<UInt64> {
      choices.restart(seed: 1, run: run, size: 30)
      let (text, number) = try generator.generate(&choices)
      if text == "SUMMER2026" { codes += 1 }
      if number == 5_050 { amounts += 1 }
      if number > 9_999, number < 10_002 { inRange += 1 }
      if text.utf8.count == 3, let number = Int(text), (100..<356).contains(number) { otherTexts += 1 }
    }
    // A value is a constant in 1 of 8 draws, and three in four of these are among one text and nine numbers. Half of the texts
    // are drawn whole, so the shares are 3/64, 1/96 and 2/96, and of all other texts 1/64.
    #expect((300...450).contains(codes))
    #expect((50...120).contains(amounts))
    #expect((110...220).contains(inRange))
    #expect((80...170).contains(otherTexts))
  }

  @Test func `the text after a constant is mostly the next one in the sources`() throws {
    // In another order than that of the constants.
    let codes = (100..<210).reversed().map { "c\($0)" }
    let places = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    var choices = Choices(seed: 1)
    choices.constants = Self.constants(codes.map { "code == \"\($0)\"" }.joined(separator: " || "))
    let generator = zip(Gen<String>.string, Gen<String>.string)
    var (following, preceding) = (0, 0)
    for run in 0..<8_000 as Range<UInt64> {
      choices.restart(seed: 1, run: run, size: 30)
      let (one, next) = try generator.generate(&choices)
      let (oneAgain, nextAgain) = try generator.replay(choices.record)
      #expect(one == oneAgain && next == nextAgain)
      guard let place = places[one], let nextPlace = places[next] else { continue }
      if nextPlace == place + 1 { following += 1 }
      if nextPlace == place - 1 { preceding += 1 }
    }
    // One of 16 first texts is a whole constant. Three in four texts after it are neighbours, of which two in three are the next
    // ones, so the shares are 1/32 and 1/64.
    #expect((200...300).contains(following))
    #expect((80...170).contains(preceding))
  }

  @Test func `a prefix is followed by a number or a short text`() throws {
    var choices = Choices(seed: 1)
    choices.constants = Self.constants("text.hasPrefix(\"code-\")")
    var (digits, numbers, others) = (0, 0, 0)
    for run in 0..<8_000 as Range<UInt64> {
      choices.restart(seed: 1, run: run, size: 30)
      let text = try Gen<String>.string.generate(&choices)
      guard text.hasPrefix("code-"), text.count > 5 else { continue }
      if let number = Int(text.dropFirst(5)), (0...99).contains(number) {
        numbers += 1
        if number < 10 { digits += 1 }
      } else if text.count <= 7 {
        others += 1
      }
    }
    // One text of 64 is the prefix with a number, of which 31 in 40 have one digit, and one of 128 with up to two characters.
    #expect((90...160).contains(numbers))
    #expect((65...135).contains(digits))
    #expect((35...105).contains(others))
  }

  @Test func `a decimal number of Foundation is a constant in one of eight draws`() throws {
    var choices = Choices(seed: 1)
    choices.constants = Self.constants("price > 19.99")
    let generator = try Gen<Decimal>.derived()
    let limit = try #require(Decimal(string: "19.99"))
    var limits = 0
    for run in 0..<8_000 as Range<UInt64> {
      choices.restart(seed: 1, run: run, size: 30)
      let number = try generator.generate(&choices)
      #expect(try generator.replay(choices.record) == number || number.isNaN)
      if number == limit { limits += 1 }
    }
    #expect((850...1_150).contains(limits))
  }

  @Test func `every text of the default generator has its choices`() throws {
    for seed in 0..<1_000 as Range<UInt64> {
      let text = try Gen<String>.string.sample(seed: seed, size: 60)
      let choices = try #require(Gen<String>.choices(making: text))
      #expect(try Gen<String>.string.replay(choices) == text)
    }
    #expect(Gen<String>.choices(making: String(repeating: "a", count: 101)) == nil)
  }

  private func expectRanks<Number: FixedWidthInteger & Sendable>(of type: Number.Type) throws {
    let ranks = ZigZag(Number.min...Number.max)
    for seed in 0..<1_000 as Range<UInt64> {
      let number = try Gen<Number>.integer.sample(seed: seed)
      #expect(try Gen<Number>.integer.replay([ranks.rank(of: number)]) == number)
    }
    for number in [Number.min, .min + 1, 0, 1, .max - 1, .max] { #expect(ranks[ranks.rank(of: number)] == number) }
  }

  @Test func `every integer of the default generator has its choice`() throws {
    try expectRanks(of: Int.self)
    try expectRanks(of: Int8.self)
    try expectRanks(of: Int32.self)
    try expectRanks(of: UInt.self)
    try expectRanks(of: UInt16.self)
  }

  /// Expects the number that the compiler would make of a literal.
  private func expectNearest<Number: BinaryFloatingPoint & LosslessStringConvertible & Sendable>(
    _ literal: SwiftLiterals.Decimal, of type: Number.Type
  ) throws -> Bool {
    guard let choices = Gen<Number>.choices(making: literal) else { return false }
    #expect(try Gen<Number>.floatingPoint.replay(choices) == Number("\(literal.significand)e\(literal.exponent)"))
    return true
  }

  @Test func `decimal numbers that can be made are those that a literal makes`() throws {
    var (doubles, floats) = (0, 0)
    for seed in 0..<1_000 as Range<UInt64> {
      let significand = try Gen<Int32>.integer.sample(seed: seed)
      let literal = SwiftLiterals.Decimal(significand: Int64(significand), exponent: Int(seed % 25) - 12)
      if try expectNearest(literal, of: Double.self) { doubles += 1 }
      if try expectNearest(literal, of: Float.self) { floats += 1 }
    }
    #expect(doubles == 1_000)
    #expect(floats > 300)
  }

  @Test func `one value in eight is a constant, which its record makes without the constants`() throws {
    let constants = try #require(Self.constants("\"SAVE10\" 48_151"))
    let generator = zip(Gen<String>.string, Gen<Int>.integer)
    var choices = Choices(seed: 1)
    choices.constants = constants
    var (texts, prefixes, suffixes, numbers) = (0, 0, 0, 0)
    for run in 0..<8_000 as Range<UInt64> {
      choices.restart(seed: 1, run: run, size: 30)
      let (text, number) = try generator.generate(&choices)
      let (textAgain, numberAgain) = try generator.replay(choices.record)
      #expect(text == textAgain && number == numberAgain)
      if text == "SAVE10" {
        texts += 1
      } else if text.hasPrefix("SAVE10") {
        prefixes += 1
      } else if text.hasSuffix("SAVE10") {
        suffixes += 1
      }
      if (48_150...48_152).contains(number) { numbers += 1 }
    }
    #expect((850...1_150).contains(numbers))
    #expect((400...650).contains(texts) && (150...350).contains(prefixes) && (150...350).contains(suffixes))
  }

  @Test func `values that are no constants are drawn as without them`() throws {
    let constants = try #require(Self.constants("48_151"))
    let generator = Gen<[Int]>.array(of: .integer, count: 50...50)
    var choices = Choices(seed: 1)
    var drawnConstants = 0
    for run in 0..<100 as Range<UInt64> {
      choices.constants = nil
      choices.restart(seed: 1, run: run, size: 30)
      let plain = try generator.generate(&choices)
      choices.constants = constants
      choices.restart(seed: 1, run: run, size: 30)
      let numbers = try generator.generate(&choices)
      #expect(zip(plain, numbers).allSatisfy { $0 == $1 || (48_150...48_152).contains($1) })
      drawnConstants += zip(plain, numbers).count { $0 != $1 }
    }
    #expect((500...750).contains(drawnConstants))
  }
}

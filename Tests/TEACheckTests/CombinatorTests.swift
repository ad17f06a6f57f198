@testable import TEAGenerators
import Testing

@testable import TEACheck

/// Combinators make values that keep their bounds, that a replay makes again, and that are enumerated from small to large.
@Suite struct CombinatorTests {
  /// Returns the value that each seed makes, and expects that a replay of its choices makes it again.
  @discardableResult
  private func values<Value: Equatable>(
    of generator: Gen<Value>, seeds: Range<UInt64> = 0..<300, size: Int = 30
  ) throws -> [Value] {
    try seeds.map { seed in
      let (value, record) = try generator.record(seed: seed, size: size)
      #expect(try generator.replay(record) == value)
      return value
    }
  }

  private indirect enum Tree: Hashable {
    case leaf(Int)
    case node([Tree])
    var depth: Int { if case .node(let trees) = self { 1 + (trees.map(\.depth).max() ?? 0) } else { 0 } }
    var count: Int { if case .node(let trees) = self { 1 + trees.reduce(0) { $0 + $1.count } } else { 1 } }
  }

  private static let trees = Gen<Tree>.recursive(Gen<Int>.integer(in: 0...9).map { .leaf($0) }) { smaller in
    Gen<[Tree]>.array(of: smaller, count: 1...8).map { .node($0) }
  }

  @Test func `recursive values end, and deep ones are rarer`() throws {
    let pairs = Gen<Tree>.recursive(.always(.leaf(0))) { smaller in zip(smaller, smaller).map { .node([$0, $1]) } }
    let depths = Dictionary(grouping: try values(of: pairs, seeds: 0..<2_000), by: \.depth).mapValues(\.count)
    // A value of size 30 contains others with a probability of 0.7, so about 600 of 2 000 values have the depth 0.
    #expect(depths[0]! > 400 && depths[2]! > depths[4]! && depths[4]! > depths[6, default: 0])
    // Below the sixth level, only the base is used.
    #expect(depths.keys.max()! <= 6)
    #expect(try values(of: Self.trees, seeds: 0..<1_000, size: 100).map(\.count).max()! < 500)
    #expect(try values(of: Self.trees, size: 1).map(\.count).reduce(0, +) < 500)
  }

  @Test func `recursive values are listed from small to large`() {
    #expect(Self.trees.enumerate(4) == [.leaf(0), .leaf(1), .node([.leaf(0)]), .leaf(2)])
  }

  @Test func `recursive values shrink to parts of themselves`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let error = #expect(throws: Falsified<Tree>.self) {
        try forAll(Self.trees, seed: seed) { tree in
          func hasSeven(_ tree: Tree) -> Bool {
            switch tree {
            case .leaf(let number): number == 7
            case .node(let trees): trees.contains(where: hasSeven)
            }
          }
          return !hasSeven(tree)
        }
      }
      #expect(error?.value == .leaf(7))
    }
  }

  @Test func `shuffled keeps the elements`() throws {
    let shuffled = try values(of: Gen.shuffled([1, 2, 3, 4]))
    #expect(shuffled.allSatisfy { $0.sorted() == [1, 2, 3, 4] })
    #expect(Set(shuffled).count == 24)
    let all = Gen.shuffled(1...3).enumerate(99)
    #expect(all == [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
    #expect(Gen<[Int]>.shuffled([]).enumerate(9) == [[]])
  }

  @Test func `subsequences keep the order`() throws {
    let chosen = try values(of: Gen.subsequence(of: 1...5))
    #expect(chosen.allSatisfy { $0 == $0.sorted() && Set($0).count == $0.count })
    #expect(Set(chosen).count == 32)
    #expect(
      Gen.subsequence(of: "abc").enumerate(99).map { String($0) } == ["", "c", "b", "a", "bc", "ac", "ab", "abc"])
  }

  @Test func `generated ranges keep to their bounds`() throws {
    #expect(try values(of: Gen<Range<Int>>.range(in: -3...3)).allSatisfy { $0.lowerBound >= -3 && $0.upperBound <= 3 })
    #expect(try Set(values(of: Gen<ClosedRange<UInt8>>.closedRange(in: 7...9))).count == 6)
    #expect(Gen<Range<Int>>.range(in: 0...1).enumerate(9) == [0..<0, 0..<1, 1..<1])
    #expect(Gen<ClosedRange<Character>>.closedRange(of: .letter).enumerate(3) == ["a"..."a", "a"..."b", "a"..."c"])
  }

  @Test func `a range of floating-point numbers has no NaN as a bound`() throws {
    let ranges = try values(of: Gen<ClosedRange<Double>>.closedRange(of: .floatingPoint), seeds: 0..<2_000)
    #expect(ranges.allSatisfy { $0.lowerBound <= $0.upperBound })
    try values(of: Gen<Range<Float>>.range(of: .floatingPoint), seeds: 0..<2_000)
  }

  @Test func `sets and dictionaries have the demanded number of elements, or are discarded`() throws {
    #expect(try values(of: Gen<Set<Bool>>.set(of: .bool, count: 2...2)).allSatisfy { $0.count == 2 })
    let dictionaries = try values(of: Gen<[Bool: Int]>.dictionary(of: .bool, .integer, count: 1...2))
    #expect(Set(dictionaries.map(\.count)) == [1, 2])
    #expect(throws: Discarded.self) { try Gen<Set<Bool>>.set(of: .bool, count: 3...3).sample(seed: 1) }
    #expect(Gen<Set<Int>>.set(of: .integer(in: 0...9), count: 3...3).enumerate(2) == [[0, 1, 2], [0, 1, 3]])
  }

  private struct Oops: Error, Equatable { var code: Int }

  @Test func `generated results succeed or fail`() throws {
    let results = Gen<Result<Bool, Oops>>.result(.bool, Gen<Int>.integer(in: 4...5).map { Oops(code: $0) })
    try values(of: results)
    #expect(
      results.enumerate(9) == [
        .success(false), .success(true), .failure(Oops(code: 4)), .failure(Oops(code: 5)),
      ])
  }

  @Test func `weights decide how often an alternative is drawn`() throws {
    let weighted = try values(of: Gen.frequency([(9, .always("a")), (1, .always("b"))]), seeds: 0..<2_000)
    // One in ten of 2 000 values is 200 on average.
    #expect((120...280).contains(weighted.count { $0 == "b" }))
    #expect(Gen.frequency([(2, .always("a")), (1, .always("b"))]).enumerate(9) == ["a", "b"])
  }

  @Test func `arrays of distinct elements have no equal elements`() throws {
    let arrays = try values(of: Gen.array(ofDistinct: Gen<Int>.integer(in: 0...5), count: 3...5))
    #expect(arrays.allSatisfy { Set($0).count == $0.count && (3...5).contains($0.count) })
    #expect(
      Gen.array(ofDistinct: .bool, count: 0...3).enumerate(9) == [[], [false], [true], [false, true], [true, false]])
    #expect(throws: Discarded.self) { try Gen.array(ofDistinct: .bool, count: 3...3).sample(seed: 1) }
  }

  @Test func `a count below zero traps with the name of the function that was called`() async throws {
    let set = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Gen<Set<Bool>>.set(of: .bool, count: -1...3)
    }
    let setError = String(decoding: try #require(set).standardErrorContent, as: UTF8.self)
    #expect(setError.contains("Gen.set cannot have -1 elements"), "\(setError)")
    let dictionary = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Gen<[Bool: Bool]>.dictionary(of: .bool, .bool, count: -2...3)
    }
    let dictionaryError = String(decoding: try #require(dictionary).standardErrorContent, as: UTF8.self)
    #expect(dictionaryError.contains("Gen.dictionary cannot have -2 entries"), "\(dictionaryError)")
  }

  @Test func `a type without cases traps with the name of the function that was called`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Gen<WithoutCases>.anyCase
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Gen.anyCase needs at least one case of WithoutCases"), "\(text)")
  }

  @Test func `a generator that gives up inside of another one ends its groups`() {
    let small = Gen<Int>.integer(in: 0...9).filter { $0 < 5 }
    let character = Gen<Character>.printableASCII.filter { _ in false }
    let generators: [Gen<Int>] = [
      Gen<[Int]>.array(of: small, count: 3...3).map { $0.count },
      Gen<Set<Int>>.set(of: small, count: 2...2).map { $0.count },
      Gen<[Int: Bool]>.dictionary(of: small, .always(true), count: 2...2).map { $0.count },
      Gen<[Int]>.each(of: [small, small, small, small]).map { $0.count },
      Gen<String>.string(of: character, count: 3...3).map { $0.count },
    ]
    for (index, generator) in generators.enumerated() {
      // The first two elements are equal, and no later number passes the filter.
      var choices = Choices(.recorded([0, 0, 0] + Array(repeating: 9, count: 300)))
      let value = try? generator.generate(&choices)
      #expect(value == nil, "generator \(index)")
      choices.beginGroup()
      #expect(choices.spans.last?.depth == 0, "generator \(index)")
    }
  }

  @Test func `each, compactMap, sized and element make the values that they promise`() throws {
    try values(of: Gen.each(of: [Gen<Int>.integer, .always(1)]))
    let digits = Gen<Character>.printableASCII.compactMap { $0.wholeNumberValue }
    #expect(Set(try values(of: digits)) == Set(0...9))
    // A random count is at most five thirds of the size.
    #expect(try values(of: Gen<[Bool]>.array(of: .bool).sized(3), size: 90).allSatisfy { $0.count <= 5 })
    #expect(Gen<FloatingPointSign>.anySign.enumerate(9) == [.plus, .minus])
  }

  @Test(arguments: [
    "", "abc", "[a-z]{2,5}@(foo|bar)\\.com", "a*b+c?", "(ab|c){3}", "\\d{3,}-\\w\\s\\D\\W\\S", "[^a-y0-9]", "[-+.a-c]",
    "^(?:a|b)$", "(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])", ".{4}", "\\u{E9}\\x41\\u00E9\\t\\\\", "((a*)b*)*",
    "(a|)(|b)", "é中",
    "x{0}", "a+?b*?", "[\\d\\-]+", "\\(\\[\\.",
  ])
  func `strings match their pattern`(_ pattern: String) throws {
    let expression = try Regex(pattern)
    for text in try values(of: Gen.string(matching: pattern), seeds: 0..<100, size: 12) {
      #expect(try expression.wholeMatch(in: text) != nil, "\(text.debugDescription)")
    }
  }

  @Test func `strings of a pattern are listed from small to large`() throws {
    #expect(try Gen.string(matching: "a{1,2}|[x-z]").enumerate(9) == ["a", "aa", "x", "y", "z"])
    let error = #expect(throws: Falsified<String>.self) {
      try forAll(try Gen.string(matching: "[a-z]{2,5}@(foo|bar)\\.com")) { !$0.contains("r") }
    }
    #expect(error?.value == "aa@bar.com")
  }

  @Test(arguments: [
    ("a)", 1, "there is no group that this ) closes"), ("(a", 0, "the group is not closed"),
    ("[a", 0, "the class is not closed"), ("a**", 2, "* follows a repetition and has nothing to repeat"),
    ("*", 0, "* has nothing to repeat"), ("a{x}", 2, "a number from 0 to 1000 is missing"),
    ("a{3,2}", 1, "the repetition wants 2 at most and 3 at least"), ("\\b", 0, "strings cannot be made of \\b"),
    ("(a)\\1", 3, "strings cannot be made of \\1"),
    ("(?=a)", 0, "of groups that begin with (? only (?: and (?<name> can be made"),
    ("(?<=a)", 0, "of groups that begin with (? only (?: and (?<name> can be made"),
    ("x(^|,)y", 2, "an anchor inside of a group cannot be made: put it outside"),
    ("(a$)b", 2, "an anchor inside of a group cannot be made: put it outside"),
    ("a{1001}", 2, "the number must be 1000 or less"),
    ("[z-a]", 1, "the range is not one of characters in order"), ("\\", 0, "the pattern ends in a backslash"),
    ("[a[b]]", 2, "a class inside a class cannot be made; write \\[ for the character"),
    ("\\u{D800}", 0, "the escape wants the number of a Unicode scalar, such as \\u{E9}"),
    ("[]", 0, "no character that prints is in this class"),
    ("[^\\w\\W]", 0, "no character that prints is in this class"),
    ("a^b", 1, "nothing can stand before this beginning of the text"),
    ("a$b", 2, "nothing can follow the end of the text"),
    ("[^]]", 2, "write \\] for a ] at the beginning of a class"),
  ])
  func `an error about a pattern names the place and the reason`(_ pattern: String, _ position: Int, _ reason: String) {
    #expect(throws: PatternError(pattern: pattern, position: position, reason: reason)) {
      try Gen.string(matching: pattern)
    }
  }

  @Test func `each generator of characters makes characters of its kind`() throws {
    #expect(try values(of: .letter).allSatisfy { $0.isASCII && $0.isLetter })
    #expect(Set(try values(of: Gen<Character>.digit)) == Set("0123456789"))
    #expect(try values(of: .ascii, seeds: 0..<2_000).contains { $0.isASCII && !$0.isLetter })
    #expect(Gen<Character>.ascii.enumerate(200).count == 128)
    #expect(Gen<Character>.printableASCII.enumerate(200).count == 95)
    #expect(try values(of: .unicode).contains { !$0.isASCII })
    #expect(try values(of: .graphemeCluster).allSatisfy { $0.unicodeScalars.count > 1 })
    #expect(Set(try values(of: Gen<Character>.character(in: "x"..."z"))) == ["x", "y", "z"])
    try values(of: .troublesome)
    #expect(Gen<Unicode.Scalar>.scalar.enumerate(2) == ["a", "b"])
    let scalars = Gen<Unicode.Scalar>.scalar(in: "\u{D7FF}"..."\u{E001}")
    #expect(scalars.enumerate(9) == ["\u{D7FF}", "\u{E000}", "\u{E001}"])
    #expect(Set(Gen<Unicode.Scalar>.scalar.enumerate(300)).count == 300)
  }
}

extension Gen where Value == FloatingPointSign {
  fileprivate static var anySign: Gen { .element(of: [.plus, .minus]) }
}

private struct WithoutCases: CaseIterable {
  static let allCases: [WithoutCases] = []
}

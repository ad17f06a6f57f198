import TEACheck

/// Further challenges like ``ValueChallenges``. In most, a counterexample needs a relation between parts, which a change of a
/// single part breaks.
enum MoreChallenges {
  static var all: [Challenge] { lists + shapes + relations }

  private static let integerLists = Gen<[Int]>.array(of: .integer)
  private static let digitLists = Gen<[Int]>.array(of: .integer(in: 0...9))
  private static let edges = Gen<[(Int, Int)]>.array(of: zip(.integer(in: 0...9), .integer(in: 0...9)))
  @Sendable private static func hasNoCycleOfThree(_ list: [(Int, Int)]) -> Bool {
    let set: Set<Int> = Set(list.map { $0.0 * 10 + $0.1 })
    for a in 0..<10 {
      for b in 0..<10 where a != b && set.contains(a * 10 + b) {
        for c in 0..<10 where c != a && c != b {
          if set.contains(b * 10 + c), set.contains(c * 10 + a) { return false }
        }
      }
    }
    return true
  }
  private static let numberMaps = Gen<[Int: Int]>.dictionary(of: .integer(in: 0...9), .integer(in: 0...9)).map {
    NumberMap(entries: $0)
  }
  private static let flagLists = Gen<[Bool]>.array(of: .bool)
  private static let abcTexts = Gen<String>.string(of: .element(of: "abc"), count: 0...60)

  @ChallengeBuilder static var lists: [Challenge] {
    Challenge("as many of both", "[0, 0, 0, 5, 5, 5]", digitLists) { list in
      let (a, b) = (list.count { $0 < 5 }, list.count { $0 >= 5 })
      return a < 3 || a != b
    }
    Challenge("length of a list is its sum", "[0, 0, 3]", digitLists) { list in
      list.count < 3 || list.reduce(0, +) != list.count
    }
    Challenge("list that says its length", "[3, 0, 0, 0]", Gen<[Int]>.array(of: .integer(in: 0...30))) { list in
      guard let length = list.first, length >= 3 else { return true }
      return list.count - 1 != length
    }
    Challenge("xor is zero", "[1, 2, 3]", Gen<[Int]>.array(of: .integer(in: 0...255))) { list in
      list.count < 3 || list.contains(0) || list.reduce(0, ^) != 0
    }
    Challenge(
      "product of two", "(3, 3, 9)", zip(Gen<Int>.integer(in: 0...100), .integer(in: 0...100), .integer(in: 0...10_000))
    ) {
      a, b, c in a < 3 || b < 3 || a * b != c
    }
    Challenge(
      "pythagoras", "(3, 4, 5)", zip(Gen<Int>.integer(in: 1...100), .integer(in: 1...100), .integer(in: 1...200))
    ) { (a: Int, b: Int, c: Int) -> Bool in
      let left: Int = a * a + b * b
      return left != c * c
    }
    Challenge("common divisor", "(7, 14)", zip(Gen<Int>.integer(in: 1...10_000), .integer(in: 1...10_000))) { a, b in
      func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }
      return a == b || gcd(a, b) < 7
    }
    Challenge("element at an index", "([0, 0, 2], 2)", zip(integerLists, Gen<Int>.integer(in: 0...100))) {
      list, index in
      index < 2 || index >= list.count || list[index] != index
    }
    Challenge("cycle of three edges", "[(0, 1), (1, 2), (2, 0)]", edges, hasNoCycleOfThree)
    Challenge(
      "multiply matrices", "([[0, 0], [0, 2]], [[0, 0], [0, 5]])", leastSeeds: 18,
      Gen<Int>.integer(in: 1...6).flatMap { rowCount in
        Gen<Int>.integer(in: 1...6).flatMap { columnCount in
          zip(
            Gen<[[Int]]>.array(
              of: .array(of: .integer(in: 0...9), count: columnCount...columnCount), count: rowCount...rowCount),
            Gen<[[Int]]>.array(
              of: .array(of: .integer(in: 0...9), count: rowCount...rowCount), count: columnCount...columnCount))
        }
      }
    ) { a, b in
      guard a.count >= 2, b.count >= 2 else { return true }
      let lastEntry = a.last!.enumerated().reduce(0) { $0 + $1.element * b[$1.offset].last! }
      return lastEntry < 10
    }
  }
  @ChallengeBuilder static var shapes: [Challenge] {
    Challenge(
      "length, index and list", "([0, 10], 1)",
      Gen<Int>.integer(in: 1...50).flatMap { length in
        zip(Gen<[Int]>.array(of: .integer(in: 0...99), count: length...length), .integer(in: 0...(length - 1)))
      }
    ) { (list: [Int], index: Int) -> Bool in list[index] < 10 || index < 1 || list[index - 1] >= list[index] }
    Challenge(
      "last of a counted list", "[900]",
      Gen<Int>.integer(in: 1...100).flatMap { length in
        Gen<[Int]>.array(of: .integer(in: 0...1000), count: length...length)
      }
    ) { list in list.last! < 900 }
    Challenge("two equal rows", "[[0, 0], [0, 0]]", Gen<[[Int]]>.array(of: Gen<[Int]>.array(of: .integer(in: 0...9)))) {
      rows in
      let longRows = rows.filter { $0.count >= 2 }
      return Set(longRows).count == longRows.count
    }
    Challenge("brackets of two kinds", "()[]", Gen<String>.string(of: .element(of: "()[]"), count: 0...30)) { text in
      var open: [Character] = [], kinds: Set<Character> = []
      for character in text {
        if character == "(" || character == "[" {
          open.append(character); kinds.insert(character)
        } else {
          guard let opening = open.popLast(), (opening == "(") == (character == ")") else { return true }
        }
      }
      return !open.isEmpty || kinds.count < 2
    }
    Challenge("word twice in a text", "aabaab", abcTexts) { text in
      let letters = Array(text)
      guard letters.count >= 6 else { return true }
      let half = letters.count / 2
      return letters.count % 2 == 1 || Array(letters[..<half]) != Array(letters[half...]) || Set(letters).count < 2
    }
    Challenge("palindrome of numbers", "[0, 1, 1, 0]", Gen<[Int]>.array(of: .integer(in: 0...3))) {
      (list: [Int]) -> Bool in
      list.count < 4 || Set(list).count < 2 || list != list.reversed()
    }
    Challenge(
      "date", "(1900, 2, 29)", zip(Gen<Int>.integer(in: 1900...2100), .integer(in: 1...12), .integer(in: 1...31))
    ) { (year: Int, month: Int, day: Int) -> Bool in
      !(month == 2 && day == 29 && !(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)))
    }
    Challenge("mean is whole and large", "[0, 0, 15]", Gen<[Int]>.array(of: .integer(in: 0...100))) {
      (list: [Int]) -> Bool in
      list.count < 3 || list.reduce(0, +) % list.count != 0 || list.reduce(0, +) / list.count < 5
    }
    Challenge("zero sum", "[1, 1, -2]", integerLists) { (list: [Int]) -> Bool in
      list.count < 3 || list.contains(0) || list.reduce(0, &+) != 0
    }
    Challenge("sum of two lists is equal", "([1, 2], [1, 1, 1])", zip(digitLists, digitLists)) {
      (a: [Int], b: [Int]) -> Bool in
      a.count < 2 || b.count < 3 || a.contains(0) || b.contains(0) || a.reduce(0, +) != b.reduce(0, +)
    }
    Challenge(
      "sum of the first three", "([1, 1, 8], 10)",
      zip(Gen<[Int]>.array(of: .integer(in: 1...50), count: 0...10), Gen<Int>.integer(in: 0...200))
    ) { list, sum in
      guard sum >= 10, list.count >= 3 else { return true }
      return list.prefix(3).reduce(0, +) != sum
    }
    Challenge("permutation that swaps zero", "[1, 0, 2, 3, 4, 5, 6, 7]", Gen<[Int]>.shuffled(0..<8)) { permutation in
      permutation[0] == 0 || permutation[permutation[0]] != 0
    }
    Challenge(
      "derangement", "[1, 0]", Gen<Int>.integer(in: 0...8).flatMap { count in Gen<[Int]>.shuffled(0..<count) }
    ) { permutation in
      permutation.isEmpty || permutation.indices.contains { permutation[$0] == $0 }
    }
    Challenge("subsequence", "([0, 0, 1], [0, 1])", zip(digitLists, digitLists)) { a, b in
      guard b.count >= 2, Set(b).count >= 2 else { return true }
      var rest = a[...]
      for element in b {
        guard let index = rest.firstIndex(of: element) else { return true }
        rest = rest[(index + 1)...]
      }
      return a.count < b.count + 1
    }
    Challenge("one list in another", "([0, 0, 0], [0, 0])", zip(digitLists, digitLists)) { a, b in
      guard b.count >= 2, a.count > b.count else { return true }
      return !a.indices.contains { a.count - $0 >= b.count && Array(a[$0..<($0 + b.count)]) == b }
    }
  }
  @ChallengeBuilder static var relations: [Challenge] {
    Challenge("flags at two places", "[true, false, false, true]", flagLists) { flags in
      let on = flags.indices.filter { flags[$0] }
      return on.count < 2 || on[1] - on[0] != 3
    }
    Challenge("dictionaries of equal keys", "([0: 0, 1: 0], [0: 0, 1: 1])", zip(numberMaps, numberMaps)) {
      (a: NumberMap, b: NumberMap) -> Bool in
      a.entries.count < 2 || a.entries == b.entries || Set(a.entries.keys) != Set(b.entries.keys)
    }
    Challenge(
      "run-length", "[(1, 0), (3, 1), (1, 0)]",
      Gen<[(Int, Int)]>.array(of: zip(.integer(in: 1...9), .integer(in: 0...3)))
    ) { runs in
      let list = runs.flatMap { Array(repeating: $0.1, count: $0.0) }
      return list.count < 5 || list.count % 2 == 0 || Set(list).count < 2 || list != list.reversed()
    }
    Challenge(
      "nested counts", "[[], [0, 5]]",
      Gen<Int>.integer(in: 0...5).flatMap { count in
        Gen<[[Int]]>.array(
          of: Gen<Int>.integer(in: 0...5).flatMap { .array(of: .integer(in: 0...9), count: $0...$0) },
          count: count...count)
      }
    ) { (lists: [[Int]]) -> Bool in
      lists.count < 2 || lists.last!.count < 2 || lists.last!.last! < 5
    }
    Challenge(
      "triangle", "[[0], [0, 0], [0, 1, 0]]",
      Gen<Int>.integer(in: 1...6).flatMap { rowCount in
        Gen<[[Int]]>.each(of: (1...rowCount).map { .array(of: .integer(in: 0...9), count: $0...$0) })
      }
    ) { (triangle: [[Int]]) -> Bool in
      triangle.count < 3 || triangle.last!.last! != triangle.last!.first! || triangle.last![1] == 0
    }
    Challenge(
      "range in range", "(0, 4, 1, 3)", leastSeeds: 49,
      zip(Gen<Int>.integer(in: 0...1000), .integer(in: 0...1000), .integer(in: 0...1000), .integer(in: 0...1000))
    ) { (a: Int, b: Int, c: Int, d: Int) -> Bool in
      guard a < c, c < d, d < b else { return true }
      let outer: Int = b - a
      return outer != 2 * (d - c)
    }
    Challenge(
      "equal counts of two pairs of lists", "([0, 0], [0], [0], [0, 0])",
      zip(digitLists, digitLists, digitLists, digitLists)
    ) {
      (a: [Int], b: [Int], c: [Int], d: [Int]) -> Bool in
      a.count < 2 || a.count + b.count != c.count + d.count || b.count < 1 || c.count < 1
    }
    Challenge(
      "square length", #"(3, "aaaaaaaaa")"#,
      zip(Gen<Int>.integer(in: 0...9), Gen<String>.string(of: .element(of: "ab"), count: 0...100))
    ) { (n: Int, text: String) -> Bool in
      n < 3 || text.count != n * n
    }
    Challenge("hash collision", "(0, 1000)", zip(Gen<Int>.integer(in: 0...1_000_000), .integer(in: 0...1_000_000))) {
      (a: Int, b: Int) -> Bool in
      a == b || a % 1000 != b % 1000
    }
    Challenge("two anagrams", #"["aa", "aa"]"#, Gen<[String]>.array(of: abcTexts)) { words in
      let sortedWords = words.filter { $0.count >= 2 }.map { String($0.sorted()) }
      return Set(sortedWords).count == sortedWords.count
    }
    Challenge("majority", "[0, 0, 0, 1, 2]", digitLists) { list in
      guard list.count >= 5 else { return true }
      let frequencies = Dictionary(grouping: list) { $0 }.mapValues(\.count)
      return !(frequencies.values.contains { $0 * 2 == list.count + 1 }) || frequencies.count < 3
    }
    Challenge("zigzag", "[0, 1, 0, 1]", integerLists) { (list: [Int]) -> Bool in
      guard list.count >= 4 else { return true }
      for index in 0..<(list.count - 1) {
        let rises: Bool = list[index] < list[index + 1], falls: Bool = list[index] > list[index + 1]
        if index % 2 == 0 ? !rises : !falls { return true }
      }
      return false
    }
    Challenge(
      "optional pair", "(Optional(1), Optional(-1))", zip(Gen<Int?>.optional(.integer), Gen<Int?>.optional(.integer))
    ) { a, b in
      guard let a, let b else { return true }
      return a == 0 || a != 0 &- b
    }
    Challenge("opposites in a list", "[4, -4]", integerLists) { list in
      !list.contains { $0 > 3 && list.contains(0 &- $0) }
    }
    Challenge(
      "checksum of weights one and three", "[1, 0, 0, 3]", Gen<[Int]>.array(of: .integer(in: 0...9), count: 0...12)
    ) {
      digits in
      guard digits.count >= 4, digits[0] > 0 else { return true }
      return digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 != 0
    }
    Challenge(
      "isbn-10 checksum", "[1, 0, 0, 0, 0, 0, 0, 0, 0, 1]", Gen<[Int]>.array(of: .integer(in: 0...10), count: 10...10)
    ) { digits in
      digits[0] == 0 || digits.enumerated().reduce(0) { $0 + $1.element * (10 - $1.offset) } % 11 != 0
    }
  }
}

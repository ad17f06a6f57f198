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
    Challenge("as many of both", "[0, 0, 0, 5, 5, 5]", digitLists) { l in
      let (a, b) = (l.count { $0 < 5 }, l.count { $0 >= 5 })
      return a < 3 || a != b
    }
    Challenge("length of a list is its sum", "[0, 0, 3]", digitLists) { l in l.count < 3 || l.reduce(0, +) != l.count }
    Challenge("list that says its length", "[3, 0, 0, 0]", Gen<[Int]>.array(of: .integer(in: 0...30))) { l in
      guard let n = l.first, n >= 3 else { return true }
      return l.count - 1 != n
    }
    Challenge("xor is zero", "[1, 2, 3]", Gen<[Int]>.array(of: .integer(in: 0...255))) { l in
      l.count < 3 || l.contains(0) || l.reduce(0, ^) != 0
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
    Challenge("element at an index", "([0, 0, 2], 2)", zip(integerLists, Gen<Int>.integer(in: 0...100))) { l, i in
      i < 2 || i >= l.count || l[i] != i
    }
    Challenge("cycle of three edges", "[(0, 1), (1, 2), (2, 0)]", edges, hasNoCycleOfThree)
    Challenge(
      "multiply matrices", "([[0, 0], [0, 2]], [[0, 0], [0, 5]])", leastSeeds: 18,
      Gen<Int>.integer(in: 1...6).flatMap { n in
        Gen<Int>.integer(in: 1...6).flatMap { m in
          zip(
            Gen<[[Int]]>.array(of: .array(of: .integer(in: 0...9), count: m...m), count: n...n),
            Gen<[[Int]]>.array(of: .array(of: .integer(in: 0...9), count: n...n), count: m...m))
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
      Gen<Int>.integer(in: 1...50).flatMap { n in
        zip(Gen<[Int]>.array(of: .integer(in: 0...99), count: n...n), .integer(in: 0...(n - 1)))
      }
    ) { (l: [Int], i: Int) -> Bool in l[i] < 10 || i < 1 || l[i - 1] >= l[i] }
    Challenge(
      "last of a counted list", "[900]",
      Gen<Int>.integer(in: 1...100).flatMap { n in
        Gen<[Int]>.array(of: .integer(in: 0...1000), count: n...n)
      }
    ) { l in l.last! < 900 }
    Challenge("two equal rows", "[[0, 0], [0, 0]]", Gen<[[Int]]>.array(of: Gen<[Int]>.array(of: .integer(in: 0...9)))) {
      r in
      let longRows = r.filter { $0.count >= 2 }
      return Set(longRows).count == longRows.count
    }
    Challenge("brackets of two kinds", "()[]", Gen<String>.string(of: .element(of: "()[]"), count: 0...30)) { t in
      var open: [Character] = [], kinds: Set<Character> = []
      for c in t {
        if c == "(" || c == "[" {
          open.append(c); kinds.insert(c)
        } else {
          guard let opening = open.popLast(), (opening == "(") == (c == ")") else { return true }
        }
      }
      return !open.isEmpty || kinds.count < 2
    }
    Challenge("word twice in a text", "aabaab", abcTexts) { t in
      let a = Array(t)
      guard a.count >= 6 else { return true }
      let half = a.count / 2
      return a.count % 2 == 1 || Array(a[..<half]) != Array(a[half...]) || Set(a).count < 2
    }
    Challenge("palindrome of numbers", "[0, 1, 1, 0]", Gen<[Int]>.array(of: .integer(in: 0...3))) {
      (l: [Int]) -> Bool in
      l.count < 4 || Set(l).count < 2 || l != l.reversed()
    }
    Challenge(
      "date", "(1900, 2, 29)", zip(Gen<Int>.integer(in: 1900...2100), .integer(in: 1...12), .integer(in: 1...31))
    ) { (y: Int, m: Int, d: Int) -> Bool in
      !(m == 2 && d == 29 && !(y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)))
    }
    Challenge("mean is whole and large", "[0, 0, 15]", Gen<[Int]>.array(of: .integer(in: 0...100))) {
      (l: [Int]) -> Bool in
      l.count < 3 || l.reduce(0, +) % l.count != 0 || l.reduce(0, +) / l.count < 5
    }
    Challenge("zero sum", "[1, 1, -2]", integerLists) { (l: [Int]) -> Bool in
      l.count < 3 || l.contains(0) || l.reduce(0, &+) != 0
    }
    Challenge("sum of two lists is equal", "([1, 2], [1, 1, 1])", zip(digitLists, digitLists)) {
      (a: [Int], b: [Int]) -> Bool in
      a.count < 2 || b.count < 3 || a.contains(0) || b.contains(0) || a.reduce(0, +) != b.reduce(0, +)
    }
    Challenge(
      "sum of the first three", "([1, 1, 8], 10)",
      zip(Gen<[Int]>.array(of: .integer(in: 1...50), count: 0...10), Gen<Int>.integer(in: 0...200))
    ) { l, t in
      guard t >= 10, l.count >= 3 else { return true }
      return l.prefix(3).reduce(0, +) != t
    }
    Challenge("permutation that swaps zero", "[1, 0, 2, 3, 4, 5, 6, 7]", Gen<[Int]>.shuffled(0..<8)) { p in
      p[0] == 0 || p[p[0]] != 0
    }
    Challenge("derangement", "[1, 0]", Gen<Int>.integer(in: 0...8).flatMap { n in Gen<[Int]>.shuffled(0..<n) }) { p in
      p.isEmpty || p.indices.contains { p[$0] == $0 }
    }
    Challenge("subsequence", "([0, 0, 1], [0, 1])", zip(digitLists, digitLists)) { a, b in
      guard b.count >= 2, Set(b).count >= 2 else { return true }
      var i = a.makeIterator()
      for x in b { while true { guard let y = i.next() else { return true }; if y == x { break } } }
      return a.count < b.count + 1
    }
    Challenge("one list in another", "([0, 0, 0], [0, 0])", zip(digitLists, digitLists)) { a, b in
      guard b.count >= 2, a.count > b.count else { return true }
      return !a.indices.contains { a.count - $0 >= b.count && Array(a[$0..<($0 + b.count)]) == b }
    }
  }
  @ChallengeBuilder static var relations: [Challenge] {
    Challenge("flags at two places", "[true, false, false, true]", flagLists) { f in
      let on = f.indices.filter { f[$0] }
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
      let l = runs.flatMap { Array(repeating: $0.1, count: $0.0) }
      return l.count < 5 || l.count % 2 == 0 || Set(l).count < 2 || l != l.reversed()
    }
    Challenge(
      "nested counts", "[[], [0, 5]]",
      Gen<Int>.integer(in: 0...5).flatMap { n in
        Gen<[[Int]]>.array(
          of: Gen<Int>.integer(in: 0...5).flatMap { .array(of: .integer(in: 0...9), count: $0...$0) }, count: n...n)
      }
    ) { (ll: [[Int]]) -> Bool in
      ll.count < 2 || ll.last!.count < 2 || ll.last!.last! < 5
    }
    Challenge(
      "triangle", "[[0], [0, 0], [0, 1, 0]]",
      Gen<Int>.integer(in: 1...6).flatMap { n in
        Gen<[[Int]]>.each(of: (1...n).map { .array(of: .integer(in: 0...9), count: $0...$0) })
      }
    ) { (t: [[Int]]) -> Bool in
      t.count < 3 || t.last!.last! != t.last!.first! || t.last![1] == 0
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
    ) { (n: Int, s: String) -> Bool in
      n < 3 || s.count != n * n
    }
    Challenge("hash collision", "(0, 1000)", zip(Gen<Int>.integer(in: 0...1_000_000), .integer(in: 0...1_000_000))) {
      (a: Int, b: Int) -> Bool in
      a == b || a % 1000 != b % 1000
    }
    Challenge("two anagrams", #"["aa", "aa"]"#, Gen<[String]>.array(of: abcTexts)) { w in
      let sortedWords = w.filter { $0.count >= 2 }.map { String($0.sorted()) }
      return Set(sortedWords).count == sortedWords.count
    }
    Challenge("majority", "[0, 0, 0, 1, 2]", digitLists) { l in
      guard l.count >= 5 else { return true }
      let frequencies = Dictionary(grouping: l) { $0 }.mapValues(\.count)
      return !(frequencies.values.contains { $0 * 2 == l.count + 1 }) || frequencies.count < 3
    }
    Challenge("zigzag", "[0, 1, 0, 1]", integerLists) { (l: [Int]) -> Bool in
      guard l.count >= 4 else { return true }
      for i in 0..<(l.count - 1) {
        let rises: Bool = l[i] < l[i + 1], falls: Bool = l[i] > l[i + 1]
        if i % 2 == 0 ? !rises : !falls { return true }
      }
      return false
    }
    Challenge(
      "optional pair", "(Optional(1), Optional(-1))", zip(Gen<Int?>.optional(.integer), Gen<Int?>.optional(.integer))
    ) { a, b in
      guard let a, let b else { return true }
      return a == 0 || a != 0 &- b
    }
    Challenge("opposites in a list", "[4, -4]", integerLists) { l in !l.contains { $0 > 3 && l.contains(0 &- $0) } }
    Challenge(
      "checksum of weights one and three", "[1, 0, 0, 3]", Gen<[Int]>.array(of: .integer(in: 0...9), count: 0...12)
    ) {
      d in
      guard d.count >= 4, d[0] > 0 else { return true }
      return d.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 != 0
    }
    Challenge(
      "isbn-10 checksum", "[1, 0, 0, 0, 0, 0, 0, 0, 0, 1]", Gen<[Int]>.array(of: .integer(in: 0...10), count: 10...10)
    ) { d in
      d[0] == 0 || d.enumerated().reduce(0) { $0 + $1.element * (10 - $1.offset) } % 11 != 0
    }
  }
}

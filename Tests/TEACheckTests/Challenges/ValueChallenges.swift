import TEACheck

/// Challenges beyond ``PublicChallenges``. In most of them, parts of a value must change together, however far apart they are.
enum ValueChallenges {
  static var all: [Challenge] { lists + texts + numbersAndTables + trees }

  private static let integers = Gen<[Int]>.array(of: .integer)

  @ChallengeBuilder static var lists: [Challenge] {
    let lists16 = Gen<[Int16]>.array(of: .integer)
    Challenge("bound5", "([], [], [], [-1], [-32768])", zip(lists16, lists16, lists16, lists16, lists16)) {
      (a, b, c, d, e) -> Bool in
      let lists: [[Int16]] = [a, b, c, d, e]
      let sums: [Int16] = lists.map { $0.reduce(0, &+) }
      return sums.contains { $0 >= 256 } || sums.reduce(0, &+) < 5 * 256
    }
    Challenge(
      "product of a list", "([2, 2], [0, 0, 0, 0])",
      zip(Gen<[Int]>.array(of: .integer(in: 1...9), count: 0...10), integers)
    ) { (factors: [Int], list: [Int]) in
      factors.count < 2 || factors.contains(1) || factors.reduce(1, &*) != list.count
    }
    Challenge(
      "product of a list by flatMap", "([1, 5], [0, 0, 0, 0, 0])",
      Gen<[Int]>.array(of: .integer(in: 1...5), count: 1...3).flatMap { factors in
        let length = factors.reduce(1, *)
        return Gen<[Int]>.array(of: .integer, count: length...length).map { (factors, $0) }
      }
    ) { factors, list in factors.count < 2 || list.count < 5 }
    Challenge("as long as each other", "([0, 0, 0], [0, 0, 0])", zip(integers, integers)) {
      (a: [Int], b: [Int]) -> Bool in
      a.count < 3 || a.count != b.count
    }
    Challenge("twice as long", "([0, 0], [0, 0, 0, 0])", zip(integers, integers)) { (a: [Int], b: [Int]) -> Bool in
      a.count < 2 || a.count * 2 != b.count
    }
    Challenge("three of one length", "([0], [0], [0])", zip(integers, integers, integers)) {
      (a: [Int], b: [Int], c: [Int]) -> Bool in
      a.isEmpty || a.count != b.count || b.count != c.count
    }
    Challenge("a length and a list", "(3, [0, 0, 0])", zip(Gen<Int>.integer(in: 0...100), integers)) {
      (n: Int, list: [Int]) -> Bool in
      n < 3 || n != list.count
    }
    Challenge("square matrix", "[[0, 0], [0, 1]]", matrices) { (rows: [[Int]]) -> Bool in
      rows.count < 2 || rows.count != rows[0].count || rows.last?.last == 0
    }
    Challenge("sum of a list in another", "([7, 1], [8])", zip(integers, integers)) {
      (list: [Int], sums: [Int]) -> Bool in
      list.count < 2 || list[0] < 7 || list.contains(0) || !sums.contains(list.reduce(0, &+))
    }
    Challenge(
      "permutation", "([0, 1], [1, 0])",
      Gen<[Int]>.array(of: .integer(in: 0...9)).flatMap { list in
        Gen<[Int]>.shuffled(list).map { (list, $0) }
      }
    ) { $0 == $1 || $0 != $0.sorted() }
    Challenge(
      "intervals that overlap", "[(0, 1), (0, 1)]",
      Gen<[(Int, Int)]>.array(of: zip(.integer(in: 0...1_000), .integer(in: 0...1_000)))
    ) { intervals in
      !intervals.indices.contains { earlier in
        intervals.indices.contains { later in
          earlier < later
            && max(intervals[earlier].0, intervals[later].0) < min(intervals[earlier].1, intervals[later].1)
        }
      }
    }
  }

  private static var matrices: Gen<[[Int]]> {
    Gen<Int>.integer(in: 1...8).flatMap { width in
      .array(of: .array(of: .integer, count: width...width), count: 1...8)
    }
  }

  @ChallengeBuilder static var texts: [Challenge] {
    let abTexts = Gen<String>.string(of: .element(of: "ab"), count: 0...100)
    let tags = Gen<String>.string(of: .element(of: "abcdefghijklmnopqrstuvwxyz, "), count: 0...40)
    Challenge("two strings of one length", #"("aaa", "aaa")"#, zip(Gen<String>.string, .string)) {
      $0.count < 3 || $0.count != $1.count
    }
    Challenge(
      "two equal strings", #"("aaa", "aaa")"#,
      Gen<String>.string.flatMap { text in
        zip(.always(text), .oneOf(.string, .always(text)))
      }
    ) { $0.count < 3 || $0 != $1 }
    Challenge("two equal strings in a list", #"["a", "a"]"#, Gen<[String]>.array(of: abTexts)) { list in
      let list = list.filter { !$0.isEmpty }
      return Set(list).count == list.count
    }
    Challenge(
      "one letter, two equal strings", #"("xxx", "xxx")"#,
      zip(.string(of: .element(of: "x"), count: 0...100), .string(of: .element(of: "x"), count: 0...100))
    ) { $0.count < 3 || $0 != $1 }
    Challenge("anagrams", #"("ab", "ba")"#, zip(abTexts, abTexts)) { $0 == $1 || $0.sorted() != $1.sorted() }
    Challenge("palindrome", "aba", abTexts) {
      $0.count < 3 || Set($0).count < 2 || String($0.reversed()) != $0
    }
    Challenge("tags typed as one string", "a,a", tags) { text in
      let tags = text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
      return Set(tags).count == tags.count
    }
    Challenge(
      "brackets", "((()))", Gen<String>.string(of: .element(of: "()"), count: 0...60)
    ) { text in
      var (depth, deepest, pairs) = (0, 0, 0)
      for character in text {
        depth += character == "(" ? 1 : -1
        if depth < 0 { return true }
        if character == ")" { pairs += 1 }
        deepest = max(deepest, depth)
      }
      return depth != 0 || deepest < 2 || pairs < 3
    }
  }

  /// `false` only for three digits or more that do not begin with zero and add up to a multiple of ten.
  @Sendable private static func lacksValidChecksum(_ digits: [Int]) -> Bool {
    guard digits.count >= 3, digits[0] > 0 else { return true }
    return digits.reduce(0, +) % 10 > 0
  }

  @Sendable private static func hasNoRisingRunOfFour(_ list: [Int]) -> Bool {
    var length = 1
    for (number, next) in zip(list, list.dropFirst()) {
      length = number < next ? length + 1 : 1
      if length == 4 { return false }
    }
    return true
  }

  @ChallengeBuilder static var numbersAndTables: [Challenge] {
    let positive = Gen<Int>.integer(in: 1 ... .max)
    let digits = Gen<[Int]>.array(of: .integer(in: 0...9), count: 0...20)
    Challenge("checksum", "[1, 0, 9]", digits, lacksValidChecksum)
    Challenge("digits that add up to twenty", "[0, 2, 9, 9]", digits) { (digits: [Int]) -> Bool in
      digits.count < 4 || digits.reduce(0, +) != 20
    }
    Challenge(
      "far apart in a list", "[0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 5]",
      Gen<[Int]>.array(of: .integer(in: 0...12), count: 13...13)
    ) { $0[3] < 5 || $0[3] != $0[12] }
    Challenge("difference must not be one", "(10, 9)", zip(positive, positive)) { one, other in
      one < 10 || (one &- other != 1 && other &- one != 1)
    }
    Challenge("a rising run of four", "[0, 1, 2, 3]", integers, hasNoRisingRunOfFour)
    Challenge("a dictionary whose value is a key", "[0: 0, 1: 0]", dictionaries(from: 0)) { dictionary in
      !dictionary.hasLink
    }
    Challenge("two related entries", "[1: 2, 2: 1]", dictionaries(from: 1)) { dictionary in
      !dictionary.hasPair
    }
    Challenge("nested lists", "[[[0]], [[0]]]", Gen<[[[Int]]]>.array(of: .array(of: integers))) {
      $0.count { $0.contains { !$0.isEmpty } } < 2
    }
    Challenge("a table and its rows", "([0, 1], [(0, 1)])", tables) { (table: Table) -> Bool in
      !table.hasLink
    }
  }

  private static func dictionaries(from least: Int) -> Gen<NumberMap> {
    let number = Gen<Int>.integer(in: least...1_000)
    return Gen<[Int: Int]>.dictionary(of: number, number).map { NumberMap(entries: $0) }
  }

  private static var tables: Gen<Table> {
    let id = Gen<Int>.integer(in: 0...50)
    let rows = Gen<[(Int, Int)]>.array(of: zip(id, id))
    return zip(Gen<[Int]>.array(of: id), rows).map { Table(ids: $0, rows: $1) }
  }

  @ChallengeBuilder static var trees: [Challenge] {
    Challenge("heap by flatMap", Heap.smallest, leastSeeds: 45, Heap.byFlatMap(least: 0, depth: 6)) {
      $0.isSortedRightly
    }
    Challenge("heap by recursive", Heap.smallest, Heap.byRecursion) { $0.isSortedRightly }
    Challenge("unbalanced tree", "(. 0 (. 0 (. 0 .)))", Heap.unordered(depth: 6)) { $0.depth < 3 || $0.count > 3 }
    Challenge("JSON with a key twice", #"{a: null, a: null}"#, Document.any(depth: 4)) { !$0.repeatsKeys }
    Challenge("JSON that is deep", "[[[null]]]", Document.any(depth: 4)) { $0.depth < 4 }
    Challenge("JSON with two equal lists", "[[null], [null]]", Document.any(depth: 4)) { !$0.repeatsLists }
  }
}

/// A dictionary whose description lists its entries in the order of their keys, so that equal dictionaries have equal texts.
struct NumberMap: CustomStringConvertible, Sendable {
  var entries: [Int: Int]

  /// `true` where the value of an entry is the key of another one.
  var hasLink: Bool { entries.contains { key, value in key != value && entries[value] != nil } }
  /// `true` where each of two entries has the key of the other one as its value.
  var hasPair: Bool { entries.contains { key, value in key != value && entries[value] == key } }

  var description: String {
    "[\(entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
  }
}

/// Identifiers, and rows that each refer to two of them.
struct Table: CustomStringConvertible, Sendable {
  var ids: [Int]
  var rows: [(Int, Int)]

  var description: String { "(\(ids), \(rows))" }

  /// `true` where a row refers to two different identifiers of the table.
  var hasLink: Bool { rows.contains { $0.0 != $0.1 && ids.contains($0.0) && ids.contains($0.1) } }
}

/// The binary heap of a well-known challenge. The fault is in the way to list a heap in order: the two subtrees of the root are
/// merged, but then the merged heap is listed without sorting it.
indirect enum Heap: CustomStringConvertible, Sendable {
  case empty
  case node(Int, Heap, Heap)

  static let smallest = "(. 0 ((. 1 .) 0 (. 0 .)))"

  static func byFlatMap(least: Int, depth: Int) -> Gen<Heap> {
    Gen<Bool>.bool.flatMap { isNode in
      guard isNode, depth > 0 else { return .always(.empty) }
      return Gen<Int>.integer(in: least...1_000).flatMap { value in
        zip(byFlatMap(least: value, depth: depth - 1), byFlatMap(least: value, depth: depth - 1))
          .map { .node(value, $0, $1) }
      }
    }
  }

  static var byRecursion: Gen<Heap> {
    Gen<Heap>.recursive(.always(.empty)) { smaller in
      zip(.integer(in: 0...1_000), smaller, smaller).map { .node($0, $1, $2) }
    }.map { $0.raised(to: 0) }
  }

  static func unordered(depth: Int) -> Gen<Heap> {
    depth == 0
      ? .always(.empty)
      : .oneOf(
        .always(.empty),
        zip(Gen<Int>.integer, unordered(depth: depth - 1), unordered(depth: depth - 1)).map { .node($0, $1, $2) })
  }

  /// Adds to each value the new value of its parent, or `least` at the root, so that no parent is larger than its children.
  private func raised(to least: Int) -> Heap {
    guard case .node(let value, let left, let right) = self else { return .empty }
    return .node(least + value, left.raised(to: least + value), right.raised(to: least + value))
  }

  var description: String {
    guard case .node(let value, let left, let right) = self else { return "." }
    return "(\(left) \(value) \(right))"
  }

  /// The values, each before those of its subtrees.
  var list: [Int] {
    guard case .node(let value, let left, let right) = self else { return [] }
    return [value] + left.list + right.list
  }

  var count: Int { list.count }

  var depth: Int {
    guard case .node(_, let left, let right) = self else { return 0 }
    return 1 + max(left.depth, right.depth)
  }

  func merged(with other: Heap) -> Heap {
    guard case .node(let value, let left, let right) = self else { return other }
    guard case .node(let otherValue, let otherLeft, let otherRight) = other else { return self }
    return value <= otherValue
      ? .node(value, right.merged(with: other), left) : .node(otherValue, otherRight.merged(with: self), otherLeft)
  }

  /// `true` where the faulty way to list the heap gives its values in order.
  var isSortedRightly: Bool {
    guard case .node(let value, let left, let right) = self else { return true }
    return [value] + left.merged(with: right).list == list.sorted()
  }
}

/// JSON-like values, with a generator that is a recursive function.
indirect enum Document: Hashable, CustomStringConvertible, Sendable {
  case null
  case number(Int)
  case list([Document])
  case object([Pair])

  struct Pair: Hashable, Sendable {
    var key: String
    var value: Document
  }

  static func any(depth: Int) -> Gen<Document> {
    let flat = Gen<Document>.oneOf(.always(.null), Gen<Int>.integer.map { .number($0) })
    guard depth > 0 else { return flat }
    let key = Gen<String>.string(of: .element(of: "abcde"), count: 1...3)
    return Gen<Int>.integer(in: 0...3).flatMap { kind in
      switch kind {
      case 0, 1: flat
      case 2: Gen<[Document]>.array(of: any(depth: depth - 1), count: 0...4).map { .list($0) }
      default:
        Gen<[Pair]>.array(of: zip(key, any(depth: depth - 1)).map { Pair(key: $0, value: $1) }, count: 0...4)
          .map { .object($0) }
      }
    }
  }

  var description: String {
    switch self {
    case .null: "null"
    case .number(let number): "\(number)"
    case .list(let list): "\(list)"
    case .object(let pairs): "{\(pairs.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    }
  }

  private var parts: [Document] {
    switch self {
    case .null, .number: []
    case .list(let list): list
    case .object(let pairs): pairs.map(\.value)
    }
  }

  var depth: Int { 1 + (parts.map(\.depth).max() ?? 0) }

  var repeatsKeys: Bool {
    if case .object(let pairs) = self, Set(pairs.map(\.key)).count < pairs.count { return true }
    return parts.contains(where: \.repeatsKeys)
  }

  var repeatsLists: Bool {
    if case .list(let list) = self {
      let nonEmptyLists = list.filter { if case .list(let inner) = $0 { !inner.isEmpty } else { false } }
      if Set(nonEmptyLists).count < nonEmptyLists.count { return true }
    }
    return parts.contains(where: \.repeatsLists)
  }
}

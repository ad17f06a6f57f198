import TEARuntime
import Testing

@Suite struct LiteralTests {
  private enum Key: String, CodingKey { case backups }

  @Test func `a place in a text is written by its offset`() {
    let (text, face) = ("héllo", "😀")
    let second = text.index(after: text.startIndex)
    let places = [text.startIndex, second, text.endIndex, face.utf16.index(after: face.startIndex)]
    #expect(places.map { literal($0) } == ["0[any]", "1[utf8]", "6[utf8]", "0[utf8]+1"])
    #expect(structuralLiteral([text.endIndex]) == "[6[utf8]]" && literal(Optional(text.endIndex) as Any) == "6[utf8]")
    let differences = Difference.between(text.startIndex, and: text.endIndex)
    #expect(differences.map { "\($0.before) → \($0.after)" } == ["0[any] → 6[utf8]"])
  }

  @Test func `strings are quoted, and what does not print is escaped`() {
    #expect(literal("") == #""""#)
    #expect(literal("a \"b\" \\c") == #""a \"b\" \\c""#)
    #expect(literal("a\nb\tc\r") == #""a\nb\tc\r""#)
    #expect(literal("\u{0}\u{1B}[31m\u{7F}\u{85}") == #""\u{0}\u{1B}[31m\u{7F}\u{85}""#)
    #expect(literal("\u{202E}abc\u{2066}\u{200B}\u{FEFF}") == #""\u{202E}abc\u{2066}\u{200B}\u{FEFF}""#)
    #expect(literal("\u{2028}\u{2029}\u{E000}") == #""\u{2028}\u{2029}\u{E000}""#)
    #expect(literal("é 漢 👩‍👩‍👧") == "\"é 漢 👩‍👩‍👧\"")
    #expect(literal("abcd".dropFirst()) == #""bcd""#)
    #expect(literal(["a": Key.backups]) == #"["a": backups]"#)
    #expect(literal("\n" as Character) == #""\n""#)
    #expect(literal("\u{202E}" as Unicode.Scalar) == #""\u{202E}""#)
  }

  @Test func `a description is used, and escaped`() {
    #expect(literal(Described(text: "red \"x\"\n\u{1B}[0m")) == #"red "x"\n\u{1B}[0m"#)
    #expect(literal(1.5) == "1.5" && literal(true) == "true")
  }

  @Test func `enums show their case and its payload`() {
    #expect(literal(Shape.empty) == "empty")
    #expect(literal(Shape.one("a")) == #"one("a")"#)
    #expect(literal(Shape.labelled(x: 1)) == "labelled(x: 1)")
    #expect(literal(Shape.many(1, "b")) == #"many(1, "b")"#)
    #expect(literal(Shape.mixed(1, y: nil)) == "mixed(1, y: nil)")
    #expect(literal(Shape.nested(.labelled(x: 2))) == "nested(labelled(x: 2))")
    #expect(literal(Shape.void(())) == "void()")
    #expect(literal(Shape.list([1, 2])) == "list([1, 2])")
  }

  @Test func `structs show their fields, nested ones too`() {
    #expect(literal(Box(of: Box(of: "a"))) == #"Box<Box<String>>(of: Box<String>(of: "a"))"#)
    #expect(literal(Outer(inner: .init(id: 1))) == "Outer(inner: Inner(id: 1))")
    #expect(literal(Nothing()) == "Nothing()")
  }

  @Test func `tuples, types and void read as in source, and optionals as the values that they hold`() {
    #expect(literal((1, b: "x")) == #"(1, b: "x")"#)
    #expect(literal(Optional(Optional(1)) as Any) == "1")
    #expect(literal(nil as Int? as Any) == "nil")
    #expect(literal([1, nil]) == "[1, nil]")
    #expect(literal(()) == "()")
    #expect(literal(Int.self) == "Int.self")
  }

  @Test func `sets and dictionaries have one order, whatever the hashing`() {
    #expect(literal(Set(["c", "a", "b"])) == #"["a", "b", "c"]"#)
    #expect(literal(["b": 2, "a": 1]) == #"["a": 1, "b": 2]"#)
    #expect(literal([:] as [Int: Int]) == "[:]")
    #expect(literal([] as Set<Int>) == "[]")
    #expect(literal([10, -2, 1, 2] as Set) == "[-2, 1, 2, 10]" && literal([10: "a", 9: "b"]) == #"[9: "b", 10: "a"]"#)
    let (one, other) = (Set(0..<100), Set((0..<100).reversed()))
    #expect(literal(one) == literal(other))
  }

  @Test func `objects show their fields, and cycles end at the first object met again`() {
    let (one, other) = (Node(), Node())
    #expect(literal(one) == "Node(next: nil, back: nil)")
    (one.next, one.back, other.next, other.back) = (other, other, one, one)
    let text = literal(one)
    (one.next, one.back) = (nil, nil)
    #expect(text == "Node(next: Node(next: …, back: …), back: Node(next: …, back: …))")
  }

  @Test func `the difference of objects that refer to themselves is found once`() {
    let (before, after) = (LongRing("a"), LongRing("b"))
    defer { (before.next, after.next) = (nil, nil) }
    #expect(Difference.between(before, and: after).map(\.path) == ["text"])
  }

  @Test func `an object that is met twice, but not inside itself, is shown twice`() {
    let node = Node()
    #expect(literal([node, node]) == "[Node(next: nil, back: nil), Node(next: nil, back: nil)]")
  }

  @Test func `what is nested more than 24 levels deep is cut`() {
    var deep: any Sendable = "end"
    for _ in 0..<100 { deep = [deep] }
    #expect(literal(deep) == String(repeating: "[", count: 24) + "…" + String(repeating: "]", count: 24))
  }

  @Test func `the short name of a type leaves out its surroundings`() {
    #expect(shortName(of: Outer.Inner.self) == "Inner")
    #expect(shortName(of: [Int].self) == "Array<Int>")
  }
}

@Suite struct StructuralValueTests {
  @Test func `equal structure is equal, and hashes alike`() throws {
    try expectEqual(Outer(inner: .init(id: 1)), Outer(inner: .init(id: 1)))
    try expectEqual(Shape.mixed(1, y: "a"), Shape.mixed(1, y: "a"))
    try expectEqual(Shape.empty, Shape.empty)
    try expectEqual(Shape.nested(.void(())), Shape.nested(.void(())))
    try expectEqual([Outer(inner: .init(id: 1))], [Outer(inner: .init(id: 1))])
    try expectEqual(nil as Outer?, nil)
    try expectEqual((1, "a"), (1, "a"))
    try expectEqual(Nothing(), Nothing())
    try expectEqual((), ())
  }

  @Test func `a difference at any depth is a difference`() throws {
    try expectUnequal(Outer(inner: .init(id: 1)), Outer(inner: .init(id: 2)))
    try expectUnequal([Outer(inner: .init(id: 1))], [Outer(inner: .init(id: 1)), Outer(inner: .init(id: 1))])
    try expectUnequal(Optional(Outer(inner: .init(id: 1))), nil)
    try expectUnequal(Outer??.some(nil), Outer??.none)
    try expectUnequal((1, "a"), (1, "b"))
    try expectUnequal(Shape.nested(.list([1])), Shape.nested(.list([2])))
  }

  @Test func `each case of an enum differs from every other`() throws {
    let cases: [Shape] = [
      .empty, .alsoEmpty, .one("1"), .labelled(x: 1), .labelled(y: 1), .many(1, "1"), .mixed(1, y: "1"),
      .nested(.empty), .void(()), .list([]),
    ]
    for (index, one) in cases.enumerated() {
      for (otherIndex, other) in cases.enumerated() {
        #expect(try (StructuralValue(one) == StructuralValue(other)) == (index == otherIndex))
      }
    }
  }

  @Test func `equality does not depend on descriptions`() throws {
    try expectUnequal(Masked.one, Masked.two)
    try expectUnequal(Masked.payload(Outer(inner: .init(id: 1))), .payload(Outer(inner: .init(id: 2))))
    try expectEqual(Masked.one, Masked.one)
  }

  @Test func `equality depends on the type`() throws {
    #expect(try StructuralValue(Box(of: Nothing())) != StructuralValue(Nothing()))
    #expect(try StructuralValue([] as [Outer]) != StructuralValue([] as [Shape]))
    try expectUnequal(TypeHolder(type: Int.self), TypeHolder(type: String.self))
    try expectUnequal(TypeHolder(type: Node.self), TypeHolder(type: SubNode.self))
    try expectEqual(TypeHolder(type: Int.self), TypeHolder(type: Int.self))
  }

  @Test func `a hashable part is compared by its own ==`() throws {
    try expectEqual(Box(of: CaseBlind("A")), Box(of: CaseBlind("a")))
    try expectUnequal(Box(of: CaseBlind("A")), Box(of: CaseBlind("b")))
  }

  @Test func `dictionaries are compared entry by entry, in any order`() throws {
    let entries = (0..<50).map { ("\($0)", Shape.labelled(x: $0)) }
    let one = Dictionary(uniqueKeysWithValues: entries)
    let other = Dictionary(uniqueKeysWithValues: entries.reversed())
    try expectEqual(one, other)
    try expectUnequal(one, one.filter { $0.key != "7" })
    try expectUnequal(one, one.merging(["7": .empty]) { $1 })
    try expectUnequal(["a": Shape.empty], ["b": Shape.empty])
    try expectUnequal([:], ["a": Shape.empty])
  }

  @Test func `sets are compared in any order`() throws {
    try expectEqual(Box(of: Set(0..<50)), Box(of: Set((0..<50).reversed())))
    try expectUnequal(Box(of: Set([1])), Box(of: Set([1, 2])))
  }

  @Test func `a function has no equality, and the error names its place`() {
    expectIncomparable(Button(id: 1, onTap: {}), at: "onTap", "() -> ()")
    expectIncomparable(Optional(Button(id: 1, onTap: {})) as Any, at: "some.onTap", "() -> ()")
    expectIncomparable(["key": [Button(id: 1, onTap: {})]], at: #"["key"].[0].onTap"#, "() -> ()")
    expectIncomparable((1, {}), at: "1", "() -> ()")
    expectIncomparable({}, at: "the value itself", "() -> ()")
  }

  @Test func `an object without equality is refused, and one with equality is not`() throws {
    expectIncomparable(Box(of: Node()), at: "of", "Node")
    try expectEqual(Box(of: Badge(id: 1)), Box(of: Badge(id: 1)))
    try expectUnequal(Box(of: Badge(id: 1)), Box(of: Badge(id: 2)))
  }

  @Test func `a type that mirrors itself is compared by what it stores`() throws {
    try expectEqual(Box(of: Hiding(secret: 1)), Box(of: Hiding(secret: 1)))
    try expectUnequal(Box(of: Hiding(secret: 1)), Box(of: Hiding(secret: 2)))
  }

  private func expectEqual<Value>(
    _ one: Value, _ other: Value, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (one, other) = (try StructuralValue(one), try StructuralValue(other))
    #expect(one == other, sourceLocation: location)
    #expect(one.hashValue == other.hashValue, sourceLocation: location)
  }

  private func expectUnequal<Value>(
    _ one: Value, _ other: Value, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try StructuralValue(one) != StructuralValue(other), sourceLocation: location)
  }

  private func expectIncomparable(
    _ value: Any, at place: String, _ type: String, _ location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: IncomparableValue.self, sourceLocation: location) {
      try StructuralValue(value)
    }
    let remedy = type.contains("->") ? "hold a value that says what to do" : "make the type Hashable"
    #expect(
      error?.description == "\(place) is of type \(type), which has no equality: \(remedy), or keep it elsewhere",
      sourceLocation: location)
  }
}

@Suite struct DifferenceTests {
  @Test func `collections whose text is long differ part by part`() {
    struct Row: Equatable { var title: String, isDone = false }
    struct List { var rows: [Row], notes: [String: Row] }
    var (before, after) = (List(rows: [], notes: [:]), List(rows: [], notes: [:]))
    before.rows = ["one of them", "another one", "a third one"].map { Row(title: $0) }
    before.notes = ["b": before.rows[0], "a": before.rows[1], "c": before.rows[2]]
    after = before
    after.rows[1].isDone = true
    after.notes["a"]?.title = "new"
    #expect(
      Difference.between(before, and: after).map { "\($0.path): \($0.before) → \($0.after)" } == [
        "rows[1].isDone: false → true", #"notes["a"].title: "another one" → "new""#,
      ])
    after.rows.removeLast()
    let paths = Difference.between(before, and: after).map(\.path)
    #expect(paths == ["rows[1].isDone", "rows[2]", #"notes["a"].title"#])
  }

  @Test func `entries whose keys have one text are in the order of their differences`() {
    struct Key: Hashable, CustomStringConvertible {
      var number: Int
      var description: String { "a key with a long text" }
    }
    let before = Dictionary(uniqueKeysWithValues: (1...9).map { (Key(number: $0), $0) })
    let after = before.mapValues { $0 == 5 ? 5 : $0 + 10 }
    #expect(Difference.between(before, and: after).map(\.before) == ["1", "2", "3", "4", "6", "7", "8", "9"])
    var numbers = Dictionary(uniqueKeysWithValues: (0..<20).map { (Double($0), $0) })
    numbers.merge((0..<9).map { (.nan, $0) }) { $1 }
    let others = numbers.mapValues { $0 == 7 ? 8 : $0 }
    #expect(
      Set(Difference.between(numbers, and: others).map { "\($0.path): \($0.before) → \($0.after)" })
        == ["[7.0]: 7 → 8", "[nan]: 7 → 8"])
  }

  @Test func `an entry whose key is unequal to itself is compared by the text of the key`() {
    var numbers = Dictionary(uniqueKeysWithValues: (0..<20).map { (Double($0), $0) })
    numbers[.nan] = 1
    var others = numbers
    others[3] = 4
    #expect(differences(numbers, others) == ["[3.0]: 3 → 4"])
  }

  @Test func `equal values have no difference`() {
    #expect(differences(1, 1) == [])
    #expect(differences(Outer(inner: .init(id: 1)), Outer(inner: .init(id: 1))) == [])
  }

  @Test func `structs and tuples are taken apart, in the order of their fields`() {
    let before = (outer: Outer(inner: .init(id: 1)), same: 0, shape: Shape.empty)
    let after = (outer: Outer(inner: .init(id: 2)), same: 0, shape: Shape.one("a"))
    #expect(differences(before, after) == ["outer.inner.id: 1 → 2", #"shape: empty → one("a")"#])
    #expect(differences((1, 2), (1, 3)) == ["1: 2 → 3"])
  }

  @propertyWrapper struct Clamped: Equatable {
    var wrappedValue: Int
    var range = 0...9
  }

  @propertyWrapper struct Trimmed: Equatable {
    private var stored: String
    init(wrappedValue: String) { stored = wrappedValue }
    var wrappedValue: String {
      get { stored.uppercased() }
      set { stored = newValue }
    }
  }

  struct Form: Equatable {
    @Clamped var age = 3
    @Trimmed var name = "a"
    var _plain = 1
    mutating func narrow() { _age.range = 0...5 }
  }

  @Test func `a property with a wrapper is shown by its name where the wrapper stores the value`() {
    var form = Form()
    #expect(literal(form) == #"Form(age: 3, _age.range: 0...9, _name: Trimmed(stored: "a"), _plain: 1)"#)
    form.age = 4
    form.name = "b"
    form._plain = 2
    #expect(differences(Form(), form) == ["age: 3 → 4", #"_name.stored: "a" → "b""#, "_plain: 1 → 2"])
    form = Form()
    form.narrow()
    #expect(differences(Form(), form) == ["_age.range: 0...9 → 0...5"])
    // A structural literal, which is read back, names the stored properties.
    #expect(structuralLiteral(Form()).hasPrefix("Form(_age: Clamped(wrappedValue: 3, range: "))
  }

  @Test func `a lazy property is shown by its name`() {
    struct Numbers {
      var count = 2
      lazy var squares = (1...count).map { $0 * $0 }
    }
    var numbers = Numbers()
    #expect(literal(numbers) == "Numbers(count: 2, squares: nil)")
    _ = numbers.squares
    #expect(differences(Numbers(), numbers) == ["squares: nil → [1, 4]"])
  }

  @Test func `objects of one class differ property by property`() {
    class Page { var title = "a", next: Page? }
    final class Tab: Page { var rows = [1, 2] }
    let (before, after) = (Tab(), Tab())
    (before.next, after.next, after.title, after.rows) = (before, after, "b", [1, 3])
    #expect(differences(before, after) == [#"title: "a" → "b""#, "rows: [1, 2] → [1, 3]"])
  }

  @Test func `a key path is shown by its path`() {
    struct Place { var row = 0, column = 0 }
    struct Sorted: Equatable { var key: KeyPath<Place, Int> }
    #expect(differences(Sorted(key: \.row), Sorted(key: \.column)) == [#"key: \Place.row → \Place.column"#])
  }

  @Test func `short collections and other values differ as a whole`() {
    #expect(differences([1], [1, 2]) == [": [1] → [1, 2]"])
    #expect(differences(nil, Optional(Outer(inner: .init(id: 1)))) == [": nil → Outer(inner: Inner(id: 1))"])
    #expect(differences(Shape.one("a"), .one("b")) == [#": one("a") → one("b")"#])
  }

  private indirect enum Part {
    case item(String, isDone: Bool)
    case section(title: String?, [Part], isFolded: Bool)
    case box(Outer, beside: String)
    case cells(Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)
  }

  @Test func `payloads of one case differ part by part where the text of the whole is long`() {
    func trip(title: String? = "Trip to the south of France", socks: Bool = false, brush: Bool = false) -> Part {
      let clothes = [Part.item("socks", isDone: socks), .item("brush", isDone: brush), .item("shirt", isDone: false)]
      return .section(title: title, [.section(title: "Clothes", clothes, isFolded: false)], isFolded: false)
    }
    #expect(differences(trip(), trip(title: nil)) == [#"section.title: "Trip to the south of France" → nil"#])
    #expect(
      differences(trip(), trip(brush: true)) == [
        #"section.1[0].section.1[1]: item("brush", isDone: false) → item("brush", isDone: true)"#
      ])
    #expect(
      differences(["the list of this year": trip()], ["the list of this year": trip(title: "Trip", socks: true)]) == [
        #"["the list of this year"].section.title: "Trip to the south of France" → "Trip""#,
        #"["the list of this year"].section.1[0].section.1[0]: item("socks", isDone: false) → item("socks", isDone: true)"#,
      ])
    let beside = String(repeating: "beside ", count: 9)
    func box(_ id: Int) -> Part? { .box(Outer(inner: .init(id: id)), beside: beside) }
    #expect(differences(box(1), box(2)) == ["box.0.inner.id: 1 → 2"])
    // Values of two cases differ as a whole. So does a payload whose differing parts need no less text than the whole.
    #expect(differences(trip(), Part.item("socks", isDone: false)).map { $0.prefix(10) } == [": section("])
    let cells = Part.cells(100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110)
    let otherCells = Part.cells(200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210)
    #expect(differences(cells, otherCells).map { $0.prefix(8) } == [": cells("])
  }

  @Test func `payloads that a description hides differ part by part`() {
    let (one, other) = (Masked.payload(Outer(inner: .init(id: 1))), Masked.payload(Outer(inner: .init(id: 2))))
    #expect(differences(one, other) == ["payload.inner.id: 1 → 2"])
  }

  /// A list as deep as it is long.
  private indirect enum Chain: Equatable { case link(Int, Chain), end }

  @Test func `the paths of payloads within payloads are bounded`() {
    func chain(last: Int) -> Chain { (1...200).reversed().reduce(.link(last, .end)) { .link($1, $0) } }
    let change = Difference.between(chain(last: 1), and: chain(last: 2)).first
    #expect(change?.path == Array(repeating: "link.1", count: 8).joined(separator: "."))
  }

  @Test func `a value with a description differs as a whole, unless the descriptions are equal`() {
    #expect(differences(Described(text: "a"), Described(text: "b")) == [": a → b"])
    #expect(differences(Described(text: "a", id: 1), Described(text: "a", id: 2)) == ["id: 1 → 2"])
  }

  @Test func `where a field has no equality, the others are still compared`() {
    #expect(differences(Button(id: 1, onTap: {}), Button(id: 2, onTap: {})) == ["id: 1 → 2"])
    #expect(differences(Button(id: 1, onTap: {}), Button(id: 1, onTap: {})) == [])
  }

  @Test func `slices with the same elements differ in their first index or in the text around them`() {
    struct Queue: Equatable { var waiting: ArraySlice<Int>, word: Substring }
    let (text, otherText) = ("abab", "cab")
    let queue = Queue(waiting: [1, 1, 1][..<2], word: text.prefix(2))
    func differences(_ other: Queue) -> [String] {
      Difference.between(queue, and: other, trustingEquality: false).map { "\($0.path): \($0.before) → \($0.after)" }
    }
    #expect(differences(queue) == [])
    #expect(
      differences(Queue(waiting: [1, 1, 1][1...], word: text.suffix(2))) == [
        "waiting.startIndex: 0 → 1", "word.startIndex: 0 → 2",
      ])
    #expect(differences(Queue(waiting: [1, 1], word: otherText.suffix(2))) == [#"word.base: "abab" → "cab""#])
  }

  private func differences<Value>(_ before: Value, _ after: Value) -> [String] {
    Difference.between(before, and: after).map { "\($0.path): \($0.before) → \($0.after)" }
  }
}

// MARK: Types of the values in these tests

private enum Shape {
  case empty
  case one(String)
  case labelled(x: Int)
  case labelled(y: Int)
  case many(Int, String)
  indirect case nested(Shape)
  case mixed(Int, y: String?)
  case void(Void)
  case list([Int])
  case alsoEmpty
}

private struct Outer {
  struct Inner { var id: Int }
  var inner: Inner
}

private struct Box<Content> {
  var of: Content
}

private struct Nothing {}

private struct Described: CustomStringConvertible {
  var text: String
  var id = 0
  var description: String { text }
}

private enum Masked: CustomStringConvertible {
  case one, two, payload(Outer)
  var description: String { "masked" }
}

private class Node {
  var next: Node?
  var back: Node?
}

private final class SubNode: Node {}

/// An object that refers to itself, with a text that is too long to be shown whole.
private final class LongRing {
  let text: String
  var next: LongRing?

  init(_ end: String) {
    text = String(repeating: "x", count: 30_000) + end
    next = self
  }
}

private struct TypeHolder {
  var type: Any.Type
}

private struct CaseBlind: Hashable {
  var text: String
  init(_ text: String) { self.text = text }
  static func == (one: CaseBlind, other: CaseBlind) -> Bool {
    one.text.lowercased() == other.text.lowercased()
  }
  func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

private struct Button {
  var id: Int
  var onTap: () -> Void
}

private final class Badge: Hashable {
  let id: Int
  init(id: Int) { self.id = id }
  static func == (one: Badge, other: Badge) -> Bool { one.id == other.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A value whose mirror shows nothing of it.
private struct Hiding: CustomReflectable {
  var secret: Int
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

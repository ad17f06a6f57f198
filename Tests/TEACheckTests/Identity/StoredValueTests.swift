import Foundation
import TEARuntime
import Testing

@testable import TEACheck

/// Values are told apart by what they store, not by their mirror, their description or their `==`.
@Suite struct StoredValueTests {
  /// A program that stores one of its values in the model.
  enum Holding<Value: Sendable>: Module {
    enum Message { case put(Int) }
    struct Flags: Sendable { var values: [Value] }
    struct Model {
      var values: [Value]
      var value: Value
    }
    static func start(with flags: Flags) -> Model { Model(values: flags.values, value: flags.values[0]) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .put(let index) = message { model.value = model.values[index] }
    }
  }

  /// The numbers of worlds of a model that can hold any of the values, with one and with two workers; -1 for a check that is
  /// not complete.
  private func worldCounts<Value: Sendable>(_ values: [Value]) -> [Int] {
    [1, 2].map { workers in
      let result = Specification(of: Holding<Value>.self) {
        Start(with: [Holding<Value>.Flags(values: values)])
        Messages(of: .model) { model in model.values.indices.map { .put($0) } }
      }.check().exploration(workers: workers)
      return result.isComplete ? result.states : -1
    }
  }

  /// An ordered dictionary whose mirror has the style of a dictionary, as in well-known packages.
  struct Ordered<Key: Hashable & Sendable, Value: Sendable>: CustomReflectable, Sendable {
    private(set) var keys: [Key] = []
    private var values: [Key: Value] = [:]
    init(_ pairs: [(Key, Value)]) { for (key, value) in pairs { (keys, values[key]) = (keys + [key], value) } }
    var customMirror: Mirror {
      Mirror(self, unlabeledChildren: keys.map { ($0, values[$0]!) }, displayStyle: .dictionary)
    }
  }

  struct Row: Sendable { var count = 0 }

  /// A ring buffer whose mirror is an empty collection.
  struct Ring: CustomReflectable, Sendable {
    var storage: [Int]
    var start = 0
    var customMirror: Mirror { Mirror(self, unlabeledChildren: [] as [Int], displayStyle: .collection) }
  }

  /// A value whose mirror has no children.
  struct Shy: CustomReflectable, Sendable {
    var secret = 0
    var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  /// An enumeration whose mirror and description are the same for both cases.
  enum Masked: CustomReflectable, CustomStringConvertible, Sendable {
    case one(Row), two(Row)
    var customMirror: Mirror { Mirror(self, children: ["row": 0], displayStyle: .enum) }
    var description: String { "masked" }
  }

  private static let orders = [Ordered([("a", Row()), ("b", Row())]), Ordered([("b", Row()), ("a", Row())])]

  @Test func `the order counts in a value whose mirror is that of a dictionary`() {
    #expect(worldCounts(Self.orders) == [2, 2])
  }

  @Test func `values are told apart by fields that their mirror leaves out`() {
    #expect(worldCounts([Ring(storage: [1]), Ring(storage: [2]), Ring(storage: [1], start: 1)]) == [3, 3])
    #expect(worldCounts([Shy(), Shy(secret: 1)]) == [2, 2])
    #expect(worldCounts([Masked.one(Row()), .two(Row()), .one(Row(count: 1))]) == [3, 3])
  }

  enum Box<Content: Sendable>: Sendable {
    indirect case far(Content)
    case near(Content, Int), empty
  }

  @Test func `values inside others are told apart by what they store`() {
    let orders = Self.orders
    #expect(worldCounts(orders.map { [$0] }) == [2, 2])
    #expect(worldCounts(orders.map { Optional($0) } + [nil]) == [3, 3])
    #expect(worldCounts(orders.map { ["key": [$0]] }) == [2, 2])
    #expect(worldCounts(orders.map { Box.far($0) } + orders.map { .near($0, 1) } + [.empty]) == [5, 5])
    #expect(worldCounts(orders.map { (1, $0) }) == [2, 2])
    #expect(worldCounts(orders.map { Result<Ordered<String, Row>, Never>.success($0) }) == [2, 2])
    #expect(worldCounts([Ordered([("a", Shy())]), Ordered([("a", Shy(secret: 1))])]) == [2, 2])
    #expect(worldCounts([[Shy()], [Shy(secret: 1)]][...].map { ContiguousArray($0) }) == [2, 2])
  }

  protocol Shape: Sendable {}
  struct Circle: Shape { var shy = Shy() }

  @Test func `values of existential types are told apart by what they store`() {
    // An existential could hold an object; none of these values does, so the checks are complete.
    #expect(worldCounts(Self.orders.map { $0 as any Sendable }) == [2, 2])
    #expect(worldCounts([Circle(), Circle(shy: Shy(secret: 1))].map { $0 as any Shape }) == [2, 2])
    #expect(worldCounts([1 as any Sendable, 1.0, "1", 1 as Int8]) == [4, 4])
    #expect(worldCounts([[Shy()] as any Sendable, [Shy(secret: 1)]]) == [2, 2])
  }

  /// A name, and a `color` that `==` ignores.
  struct Tag: Hashable, Sendable {
    var name = "", color = 0
    static func == (one: Tag, other: Tag) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  struct Offline: Error { var seconds: Int, text = "" }
  enum Refusal: Error { case forbidden, unknown }
  struct Wide: Error { var text: String, lanes: SIMD8<Double> }

  @Test func `errors are told apart by their types and what they store`() {
    // Eight different errors, and three that repeat earlier ones.
    let errors: [any Error] = [
      Offline(seconds: 1), Offline(seconds: 2), Refusal.forbidden, Refusal.unknown, Offline(seconds: 1, text: "a"),
      Wide(text: "a", lanes: .zero), Wide(text: "a", lanes: .one), Wide(text: "b", lanes: .one), Refusal.forbidden,
      Offline(seconds: 1), Wide(text: "b", lanes: .one),
    ]
    #expect(worldCounts(errors) == [8, 8])
    let identity = ValueIdentity.of((any Error).self)
    for (index, sameIndex) in [(2, 8), (0, 9), (7, 10)] {
      #expect(identity.isSame(value: errors[index], and: errors[sameIndex]))
      #expect(identity.hash(ofValue: errors[index]) == identity.hash(ofValue: errors[sameIndex]))
    }
  }

  class Fault: Error, Hashable, @unchecked Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (one: Fault, other: Fault) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  final class DeepFault: Fault, @unchecked Sendable {}

  @Test func `errors that are objects are told apart by their == and their classes`() {
    let identity = ValueIdentity.of((any Error).self)
    func isSame(_ one: any Error, _ other: any Error) -> Bool { identity.isSame(value: one, and: other) }
    #expect(isSame(Fault(1), Fault(1)) && !isSame(Fault(1), Fault(2)))
    let (deep, plain): (Fault, Fault) = (DeepFault(1), Fault(1))
    #expect(!isSame(deep, plain) && isSame(deep, DeepFault(1)))
  }

  @Test func `a model without an equality is told apart by parts that the equality of a field ignores`() {
    #expect(worldCounts([Tag(), Tag(color: 1)]) == [2, 2])
    #expect(worldCounts([[Tag()], [Tag(color: 1)]]) == [2, 2])
    #expect(worldCounts([Set([Tag()]), [Tag(color: 1)]]) == [2, 2])
    #expect(worldCounts([[Tag(): 1], [Tag(color: 1): 1]]) == [2, 2])
    #expect(worldCounts([Tag(), Tag(color: 1), Tag()].map { SendableBox(value: AnyHashable($0)) }) == [2, 2])
  }

  @Test func `zeros are told apart by their sign, and characters by their scalars`() {
    #expect(worldCounts([0.0, -0.0]) == [2, 2])
    #expect(worldCounts(["\u{E9}", "e\u{301}"]) == [2, 2])
    #expect(worldCounts([0.0 as Float, -0.0].map { [$0] }) == [2, 2])
    #expect(worldCounts(["\u{E9}" as Character, "e\u{301}"]) == [2, 2])
    #expect(worldCounts(["\u{E9}"[...], "e\u{301}"[...]]) == [2, 2])
    #expect(worldCounts([Optional(0.0), -0.0, nil]) == [3, 3])
    #expect(worldCounts([0.0..<1, -0.0..<1]) == [2, 2])
    #expect(worldCounts([SIMD2(0.0, 1), SIMD2(-0.0, 1)]) == [2, 2])
    #expect(worldCounts([["\u{E9}": 0], ["e\u{301}": 0]]) == [2, 2])
    #expect(worldCounts([["\u{E9}"] as Set, ["e\u{301}"]]) == [2, 2])
  }

  @Test func `sets and dictionaries have no order`() {
    var setInReverse = Set(minimumCapacity: 100) as Set<Int>
    for number in (0..<20).reversed() { setInReverse.insert(number) }
    #expect(worldCounts([Set(0..<20), setInReverse]) == [1, 1])
    #expect(worldCounts([["a": Row(), "b": Row()], ["b": Row(), "a": Row()]]) == [1, 1])
  }

  struct Padded: Sendable {
    var flag = false
    var number = 0
    var choice: Int8?
  }

  @Test func `padding does not tell values apart`() {
    // The flag depends on the number, so there are four numbers and two choices.
    #expect(
      worldCounts((0..<40).map { Padded(flag: $0 % 2 == 0, number: $0 % 4, choice: $0 % 3 == 0 ? nil : 1) }) == [8, 8])
  }

  @Test func `texts are the same whatever their storage`() {
    let long = String(repeating: "long ", count: 9)
    var appendedText = ""
    for _ in 0..<9 { appendedText += "long " }
    #expect(worldCounts([long, appendedText, String(Array(long))]) == [1, 1])
    #expect(worldCounts([long[...], appendedText[...]]) == [1, 1])
  }

  @Test func `slices are told apart by their indices, and slices of texts by their base`() {
    #expect(worldCounts(["ab"[...], "xab".dropFirst(), "abx".dropLast(), "ab"[...]]) == [3, 3])
    #expect(worldCounts(["ab"[...], "xab".dropFirst()].map { [$0] }) == [2, 2])
    #expect(worldCounts([[1, 2][...], [0, 1, 2].dropFirst(), [1, 2, 3].dropLast()]) == [2, 2])
    #expect(
      worldCounts([Slice(base: Data([1, 2]), bounds: 0..<1), Slice(base: Data([0, 1]), bounds: 1..<2)]) == [2, 2])
    let data = [Data([1, 2]), Data([0, 1, 2]).dropFirst(), Data([1, 2, 3]).dropLast()]
    #expect(worldCounts(data) == [2, 2])
    #expect(worldCounts(data.map { Optional($0) } + [nil]) == [3, 3])
    #expect(worldCounts(data.map { ["key": [$0]] }) == [2, 2])
    #expect(worldCounts(data.map { $0 as any Sendable }) == [2, 2])
    #expect(worldCounts(data.map { Set([$0]) }) == [2, 2])
  }

  @Test func `values that a library takes for equal are told apart by their parts`() {
    #expect(
      worldCounts([Measurement(value: 1, unit: UnitLength.kilometers), Measurement(value: 1_000, unit: .meters)]) == [
        2, 2,
      ])
    #expect(worldCounts(["\u{E9}", "e\u{301}"].map { URLQueryItem(name: $0, value: nil) }) == [2, 2])
    #expect(worldCounts([Tag(), Tag(color: 1)].map { [$0].difference(from: []) }) == [2, 2])
  }

  @Test func `inline arrays are told apart by their elements, and constrained existentials by their values`() {
    #expect(worldCounts([[1, 2], [1, 3], [1, 2]] as [InlineArray<2, Int>]) == [2, 2])
    #expect(worldCounts([["a"], ["b"]] as [InlineArray<1, String>]) == [2, 2])
    #expect(worldCounts([[Tag()], [Tag(color: 1)]] as [InlineArray<1, Tag>]) == [2, 2])
    #expect(worldCounts([[1, 2], [1, 3], Set([1]), [1]] as [any Collection<Int> & Sendable]) == [4, 4])
  }

  @Test func `long inline arrays are told apart by their last element`() {
    func array(_ last: Int) -> InlineArray<1_500, Int> { InlineArray { $0 == 1_499 ? last : 0 } }
    #expect(worldCounts([array(1), array(2), array(1)]) == [2, 2])
    func texts(_ last: String) -> InlineArray<1_500, String> { InlineArray { $0 == 1_499 ? last : "" } }
    #expect(worldCounts([texts("a"), texts("b"), texts("a")]) == [2, 2])
  }

  /// A `Sendable` box for a value of any type.
  struct SendableBox<Value>: @unchecked Sendable { var value: Value }

  @Test func `C structures are told apart by a union, whose fields the metadata does not list`() {
    func address(_ last: UInt8) -> in6_addr {
      var bytes = (0..<15).map { _ in 0 as UInt8 } + [last]
      return bytes.withUnsafeMutableBytes { $0.load(as: in6_addr.self) }
    }
    let addresses = [address(1), address(2), address(1)]
    #expect(worldCounts(addresses.map { SendableBox(value: $0) }) == [2, 2])
    #expect(worldCounts(addresses.map { SendableBox(value: [Optional($0)]) }) == [2, 2])
    #expect(worldCounts(addresses.map { SendableBox(value: $0 as Any) }) == [2, 2])
  }

  @Test func `views of texts are told apart like the texts`() {
    let texts = ["\u{E9}", "e\u{301}", String(repeating: "a", count: 50), String(repeating: "b", count: 50)]
    #expect(worldCounts(texts.map(\.utf8)) == [4, 4])
    #expect(worldCounts(texts.map(\.utf16)) == [4, 4])
    #expect(worldCounts(texts.map(\.unicodeScalars)) == [4, 4])
    #expect(worldCounts(texts.map { [$0[...].utf8] }) == [4, 4])
    #expect(worldCounts(texts.map { Optional($0[...].utf16) }) == [4, 4])
    #expect(worldCounts(texts.map { ["a": $0[...].unicodeScalars] }) == [4, 4])
  }

  struct Titled { var title: String, number: UInt8, kind = Row.self }
  struct Numbered { var number: UInt8, kind = Row.self }
  struct Listed<Element> { var elementType: Element.Type, listType = [Element].self, number: UInt8 }
  enum Screen { case show(Row.Type), number(UInt8), hidden }

  /// Returns whether the parts of a type lie inside of its values, as far as the metadata says.
  private func partsFit<Value>(in type: Value.Type) -> Bool {
    func size<Part>(of type: Part.Type) -> Int { MemoryLayout<Part>.size }
    func fits(_ part: Any.Type, _ offset: Int) -> Bool {
      offset + _openExistential(part, do: size) <= MemoryLayout<Value>.size
    }
    return switch TypeShape(of: type) {
    case .structure(let fields): fields.allSatisfy { fits($0.type, $0.offset) }
    case .enumeration(let cases): cases.allSatisfy { $0.payload.map { fits($0, 0) } ?? true }
    case .tuple, .other: false
    }
  }

  @Test func `a stored type that is known takes no memory, and tells no values apart`() throws {
    // Where a part does not fit, the rest of this test could end the process.
    try #require(partsFit(in: Numbered.self) && partsFit(in: Screen.self) && partsFit(in: Listed<Int>.self))
    let texts = ["aaaaaaaaaaaaaaaaaaaa", String(repeating: "a", count: 20), "b"]
    #expect(worldCounts(texts.map { SendableBox(value: Titled(title: $0, number: 1)) }) == [2, 2])
    #expect(worldCounts([1, 1, 2].map { SendableBox(value: Numbered(number: $0)) }) == [2, 2])
    #expect(worldCounts([1, 1, 2].map { SendableBox(value: Listed(elementType: Int.self, number: $0)) }) == [2, 2])
    let screens = [Screen.show(Row.self), .show(Row.self), .number(1), .number(2), .hidden]
    #expect(worldCounts(screens.map { SendableBox(value: $0) }) == [4, 4])
    #expect(screens.map { literal($0) } == ["show(Row.self)", "show(Row.self)", "number(1)", "number(2)", "hidden"])
    #expect(literal(Numbered(number: 1)) == "Numbered(number: 1, kind: Row.self)")
  }

  struct Chosen { var number: UInt8, kind: Row.Type? }
  enum Choice { case show(kind: Row.Type), maybe(Row.Type?), number(UInt8) }

  @Test func `an optional stored type that is known takes one byte, and one with a label none`() throws {
    try #require(partsFit(in: Chosen.self) && partsFit(in: Choice.self) && TypeShape.hasKnownCases(Choice.self))
    let chosen = [Chosen(number: 1, kind: nil), Chosen(number: 1, kind: Row.self), Chosen(number: 1, kind: nil)]
    #expect(worldCounts(chosen.map { SendableBox(value: $0) }) == [2, 2])
    let choices = [Choice.show(kind: Row.self), .maybe(nil), .maybe(Row.self), .number(1), .show(kind: Row.self)]
    #expect(worldCounts(choices.map { SendableBox(value: $0) }) == [4, 4])
    #expect(
      choices.prefix(4).map { literal($0) } == ["show(Row.self)", "maybe(nil)", "maybe(Row.self)", "number(1)"])
    #expect(
      chosen.prefix(2).map { literal($0) } == ["Chosen(number: 1, kind: nil)", "Chosen(number: 1, kind: Row.self)"])
  }
}

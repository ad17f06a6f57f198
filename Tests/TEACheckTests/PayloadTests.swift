import Extent
import Testing

@testable import TEACheck

/// Every kind of payload that can be derived, nested three deep: every case is drawn, and every value replays.
@Suite struct PayloadTests {
  enum Simple: CaseIterable, Hashable { case first, second, third }
  enum Raw: UInt8, Hashable { case idle, loading, failed }
  enum Single: Hashable { case only }
  enum SingleWithPayload: Hashable { case only(Int8, flag: Bool) }
  struct Empty: Hashable {}
  struct Oops: Error, Hashable { var code: Int8 }

  struct Point: Hashable {
    var x: Int8
    var label: String
    var isOn: Bool
  }

  /// A type with a generator of its own, which derivation uses.
  struct Registered: Hashable, Generatable {
    let even: Int
    private init(even: Int) { self.even = even }
    static var generator: Gen<Registered> { Gen<Int>.integer(in: 0...100).map { Registered(even: $0 * 2) } }
  }

  struct Box<Inside: Hashable>: Hashable {
    var inside: Inside
    var more: [Inside]
    var choice: Choice<Inside, Bool>
  }

  enum Choice<One: Hashable, Other: Hashable>: Hashable { case none, one(One), other(Other), both(One, Other) }

  /// A generic type with a generator of its own.
  struct Tagged<Tag, Item: Hashable>: Hashable, Generatable where Item: FixedWidthInteger & Sendable {
    var item: Item
    static var generator: Gen<Tagged> { Gen<Item>.integer(in: 1...9).map { Tagged(item: $0) } }
  }

  indirect enum Expression: Hashable {
    case number(Int8)
    case negate(Expression)
    case add(Expression, Expression)
  }

  struct Tree: Hashable { var kids: [Tree] }
  indirect enum Chain: Hashable { case link(Chain?) }
  enum Forest: Hashable { case trees([String: Forest]) }

  enum Odd: Hashable { case even(Even?) }
  indirect enum Even: Hashable { case zero, odd(Odd) }

  enum Inner: Hashable {
    case empty
    case void(Void)
    case int(Int), int8(Int8), int16(Int16), int32(Int32), int64(Int64), int128(Int128)
    case uint(UInt), uint8(UInt8), uint16(UInt16), uint32(UInt32), uint64(UInt64), uint128(UInt128)
    case double(Double), float(Float)
    case flag(Bool), text(String), slice(Substring), character(Character), scalar(Unicode.Scalar)
    case duration(Duration)

    static func == (one: Inner, other: Inner) -> Bool { PayloadTests.haveSameText(one, other) }
    func hash(into hasher: inout Hasher) { hasher.combine(literal(self)) }
  }

  enum Middle: Hashable {
    case inner(Inner)
    case tuple(Int8, name: String, inner: Inner)
    case pair((Int8, Bool), Simple)
    case maybe(Inner?), maybeTwice(Inner??)
    case list([Inner]), slice(ArraySlice<Bool>), contiguous(ContiguousArray<Raw>)
    case unique(Set<Simple>), map([Int8: Inner?])
    case outcome(Result<Inner, Oops>), success(Result<Inner, Never>)
    case range(Range<Int8>), closedRange(ClosedRange<Character>), from(PartialRangeFrom<UInt8>)
    case never(Never), neverInside(Int, Never), noFailure(Result<Never, Never>)
    case single(Single), singleWithPayload(SingleWithPayload), nothing(Empty)

    static func == (one: Middle, other: Middle) -> Bool { PayloadTests.haveSameText(one, other) }
    func hash(into hasher: inout Hasher) { hasher.combine(literal(self)) }
  }

  enum Everything {
    case first, second
    case middle(Middle)
    case labelled(text: String)
    case structure(Point), registered(Registered), registeredGeneric(Tagged<Int, UInt8>), list([Tagged<Bool, Int>])
    case choice(Simple), raw(Raw)
    case generic(Box<Box<Int16>>), genericVoid(Choice<Empty, Int8>)
    case expression(Expression), tree(Tree), chain(Chain), forest(Forest), mutual(Odd)
    indirect case boxed(Point, [Everything])
    case error(any Error)
    case many(Int8, Int8, Int8, Bool, Simple, Raw, String, Middle)
  }

  /// `true` if two values have the same text. All NaNs have the same text.
  static func haveSameText<Value>(_ one: Value, _ other: Value) -> Bool { literal(one) == literal(other) }

  /// Expects that the drawn values have all cases whose numbers are `tags`, and no other case, and that each value replays.
  private func expectAll<Value>(
    of type: Value.Type, tags: [Int], seeds: Range<UInt64>, equal: (Value, Value) -> Bool
  ) throws {
    let generator = try Gen<Value>.derived()
    var seenTags: Set<Int> = []
    for seed in seeds {
      let (value, record) = try generator.record(seed: seed, size: 1 + Int(seed % 12))
      seenTags.insert(try #require(enumCase(of: value)))
      let again = try generator.replay(record)
      if !equal(value, again) {
        Issue.record("seed \(seed): \(literal(value)), replayed: \(literal(again))")
        return
      }
    }
    #expect(seenTags.sorted() == tags)
  }

  /// The numbers of the cases of an enum.
  private func tags<Value>(of type: Value.Type) throws -> [Int] {
    guard case .enumeration(let cases) = TypeShape(of: type) else { throw Oops(code: 1) }
    return Array(cases.indices)
  }

  @Test func `values of every case are drawn and replayed`() throws {
    let seeds = 0..<Extent.of(gate: 20_000, night: 1_000_000) as Range<UInt64>
    try expectAll(of: Everything.self, tags: tags(of: Everything.self), seeds: seeds) { one, other in
      guard let one = try? StructuralValue(one), let other = try? StructuralValue(other) else { return false }
      return one == other
    }
  }

  /// A few draws of ``Everything`` do not meet every case of the types within.
  @Test func `values of every case of the types within are drawn and replayed`() throws {
    let seeds = 0..<Extent.of(gate: 2_000, night: 100_000) as Range<UInt64>
    try expectAll(of: Inner.self, tags: tags(of: Inner.self), seeds: seeds, equal: ==)
    // A case with a payload of `Never` has no values.
    guard case .enumeration(let cases) = TypeShape(of: Middle.self) else { throw Oops(code: 2) }
    let impossible: Set = ["never", "neverInside", "noFailure"]
    let possible = cases.indices.filter { !impossible.contains(cases[$0].name) }
    #expect(cases.count - possible.count == 3)
    try expectAll(of: Middle.self, tags: Array(possible), seeds: seeds, equal: ==)
  }

  enum Wide: Hashable {
    case leaf
    indirect case branch(Wide, Wide, Wide, Wide, Wide, Wide, Wide, Wide), other(Wide, Wide, Wide, Wide), one(Wide)
    var count: Int {
      switch self {
      case .leaf: 1
      case .branch(let a, let b, let c, let d, let e, let f, let g, let h):
        [a, b, c, d, e, f, g, h].reduce(1) { $0 + $1.count }
      case .other(let a, let b, let c, let d): [a, b, c, d].reduce(1) { $0 + $1.count }
      case .one(let inside): 1 + inside.count
      }
    }
  }

  @Test func `values of a type with many recursive parts stay small`() throws {
    let generator = try Gen<Wide>.derived()
    let counts = try (0..<60 as Range<UInt64>).map { try generator.sample(seed: $0, size: 60).count }
    #expect(counts.max()! < 3_000)
    #expect(counts.contains { $0 > 100 })
  }
}

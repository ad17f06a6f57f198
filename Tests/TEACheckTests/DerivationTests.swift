@testable import TEAGenerators
@testable import TEAResults
import TEARuntime
import Testing

@testable import TEACheck

/// Generators derived from types alone.
@Suite struct DerivationTests {
  enum Simple: CaseIterable, Hashable { case first, second, third }

  struct Point: Hashable {
    var x: Int8
    var label: String
    var isOn: Bool
  }

  struct Generic<Inside: Hashable>: Hashable {
    var inside: Inside
    var more: [Inside]
  }

  struct Oops: Error, Hashable { var code: Int }

  indirect enum Expression: Hashable {
    case add(Expression, Expression)
    case negate(Expression)
    case number(Int)
  }

  enum Status: UInt8, Hashable { case idle, loading, failed }

  enum Everything: Hashable {
    case empty
    case other
    case integer(Int)
    case unsigned(UInt8)
    case double(Double)
    case text(String)
    case character(Character)
    case flag(Bool)
    case tuple(Int, name: String, isOn: Bool)
    case labelled(text: String)
    case structure(Point)
    case choice(Simple)
    case raw(Status)
    case maybe(Int?)
    case maybeTwice(Bool??)
    case list([Point])
    case unique(Set<Simple>)
    case map([String: Point?])
    case outcome(Result<Point, Oops>)
    case generic(Generic<Generic<Int16>>)
    case tree(Expression)
    indirect case boxed(Point, [Everything])
    case range(ClosedRange<Int>)
  }

  @Test func `a list with room for more values than a type has is exhaustive`() throws {
    let bytes = Gen<UInt8>.integer.fewSmallest(300)
    #expect(bytes.values.count == 256 && bytes.isExhaustive)
    #expect(Gen<UInt16>.integer.fewSmallest(300).values.count == 300)
    #expect(Gen<UInt8>.integer.fewSmallest(2).values.count == 2)
  }

  /// Registers the derived generator of the type itself, filtered to valid values.
  struct Age: Hashable, Generatable {
    var years: UInt8
    static var generator: Gen<Age> { try! Gen.derived().filter { $0.years < 150 } }
  }

  @Test func `a registered generator may be made of the derived one`() throws {
    #expect(try Gen<[Age]>.derived().enumerate(3) == [[], [Age(years: 0)], [Age(years: 1)]])
    #expect(try Gen<Age?>.derived().enumerate(900).count == 151)
  }

  /// Registers the derived generator of an enum whose only case holds the enum.
  enum Rose: Hashable, Generatable {
    case node(Int, [Rose])
    static var generator: Gen<Rose> { try! Gen.derived().filter { $0 != .node(1, []) } }
  }

  @Test func `a recursive type may register its derived generator`() throws {
    #expect(try Gen<[Rose]>.derived().enumerate(2) == [[], [.node(0, [])]])
    #expect(try Gen<Rose>.derivedOutline().hasPrefix("Rose: one of\n"))
  }

  indirect enum Nest<Inside: Hashable>: Hashable { case flat(Inside), nested(Nest<[Inside]>) }

  @Test func `a type that holds ever larger types is an error`() {
    let error = #expect(throws: DerivationError.self) { try Gen<Nest<Bool>>.derived() }
    #expect(error?.reason == "it holds more than 2000 other types")
  }

  @Test func `every kind of payload is sampled and replayed`() throws {
    let generator = try Derivation(root: Everything.self).generator(for: Everything.self)
    var cases: Set<String> = []
    for run in 0..<2_000 as Range<UInt64> {
      var choices = Choices(seed: 1, run: run, size: Int(run % 40))
      let value = try generator.generate(&choices)
      cases.insert(Mirror(reflecting: value).children.first?.label ?? "\(value)")
      let again = try generator.replay(choices.record)
      #expect(literal(again) == literal(value))  // by text, because a NaN is not equal to itself
    }
    #expect(cases.count == 23, "every case")
  }

  @Test func `enumeration goes from small to large`() throws {
    let integers = try Derivation(root: Int.self).generator(for: Int.self)
    #expect(integers.enumerate(5) == [0, 1, -1, 2, -2])
    let bytes = try Derivation(root: UInt8.self).generator(for: UInt8.self)
    #expect(bytes.smallest(300).values == Array(0...255))
    #expect(bytes.smallest(300).isExhaustive)
    #expect(!bytes.smallest(255).isExhaustive)
    let lists = try Derivation(root: [Bool].self).generator(for: [Bool].self)
    #expect(lists.enumerate(5) == [[], [false], [true], [false, false], [false, true]])
    let status = try Derivation(root: Status.self).generator(for: Status.self)
    #expect(status.smallest(9).values == [.idle, .loading, .failed])
    #expect(status.smallest(9).isExhaustive)
    let texts = try Derivation(root: String.self).generator(for: String.self)
    #expect(texts.enumerate(3) == ["", "a", "b"])
  }

  enum OnlyCase: Hashable { case only(Int, flag: Bool) }

  @Test func `the listed values of a type have each case with its smallest payloads`() throws {
    let valuesOfOneCase = try Derivation(root: OnlyCase.self).listedValues(of: OnlyCase.self, scope: 2)
    #expect(
      valuesOfOneCase.values == [
        .only(0, flag: false), .only(0, flag: true), .only(1, flag: false), .only(1, flag: true),
      ])
    #expect(!valuesOfOneCase.isExhaustive)
    let plainCases = try Derivation(root: Result<Bool, Oops>.self).listedValues(of: Simple.self, scope: 1)
    #expect(plainCases.values == [.first, .second, .third])
    #expect(plainCases.isExhaustive)
  }

  enum Suit: CaseIterable, Hashable { case spades, hearts, diamonds, clubs }
  enum Key: Hashable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t
  }
  enum Played: Hashable { case key(Key), suits(Suit, Suit, Suit), both(Key, Bool), pair(Key, Key), number(Key, Int) }

  @Test func `all plain cases of a payload are listed up to 64 values of the case`() throws {
    let listed = try Derivation(root: Played.self).listedValues(of: Played.self, scope: 3)
    func count(_ isIncluded: (Played) -> Bool) -> Int { listed.values.count(where: isIncluded) }
    #expect(count { if case .key = $0 { true } else { false } } == 20)
    #expect(count { if case .suits = $0 { true } else { false } } == 64)
    #expect(count { if case .both = $0 { true } else { false } } == 40)
    // The 400 pairs of keys are too many, so three keys are listed for each place.
    #expect(count { if case .pair = $0 { true } else { false } } == 9)
    // Twenty keys, each with three numbers.
    #expect(count { if case .number = $0 { true } else { false } } == 60)
    #expect(Set(listed.values).count == listed.values.count)
    #expect(!listed.isExhaustive && !listed.exhaustsGenerator)
  }

  /// Two types that contain each other, and register generators made from the derived ones.
  indirect enum Term: Hashable, Generatable {
    case number(Int), block(Statement)
    static var generator: Gen<Term> { try! Gen.derived().filter { $0 != .number(3) } }
  }

  indirect enum Statement: Hashable, Generatable {
    case none, evaluation(Term)
    static var generator: Gen<Statement> { try! Gen.derived().filter { $0 != .evaluation(.number(4)) } }
  }

  @Test func `registered generators made from derived ones that contain each other are an error`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Gen<Term>.derived()
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      errors.contains(
        "its registered generator is made from a derived one that needs it: Statement → Term → Statement"),
      "\(errors.prefix(2_000))")
  }

  @Test func `the generator of a recursive type ends`() throws {
    let generator = try Derivation(root: Expression.self).generator(for: Expression.self)
    #expect(generator.enumerate(3) == [.number(0), .number(1), .add(.number(0), .number(0))])
  }

  final class Player {}
  enum WithClosure {
    case start
    case run(name: String, handler: (Int) -> Void)
  }
  enum WithObject { case play(deep: [Player?]) }
  struct Registered: Hashable, Generatable {
    var even: Int
    static var generator: Gen<Registered> { Gen<Int>.integer(in: 0...100).map { Registered(even: $0 * 2) } }
  }

  @Test func `an error about a closure names its place and the line to write`() {
    #expect {
      try Derivation(root: WithClosure.self).generator(for: WithClosure.self)
    } throws: { error in
      "\(error)" == """
        No generator can be derived for DerivationTests.WithClosure: DerivationTests.WithClosure.run.handler is of type (Int) -> (), and values of \
        a function cannot be made from choices.
        Say in the specification which messages can come, this one with a value of yours and the others:
            Messages { view in [.run(…), …] }
        """
    }
  }

  @Test func `an error about an object names its place and the line to write`() {
    #expect {
      try Derivation(root: WithObject.self).generator(for: WithObject.self)
    } throws: { error in
      "\(error)" == """
        No generator can be derived for DerivationTests.WithObject: DerivationTests.WithObject.play.deep.element.some is of type DerivationTests.Player, and values of \
        a class cannot be made from choices.
        Say in the specification which messages can come, this one with a value of yours and the others:
            Messages { view in [.play(…), …] }
        Or register a generator for it, if the class is final:
            extension DerivationTests.Player: Generatable {
              public static var generator: Gen<DerivationTests.Player> { Gen<Int>.integer(in: 0...2).map { number in … } }
            }
        """
    }
  }

  enum WithInlineArrays { case take(InlineArray<2, InlineArray<3, Bool>>) }

  @Test func `an error about an inline array has its length`() {
    #expect {
      try Derivation(root: WithInlineArrays.self).generator(for: WithInlineArrays.self)
    } throws: { error in
      let name = "InlineArray<2, InlineArray<3, Bool>>"
      return "\(error)".contains(" is of type \(name), and ")
        && "\(error)".contains("    extension \(name): @retroactive Generatable {\n")
    }
  }

  enum WithFlags: Module {
    struct Flags { var player: Player }
    enum Message { case go }
    static func start(with flags: Flags) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  /// The advice to declare `Messages` would be wrong, because flags are no messages.
  @Test func `flags that cannot be derived are reported with advice about the start`() {
    let result = Specification(of: WithFlags.self) {}.check().outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(
      result.message == """
        No generator can be derived for DerivationTests.WithFlags.Flags: DerivationTests.WithFlags.Flags.player is of type DerivationTests.Player, and values of \
        a class cannot be made from choices.
        Register a generator for it, if the class is final:
            extension DerivationTests.Player: Generatable {
              public static var generator: Gen<DerivationTests.Player> { Gen<Int>.integer(in: 0...2).map { number in … } }
            }
        Or say what the program starts with:
            Start(with: [WithFlags.Flags(…)])
        """)
  }

  @Test func `a registered generator is used for its type`() throws {
    let generator = try Derivation(root: [Registered].self).generator(for: [Registered].self)
    for seed in 0..<100 as Range<UInt64> {
      #expect(try generator.sample(seed: seed).allSatisfy { $0.even.isMultiple(of: 2) })
    }
  }

  /// Shrinking replaces a value by one of its parts. The part is then nested less deep than before.
  @Test func `a part of a recursive value replays as the same choices on its own`() throws {
    let generator = try Derivation(root: ShrinkQualityTests.Expression.self)
      .generator(for: ShrinkQualityTests.Expression.self)
    for seed in 0..<50 as Range<UInt64> {
      var choices = Choices(.recorded(try generator.record(seed: seed).choices))
      _ = try generator.generate(&choices)
      for span in choices.spans where span.isRecursive {
        let part = Array(choices.record[span.range])
        var again = Choices(.recorded(part))
        _ = try generator.generate(&again)
        #expect(again.record == part)
      }
    }
  }

  struct Node: Hashable { var kids: [Node] }
  indirect enum Chain: Hashable { case link(Chain?) }
  enum Loop { indirect case pair(Back, Int) }
  enum Back { indirect case loop(Loop) }
  enum Ends: Hashable { indirect case again(Result<Ends, Oops>) }
  enum Ping: Hashable { indirect case pong(Pong), maybe(Ping?) }
  enum Pong: Hashable { indirect case ping(Ping), perhaps(Pong?) }
  struct Hollow { var never: Never }
  enum Rest: Hashable { case some(Int8?), none([Never]), gone(Never) }
  enum WithHollow { case hollow(Hollow), full }

  @Test func `recursive types end in an empty array, nil or a failure`() throws {
    #expect(try Gen<Node>.derived().enumerate(2) == [Node(kids: []), Node(kids: [Node(kids: [])])])
    #expect(try Gen<Chain>.derived().enumerate(2) == [.link(nil), .link(.link(nil))])
    #expect(try Gen<Ends>.derived().enumerate(400).contains(.again(.failure(Oops(code: 0)))))
    #expect(try Gen<Ping>.derived().enumerate(1) == [.maybe(nil)])
    for seed in 0..<500 as Range<UInt64> {
      _ = try Gen<Ping>.derived().sample(seed: seed, size: 100)
      _ = try Gen<Ends>.derived().sample(seed: seed, size: 100)
    }
  }

  @Test func `cases without values are left out`() throws {
    #expect(try Gen<Rest>.derived().enumerate(3) == [.some(nil), .some(0), .none([])])
    #expect(try Gen<WithHollow>.derived().sample(seed: 1) == .full)
    let error = #expect(throws: DerivationError.self) { try Gen<Loop>.derived() }
    #expect(error?.reason == "every case of the enum holds the enum itself, or what has no values")
    #expect(throws: DerivationError.self) { try Gen<Never>.derived() }
    // A list that is empty here may have values elsewhere.
    struct Language: CaseIterable { static var allCases: [Language] { [] } }
    enum Picking { case open, picked(Language) }
    let unlisted = #expect(throws: DerivationError.self) { try Gen<Picking>.derived() }
    #expect(unlisted?.reason == "its allCases is empty")
    // The compiler leaves a known type out of the memory of a tuple, and the metadata does not say where the number is.
    enum Beside { case both(Int.Type, Int) }
    let unreadable = #expect(throws: DerivationError.self) { try Gen<Beside>.derived() }
    #expect(unreadable?.reason == "the types of its payloads cannot be read")
  }

  struct Ticket<Seat: Hashable & SendableMetatype>: Hashable, Generatable {
    var number: Int
    static var generator: Gen<Ticket> { Gen<Int>.integer(in: 7...9).map { Ticket(number: $0) } }
  }
  enum Booking: Hashable { case booked([Ticket<Bool>]), changed([String: Ticket<Int>?]) }

  @Test func `the registered generator of a generic type is used wherever the type occurs`() throws {
    #expect(try Gen<Booking>.derived().enumerate(2) == [.booked([]), .booked([Ticket(number: 7)])])
    for seed in 0..<200 as Range<UInt64> {
      guard case .booked(let tickets) = try Gen<Booking>.derived().sample(seed: seed) else { continue }
      #expect(tickets.allSatisfy { (7...9).contains($0.number) })
    }
  }

  @Test func `an outline lists the parts of a derived generator`() throws {
    #expect(
      try Gen<Outlined>.derivedOutline() == """
        Outlined: one of
          typed(String)
          moved(to: Point, speed: Optional<Double>)
          all(Array<Registered>)
          tree(Node)
          stopped(Simple)
          start
        Point: field by field
          x: Int8
          label: String
          isOn: Bool
        Registered: by its registered generator
        Node: field by field
          kids: Array<Node>
        Simple: one of all its cases
        """)
  }

  enum Outlined {
    case typed(String), moved(to: Point, speed: Double?), all([Registered]), never(Never), tree(Node), stopped(Simple)
    case start
  }
}

extension DerivationTests.WithHollow: Equatable {
  static func == (one: Self, other: Self) -> Bool { enumCase(of: one) == enumCase(of: other) }
}

@testable import TEAGenerators
@testable import TEASupport
import Extent
import TEARuntime
import Testing

@testable import TEACheck

/// Values are read back from their structural texts.
@Suite struct ValueReaderTests {
  typealias Everything = DerivationTests.Everything

  enum Mood: CustomStringConvertible, Hashable {
    case good, bad(Int)
    var description: String { "a mood" }
  }

  struct Box: CustomStringConvertible, Hashable {
    var mood: Mood
    var description: String { "a box" }
  }

  struct Empty: Hashable {}

  enum More: Hashable {
    case nested(Everything, [String: [Everything]])
    case described(Box, Mood?)
    case duration(Duration)
    case texts(Range<String>)
    case bytes(ClosedRange<Int8>)
    case thrice(Int???)
    case pair((Int8, Float)?)
    case slice(ArraySlice<Character>, ContiguousArray<Unicode.Scalar>, Substring)
    case wrapped(Result<Empty, DerivationTests.Oops>?)
    case either(Result<Int, Never>)
    case labelled(inner: (x: Int, y: [Bool: UInt64]))
    case nothing(Void)
    case numbers([Double], [Float])
    case `with space`(Int)
    case `default`

    static func == (one: More, other: More) -> Bool { structuralLiteral(one) == structuralLiteral(other) }
    func hash(into hasher: inout Hasher) { hasher.combine(structuralLiteral(self)) }
  }

  enum Lanes: Hashable {
    case place(SIMD2<Float>), turned(SIMD3<Double>, by: SIMD4<Int8>), bytes(SIMD16<UInt8>)
    case wide([SIMD8<Int>: SIMD32<UInt16>]), widest(SIMD64<Int32>?)
  }

  private func read<Value>(_ type: Value.Type, _ text: String) throws -> Value {
    try ValueReader.read(type, from: ValueText(parsing: text))
  }

  enum Overloaded: Hashable { case add(image: Int), add(data: String), add(both: Int, data: String) }

  struct Names: Hashable { var `first name`: String, `default`: Int }

  @Test func `cases that share a name are read`() throws {
    for value in [Overloaded.add(image: 1), .add(data: "x"), .add(both: 2, data: "y")] {
      #expect(try read(Overloaded.self, structuralLiteral(value)) == value)
    }
  }

  @Test func `fields with names in backticks are read`() throws {
    let names = Names(`first name`: "Ada", default: 1)
    #expect(try read(Names.self, structuralLiteral(names)) == names)
  }

  /// Expects that derived values are read back from their texts.
  ///
  /// - Returns: The tags of the cases that occurred.
  private func expectInverse<Value>(_ type: Value.Type) throws -> Set<Int> {
    let generator = try Derivation(root: type).generator(for: type)
    var seenTags: Set<Int> = []
    for seed in 0..<Extent.of(gate: 600, night: 10_000) as Range<UInt64> {
      let value = try generator.sample(seed: seed, size: Int(seed % 10))
      let text = structuralLiteral(value)
      let again = try read(type, text)
      if let number = enumCase(of: value) { seenTags.insert(number) }
      try #require(structuralLiteral(again) == text)
      // A NaN is not equal to itself.
      if !text.contains("nan") {
        try #require(try StructuralValue(again) == StructuralValue(value), "\(text)")
      }
    }
    return seenTags
  }

  @Test func `derived values are read back from their texts`() throws {
    #expect(try expectInverse(Everything.self).count == 23, "every case")
    #expect(try expectInverse(More.self).count == 15, "every case")
    _ = try expectInverse(Int??.self)
    #expect(try expectInverse(Lanes.self).count == 5, "every case")
    _ = try expectInverse([String: Result<[Mood], DerivationTests.Oops>].self)
  }

  struct Titled { var number: UInt8, kind = Empty.self }
  enum Page { case show(Empty.Type), titled(Titled), hidden }
  enum Kinds { case show(kind: Empty.Type), maybe(Empty.Type?), hidden }

  @Test func `a type that is known is read back from its name`() throws {
    #expect(try read(Titled.self, "Titled(number: 2, kind: Empty.self)").number == 2)
    // Where the types of payloads are not known, their texts could end the process.
    try #require(TypeShape.hasKnownCases(Kinds.self))
    #expect(try expectInverse(Page.self).count == 3, "every case")
    #expect(try expectInverse(Kinds.self).count == 3, "every case")
    #expect(throws: TextReadingError.self) { try read(Page.self, "show(Int.self)") }
  }

  @Test func `a structural text contains no description`() throws {
    #expect(structuralLiteral(More.described(Box(mood: .bad(3)), .good)) == "described(Box(mood: bad(3)), good)")
    #expect(caseLiteral(More.described(Box(mood: .bad(3)), .good)) == "described(a box, a mood)")
    #expect(caseLiteral(Box(mood: .bad(3))) == "a box")
    #expect(structuralLiteral(More.texts("a\"b"..<"c")) == #"texts("a\"b"..<"c")"#)
    #expect(structuralLiteral(Int???.some(.some(nil)) as Any) == ".some(.some(nil))")
    #expect(structuralLiteral(Int???.some(nil) as Any) == ".some(nil)")
  }

  @Test func `durations are read back exactly`() throws {
    for duration in [
      Duration.milliseconds(1), .seconds(-7), .milliseconds(Int32.min), .zero, .nanoseconds(1_500), .seconds(Int64.max),
      .seconds(Int64.min),
    ] {
      #expect(try read(Duration.self, structuralLiteral(duration)) == duration)
    }
    #expect(throws: TextReadingError.self) { try read(Duration.self, "1e99 seconds") }
    #expect(try read(Duration.self, "2.50e-17 seconds") == Duration(secondsComponent: 0, attosecondsComponent: 25))
    #expect(throws: TextReadingError.self, "there is nothing below an attosecond") {
      try read(Duration.self, "2.5e-18 seconds")
    }
  }

  /// An object whose description looks like an entry of a dictionary.
  final class Labelled: CaseIterable, CustomStringConvertible, Hashable, Sendable {
    static let allCases = [Labelled("plain"), Labelled("kind: round")]
    let description: String
    init(_ description: String) { self.description = description }
    static func == (one: Labelled, other: Labelled) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(description) }
  }

  @Test func `objects described like entries of a dictionary are read back from arrays and sets`() throws {
    let (plain, round) = (Labelled.allCases[0], Labelled.allCases[1])
    for objects in [[round], [round, round], [plain, round], [round, plain]] {
      #expect(try read([Labelled].self, structuralLiteral(objects)) == objects)
    }
    #expect(try read(Set<Labelled>.self, structuralLiteral(Set([round]))) == [round])
    #expect(try read([Int: Labelled].self, structuralLiteral([1: round])) == [1: round])
  }

  enum Heard: Hashable { case loaded(Int), heard(String), said(String) }

  /// The sender and the message of a line. An arrow follows a command; a line of a message alone has an empty sender.
  private func parts(_ line: String) throws -> [String] {
    switch try StepText(parsing: line, messageType: Heard.self) {
    case .message(let message): ["", message.text]
    case .reply(let command, let message): ["\(command.text) ←", message.text]
    case .sending(let subscription, let message): [subscription.text, message.text]
    }
  }

  @Test func `a command and a subscription whose descriptions have spaces are told from the message`() throws {
    #expect(try parts("load all of it replies loaded(1)") == ["load all of it ←", "loaded(1)"])
    #expect(try parts("ear (left, right) on sends heard(\"a b\")") == ["ear (left, right) on", "heard(\"a b\")"])
    #expect(try parts("said(\"he replies no\")") == ["", "said(\"he replies no\")"])
  }

  @Test func `a line is divided before a message of the type, and else before the shortest message`() throws {
    #expect(try parts("mail that sends x replies loaded(1)") == ["mail that sends x ←", "loaded(1)"])
    #expect(try parts("what replies sends heard(\"a\")") == ["what replies", "heard(\"a\")"])
    #expect(try parts("what replies sends z") == ["what replies", "z"])
    let senders = String(repeating: "a sends ", count: 100_000)
    #expect(throws: Never.self) { try parts(senders + "b") }
  }

  struct Wide: Codable { var number: UInt64 }

  class Shape: Codable { var name: String? }

  final class Circle: Shape {
    var radius = 0
    private enum CodingKeys: CodingKey { case radius }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      radius = try container.decode(Int.self, forKey: .radius)
      try super.init(from: container.superDecoder())
    }
  }

  @Test func `a large unsigned number and the part of a superclass are decoded`() throws {
    let wide = EncodedValue(argumentsOf: try ValueText(parsing: "Wide(number: 18446744073709551615)"))
    #expect(try wide?.decode(Wide.self).number == .max)
    let circle = EncodedValue(argumentsOf: try ValueText(parsing: #"Circle(radius: 1, super: ["name": "round"])"#))
    #expect(try circle?.decode(Circle.self).name == "round")
  }

  private func problem<Value>(_ type: Value.Type, _ text: String) -> String? {
    do {
      _ = try ValueReader.read(type, from: ValueText(parsing: text))
      return nil
    } catch let error as TextReadingError {
      return "\(error)"
    } catch let error as ValueSyntaxError {
      return error.problem
    } catch {
      return "\(error)"
    }
  }

  @Test func `a text that does not fit the type is an error that names the place`() {
    #expect(
      problem(Everything.self, "structur(1)")
        == "DerivationTests.Everything has no case 'structur'; the nearest is 'structure'")
    #expect(
      problem(Everything.self, "xyzzy")?.hasPrefix("DerivationTests.Everything has no case 'xyzzy'; it has ") == true)
    #expect(problem(Everything.self, "empty(1)") == "the case 'empty' of DerivationTests.Everything holds nothing now")
    #expect(
      problem(Everything.self, "integer") == "the case 'integer' of DerivationTests.Everything holds (Int) now")
    #expect(
      problem(Everything.self, "structure(Point(x: 1, lable: \"\", isOn: true))")
        == "at structure, Point has no field 'lable'; it has 'x', 'label', 'isOn'")
    #expect(
      problem(Everything.self, "structure(Point(x: 1, isOn: true))")
        == "at structure, the text says nothing of the field 'label' of Point")
    #expect(
      problem(Everything.self, "structure(Point(x: 300, label: \"\", isOn: true))")
        == "at structure.x, '300' is no Int8")
    #expect(problem(Everything.self, "list([Point(x: 1") == "it ends too early")
    #expect(problem(Everything.self, "range(5...1)") == "at range, '5...1' is no ClosedRange<Int>")
    #expect(problem(Everything.self, "character(\"ab\")") == "at character, '\"ab\"' is no Character")
    #expect(problem(Everything.self, "text(\"\\u{D800}\")") == "a \\u{…} stands for no character")
    #expect(
      problem(Everything.self, "integer(2020-01-01 00:00:00)")
        == "at integer, values of Int cannot be read from '2020-01-01 00:00:00'")
  }

  @Test func `malformed and deeply nested texts are errors and no traps`() throws {
    let deep = String(repeating: "[", count: 200_000)
    #expect(problem([Int].self, deep) == "it is nested too deep")
    #expect(problem([Int].self, deep + String(repeating: "]", count: 200_000)) == "it is nested too deep")
    #expect(problem(Everything.self, String(repeating: "boxed(", count: 100_000)) == "it is nested too deep")
    #expect(problem(Int.self, String(repeating: "9", count: 100_000)) != nil)
    let generator = try Derivation(root: Everything.self).generator(for: Everything.self)
    var random = RandomNumbers(seed: 1)
    var readableCount = 0
    let textCount = Extent.of(gate: 2_000, night: 10_000)
    for seed in 0..<UInt64(textCount) {
      var scalars = Array(structuralLiteral(try generator.sample(seed: seed % 500)).unicodeScalars)
      for _ in 0...random.next(through: 3) {
        let place = Int(random.next(through: UInt64(scalars.count)))
        let characters = Array("()[]{}\"\\,:.<>-+e0ainfu{`…\u{301} \n".unicodeScalars)
        switch random.next(through: 2) {
        case 0 where place < scalars.count: scalars.remove(at: place)
        case 1 where place < scalars.count:
          scalars[place] = characters[Int(random.next(through: UInt64(characters.count - 1)))]
        default: scalars.insert(characters[Int(random.next(through: UInt64(characters.count - 1)))], at: place)
        }
      }
      if problem(Everything.self, String(String.UnicodeScalarView(scalars))) == nil { readableCount += 1 }
    }
    #expect(readableCount > textCount / 100 && readableCount < textCount * 9 / 10)
  }

  @Test func `unmatched brackets are read in linear time`() throws {
    // Quadratic time would be too long to wait for here.
    let text = String(repeating: "a<", count: 200_000)
    let whole = try ValueText(parsing: text)
    // Text of no known form is kept as it is.
    guard case .opaque = whole.form else {
      Issue.record("it has a form")
      return
    }
    #expect(whole.source.count == 400_000)
  }

  final class Watched {
    nonisolated(unsafe) static var aliveCount = 0
    init() { Self.aliveCount += 1 }
    deinit { Self.aliveCount -= 1 }
  }

  struct Counted: Generatable, CaseIterable {
    let watched: Watched
    static var allCases: [Counted] { [Counted(watched: Watched())] }
    static var generator: Gen<Counted> {
      Gen { choices throws(Discarded) in Counted(watched: Watched()) }
    }
  }

  struct Four {
    var first: Counted
    var second: [Counted]
    var third: Counted?
    var fourth: Int
  }

  @Test func `parts of a value are destroyed where the rest does not fit`() throws {
    let part = structuralLiteral(Counted(watched: Watched()))
    let fittingText = "Four(first: \(part), second: [\(part)], third: \(part), fourth: 1)"
    do {
      let four = try read(Four.self, fittingText)
      #expect(four.fourth == 1)
      #expect(Watched.aliveCount == 3)
    }
    #expect(Watched.aliveCount == 0)
    for text in [
      fittingText.replacing("fourth: 1", with: "fourth: x"), fittingText.replacing("[\(part)]", with: "[\(part), 7]"),
    ] {
      #expect(throws: TextReadingError.self) { try read(Four.self, text) }
      #expect(Watched.aliveCount == 0)
    }
  }
}

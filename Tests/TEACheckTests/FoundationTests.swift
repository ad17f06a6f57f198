import Foundation
import Testing

@testable import TEACheck
@testable import TEAGenerators
import TEARuntime

/// Generators of Foundation's types, which TEACheck derives without importing Foundation.
@Suite struct FoundationTests {
  struct Document: Hashable {
    var id: UUID
    var created: Date
    var link: URL?
    var content: Data
    var price: Decimal
    var history: [Date: UUID]
  }

  enum Message: Hashable {
    case opened(Document)
    case closed(at: Date)
    case moved(CGRect, by: CGSize), scrolled(CGPoint), zoomed(CGFloat)
    case selected(IndexPath, IndexSet), ranged(NSRange)
    case planned(DateInterval, in: TimeZone, Locale), dated(DateComponents)
  }

  private func values<Value: Hashable>(of type: Value.Type) throws -> Set<Value> {
    let generator = try Gen<Value>.derived()
    var seen: Set<Value> = []
    for seed in 0..<1_000 as Range<UInt64> {
      let (value, record) = try generator.record(seed: seed)
      #expect(try generator.replay(record) == value)
      seen.insert(value)
    }
    return seen
  }

  struct Entry: Hashable {
    var id: UUID
    var tags: [UUID: Int]
  }

  @Test func `values of Foundation are read back from steps`() throws {
    for value in [Entry(id: UUID(), tags: [UUID(): 1, UUID(): 2]), Entry(id: UUID(), tags: [:])] {
      let text = structuralLiteral(value)
      #expect(try ValueReader.read(Entry.self, from: ValueText(parsing: text)) == value, "\(text)")
    }
    let link = try #require(URL(string: "https://example.org/a"))
    #expect(try ValueReader.read(URL.self, from: ValueText(parsing: structuralLiteral(link))) == link)
    let (links, ranks) = ([link, link], [link: 1])
    #expect(try ValueReader.read([URL].self, from: ValueText(parsing: structuralLiteral(links))) == links)
    #expect(try ValueReader.read([URL: Int].self, from: ValueText(parsing: structuralLiteral(ranks))) == ranks)
    #expect(throws: TextReadingError.self) {
      try ValueReader.read(Date.self, from: ValueText(parsing: "Date(\"noon\")"))
    }
  }

  @Test func `derived values of Foundation are read back from steps`() throws {
    for message in try values(of: Message.self) {
      let text = structuralLiteral(message)
      let readMessage = try? ValueReader.read(Message.self, from: ValueText(parsing: text))
      #expect(readMessage == message, "\(text)")
    }
  }

  @Test func `values of Foundation are written whole in steps`() throws {
    let texts = [
      structuralLiteral(Date(timeIntervalSinceReferenceDate: 0.25)), structuralLiteral(Data([1, 2, 255])),
      structuralLiteral(Data()), structuralLiteral(DateComponents(year: 2_026, month: 2)),
      structuralLiteral(TimeZone(identifier: "Europe/Berlin")!), structuralLiteral(Date.distantFuture),
      structuralLiteral(URL(string: "https://example.org/a")!), structuralLiteral(URL(string: "data:,a")!),
    ]
    #expect(
      texts == [
        "Date(0.25)", "Data([1, 2, 255])", "Data([])", "DateComponents(year: 2026, month: 2)",
        #"TimeZone(identifier: "Europe/Berlin")"#, "Date(63113904000.0)", "https://example.org/a",
        #"URL(relative: "data:,a")"#,
      ])
  }

  @Test func `data and index sets are shown by their elements, and differ in these`() {
    struct Model: Equatable { var data = Data(repeating: 7, count: 200), rows = IndexSet(integer: 1) }
    var model = Model()
    model.data[199] = 8
    model.rows.insert(integersIn: 5..<9)
    #expect(
      Difference.between(Model(), and: model).map { "\($0.path): \($0.before) → \($0.after)" } == [
        "data[199]: 7 → 8", "rows: [1] → [1, 5..<9]",
      ])
    #expect(literal(Data([1, 2])) == "[1, 2]")
    #expect(literal(Data(repeating: 7, count: 100), upTo: 9) == "[7, 7, 7, … and 97 more]")
    #expect(literal(IndexSet(integersIn: 0..<1_000_000_000_000)) == "[0..<1000000000000]")
    #expect(literal(IndexPath(indexes: [1, 0])) == "[1, 0]")
  }

  @Test func `messages of Foundation types are made and replayed`() throws {
    let messages = try values(of: Message.self)
    #expect(Set(messages.compactMap { enumCase(of: $0) }).count == 9, "every case")
  }

  @Test func `derived dates include the epoch, a leap day and the end of 32-bit time`() throws {
    let dates = try values(of: Date.self)
    #expect(dates.contains(Date(timeIntervalSince1970: 0)))
    let leapDay = try Date("2024-02-29T00:00:00Z", strategy: .iso8601)
    #expect(dates.contains(leapDay))
    #expect(dates.contains(.init(timeIntervalSince1970: 0x8000_0000)))
    #expect(try Gen<Date>.derived().enumerate(2).first == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func `derived UUIDs begin with the simplest`() throws {
    let identifiers = try Gen<UUID>.derived().enumerate(2).map(\.uuidString)
    #expect(identifiers == ["00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001"])
    #expect(try values(of: UUID.self).count > 500)
  }

  @Test func `derived URLs are of many kinds`() throws {
    let addresses = try values(of: URL.self)
    #expect(Set(addresses.map(\.scheme)).isSuperset(of: ["https", "http", "file", "mailto", nil]))
    #expect(addresses.contains { $0.query != nil } && addresses.contains { $0.fragment == "end" })
    #expect(try Gen<URL>.derived().enumerate(1) == [URL(string: "https://example.com")])
  }

  @Test func `derived components of dates have any of their fields`() throws {
    let components = try values(of: DateComponents.self)
    #expect(try Gen<DateComponents>.derived().enumerate(1) == [DateComponents()])
    #expect(components.contains { $0.year != nil && $0.month != nil && $0.day != nil && $0.hour == nil })
    #expect(components.contains { $0.year == nil && $0.hour != nil && $0.minute != nil })
    #expect(components.allSatisfy { (1...12).contains($0.month ?? 1) && (0...59).contains($0.second ?? 0) })
  }

  @Test func `bytes and decimals are enumerated from small to large`() throws {
    #expect(try Gen<Data>.derived().enumerate(3) == [Data(), Data([0]), Data([1])])
    let decimals = try values(of: Decimal.self)
    #expect(try Gen<Decimal>.derived().enumerate(3) == [0, 1, 10])
    #expect(decimals.contains { $0 < 0 } && decimals.contains { $0 > 1_000_000 && !$0.isNaN })
    #expect(decimals.contains { $0 != 0 && abs($0) < 1 })
    // Each decimal is a valid one: it is equal to the decimal that is read from its text.
    for decimal in decimals where !decimal.isNaN {
      #expect(decimal.isZero == (decimal == 0))
      #expect(Decimal(string: decimal.description) == decimal)
    }
  }

  struct Player { var name: String; var formatter: NumberFormatter }

  @Test func `an underivable type of Foundation is named`() {
    let error = #expect(throws: DerivationError.self) { try Gen<Player>.derived() }
    #expect(error?.path == ["formatter"])
    let calendarError = #expect(throws: DerivationError.self) { try Gen<[Calendar]>.derived() }
    #expect(calendarError?.reason.hasPrefix("a struct or enum of Foundation") == true)
  }

  enum Diary: TEARuntime.Module {
    enum Message { case wrote(Date) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a note lists the types that were made by their Decodable conformance`() {
    let result = Specification(of: Diary.self) {}.check().outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.coverage == .completeWithinScope)
    #expect(result.notes.contains("made by their Decodable conformance: Date"))
  }

  enum Clock: TEARuntime.Module {
    enum Message { case choose(TimeZone) }
    struct Model: Hashable { var offset = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .choose(let zone): model.offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 1_700_000_000))
      }
    }
  }

  /// The listed time zones differ from GMT by whole half hours. That of Nepal, which is not listed, differs by 5 h 45 min.
  @Test(arguments: [1, 3, 100]) func `a check with examples of time zones is not complete`(_ scope: Int) {
    let specification = Specification(of: Clock.self) { Always("half an hour") { $0.offset % 1_800 == 0 } }
    let result = specification.check(scope: scope, cases: 40).outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .passed && result.coverage == .completeWithinScope && !result.isComplete)
    #expect(result.notes.contains { $0.contains("Asia/Kolkata") }, "all five are listed at any scope")
    #expect(
      result.notes.contains(
        "payloads were cut to the listed values, and --scope lists no more; for others, write Messages"))
    // Runs whose number is given are all made, also after a search of all listed payloads.
    #expect(result.notes.contains { $0.hasPrefix("40 random runs, ") }, "\(result.notes)")
  }

  /// Expects that the listed values of a type never count as all values, and that a large scope lists all that are derived.
  private func expectExamples<Value>(of type: Value.Type, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (few, all) = try (
      Derivation(root: type).listedValues(of: type, scope: 3), Derivation(root: type).listedValues(of: type, scope: 200)
    )
    #expect(!few.isExhaustive && !all.isExhaustive && all.exhaustsGenerator, sourceLocation: sourceLocation)
    #expect(few.exhaustsGenerator == (few.values.count == all.values.count), sourceLocation: sourceLocation)
  }

  @Test func `lists of examples do not count as all values`() throws {
    try expectExamples(of: TimeZone.self)
    try expectExamples(of: Locale.self)
    try expectExamples(of: URL.self)
    try expectExamples(of: Character.self)
    try expectExamples(of: Unicode.Scalar.self)
    try expectExamples(of: TimeZone?.self)
    try expectExamples(of: Result<Bool, any Error>.self)
  }

  enum Abroad: TEARuntime.Module {
    enum Message: Hashable { case stay }
    static func start(with zone: TimeZone) -> String { zone.identifier }
    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {}
  }

  @Test func `a check with examples as flags says that others can only be declared`() throws {
    let result = Specification(of: Abroad.self) {}.check().exploration()
    #expect(result.verdict == .passed && result.coverage == .completeWithinScope && result.states == 5)
    #expect(
      result.notes.contains(
        "flags were cut to the listed values, and --scope lists no more; for others, write Start(with: […])"))
    let zones = try Gen<TimeZone>.derived()
    let generated = Specification(of: Abroad.self) { Start(with: zones) }.check().exploration()
    #expect(generated.coverage == .completeWithinScope && generated.states == 5)
    #expect(generated.notes.contains("generated starts were cut to the 5 examples that the generator makes"))
  }
}

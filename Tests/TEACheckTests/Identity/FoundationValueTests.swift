import Foundation
import TEARuntime
import Testing

@testable import TEACheck

/// Errors, and the values and objects of Foundation, can be stored in models, commands and messages.
@Suite struct FoundationValueTests {
  /// A program that stores one of its values in the model, puts it into a command, or receives it in a message.
  enum Holding<Value: Sendable>: Module {
    struct Flags: Sendable { var values: [Value] }
    enum Message { case put(Int), ask(Int), answered(Value) }
    enum Command { case ask(Value) }
    struct Model {
      var values: [Value]
      var value: Value?
      var answered: Result<Value, Never>?
      var isAsking = false
    }
    static func start(with flags: Flags) -> Model { Model(values: flags.values) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .put(let index): model.value = model.values[index]
      case .ask(let index) where !model.isAsking:
        model.isAsking = true
        perform(.ask(model.values[index]))
      case .ask: break
      case .answered(let value):
        model.isAsking = false
        model.answered = .success(value)
      }
    }
  }

  /// Expects that a search tells two values apart in each place where a world stores them. Equal values that were created
  /// separately must count as the same.
  ///
  /// - Parameters:
  ///   - values: Creates the two values; called twice.
  ///   - holdsNoObject: `true` for a type that cannot hold an object; the check must then be complete.
  private func expectToldApart<Value: Sendable>(
    _ values: () -> [Value], holdsNoObject: Bool, _ location: SourceLocation = #_sourceLocation
  ) {
    let flags = Holding<Value>.Flags(values: values() + values())
    for workers in [1, 2] {
      let specification = Specification(of: Holding<Value>.self) {
        Start(with: [flags])
        Messages(of: .model) { model in model.values.indices.flatMap { [.put($0), .ask($0)] } }
        Replies { command in
          switch command {
          case .ask(let value): [.answered(value)]
          }
        }
      }
      let result = specification.check().exploration(workers: workers)
      // Each of `value`, `answered` and the outstanding command is one of the two values or none: 3 × 3 × 3 worlds.
      #expect(result.verdict == .passed && result.states == 27, sourceLocation: location)
      #expect(result.coverage == (holdsNoObject ? .complete : .completeWithinScope), sourceLocation: location)
    }
  }

  @Test func `values of Foundation are told apart by their contents`() {
    let id = UUID()
    expectToldApart({ [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1)] }, holdsNoObject: true)
    expectToldApart(
      { [URL(string: "https://example.com/a")!, URL(string: "https://example.com/b")!] }, holdsNoObject: true)
    expectToldApart({ [id, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))] }, holdsNoObject: true)
    expectToldApart({ [Decimal(1), Decimal(2)] }, holdsNoObject: true)
    expectToldApart({ [Data([1]), Data(repeating: 2, count: 100)] }, holdsNoObject: true)
    expectToldApart({ [Locale(identifier: "en_US"), Locale(identifier: "de_DE")] }, holdsNoObject: true)
    expectToldApart({ [DateComponents(year: 1), DateComponents(year: 2)] }, holdsNoObject: true)
    // An attribute may be any value, even an object.
    expectToldApart({ [AttributedString("a"), AttributedString("b")] }, holdsNoObject: false)
    expectToldApart({ [IndexSet(integer: 1), IndexSet(integer: 2)] }, holdsNoObject: true)
  }

  struct Broken: Error { var code = 0 }
  enum Kind: Error { case one, two }

  @Test func `errors that the program declares are told apart by their contents`() {
    expectToldApart({ [Broken(), Broken(code: 1)] }, holdsNoObject: true)
    expectToldApart({ [Kind.one, .two] }, holdsNoObject: true)
    expectToldApart({ [Broken() as any Error, Kind.two] }, holdsNoObject: true)
    expectToldApart({ [Result<Int, any Error>.failure(Kind.one), .success(1)] }, holdsNoObject: true)
  }

  @Test func `errors of Foundation are told apart by their contents`() {
    expectToldApart({ [NSError(domain: "a", code: 1), NSError(domain: "a", code: 2)] }, holdsNoObject: false)
    expectToldApart(
      { [NSError(domain: "a", code: 1) as any Error, NSError(domain: "b", code: 1)] }, holdsNoObject: false)
    expectToldApart({ [NSError(domain: "a", code: 1) as any Error, Kind.one] }, holdsNoObject: false)
    expectToldApart({ [[NSError(domain: "a", code: 1)], []] }, holdsNoObject: false)
    // The `userInfo` of an error may contain an object.
    expectToldApart({ [URLError(.badURL), URLError(.timedOut)] }, holdsNoObject: false)
    expectToldApart({ [CocoaError(.fileNoSuchFile), CocoaError(.fileReadUnknown)] }, holdsNoObject: false)
  }

  @Test func `objects of Foundation are told apart by their contents`() {
    expectToldApart({ [NSString(string: "a"), NSString(string: "b")].map { SendableBox($0) } }, holdsNoObject: false)
    expectToldApart({ [NSNumber(value: 1), NSNumber(value: 2)].map { SendableBox($0) } }, holdsNoObject: false)
    expectToldApart(
      {
        [
          NSUUID(uuidString: "00000000-0000-0000-0000-000000000001")!,
          NSUUID(uuidString: "00000000-0000-0000-0000-000000000002")!,
        ].map { SendableBox($0) }
      }, holdsNoObject: false)
    expectToldApart(
      { [NSDate(timeIntervalSince1970: 0), NSDate(timeIntervalSince1970: 1)].map { SendableBox($0) } },
      holdsNoObject: false)
    expectToldApart({ [NSArray(array: [1]), NSArray(array: [2])].map { SendableBox($0) } }, holdsNoObject: false)
    expectToldApart(
      { [NSNumber(value: 1), NSString(string: "1")].map { SendableBox($0 as NSObject) } }, holdsNoObject: false)
  }

  /// A box that lets an object pass as `Sendable`.
  struct SendableBox<Object>: @unchecked Sendable {
    var object: Object
    init(_ object: Object) { self.object = object }
  }

  /// A `Hashable` model with an error of Foundation, whose `hash(into:)` can trap.
  enum Failing: Module {
    enum Message: CaseIterable { case fail, recover }
    struct Model: Hashable { var error: NSError?, count = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.error = message == .fail ? NSError(domain: "a", code: model.count) : nil
      model.count = (model.count + 1) % 3
    }
  }

  @Test func `a hashable model may hold an error of Foundation`() {
    let result = Specification(of: Failing.self) {}.check().exploration()
    #expect(result.verdict == .passed && result.states == 6)
    var settings = CheckSettings()
    settings.engine = .sample
    settings.cases = 20
    #expect(
      Specification(of: Failing.self) {}.check().outcome(settings, onProgress: { _ in }).result.verdict == .passed)
  }

  @Test func `large data and index sets are hashed by all of their contents, also where they are compared`() {
    func hashCount<Value>(_ values: [Value]) -> Int {
      let identity = ValueIdentity.of(Value.self)
      return Set(values.map { identity.hash(ofValue: $0) }).count
    }
    let data = (100..<200).map { index in Data((0..<200).map { $0 == index ? 1 : 0 }) }
    #expect(hashCount(data) == 100)
    let indexSets = (1..<100).map { gap in IndexSet((0..<200).filter { $0 != gap }) }
    #expect(hashCount(indexSets) == 99)
  }

  @Test func `equal units and nulls are the same`() throws {
    func expectSame<Value>(_ one: Value, _ other: Value) {
      let identity = ValueIdentity.of(Value.self)
      #expect(identity.isSame(value: one, and: other), "\(one)")
      #expect(identity.hash(ofValue: one) == identity.hash(ofValue: other), "\(one)")
    }
    expectSame(UnitLength.meters, UnitLength.meters)
    expectSame(Measurement(value: 2, unit: UnitLength.meters), Measurement(value: 2, unit: UnitLength.meters))
    let units = ValueIdentity.of(UnitLength.self)
    let hashes = [UnitLength.meters, .meters, .miles].map { units.hash(ofValue: $0, isFingerprint: true) }
    #expect(hashes[0] == hashes[1] && hashes[1] != hashes[2])
    let nulls = try (0..<2).map { _ in try JSONSerialization.jsonObject(with: Data("[null]".utf8)) }
    expectSame(nulls[0], nulls[1])
    expectSame([nulls[0]], [nulls[1]])
  }
}

import TEARuntime
import Testing

@Suite struct TestCaseTests: TestCase {
  typealias Module = Till

  private let reports = Reports()
  var failureReporter: FailureReporter { reports.add }

  // MARK: Models and views

  @Test func `expectModel gives the model of the start, or reports its failure`() {
    #expect(makeTest(flags: Till.Flags(coins: 2)).expectModel() == Till.Model(coins: 2))
    #expect(reports.all == [])
    #expect(makeTest(flags: Till.Flags(coins: -1)).expectModel() == nil)
    expectReport("A model was expected, but Till failed: overdrawn(by: 1)", line: #line - 1)
  }

  @Test func `expectModel(for:) gives the model after the messages, or reports the failure`() {
    let test = makeTest(model: Till.Model(coins: 2))
    #expect(test.expectModel(for: .insert(3)) == Till.Model(coins: 5))
    #expect(test.expectModel(for: .insert(3), .pay(1)) == Till.Model(coins: 4))
    #expect(makeTest(flags: Till.Flags(coins: 1)).expectModel(for: .insert(1)) == Till.Model(coins: 2))
    #expect(reports.all == [])
    #expect(test.expectModel(for: .pay(2), .pay(3)) == nil)
    expectReport("A model was expected, but Till failed: overdrawn(by: 3)", line: #line - 1)
  }

  @Test func `expectView gives the view, or reports the failure of start and view`() {
    #expect(makeTest(model: Till.Model(coins: 2)).expectView()?.text == "2 coins")
    #expect(makeTest(flags: Till.Flags(coins: 3)).expectView()?.text == "3 coins")
    #expect(reports.all == [])
    #expect(makeTest(model: Till.Model(coins: 13)).expectView() == nil)
    expectReport("A view was expected, but Till failed: unreadable", line: #line - 1)
    #expect(makeTest(flags: Till.Flags(coins: -1)).expectView() == nil)
    expectReport("A view was expected, but Till failed: overdrawn(by: 1)", line: #line - 1)
  }

  @Test func `a start or a step fails with its view, as in a live program`() {
    #expect(makeTest(flags: Till.Flags(coins: 13)).expectModel() == nil)
    expectReport("A model was expected, but Till failed: unreadable", line: #line - 1)
    let test = makeTest(model: Till.Model(coins: 12))
    #expect(test.expectModel(for: .insert(1)) == nil)
    expectReport("A model was expected, but Till failed: unreadable", line: #line - 1)
    #expect(test.expectFailure(for: .insert(1)) == .unreadable)
    #expect(reports.all == [])
  }

  // MARK: Commands

  @Test func `expectCommand(for:) gives the only command of the last message`() {
    let test = makeTest(flags: Till.Flags(coins: 2))
    #expect(test.expectCommand(for: .pay(1)) == .open)
    #expect(test.expectCommand(for: .empty, .insert(1), .pay(1)) == .open)
    #expect(reports.all == [])
  }

  @Test func `expectCommand(for:) reports none, many and a failure`() {
    let test = makeTest(model: Till.Model(coins: 2))
    #expect(test.expectCommand(for: .pay(1), .insert(1)) == nil)
    expectReport("Expected exactly one command, got []", line: #line - 1)
    #expect(test.expectCommand(for: .empty) == nil)
    expectReport(#"Expected exactly one command, got [open, print("2", copies: 2)]"#, line: #line - 1)
    #expect(test.expectCommand(for: .pay(3)) == nil)
    expectReport("A command was expected, but Till failed: overdrawn(by: 1)", line: #line - 1)
  }

  @Test func `expectCommands(for:) gives the commands of the last message in order, or reports a failure`() {
    let test = makeTest(model: Till.Model(coins: 2))
    #expect(test.expectCommands(for: .pay(1), .empty) == [.open, .print("1", copies: 2)])
    #expect(test.expectCommands(for: .pay(1), .insert(1)) == [])
    #expect(reports.all == [])
    #expect(test.expectCommands(for: .pay(3)) == nil)
    expectReport("A list of commands was expected, but Till failed: overdrawn(by: 1)", line: #line - 1)
  }

  @Test func `expectCommands gives the commands of the start, or reports a failure`() {
    #expect(makeTest(flags: Till.Flags(coins: 2)).expectCommands() == [.print("hello", copies: 1)])
    #expect(makeTest(model: Till.Model(coins: 2)).expectCommands() == [])
    #expect(reports.all == [])
    #expect(makeTest(flags: Till.Flags(coins: -1)).expectCommands() == nil)
    expectReport("A list of commands was expected, but Till failed: overdrawn(by: 1)", line: #line - 1)
  }

  // MARK: Failures

  @Test func `expectFailure gives the failure of start or view, or reports the view`() {
    #expect(makeTest(flags: Till.Flags(coins: -2)).expectFailure() == .overdrawn(by: 2))
    #expect(makeTest(model: Till.Model(coins: 13)).expectFailure() == .unreadable)
    #expect(reports.all == [])
    #expect(makeTest(flags: Till.Flags(coins: 1)).expectFailure() == nil)
    expectReport(
      #"A failure was expected, but Till succeeded: View(text: "1 coins")"#, line: #line - 2)
  }

  @Test func `expectFailure(for:) gives the failure of the last message, or reports the model`() {
    let test = makeTest(model: Till.Model(coins: 2))
    #expect(test.expectFailure(for: .insert(1), .pay(5)) == .overdrawn(by: 2))
    #expect(reports.all == [])
    #expect(test.expectFailure(for: .insert(1), .pay(1)) == nil)
    expectReport("A failure was expected, but Till succeeded: Model(coins: 2)", line: #line - 1)
  }

  @Test func `expectFailure(for:) reports a failure that comes before the last message`() {
    #expect(makeTest(model: Till.Model(coins: 2)).expectFailure(for: .pay(3), .pay(4)) == nil)
    expectReport(
      "A model before the last message was expected, but Till failed: overdrawn(by: 1)", line: #line - 2)
    #expect(makeTest(flags: Till.Flags(coins: -1)).expectFailure(for: .pay(1)) == nil)
    expectReport(
      "A model before the last message was expected, but Till failed: overdrawn(by: 1)", line: #line - 2)
  }

  @Test func `expectFailure reports a failure of a type that the module does not declare`() {
    #expect(makeTest(model: Till.Model(coins: 2)).expectFailure(for: .insert(-1)) == nil)
    expectReport(
      "A failure of type Failure was expected, but Till threw Jam() of type Jam", line: #line - 2)
  }

  // MARK: Equality

  @Test func `expect passes equal values silently`() {
    #expect(expect(1, 1))
    #expect(expect(nil as Int?, nil))
    #expect(expect(Plain(id: 1, inside: .some(1, "a")), Plain(id: 1, inside: .some(1, "a"))))
    #expect(reports.all == [])
  }

  @Test func `expect reports both values, and the fields that differ`() {
    #expect(!expect(1, 2))
    expectReport("Expected 2, got 1", line: #line - 1)
    #expect(!expect(nil as String?, "a"))
    expectReport(#"Expected "a", got nil"#, line: #line - 1)
    #expect(!expect(Plain(id: 1, inside: .none), Plain(id: 2, inside: .some(1, "a"))))
    expectReport(
      """
      Expected Plain(id: 2, inside: some(1, "a")), got Plain(id: 1, inside: none)
        id: expected 2, got 1
        inside: expected some(1, "a"), got none
      """, line: #line - 6)
  }

  @Test func `unequal values are unequal even if they are described alike`() {
    #expect(!expect(Alike(secret: 1), Alike(secret: 2)))
    expectReport(
      """
      Expected alike, got alike
        secret: expected 2, got 1
      """, line: #line - 5)
    #expect(!expect(AlikeCase.one, AlikeCase.two))
    expectReport("Expected alike, got alike\nThe two look alike, but are not equal", line: #line - 1)
    #expect(!expect([Alike(secret: 1)], [Alike(secret: 2)]))
    expectReport("Expected [alike], got [alike]\nThe two look alike, but are not equal", line: #line - 1)
  }

  @Test func `values without equality that are described alike are unequal`() {
    #expect(!expect(AlikePlain(secret: 1), AlikePlain(secret: 2)))
    expectReport(
      """
      Expected alike, got alike
        secret: expected 2, got 1
      """, line: #line - 5)
    #expect(!expect(AlikePlainCase.one, AlikePlainCase.two))
    expectReport("Expected alike, got alike\nThe two look alike, but are not equal", line: #line - 1)
    #expect(!expect(AlikePlainCase.payload(1), AlikePlainCase.payload(2)))
    expectReport("Expected alike, got alike\n  payload: expected 2, got 1", line: #line - 1)
    #expect(!expect(AlikePlainCase.payload(1), AlikePlainCase.other(1)))
    expectReport("Expected alike, got alike\nThe two look alike, but are not equal", line: #line - 1)
  }

  @Test func `equal values that are described differently are equal`() {
    #expect(expect(Stamped(id: 1, stamp: "a"), Stamped(id: 1, stamp: "b")))
    #expect(reports.all == [])
  }

  @Test func `values that only their == tells apart are unequal`() {
    #expect(!expect(Unlike(), Unlike()))
    expectReport("Expected Unlike(), got Unlike()\nThe two look alike, but are not equal", line: #line - 1)
    #expect(!expect(Double.nan, .nan))
    expectReport("Expected nan, got nan\nThe two look alike, but are not equal", line: #line - 1)
  }

  @Test func `values that cannot be compared are reported, not passed`() {
    let value = Holder(id: 1, action: {})
    #expect(!expect(value, value))
    expectReport(
      "The values cannot be compared: action is of type () -> (), which has no equality: "
        + "hold a value that says what to do, or keep it elsewhere", line: #line - 3)
  }

  @Test func `a report can carry another file and line than the caller's`() {
    expect(1, 2, file: "Elsewhere.swift", line: 7)
    #expect(reports.all == [Report(text: "Expected 2, got 1", file: "Elsewhere.swift", line: 7)])
  }

  /// Expects exactly this report, in this file, since the last call.
  private func expectReport(_ text: String, line: Int, _ location: SourceLocation = #_sourceLocation) {
    #expect(
      reports.take() == [Report(text: text, file: #filePath, line: UInt(line))], sourceLocation: location)
  }
}

struct Report: Equatable {
  var text: String
  var file: String
  var line: UInt
}

private final class Reports {
  var all: [Report] = []

  func add(_ text: String, _ file: StaticString, _ line: UInt) {
    all.append(Report(text: text, file: "\(file)", line: line))
  }

  func take() -> [Report] {
    defer { all = [] }
    return all
  }
}

/// A till that fails when it is overdrawn. Its view fails for 13 coins.
enum Till: Module {
  struct Flags { var coins: Int }
  enum Message { case insert(Int), pay(Int), empty }
  struct Model: Equatable { var coins: Int }
  enum Command: Equatable { case open, print(String, copies: Int) }
  struct View { var text: String }
  enum Failure: Error, Equatable { case overdrawn(by: Int), unreadable }
  struct Jam: Error {}

  static func start(with flags: Flags, perform: (Command) -> Void) throws -> Model {
    perform(.print("hello", copies: 1))
    guard flags.coins >= 0 else { throw Failure.overdrawn(by: -flags.coins) }
    return Model(coins: flags.coins)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .insert(let coins):
      guard coins >= 0 else { throw Jam() }
      model.coins += coins
    case .pay(let coins):
      perform(.open)
      model.coins -= coins
      guard model.coins >= 0 else { throw Failure.overdrawn(by: -model.coins) }
    case .empty:
      perform(.open)
      perform(.print("\(model.coins)", copies: 2))
      model.coins = 0
    }
  }

  static func view(for model: Model) throws -> View {
    guard model.coins != 13 else { throw Failure.unreadable }
    return View(text: "\(model.coins) coins")
  }
}

private struct Plain {
  enum Inside { case none, some(Int, String) }
  var id: Int
  var inside: Inside
}

private struct Alike: Equatable, CustomStringConvertible {
  var secret: Int
  var description: String { "alike" }
}

private enum AlikeCase: CustomStringConvertible {
  case one, two
  var description: String { "alike" }
}

/// ``Alike`` without equality.
private struct AlikePlain: CustomStringConvertible {
  var secret: Int
  var description: String { "alike" }
}

/// ``AlikeCase`` without equality: an enum with payloads has none unless it declares a conformance.
private enum AlikePlainCase: CustomStringConvertible {
  case one, two, payload(Int), other(Int)
  var description: String { "alike" }
}

/// A value whose stamp does not count for its equality.
private struct Stamped: Equatable {
  var id: Int
  var stamp: String
  static func == (one: Stamped, other: Stamped) -> Bool { one.id == other.id }
}

/// A value that is not even equal to itself.
private struct Unlike: Equatable {
  static func == (one: Unlike, other: Unlike) -> Bool { false }
}

private struct Holder {
  var id: Int
  var action: () -> Void
}

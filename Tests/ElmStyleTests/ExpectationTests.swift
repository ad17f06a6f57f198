import ElmStyle
import Testing

/// The results of a test case's expectations, and their reports of failures.
@Suite final class ExpectationTests: Elm.TestCase {
  typealias Module = Ledger

  private var reports: [String] = []
  var failureReporter: FailureReporter { { text, _, line in self.reports.append("\(line): \(text)") } }

  @Test func `flags give a model, or a failure`() {
    let valid: FlagsTest<Ledger> = makeTest(flags: Flags(balance: 2))
    let broken = makeTest(flags: .init(balance: -2))
    let model: Model? = valid.expectModel()
    let failure: Failure? = broken.expectFailure()
    #expect(model?.balance == 2)
    #expect(failure == .overdrawn(-2))
    #expect(reports == [])
    #expect(broken.expectModel() == nil)
    #expect(takeReports() == ["\(#line - 1): A model was expected, but Ledger failed: overdrawn(-2)"])
    #expect(valid.expectFailure() == nil)
    #expect(takeReports() == [#"\#(#line - 1): A failure was expected, but Ledger succeeded: View(text: "2")"#])
  }

  @Test func `a message gives a model, or a failure`() {
    let test: ModelTest<Ledger> = makeTest(model: Model(balance: 2))
    let message: Message = .withdraw(1)
    #expect(test.expectModel(for: message)?.balance == 1)
    #expect(test.expectFailure(for: .withdraw(3)) == .overdrawn(-1))
    #expect(reports == [])
    #expect(test.expectModel(for: .withdraw(3)) == nil)
    #expect(takeReports() == ["\(#line - 1): A model was expected, but Ledger failed: overdrawn(-1)"])
    #expect(test.expectFailure(for: .withdraw(1)) == nil)
    #expect(takeReports() == ["\(#line - 1): A failure was expected, but Ledger succeeded: Model(balance: 1)"])
  }

  @Test func `expectCommands accepts an empty list, and reports a failure`() {
    let test = makeTest(model: .init(balance: 2))
    let commands: [Command]? = test.expectCommands(for: .close)
    #expect(commands == [.print("2"), .archive])
    #expect(test.expectCommands(for: .deposit(1))?.isEmpty == true)
    #expect(reports == [])
    #expect(test.expectCommands(for: .withdraw(3)) == nil)
    #expect(takeReports() == ["\(#line - 1): A list of commands was expected, but Ledger failed: overdrawn(-1)"])
  }

  @Test func `expectCommand accepts one command, and reports none and two`() {
    let test = makeTest(model: .init(balance: 2))
    #expect(test.expectCommand(for: .withdraw(1)) == .print("-1"))
    #expect(reports == [])
    #expect(test.expectCommand(for: .deposit(1)) == nil)
    #expect(takeReports() == ["\(#line - 1): Expected exactly one command, got []"])
    #expect(test.expectCommand(for: .close) == nil)
    #expect(takeReports() == [#"\#(#line - 1): Expected exactly one command, got [print("2"), archive]"#])
  }

  @Test func `a model gives a view, or a failure`() {
    let view: View? = makeTest(model: .init(balance: 2)).expectView()
    #expect(view?.text == "2")
    #expect(makeTest(model: .init(balance: 13)).expectFailure() == .viewFailed)
    #expect(reports == [])
    #expect(makeTest(model: .init(balance: 13)).expectView() == nil)
    #expect(takeReports() == ["\(#line - 1): A view was expected, but Ledger failed: viewFailed"])
  }

  @Test func `expect reports values that differ`() {
    expect(makeTest(model: .init(balance: 2)).expectView()?.text, "2")
    #expect(reports == [])
    expect(1, 2)
    #expect(takeReports() == ["\(#line - 1): Expected 2, got 1"])
  }

  private func takeReports() -> [String] {
    defer { reports = [] }
    return reports
  }
}

/// A test case of a module whose flags are empty.
@Suite struct EmptyFlagsTests: TestCase {
  typealias Module = Tally
  let failureReporter: Elm.FailureReporter = { text, _, _ in Issue.record("\(text)") }

  @Test func `a test of a module with empty flags names no flags`() {
    let test = makeTest()
    #expect(test.expectModel() == 0)
    #expect(test.expectModel(for: .one, .one) == 2)
    #expect(makeTest(model: 2).expectFailure(for: .one) == Empty())
  }
}

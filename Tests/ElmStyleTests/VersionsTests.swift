import ElmStyle
import Testing

// A call of each name of Sources/TEARuntime/Styles/Elm/ElmStyle.docc/Versions.md, below a comment that is the name.
// `NamePageTests` looks for these comments.

// `Module.Message`
// `Module.Model`
private typealias UpdateFunction = (Ledger.Message, inout Ledger.Model, (Ledger.Command) -> Void) throws -> Void

/// A module that relies on every default.
private enum Switch: Elm.Module {
  enum Message { case flip }

  static func start(with flags: Void) -> Bool { false }
  static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) { model.toggle() }
}

@Suite final class VersionsTests {
  @Test func `the names of types can be used`() {
    // `Elm.Module`
    func name<M: Elm.Module>(of module: M.Type) -> String { "\(M.self)" }
    // `Elm.Program`
    let program: Elm.Program<Tally> = Tally.makeProgram()
    // `Elm.Delegate`
    func show<D: Elm.Delegate>(_ program: Elm.Program<Tally>, to delegate: D) where D.Module == Tally {
      program.setDelegate(delegate)
    }
    let recorder = ViewRecorder()
    show(program, to: recorder)
    #expect(name(of: Tally.self) == "Tally" && recorder.texts == ["0"])
  }

  @Test func `the names of modules can be used`() throws {
    // `Module.Flags`
    // `Module.start(with:)`
    let model: Ledger.Model = try Ledger.start(with: Ledger.Flags(balance: 1))
    // `Module.Command`
    var next = model
    var commands: [Ledger.Command] = []
    // `Module.update(for:model:perform:)`
    try Ledger.update(for: .withdraw(1), model: &next) { commands.append($0) }
    #expect(commands == [.print("-1")])
    // `Module.View`
    // `Module.view(for:)`
    #expect(try Ledger.view(for: next) == Ledger.View(text: "0"))
    // `Module.Failure`
    #expect(throws: Ledger.Failure.overdrawn(-1)) { try Ledger.start(with: .init(balance: -1)) }
    // `Module.makeProgram(flags:)`
    let ledger: Program<Ledger> = Ledger.makeProgram(flags: .init(balance: 1))
    // `Module.makeProgram()`
    let tally: Program<Tally> = Tally.makeProgram()
    // `Empty`
    _ = Tally.makeProgram(flags: Empty())
    #expect(ledger.view.text == "1" && tally.view.text == "0")
  }

  @Test func `the names of programs and delegates can be used`() async {
    let recorder = Recorder<Ledger>()
    // `Delegate.Module`
    #expect(Recorder<Ledger>.Module.self == Ledger.self)
    let program = Ledger.makeProgram(flags: .init(balance: 1))
    // `Delegate.program(_:didUpdate:)`
    // `Delegate.program(_:didEmit:)`
    // `Program.setDelegate(_:)`
    program.setDelegate(recorder)
    // `Program.dispatch(_:)`
    program.dispatch(.deposit(1), .withdraw(1))
    // `Program.view`
    let view: Ledger.View = program.view
    #expect(recorder.lines == ["1", "2", "1"].map { #"View(text: "\#($0)")"# } + [#"print("-1")"#])
    // `Program.unsetDelegate()`
    program.unsetDelegate()
    program.dispatch(.close)
    #expect(recorder.lines.count == 4 && view.text == "1")
  }
}

@Suite final class VersionsTestCaseTests: Elm.TestCase {
  // `TestCase`
  // `TestCase.Module`
  typealias Module = Ledger

  private var reports: [String] = []
  // `TestCase.failureReporter`
  // `FailureReporter`
  var failureReporter: FailureReporter { { text, _, _ in self.reports.append(text) } }

  @Test func `the names of test cases can be used`() {
    // `TestCase.Flags`
    let flags = Flags(balance: 1)
    // `FlagsTest`
    // `TestCase.makeTest(flags:)`
    let flagsTest: FlagsTest<Ledger> = makeTest(flags: flags)
    // `FlagsTest.expectModel()`
    // `TestCase.Model`
    let model: Model? = flagsTest.expectModel()
    // `FlagsTest.expectFailure()`
    // `TestCase.Failure`
    let failure: Failure? = makeTest(flags: Flags(balance: -1)).expectFailure()
    // `ModelTest`
    // `TestCase.makeTest(model:)`
    let modelTest: ModelTest<Ledger> = makeTest(model: Model(balance: 1))
    // `TestCase.Message`
    let message = Message.withdraw(1)
    // `ModelTest.expectModel(for:)`
    let next = modelTest.expectModel(for: message)
    // `ModelTest.expectCommand(for:)`
    // `TestCase.Command`
    let command: Command? = modelTest.expectCommand(for: message)
    // `ModelTest.expectCommands(for:)`
    let commands: [Command]? = modelTest.expectCommands(for: message)
    // `ModelTest.expectView()`
    // `TestCase.View`
    let view: View? = modelTest.expectView()
    // `ModelTest.expectFailure()`
    let viewFailure = makeTest(model: .init(balance: 13)).expectFailure()
    // `ModelTest.expectFailure(for:)`
    let overdrawn = modelTest.expectFailure(for: .withdraw(2))
    // `TestCase.expect(_:_:file:line:)`
    expect(model?.balance, 1)
    expect(next?.balance, 0, file: "Elsewhere.swift", line: 1)
    #expect(failure == .overdrawn(-1) && viewFailure == .viewFailed && overdrawn == .overdrawn(-1))
    #expect(command == .print("-1") && commands == [.print("-1")] && view?.text == "1")
    #expect(reports == [])
  }

  @Test func `the name of a test without flags can be used`() {
    // `TestCase.makeTest()`
    #expect(TallyTestCase().makeTest().expectModel() == 0)
    #expect(SwitchTestCase().makeTest().expectModel() == false)
    #expect(SwitchTestCase().makeTest().expectModel(for: .flip) == true)
  }

  private struct SwitchTestCase: TestCase {
    typealias Module = Switch
    let failureReporter: FailureReporter = { text, _, _ in Issue.record("\(text)") }
  }

  private struct TallyTestCase: TestCase {
    typealias Module = Tally
    let failureReporter: FailureReporter = { text, _, _ in Issue.record("\(text)") }
  }
}

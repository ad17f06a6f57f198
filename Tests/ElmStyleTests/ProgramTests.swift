import ElmStyle
import Testing

@Suite struct ProgramTests {
  private let recorder = Recorder<Ledger>()

  private func program(_ balance: Int = 0) -> Program<Ledger> { Ledger.makeProgram(flags: .init(balance: balance)) }

  @Test func `a program has its view from the start, with no delegate`() {
    let program = program(5)
    #expect(program.view.text == "5")
    program.dispatch(.deposit(2))
    #expect(program.view.text == "7")
  }

  @Test func `a program shows its view to a new delegate at once, and again after each message`() {
    let program = program(1)
    program.setDelegate(recorder)
    program.dispatch(.deposit(1))
    program.dispatch(.deposit(2))
    #expect(recorder.lines == ["1", "2", "4"].map { #"View(text: "\#($0)")"# })
  }

  @Test func `a message's view comes before its commands, which come in the order performed`() {
    let program = program(4)
    program.setDelegate(recorder)
    recorder.lines = []
    program.dispatch(.withdraw(1), .close)
    #expect(
      recorder.lines == [
        #"View(text: "3")"#, #"print("-1")"#, #"View(text: "0")"#, #"print("3")"#, "archive",
      ])
  }

  @Test func `a message from within the delegate waits for its turn`() {
    let program = program(4)
    recorder.react = { program, line in
      if line == #"View(text: "3")"# { program.dispatch(.deposit(10)) }
    }
    program.setDelegate(recorder)
    recorder.lines = []
    program.dispatch(.withdraw(1))
    #expect(recorder.lines == [#"View(text: "3")"#, #"print("-1")"#, "viewFailed"])
    #expect(program.view.text == "3")
  }

  @Test func `a delegate that is unset hears nothing`() {
    let program = program(4)
    program.setDelegate(recorder)
    recorder.lines = []
    program.unsetDelegate()
    program.dispatch(.withdraw(1), .deposit(7))
    #expect(recorder.lines == [])
    #expect(program.view.text == "10")
  }

  @Test func `commands performed without a delegate wait for the next delegate`() {
    let program = program(4)
    program.setDelegate(recorder)
    program.unsetDelegate()
    program.dispatch(.withdraw(1))
    let next = Recorder<Ledger>()
    program.setDelegate(next)
    #expect(next.lines == [#"View(text: "3")"#, #"print("-1")"#])
  }

  @Test func `another delegate takes the place of the first`() {
    let program = program()
    program.setDelegate(recorder)
    let next = Recorder<Ledger>()
    program.setDelegate(next)
    program.dispatch(.deposit(1))
    #expect(recorder.lines == [#"View(text: "0")"#])
    #expect(next.lines == [#"View(text: "0")"#, #"View(text: "1")"#])
  }

  @Test func `the delegate is held weakly`() {
    let program = program()
    weak var delegate: Recorder<Ledger>?
    do {
      let recorder = Recorder<Ledger>()
      program.setDelegate(recorder)
      delegate = recorder
      withExtendedLifetime(recorder) {}
    }
    #expect(delegate == nil)
    program.dispatch(.deposit(1))
    #expect(program.view.text == "1")
  }

  @Test func `a failure reaches the delegate, and leaves the model as it was`() {
    let program = program(1)
    program.setDelegate(recorder)
    recorder.lines = []
    program.dispatch(.withdraw(3), .deposit(12), .deposit(1))
    #expect(recorder.lines == ["overdrawn(-2)", "viewFailed", #"View(text: "2")"#])
    #expect(program.model == Ledger.Model(balance: 2))
  }

  @Test func `a failure without a delegate ends the process, and the error names the message and the failure`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Ledger.makeProgram(flags: .init(balance: 1))
      program.dispatch(.withdraw(3))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("message: withdraw(3)"))
    #expect(text.contains("failure: overdrawn(-2)"))
  }

  @Test func `a start that fails ends the process, and the error names the flags and the failure`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Ledger.makeProgram(flags: .init(balance: -1))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Ledger failed to start with flags Flags(balance: -1): overdrawn(-1)"))
  }

  @Test(arguments: [1, 2]) func `what the start performs reaches the first delegate, after the view`(count: Int) {
    let program = Diary.makeProgram(flags: count)
    #expect(program.view == "\(count)")
    let recorder = Recorder<Diary>()
    program.setDelegate(recorder)
    #expect(recorder.lines == ["\(count)", "start"])
    program.setDelegate(Recorder<Diary>())
    program.setDelegate(recorder)
    #expect(recorder.lines == ["\(count)", "start", "\(count)"])
  }

  @Test func `an update that calls itself for another message is one step, with one view and the commands of both`() {
    let program = Diary.makeProgram(flags: 0)
    let recorder = Recorder<Diary>()
    program.setDelegate(recorder)
    program.dispatch(.twice)
    program.dispatch(.once)
    #expect(recorder.lines == ["0", "start", "2", "twice", "once", "once", "3", "once"])
  }

  @Test func `a program with empty flags and commands needs neither flags nor a function for commands`() {
    let program = Tally.makeProgram()
    let recorder = ViewRecorder()
    program.setDelegate(recorder)
    program.dispatch(.one, .one)
    #expect(recorder.texts == ["0", "1", "2"])
    #expect(Elm.Empty() == Empty())
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct ProgramOnMainActorTests {
  @Test func `a program of the main actor tells its delegate on the main actor, whichever thread sends`() async {
    let program = Diary.makeProgram(flags: 0)
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let recorder = Recorder<Diary>()
    recorder.react = { _, line in
      MainActor.preconditionIsolated()
      continuation.yield(line)
    }
    program.setDelegate(recorder)
    let mailbox = program.mailbox
    Task.detached { mailbox.dispatch(.once) }
    var shown: [String] = []
    for await line in lines {
      shown.append(line)
      if line == "once" { break }
    }
    #expect(shown == ["0", "start", "1", "once"])
    withExtendedLifetime(recorder) {}
  }
}

@testable import TEAResults
import TEARuntime
import Testing

@testable import TEACheck

/// Sessions that a recorder writes of a live program, and their replays.
@Suite struct RecordedSessionTests {
  /// A program that performs the commands `load`, `save`, `log` and `draft`, each with a policy of its own.
  enum Editor: Module {
    enum Message: Hashable, Sendable { case load, save, log, draft, loaded(Int), saved(Int), half }
    enum Command: Hashable, Sendable { case load(Int), save(Int), log(Int), draft(Int) }
    struct Model: Hashable { var requests = 0, loaded = 0, saved: [Int] = [], isStarted = false }

    static func start(with flags: Bool, perform: (Command) -> Void) -> Model {
      if flags { perform(.load(0)) }
      return Model(isStarted: flags)
    }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .load, .save, .log, .draft:
        model.requests += 1
        let number = model.requests
        perform(
          message == .load
            ? .load(number) : message == .save ? .save(number) : message == .log ? .log(number) : .draft(number))
      case .loaded(let number):
        model.loaded += 1
        if number < 2 { perform(.load(number + 2)) }
      case .saved(let number): model.saved.append(number)
      case .half:
        model.requests += 1
        perform(.load(model.requests))
        perform(.save(model.requests))
      }
    }

    static func policy(for command: Command) -> EffectPolicy<String> {
      switch command {
      case .load: .first("load")
      case .save: .throttle("save", .seconds(1))
      case .log: .first("log")
      case .draft: .debounce("log", .seconds(1))
      }
    }
  }

  /// A live program with manual time, whose commands end as the test says.
  private final class Desk {
    private(set) var text = ""
    private let program: Program<Editor>
    private var replies: [Editor.Command: Reply<Editor.Message>] = [:]

    init(_ program: Program<Editor>) {
      self.program = program
      _ = SessionRecorder(of: program) { self.text += $0 }
      program.handleCommands(Handler { self.replies[$0] = $1 })
    }

    func send(_ messages: Editor.Message...) { for message in messages { program.dispatch(message) } }

    /// Answers a command whose effect goes on.
    func answer(_ command: Editor.Command, with message: Editor.Message) {
      replies[command]?(message)
      program.receive()
    }

    func wait(_ duration: Duration) { program.advance(by: duration) }

    func finish(_ command: Editor.Command, with message: Editor.Message? = nil) {
      if let message { replies[command]?.finish(with: message) } else { replies[command]?.finish() }
      program.receive()
    }

    func stop() { program.stop() }

    func resume(from model: Editor.Model) throws { try program.resume(from: model) }
  }

  /// Replays a session. It must pass, because the specification has no properties.
  ///
  /// - Parameter undeclaredStep: The number of the step that nothing declares; `nil` where all are declared.
  private func replay(
    _ text: String, undeclared undeclaredStep: Int? = nil,
    @SpecificationBuilder<Editor> under parts: () -> [Declaration<Editor>] = { [] }
  ) throws -> CheckResult {
    let parts = parts()
    let specification = Specification(of: Editor.self) {
      Start(with: [true])
      Messages(of: .model) { _ in [.load, .save, .log, .draft] }
      Replies { command in
        switch command {
        case .load(let number): [.loaded(number)]
        case .save(let number): [.saved(number)]
        case .log, .draft: nil
        }
      }
      DeclarationList(declarations: parts)
    }
    let recording = Recording.session(try Session(parsing: text))
    let result = specification.check("session").replayRecording(recording, CheckSettings()).result
    #expect(result.verdict == .passed, "\(result)")
    let undeclared = result.notes.filter { $0.hasPrefix("nothing declares") }.map { $0.split(separator: ",")[0] }
    #expect(undeclared == (undeclaredStep.map { ["nothing declares step \($0)"] } ?? []), "\(result)")
    return result
  }

  /// The recording as older recorders wrote it: without the commands that are carried out, and without resumptions.
  private static func withoutCommands(_ text: String) -> String {
    text.replacing(/, "carriesOut": \[[^\]]*\]/, with: "").replacing(#", "resumed": true"#, with: "")
  }

  @Test func `a throttle opens before the step whose command the live program carried out`() throws {
    let desk = Desk(try Program(Editor.self, model: Editor.Model(), time: .manual))
    desk.send(.save)
    desk.finish(.save(1), with: .saved(1))
    desk.wait(.seconds(1))
    desk.send(.save, .save)
    desk.finish(.save(2), with: .saved(2))
    let result = try replay(desk.text)
    #expect(
      result.counterexample?.steps.map(\.label) == [
        "save", "save(1) replies saved(1)", #"throttle "save" opens"#, "save", "save", "save(2) replies saved(2)",
      ])
    #expect(result.counterexample?.steps.map(\.outstanding) == [["save(1)"], [], [], ["save(2)"], ["save(2)"], []])
  }

  /// The effect of `load(2)` goes on after an answer that nothing declares, so that `load(3)` is dropped, and `save(3)` is not.
  @Test func `a throttle opens before an undeclared step after which the command stays outstanding`() throws {
    let desk = Desk(try Program(Editor.self, model: Editor.Model(), time: .manual))
    desk.send(.save)
    desk.finish(.save(1), with: .saved(1))
    desk.send(.load)
    desk.wait(.seconds(1))
    desk.answer(.load(2), with: .half)
    desk.finish(.load(2), with: .loaded(2))
    desk.finish(.save(3), with: .saved(3))
    let steps = try #require(try replay(desk.text, undeclared: 5).counterexample).steps
    #expect(
      steps.map(\.label) == [
        "save", "save(1) replies saved(1)", "load", #"throttle "save" opens"#, "load(2) sends half",
        "load(2) replies loaded(2)", "save(3) replies saved(3)",
      ])
    #expect(steps[4].drops == ["load(3)"])
    #expect(steps.map(\.outstanding).suffix(3) == [["load(2)", "save(3)"], ["save(3)"], []])
  }

  @Test func `a silent effect ends before the step whose command the live program carried out`() throws {
    let desk = Desk(try Program(Editor.self, model: Editor.Model(), time: .manual))
    desk.send(.log, .log)
    desk.finish(.log(1))
    desk.send(.log)
    let steps = try #require(try replay(desk.text).counterexample).steps
    #expect(steps.map(\.label) == ["log", "log", "log(1) ends", "log"])
    #expect(steps.map(\.drops) == [[], ["log(2)"], [], []])
  }

  @Test func `a debounced effect runs and ends before the step whose command the live program carried out`() throws {
    let desk = Desk(try Program(Editor.self, model: Editor.Model(), time: .manual))
    desk.send(.draft)
    desk.wait(.seconds(1))
    desk.finish(.draft(1))
    desk.send(.log)
    let steps = try #require(try replay(desk.text).counterexample).steps
    #expect(steps.map(\.label) == ["draft", "draft(1) is carried out", "draft(1) ends", "log"])
    #expect(steps.map(\.drops) == [[], [], [], []])
  }

  @Test func `a reply that may come again ends its effect where the program carried out the next command`() throws {
    let desk = Desk(try Program(Editor.self, flags: true, time: .manual))
    desk.finish(.load(0), with: .loaded(0))
    desk.finish(.load(2), with: .loaded(2))
    let result = try replay(desk.text) { RepeatedReplies() }
    #expect(
      result.counterexample?.steps.map(\.label)
        == ["load(0) replies loaded(0) and ends", "load(2) replies loaded(2)"])
    #expect(result.counterexample?.steps.map(\.performs) == [["load(2)"], []])
    #expect(result.counterexample?.steps.map(\.drops) == [[], []])
  }

  @Test func `a program that began with a model has no commands of a start, and neither has one that resumed`() throws {
    let start = Editor.start(with: true, perform: { _ in })
    let started = Desk(try Program(Editor.self, flags: true, time: .manual))
    started.send(.log)
    #expect(try replay(started.text).counterexample?.startPerforms == ["load(0)"])
    #expect(try replay(started.text).counterexample?.steps.map(\.outstanding) == [["load(0)"]])
    let continued = Desk(try Program(Editor.self, model: start, time: .manual))
    continued.send(.log)
    #expect(try replay(continued.text).counterexample?.startPerforms == [])
    #expect(try replay(continued.text).counterexample?.steps.map(\.outstanding) == [[]])
    let resumed = Desk(try Program(Editor.self, flags: true, time: .manual))
    resumed.send(.log)
    resumed.stop()
    try resumed.resume(from: start)
    resumed.send(.log)
    #expect(try replay(resumed.text).counterexample?.steps.map(\.outstanding) == [["load(0)"], [], []])
  }

  @Test func `a session is written by the same rules as other JSON`() throws {
    let program = try Program(Editor.self, model: Editor.Model(), time: .manual)
    var text = ""
    _ = SessionRecorder(of: program, module: "Ed\u{202E}\t\"\u{7F}👩\u{200D}🚀") { text += $0 }
    let module = #""Ed\u202e\t\"\u007f👩"# + "\u{200D}" + #"🚀""#
    let beginning = #"{"version": 1, "kind": "session", "module": "# + module + #", "start": "from "#
    #expect(text.hasPrefix(beginning), "\(text)")
  }

  @Test func `policies decide which commands are carried out where a recording does not say it`() throws {
    let desk = Desk(try Program(Editor.self, model: Editor.Model(), time: .manual))
    desk.send(.save)
    desk.finish(.save(1), with: .saved(1))
    desk.wait(.seconds(1))
    desk.send(.save)
    let result = try replay(Self.withoutCommands(desk.text))
    #expect(result.counterexample?.steps.map(\.label) == ["save", "save(1) replies saved(1)", "save"])
    #expect(result.counterexample?.steps.map(\.drops) == [[], [], ["save(2)"]])
  }
}

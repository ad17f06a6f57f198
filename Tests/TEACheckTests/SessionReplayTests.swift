@testable import TEAGenerators
@testable import TEAResults
import TEARuntime
import Testing

@testable import TEACheck

/// Replays of sessions of live programs, with notes about steps that no declaration permits.
@Suite struct SessionReplayTests {
  enum Desk: Module {
    struct Model: Hashable { var rows: [Int] = []; var isLive = false }
    enum Message: Hashable {
      case pick(Int), live, clear, load, loaded(Int), failed, progress(Int), tick, heard(String)
    }
    enum Command: Hashable { case load }
    enum Subscription: Hashable { case clock, ears }

    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .pick(let row), .loaded(let row), .progress(let row): model.rows.append(row)
      case .live: model.isLive = true
      case .clear: model.rows = []
      case .load: perform(.load)
      case .failed, .tick, .heard: break
      }
    }
    static func subscriptions(for model: Model) -> [Subscription] { model.isLive ? [.clock, .ears] : [] }
    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
      subscription == .clock ? .every(.seconds(1), .tick) : nil
    }
  }

  private static let deskSpecification = Specification(of: Desk.self) {
    Messages(of: .model) { $0.rows.isEmpty ? [.pick(1), .load] : [.pick(1), .live, .clear, .load] }
    Replies { _ in [.loaded(1)] }
    Subscriptions { _ in [.heard("a")] }
  }

  /// A session with the given lines, each a step or `resume from` and a model. It records the model after each step.
  private func session<M: Module>(_ lines: [String], of type: M.Type, from start: M.Model) throws -> Session {
    var text = "{\"version\": 1, \"kind\": \"session\", \"module\": \"M\", \"start\": "
    text += "\(quoted("from \(structuralLiteral(start))"))}\n"
    var model = start
    for line in lines {
      if line.hasPrefix("resume ") {
        let resumed = String(line.dropFirst("resume from ".count))
        model = try ValueReader.read(M.Model.self, from: ValueText(parsing: resumed))
        text += "{\"resume\": \(quoted("from \(resumed)"))}\n"
      } else {
        let message = String(line.split(separator: " ").last!)
        try M.update(for: ValueReader.read(M.Message.self, from: ValueText(parsing: message)), model: &model) { _ in }
        text += "{\"step\": \(quoted(line)), \"model\": \(quoted(structuralLiteral(model)))}\n"
      }
    }
    return try Session(parsing: text)
  }

  private func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }

  private func replay<M: Module>(
    _ lines: [String], from start: M.Model, under specification: Specification<M>
  ) throws -> CheckResult {
    let recording = Recording.session(try session(lines, of: M.self, from: start))
    return specification.check("session").replayRecording(recording, CheckSettings()).result
  }

  /// Returns the notes of a replay that must pass, without the last note and without the clause “which is taken as it was
  /// recorded” of the others.
  private func notes(_ lines: [String]) throws -> [String] {
    let result = try replay(lines, from: Desk.Model(), under: Self.deskSpecification)
    #expect(result.verdict == .passed, "\(result)")
    #expect(result.notes.last == "after each step the model was the one that was recorded")
    return result.notes.dropLast().map { $0.replacing(", which is taken as it was recorded", with: "") }
  }

  /// A search field that waits for a pause before it searches.
  enum Field: Module {
    struct Model: Hashable { var text = "", found = "" }
    enum Message: Hashable { case typed(String), found(String) }
    enum Command: Hashable { case search(String) }

    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .typed(let text):
        model.text = text
        perform(.search(text))
      case .found(let text): model.found = text
      }
    }
    static func policy(for command: Command) -> EffectPolicy<Int> { .debounce(0, .milliseconds(300)) }
  }

  @Test func `a debounced command is carried out before its recorded reply`() throws {
    let specification = Specification(of: Field.self) {
      Messages(of: .model) { _ in [.typed("a"), .typed("ab")] }
      Replies { command in
        switch command {
        case .search(let text): [.found(text)]
        }
      }
      Step("a result answers a search") { step in
        if case .found = step.message { step.answering != nil } else { true }
      }
      Always("nothing waits once it is found", of: .world) { world in
        world.model.found.isEmpty || world.model.found != world.model.text || world.agenda.entries.isEmpty
      }
    }
    let lines = [#"typed("a")"#, #"typed("ab")"#, #"search("ab") replies found("ab")"#]
    let result = try replay(lines, from: Field.Model(), under: specification)
    #expect(result.verdict == .passed, "\(result)")
    #expect(
      result.counterexample?.steps.map(\.message)
        == [#"typed("a")"#, #"typed("ab")"#, #"search("ab") is carried out"#, #"found("ab")"#])
  }

  private static let fieldSpecification = Specification(of: Field.self) {
    Messages(of: .model) { _ in [.typed("a")] }
    Replies { command in
      switch command {
      case .search(let text): [.found(text)]
      }
    }
  }

  @Test func `a note gives a step its number in the report, even after an inserted step`() throws {
    let lines = [#"typed("a")"#, #"search("a") replies found("a")"#, #"typed("zebra")"#]
    let result = try replay(lines, from: Field.Model(), under: Self.fieldSpecification)
    #expect(result.counterexample?.steps.map(\.message).last == #"typed("zebra")"#)
    #expect(result.counterexample?.steps.count == 4)
    #expect(result.finding == "nothing is violated in 4 steps")
    #expect(
      result.notes.first { $0.hasPrefix("nothing declares") }?.hasPrefix(#"nothing declares step 4, 'typed("zebra")'"#)
        == true, "\(result.notes)")
  }

  @Test func `the world after an inserted step has a breadcrumb of its own`() throws {
    let lines = [#"typed("a")"#, #"search("a") replies found("a")"#, "resume from Model(text: \"\", found: \"\")"]
    let session = try session(lines, of: Field.self, from: Field.Model())
    let rules = try Rules(Self.fieldSpecification, scope: 3)
    for count in 1...4 {
      let breadcrumb = Breadcrumb(.replay, place: count, number: TrapPart.view.number)
      let site = TrapSite(phase: 0, breadcrumb: breadcrumb, cause: .stack, part: .view)
      let replay = try rules.replay(session.script, of: session, upTo: [site])
      #expect(replay.violation?.trap != nil)
      #expect(replay.trace.count == count)
    }
  }

  /// A program whose worlds have no surroundings, because it has no timers, policies or subscriptions.
  enum Loader: Module {
    enum Message: Hashable { case load, progress(Int), loaded(Int) }
    enum Command: Hashable { case load }
    struct Model: Hashable { var progress: Int?, result: Int? }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .load: perform(.load)
      case .progress(let share): model.progress = share
      case .loaded(let result): (model.progress, model.result) = (nil, result)
      }
    }
  }

  @Test func `a command stays outstanding after an undeclared reply if a later line answers it`() throws {
    let lines = ["load", "load replies progress(3)", "load replies progress(9)", "load replies loaded(1)"]
    func expectInterim(_ result: CheckResult) {
      #expect(result.verdict == .passed, "\(result)")
      #expect(
        result.notes.filter { $0.hasPrefix("nothing declares") }.map { $0.split(separator: ",")[0] }
          == ["nothing declares step 2", "nothing declares step 3"], "\(result.notes)")
      #expect(result.counterexample?.steps.map(\.outstanding) == [["load"], ["load"], ["load"], []])
    }
    let loader = Specification(of: Loader.self) {
      Messages { _ in [.load] }
      Replies { _ in [.loaded(1)] }
      Always("progress is of a command", of: .world) { world in
        world.model.progress == nil || !world.outstanding.isEmpty
      }
    }
    expectInterim(try replay(lines, from: Loader.Model(), under: loader))
    expectInterim(try replay(lines, from: Desk.Model(), under: Self.deskSpecification))
  }

  /// A model with a function, which cannot be read from text.
  enum Labelled: Module {
    struct Model {
      var count = 0
      var label: @Sendable (Int) -> String = { "\($0)" }
    }
    enum Message: Hashable { case up }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.count += 1 }
  }

  @Test func `a session that resumes from the model at which it stopped need not read the model from text`() throws {
    func line(_ count: Int) -> String { quoted(structuralLiteral(Labelled.Model(count: count))) }
    func start(_ count: Int) -> String { quoted("from \(structuralLiteral(Labelled.Model(count: count)))") }
    let text = """
      {"version": 1, "kind": "session", "module": "M", "start": \(start(0))}
      {"step": "up", "model": \(line(1))}
      {"resume": \(start(1))}
      {"step": "up", "model": \(line(2))}
      """
    let specification = Specification(of: Labelled.self) { Messages { _ in [.up] } }
    let recording = Recording.session(try Session(parsing: text))
    let result = specification.check("session").replayRecording(recording, CheckSettings()).result
    #expect(result.verdict == .passed, "\(result)")
  }

  @Test func `the last line of a session counts also without a line break, unless it was cut off`() throws {
    let head = #"{"version": 1, "kind": "session", "module": "M", "start": "from 0"}"#
    let text = head + "\n" + #"{"step": "up", "model": "1"}"#
    #expect(try Session(parsing: text).lines == [.step("up", model: "1")])
    #expect(try Session(parsing: text + "\n").lines == [.step("up", model: "1")])
    #expect(try Session(parsing: String(text.dropLast())).lines == [])
  }

  @Test func `a session that resumes is shown as a whole`() throws {
    let lines = ["pick(1)", "load", "resume from Model(rows: [5], isLive: false)", "pick(1)"]
    let result = try replay(lines, from: Desk.Model(), under: Self.deskSpecification)
    #expect(result.verdict == .passed)
    #expect(result.finding == "nothing is violated in 4 steps")
    let steps = try #require(result.counterexample).steps
    #expect(steps.map(\.label) == lines)
    #expect(
      steps.map { $0.changes.map { "\($0.path): \($0.before) → \($0.after)" } } == [
        ["rows: [] → [1]"], [], ["rows: [1] → [5]"], ["rows: [5] → [5, 1]"],
      ])
    #expect(steps.map(\.outstanding) == [[], ["load"], [], []])
  }

  @Test func `a violation after a session resumed counts all steps`() throws {
    let specification = Specification(of: Desk.self) {
      Self.deskSpecification
      Always("few rows", of: .model) { $0.rows.count < 3 }
    }
    let lines = [
      "pick(1)", "resume from Model(rows: [], isLive: false)", "resume from Model(rows: [5], isLive: false)", "pick(1)",
      "pick(1)", "pick(1)",
    ]
    let result = try replay(lines, from: Desk.Model(), under: specification)
    #expect(result.verdict == .violated)
    #expect(result.finding == "violated after 5 steps")
    #expect(result.counterexample?.steps.map(\.label) == Array(lines.prefix(5)))
  }

  /// A test replays steps without their session, so it cannot take a resumption or an undeclared step.
  @Test func `a session becomes a script only if a test can take its steps`() throws {
    func script(_ lines: [String]) throws -> Script? {
      let recording = Recording.session(try session(lines, of: Desk.self, from: Desk.Model()))
      return Self.deskSpecification.check("session").replayRecording(recording, CheckSettings()).script
    }
    #expect(try script(["pick(1)", "load"])?.steps == ["pick(1)", "load"])
    #expect(try script(["pick(1)", "resume from Model(rows: [], isLive: false)"]) == nil)
    #expect(try script(["pick(1)", "pick(2)"]) == nil)
  }

  /// Offered messages match a declaration by value, replies and messages of subscriptions by case.
  @Test func `declared steps are not noted`() throws {
    #expect(try notes(["pick(1)", "clear", "load", "load replies loaded(7)"]) == [])
    // A session does not record how time passes.
    #expect(try notes(["pick(1)", "live", "clock sends tick", "clock sends tick", "ears sends heard(\"b\")"]) == [])
  }

  @Test func `steps that nothing declares are noted`() throws {
    #expect(
      try notes(["pick(2)", "tick"]) == [
        "nothing declares step 1, 'pick(2)': it is offered with other values only",
        "nothing declares step 2, 'tick': it is not offered",
      ])
    #expect(try notes(["clear"]) == ["nothing declares step 1, 'clear': it is not offered"])
    #expect(
      try notes(["load replies loaded(1)"]) == [
        "nothing declares step 1, 'load replies loaded(1)': its command is not outstanding"
      ])
    #expect(
      try notes(["load", "load replies failed", "load replies loaded(1)"]) == [
        "nothing declares step 2, 'load replies failed': its command is not answered so"
      ])
    #expect(
      try notes(["load", "load replies failed", "resume from Model(rows: [], isLive: false)", "load replies loaded(1)"])
        == [
          "nothing declares step 2, 'load replies failed': its command is not answered so",
          "nothing declares step 4, 'load replies loaded(1)': its command is not outstanding",
        ])
    #expect(
      try notes(["load", "resume from Model(rows: [], isLive: false)", "load replies loaded(1)"]) == [
        "nothing declares step 3, 'load replies loaded(1)': its command is not outstanding"
      ])
    #expect(
      try notes(["clock sends tick"]) == ["nothing declares step 1, 'clock sends tick': no such subscription is live"])
    #expect(
      try notes(["pick(1)", "live", "clock sends clear", "ears sends tick"]) == [
        "nothing declares step 3, 'clock sends clear': its timer sends another message",
        "nothing declares step 4, 'ears sends tick': its subscription never sends it",
      ])
    #expect(try notes(Array(repeating: "tick", count: 9)).last == "nothing declares 4 more steps of the session either")
  }

  @Test func `notes depend on the declared replies and preconditions`() throws {
    func notes(_ lines: [String], _ specification: Specification<Desk>) throws -> [String] {
      try replay(lines, from: Desk.Model(), under: specification).notes.filter { $0.hasPrefix("nothing declares") }
    }
    let silent = Specification(of: Desk.self) { Messages { _ in [.load] } }
    #expect(
      try notes(["load", "load replies loaded(1)"], silent).map { $0.split(separator: ": ").last } == [
        "nothing says what commands bring"
      ])
    let interim = Specification(of: Desk.self) {
      Messages { _ in [.load] }
      Replies { _ in [.loaded(1)] }
      InterimReplies { _ in [.progress(1)] }
    }
    // A command stays outstanding after an interim reply.
    #expect(
      try notes(["load", "load replies progress(3)", "load replies progress(1)", "load replies loaded(2)"], interim)
        == [])
    let guarded = Specification(of: Desk.self) {
      Messages { _ in [.pick(1), .pick(2)] }
      Precondition { _, message in message != .pick(2) }
    }
    #expect(
      try notes(["pick(2)"], guarded).map { $0.split(separator: ": ").last } == ["its precondition does not hold"])
  }

  enum Post: Module {
    enum Message: Hashable { case write, done }
    /// Its description contains ` sends `, which also stands between a subscription and its message.
    struct Command: Hashable, CustomReflectable, CustomStringConvertible {
      var customMirror: Mirror { Mirror(self, children: [:]) }
      var description: String { "mail that sends x" }
    }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if message == .write { perform(Command()) } else { model += 1 }
    }
  }

  @Test func `a line is read as the step that it fits, whatever words are in the text of its command`() throws {
    let specification = Specification(of: Post.self) {
      Messages(of: .model) { $0 < 2 ? [.write] : [] }
      Replies { _ in [.done] }
    }
    let line = "mail that sends x replies done"
    let result = try replay([line], from: 0, under: specification)
    #expect(
      result.notes.first == "nothing declares step 1, '\(line)', which is taken as it was recorded: its command is not "
        + "outstanding", "\(result)")
    let declared = try replay(["write", line], from: 0, under: specification)
    #expect(!declared.notes.contains { $0.hasPrefix("nothing declares") }, "\(declared)")
    let rules = try Rules(specification, scope: 3)
    let error = #expect(throws: ReplayError.self) {
      try rules.step("mail that sends x replies dnoe", number: 1, in: rules.origins[0].world, isOfSession: true)
    }
    let problem = "SessionReplayTests.Post.Message has no case 'dnoe'; the nearest is 'done'"
    #expect(error?.description.hasSuffix("any more: \(problem)") == true, "\(error as Any)")
  }

  enum Keys: Module {
    enum Message: Hashable { case typed(String), loaded(Int) }
    enum Command: Hashable { case load }
    static func start(with flags: Void) -> String { "" }
    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
      if case .typed(let text) = message { model += text }
      perform(.load)
    }
  }

  @Test func `derived messages of any value are declared`() throws {
    let specification = Specification(of: Keys.self) { Replies { _ in [.loaded(1)] } }
    let result = try replay(["typed(\"zebra\")", "loaded(4)"], from: "", under: specification)
    #expect(
      result.notes.filter { $0.hasPrefix("nothing declares") } == [
        "nothing declares step 2, 'loaded(4)', which is taken as it was recorded: only the world sends it"
      ])
  }
}

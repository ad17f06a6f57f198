@testable import TEAResults
@testable import TEASupport
import Synchronization
import TEARuntime
import Testing

@testable import SearchBoxChecks
@testable import TEACheck
@testable import WorldChecks

/// A person's steps through an interactive replay, along a recording and away from it, as a suite reports them.
@Suite struct WalkTests {
  private static let lines = [
    "typed(\"a\")", "paused", "typed(\"ab\")", "paused",
    "search(\"ab\") replies loaded(Results(query: \"ab\", items: [\"ab!\"]))",
    "search(\"a\") replies loaded(Results(query: \"a\", items: [\"a!\"]))",
  ]

  /// Returns a function that gives the position to which a path leads.
  private func walker(
    _ steps: [String] = lines, of check: Check = SearchBoxChecks.checks[0]
  ) throws -> (WalkPath) -> WalkPosition {
    let walker = try check.makeWalker(.script(Script(steps: steps), property: nil), CheckSettings()) { _ in }
    return { walker(WalkRequest($0)) }
  }

  @Test func `a path is read back from its record, and a record of no path is refused`() {
    let path = WalkPath(recorded: 2, chosenSteps: [0, 3])
    #expect(WalkPath(json: path.json) == path)
    for chosen: [JSON] in [[.string("0")], [.integer(0), .string("3")], [.integer(-1)]] {
      #expect(WalkPath(json: .object(["recorded": 2, "chosen": chosen])) == nil)
    }
  }

  @Test func `a walk begins at the start`() throws {
    let position = try walker()(WalkPath())
    #expect(
      position
        == WalkPosition(
          path: WalkPath(), recordingLength: 6,
          step: .init(message: "start", changes: [], performs: [], outstanding: []),
          model: [.init("query", "\"\""), .init("isTyping", "false"), .init("results", "nil")],
          nextSteps: ["typed(\"a\")"], recordedNextIndex: 0))
  }

  @Test func `a walk goes along the recording and back`() throws {
    let walker = try walker()
    let last = walker(WalkPath(recorded: 6))
    #expect(last.violations.map(\.property) == ["results belong to the query"])
    #expect(last.violations[0].place == "SearchBoxChecks/SearchBoxChecks.swift:12")
    #expect(last.step.label == Self.lines[5])
    #expect(last.recordedNextIndex == nil)
    #expect(last.ending == nil)
    let fourth = walker(WalkPath(recorded: 4))
    #expect(fourth.violations == [])
    #expect(fourth.fieldsBesideModel == [.init("outstanding", "search(\"a\"), search(\"ab\")")])
    #expect(fourth.step.performs == ["search(\"ab\")"])
    #expect(
      fourth.nextSteps == [
        "search(\"a\") replies loaded(Results(query: \"a\", items: [\"a!\"]))", "search(\"a\") replies failed",
        "search(\"ab\") replies loaded(Results(query: \"ab\", items: [\"ab!\"]))", "search(\"ab\") replies failed",
      ])
    #expect(fourth.recordedNextIndex == 2)
    #expect(walker(WalkPath(recorded: 6)) == last)
    #expect(walker(WalkPath(recorded: 7)) == last)
  }

  @Test func `a walk leaves the recording and returns to it`() throws {
    let walker = try walker()
    let away = walker(WalkPath(recorded: 4, chosenSteps: [1, 0]))
    #expect(away.path == WalkPath(recorded: 4, chosenSteps: [1, 0]))
    #expect(away.step.label == "search(\"ab\") replies loaded(Results(query: \"ab\", items: [\"ab!\"]))")
    let results = "Results(query: \"ab\", items: [\"ab!\"])"
    #expect(away.step.changes == [.init(path: "results", before: "nil", after: results)])
    #expect(away.recordedNextIndex == nil)
    #expect(away.violations == [])
    // There is no step with the number 7, so the path ends before it.
    #expect(walker(WalkPath(recorded: 4, chosenSteps: [1, 7])).path == WalkPath(recorded: 4, chosenSteps: [1]))
    #expect(walker(WalkPath(recorded: 5)).path == WalkPath(recorded: 5))
    #expect(walker(WalkPath(recorded: 5)).recordedNextIndex == 0)
  }

  @Test func `a step costs as many updates wherever it is taken`() throws {
    let check = Specification(of: Counted.self) { Messages { _ in [.more] } }.check()
    let walker = try walker(Array(repeating: "more", count: 10), of: check)
    _ = walker(WalkPath(recorded: 8))
    Counted.updates.withLock { $0 = 0 }
    _ = walker(WalkPath(recorded: 9))
    _ = walker(WalkPath(recorded: 9, chosenSteps: [0]))
    _ = walker(WalkPath(recorded: 9))
    _ = walker(WalkPath(recorded: 2))
    // Two steps are taken, and at each of the four positions the last step is taken twice more to see that it is deterministic.
    #expect(Counted.updates.withLock { $0 } == 2 + 4 * 2)
  }

  private enum Note: Module {
    enum Message: Hashable { case typed(String) }
    static func start(with flags: Void) -> String { "" }
    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
      if case .typed(let text) = message { model = text }
    }
  }

  /// The letter é as one scalar, and as an e with an accent: equal strings.
  private static let (letter, accented) = ("\u{E9}", "e\u{301}")
  private static var composed: Always<Note> { Always("composed") { !$0.unicodeScalars.contains("\u{301}") } }

  @Test func `a step is told from one whose text is equal and has other scalars`() throws {
    let check = Specification(of: Note.self) {
      Messages { _ in [.typed(Self.letter), .typed(Self.accented)] }
      Self.composed
    }.check()
    let walker = try walker(["typed(\"\(Self.accented)\")"], of: check)
    #expect(walker(WalkPath()).recordedNextIndex == 1)
    #expect(walker(WalkPath(recorded: 1)).violations.map(\.property) == ["composed"])
  }

  @Test func `a generated message is told from a listed one whose text is equal and has other scalars`() throws {
    let texts = (0..<40).map { "\($0)" } + [Self.accented]
    let check = Specification(of: Note.self) {
      Messages(of: .model) { _ in [.typed(Self.letter)] }
      Messages(generating: .model) { _ in Gen<String>.element(of: texts).map { .typed($0) } }
      Self.composed
    }.check()
    try check.replay("typed(\"\(Self.letter)\")")
    #expect(throws: CheckFailure.self) { try check.replay("typed(\"\(Self.accented)\")") }
  }

  @Test func `a step that cannot happen any more ends the recording, and others can be taken`() throws {
    let walker = try walker(["typed(\"b\")", "paused"])
    let start = walker(WalkPath(recorded: 2))
    #expect(start.path == WalkPath())
    #expect(start.ending == "step 1, 'typed(\"b\")', cannot happen any more: it is not offered")
    #expect(walker(WalkPath(chosenSteps: [0])).step.label == "typed(\"a\")")
  }

  @Test func `a step that does not fit any more ends the recording`() throws {
    let position = try walker(["typed(\"a\")", "pausd"])(WalkPath(recorded: 2))
    #expect(position.path == WalkPath(recorded: 1))
    #expect(
      position.ending
        == "Step 2, 'pausd', does not fit SearchBox any more: SearchBox.Message has no case 'pausd'; the nearest is 'paused'"
    )
    #expect(position.nextSteps == ["typed(\"ab\")", "paused"])
  }

  @Test func `a position lists all violated properties`() throws {
    let check = Specification(of: Counted.self) {
      Messages { _ in [.more] }
      Always("is even") { $0 % 2 == 0 }
      Always("is small") { $0 < 1 }
      Always("is a number") { _ in true }
      Step("does not grow") { $0.after <= $0.before }
    }.check()
    let position = try walker(["more"], of: check)(WalkPath(recorded: 1))
    #expect(position.violations.map(\.property) == ["does not grow", "is even", "is small"])
  }

  @Test func `a session continues with undeclared steps, and a different model is a violation`() throws {
    let session = try Session(
      parsing: """
        {"version": 1, "kind": "session", "module": "SearchBox", "start": "from Model(query: \\"\\", isTyping: false, results: nil)"}
        {"step": "typed(\\"zebra\\")", "model": "Model(query: \\"zebra\\", isTyping: true, results: nil)"}
        {"resume": "from Model(query: \\"a\\", isTyping: false, results: nil)"}
        {"step": "paused", "model": "Model(query: \\"b\\", isTyping: false, results: nil)"}

        """)
    let walker = try SearchBoxChecks.checks[0].makeWalker(.session(session), CheckSettings()) { _ in }
    let start = walker(WalkRequest(WalkPath()))
    #expect(start.nextSteps == ["typed(\"zebra\")", "typed(\"a\")"])
    #expect(start.recordedNextIndex == 0)
    #expect(start.undeclaredNextReason == "it is offered with other values only" && start.undeclaredStepReason == nil)
    let first = walker(WalkRequest(WalkPath(recorded: 1)))
    #expect(first.undeclaredStepReason == "it is offered with other values only" && first.undeclaredNextReason == nil)
    // The step that is chosen here is declared.
    #expect(walker(WalkRequest(WalkPath(chosenSteps: [1]))).undeclaredStepReason == nil)
    let resumed = walker(WalkRequest(WalkPath(recorded: 2)))
    #expect(resumed.step.label.hasPrefix("resume from Model(query: \"a\""))
    #expect(resumed.step.changes.map(\.path) == ["query", "isTyping"])
    #expect(resumed.undeclaredStepReason == nil && resumed.undeclaredNextReason == "it is not offered")
    #expect(WalkPosition(json: resumed.json) == resumed)
    let last = walker(WalkRequest(WalkPath(recorded: 3)))
    #expect(last.violations.map(\.property) == ["the session leads to the models that were recorded"])
  }

  @Test func `events of time and subscriptions are offered, and waiting timers are listed`() throws {
    let check = try #require(WorldChecks.checks.first { $0.module == "TickingStopwatch" })
    let walker = try walker([], of: check)
    #expect(walker(WalkPath()).nextSteps == ["start", "reset"])
    let running = walker(WalkPath(chosenSteps: [0]))
    #expect(running.fieldsBesideModel == [.init("subscriptions", "second"), .init("waiting", "second for 1 s")])
    #expect(running.nextSteps == ["stop", "wait 1 s"])
    #expect(walker(WalkPath(chosenSteps: [0, 1])).nextSteps == ["stop", "second sends tick"])
  }

  @Test func `a position and a request are read back from their text`() throws {
    let walker = try walker()
    for path in [WalkPath(), WalkPath(recorded: 4), WalkPath(recorded: 6), WalkPath(recorded: 2, chosenSteps: [1])] {
      let position = walker(path)
      #expect(WalkPosition(json: try JSON(parsing: position.json.text)) == position)
      for length in [-1, Int.max] {
        var impossible = position
        impossible.recordingLength = length
        #expect(WalkPosition(json: impossible.json) == nil)
      }
      let request = WalkRequest(path, batchStart: 200)
      #expect(WalkRequest(json: try JSON(parsing: request.json.text)) == request)
    }
    let trap = WalkTrap(shownStepCount: 3, sentence: "update traps", explanation: "Fatal error")
    #expect(WalkTrap(json: trap.json) == trap)
    let wrong = #"{"version":1,"kind":"walk","path":{"recorded":-1,"chosen":[]},"first":0}"#
    #expect(WalkRequest(json: try JSON(parsing: wrong)) == nil)
  }

  @Test func `a suite refuses to replay interactively on its own`() throws {
    let runner = SuiteRunner(name: "Checks", type: "Checks.Main", checks: SearchBoxChecks.checks)
    #expect(runner.run(["replay", "a.json", "--interactive"]) == ExitCode.usage)
    let records = ["replay", "--format", "records", "--interactive", "--", "a.json"]
    #expect(runner.run(records + ["SearchBox · no guard"]) == ExitCode.usage)
  }

  @Test func `long lists are sent in pages`() throws {
    let check = Specification(of: Counted.self) { Messages { _ in Array(repeating: .more, count: 250) } }.check()
    let walker = try check.makeWalker(.script(Script(steps: []), property: nil), CheckSettings()) { _ in }
    let page = walker(WalkRequest(WalkPath(), batchStart: 200))
    #expect((page.batchStart, page.nextSteps.count, page.nextCount) == (200, 50, 250))
    #expect(walker(WalkRequest(WalkPath(), batchStart: 900)).nextSteps == [])
  }
}

/// A number that grows without a bound. Counts the calls of `update`.
private enum Counted: Module {
  enum Message { case more }
  static let updates = Mutex(0)
  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    updates.withLock { $0 += 1 }
    model += 1
  }
}

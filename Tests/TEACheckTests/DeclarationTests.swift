import TEARuntime
import Testing

@testable import TEACheck

/// Declarations that are combined, and the notes about them.
@Suite struct DeclarationTests {
  private func run<M>(_ specification: Specification<M>, _ settings: CheckSettings = CheckSettings()) -> CheckResult {
    specification.check().outcome(settings, onProgress: { _ in }).result
  }

  /// Logs once, and loads unless it is loading.
  enum Loader: Module {
    enum Message: Hashable { case tap, loaded, failed }
    struct Model: Hashable { var isLogged = false, isLoading = false, isLoaded = false }
    enum Command: Hashable { case log, load }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .tap:
        if !model.isLogged { perform(.log) }
        if !model.isLoading { perform(.load) }
        (model.isLogged, model.isLoading) = (true, true)
      case .loaded: (model.isLoading, model.isLoaded) = (false, true)
      case .failed: model.isLoading = false
      }
    }
  }

  @Test func `replies by a command alone and by a command and the model mean the same`() {
    let byCommand = run(
      Specification(of: Loader.self) {
        Messages { _ in [.tap] }
        Replies { command in
          switch command {
          case .log: nil
          case .load: [.loaded, .failed]
          }
        }
      })
    let byModel = run(
      Specification(of: Loader.self) {
        Messages { _ in [.tap] }
        Replies { (command: Loader.Command, _: Loader.Model) in
          switch command {
          case .log: nil
          case .load: [.loaded, .failed]
          }
        }
      })
    #expect(byCommand.states == 5)
    #expect(byCommand.coverage == .complete)
    #expect(
      (byCommand.states, byCommand.transitions, byCommand.depth) == (byModel.states, byModel.transitions, byModel.depth)
    )
  }

  /// A door with five states, for a property of five comparisons.
  enum Door: Module {
    enum State: CaseIterable { case open, closed, locked, ajar, broken }
    enum Message: Hashable { case push, pull, turn, wait, hit }
    struct Model: Hashable { var state = State.closed }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.state = State.allCases[(State.allCases.firstIndex(of: model.state)! + 1) % State.allCases.count]
    }
  }

  /// The compiler must know the module before it checks the closure of a property; otherwise it gives up at four comparisons.
  @Test func `properties of many comparisons compile`() {
    let result = run(
      Specification(of: Door.self) {
        Always("one of five") {
          $0.state == .open || $0.state == .closed || $0.state == .locked || $0.state == .ajar || $0.state == .broken
        }
        Step("messages", when: { $0.message != .wait && $0.message != .hit && $0.before.state != .ajar }) {
          $0.message == .push || $0.message == .pull || $0.message == .turn || $0.before.state == $0.after.state
        }
      })
    #expect(result.verdict == .passed)
    #expect([result.states, result.transitions, result.depth] == [5, 25, 4])
  }

  @Test func `a command with an empty list of replies stays outstanding`() {
    let byCommand = run(
      Specification(of: Loader.self) {
        Messages { _ in [.tap] }
        Replies { command in command == .log ? [] : [.loaded, .failed] }
        Sometimes("the log is outstanding", of: .world) { $0.outstanding == [.log] }
      })
    let byModel = run(
      Specification(of: Loader.self) {
        Messages { _ in [.tap] }
        Replies { command, _ in command == .log ? [] : [.loaded, .failed] }
        Sometimes("the log is outstanding", of: .world) { $0.outstanding == [.log] }
      })
    #expect(byCommand.verdict == .passed)
    #expect(
      (byCommand.verdict, byCommand.states, byCommand.transitions) == (
        byModel.verdict, byModel.states, byModel.transitions
      ))
    let note =
      "Replies have an empty list for commands, which stay outstanding for ever: log; write nil where a command is never "
      + "answered, and LostReplies() where an answer may be lost"
    #expect(byCommand.notes.contains(note))
    // Replies by the model can differ from world to world, so their note speaks of every world. Here `log` never has a reply.
    #expect(!byModel.notes.contains(note))
    let noteByModel =
      "Replies have an empty list for commands in every world that is reachable: log; write nil where a command is never "
      + "answered"
    #expect(byModel.notes.contains(noteByModel), "\(byModel.notes)")
  }

  @Test(arguments: [1, 2, 8]) func `replies by the model are noted where they are empty in every world`(
    _ workers: Int
  ) {
    func notes(
      depth: Int? = nil, _ replies: @escaping @Sendable (Loader.Command, Loader.Model) -> [Loader.Message]?
    ) -> [String] {
      let specification = Specification(of: Loader.self) {
        Messages { _ in [.tap] }
        Replies(replies)
      }
      return specification.check().exploration(workers: workers) { $0.depth = depth }.notes
        .filter { $0.hasPrefix("Replies have") }
    }
    func note(_ names: String, _ extent: String = "is reachable") -> String {
      "Replies have an empty list for commands in every world that \(extent): \(names); write nil where a command is "
        + "never answered"
    }
    #expect(notes { _, _ in [] } == [note("load, log")])
    #expect(notes { command, _ in command == .load ? [] : nil } == [note("load")])
    #expect(notes(depth: 1) { _, _ in [] } == [note("load, log", "was explored")])
    #expect(notes(depth: 0) { _, _ in [] } == [])
    // The log is answered in some world.
    #expect(notes { command, model in command == .log && model.isLoading ? [] : [.loaded] } == [])
    #expect(notes { _, _ in nil } == [])
  }

  @Test func `an empty list of replies is not noted where another declaration answers`() {
    func notes(_ part: some SpecificationPart<Loader>) -> [String] {
      run(
        Specification(of: Loader.self) {
          Messages { _ in [.tap] }
          Replies { command in command == .log ? nil : [] }
          part
        }
      ).notes.filter { $0.hasPrefix("Replies have") }
    }
    #expect(notes(Always("anything") { _ in true }).count == 1)
    #expect(notes(Failures { command in command == .load ? [.failed] : nil }).isEmpty)
    #expect(notes(InterimReplies { command in command == .load ? [.loaded] : [] }).isEmpty)
    // Interim replies by the model: an empty list may have messages in another world, and `nil` says that there are none.
    #expect(notes(InterimReplies { command, _ in command == .load ? [] : nil }).isEmpty)
    #expect(notes(InterimReplies { _, _ in nil }).count == 1)
    #expect(notes(Environment(0, replies: { _, _ in [.loaded] })).isEmpty)
  }

  private struct Oops: Error {}

  @Test(arguments: [CheckSettings.Engine.explore, .sample], [1, 2])
  func `an error that a closure throws is reported with its line and the steps to it`(
    _ engine: CheckSettings.Engine, _ workers: Int
  ) {
    func message(_ part: some SpecificationPart<Loader>, offered: [Loader.Message] = [.tap]) -> String? {
      let specification = Specification(of: Loader.self) {
        if !offered.isEmpty { Messages { _ in offered } }
        part
      }
      let result = specification.check().exploration(workers: workers) { $0.engine = engine }
      #expect(result.verdict == .error)
      return result.message
    }
    func expectedMessage(_ name: String, line: Int, _ position: String) -> String {
      "\(name) at TEACheckTests/DeclarationTests.swift:\(line) threw Oops() \(position); it is asked in every reachable "
        + "world: let it return there instead"
    }
    let byCommand = Replies<Loader>(line: 3) { (command: Loader.Command) -> [Loader.Message]? in throw Oops() }
    #expect(message(byCommand) == expectedMessage("Replies", line: 3, "after tap"))
    let byModel = Replies<Loader>(line: 4) { (_: Loader.Command, _: Loader.Model) -> [Loader.Message]? in throw Oops() }
    #expect(message(byModel) == expectedMessage("Replies", line: 4, "after tap"))
    #expect(
      message(Failures<Loader>(line: 5) { _ in throw Oops() }) == expectedMessage("Failures", line: 5, "after tap"))
    let condition = Precondition<Loader>(line: 6) { model, _ in
      if model.isLogged { throw Oops() }
      return true
    }
    #expect(message(condition) == expectedMessage("Precondition", line: 6, "after tap"))
    #expect(
      message(Messages<Loader>(line: 7) { _ in throw Oops() }, offered: [])
        == expectedMessage("Messages", line: 7, "at the start"))
    let environment = Environment<Loader>(0, line: 8, replies: { _, _ in throw Oops() })
    #expect(message(environment) == expectedMessage("replies of the Environment", line: 8, "after tap"))
  }

  @Test func `an error of Replies is reported with the fewest steps to it`() {
    let result = Specification(of: Loader.self) {
      Messages { _ in [.tap] }
      Replies<Loader>(line: 9) { command, model in
        if command == .load, model.isLoaded { throw Oops() }
        return command == .load ? [.loaded] : nil
      }
    }.check().exploration(workers: 2)
    #expect(
      result.message
        == "Replies at TEACheckTests/DeclarationTests.swift:9 threw Oops() after tap, load replies loaded, tap; it is asked "
        + "in every reachable world: let it return there instead")
  }

  @Test func `only the command with an empty list of replies is named where messages are derived`() {
    let result = run(
      Specification(of: Loader.self) { Replies { command in command == .log ? [] : [.loaded] } }, .fewRuns)
    #expect(
      result.notes.contains { $0.hasPrefix("Replies have an empty list for commands") && $0.contains(": log; write") })
  }

  /// A bell that is rung once. Printing is a command that it never performs.
  enum Bell: Module {
    enum Message: Hashable { case push }
    enum Command: Hashable { case ring, print }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if !model { perform(.ring) }
      model = true
    }
  }

  /// Before a search that derives messages, `Replies` are also asked about each derived command.
  @Test func `a command that is never performed is not named for its empty list of replies`() {
    let byCommand = run(Specification(of: Bell.self) { Replies { _ in [] } })
    let byModel = run(Specification(of: Bell.self) { Replies { _, _ in [] } })
    for result in [byCommand, byModel] {
      #expect(result.coverage == .complete)
      let notes = result.notes.filter { $0.hasPrefix("Replies have an empty list for commands") }
      #expect(notes.count == 1 && notes.allSatisfy { $0.contains(": ring; write nil") }, "\(notes)")
    }
  }

  enum Keys: Module {
    enum Key: CaseIterable { case a, b, c, d, e, f, g, h, i, j }
    enum Message: Hashable { case pressed(Key, isRepeated: Bool, isShifted: Bool), released(Key), reset }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  enum Controls: Module {
    enum Control: CaseIterable { case next, previous, shuffle, sort, repeating, reverse, queue }
    enum Message: Hashable { case press(Control), hold(Control), volume(up: Bool), stop }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a long list of derived messages is summarised by case`() {
    let notes = Specification(of: Keys.self) {}.check().outcome(CheckSettings(), onProgress: { _ in }).result.notes
    #expect(notes.first == "messages (derived, any at any time): reset, pressed (40), released (10); 51 in all")
    let check = Specification(of: Controls.self) {}.check()
    let notesOfControls = check.outcome(CheckSettings(), onProgress: { _ in }).result.notes
    #expect(
      notesOfControls.first == "messages (derived, any at any time): stop, press (7), hold (7), volume (2); 17 in all")
  }

  @Test func `a note says that several declarations of messages or of replies add up`() {
    let specification = Specification(of: Loader.self) {
      Messages { _ in [.tap] }
      Messages(of: .model) { _ in [.failed] }
      Replies { _ in [.loaded] }
      Replies { _ in [.failed] }
    }
    let notes = run(specification, .fewRuns).notes
    #expect(
      notes.contains { note in
        note.hasPrefix("Messages are declared 2 times, at ")
          && note.hasSuffix(
            ", and add to each other; to restrict what comes, write Precondition { model, message in … }")
      })
    #expect(notes.contains { $0.hasPrefix("Replies are declared 2 times, at ") })
    let oneDeclarationEach = Specification(of: Loader.self) {
      Messages { _ in [.tap] }
      Replies { _ in [.loaded] }
      Failures { _ in [.failed] }
    }
    #expect(!run(oneDeclarationEach, .fewRuns).notes.contains { $0.contains("are declared") })
  }

  /// A counter without a bound of its own.
  enum Counter: Module {
    enum Message: Hashable { case add(Int), reset }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .add(let number): model += number
      case .reset: model = 0
      }
    }
  }

  @Test func `a precondition restricts declared, derived and generated messages`() {
    let declared = run(
      Specification(of: Counter.self) {
        Messages { _ in [.add(1), .reset] }
        Precondition { model, message in message == .reset || model < 5 }
        Precondition { model, message in message != .reset || model == 5 }
      })
    #expect((declared.verdict, declared.coverage, declared.states, declared.transitions) == (.passed, .complete, 6, 6))
    let derived = run(
      Specification(of: Counter.self) {
        Precondition { model, message in
          if case .add(let number) = message { 1...9 ~= number && model < 5 } else { true }
        }
        Always("small") { $0 < 20 }
      })
    #expect(derived.verdict == .passed)
    let generated = run(
      Specification(of: Counter.self) {
        Messages(generating: .model) { _ in Gen<Int>.integer(in: 0...9).map { .add($0) } }
        Precondition { model, message in if case .add(let number) = message { number == 1 && model < 5 } else { true } }
        Always("small") { $0 <= 5 }
      })
    #expect(generated.verdict == .passed)
  }

  @Test func `random runs keep to preconditions`() {
    var settings = CheckSettings.fewRuns
    settings.engine = .sample
    let result = run(
      Specification(of: Counter.self) {
        Precondition { model, message in
          if case .add(let number) = message { (0...100).contains(number) && model < 50 } else { model > 0 }
        }
        Always("small") { $0 <= 150 }
        Sometimes("in the middle") { $0 > 50 }
      }, settings)
    #expect(result.verdict == .passed)
    #expect(!result.notes.contains { $0.contains("payloads were cut") })
  }

  @Test func `a precondition of the world can bound the outstanding commands`() {
    let result = run(
      Specification(of: HonestyTests.Late.self) {
        Messages { _ in [.fetch] }
        Replies { _ in [.loaded] }
        Precondition(of: .world) { world, _ in world.outstanding.count < 4 }
      })
    #expect(result.coverage == .complete)
    #expect(result.states == 10)
  }

  @Test func `a step whose precondition no longer holds ends a replay`() {
    let check = Specification(of: Counter.self) {
      Precondition { model, message in model < 1 || message == .reset }
    }.check()
    let result = check.replayRecording(.script(Script(steps: ["add(7)", "add(1)"]), property: nil), CheckSettings())
      .result
    #expect(result.verdict == .passed)
    #expect(
      result.message
        == "the replay stops here: step 2, 'add(1)', cannot happen any more: its precondition does not hold")
  }

  /// Starts with one of its flags only, and throws an undeclared error for the others.
  enum Picky: Module {
    struct Refusal: Error {}
    enum Flags: CaseIterable { case one, two, three }
    enum Message { case tap }
    static func start(with flags: Flags) throws -> Int {
      if flags != .two { throw Refusal() }
      return 0
    }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = 1 }
  }

  @Test func `derived flags that start refuses are left out`() {
    let result = run(Specification(of: Picky.self) { Always("small") { $0 < 2 } })
    #expect((result.verdict, result.states) == (.passed, 2))
    #expect(
      result.notes.contains(
        "start refuses some of the derived flags, which were left out: one, by Refusal(); three, by Refusal()"
          + "; to choose them, write Start(with: [Picky.Flags(…)])"))
    let declared = run(Specification(of: Picky.self) { Start(with: [.one, .two]) })
    #expect(declared.verdict == .error)
  }

  @Test func `flags that are all refused are an error`() {
    enum Closed: Module {
      enum Message { case tap }
      static func start(with flags: Bool) throws -> Int { throw Picky.Refusal() }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
    }
    let result = run(Specification(of: Closed.self) {})
    #expect(result.verdict == .error)
    #expect(
      result.message?.hasSuffix(
        "start refuses all derived flags: false, by Refusal(); true, by Refusal(); to choose others, write "
          + "Start(with: [Closed.Flags(…)])") == true, "\(result.message ?? "")")
  }

  @Test(arguments: [1, 8])
  func `a search that is cut short names the unanswered commands that it performed`(workers: Int) {
    enum Endless: Module {
      enum Message { case tap }
      enum Command { case beep }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
        model += 1
        if model > 3 { perform(.beep) }
      }
    }
    var settings = CheckSettings.fewRuns
    (settings.states, settings.workers) = (100, workers)
    let note = "commands are performed and nothing says what they bring: beep; write Replies { command in … }"
    let result = run(Specification(of: Endless.self) {}, settings)
    #expect(result.verdict == .inconclusive)
    #expect(result.notes.contains(note))
    settings.states = 3
    #expect(!run(Specification(of: Endless.self) {}, settings).notes.contains(note))
  }
}

extension CheckSettings {
  fileprivate static var fewRuns: CheckSettings {
    var settings = CheckSettings()
    settings.cases = 200
    return settings
  }
}

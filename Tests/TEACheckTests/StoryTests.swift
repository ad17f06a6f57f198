@testable import TEACheck
import TEAResults
import TEARuntime
import Testing

/// The story of a counterexample names the commands that policies drop, counts equal outstanding commands, and names the
/// entries of a dictionary that change.
struct StoryTests {
  enum Once: Module {
    enum Message: Hashable { case tapped(Int), loaded(Int) }
    enum Command: Hashable { case load(Int) }
    struct Model: Hashable { var wanted: Int?, shown: Int? }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .tapped(let id):
        model.wanted = id
        perform(.load(id))
      case .loaded(let id): model.shown = id
      }
    }

    static func policy(for command: Command) -> EffectPolicy<Int> { .first(1) }
  }

  @Test func `a command with the policy first is dropped while another runs`() throws {
    let result = Specification(of: Once.self) {
      Messages { _ in [.tapped(1), .tapped(2)] }
      Replies { command in
        switch command {
        case .load(let id): [.loaded(id)]
        }
      }
      Settles("what is wanted is shown") { $0.wanted == $0.shown }
    }.check().exploration()
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.steps.map(\.drops) == [[], ["load(2)"], []])
    #expect(
      counterexample.story() == [
        "      start                      wanted: nil  shown: nil",
        "   1  tapped(1)                  wanted: nil → 1  performs load(1)",
        "   2  tapped(2)                  wanted: 1 → 2    drops load(2)",
        "   3  load(1) replies loaded(1)  shown: nil → 1   ✗",
      ])
  }

  /// Counts to a number.
  enum Count: Module {
    enum Message: Hashable { case add }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  }

  @Test func `the words on hidden steps do not move the changes`() throws {
    let result = Specification(of: Count.self) { Always("below 70") { $0 < 70 } }.check().exploration()
    let lines = try #require(result.counterexample).story()
    #expect(lines.prefix(2) == ["      start  0", "   1  add    0 → 1"])
    #expect(lines.count == 62 && lines[31] == "   …  10 steps are not shown; --format json has them")
    #expect(lines.last == "  70  add    69 → 70   ✗")
  }

  @Test(arguments: [(29, 30), (30, 31), (31, nil), (39, nil), (40, 32)] as [(Int, Int?)])
  func `a loop that begins among the hidden steps is named by its number alone`(_ loop: Int, _ line: Int?) throws {
    let result = Specification(of: Count.self) { Always("below 70") { $0 < 70 } }.check().exploration()
    var counterexample = try #require(result.counterexample)
    counterexample.loop = loop
    let lines = counterexample.story()
    #expect(lines.firstIndex(of: "      again and again:") == line)
    #expect(lines.last == "   …  and again from step \(loop + 1)   ✗")
  }

  enum Field: Module {
    enum Message: Hashable { case typed(String), typedTwice, stored }
    enum Command: Hashable { case store(String), log }
    struct Model: Hashable { var text = "", isStored = true }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .typed(let text):
        (model.text, model.isStored) = (text, false)
        perform(.log)
        perform(.store(text))
      case .typedTwice:
        (model.text, model.isStored) = ("ab", false)
        perform(.store("a"))
        perform(.store("ab"))
      case .stored: model.isStored = true
      }
    }

    static func policy(for command: Command) -> EffectPolicy<Int> { command == .log ? .all : .debounce(1, .seconds(1)) }
  }

  @Test func `a debounced command waits, and is performed when it is carried out`() throws {
    func counterexample(_ message: Field.Message) throws -> Counterexample {
      let result = Specification(of: Field.self) {
        Messages(of: .model) { $0.text.isEmpty ? [message] : [] }
        Replies { $0 == .log ? [] : [.stored] }
        Step("never stored") { !$0.after.isStored || $0.before.isStored }
      }.check().exploration()
      return try #require(result.counterexample)
    }
    let typed = try counterexample(.typed("a"))
    #expect(
      typed.story() == [
        #"      start                      text: ""  isStored: true"#,
        #"   1  typed("a")                 text: "" → "a"  isStored: true → false  performs log  delays store("a")"#,
        "   2  wait 1 s",
        #"   3  store("a") is carried out  performs store("a")  outstanding: log, store("a")"#,
        #"   4  store("a") replies stored  isStored: false → true   ✗"#,
      ])
    #expect(typed.steps.map(\.delays) == [["store(\"a\")"], [], [], []])
    let twice = try counterexample(.typedTwice)
    #expect(twice.steps[0].delays == ["store(\"ab\")"] && twice.steps[0].drops == ["store(\"a\")"])
    #expect(twice.steps[0].carriedOut.isEmpty && twice.steps[0].performs == ["store(\"a\")", "store(\"ab\")"])
  }

  enum Pull: Module {
    enum Message: Hashable { case pulled, loaded }
    enum Command: Hashable { case load }

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .pulled:
        model += 1
        perform(.load)
        perform(.load)
      case .loaded: model = 0
      }
    }

    static func policy(for command: Command) -> EffectPolicy<Int> { .throttle(1, .seconds(5)) }
  }

  @Test func `a throttled command is dropped from its first repetition on`() throws {
    let result = Specification(of: Pull.self) {
      Messages(of: .model) { $0 < 2 ? [.pulled] : [] }
      Replies { _ in [.loaded] }
      Always("never two") { $0 < 2 }
    }.check().exploration()
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.steps.map(\.performs) == [["load", "load"], ["load", "load"]])
    #expect(counterexample.steps.map(\.drops) == [["load"], ["load", "load"]])
    #expect(counterexample.steps.map(\.carriedOut) == [["load"], []])
  }

  enum Many: Module {
    enum Message: Hashable { case add, loaded }
    enum Command: Hashable { case load }

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if message == .add {
        model += 1
        perform(.load)
      }
    }
  }

  @Test func `equal outstanding commands are counted`() throws {
    let result = Specification(of: Many.self) {
      Replies { _ in [.loaded] }
      Always("never four") { $0 < 4 }
    }.check().exploration()
    #expect(
      result.counterexample?.story() == [
        "      start  0",
        "   1  add    0 → 1  performs load",
        "   2  add    1 → 2  performs load  outstanding: load, load",
        "   3  add    2 → 3  performs load  outstanding: load × 3",
        "   4  add    3 → 4  performs load  outstanding: load × 4   ✗",
      ])
  }

  struct Basket: Hashable { var lines: [String: Line] = [:] }
  struct Line: Hashable { var name: String, count: Int }

  @Test func `the entries that a dictionary loses, gains or changes are named`() {
    let before = Basket(lines: [
      "cup": Line(name: "a large cup", count: 1), "pot": Line(name: "a pot", count: 2),
      "tea": Line(name: "tea", count: 3),
    ])
    var after = before
    after.lines["cup"] = nil
    after.lines["tea"]?.count = 4
    after.lines["box"] = Line(name: "a box", count: 1)
    #expect(
      Counterexample.changes(from: before, to: after).map { "\($0.path): \($0.before) → \($0.after)" } == [
        #"lines["box"]: absent → Line(name: "a box", count: 1)"#,
        #"lines["cup"]: Line(name: "a large cup", count: 1) → absent"#, #"lines["tea"].count: 3 → 4"#,
      ])
  }

  enum Rivals: Module {
    enum Message: Hashable { case done(String) }
    enum Command: Hashable { case load, follow, stop }
    static func start(with flags: Void, perform: (Command) -> Void) -> Int {
      perform(.load)
      perform(.follow)
      return 0
    }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      guard message == .done("load") else { return }
      model = 1
      perform(.load)
      perform(.stop)
    }
    static func policy(for command: Command) -> EffectPolicy<Int> {
      switch command {
      case .load: .first(1)
      case .follow: .latest(2)
      case .stop: .cancel(2)
      }
    }
  }

  @Test func `a command is dropped for an effect that runs on, while another one is cancelled`() {
    let result = Specification(of: Rivals.self) {
      Messages { _ in [] }
      Replies { command in [.done("\(command)")] }
      RepeatedReplies()
    }.check().replayRecording(
      .script(Script(steps: [#"follow replies done("follow")"#, #"load replies done("load")"#]), property: nil),
      CheckSettings()
    ).result
    #expect(result.counterexample?.steps.map(\.drops) == [[], ["load"]])
    #expect(result.counterexample?.steps.last?.outstanding == [])
  }

  /// Adds the numbers of a list.
  enum Sum: Module {
    enum Message: Hashable { case add([Int]) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .add(let numbers) = message { model += numbers.reduce(0, +) }
    }
  }

  @Test func `two long messages that differ in their middle have labels that differ`() throws {
    let zeros = Array(repeating: 0, count: 20)
    let result = Specification(of: Sum.self) {
      Messages { _ in [.add(zeros + [1] + zeros), .add(zeros + [2] + zeros)] }
      Precondition { sum, message in message != .add(zeros + [1] + zeros) || sum == 0 }
      Always("no sum of 3") { $0 != 3 }
    }.check().exploration()
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.steps.map { $0.message.count } == [128, 128])
    let lines = counterexample.story()
    for mark in [" 1, 0", " 2, 0"] {
      #expect(lines.filter { $0.contains(mark) }.count == 1)
    }
  }
}

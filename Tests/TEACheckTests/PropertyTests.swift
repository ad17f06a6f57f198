import Testing

@testable import TEACheck

/// A violation of each kind of property and law, and its report.
@Suite struct PropertyTests {
  enum Toy: Module {
    enum Message: CaseIterable { case add, fail, failAfterChange, failUndeclared, breakView }
    enum Failure: Error, Equatable { case declared }
    struct Undeclared: Error {}
    struct Model: Hashable {
      var count = 0
      var isBroken = false
    }
    struct View { var text: String }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      switch message {
      case .add: model.count = min(model.count + 1, 3)
      case .fail: throw Failure.declared
      case .failAfterChange:
        model.count = 9
        throw Failure.declared
      case .failUndeclared: throw Undeclared()
      case .breakView: model.isBroken = true
      }
    }

    static func view(for model: Model) throws -> View {
      if model.isBroken { throw Failure.declared }
      return View(text: "\(model.count)")
    }
  }

  private func run(
    _ messages: [Toy.Message], @SpecificationBuilder<Toy> _ parts: @Sendable () -> [Declaration<Toy>]
  ) -> CheckResult {
    var specification = Specification(of: Toy.self) {
      Messages(of: .model) { _ in messages }
    }
    specification.declarations += parts()
    return specification.check().outcome(CheckSettings(), onProgress: { _ in }).result
  }

  private func summary(_ result: CheckResult) -> [String?] {
    [
      result.verdict.rawValue, result.counterexample?.property, result.counterexample?.detail,
      result.counterexample?.steps.map(\.message).joined(separator: " "),
    ]
  }

  @Test func `Always of the model is violated by a model`() {
    let result = run([.add]) { Always("small") { $0.count < 2 } }
    #expect(summary(result) == ["violated", "small", nil, "add add"])
    #expect(run([.add]) { Always("small") { $0.count < 4 } }.isComplete)
  }

  @Test func `Always of the view is violated by a view`() {
    let result = run([.add]) { Always("not two", of: .view) { $0.text != "2" } }
    #expect(summary(result) == ["violated", "not two", nil, "add add"])
  }

  @Test func `Always is violated at the start`() {
    let result = run([.add]) { Always("never zero") { $0.count != 0 } }
    #expect(summary(result) == ["violated", "never zero", nil, ""])
    #expect(result.finding == "violated at the start · shortest · explored 1 world to depth 0")
  }

  struct Reason: Error { var number: Int }

  @Test func `the report contains the error that a property threw`() {
    let result = run([.add]) { Always("quiet") { if $0.count == 1 { throw Reason(number: 7) } else { true } } }
    #expect(summary(result) == ["violated", "quiet", "it threw Reason(number: 7)", "add"])
  }

  @Test func `Step relates the models before and after a step`() {
    let result = run([.add]) { Step("grows") { $0.after.count > $0.before.count } }
    #expect(summary(result) == ["violated", "grows", nil, "add add add add"])
  }

  @Test func `Sometimes is decided by a complete search`() {
    #expect(run([.add]) { Sometimes("two") { $0.count == 2 } }.isComplete)
    let result = run([.add]) { Sometimes("nine") { $0.count == 9 } }
    #expect(result.verdict == .violated)
    #expect(result.message == "no reachable world satisfies “nine”")
  }

  @Test func `Sometimes is inconclusive beyond a bound`() {
    let specification = Specification(of: Toy.self) {
      Messages(of: .model) { _ in [.add] }
      Sometimes("three") { $0.count == 3 }
    }
    let result = specification.check(depth: 2).outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .inconclusive)
    #expect(
      result.message == "no world that was looked at satisfies “three”; it may lie beyond the bounds")
  }

  enum Chosen: Module {
    enum Message: Hashable { case choose(Int) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .choose(let number) = message { model = number }
    }
  }

  @Test func `a Sometimes that no listed payload satisfies may need another one`() {
    let specification = Specification(of: Chosen.self) { Sometimes("nine") { $0 == 9 } }
    func message(depth: Int? = nil) -> String? { specification.check(depth: depth).exploration().message }
    #expect(
      message() == "no world that was looked at satisfies “nine”; it may need a payload that was not tried")
    #expect(
      message(depth: 0)
        == "no world that was looked at satisfies “nine”; it may lie beyond the bounds, or need a payload that was not "
        + "tried")
  }

  enum Begun: Module {
    enum Message: Hashable { case stay }
    static func start(with number: Int) -> Int { number }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a Sometimes that no listed flags satisfy may need other flags, and no payload`() {
    let derived = Specification(of: Begun.self) { Sometimes("nine") { $0 == 9 } }.check().exploration()
    let message = "no world that was looked at satisfies “nine”; it may need a start that was not tried"
    #expect(derived.message == message)
    #expect(derived.notes.contains("flags were cut to the listed values; look at more of them with --scope"))
    #expect(!derived.notes.contains { $0.contains("payloads") }, "\(derived.notes)")
    let generated = Specification(of: Begun.self) {
      Start(with: Gen<Int>.integer)
      Sometimes("nine") { $0 == 9 }
    }.check().exploration()
    #expect(generated.message == message)
    #expect(!generated.notes.contains { $0.contains("payloads") }, "\(generated.notes)")
  }

  @Test func `a property without a name is an error`() {
    for name in ["", " \n"] {
      let nameless = run([.add]) { Always(name) { _ in true } }
      #expect(nameless.verdict == .error)
      #expect(
        nameless.message?.replacing(/:\d+/, with: "")
          == "Toy has a property without a name, at TEACheckTests/PropertyTests.swift; say in a few words what must hold"
      )
    }
  }

  @Test func `a view that fails is a violation`() {
    let result = run([.add, .breakView]) {}
    #expect(summary(result) == ["violated", "view never fails", "view threw declared", "breakView"])
  }

  @Test func `a declared failure is no violation`() {
    #expect(run([.add, .fail]) {}.isComplete)
    #expect(run([.add, .failAfterChange]) {}.isComplete)
  }

  @Test func `an undeclared failure is a violation`() {
    let result = run([.add, .failUndeclared]) {}
    #expect(
      summary(result) == [
        "violated", "only declared failures are thrown",
        "update threw Undeclared() of type Undeclared, which is not Toy.Failure", "failUndeclared",
      ])
  }

  @Test func `an update that fails violates the law that updates never fail`() {
    let result = run([.add, .fail]) { Laws(.updateNeverFails) }
    #expect(summary(result) == ["violated", "update never fails", "update threw declared", "fail"])
  }

  @Test func `a failed update that changes the model violates the law that it leaves the model alone`() {
    #expect(run([.add, .fail]) { Laws(.failedUpdateLeavesModelAlone) }.isComplete)
    let result = run([.add, .failAfterChange]) { Laws(.failedUpdateLeavesModelAlone) }
    #expect(
      summary(result) == [
        "violated", "a failed update leaves the model alone",
        "update threw declared after it had changed count: 0 → 9", "failAfterChange",
      ])
  }

  /// A program whose `update` counts its calls in a global variable.
  enum Impure: Module {
    nonisolated(unsafe) static var calls = 0
    enum Message: CaseIterable { case look, wait }
    struct Model: Hashable { var seen = 0 }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard message == .look else { return }
      calls += 1
      model.seen = calls
    }
  }

  @Test func `an update that is not deterministic is found without a law`() {
    let result = Specification(of: Impure.self) {}.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "update and view are deterministic")
    #expect(result.counterexample?.detail?.hasPrefix("update, run again, differs: seen: ") == true)
    #expect(result.counterexample?.steps.map(\.message) == ["look"])
  }

  /// A module whose `update` performs another command at each `log`, whatever the model.
  enum ImpureCommands: Module {
    nonisolated(unsafe) static var calls = 0
    final class Note: Sendable {}
    enum Message: CaseIterable { case load, log, mark, note, loaded }
    enum Command { case load, log(Int), note(Note) }
    struct Model: Hashable {
      var isLoading = false
      var isLogged = false
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .load where !model.isLoading:
        model.isLoading = true
        perform(.load)
      case .log:
        calls += 1
        model.isLogged = true
        perform(.log(calls))
      case .mark: model.isLogged = true
      case .note: perform(.note(Note()))
      case .loaded: model.isLoading = false
      case .load: break
      }
    }
  }

  @Test(arguments: [false, true], [false, true]) func `commands that are not deterministic are found without a law`(
    _ isAnswered: Bool, _ hasEnvironment: Bool
  ) {
    func steps(_ messages: [ImpureCommands.Message]) -> [String]? {
      let result = Specification(of: ImpureCommands.self) {
        Messages { _ in messages }
        Replies { command in if isAnswered, case .load = command { [.loaded] } else { nil } }
        if hasEnvironment { Environment(0) }
      }.check().outcome(CheckSettings(), onProgress: { _ in }).result
      guard let counterexample = result.counterexample else { return nil }
      #expect(counterexample.property == "update and view are deterministic")
      #expect(counterexample.detail?.hasPrefix("update, run again, differs: the commands, [log(") == true)
      return counterexample.steps.map(\.message)
    }
    #expect(steps([.load, .log]) == ["log"])
    // Here `mark` leads to the same world as `log`, so the world after `log` is known already.
    #expect(steps([.mark, .log]) == ["log"])
    // Two objects of one class count as equal.
    #expect(steps([.load, .note]) == nil)
  }

  @Test func `a survey ignores commands that are not deterministic`() throws {
    var settings = CheckSettings()
    settings.engine = .survey
    let graph = try Specification(of: ImpureCommands.self) {
      Messages { _ in [.mark, .log] }
      Replies { _ in nil }
    }.check().graph(settings, StateGraph.Detail())
    // The commands hold an object, so the graph is complete within the scope only; it lacks nothing else.
    #expect(graph.shortfall == "complete within the scope")
  }

  /// A safe whose `update` throws after it has changed the coins, which `==` ignores.
  enum Safe: Module {
    enum Message: CaseIterable { case put }
    struct Full: Error {}
    typealias Failure = Full
    struct Model: Equatable {
      var isOpen = false
      var coins = 0
      static func == (one: Model, other: Model) -> Bool { one.isOpen == other.isOpen }
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws(Full) {
      model.coins += 1
      throw Full()
    }
  }

  @Test func `a change that == ignores violates a law, also where the model is not Hashable`() {
    let result = Specification(of: Safe.self) { Laws(.failedUpdateLeavesModelAlone) }.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.counterexample?.property == Law.failedUpdateLeavesModelAlone.rawValue)
  }

  /// A view that depends on a global variable.
  enum ImpureView: Module {
    nonisolated(unsafe) static var calls = 0
    enum Message: CaseIterable { case look }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
    static func view(for model: Int) -> String {
      calls += 1
      return "\(calls)"
    }
  }

  @Test func `a view that is not deterministic violates the declared law`() {
    let result = Specification(of: ImpureView.self) { Laws(.deterministic) }.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.counterexample?.property == "update and view are deterministic")
    #expect(result.counterexample?.detail?.hasPrefix("view, run again, differs: ") == true)
  }
}

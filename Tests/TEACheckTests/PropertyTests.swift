import Testing

@testable import TEACheck

/// Every kind of property and law: what violates it, and what the report says of that.
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
    let specification = Specification(of: Toy.self) {
      Messages(of: .model) { _ in messages }
    }
    var all = specification
    all.declarations += parts()
    return all.check().outcome(CheckSettings(), onProgress: { _ in }).result
  }

  private func summary(_ result: CheckResult) -> [String?] {
    [
      result.verdict.rawValue, result.counterexample?.property, result.counterexample?.detail,
      result.counterexample?.steps.map(\.message).joined(separator: " "),
    ]
  }

  @Test func alwaysOfTheModel() {
    let result = run([.add]) { Always("small") { $0.count < 2 } }
    #expect(summary(result) == ["violated", "small", nil, "add add"])
    #expect(run([.add]) { Always("small") { $0.count < 4 } }.isComplete)
  }

  @Test func alwaysOfTheView() {
    let result = run([.add]) { Always("not two", of: .view) { $0.text != "2" } }
    #expect(summary(result) == ["violated", "not two", nil, "add add"])
  }

  @Test func alwaysAtTheStart() {
    let result = run([.add]) { Always("never zero") { $0.count != 0 } }
    #expect(summary(result) == ["violated", "never zero", nil, ""])
    #expect(result.finding == "violated at the start · shortest · explored 1 world to depth 0")
  }

  struct Reason: Error { var number: Int }

  @Test func whatAPropertyThrowsIsPartOfTheReport() {
    let result = run([.add]) { Always("quiet") { if $0.count == 1 { throw Reason(number: 7) } else { true } } }
    #expect(summary(result) == ["violated", "quiet", "it threw Reason(number: 7)", "add"])
  }

  @Test func stepRelatesBeforeAndAfter() {
    let result = run([.add]) { Step("grows") { $0.after.count > $0.before.count } }
    #expect(summary(result) == ["violated", "grows", nil, "add add add add"])
  }

  @Test func sometimesIsAProofWhereTheSearchIsComplete() {
    #expect(run([.add]) { Sometimes("two") { $0.count == 2 } }.isComplete)
    let result = run([.add]) { Sometimes("nine") { $0.count == 9 } }
    #expect(result.verdict == .violated)
    #expect(result.message == "no reachable world satisfies “nine”")
  }

  @Test func sometimesIsInconclusiveWhereItIsNot() {
    let specification = Specification(of: Toy.self) {
      Messages(of: .model) { _ in [.add] }
      Sometimes("three") { $0.count == 3 }
    }
    let result = specification.check(depth: 2).outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .inconclusive)
    #expect(
      result.message == "no world that was looked at satisfies “three”; it may lie beyond the bounds")
  }

  @Test func viewNeverFails() {
    let result = run([.add, .breakView]) {}
    #expect(summary(result) == ["violated", "view never fails", "view threw declared", "breakView"])
  }

  @Test func aDeclaredFailureIsNoViolation() {
    #expect(run([.add, .fail]) {}.isComplete)
    #expect(run([.add, .failAfterChange]) {}.isComplete)
  }

  @Test func anUndeclaredFailureIsOne() {
    let result = run([.add, .failUndeclared]) {}
    #expect(
      summary(result) == [
        "violated", "only declared failures are thrown",
        "update threw Undeclared() of type Undeclared, which is not Toy.Failure", "failUndeclared",
      ])
  }

  @Test func updateNeverFails() {
    let result = run([.add, .fail]) { Laws(.updateNeverFails) }
    #expect(summary(result) == ["violated", "update never fails", "update threw declared", "fail"])
  }

  @Test func aFailedUpdateLeavesTheModelAlone() {
    #expect(run([.add, .fail]) { Laws(.failedUpdateLeavesModelAlone) }.isComplete)
    let result = run([.add, .failAfterChange]) { Laws(.failedUpdateLeavesModelAlone) }
    #expect(
      summary(result) == [
        "violated", "a failed update leaves the model alone",
        "update threw declared after it had changed count: 0 → 9", "failAfterChange",
      ])
  }

  /// An update that reads what is not in its arguments.
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

  @Test func anUpdateThatIsNoFunctionIsFoundUnasked() {
    let result = Specification(of: Impure.self) {}.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "update and view are deterministic")
    #expect(result.counterexample?.detail?.hasPrefix("update, run again, differs: seen: ") == true)
    #expect(result.counterexample?.steps.map(\.message) == ["look"])
  }

  /// A module that performs something else each time, and shows nothing of it.
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

  @Test(arguments: [false, true], [false, true]) func commandsThatAreNoFunctionAreFoundUnasked(
    _ waits: Bool, _ hasEnvironment: Bool
  ) {
    func steps(_ messages: [ImpureCommands.Message]) -> [String]? {
      let result = Specification(of: ImpureCommands.self) {
        Messages { _ in messages }
        Replies { command in if waits, case .load = command { [.loaded] } else { nil } }
        if hasEnvironment { Environment(0) }
      }.check().outcome(CheckSettings(), onProgress: { _ in }).result
      guard let counterexample = result.counterexample else { return nil }
      #expect(counterexample.property == "update and view are deterministic")
      #expect(counterexample.detail?.hasPrefix("update, run again, differs: the commands, [log(") == true)
      return counterexample.steps.map(\.message)
    }
    #expect(steps([.load, .log]) == ["log"])
    // The step leads to a world that is known.
    #expect(steps([.mark, .log]) == ["log"])
    // What cannot be read is no difference.
    #expect(steps([.load, .note]) == nil)
  }

  @Test func aSurveyGoesOnPastThem() throws {
    var settings = CheckSettings()
    settings.engine = .survey
    let graph = try Specification(of: ImpureCommands.self) {
      Messages { _ in [.mark, .log] }
      Replies { _ in nil }
    }.check().graph(settings, StateGraph.Detail())
    // The commands hold an object; nothing else falls short.
    #expect(graph.shortfall == "complete within the scope")
  }

  /// A safe with an equality that leaves out what it holds.
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

  /// Only where a type is `Hashable` does its equality count; else a law looks at all that is stored.
  @Test func anEqualityThatLeavesSomethingOutDoesNotHideAChange() {
    let result = Specification(of: Safe.self) { Laws(.failedUpdateLeavesModelAlone) }.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.counterexample?.property == Law.failedUpdateLeavesModelAlone.rawValue)
  }

  /// A view that is no function of the model.
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

  @Test func aViewThatIsNoFunctionIsFoundWhereTheLawIsDeclared() {
    let result = Specification(of: ImpureView.self) { Laws(.deterministic) }.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.counterexample?.property == "update and view are deterministic")
    #expect(result.counterexample?.detail?.hasPrefix("view, run again, differs: ") == true)
  }
}

import Testing

@testable import TEACheck

/// Violations that were found before a trap, which ends the process before they are reported.
@Suite struct KnownViolationTests {
  private enum Stack: Module {
    enum Message { case push, pop }
    struct Model: Hashable { var count = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = message == .push ? model.count + 1 : max(0, model.count - 1)
    }
  }

  private static let stack = Specification(of: Stack.self) {
    Messages { _ in [.push, .pop] }
    Always("few") { $0.count < 3 }
  }

  /// Behind a violation, a step may trap in a world that no run goes on from.
  @Test func `a candidate of the shrinker takes no step after its first violation`() throws {
    let rules = try Rules(Self.stack, scope: 3)
    let trace = try rules.replay(Script(steps: ["push", "push", "pop", "push", "push"])).trace
    #expect(trace.steps.count == 5)
    let schedule = try Schedule(rules, trace, startChoices: [], steps: [[1], [1], [2], [1], [1]])
    let whole = try schedule.record(of: [0, 1, 2, 3, 4])
    #expect(whole == [1, 1, 2, 1, 1])
    let withoutPop = try schedule.record(of: [0, 1, 3, 4])
    #expect(withoutPop == [1, 1, 1])
  }

  /// A trap in the choice of a step has the steps before it, and a trap in the step has the step as well.
  @Test func `the steps to a trap of a candidate in another order are those of this order`() throws {
    let rules = try Rules(Self.stack, scope: 3)
    let trace = try rules.replay(Script(steps: ["push", "push", "pop", "push", "push"])).trace
    let schedule = try Schedule(rules, trace, startChoices: [], steps: [[1], [1], [2], [1], [1]])
    let order = [0, 2, 4, 1]
    #expect(schedule.script(of: order, upTo: Breadcrumb(.choice, number: 2)) == ["push", "pop"])
    #expect(schedule.script(of: order, upTo: Breadcrumb(.run, number: 2)) == ["push", "pop", "push"])
    #expect(schedule.script(of: order, upTo: Breadcrumb(.other)) == nil)
  }

  @Test func `the shrunk steps of a violation are known before it is reported`() throws {
    let violations = KnownViolations()
    let configuration = TrapWatch.Configuration(
      stepTime: .seconds(60), stepMemory: 1 << 30, endsProcess: false, report: { _, _ in }, knownViolations: violations)
    let rules = try Rules(Self.stack, scope: 3, watch: TrapWatch(configuration))
    let sampler = Sampler(
      rules: rules, takeSteps: Self.stack.engines.takeSteps, bounds: SamplingBounds(cases: 200, length: 200, seed: 1),
      workerCount: 1, onProgress: { _ in })
    _ = sampler.sample()
    #expect(
      violations.message
        == "Before that, the check found “few” violated after 3 steps:\n    push\n    push\n    push\n")
  }

  @Test func `the message of a trap tells each violation once, with its latest steps`() {
    let violations = KnownViolations()
    #expect(violations.message == "")
    violations.add("few") { Script(steps: ["push", "pop", "push"]) }
    violations.add("empty") { Script(start: "with flags 3", steps: []) }
    violations.add("few") { Script(steps: ["push"]) }
    #expect(
      violations.message
        == "Before that, the check found “empty” violated at the start:\n    start with flags 3\n"
        + "Before that, the check found “few” violated after 1 step:\n    push\n")
    violations.removeAll()
    #expect(violations.message == "")
  }

  private enum House: Module {
    enum Message { case open(door: Int) }
    struct Model: Hashable { var isOpen = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .open(let door):
        precondition((-1...1).contains(door))
        model.isOpen = true
      }
    }
  }

  /// The search sends the doors 0, 1 and -1. The explanation of the violation tries other ones, which trap.
  @Test func `a violation is told where its explanation traps and no other process goes on`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let check = Specification(of: House.self) { Always("closed") { !$0.isOpen } }.check()
      _ = check.outcome(CheckSettings(), onProgress: { _ in })
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let violation = "Before that, the check found “closed” violated after 1 step:\n    open(door: 0)\n"
    #expect(text.contains(violation), "\(text)")
  }
}

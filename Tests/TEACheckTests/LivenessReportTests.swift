import Foundation
import Testing

@testable import TEACheck

/// Reports about liveness, as text and as data, and checks in which liveness cannot be judged.
@Suite struct LivenessReportTests {
  /// A search whose reply may be lost.
  enum Search: Module {
    enum Message { case find, found, gaveUp, typed }
    enum Command: Hashable { case load, wait }
    struct Model: Hashable { var isLoading = false, keys = 0 }

    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .find:
        model.isLoading = true
        perform(.load)
      case .found, .gaveUp: model.isLoading = false
      case .typed: model.keys = (model.keys + 1) % 2
      }
    }
  }

  /// A search that also performs `wait` with each request. The reply to `wait` is a time limit.
  enum Impatient: Module {
    typealias Message = Search.Message
    typealias Command = Search.Command
    typealias Model = Search.Model

    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      Search.update(for: message, model: &model, perform: perform)
      if message == .find { perform(.wait) }
    }
  }

  private func run<M>(_ specification: Specification<M>, _ settings: CheckSettings = CheckSettings()) -> CheckResult {
    specification.check().outcome(settings, onProgress: { _ in }).result
  }

  private static func messages(_ model: Search.Model) -> [Search.Message] { model.isLoading ? [.typed] : [.find] }

  private static func search(_ replies: FairnessStrength) -> Specification<Search> {
    Specification(of: Search.self) {
      Messages(of: .model, messages)
      Replies { command in command == .load ? [.found] : [.gaveUp] }
      Fairness(replies: replies)
      Recovers("loading can always end") { !$0.isLoading }
      LeadsTo("loading ends") {
        $0.isLoading
      } to: {
        !$0.isLoading
      }
    }
  }

  @Test func `without fairness of replies, loading may never end`() throws {
    let result = run(Self.search(.none))
    #expect(
      TextReport.lines(of: result).map(hidingDurations) == [
        "✗ Search · loading ends   TEACheckTests/LivenessReportTests.swift:51",
        "  violated by an infinite run: 1 step, then 2 steps again and again · shortest stem · explored 4 worlds to "
          + "depth 3",
        "  the first holds after step 1, and the second never after",
        "",
        "      start  isLoading: false  keys: 0",
        "   1  find   isLoading: false → true  performs load",
        "      again and again:",
        "   2  typed  keys: 0 → 1",
        "   3  typed  keys: 1 → 0",
        "   …  and again from step 2   ✗",
        "",
        "  note: never offered in any reachable world: gaveUp",
        "  note: assumed of runs: people go on while they can; replies may never come",
        "  again   swift run tea-check check 'Search'",
      ])
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/TEACheck/TEACheck.docc/HowTo/Liveness.md")
    let shown = TextReport.lines(of: result).dropLast().joined(separator: "\n")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("```\n\(shown)\n```\n"))
    #expect(result.counterexample?.loop == 1)
    #expect(CheckResult(record: result.record(suite: "Suite")) == result)
  }

  /// A counter. The specifications below offer no message at 4, where its runs end.
  enum Count: Module {
    enum Message { case next }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  }

  @Test(arguments: [([1, 3], [], 1), ([1, 3], [2], 3), ([0, 1, 2, 3, 4], [], 0), ([2, 3, 4], [1], 2)])
  func `the detail names the first moment at which the condition begins to wait in vain`(
    _ first: [Int], _ second: [Int], _ step: Int
  ) {
    let result = run(
      Specification(of: Count.self) {
        Messages(of: .model) { $0 < 4 ? [.next] : [] }
        LeadsTo("answered") {
          first.contains($0)
        } to: {
          second.contains($0)
        }
      })
    let moment = step == 0 ? "at the start" : "after step \(step)"
    #expect(
      result.counterexample?.detail == "the first holds \(moment), and the run ends before the second does")
  }

  @Test func `the detail says that the condition does not hold where the run ends`() {
    let result = run(
      Specification(of: Count.self) {
        Messages(of: .model) { $0 < 4 ? [.next] : [] }
        Repeatedly("small") { $0 < 2 }
      })
    #expect(result.counterexample?.detail == "it does not hold where the run ends")
  }

  @Test func `with fairness of replies, loading ends`() {
    let result = run(Self.search(.weak))
    #expect(result.verdict == .passed && result.coverage == .complete)
    #expect(
      result.notes == [
        "never offered in any reachable world: gaveUp",
        "assumed of runs: runs go on while anything can happen; a command that stays outstanding is answered (weak)",
      ])
  }

  @Test func `a declaration of fairness leaves alone what it does not name`() {
    let result = run(
      Specification(of: Search.self) {
        Self.search(.none)
        Fairness(people: .mayStop)
      })
    #expect(result.verdict == .violated && result.counterexample?.property == "loading ends")
    #expect(result.notes.contains("assumed of runs: people may stop at any time; replies may never come"))
    let replaced = run(
      Specification(of: Search.self) {
        Self.search(.none)
        Fairness(replies: .weak)
      })
    #expect(replaced.verdict == .passed)
  }

  @Test func `a fair time limit ends loading even if replies are lost`() {
    func impatient(_ limit: FairnessStrength) -> CheckResult {
      run(
        Specification(of: Impatient.self) {
          Messages(of: .world) { world in
            if world.model.isLoading { return [.typed] }
            return world.outstanding.count < 5 ? [.find] : []
          }
          Replies { command in command == .load ? [.found] : [.gaveUp] }
          // The reply to `load` may be lost; the time limit is not.
          Fairness(replies: .none)
          Fairness(limit) { $0 == .gaveUp ? "time limit" : nil }
          LeadsTo("loading ends") {
            $0.isLoading
          } to: {
            !$0.isLoading
          }
          Recovers("loading can always end") { !$0.isLoading }
          Settles("nothing is left on") { !$0.isLoading }
        })
    }
    #expect(impatient(.none).verdict == .violated)
    let limited = impatient(.weak)
    #expect(limited.verdict == .passed && limited.coverage == .complete)
    #expect(
      limited.notes == [
        "assumed of runs: people go on while they can; replies may never come; labelled messages are fair (weak)"
      ])
  }

  enum Chain: Module {
    enum Message { case start, next }
    enum Command: Hashable { case poll }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if message == .start, model { return }
      model = true
      perform(.poll)
    }
  }

  @Test func `a chain of replies without end is found`() {
    let result = run(
      Specification(of: Chain.self) {
        Replies { _ in [.next] }
        Laws(.noEndlessChain)
      })
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "no endless chain of replies")
    #expect(result.counterexample?.steps.map(\.message) == ["start", "next"])
    #expect(result.counterexample?.steps.map(\.answers) == [nil, "poll"])
    #expect(result.counterexample?.loop == 1)
  }

  enum Counter: Module {
    enum Message { case up, down }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model += message == .up ? 1 : -1
    }
  }

  @Test func `a bounded search proves a violation, but no recovery`() {
    let falsifiable = Specification(of: Counter.self) { Eventually("two") { $0 == 2 } }
    let found = falsifiable.check(depth: 3).outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(found.verdict == .violated && found.counterexample?.steps.map(\.message) == ["up", "down"])
    #expect(found.finding?.contains(" · shortest stem within the bounds · ") == true, "\(found.finding ?? "")")
    let recovering = Specification(of: Counter.self) { Recovers("zero") { $0 == 0 } }
    let undecided = recovering.check(depth: 3).outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(undecided.verdict == .inconclusive && undecided.coverage == .bounded(depth: 3, beyond: 2))
    #expect(undecided.message?.contains("“zero” cannot be judged before every world is expanded") == true)
    // Every run reaches this goal before the bound.
    let near = Specification(of: Counter.self) { Eventually("one step away") { abs($0) == 1 } }
    #expect(near.check(depth: 3).outcome(CheckSettings(), onProgress: { _ in }).result.verdict == .passed)
  }

  @Test func `random runs do not judge liveness`() {
    var settings = CheckSettings()
    settings.engine = .sample
    let checkWithKnownIssue = Self.search(.none).check().knownIssue("replies may be lost")
    let result = checkWithKnownIssue.outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .inconclusive)
    #expect(
      result.message
        == "random runs cannot judge “loading can always end”, “loading ends”; explore all worlds instead")
    #expect(checkWithKnownIssue.outcome(CheckSettings(), onProgress: { _ in }).result.verdict == .passed)
    let pinned = Self.search(.none).check().knownIssue("replies may be lost", property: "loading ends", steps: 3)
    #expect(pinned.outcome(CheckSettings(), onProgress: { _ in }).result.verdict == .passed)
  }

  enum Setter: Module {
    enum Message { case set(Int) }
    static func start(with flags: Void) -> Int { 5 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .set(let value) = message { model = value }
    }
  }

  /// A message with a payload that was not listed might lead back to 5.
  @Test func `a violation of recovery is inconclusive where payloads were cut`() {
    let result = run(Specification(of: Setter.self) { Recovers("five") { $0 == 5 } })
    #expect(result.verdict == .inconclusive)
    #expect(result.message?.contains("payloads were cut") == true)
    #expect(result.counterexample?.steps.map(\.message) == ["set(0)", "set(0)"])
    // Other payloads cannot refute a violation of `Repeatedly`: a run need not send them.
    #expect(run(Specification(of: Setter.self) { Repeatedly("five") { $0 == 5 } }).verdict == .violated)
    // A condition that throws in a world that was found is a violation, whatever other payloads do.
    let thrown = run(
      Specification(of: Setter.self) {
        Recovers("not broken") { number in
          if number == 5 { throw Objection("five is broken") }
          return true
        }
      })
    #expect(thrown.verdict == .violated && thrown.counterexample?.detail == "five is broken")
  }

  enum Gate: Module {
    enum Message: Hashable { case close }
    struct Model: Hashable { var width: Int, isOpen = true }
    static func start(with width: Int) -> Model { Model(width: width) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.isOpen = false }
  }

  /// Other flags make other starts. They do not help a program that has started and cannot recover.
  @Test func `a violation of recovery stands where only flags were cut`() {
    #expect(run(Specification(of: Gate.self) { Recovers("open") { $0.isOpen } }).verdict == .violated)
  }

  @Test func `a dead end is shown as a run that ends`() {
    let result = run(
      LivenessGraph.specification(LivenessGraph.edges("0a1 1b0 1c2"), .none) { Recovers("home") { $0 == 0 } })
    #expect(result.counterexample?.detail == "it cannot be reached again from there: nothing can happen any more")
    #expect(result.counterexample?.steps.count == 2 && result.counterexample?.loop == nil)
    #expect(result.finding == "violated after 2 steps · shortest · explored 3 worlds to depth 2")
  }

  @Test(arguments: [("0a1 1b2 2c3", 2), ("0a1 1b2 2c3 3d2", 2), ("0a1 1b2 2c3 3d1", 3)])
  func `the world without a way back counts among those that can follow only if it can come again`(
    edges: String, count: Int
  ) {
    let result = run(
      LivenessGraph.specification(LivenessGraph.edges(edges), .none) { Recovers("home") { $0 == 0 } })
    #expect(
      result.counterexample?.detail
        == "it cannot be reached again from there: it holds in none of the \(count) worlds that can follow")
    #expect(result.counterexample?.steps.count == (count == 2 ? 1 : 4))
  }

  /// A tree, in which the nodes 2n + 1 and 2n + 2 follow node n.
  enum Tree: Module {
    enum Message: CaseIterable { case left, right }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model = 2 * model + (message == .left ? 1 : 2)
    }
  }

  /// The bound of four worlds allows the step from node 1 to node 3, and leaves out the step to node 4.
  @Test func `a condition that throws is shown at a world to which only the last expanded world leads`() {
    var settings = CheckSettings()
    (settings.engine, settings.states) = (.explore, 4)
    let result = run(
      Specification(of: Tree.self) {
        Eventually("small") { node in
          if node == 3 { throw Objection("three is no node") }
          return false
        }
      }, settings)
    #expect(result.verdict == .violated && result.counterexample?.detail == "three is no node")
    #expect(result.counterexample?.steps.map(\.label) == ["left", "left"])
  }

  final class Box: Hashable, @unchecked Sendable {
    var count = 0
    static func == (one: Box, other: Box) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A counter in an object that the type of the model does not name.
  enum Hidden: Module {
    enum Message: Hashable { case tick }
    struct Model {
      var box: any Sendable = Box()
      var isDone = false
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard let box = model.box as? Box else { return }
      box.count += 1
      if box.count == 3 { model.isDone = true }
    }
  }

  @Test func `a violation is inconclusive where an object behind an existential may change unseen`() {
    let result = run(Specification(of: Hidden.self) { Eventually("done") { $0.isDone } })
    #expect(result.verdict == .inconclusive)
    #expect(
      result.message?.hasSuffix(
        "seems to be violated, but the model holds Box, and with it an object: what changes inside of it is not seen")
        == true, "\(result.message ?? "")")
  }

  @Test func `a known issue that seems to be found is not called missing`() {
    let check = Specification(of: Search.self) {
      Messages(of: .model, Self.messages)
      LeadsTo("loading ends") {
        $0.isLoading
      } to: {
        !$0.isLoading
      }
    }.check().knownIssue("#12")
    let result = check.outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .inconclusive && result.counterexample != nil && result.knownIssue == "#12")
    #expect(
      result.message?.hasSuffix(
        "seems to be violated, but nothing says what commands bring: write Replies { command in … }") == true,
      "\(result.message ?? "")")
  }

  @Test func `a condition that throws is shown at the world where it throws`() {
    let result = run(
      LivenessGraph.specification(LivenessGraph.edges("0a1 1b2 2c0"), .none) {
        Eventually("three") { node in
          if node == 2 { throw Objection("two is no node") }
          return node == 3
        }
      })
    #expect(result.verdict == .violated && result.counterexample?.detail == "two is no node")
    #expect(result.counterexample?.steps.count == 2)
  }

  @Test func `the result is the same at any number of workers`() {
    var results = [1, 2, 8].map { workers in
      var settings = CheckSettings()
      settings.workers = workers
      return run(Self.search(.none), settings)
    }
    for index in results.indices { results[index].seconds = 0 }
    #expect(results[0] == results[1] && results[1] == results[2])
  }
}

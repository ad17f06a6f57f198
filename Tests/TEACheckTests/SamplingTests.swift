@testable import TEASupport
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// Random runs: their violations, shrinking and reports, which depend on the seed alone.
@Suite struct SamplingTests {
  private func sample<M>(
    _ specification: Specification<M>, seed: UInt64 = 1, workers: Int = 1, cases: Int = 2_000
  ) -> CheckResult {
    var settings = CheckSettings()
    settings.engine = .sample
    settings.seed = seed
    settings.workers = workers
    settings.cases = cases
    return specification.check().outcome(settings, onProgress: { _ in }).result
  }

  @Test func `a failing run of any seed shrinks to the shortest trace`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let result = sample(Race.specification(typed: 4, retries: 2, isFixed: false, settles: true), seed: seed)
      #expect(
        result.counterexample?.steps.map(\.message) == ["type", "type", "succeeded(2)", "succeeded(1)"],
        "seed \(seed)")
    }
  }

  enum Register: Module {
    enum Message { case set(Int), replace([Int]), say(String) }
    struct Model: Hashable { var number = 0, list: [Int] = [], text = "" }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .set(let number): model.number = number
      case .replace(let list): model.list = list
      case .say(let text): model.text = text
      }
    }
  }

  @Test func `payloads of a failing run shrink to the smallest`() {
    for seed in 1...10 as ClosedRange<UInt64> {
      let numberResult = sample(Specification(of: Register.self) { Always("small") { $0.number < 1_000 } }, seed: seed)
      #expect(numberResult.counterexample?.steps.map(\.message) == ["set(1000)"], "seed \(seed)")
      let listResult = sample(Specification(of: Register.self) { Always("few") { $0.list.count < 3 } }, seed: seed)
      #expect(listResult.counterexample?.steps.map(\.message) == ["replace([0, 0, 0])"], "seed \(seed)")
      let textResult = sample(
        Specification(of: Register.self) { Always("no c") { !$0.text.contains("c") } }, seed: seed)
      #expect(textResult.counterexample?.steps.map(\.message) == [#"say("c")"#], "seed \(seed)")
    }
  }

  @Test func `the result is the same at any number of workers`() {
    func expectSame<M>(_ specification: Specification<M>, cases: Int) {
      var results = [1, 2, 8].map { sample(specification, seed: 7, workers: $0, cases: cases) }
      for index in results.indices { results[index].seconds = 0 }
      #expect(results.allSatisfy { $0 == results[0] })
    }
    expectSame(Grid.specification(counters: 3, modulus: 4), cases: 300)
    expectSame(Race.specification(typed: 4, retries: 2, isFixed: true, settles: true), cases: 700)
    expectSame(Race.specification(typed: 4, retries: 2, isFixed: false, settles: true), cases: 700)
  }

  @Test func `a pass states the number of runs and steps`() {
    let result = sample(Grid.specification(counters: 2, modulus: 2), cases: 100)
    #expect(result.verdict == .passed)
    #expect(!result.isComplete)
    #expect(result.states == 4)
    guard case .sampled(100, let steps) = result.coverage else {
      Issue.record("\(String(describing: result.coverage))")
      return
    }
    #expect(steps == result.transitions && steps > 1_000)
  }

  @Test func `a message case that the swarm omits is sent rarely: only after four refused draws`() {
    enum Letter: CaseIterable { case a, b, c }
    enum Letters: Module {
      typealias Message = Letter
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Letter, model: inout Int, perform: (Command) -> Void) {}
    }
    let rules = Rules<Letters>(offer: .fixed(Letter.allCases))
    var random = RandomNumbers(seed: 1)
    var (pickCount, omittedPickCount) = (0, 0)
    for _ in 0..<200 {
      let swarm = SwarmConfiguration(from: &random)
      guard Letter.allCases.count(where: { swarm.omits($0) }) == 1 else { continue }
      for _ in 0..<20 {
        pickCount += 1
        let letter = Letter.allCases[Int(rules.pick(from: Letter.allCases, swarm, &random))]
        if swarm.omits(letter) { omittedPickCount += 1 }
      }
    }
    // Without a swarm, a third of the messages would be of the omitted case.
    #expect(pickCount > 1_000 && omittedPickCount * 10 < pickCount)
  }

  /// A module whose fortieth call of `update` violates the property.
  enum Flaky: Module {
    nonisolated(unsafe) static var calls = 0
    enum Message: CaseIterable { case go }
    struct Model: Hashable { var count = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      calls += 1
      model.count = calls == 40 ? -1 : model.count + 1
    }
  }

  @Test func `a failing run that does not recur is reported as flaky`() {
    let result = sample(Specification(of: Flaky.self) { Always("positive") { $0.count >= 0 } })
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "update and view are deterministic")
    // A run that does not recur is not shrunk.
    let steps = counted(result.counterexample?.steps.count ?? 0, "step")
    #expect(result.finding?.hasPrefix("violated after \(steps) · found with ") == true, "\(result.finding ?? "")")
    #expect(
      result.counterexample?.detail
        == "flaky: a run violated “positive” and, run again with the same messages, did not")
  }

  struct Picky: Generatable {
    static var generator: Gen<Picky> { Gen<Int>.integer.filter { $0 == 123_456_789 }.map { _ in Picky() } }
  }

  enum Choosy: Module {
    enum Message { case pick(Picky) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a filter that keeps too few values is an error with advice`() {
    let result = sample(Specification(of: Choosy.self) {}, cases: 20)
    #expect(result.verdict == .error)
    #expect(
      result.message
        == "19 of 20 runs were thrown away, because a filter keeps too few values: make its generator produce only "
        + "good ones, for example with map or flatMap")
  }

  /// A path that comes to harm by twenty walks, or by a jump after seventeen questions.
  enum Path: Module {
    enum Message { case ask, walk, jump, answer }
    enum Command: Hashable { case fetch }
    struct Model: Hashable { var asked = 0, walked = 0, hasJumped = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask:
        model.asked += 1
        perform(.fetch)
      case .walk: model.walked += 1
      case .jump: model.hasJumped = model.asked >= 17
      case .answer: break
      }
    }
  }

  /// Each question leaves a command outstanding. By default at most sixteen may be, so a question must be answered before the
  /// seventeenth is asked.
  @Test func `a counterexample is called the shortest only within the bound on outstanding commands`() {
    // Walks are listed more often, so that random runs come to twenty of them before seventeen questions.
    let specification = Specification(of: Path.self) {
      Messages(of: .model) { _ in [.ask, .walk, .walk, .walk, .walk, .jump] }
      Replies { _ in [.answer] }
      Always("no harm") { $0.walked < 20 && !$0.hasJumped }
    }
    for (outstanding, length, words) in [(nil, 19, " within the scope"), (30, 18, "")] {
      let result = specification.check().exploration {
        ($0.engine, $0.outstanding) = (.sample, outstanding)
      }
      #expect(result.counterexample?.steps.count == length)
      #expect(result.finding?.contains(" · shortest over its messages\(words) · ") == true, "\(result.finding ?? "")")
    }
  }

  /// A counter that counts on from its flags.
  enum Climb: Module {
    enum Message: CaseIterable { case inc }
    static func start(with flags: Int) -> Int { flags }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  }

  @Test func `a counterexample is called the shortest only from its own generated start`() {
    let specification = Specification(of: Climb.self) {
      Start(with: Gen<Int>.integer(in: 0...5_000))
      Always("at most 5 000") { $0 <= 5_000 }
    }
    let result = sample(specification)
    #expect(
      result.finding?.contains(" · shortest over its messages from its start · ") == true, "\(result.finding ?? "")")
  }

  @Test func `the length of runs may be the greatest integer`() {
    enum Short: Module {
      enum Message: CaseIterable { case go }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
    }
    let specification = Specification(of: Short.self) { Messages(of: .model) { $0 < 3 ? [.go] : [] } }
    for check in [specification.sample(length: .max), specification.check(states: 2, length: .max)] {
      for shard in ["1/2", "2/2"] {
        let result = check.exploration { ($0.engine, $0.cases, $0.shard) = (.automatic, 40, Shard(shard)) }
        #expect(result.verdict != .error, "\(result.message ?? "")")
      }
    }
  }
}

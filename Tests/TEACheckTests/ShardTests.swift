@testable import TEASupport
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// The searches of several shards, which together meet more worlds than the same number of equal searches.
@Suite struct ShardTests {
  /// Switches, and a position that only increases; the worlds are too many for a search to get far.
  enum Way: Module {
    enum Message: Hashable { case flip(Int), forward }
    struct Model: Hashable { var switches = 0, position = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .flip(let number): model.switches ^= 1 << number
      case .forward: model.position += 1
      }
    }

    /// - Parameter forwardCount: The number of times that `forward` is listed: the more, the more often a random run sends it.
    static func specification(
      switches: Int = 7, forwardCount: Int = 1, _ property: @escaping @Sendable (Model) -> Bool
    ) -> Specification<Way> {
      let messages = (0..<switches).map { Message.flip($0) } + Array(repeating: .forward, count: forwardCount)
      return Specification(of: Way.self) {
        Messages(of: .model) { _ in messages }
        Always("not there") { property($0) }
      }
    }
  }

  /// Runs a check, with 300 random runs if the engine makes any, and with at most 600 worlds unless `change` is given.
  private func run<M>(
    _ specification: Specification<M>, _ shard: String?, _ engine: CheckSettings.Engine = .explore, workers: Int = 1,
    change: (inout CheckSettings) -> Void = { $0.states = 600 }
  ) throws -> CheckResult {
    var settings = CheckSettings()
    settings.engine = engine
    settings.workers = workers
    settings.cases = 300
    settings.shard = try shard.map { try #require(Shard($0)) }
    change(&settings)
    var result = specification.check().outcome(settings, onProgress: { _ in }).result
    result.seconds = 0
    return result
  }

  @Test(arguments: [CheckSettings.Engine.automatic, .explore, .sample])
  func `the first shard makes the same search as a run without shards`(_ engine: CheckSettings.Engine) throws {
    for specification in [Way.specification { _ in true }, Way.specification { $0.position < 3 }] {
      let plain = try run(specification, nil, engine)
      for shard in ["1/1", "1/3"] {
        var sharded = try run(specification, shard, engine)
        #expect(sharded.shard != nil)
        sharded.shard = nil
        #expect(sharded == plain, "\(shard)")
      }
    }
  }

  @Test(arguments: [CheckSettings.Engine.automatic, .explore, .sample])
  func `the result of a shard is the same at any number of workers`(_ engine: CheckSettings.Engine) throws {
    for shard in ["2/4", "3/4", "4/4"] {
      for specification in [Way.specification { _ in true }, Way.specification { $0.position < 8 }] {
        let results = try [1, 2, 8].map { try run(specification, shard, engine, workers: $0) }
        #expect(results.allSatisfy { $0 == results[0] }, "\(shard)")
      }
    }
  }

  @Test func `a shard does not depend on the number of shards`() throws {
    var (ofThree, ofNine) = (
      try run(Way.specification { _ in true }, "2/3"), try run(Way.specification { _ in true }, "2/9")
    )
    (ofThree.shard, ofNine.shard) = (nil, nil)
    #expect(ofThree == ofNine)
  }

  @Test func `three shards meet more worlds than three equal searches`() throws {
    nonisolated(unsafe) var metModels: Set<Way.Model> = []
    let specification = Way.specification { model in
      metModels.insert(model)
      return true
    }
    for _ in 1...3 { _ = try run(specification, nil) }
    #expect(metModels.count == 600)
    for shard in ["1/3", "2/3", "3/3"] { _ = try run(specification, shard) }
    #expect(metModels.count == 1_476)
  }

  @Test func `a counterexample of a shard begins at the start and is the shortest with its messages`() throws {
    let specification = Way.specification { $0.position < 8 }
    #expect(try run(specification, nil).verdict == .inconclusive)
    var violationCount = 0
    for index in 2...7 {
      let result = try run(specification, "\(index)/7")
      guard let counterexample = result.counterexample else { continue }
      violationCount += 1
      #expect(result.verdict == .violated)
      #expect(counterexample.steps.map(\.message) == Array(repeating: "forward", count: 8))
      #expect(result.again == "tea-check explore 'Way' --states 600 --shard \(index)/7")
    }
    #expect(violationCount == 6)
  }

  @Test func `the line that finds a counterexample again has the step time, unless it is the default`() throws {
    func again(_ stepTime: Duration) throws -> String? {
      try run(Way.specification { $0.position < 3 }, nil) { $0.stepTime = stepTime }.again
    }
    #expect(try again(.seconds(10)) == "tea-check explore 'Way'")
    #expect(try again(.seconds(60)) == "tea-check explore 'Way' --step-time 60")
    #expect(try again(.milliseconds(1_500)) == "tea-check explore 'Way' --step-time 1.5")
  }

  @Test func `the line that finds a counterexample again has the bounds of a settings file`() throws {
    let specification = Way.specification { $0.position < 3 }
    func again(_ check: Check, _ engine: CheckSettings.Engine = .explore, memory: Int? = nil) -> String? {
      var settings = CheckSettings()
      settings.engine = engine
      settings.defaults = CheckBounds(depth: 9, states: 600, seed: 7, scope: 2)
      settings.memory = memory
      return check.outcome(settings, onProgress: { _ in }).result.again
    }
    #expect(again(specification.check()) == "tea-check explore 'Way' --depth 9 --states 600 --scope 2 --seed 7")
    #expect(again(specification.check(depth: 5)) == "tea-check explore 'Way' --states 600 --scope 2 --seed 7")
    // A bound on memory replaces only the default bound on worlds.
    #expect(
      again(specification.check(), memory: 1 << 40)
        == "tea-check explore 'Way' --depth 9 --states 600 --scope 2 --memory \(1 << 40) --seed 7")
    // The subcommand takes no other options.
    #expect(
      again(specification.check(), .sample, memory: 1 << 40)
        == "tea-check sample 'Way' --depth 9 --scope 2 --memory \(1 << 40) --seed 7")
  }

  @Test func `a counterexample of a shard is shrunk where the shortest is too far to be searched`() throws {
    let result = try run(Way.specification(switches: 30, forwardCount: 10) { $0.position < 8 }, "2/2")
    #expect(result.finding == "violated after 8 steps · shrunk · found with 47 steps by shard 2/2, seed 1")
    #expect(result.counterexample?.steps.map(\.message) == Array(repeating: "forward", count: 8))
  }

  enum Sum: Module {
    enum Message: Hashable { case add(Int) }
    static func start(with flags: Int) -> Int { flags }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .add(let number) = message { model &+= number }
    }
  }

  @Test func `a counterexample of a shard is the shortest only within the scope, and from its start`() throws {
    let specification = Specification(of: Sum.self) {
      Start(with: Gen<Int>.integer)
      Messages(generating: .model) { _ in Gen<Int>.integer.map { .add($0) } }
      Always("small") { $0 < 5 }
    }
    let finding = try #require(try run(specification, "2/4").finding)
    #expect(
      finding.contains(" · shortest over its messages from its start within the scope · found with "), "\(finding)")
  }

  @Test func `a shard stays within the bound on the depth`() throws {
    let specification = Way.specification { $0.position < 6 }
    for index in 2...10 {
      let result = try run(specification, "\(index)/10") { ($0.states, $0.depth) = (300, 5) }
      #expect(result.verdict == .inconclusive)
      #expect(result.depth <= 5)
    }
    for index in 2...4 {
      let result = try run(specification, "\(index)/4") { ($0.states, $0.depth) = (300, 0) }
      #expect((result.states, result.depth) == (1, 0))
    }
  }

  @Test func `a shard stays within the number of outstanding commands`() throws {
    for index in 2...10 {
      let result = try run(Pile.specification, "\(index)/10") { $0.outstanding = 3 }
      #expect(result.verdict == .inconclusive, "\(index)")
    }
    #expect(try run(Pile.specification, "2/2") { $0.outstanding = 5 }.verdict == .violated)
  }

  /// A module that performs one more command each time that it gets `ask`.
  enum Pile: Module {
    enum Message { case ask, answer }
    /// A model that never changes: the worlds differ in their outstanding commands.
    struct Model: Hashable { var asked = 0 }
    enum Command: Hashable { case fetch }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .ask { perform(.fetch) }
    }
    static let specification = Specification(of: Pile.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answer] }
      Always("at most three at a time", of: .world) { $0.outstanding.count <= 3 }
    }
  }

  @Test func `only the first shard of a small state space is complete`() throws {
    let grid = Grid.specification(counters: 2, modulus: 2)
    #expect(try run(grid, "1/3", .automatic).coverage == .complete)
    let second = try run(grid, "2/3", .automatic)
    #expect(second.verdict == .inconclusive)
    #expect(second.message == "a shard after the first looks at parts; 'tea-check merge' says what all shards saw")
    guard case .scattered(places: 4, runs: 300, _) = second.coverage else {
      Issue.record("\(String(describing: second.coverage))")
      return
    }
  }

  @Test func `a shard at its bound on memory explores around its other places, and makes its random runs`() throws {
    // The bound is one byte.
    let second = try run(Way.specification { _ in true }, "2/3", .automatic) { $0.memory = 1 }
    guard case .scattered(places: 4, runs: 300, _) = second.coverage else {
      Issue.record("\(String(describing: second.coverage))")
      return
    }
  }

  @Test func `beside a bound on memory, the places of a shard share the default bound on worlds`() throws {
    var settings = CheckSettings()
    (settings.engine, settings.workers, settings.memory) = (.explore, 1, 1 << 40)
    let interruption = Interruption()
    settings.interruption = interruption
    settings.shard = Shard("3/3")
    var mostWorlds = 0
    // The counts of the second place begin anew, and without a bound those of the first do not end.
    let outcome = Way.specification { _ in true }.check().outcome(
      settings,
      onProgress: { progress in
        if progress.states < mostWorlds || progress.states > 20_000 { interruption.request() }
        mostWorlds = max(mostWorlds, progress.states)
      })
    #expect(outcome.result.states == 250_000 / 16)
  }

  @Test func `the random walk of a shard ends when it is interrupted`() throws {
    let result = try run(Way.specification { _ in true }, "2/3") { $0.interruption = .requested() }
    #expect(result.transitions == 0)
    #expect(result.coverage == .scattered(places: 1, runs: 0, steps: 0))
  }

  /// A tower that can be left by a message which comes only near its top, when it has no effect any more.
  enum Tower: Module {
    enum Message: Hashable { case climbed(Int), rescued, busy }
    typealias Command = MessagesFromOutsideTests.Tower.Command

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .climbed: MessagesFromOutsideTests.Tower.update(for: .climbed, model: &model, perform: perform)
      case .rescued: if model < 1_000 { model = -1 }
      case .busy: break
      }
    }
  }

  /// The first shard learns from its whole search that only the world sends `rescued`, and the others do not get that far.
  @Test func `a Sometimes is not met by a message of a person that another shard knows only the world sends`() throws {
    let specification = Specification(of: Tower.self) {
      Replies { command in
        switch command {
        case .call(let number): number == 42 ? [.rescued] : [.busy]
        }
      }
      Sometimes("left") { $0 < 0 }
    }
    let shards = try ["1/2", "2/2"].map { try run(specification, $0) { _ in } }
    #expect(shards.map(\.shard?.unmet) == [["left"], []])
    let files = try shards.map { try ShardFile(name: "", text: $0.record(suite: "TowerChecks").text) }
    let merged = try #require(ShardMerge(files).checks.first).result
    #expect(
      (merged.verdict, merged.message)
        == (.inconclusive, "no world that any shard looked at satisfies “left”; it may lie beyond the bounds"))
  }

  @Test func `a finding of random runs names the shard`() throws {
    let result = try run(Way.specification { $0.position < 3 }, "3/3", .sample)
    #expect(result.counterexample?.steps.map(\.message) == ["forward", "forward", "forward"])
    #expect(result.finding?.hasSuffix(" of shard 3/3, seed 1") == true)
  }

  @Test func `a merge does not pass where the random runs of a shard were cut off`() throws {
    let specification = Specification(of: Way.self) {
      Messages(of: .model) { _ in [.forward] }
      Sometimes("far") { $0.position > 2 }
    }
    let cutOff = try run(specification, "1/2", .sample) { $0.interruption = .requested() }
    #expect(cutOff.message == "it was interrupted")
    let finished = try run(specification, "2/2", .sample) { _ in }
    #expect(finished.verdict == .passed)
    let files = try [cutOff, finished].map { try ShardFile(name: "", text: $0.record(suite: "WayChecks").text) }
    let merged = try #require(ShardMerge(files).checks.first).result
    #expect((merged.verdict, merged.message) == (.inconclusive, "it was interrupted"))
  }

  @Test func `a known issue may be found by any shard`() throws {
    var settings = CheckSettings()
    (settings.engine, settings.states, settings.shard) = (.explore, 600, Shard("2/3"))
    func run(_ property: @escaping @Sendable (Way.Model) -> Bool) -> CheckResult {
      Way.specification(property).check().knownIssue("the way ends", steps: 3, worlds: 7)
        .outcome(settings, onProgress: { _ in }).result
    }
    #expect(run { $0.position < 3 }.verdict == .passed)
    let withoutIssue = run { _ in true }
    #expect(withoutIssue.verdict == .inconclusive)
  }

  /// Two dials of five positions. Their canonical form has them sorted.
  enum Dials: Module {
    enum Message: CaseIterable { case left, right }
    struct Model: Hashable { var left = 0, right = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .left: model.left = (model.left + 1) % 5
      case .right: model.right = (model.right + 1) % 5
      }
    }
  }

  /// The canonical form is right for the program with all its messages. A shard after the first explores around several worlds,
  /// and leaves some of the messages out.
  @Test(arguments: [CheckSettings.Engine.automatic, .explore])
  func `a shard does not report a right canonical form as wrong`(_ engine: CheckSettings.Engine) throws {
    let specification = Specification(of: Dials.self) {
      Symmetric { Dials.Model(left: min($0.left, $0.right), right: max($0.left, $0.right)) }
    }
    #expect(try run(specification, "1/7", engine).isComplete)
    for index in 2...7 {
      let result = try run(specification, "\(index)/7", engine)
      #expect(result.verdict == .inconclusive, "\(index): \(result.counterexample?.detail ?? "")")
    }
  }
}

import Extent
import SimulatedPhone
import Testing

@testable import ButtonsChecks
@testable import SearchBoxChecks
@testable import TEACheck
@testable import YardstickChecks

/// Long failing runs, which shrink to the same trace for nearly every seed, or to the length of the shortest counterexample.
@Suite struct RunShrinkingTests {
  /// The number of failing runs of each program.
  private static let failureCount = Extent.of(gate: 5, night: 100)

  /// The least number of runs that must shrink as expected: all at the gate, nineteen of twenty at night.
  private static var leastCount: Int { failureCount - failureCount / 20 }

  /// The messages of shrunk runs: one list for each of the first seeds whose run fails after a number of steps in `steps`.
  private func traces<M>(
    _ specification: Specification<M>, failures: Int, after steps: ClosedRange<Int>
  ) throws -> [[String]] {
    let rules = try Rules<M>(specification, scope: 3)
    var traces: [[String]] = []
    for seed in 1...UInt64(20 * failures) where traces.count < failures {
      var bounds = SamplingBounds(cases: 200, length: 200, seed: seed)
      bounds.runsGrow = false
      let sampler = Sampler(
        rules: rules, takeSteps: specification.engines.takeSteps, bounds: bounds, workerCount: 1, onProgress: { _ in })
      let sampling = sampler.sample()
      guard steps.contains(sampling.failingRun.steps), let violation = sampling.violation else { continue }
      traces.append(violation.trace.steps.compactMap { $0.step.message.map { literal($0) } })
    }
    try #require(traces.count == failures, "only \(traces.count) runs failed after \(steps) steps")
    return traces
  }

  @Test func `runs with colliding keys shrink to two puts`() throws {
    let traces = try traces(CollidingMap.specification, failures: Self.failureCount, after: 30...200)
    #expect(traces.count { $0 == ["put(0, 0)", "put(100, 1)"] } >= Self.leastCount)
  }

  @Test func `runs with a faulty compaction shrink to five steps`() throws {
    let traces = try traces(SnapshotStore.specification, failures: Self.failureCount, after: 30...200)
    let minimal = ["put(key: 0, value: 0)", "snapshot", "put(key: 0, value: 0)", "snapshot", "compact"]
    #expect(traces.count { $0 == minimal } >= Self.leastCount)
  }

  /// Doors are numbered as they are built. Without a step that builds one, later steps must use lower numbers for the others.
  @Test func `runs that refer to numbered things shrink to two doors`() throws {
    let traces = try traces(Airlock.specification, failures: Self.failureCount, after: 10...200)
    let minimal = [
      "build(isOuter: false)", "build(isOuter: true)", "unlock(door: 0)", "unlock(door: 1)", "open(door: 0)",
      "open(door: 1)",
    ]
    #expect(traces.count { $0 == minimal } >= Self.leastCount)
  }

  /// Expects that at least ``leastCount`` shrunk runs are as long as the explorer's counterexample.
  private func expectExplorersLength<M>(
    _ specification: Specification<M>, after steps: ClosedRange<Int> = 30...200,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = 1
    let explored = specification.check().outcome(settings, onProgress: { _ in }).result
    let length = try #require(explored.counterexample, sourceLocation: sourceLocation).steps.count
    let lengths = try traces(specification, failures: Self.failureCount, after: steps).map(\.count)
    let shortestCount = lengths.count { $0 == length }
    print(
      "\(M.self): \(shortestCount) of \(lengths.count) have \(length) steps, the longest \(lengths.max() ?? 0)"
    )
    #expect(shortestCount >= Self.leastCount, sourceLocation: sourceLocation)
  }

  @Test func `runs with an overtaking reply shrink to the shortest length`() throws {
    try expectExplorersLength(Race.specification(typed: 60, retries: 20, isFixed: false, settles: true))
  }

  @Test func `runs with a lost tap shrink to the shortest length`() throws {
    try expectExplorersLength(
      Phone<Buttons>.keepsTaps(save: .save, taps: 60, backgroundings: 30), after: 20...200)
  }

  /// The shortest counterexample has six steps: two inputs, two pauses and two replies. A person who types on and on makes the
  /// runs longer.
  @Test func `runs with results of an old query shrink to the shortest length`() throws {
    let specification = Specification(of: SearchBox.self) {
      Messages(of: .model) { [.typed("a"), .typed("b")] + ($0.isTyping ? [.paused] : []) }
      Replies { command in
        switch command {
        case .search(let query): [.loaded(Results(query: query, items: [])), .failed]
        }
      }
      Always("results belong to the query", of: .world) { world in
        let (model, isSearching) = (world.model, !world.outstanding.isEmpty)
        return model.isTyping || isSearching || model.results == nil || model.results?.query == model.query
      }
    }
    try expectExplorersLength(specification, after: 20...200)
  }

  /// A counter that violates the property at once from its largest start, and after five steps from any other.
  enum Additions: Module {
    enum Message { case add }
    struct Model: Hashable { var start: Int, added = 0 }
    static func start(with flags: Int) -> Model { Model(start: flags) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.added += 1 }
  }

  @Test func `runs that fail at the start from the largest start alone shrink to it`() throws {
    let specification = Specification(of: Additions.self) {
      Start(with: Gen<Int>.integer(in: 0...300))
      Messages(of: .model) { _ in [.add] }
      Always("not the largest, and not five more") { $0.start < 300 && $0.added < 5 }
    }
    #expect(try traces(specification, failures: 3, after: 5...200).allSatisfy { $0.isEmpty })
  }

  @Test func `a trap that no other process has taken again is not called shrunk`() throws {
    let specification = CollidingMap.specification
    // The phase of the runs is one of the first, after that of the starts. The first step of the first run traps.
    let sites = (2...3).map { phase in
      TrapSite(phase: 1 << 16 + phase, breadcrumb: Breadcrumb(.run, number: 0), cause: .signal(4))
    }
    let configuration = TrapWatch.Configuration(
      knownSites: sites, stepTime: .seconds(60), stepMemory: 1 << 30, endsProcess: false, report: { _, _ in })
    let sampler = Sampler(
      rules: try Rules(specification, scope: 3, watch: TrapWatch(configuration)),
      takeSteps: specification.engines.takeSteps,
      bounds: SamplingBounds(), workerCount: 1, onProgress: { _ in })
    let sampling = sampler.sample()
    #expect(sampling.violation?.violation.trap == .signal(4) && sampling.failingRun.number == 0)
    #expect(!sampling.isShrunk)
  }

  @Test func `a trap that does not recur when its run is repeated is a violation of determinism`() throws {
    let specification = CollidingMap.specification
    let sampler = Sampler(
      rules: try Rules(specification, scope: 3), takeSteps: specification.engines.takeSteps, bounds: SamplingBounds(),
      workerCount: 1,
      onProgress: { _ in })
    // Signal 4 is SIGILL, by which Swift traps on x86-64.
    let found = sampler.shrinkTrap(
      [], at: Breadcrumb(.run, number: 5), by: .signal(4), until: ShrinkCutoff(of: sampler))
    #expect(found.violation.property == Law.deterministic.rawValue)
    #expect(found.violation.detail?.hasPrefix("flaky: a run violated") == true, "\(found.violation)")
  }
}

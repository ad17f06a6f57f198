import Testing

@testable import ButtonsChecks
@testable import SearchBoxChecks
@testable import TEACheck
@testable import YardstickChecks

/// Failing runs of many steps: whatever the seed, one trace, as short as the shortest.
@Suite struct RunShrinkingTests {
  private func settings(_ engine: CheckSettings.Engine, seed: UInt64 = 1) -> CheckSettings {
    var settings = CheckSettings()
    settings.engine = engine
    settings.seed = seed
    settings.workers = 1
    settings.cases = 200
    settings.length = 200
    return settings
  }

  /// The shrunk traces of the first seeds whose runs fail, after so many steps.
  private func traces(
    _ check: Check, failures: Int, after steps: ClosedRange<Int> = 30...200
  ) throws -> [[String]] {
    var traces: [[String]] = []
    for seed in 1...UInt64(20 * failures) where traces.count < failures {
      let result = check.outcome(settings(.sample, seed: seed), onProgress: { _ in }).result
      guard let trace = result.counterexample?.steps, let finding = result.finding,
        let count = finding.firstMatch(of: /found with (\d+) step/)?.1, steps.contains(Int(count) ?? 0)
      else { continue }
      traces.append(trace.map(\.message))
    }
    try #require(traces.count == failures, "only \(traces.count) runs failed after \(steps) steps")
    return traces
  }

  @Test func collidingKeys() throws {
    let traces = try traces(CollidingMap.specification.check(), failures: 100)
    #expect(traces.count { $0 == ["put(0, 0)", "put(100, 1)"] } >= 95)
  }

  @Test func snapshotsAndCompaction() throws {
    let traces = try traces(SnapshotStore.specification.check(), failures: 100)
    let minimal = ["put(key: 0, value: 0)", "snapshot", "put(key: 0, value: 0)", "snapshot", "compact"]
    #expect(traces.count { $0 == minimal } >= 95)
  }

  /// References to what an earlier step minted are lowered when an earlier one goes.
  @Test func references() throws {
    let traces = try traces(Airlock.specification.check(), failures: 50, after: 5...200)
    for (t, n) in Dictionary(grouping: traces, by: { $0 }).mapValues(\.count).sorted(by: { $0.value > $1.value })
      .prefix(8)
    { print(n, t) }
  }

  /// The shrunk traces of failing runs are as long as the explorer's for nearly all seeds.
  private func expectExplorersLength<M>(
    _ specification: Specification<M>, after steps: ClosedRange<Int> = 30...200, seeds: Int = 50,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let check = specification.check()
    let explored = check.outcome(settings(.explore), onProgress: { _ in }).result
    let length = try #require(explored.counterexample).steps.count
    let lengths = try traces(check, failures: seeds, after: steps).map(\.count)
    print(M.self, length, lengths.count { $0 == length }, "worst", lengths.max()!)
    #expect(lengths.count { $0 == length } >= seeds - seeds / 50, sourceLocation: sourceLocation)
  }

  @Test func overtakenReplies() throws {
    try expectExplorersLength(Race.specification(60, 20, isFixed: false, settles: true))
  }

  @Test func tapsLostOnAnAppSwitch() throws {
    try expectExplorersLength(ButtonsChecks.keepsTaps(Buttons.self, save: .save, taps: 60, switches: 30))
  }
}

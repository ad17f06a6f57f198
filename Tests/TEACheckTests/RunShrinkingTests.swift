import Testing

@testable import TEACheck

/// Failing runs of many steps: whatever the seed, one trace.
@Suite struct RunShrinkingTests {
  /// How often each trace was reached from runs that failed after a number of steps.
  private func traces<M>(
    _ specification: Specification<M>, failures: Int, steps range: ClosedRange<Int> = 30...200
  ) -> [[String]: Int] {
    var traces: [[String]: Int] = [:]
    var (seed, found) = (UInt64(0), 0)
    while found < failures, seed < 60 {
      seed += 1
      var settings = CheckSettings()
      settings.engine = .sample
      settings.seed = seed
      settings.workers = 1
      settings.cases = 200
      settings.length = 200
      guard case let result = specification.check().outcome(settings, onProgress: { _ in }).result,
        let steps = result.counterexample?.steps, let finding = result.finding,
        let match = finding.firstMatch(of: /found with (\d+) step/), let count = Int(match.1), range.contains(count)
      else { continue }
      found += 1
      traces[steps.map(\.message), default: 0] += 1
    }
    print("\(M.self): \(found) of \(seed)")
    for (t, n) in traces.sorted(by: { $0.value > $1.value }).prefix(8) { print(n, t) }
    return traces
  }

  @Test func collidingKeys() {
    _ = traces(CollidingMap.specification, failures: 100)
  }

  @Test func snapshots() {
    _ = traces(SnapshotStore.specification, failures: 100)
  }
}

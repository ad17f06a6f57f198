import Dispatch
import Extent
import Synchronization
import Testing

@testable import TEACheck

/// Compares the checker with a naive search, for random programs with commands, replies, policies, timers, subscriptions and
/// environments: the verdict, the numbers of worlds and steps, the depth and the shortest violation.
@Suite struct NaiveSearchTests {
  /// The number of random programs. The night runs these tests in a debug build and in a release build.
  private static let programCount = Extent.of(gate: 2_000, night: _isDebugAssertConfiguration() ? 10_000 : 100_000)

  /// The largest number of worlds. Programs with more worlds are skipped: they take long and test nothing more.
  private static let worldLimit = Extent.of(gate: 60, night: 250)

  /// The settings with which a program is explored.
  private struct Configuration: CustomStringConvertible {
    var workers: Int
    var isCompact: Bool
    var description: String { "\(workers) workers\(isCompact ? ", compact" : "")" }

    /// The configurations for a seed. Every program is explored with one worker, every fourth also compactly, and every
    /// sixteenth in all configurations. At night, every program is explored in all of them.
    static func all(of seed: UInt64) -> [Configuration] {
      let usesAll = seed % Extent.of(gate: 16, night: 1) == 0
      return [false, true].flatMap { isCompact in
        [1, 8].map { Configuration(workers: $0, isCompact: isCompact) }
      }.filter { usesAll || $0.workers == 1 && (!$0.isCompact || seed % 4 == 0) }
    }
  }

  /// The numbers of programs that were searched, violate the property, have durations, or may have late messages; and the
  /// differences found.
  private struct Tally {
    var (searchedCount, violatedCount, timedCount, lateCount) = (0, 0, 0, 0)
    var differences: [String] = []
  }

  @Test func `random programs are explored as by a naive search`() {
    let tally = Mutex(Tally())
    // In parallel, as a night's programs take most of an hour of processor time.
    let partCount = 8
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      for seed in stride(from: UInt64(part), to: UInt64(Self.programCount), by: partCount) { compare(seed, tally) }
    }
    let found = tally.withLock { $0 }
    let differences = found.differences.sorted()
    #expect(differences.isEmpty, "\(differences.count) differ:\n\(differences.prefix(20).joined(separator: "\n"))")
    // The random programs must include enough of each kind.
    let programCount = Self.programCount
    let (searched, violated) = (found.searchedCount, found.violatedCount)
    let (timed, late) = (found.timedCount, found.lateCount)
    #expect(searched > programCount * 9 / 10, "\(searched)")
    #expect(
      violated > programCount / 5 && timed > programCount / 6 && late > programCount / 10,
      "\(violated) \(timed) \(late)")
  }

  /// Searches the program of a seed naively and by the checker, and counts it in the tally.
  private func compare(_ seed: UInt64, _ tally: borrowing Mutex<Tally>) {
    NaiveTable.use(seed: seed) { table in
      var search = NaiveSearch(table)
      guard let expected = search.run(limit: Self.worldLimit) else { return }
      let differences = Configuration.all(of: seed).compactMap { configuration in
        difference(table, expected, configuration).map { "seed \(seed), \(configuration): \($0)" }
      }
      let hasTime = search.hasTime
      tally.withLock {
        $0.searchedCount += 1
        if expected.violationDepth != nil { $0.violatedCount += 1 }
        if hasTime { $0.timedCount += 1 }
        if table.hasRacyCancellation || table.hasStaleViews { $0.lateCount += 1 }
        $0.differences += differences
      }
    }
  }

  /// Describes the difference between the checker's result and the expected one; `nil` if there is none.
  private func difference(
    _ table: NaiveTable, _ expected: NaiveSearch.Outcome, _ configuration: Configuration
  ) -> String? {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = configuration.workers
    settings.isCompact = configuration.isCompact
    func explore(hasProperty: Bool) -> CheckResult {
      // The labels differ only in how models and commands are stored.
      let check =
        switch table.seed % 3 {
        case 0: NaiveProgram<NoLabel>.specification(table, hasProperty: hasProperty).check()
        case 1: NaiveProgram<RichLabel>.specification(table, hasProperty: hasProperty).check()
        default: NaiveProgram<LabelWithFunction>.specification(table, hasProperty: hasProperty).check()
        }
      return check.outcome(settings, onProgress: { _ in }).result
    }
    var result = explore(hasProperty: true)
    let violation = result.verdict == .violated ? result.counterexample?.steps.count ?? -1 : nil
    guard violation == expected.violationDepth else {
      return "a violation after \(violation.map { "\($0)" } ?? "no") steps, expected "
        + (expected.violationDepth.map { "\($0)" } ?? "none")
    }
    // A search ends at the first violation. Without the property, it finds all worlds.
    if result.verdict == .violated { result = explore(hasProperty: false) }
    // A check without a step is inconclusive.
    let verdict = expected.stepCount == 0 ? CheckResult.Verdict.inconclusive : .passed
    let (found, wanted) = (
      [result.states, result.transitions, result.depth], [expected.worldCount, expected.stepCount, expected.depth]
    )
    guard result.verdict == verdict, found == wanted else {
      return "\(result.verdict) with worlds, steps and depth \(found), expected \(verdict) with \(wanted)"
    }
    return nil
  }
}

import Extent
import Testing

@testable import TEACheck

/// Compares the checker with a naive search, for random programs with commands, replies, policies, timers, subscriptions and
/// environments: the verdict, the numbers of worlds and steps, the depth and the shortest violation.
@Suite struct NaiveSearchTests {
  /// The number of random programs. The night runs these tests in a release build too, with the largest number.
  private static let programs = Extent.of(gate: 2_000, night: _isDebugAssertConfiguration() ? 10_000 : 100_000)

  /// The largest number of worlds. Programs with more are skipped, as they take long and test nothing else.
  private static let limit = Extent.of(gate: 60, night: 250)

  /// How a program is explored.
  private struct Configuration: CustomStringConvertible {
    var workers: Int
    var isCompact: Bool
    var description: String { "\(workers) workers\(isCompact ? ", compact" : "")" }

    /// The configurations for a seed. Every program is explored with one worker, every fourth also compactly, and every
    /// sixteenth in all configurations. At night, every program is explored in all of them.
    static func all(of seed: UInt64) -> [Configuration] {
      let isInEveryWay = seed % Extent.of(gate: 16, night: 1) == 0
      return [false, true].flatMap { isCompact in
        [1, 8].map { Configuration(workers: $0, isCompact: isCompact) }
      }.filter { isInEveryWay || $0.workers == 1 && (!$0.isCompact || seed % 4 == 0) }
    }
  }

  /// The number of parts in which the programs are searched, side by side. Each is large enough to have some programs of each
  /// kind, which the test expects.
  private static let parts = Extent.of(gate: 2, night: programs / 2_500)

  @Test(arguments: 0..<parts) func `random programs are explored as by a naive search`(part: Int) {
    var (searched, violated, waiting, late) = (0, 0, 0, 0)
    var differences: [String] = []
    for seed in stride(from: UInt64(part), to: UInt64(Self.programs), by: Self.parts) {
      NaiveTable.use(seed: seed) { table in
        var search = NaiveSearch(table)
        guard let expected = search.run(limit: Self.limit) else { return }
        searched += 1
        if expected.violation != nil { violated += 1 }
        if search.hasTime { waiting += 1 }
        if table.hasRacyCancellation || table.hasStaleViews { late += 1 }
        for configuration in Configuration.all(of: seed) {
          let difference = difference(table, expected, configuration)
          if let difference { differences.append("seed \(seed), \(configuration): \(difference)") }
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.count) differ:\n\(differences.prefix(20).joined(separator: "\n"))")
    // The random programs must include enough of each kind.
    let programs = Self.programs / Self.parts
    #expect(searched > programs * 8 / 10, "\(searched)")
    #expect(violated > programs / 6 && waiting > programs / 8 && late > programs / 12, "\(violated) \(waiting) \(late)")
  }

  /// Describes the difference between the checker's result and the expected one; `nil` if there is none.
  private func difference(
    _ table: NaiveTable, _ expected: NaiveSearch.Outcome, _ configuration: Configuration
  ) -> String? {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = configuration.workers
    settings.isCompact = configuration.isCompact
    func explore(isJudged: Bool) -> CheckResult {
      // The labels differ only in how models and commands are stored.
      let check =
        table.seed.isMultiple(of: 2)
        ? NaiveProgram<NoLabel>.specification(table, isJudged: isJudged).check()
        : NaiveProgram<RichLabel>.specification(table, isJudged: isJudged).check()
      return check.outcome(settings, onProgress: { _ in }).result
    }
    var result = explore(isJudged: true)
    let violation = result.verdict == .violated ? result.counterexample?.steps.count ?? -1 : nil
    guard violation == expected.violation else {
      return "a violation after \(violation.map { "\($0)" } ?? "no") steps, expected "
        + (expected.violation.map { "\($0)" } ?? "none")
    }
    // A search ends at the first violation. Without the property, it finds all worlds.
    if result.verdict == .violated { result = explore(isJudged: false) }
    // A check without a step is inconclusive.
    let verdict = expected.steps == 0 ? CheckResult.Verdict.inconclusive : .passed
    let (found, wanted) = (
      [result.states, result.transitions, result.depth], [expected.worlds, expected.steps, expected.depth]
    )
    guard result.verdict == verdict, found == wanted else {
      return "\(result.verdict) with worlds, steps and depth \(found), expected \(verdict) with \(wanted)"
    }
    return nil
  }
}

import Extent
import Testing

@testable import TEACheck

/// Random programs with commands, replies, policies, timers, subscriptions and environments have the verdict, the worlds,
/// the steps and the shortest violation that a naive search finds.
@Suite struct NaiveSearchTests {
  /// The number of programs that are searched; the night searches them all in a release build, which it makes for this.
  private static let programs = Extent.of(gate: 2_000, night: _isDebugAssertConfiguration() ? 10_000 : 100_000)

  /// Programs with more worlds say no more, and take long.
  private static let limit = Extent.of(gate: 60, night: 250)

  /// How a program is explored.
  private struct Configuration: CustomStringConvertible {
    var workers: Int
    var isCompact: Bool
    var description: String { "\(workers) workers\(isCompact ? ", compact" : "")" }

    /// Those of the program of a seed: with one worker each, and some in every way; in the night all are.
    static func all(of seed: UInt64) -> [Configuration] {
      let isInEveryWay = seed % Extent.of(gate: 16, night: 1) == 0
      return [false, true].flatMap { isCompact in
        [1, 8].map { Configuration(workers: $0, isCompact: isCompact) }
      }.filter { isInEveryWay || $0.workers == 1 && (!$0.isCompact || seed % 4 == 0) }
    }
  }

  @Test func `random programs are explored as by a naive search`() {
    var (searched, violated, waiting, late) = (0, 0, 0, 0)
    var differences: [String] = []
    for seed in 0..<UInt64(Self.programs) {
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
    // Enough of each kind, or the comparison would say little.
    let programs = Self.programs
    #expect(searched > programs * 9 / 10, "\(searched)")
    #expect(violated > programs / 5 && waiting > programs / 6 && late > programs / 10, "\(violated) \(waiting) \(late)")
  }

  /// What the checker finds, if that is not what is expected.
  private func difference(
    _ table: NaiveTable, _ expected: NaiveSearch.Outcome, _ configuration: Configuration
  ) -> String? {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = configuration.workers
    settings.isCompact = configuration.isCompact
    func explore(isJudged: Bool) -> CheckResult {
      // The programs are the same, kept in different ways.
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
    // A search that finds a violation ends there; all worlds are found where nothing is asked.
    if result.verdict == .violated { result = explore(isJudged: false) }
    // Where nothing can happen, nothing was checked.
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

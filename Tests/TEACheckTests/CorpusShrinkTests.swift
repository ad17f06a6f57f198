import Foundation
import Testing

@testable import ButtonsChecks
@testable import RealBugsChecks
@testable import SearchBoxChecks
@testable import TEACheck

/// Random runs into the known issues of the examples shrink to the length that exploration found.
@Suite struct CorpusShrinkTests {
  /// The seeds that are tried; more with the variable `SHRINKING_SEEDS`.
  private static let seeds =
    1...(ProcessInfo.processInfo.environment["SHRINKING_SEEDS"].flatMap { UInt64($0) } ?? 10)

  static let knownIssues = (RealBugsChecks.checks + ButtonsChecks.checks + SearchBoxChecks.checks)
    .filter { $0.issue != nil }

  @Test(arguments: knownIssues) func randomFailuresShrinkToTheShortest(_ check: Check) throws {
    let issue = try #require(check.issue)
    let shortest = try #require(issue.steps)
    var settings = CheckSettings()
    settings.engine = .sample
    settings.length = 200
    var others: [UInt64: String] = [:]
    for seed in Self.seeds {
      settings.seed = seed
      let result = check.outcome(settings, onProgress: { _ in }).result
      let steps = result.counterexample?.steps.count
      if steps != shortest { others[seed] = steps.map { "\($0) steps" } ?? "\(result.verdict)" }
    }
    #expect(
      others.count <= Self.seeds.count / 50,
      "\(check.title): the shortest has \(shortest) steps, but \(others.sorted { $0.key < $1.key })")
  }
}

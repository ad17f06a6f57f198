import Extent
import Testing

@testable import TEACheck

/// Shrinking challenges, in most of which several parts of a value must change together.
///
/// `Benchmarks/run shrinking` runs all challenges with fifty seeds, including those that are slow or miss the smallest value
/// for some seeds.
@Suite struct ChallengeTests {
  private static let wellKnownNames: Set = [
    "bound5", "product of a list", "two strings of one length", "two equal strings", "tags typed as one string",
    "heap by flatMap", "heap by recursive", "bank",
  ]
  /// All challenges but the published ones, which are in `ShrinkQualityTests`.
  private static let challenges = ValueChallenges.all + MoreChallenges.all + GeneratedRunChallenges.all
  static let wellKnownChallenges = challenges.filter { wellKnownNames.contains($0.name) }
  /// The other challenges that reach the smallest value for every seed. Those of JSON are left out, because they take long.
  static let otherChallenges = challenges.filter {
    !wellKnownNames.contains($0.name) && $0.leastSeeds == 50 && !$0.name.hasPrefix("JSON")
  }

  @Test(arguments: wellKnownChallenges)
  func `the best-known challenges shrink to the smallest value for as many seeds as pinned`(
    _ challenge: Challenge
  ) {
    let seeds = Extent.of(gate: 10, night: 50)
    let counts = seedCountsByText(challenge, seeds: seeds)
    // `leastSeeds` is pinned for fifty seeds; fewer seeds must have at least the same share.
    #expect((counts[challenge.smallest] ?? 0) * 50 >= challenge.leastSeeds * seeds, "\(challenge.name): \(counts)")
  }

  @Test(arguments: otherChallenges) func `the other challenges shrink to the smallest value for every seed`(
    _ challenge: Challenge
  ) {
    let seeds = Extent.of(gate: 2, night: 10)
    #expect(seedCountsByText(challenge, seeds: seeds) == [challenge.smallest: seeds], "\(challenge.name)")
  }

  /// The text of each counterexample, with the number of seeds that give it.
  private func seedCountsByText(_ challenge: Challenge, seeds: Int) -> [String: Int] {
    var counts: [String: Int] = [:]
    for seed in 1...UInt64(seeds) { counts[challenge.solve(seed) {}.counterexampleText, default: 0] += 1 }
    return counts
  }
}

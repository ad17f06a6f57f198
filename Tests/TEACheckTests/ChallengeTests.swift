import Extent
import Testing

@testable import TEACheck

/// Challenges of shrinking that are not public: parts that change together, at any distance.
///
/// The best known have fifty seeds in the night; others have ten, and those that take long or fall short are in the table
/// that `Benchmarks/run shrinking` prints, of fifty each.
@Suite struct ChallengeTests {
  private static let names: Set = [
    "bound5", "product of a list", "two strings of one length", "two equal strings", "tags typed as one string",
    "heap by flatMap", "heap by recursive", "bank",
  ]
  private static let all = ValueChallenges.all + MoreChallenges.all + GeneratedRunChallenges.all
  static let wellKnown = all.filter { names.contains($0.name) }
  static let others = all.filter { !names.contains($0.name) && $0.least == 50 && !$0.name.hasPrefix("JSON") }

  @Test(arguments: wellKnown) func theBestKnownEndInTheSmallest(_ challenge: Challenge) {
    let seeds = Extent.of(gate: 10, night: 50)
    let forms = forms(challenge, seeds: seeds)
    // Of fifty so many; of fewer no smaller share.
    #expect((forms[challenge.smallest] ?? 0) * 50 >= challenge.least * seeds, "\(challenge.name): \(forms)")
  }

  @Test(arguments: others) func othersEndInTheSmallest(_ challenge: Challenge) {
    let seeds = Extent.of(gate: 2, night: 10)
    #expect(forms(challenge, seeds: seeds) == [challenge.smallest: seeds], "\(challenge.name)")
  }

  private func forms(_ challenge: Challenge, seeds: Int) -> [String: Int] {
    var forms: [String: Int] = [:]
    for seed in 1...UInt64(seeds) { forms[challenge.solve(seed) {}.form, default: 0] += 1 }
    return forms
  }
}

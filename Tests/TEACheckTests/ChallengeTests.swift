import Testing

@testable import TEACheck

/// Challenges of shrinking that are not public: parts that change together, at any distance.
///
/// The best known have fifty seeds here; others have ten, and those that take long or fall short are in the table that
/// `Benchmarks/run shrinking` prints.
@Suite struct ChallengeTests {
  private static let names: Set = [
    "bound5", "product of a list", "two strings of one length", "two equal strings", "tags typed as one string",
    "heap by flatMap", "heap by recursive", "bank",
  ]
  private static let all = ValueChallenges.all + MoreChallenges.all + GeneratedRunChallenges.all
  static let wellKnown = all.filter { names.contains($0.name) }
  static let others = all.filter { !names.contains($0.name) && $0.least == 50 && !$0.name.hasPrefix("JSON") }

  @Test(arguments: wellKnown) func fiftySeeds(_ challenge: Challenge) {
    let forms = forms(challenge, seeds: 50)
    #expect(forms[challenge.smallest] ?? 0 >= challenge.least, "\(challenge.name): \(forms)")
  }

  @Test(arguments: others) func tenSeeds(_ challenge: Challenge) {
    #expect(forms(challenge, seeds: 10) == [challenge.smallest: 10], "\(challenge.name)")
  }

  private func forms(_ challenge: Challenge, seeds: UInt64) -> [String: Int] {
    var forms: [String: Int] = [:]
    for seed in 1...seeds { forms[challenge.solve(seed) {}.form, default: 0] += 1 }
    return forms
  }
}

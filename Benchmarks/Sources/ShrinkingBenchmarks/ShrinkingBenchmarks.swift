#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Prints a row for each challenge, with the results of fifty seeds.
///
/// Arguments are prefixes of the names of the challenges to solve; without any, all challenges are solved. With arguments, the
/// forms other than the smallest are printed as well.
@main struct ShrinkingBenchmarks {
  static func main() {
    let wantedPrefixes = CommandLine.arguments.dropFirst()
    print("smallest forms evaluations      ms worst_ms challenge")
    for challenge in PublicChallenges.all + ValueChallenges.all + MoreChallenges.all + GeneratedRunChallenges.all
    where wantedPrefixes.isEmpty || wantedPrefixes.contains(where: challenge.name.hasPrefix) {
      let row = Row(challenge)
      print(row.text)
      for (form, count) in row.otherForms where !wantedPrefixes.isEmpty { print("  \(count) × \(form)") }
    }
  }

  /// The results of one challenge.
  private struct Row {
    private let challenge: Challenge
    /// For each form of a result, the number of seeds that led to it.
    private var forms: [String: Int] = [:]
    /// The evaluations of all seeds together.
    private var evaluations = 0
    /// The processor time of each seed, in seconds.
    private var seconds: [Double] = []

    init(_ challenge: Challenge) {
      self.challenge = challenge
      for seed in 1...50 as ClosedRange<UInt64> {
        var begin = processorSeconds
        // The time begins at the first failure, so only the shrinking is measured. For a challenge of runs, the time begins
        // before the search, which is then measured too.
        let outcome = challenge.solve(seed) { begin = processorSeconds }
        seconds.append(processorSeconds - begin)
        evaluations += outcome.evaluations
        forms[outcome.counterexampleText, default: 0] += 1
      }
    }

    /// The forms other than the smallest, the most frequent first.
    var otherForms: [(form: String, count: Int)] {
      forms.filter { $0.key != challenge.smallest }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { ($0.key, $0.value) }
    }

    /// The line of the row; its times are in milliseconds.
    var text: String {
      let mean = seconds.reduce(0, +) / 50
      let figures = [
        "\(forms[challenge.smallest] ?? 0)", "\(forms.count)", rounded(Double(evaluations) / 50),
        rounded(1_000 * mean), rounded(1_000 * (seconds.max() ?? 0)),
      ]
      let columns = zip(figures, [8, 5, 11, 7, 8]).map { figure, width in
        String(repeating: " ", count: max(0, width - figure.count)) + figure
      }
      return columns.joined(separator: " ") + " " + challenge.name
    }

    private func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
  }

  /// The processor time of this process, in seconds.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

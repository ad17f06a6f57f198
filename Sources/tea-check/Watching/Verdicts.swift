internal import TEAResults
import TEASupport

/// The last verdict of each check, over all rounds of a watch.
struct Verdicts {
  private struct Key: Hashable {
    var suite: String
    var title: String
  }

  private struct Entry: Equatable {
    var verdict: CheckResult.Verdict
    /// `true` for a check that is marked with a known issue. Such a check passes if it finds the issue.
    var hasKnownIssue: Bool
    /// The property of the counterexample; `nil` for a check that is neither violated nor trapped.
    var property: String?

    init(_ result: CheckResult) {
      verdict = result.verdict
      hasKnownIssue = result.knownIssue != nil
      property = result.violatedProperty
    }

    var text: String {
      let word = verdict == .passed && hasKnownIssue ? "known issue found" : verdict.rawValue
      return word + (property.map { " “\(printableLine($0, upTo: 120))”" } ?? "")
    }

    var mark: String {
      switch verdict {
      case .passed: "✓"
      case .inconclusive: "?"
      case .violated, .trapped, .error: "✗"
      }
    }
  }

  /// The keys of the entries, in the order in which their checks first ran.
  private var keysInOrder: [Key] = []
  private var entries: [Key: Entry] = [:]

  /// Adds the results of a round, and forgets the checks that are gone.
  ///
  /// - Parameter suites: The suites that listed their checks. Checks of these suites that are not in `checks` are forgotten.
  /// - Returns: A line for each check that is new, whose ``Entry`` has changed, or that is forgotten; none in the first round.
  mutating func update(
    with results: [SuiteResult], of checks: [SuiteCheck], suites: Set<String>
  ) -> [String] {
    let isFirstRound = entries.isEmpty
    let keys = checks.map { Key(suite: $0.suite.name, title: $0.title) }
    let entriesOfRound = Dictionary(
      results.map { (Key(suite: $0.suite, title: $0.result.title), Entry($0.result)) }, uniquingKeysWith: { $1 })
    var changes: [String] = []
    for key in keys {
      guard let entry = entriesOfRound[key] else { continue }
      let before = entries.updateValue(entry, forKey: key)
      if before == nil { keysInOrder.append(key) }
      guard !isFirstRound, before != entry else { continue }
      changes.append(
        "\(entry.mark) \(printableLine(key.title)): \(before.map { "\($0.text) → " } ?? "new: ")\(entry.text)")
    }
    let keysOfRound = Set(keys)
    for key in keysInOrder where suites.contains(key.suite) && !keysOfRound.contains(key) {
      changes.append("· \(printableLine(key.title)): gone")
      entries[key] = nil
    }
    keysInOrder.removeAll { entries[$0] == nil }
    return changes
  }

  func lines(except suites: Set<String>) -> [String] {
    keysInOrder.filter { !suites.contains($0.suite) }.compactMap { key in
      entries[key].map { "\($0.mark) \(printableLine(key.title)): \($0.text)" }
    }
  }
}

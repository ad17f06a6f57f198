import Extent
import TEASupport
import Foundation
import TEACheck
import Testing

/// Every function of the user's, and every way in which it may not return: what the report says.
@Suite(.serialized, .throwAwayPackage) struct DeadlyTableTests {
  private var package: ThrowAwayPackage { ThrowAwayPackage.current! }

  /// The functions by their names in the fixture and in the report.
  static let names: KeyValuePairs<String, String> = [
    "start": "start", "update": "update", "view": "view", "messages": "Messages", "replies": "Replies",
    "equality": "== or hash(into:)", "hash": "== or hash(into:)", "description": "a description or a mirror",
    "mirror": "a description or a mirror", "always": "“always”", "step": "“step”", "sometimes": "“sometimes”",
    "recovers": "“recovers”", "eventually": "“eventually”", "leadsTo": "“leads to”", "repeatedly": "“repeatedly”",
    "settles": "“settles”", "target": "Target “target”", "classify": "Classify “classify”", "cover": "Cover “cover”",
    "symmetric": "Symmetric", "distinguish": "Distinguish", "fairness": "Fairness", "system": "SystemMessages",
    "generator": "Messages", "policy": "policy", "timer": "timer", "subscriptions": "subscriptions",
    "signals": "Subscriptions", "interim": "InterimReplies", "lost": "LostReplies", "repeated": "RepeatedReplies",
    "environment": "the first state of the Environment", "performing": "performing",
    "answering": "replies of the Environment", "replying": "replying", "events": "events", "cancelling": "cancelling",
    "precondition": "Precondition", "failures": "Failures", "verified": "update", "starts": "the specification",
    "registered": "the specification",
  ]

  static let faults: [(name: String, words: String)] = [
    ("trap", "traps"), ("recursion", "traps"), ("exit", "ends the process"),
    ("terminated", "ends the process"), ("stopped", "stops the process"),
    ("loop", "does not return"), ("gigabyte", "takes all memory"),
  ]

  /// Functions that are called in different places: in the gate they stand for the others where a function does not trap,
  /// which costs a second for each.
  private static let examples: Set = ["update", "equality", "always", "recovers", "symmetric", "environment"]
  private static let triesAll = Extent.current == .night
  /// Nothing else runs beside this test.
  private static let isTimed = ProcessInfo.processInfo.environment["CI_TEACHECK_TIMED"] != nil

  @Test func everyFaultIsToldWithTheNameOfItsFunction() async throws {
    try package.install(checks: ThrowAwayPackage.deadlyChecks)
    #expect(try await package.teaCheck("list").code == 0)
    // Most of the time is waited, and so they do it together; in the night one after another.
    try await withThrowingTaskGroup { group in
      for fault in Self.faults {
        group.addTask { try await expectTold(fault.name, fault.words) }
        if Self.triesAll { try await group.waitForAll() }
      }
      try await group.waitForAll()
    }
  }

  private func expectTold(_ fault: String, _ words: String) async throws {
    let isPart = fault != "trap" && !Self.triesAll
    let names = Self.names.filter { !isPart || Self.examples.contains($0.key) }
    let chosen = isPart ? names.map { "\($0.key) \(fault)" } : ["--filter", " \(fault)"]
    // Only what is endless waits for this long. A stack or a gigabyte ends when it is full, which may take a loaded machine
    // more than ten seconds.
    let stepTime = ["loop": "1", "recursion": "60", "gigabyte": "60"][fault] ?? "10"
    let arguments =
      ["check"] + chosen + ["--step-time", stepTime, "--format", "json", "--package-path", package.path]
    let begin = ContinuousClock.now
    let run = try await package.teaCheck(arguments, in: package.folder)
    #expect(run.code == 1)
    let results = try run.output.split(separator: "\n").compactMap {
      CheckResult(record: try JSON(parsing: String($0)))
    }
    let told = results.map { result in
      let sentence = result.counterexample?.trap ?? result.message?.split(separator: ": ").first.map(String.init)
      return "\(result.name) | \(result.verdict.rawValue) | \(sentence ?? "")"
    }
    let expected = names.map { "\($0) \(fault) | trapped | \($1) \(words)" }
    // What differs comes first: a log that is cut shows it.
    #expect(told.filter { !expected.contains($0) } == [], "\(results.compactMap(\.message)) \(run.errors)")
    #expect(told == expected)
    // What Swift said stands in the report, and nowhere else.
    #expect(!run.errors.contains("Fatal error"), "\(run.errors)")
    // The step time and three seconds, for each.
    if Self.isTimed { #expect(ContinuousClock.now - begin <= .seconds(4 * results.count)) }
  }

  @Test func `the documentation lists them`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Sources/TEACheck/TEACheck.docc/Reference/Faults.md"), encoding: .utf8)
    func column(_ heading: String) -> [String] {
      let rows = page.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { !$0.hasPrefix("| \(heading)") }.dropFirst(2).prefix { $0.hasPrefix("|") }
      return rows.map { row in
        row.split(separator: "|")[0].trimmingCharacters(in: .whitespaces).replacing("`", with: "")
      }
    }
    func once(_ names: [String]) -> [String] { names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element) }
    #expect(column("Called as") == once(Self.names.map(\.value)))
    #expect(column("Fault") == once(Self.faults.map(\.words)))
  }
}

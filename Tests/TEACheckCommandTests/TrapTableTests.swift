import Extent
import TEASupport
import Foundation
import TEACheck
import Testing

/// The report on a user's function that does not return names the function and the fault, such as a trap or a loop.
@Suite(.serialized, .throwAwayPackage) struct TrapTableTests {
  private var package: ThrowAwayPackage { ThrowAwayPackage.current! }

  /// The name of each function in `ThrowAwayPackage.trapTableChecks`, with its name in the report.
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
    "registered": "the specification", "reordered": "update with sets and dictionaries in another order",
  ]

  /// The name of each `Fault` of `ThrowAwayPackage.trapTableChecks`, and the words for it in the report.
  static let faults: [(name: String, words: String)] = [
    ("trap", "traps"), ("recursion", "traps"), ("exit", "ends the process"),
    ("terminated", "ends the process"), ("stopped", "stops the process"),
    ("loop", "does not return"), ("allMemory", "takes all memory"),
  ]

  /// Functions that different parts of a check call. The gate tries all faults in these, and only the trap in the remaining
  /// functions, because the other faults take a second or more each.
  private static let exampleFunctions: Set = ["update", "equality", "always", "recovers", "symmetric", "environment"]
  /// `true` at night, when every function has every fault.
  private static let triesAllFaults = Extent.current == .night
  /// `true` where this test runs alone, so that its time can be measured.
  private static let isTimed = ProcessInfo.processInfo.environment["CI_TEACHECK_TIMED"] != nil

  @Test func everyFaultIsReportedWithTheNameOfItsFunction() async throws {
    try package.install(checks: ThrowAwayPackage.trapTableChecks)
    #expect(try await package.teaCheck("list").code == 0)
    // The faults are tried in parallel, as they mostly wait; at night they are tried one after another.
    try await withThrowingTaskGroup { group in
      for fault in Self.faults {
        group.addTask { try await expectReport(fault.name, fault.words) }
        if Self.triesAllFaults { try await group.waitForAll() }
      }
      try await group.waitForAll()
    }
  }

  /// Expects that the report on each function with this fault names the function and the fault.
  private func expectReport(_ fault: String, _ words: String) async throws {
    let isLimitedToExamples = fault != "trap" && !Self.triesAllFaults
    let names = Self.names.filter { !isLimitedToExamples || Self.exampleFunctions.contains($0.key) }
    let chosen = isLimitedToExamples ? names.map { "\($0.key) \(fault)" } : ["--filter", " \(fault)"]
    // Only a loop takes the whole step time. A recursion or an allocation ends when the stack or the memory is full, which may
    // take more than ten seconds on a loaded machine.
    let stepTime = ["loop": "1", "recursion": "60", "allMemory": "60"][fault] ?? "10"
    let arguments =
      ["check"] + chosen + ["--step-time", stepTime, "--format", "json", "--package-path", package.path]
    let begin = ContinuousClock.now
    let run = try await package.teaCheck(arguments, in: package.folder)
    #expect(run.code == 1)
    let results = try run.output.split(separator: "\n").compactMap {
      CheckResult(record: try JSON(parsing: String($0)))
    }
    let reported = results.map { result in
      let sentence = result.counterexample?.trap ?? result.message?.split(separator: ": ").first.map(String.init)
      return "\(result.name) | \(result.verdict.rawValue) | \(sentence ?? "")"
    }
    let expected = names.map { "\($0) \(fault) | trapped | \($1) \(words)" }
    // The differences are compared first, so that they are in the log even if the log is cut.
    #expect(reported.filter { !expected.contains($0) } == [], "\(results.compactMap(\.message)) \(run.errors)")
    #expect(reported == expected)
    // Only random runs call the function of `Target`, and the run that traps is shrunk.
    if let target = results.first(where: { $0.name == "target trap" }) {
      #expect(target.counterexample?.steps.map(\.message) == ["up", "up"], "\(target)")
    }
    // The message of the Swift runtime is part of the report only.
    #expect(!run.errors.contains("Fatal error"), "\(run.errors)")
    // Four seconds a check on average: the step time of a loop, which is one second, and three seconds more.
    if Self.isTimed { #expect(ContinuousClock.now - begin <= .seconds(4 * results.count)) }
  }

  /// A run that goes on for ever is no list of steps, and a trap in its property is one.
  @Test(arguments: ["recovers trap", "eventually trap"])
  func `a trap in a property of runs is stored and replayed`(_ name: String) async throws {
    try package.install(checks: ThrowAwayPackage.trapTableChecks)
    let arguments = ["check", name, "--package-path", package.path, "--format", "json"]
    let first = try await package.teaCheck(arguments, in: package.folder, storesCounterexamples: true).record
    let file = try #require(first["file"]?.string)
    let again = try await package.teaCheck(arguments, in: package.folder, storesCounterexamples: true).record
    #expect(again["verdict"]?.string == "trapped")
    let finding = "trapped after 2 steps · shortest within the scope, when it was found · stored in \(file)"
    #expect(again["finding"]?.string == finding)
    try FileManager.default.removeItem(atPath: "\(package.path)/.tea-check")
  }

  /// The recorded order of the set leads to no trap, which the replay finds in another order.
  @Test func `a trap in another order of a set is confirmed, and is not called the shortest`() async throws {
    try package.install(checks: ThrowAwayPackage.trapTableChecks)
    let arguments = ["check", "reordered trap", "--package-path", package.path, "--format", "json"]
    let run = try await package.teaCheck(arguments, in: package.folder)
    let result = try #require(CheckResult(record: try run.record))
    let part = "update with sets and dictionaries in another order"
    #expect(result.counterexample?.property == "\(part) never traps")
    #expect(result.counterexample?.trap == "\(part) traps")
    #expect(result.counterexample?.steps.map(\.message) == ["take"])
    let finding = "trapped after 1 step · shortest of those that were taken in another order"
    #expect(result.finding?.hasPrefix(finding) == true)
    #expect(result.notes.filter { $0.contains("do not trap") } == [])
  }

  @Test func `the documentation lists the functions and the ways not to return`() throws {
    let page = try String(
      contentsOf: checkoutFolder.appendingPathComponent(
        "Sources/TEACheck/TEACheck.docc/Reference/FunctionsThatDoNotReturn.md"),
      encoding: .utf8)
    func column(_ heading: String) -> [String] {
      let rows = page.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { !$0.hasPrefix("| \(heading)") }.dropFirst(2).prefix { $0.hasPrefix("|") }
      return rows.map { row in
        row.split(separator: "|")[0].trimmingCharacters(in: .whitespaces).replacing("`", with: "")
      }
    }
    func distinct(_ names: [String]) -> [String] {
      names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
    }
    #expect(column("Called as") == distinct(Self.names.map(\.value)))
    #expect(column("The function") == distinct(Self.faults.map(\.words)))
  }
}

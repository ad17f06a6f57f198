@testable import TEASupport
import Testing

@testable import TEACheck

/// A result goes through its record unchanged.
@Suite struct ResultRecordTests {
  private func readBack(_ result: CheckResult) throws -> CheckResult? {
    CheckResult(record: try JSON(parsing: result.record(suite: "Checks").text))
  }

  private var plain: CheckResult {
    CheckResult(module: "Search", name: "", place: "Search/Checks.swift:3", verdict: .passed)
  }

  /// A result with values of most members, and with characters that must be escaped.
  private var rich: CheckResult {
    var result = CheckResult(
      module: "Search", name: "no “guard”", place: "Search/Checks.swift:14", path: "Sources/Checks.swift",
      verdict: .violated)
    result.coverage = .boundedAndSampled(depth: 7, beyond: 1_234, runs: 2_000, steps: 99)
    result.states = 123_456_789
    result.transitions = 987_654_321
    result.depth = 12
    result.seconds = 0.1 + 0.2
    result.finding = "violated after 2 steps · shortest"
    result.message = "two\nlines\t“and” \\ a \"quote\" \u{1B}[31m"
    result.knownIssue = "a late reply 🐢"
    result.notes = ["messages (derived): a, b", "", "{\"kind\":\"check\"}"]
    var details = CoverageDetails(isProof: true, classesAreBy: "label")
    details.messages = [
      .init(name: "typed", sent: 3, changesSomething: true),
      .init(name: "panel.loaded", replied: 2, changesSomethingAsReply: true),
    ]
    details.classes = [.init(name: "“busy”", worlds: 2, steps: [1, 0])]
    details.conditions = [.init(property: "no “guard”", place: "Search/Checks.swift:7", isMet: false)]
    result.coverageDetails = details
    result.counterexample = Counterexample(
      property: "results belong to the query", place: "Search/Checks.swift:20", detail: "threw Oops()",
      flags: "Flags(user: \"é\")",
      start: [
        .init(path: "query", before: "", after: "\"\""), .init(path: "", before: "nil", after: "[]"),
      ],
      startPerforms: ["load", "load"],
      steps: [
        .init(
          message: "typed(\"a\")", answers: nil,
          changes: [.init(path: "query.text", before: "\"\"", after: "\"a\"")],
          performs: ["fetch(\"a\")"], outstanding: ["load", "fetch(\"a\")"], failure: nil),
        .init(
          message: "loaded", answers: "fetch(\"a\")", changes: [], performs: [], outstanding: [],
          failure: "notFound"),
      ])
    return result
  }

  @Test func aRichResultComesBackEqual() throws { #expect(try readBack(rich) == rich) }

  @Test func aPlainResultComesBackEqual() throws { #expect(try readBack(plain) == plain) }

  @Test(
    arguments: [
      .complete, .completeWithinScope, .bounded(depth: 3, beyond: 0), .sampled(runs: 5, steps: 50),
      .boundedAndSampled(depth: 1, beyond: 2, runs: 3, steps: 4),
    ] as [CheckResult.Coverage])
  func everyCoverageComesBack(_ coverage: CheckResult.Coverage) throws {
    var result = plain
    result.coverage = coverage
    #expect(try readBack(result) == result)
  }

  @Test(arguments: [CheckResult.Verdict.passed, .violated, .inconclusive, .trapped, .error])
  func everyVerdictComesBack(_ verdict: CheckResult.Verdict) throws {
    var result = plain
    result.verdict = verdict
    #expect(try readBack(result) == result)
  }

  @Test func aRecordIsOneLineWithTheMembersInAFixedOrder() {
    #expect(
      plain.record(suite: "Checks").text
        == #"{"version":1,"kind":"check","suite":"Checks","module":"Search","name":"","#
        + #""place":"Search/Checks.swift:3","verdict":"passed","complete":false,"states":0,"transitions":0,"#
        + #""depth":0,"seconds":0.0,"notes":[],"counterexample":null}"#)
    #expect(!rich.record(suite: "Checks").text.contains("\n"))
  }

  @Test func completeWithinScopeIsNotRecordedAsComplete() {
    var result = plain
    result.coverage = .complete
    #expect(result.record(suite: "")["complete"] == .bool(true))
    result.coverage = .completeWithinScope
    #expect(result.record(suite: "")["complete"] == .bool(false))
  }

  @Test(arguments: [
    #"{"version":2,"kind":"check","module":"M","name":"","place":"","verdict":"passed"}"#,
    #"{"version":1,"kind":"listed","module":"M","name":"","place":"","verdict":"passed"}"#,
    #"{"version":1,"kind":"check","name":"","place":"","verdict":"passed"}"#,
    #"{"version":1,"kind":"check","module":"M","name":"","place":"","verdict":"splendid"}"#,
    #"["check"]"#, "1",
  ])
  func aRecordOfAnotherKindVersionOrFormIsNoResult(_ text: String) throws {
    #expect(CheckResult(record: try JSON(parsing: text)) == nil)
  }
}

@testable import TEASupport
import Foundation
import Testing

@testable import RealBugsChecks
@testable import TEACheck
@testable import tea_check

/// An independent validator finds that records of every kind follow the published schema. Records of differences are
/// validated in `DifferenceOutputTests`.
@Suite(.enabled(if: Validators.folder != nil, "\(Validators.hint)")) struct RecordSchemaTests {
  private func expectValid(_ records: [JSON], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let problems = try Validators.problems(ofRecords: records.map { $0.text + "\n" }.joined())
    #expect(problems == "", sourceLocation: sourceLocation)
  }

  @Test func resultsOfEveryVerdict() throws {
    try expectValid(SampleResults.all.map { $0.result.record(suite: $0.suite) })
  }

  @Test func suggestions() throws {
    var result = SampleResults.suggested
    result.hiddenSuggestions = 3
    try expectValid([result.record(suite: "Checks")])
  }

  @Test func hostileTexts() throws {
    for verdict in [CheckResult.Verdict.passed, .violated, .trapped, .inconclusive, .error] {
      try expectValid([SampleResults.hostile(verdict).record(suite: SampleResults.hostileText)])
    }
  }

  @Test func resultsOfEveryCoverage() throws {
    let coverages: [CheckResult.Coverage] = [
      .complete, .completeWithinScope, .compact(odds: 1e-9), .approximate(beyond: 1), .bounded(depth: 1, beyond: 2),
      .sampled(runs: 1, steps: 2), .boundedAndSampled(depth: 1, beyond: 2, runs: 3, steps: 4),
      .scattered(places: 1, runs: 2, steps: 3),
    ]
    try expectValid(
      coverages.map { coverage in
        var result = SampleResults.complete
        result.coverage = coverage
        return result.record(suite: "Checks")
      })
  }

  @Test func detailsShardsLoopsAndReplays() throws {
    var result = SampleResults.violated
    var details = CoverageDetails(isProof: true, classesAreBy: "label")
    details.messages = [.init(name: "typed", sent: 3, changesSomething: true)]
    details.classes = [.init(name: "busy", worlds: 2, steps: [1, 0])]
    details.conditions = [.init(property: "no guard", place: "Search/Checks.swift:7", isMet: false)]
    result.coverageDetails = details
    var shard = try ShardSummary(shard: #require(Shard(index: 1, count: 3)))
    shard.covers = [.init(name: "often", place: "Search/Checks.swift:8", hits: 1, runs: 2, share: 0.5)]
    shard.unmet = ["sometimes"]
    shard.checks = 3
    shard.reason = "there are more worlds"
    result.shard = shard
    result.isReplay = true
    result.file = ".tea-check/a.json"
    result.token = "tc1-a"
    result.counterexample?.loop = 1
    try expectValid([result.record(suite: "Checks")])
  }

  @Test func recordsThatAreNotResults() throws {
    let suite = Suite(name: "Checks", executable: URL(fileURLWithPath: "/nowhere"))
    let listed = JSON.object([
      "module": "M", "name": "", "title": "M", "place": "M/M.swift:1", "path": "/there/M.swift",
    ])
    let recorder = JSONRecorder(suite: "Checks", output: 1, isForTeaCheck: false)
    try expectValid([
      ShardSummary.recordOfNoChecks(#require(Shard(index: 1, count: 3))),
      try #require(SuiteCheck(record: listed, suite: suite)).record(in: Repository(containing: "/")),
      LineCoverage.record(
        of: [
          try #require(UnexecutedLine(number: 3, bytes: Array("  return".utf8), parts: [2..<8])),
          try #require(UnexecutedLine(number: 4, bytes: Array("if a { b() }".utf8), parts: [7..<10])),
        ], of: "A.swift", isProof: false), try #require(recorder.record(of: .unitTest("@Test func a() {}"))),
      try #require(recorder.record(of: .listed(RealBugsChecks.checks[0]))),
    ])
  }

  @Test func aMemberOrVersionThatTheSchemaDoesNotAllowIsAProblem() throws {
    let record = #"{"version":1,"kind":"listed","suite":"S","module":"M","name":"","place":"P","colour":"red"}"#
    let problems = try Validators.problems(ofRecords: record + "\n")
    #expect(problems == "$ Additional properties are not allowed ('colour' was unexpected)\n")
    #expect(try Validators.problems(ofRecords: #"{"version":2,"kind":"listed"}"# + "\n").contains("1 was expected"))
  }
}

/// An independent reader of JUnit reports counts the results that were written: cases, failures, errors and skipped cases.
@Suite(.enabled(if: Validators.folder != nil, "\(Validators.hint)")) struct JUnitReaderTests {
  @Test func theReaderCountsTheSameResults() throws {
    #expect(try Validators.totals(ofJUnit: try OutputTests.junit(SampleResults.all)) == "6 2 1 1\n")
  }

  @Test func theReaderReadsHostileTexts() throws {
    let results = [CheckResult.Verdict.passed, .violated, .trapped, .inconclusive, .error].map {
      (SampleResults.hostileText, SampleResults.hostile($0))
    }
    #expect(try Validators.totals(ofJUnit: try OutputTests.junit(results)) == "5 2 1 1\n")
  }
}

import TEASupport
import TEACheck
import Testing

/// The exit code for a list of results.
@Suite struct ExitCodeTests {
  private func code(_ results: [CheckResult], requiresComplete: Bool = false) -> Int32 {
    exitCode(of: results, requiresComplete: requiresComplete)
  }

  private func result(
    _ verdict: CheckResult.Verdict, _ coverage: CheckResult.Coverage? = nil, knownIssue: String? = nil
  ) -> CheckResult {
    var result = CheckResult(module: "M", name: "", place: "M/M.swift:1", verdict: verdict)
    result.coverage = coverage
    result.knownIssue = knownIssue
    return result
  }

  @Test func passedAndInconclusiveChecksExitWithZero() {
    #expect(code([]) == 0)
    #expect(code([result(.passed, .complete), result(.inconclusive, .bounded(depth: 1, beyond: 1))]) == 0)
  }

  @Test(arguments: [CheckResult.Verdict.violated, .trapped])
  func aViolationOrATrapExitsWithOneWhateverElseThereIs(_ verdict: CheckResult.Verdict) {
    let results = [result(.error), result(verdict), result(.passed, .complete)]
    #expect(code(results) == 1)
    #expect(code(results.reversed(), requiresComplete: true) == 1)
  }

  @Test func aReplayWithAViolationExitsWithOneWhateverElseThereIs() {
    for verdict in [CheckResult.Verdict.violated, .trapped] {
      #expect(replayExitCode(of: [result(.error), result(verdict), result(.passed)]) == 1)
    }
    #expect(replayExitCode(of: [result(.passed), result(.error)]) == 64)
    #expect(replayExitCode(of: [result(.passed)]) == 0)
  }

  @Test func anErrorExitsWithSeventy() {
    #expect(code([result(.passed, .complete), result(.error)]) == 70)
    #expect(code([result(.inconclusive), result(.error)], requiresComplete: true) == 70)
  }

  @Test(
    arguments: [
      .completeWithinScope, .bounded(depth: 5, beyond: 1), .sampled(runs: 1, steps: 1),
      .boundedAndSampled(depth: 1, beyond: 1, runs: 1, steps: 1), nil,
    ] as [CheckResult.Coverage?])
  func anIncompleteCheckExitsWithTwoWhereCompleteIsRequired(_ coverage: CheckResult.Coverage?) {
    let results = [result(.passed, .complete), result(.passed, coverage)]
    #expect(code(results, requiresComplete: true) == 2)
    #expect(code(results) == 0)
  }

  @Test func aKnownIssueThatWasFoundNeedNotBeComplete() {
    let results = [result(.passed, .complete), result(.passed, knownIssue: "it is so")]
    #expect(code(results, requiresComplete: true) == 0)
  }
}

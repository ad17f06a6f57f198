@testable import TEASupport
import Testing

@testable import CounterChecks
@testable import TEACheck

/// Which reports of a debug build name the release build.
@Suite struct FasterTests {
  private var check: Check {
    Specification(of: Counter.self) { Always("far from a million") { $0.count < 1_000_000 } }.check()
  }

  private func result(_ change: (inout CheckSettings) -> Void) -> CheckResult {
    var settings = CheckSettings()
    change(&settings)
    return check.outcome(settings) { _ in }.result
  }

  @Test func aSearchThatRanOutOfWorldsNamesTenTimesAsMany() {
    let result = result { $0.states = 20 }
    #expect(result.faster == (Platform.isDebugBuild ? "tea-check check 'Counter' --states 200" : nil))
    let line = "  faster  swift run -c release tea-check check 'Counter' --states 200   (this is a debug build)"
    #expect(TextReport.lines(of: result).contains(line) == Platform.isDebugBuild)
    #expect(CheckResult(record: result.record(suite: ""))?.faster == result.faster)
  }

  @Test func aSearchThatRanOutOfTimeNamesTheSame() {
    let result = result { $0.time = .zero }
    #expect(result.faster == (Platform.isDebugBuild ? "tea-check check 'Counter'" : nil))
  }

  @Test func aDepthIsWhatWasAskedFor() {
    #expect(result { $0.depth = 3 }.faster == nil)
  }

  @Test func aViolationNeedsNoOtherBuild() throws {
    let violated = try #require(CounterChecks.checks.first).outcome(CheckSettings()) { _ in }.result
    #expect(violated.faster == nil)
  }
}

@testable import TEASupport
import Testing

@testable import CounterChecks
@testable import TEACheck

/// The advice of a debug build to use a release build.
@Suite struct FasterTests {
  private var check: Check {
    Specification(of: Counter.self) { Always("far from a million") { $0.count < 1_000_000 } }.check()
  }

  private func result(_ change: (inout CheckSettings) -> Void) -> CheckResult {
    var settings = CheckSettings()
    change(&settings)
    return check.outcome(settings) { _ in }.result
  }

  @Test func `a search that reaches its bound on worlds recommends ten times as many`() {
    let result = result { $0.states = 20 }
    #expect(result.faster == (Platform.isDebugBuild ? "tea-check check 'Counter' --states 200" : nil))
    let line = "  faster  swift run -c release tea-check check 'Counter' --states 200   (this is a debug build)"
    #expect(TextReport.lines(of: result).contains(line) == Platform.isDebugBuild)
    #expect(CheckResult(record: result.record(suite: ""))?.faster == result.faster)
  }

  @Test func `suggestions recommend ten times as many worlds as well`() {
    let result = result { ($0.engine, $0.states, $0.suggestsAll) = (.suggest, 20, true) }
    #expect(result.faster == (Platform.isDebugBuild ? "tea-check suggest 'Counter' --states 200 --all" : nil))
    let line = "  faster  swift run -c release tea-check suggest 'Counter' --states 200 --all   (this is a debug build)"
    #expect(TextReport.lines(of: result).contains(line) == Platform.isDebugBuild)
  }

  @Test func `a search that runs out of time recommends the same command`() {
    let result = result { $0.time = .zero }
    #expect(result.faster == (Platform.isDebugBuild ? "tea-check check 'Counter'" : nil))
  }

  @Test func `a search with a bound on depth recommends nothing`() {
    #expect(result { $0.depth = 3 }.faster == nil)
  }

  @Test func `a violation that runs find after a search reached its bound recommends nothing`() {
    let check = Specification(of: Counter.self) { Always("within five") { abs($0.count) < 5 } }.check()
    var settings = CheckSettings()
    settings.states = 5
    let outcome = check.outcome(settings) { _ in }
    #expect(outcome.earlyEnd == .worlds && outcome.result.verdict == .violated)
    #expect(outcome.result.faster == nil)
  }

  @Test func `a known issue that is found recommends nothing`() throws {
    let found = try #require(CounterChecks.checks.first).outcome(CheckSettings()) { _ in }.result
    #expect(found.faster == nil)
  }
}

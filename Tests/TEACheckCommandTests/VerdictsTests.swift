import Foundation
import TEACheck
import TEASupport
import Testing

@testable import tea_check

/// The last verdict of each check under `--watch`.
@Suite struct VerdictsTests {
  private func check(_ suite: String) throws -> SuiteCheck {
    let record = """
      {"module": "Counter", "name": "", "title": "Counter", "place": "Shared/Checks.swift:5", "path": null}
      """
    return try #require(
      SuiteCheck(record: try JSON(parsing: record), suite: Suite(name: suite, executable: URL(fileURLWithPath: "/"))))
  }

  /// A violation is at the place of the property, and other results are at that of the specification.
  private func result(_ suite: String, _ verdict: CheckResult.Verdict) -> (suite: String, result: CheckResult) {
    let line = verdict == .violated ? 7 : 5
    return (suite, CheckResult(module: "Counter", name: "", place: "Shared/Checks.swift:\(line)", verdict: verdict))
  }

  @Test func `two suites may have a check of one title, each with a verdict of its own`() throws {
    let checks = [try check("First"), try check("Second")]
    var verdicts = Verdicts()
    let suites: Set = ["First", "Second"]
    // The results come in the order in which the checks end.
    let firstRound = [result("Second", .passed), result("First", .violated)]
    #expect(verdicts.update(with: firstRound, of: checks, suites: suites).isEmpty)
    #expect(verdicts.lines(except: ["Second"]) == ["✗ Counter: violated"])
    #expect(verdicts.lines(except: ["First"]) == ["✓ Counter: passed"])
    let secondRound = [result("Second", .passed), result("First", .passed)]
    #expect(verdicts.update(with: secondRound, of: checks, suites: suites) == ["✓ Counter: violated → passed"])
  }
}

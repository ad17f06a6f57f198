import Foundation
import TEACheck
import TEASupport
import Testing

@testable import tea_check

/// The last verdict of each check under `--watch`.
@Suite struct VerdictsTests {
  private let places = ["First": "First/Checks.swift:5", "Second": "Second/Checks.swift:7"]

  private func check(_ suite: String) throws -> SuiteCheck {
    let record = """
      {"module": "Counter", "name": "", "title": "Counter", "place": "\(places[suite]!)", "path": null}
      """
    return try #require(
      SuiteCheck(record: try JSON(parsing: record), suite: Suite(name: suite, executable: URL(fileURLWithPath: "/"))))
  }

  private func result(_ suite: String, _ verdict: CheckResult.Verdict) -> CheckResult {
    CheckResult(module: "Counter", name: "", place: places[suite]!, verdict: verdict)
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

@testable import TEASupport
import Foundation
import Testing

@testable import RealBugsChecks
@testable import TEACheck
@testable import tea_check

/// The list of checks that a suite prints when a person runs the suite, and the list that the command prints.
struct SuiteListTests {
  @Test func aSuiteThatRunsAloneListsItsChecksAsTheCommandDoes() throws {
    let check = RealBugsChecks.checks[0]
    let standaloneRecorder = JSONRecorder(suite: "Checks", output: 1, isForTeaCheck: false)
    let standaloneRecord = try #require(standaloneRecorder.record(of: .listed(check)))
    let commandRecorder = JSONRecorder(suite: "Checks", output: 1, isForTeaCheck: true)
    #expect(commandRecorder.record(of: .listed(check)) == nil)
    let checks = try #require(commandRecorder.record(of: .suite("Checks", [check]))?["checks"]?.array)
    let suite = Suite(name: "Checks", executable: URL(fileURLWithPath: "/nowhere"))
    let listedCheck = try #require(SuiteCheck(record: checks[0], suite: suite))
    let commandRecord = listedCheck.record(in: Repository(containing: "/"))
    for key in ["version", "kind", "suite", "module", "name", "place"] {
      #expect(standaloneRecord[key] != nil, "\(key)")
      #expect(standaloneRecord[key] == commandRecord[key], "\(key)")
    }
  }
}

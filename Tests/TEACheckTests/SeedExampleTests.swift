import Extent
import Testing

@testable import ElmButtonsChecks
@testable import ElmMemosChecks
@testable import PoppelCounterChecks
@testable import TEACheck

/// The checks of `Examples/Seeds` pass, and find their known issues with the pinned numbers of steps and worlds.
@Suite struct SeedExampleTests {
  /// The check “memos” takes seconds. `.ci/run` runs it by `tea-check`, so this test includes it at night only.
  @Test(
    arguments: (PoppelCounterChecks.checks + ElmButtonsChecks.checks + ElmMemosChecks.checks)
      .filter { Extent.current == .night || $0.name != "memos" })
  func check(_ check: Check) throws {
    let result = try check.run()
    #expect(result.counterexample?.steps.count == check.knownIssue?.steps)
    #expect(check.knownIssue == nil || check.knownIssue?.worlds != nil)
  }

  @Test func `the title of a check of functions begins with the module type of their style`() {
    #expect(PoppelCounterChecks.checks[0].title == "Poppel.Module<Int, Message, Never> · every press counts")
  }

  @Test func `the counterexample of the lost tap shows no function`() throws {
    let result = try #require(ElmButtonsChecks.checks.first).run()
    let steps = try #require(result.counterexample).steps
    #expect(!steps.contains { "\($0)".contains("(Function)") })
  }
}

import Testing

@testable import ButtonsChecks
@testable import SearchBoxChecks
@testable import TEACheck

/// The examples' checks pass, and their known issues are as long as they are known to be.
@Suite struct ExampleTests {
  @Test(arguments: ButtonsChecks.checks + SearchBoxChecks.checks) func check(_ check: Check) throws {
    let result = try check.run()
    #expect(result.isComplete || result.knownIssue != nil)
    if result.knownIssue != nil { #expect(result.counterexample?.steps.count == 6) }
  }
}

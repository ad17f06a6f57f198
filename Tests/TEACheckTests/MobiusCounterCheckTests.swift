import Testing

@testable import MobiusCounterChecks
@testable import TEACheck

/// An update function of the shape `(Model, Event) -> Next`, checked in place.
@Suite struct MobiusCounterCheckTests {
  @Test func `the counter rings at zero in every world that was explored`() throws {
    let result = try MobiusCounterChecks.checks[0].run()
    #expect(result.verdict == .passed)
    #expect((result.states, result.transitions, result.depth) == (101, 200, 100))
  }

  @Test func `the counter without effects goes below zero`() throws {
    let result = try MobiusCounterChecks.checks[1].run()
    #expect(result.knownIssue != nil)
    #expect(result.counterexample?.steps.count == 1)
  }
}

import Testing

@testable import MobiusCounterChecks
@testable import TEACheck

/// The update functions of Mobius's counter, unchanged, checked as modules: with effects (`Next`) and without.
@Suite struct MobiusCounterCheckTests {
  @Test func `a decrement at zero plays the sound in every world to depth 100`() throws {
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

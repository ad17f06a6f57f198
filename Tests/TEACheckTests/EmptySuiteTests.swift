import TEASupport
import Testing

@testable import TEACheck

/// A suite whose list of checks is empty.
@Suite struct EmptySuiteTests {
  @Test func `a suite without checks is an error for check, and not for list`() {
    let runner = SuiteRunner(name: "Empty", type: "Tests.Empty", checks: [])
    #expect(runner.run(["check"]) == ExitCode.usage)
    #expect(runner.run(["list"]) == ExitCode.passed)
  }
}

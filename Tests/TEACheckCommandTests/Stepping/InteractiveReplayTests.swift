import TEASupport
import TEACheck
import Testing

@testable import tea_check

/// The arguments with which an interactive replay is refused.
@Suite struct InteractiveReplayTests {
  @Test(arguments: [
    (["a.json", "--as-test"], "The option '--interactive' shows the steps, and '--as-test' prints them"),
    (
      ["a.json", "--format", "json"],
      "The option '--interactive' shows the steps on the terminal, and there is no result to report"
    ),
    (
      ["a.json", "--xunit-output", "a.xml"],
      "The option '--interactive' shows the steps on the terminal, and there is no result to report"
    ),
    (
      ["a.json", "--report", "a.html"],
      "The option '--interactive' shows the steps on the terminal, and there is no result to report"
    ),
    (["a.json", "b.json"], "The option '--interactive' goes through the steps of one source, and these are 2"),
    ([], "Name what to replay: a file under .tea-check/, or a token"),
  ])
  func `an interactive replay has one source and no printed result`(_ arguments: [String], _ problem: String) throws {
    let invocation = try Invocation(arguments: ["replay", "--interactive"] + arguments)
    let error = #expect(throws: UsageError.self) { try ReplaySession(invocation: invocation, console: Console()) }
    #expect(error?.description == problem)
  }
}

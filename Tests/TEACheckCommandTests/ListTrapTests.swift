import Foundation
import TEASupport
import Testing

@testable import TEAResults
@testable import tea_check

/// Suites that trap while they make their lists of checks. The suites are scripts.
@Suite struct ListTrapTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)")

  /// The error of a suite that prints a text to standard error, and reports a trap.
  private func error(_ cause: TrapCause, printing text: String = "") throws -> String? {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("Odd")
    let site = TrapSite(phase: 1, breadcrumb: Breadcrumb(.other), cause: cause, part: .checks)
    let report = TrapReport(site: site, name: TrapPart.checks.name, stepTime: .seconds(2))
    let script = "#!/bin/sh\nprintf '\(text)' >&2\necho '\(report.record(title: "").text)'\nexit 1\n"
    try Data(script.utf8).write(to: program)
    try makeExecutable(program)
    let error = #expect(throws: SuiteError.self) {
      _ = try Suite(name: "Odd", executable: program).list(within: .seconds(2))
    }
    return error?.description.replacing(program.path, with: "<Odd>")
  }

  @Test(arguments: [(SIGABRT, "SIGABRT"), (SIGSEGV, "SIGSEGV")])
  func `a signal without a message from Swift is named, with a command that shows its place`(
    _ signal: Int32, _ name: String
  ) throws {
    #expect(
      try error(.signal(Int(signal)))
        == "Odd cannot list its checks: checks traps; by signal \(signal) (\(name)), and Swift said nothing of it; a debugger "
        + "shows the place: lldb --batch -o run -o bt -- <Odd> list")
  }

  @Test func `a printed text that is no message from Swift stands above the error, and the error says so`() throws {
    let text = try #require(try error(.signal(Int(SIGABRT)), printing: "odd.c:3: failed\\n"))
    #expect(text.contains("said nothing of it; what it printed stands above; a debugger shows the place: lldb "))
  }

  @Test func `the error has the message from Swift`() throws {
    #expect(
      try error(.signal(Int(SIGILL)), printing: "loading\\nOdd/Main.swift:7: Fatal error: no server\\n")
        == "Odd cannot list its checks: checks traps; Odd/Main.swift:7: Fatal error: no server")
  }

  @Test func `the error for a list that does not come names the time limit`() throws {
    #expect(
      try error(.time)
        == "Odd cannot list its checks: checks does not return; checks did not return within 2 s; give it more with "
        + "--step-time")
  }
}

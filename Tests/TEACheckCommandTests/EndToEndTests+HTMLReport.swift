import Foundation
import Testing

/// `tea-check --report`, as a user runs it.
extension EndToEndTests {
  @Test func aReportHoldsAllChecksAndTheirWorlds() async throws {
    try package.install()
    let file = package.folder.appendingPathComponent("report.html")
    let run = try await package.teaCheck("check", "--report", file.path)
    #expect(run.code == 1)
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.hasPrefix("<!doctype html>\n"))
    // The suite has six checks.
    #expect(page.ranges(of: "<details class=\"check ").count == 6)
    #expect(page.contains("data-title=\"Turnstile · one coin, one person\" open>"))
    #expect(page.contains("<p class=\"verdict wrong\">✗ nobody passes for free</p>"))
    #expect(page.contains("<p class=\"faint\">7 worlds and 7 steps · the search ended"))
  }

  @Test func aReportThatCannotBeWrittenIsKnownBeforeTheChecksRun() async throws {
    try package.install()
    let path = package.folder.appendingPathComponent("nowhere/report.html").path
    expect(
      try await package.teaCheck("check", "--report", path), code: 70,
      errors: "Error: '<folder>/nowhere/report.html' cannot be written: its folder does not exist\n")
  }
}

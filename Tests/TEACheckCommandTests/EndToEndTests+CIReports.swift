import TEASupport
import Foundation
import TEACheck
import Testing

/// Reports for CI engines, of a package in a subfolder of a repository.
extension EndToEndTests {
  @Test func oneRunWritesAnnotationsASummaryAndAJUnitReport() async throws {
    try package.install()
    let summary = package.folder.appendingPathComponent("summary.md")
    try "before\n".write(to: summary, atomically: true, encoding: .utf8)
    let run = try await package.teaCheck(
      [
        "check", "Turnstile", "--format", "github", "--xunit-output", "junit report.xml", "--package-path",
        package.path,
      ], in: package.folder, environment: ["GITHUB_STEP_SUMMARY": summary.path])
    #expect(run.code == 1)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("✗ Turnstile · nobody passes for free   Checks/Checks.swift:7\n"))
    #expect(
      run.output.contains(
        "\n1 check: 1 violated\n\n::error file=Gate/Sources/Checks/Checks.swift,line=7,"
          + "title=Turnstile · nobody passes for free::  in the check “one coin, one person”%0A"))
    let markdown = try String(contentsOf: summary, encoding: .utf8)
    #expect(markdown.hasPrefix("before\n### tea-check: 1 check: 1 violated\n\n❌ "))
    #expect(markdown.contains(" `Gate/Sources/Checks/Checks.swift:7`\n"))
    let xml = try String(
      contentsOf: package.folder.appendingPathComponent("junit report.xml"), encoding: .utf8)
    #expect(xml.contains("<testsuites name=\"tea-check\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\""))
    #expect(xml.contains("file=\"Gate/Sources/Checks/Checks.swift\" line=\"7\""))
  }

  @Test func theFormatGitLabPrintsTheSummaryToStandardError() async throws {
    try package.install()
    let run = try await package.teaCheck("check", "Turnstile", "--format", "gitlab")
    #expect(run.code == 1)
    let issues = try #require(try JSON(parsing: run.output).array)
    #expect(issues.map { $0["location"]?["path"]?.string } == ["Gate/Sources/Checks/Checks.swift"])
    #expect(run.errors.hasSuffix("\n1 check: 1 violated\n"))
  }

  @Test(.enabled(if: Validators.folder != nil, "\(Validators.hint)"))
  func theRecordsOfCheckSampleAndListFollowTheSchema() async throws {
    try package.install()
    for command in ["check", "sample", "list"] {
      let run = try await package.teaCheck(command, "--format", "json")
      #expect(!run.output.isEmpty)
      #expect(try Validators.problems(ofRecords: run.output) == "", "\(command)")
    }
  }
}

import Foundation
import Testing

/// The output of a quiet run.
extension EndToEndTests {
  @Test func aQuietRunOmitsPassesAndKeepsTheExitCode() async throws {
    try package.install()
    let violating = try await package.teaCheck("check", "Turnstile", "counting", "Chatter", "--quiet")
    #expect(violating.code == 1)
    #expect(violating.output.hasPrefix("✗ Turnstile · nobody passes for free   Checks/Checks.swift:7\n"))
    #expect(violating.output.hasSuffix("\n\n3 checks: 2 passed (1 complete, 1 bounded), 1 violated\n"))
    #expect(!violating.output.contains("Meter") && !violating.output.contains("Chatter"))
    expect(
      try await package.teaCheck("check", "counting", "--quiet"), code: 0,
      output: "1 check: 1 passed (1 bounded)\n")
    let incomplete = try await package.teaCheck("check", "counting", "--quiet", "--require-complete")
    #expect(incomplete.code == 2)
    #expect(incomplete.output.hasPrefix("✓ Meter · counting  bounded: "))
  }

  @Test func aSuiteThatIsRunDirectlyObeysQuiet() async throws {
    try package.install()
    _ = try await package.teaCheck("list")
    let suite = URL(fileURLWithPath: "\(package.path)/.build/debug/Checks")
    expect(
      try await package.run(suite, ["check", "counting", "--quiet"], in: package.folder, storesCounterexamples: false),
      code: 0,
      output: "1 check: 1 passed (1 bounded)\n")
  }
}

import Foundation
import Testing

/// The output of a quiet run.
extension EndToEndTests {
  @Test func aQuietRunOmitsPassesAndKeepsTheExitCode() async throws {
    try package.install()
    let wrong = try await package.teaCheck("check", "Turnstile", "counting", "Chatter", "--quiet")
    #expect(wrong.code == 1)
    #expect(wrong.output.hasPrefix("✗ Turnstile · nobody passes for free   Checks/Checks.swift:7\n"))
    #expect(wrong.output.hasSuffix("\n\n3 checks: 2 passed (1 complete, 1 bounded), 1 violated\n"))
    #expect(!wrong.output.contains("Meter") && !wrong.output.contains("Chatter ·"))
    expect(
      try await package.teaCheck("check", "counting", "--quiet"), code: 0,
      output: "1 check: 1 passed (1 bounded)\n")
    let strict = try await package.teaCheck("check", "counting", "--quiet", "--require-complete")
    #expect(strict.code == 2)
    #expect(strict.output.hasPrefix("✓ Meter · counting  bounded: "))
  }

  @Test func aSuiteThatIsRunDirectlyIsQuiet() async throws {
    try package.install()
    _ = try await package.teaCheck("list")
    let suite = URL(fileURLWithPath: "\(package.path)/.build/debug/Checks")
    expect(
      try await package.run(suite, ["check", "counting", "--quiet"], in: package.folder, storesCounterexamples: false),
      code: 0,
      output: "1 check: 1 passed (1 bounded)\n")
  }
}

import Foundation
import Testing

@testable import tea_check

/// `tea-check --watch`, while a person saves files.
@Suite(.serialized, .throwAwayPackage) struct WatchEndToEndTests {
  private let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  @Test func `a violation appears, its fix is saved, a syntax error is survived, and Ctrl-C ends the command`()
    async throws
  {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    let watch = try Watch(of: package)
    let violated = try watch.round()
    #expect(violated.contains("✗ Turnstile · nobody passes for free   Checks/Checks.swift:7\n"), "\(violated)")
    #expect(!violated.contains("Changed since"))

    try package.install(gate: ThrowAwayPackage.fixedGate, checks: ThrowAwayPackage.turnstileChecks)
    let fixed = try watch.round()
    #expect(fixed.contains("Sources/Gate/Turnstile.swift saved\n"), "\(fixed)")
    #expect(fixed.contains("✓ Turnstile · one coin, one person  complete · 13 worlds"), "\(fixed)")
    #expect(
      fixed.contains(
        """

        Changed since the last round:
          ✓ Turnstile · one coin, one person: violated “nobody passes for free” → passed

        """), "\(fixed)")

    let broken = ThrowAwayPackage.fixedGate.replacing("public enum Turnstile", with: "public enun Turnstile")
    try package.install(gate: broken, checks: ThrowAwayPackage.turnstileChecks)
    let unbuilt = try watch.round()
    #expect(unbuilt.contains("The suite Checks cannot be built:\n"), "\(unbuilt)")
    #expect(unbuilt.contains("Sources/Gate/Turnstile.swift:3:1: error: "), "\(unbuilt)")
    #expect(
      unbuilt.contains(
        """

        The package does not build now. The results of the last build that succeeded:
          ✓ Turnstile · one coin, one person: passed

        """), "\(unbuilt)")

    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    let violatedAgain = try watch.round()
    #expect(
      violatedAgain.contains(
        "  ✗ Turnstile · one coin, one person: passed → violated “nobody passes for free”\n"), "\(violatedAgain)")

    // The exit code is that of the last round, which found a violation.
    #expect(watch.interrupt() == 1)
  }

  @Test(arguments: [
    (["list"], "The option '--watch' is for 'check', 'explore' and 'sample' only"),
    (["--format", "json"], "The option '--watch' prints text only: leave out '--format'"),
    (
      ["--shard", "1/2"],
      "The option '--watch' cannot be combined with --shard, --checkpoint or --changed-since"
    ),
  ])
  func `subcommands and options that exclude --watch are refused`(_ arguments: [String], _ error: String)
    async throws
  {
    let run = try await package.teaCheck(arguments + ["--watch"], in: package.folder)
    #expect(run.code == 64)
    #expect(run.errors.hasPrefix("Error: \(error)\n"), "\(run.errors)")
  }
}

/// A running `tea-check --watch`.
private struct Watch {
  private let process = Process()
  private let output = Pipe()

  init(of package: ThrowAwayPackage) throws {
    process.executableURL = try ThrowAwayPackage.executable()
    process.arguments = ["--watch", "--package-path", package.path]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no", "TEACHECK_STORE": "off", "PATH": package.library.searchPath]
    ) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The command ended before the end of a round.
  struct Ended: Error { var output: String }

  /// The text that is printed up to the end of the next round.
  func round() throws -> String {
    var text = ""
    while !text.hasSuffix("Ctrl-C ends it.\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Ended(output: text) }
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }

  /// Sends SIGINT, as Ctrl-C does, and waits for the end of the process.
  ///
  /// - Returns: The exit code.
  func interrupt() -> Int32 {
    process.interrupt()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

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

/// The output of `swift build`, from which the command learns the progress and the errors of the build.
@Suite struct BuildOutputTests {
  @Test func `a product counts as linked once its whole line is there`() {
    var linked = LinkedProducts()
    #expect(linked.read("[1/9] Compiling A B.swift\n[2/9] Linking Fir") == [])
    #expect(linked.read("st\n[3/9] Linking Second\nLinking Third\n[4/9] Write x") == ["First", "Second"])
    #expect(linked.read("") == [])
  }

  @Test func `the last step is shown while a build runs`() {
    let text = "Building for debugging...\n[3/17] Compiling Shop Cart.swift\n[4/17] Emitting module Shop\n"
    #expect(SuiteBuild.lastStep(in: text) == "Emitting module Shop (4 of 17)")
    #expect(SuiteBuild.lastStep(in: "Build complete!\n") == nil)
  }

  @Test func `a diagnostic of several compiler processes is shown once, with its excerpt and notes`() {
    let diagnostic = """
      /shop/Cart.swift:3:17: error: cannot find type 'Prize' in scope
      3 |   var prize: Prize
        |              `- error: cannot find type 'Prize' in scope
      /shop/Price.swift:1:8: note: did you mean 'Price'?
      """
    let otherDiagnostic = "/shop/Cart.swift:9:5: warning: result of call is unused"
    let output = """
      [1/3] Emitting module Shop
      \(diagnostic)
      \(otherDiagnostic)
      error: emit-module command failed with exit code 1
      [2/3] Compiling Shop Cart.swift
      \(diagnostic)
      \(otherDiagnostic)
      [3/3] Compiling Shop Till.swift
      \(diagnostic)
      clang: error: linker command failed
      """
    #expect(
      BuildError(problem: "Shop cannot be built", output: output).description == """
        Shop cannot be built:
        \(diagnostic)
        \(otherDiagnostic)
        error: emit-module command failed with exit code 1
        clang: error: linker command failed
        """)
  }

  @Test func `suites are built in the command's build folder, if it belongs to the package`() throws {
    let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("tea-check-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let executables = root.appendingPathComponent(".build-other/x86_64/debug")
    try FileManager.default.createDirectory(at: executables, withIntermediateDirectories: true)
    for file in ["Package.swift", ".build-other/workspace-state.json", ".build-other/x86_64/debug/tea-check"] {
      try Data().write(to: root.appendingPathComponent(file))
    }
    let package = try UserPackage(path: root.path)
    let commandFolder = ScratchFolder(of: package, executable: executables.appendingPathComponent("tea-check"))
    #expect(commandFolder.path == root.appendingPathComponent(".build-other").path)
    #expect(commandFolder.options == ["--scratch-path", commandFolder.path])
    #expect(commandFolder.executablesFolder == executables.path)
    let defaultFolder = ScratchFolder(of: package, executable: URL(fileURLWithPath: "/usr/bin/tea-check"))
    #expect(defaultFolder.path == root.appendingPathComponent(".build").path)
    #expect(defaultFolder.options == [] && defaultFolder.executablesFolder == nil)
  }
}

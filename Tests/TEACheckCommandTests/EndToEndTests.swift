import TEACheck
import Testing

@testable import tea_check

/// The built command, run on a package of its own as a user runs it.
@Suite(.serialized, .throwAwayPackage) struct EndToEndTests {
  private let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  @Test func explore() async throws {
    for arguments in [["check", "Turnstile"], ["check", "Turnstile", "--format", "json"], ["sample", "Turnstile"], ["explore", "Turnstile"], ["Turnstyle"], ["list"],["list", "--format", "json"],["counting"],["counting","--require-complete"],["tidy","counting"],["sample","tidy"],["tidy","counting", "--format", "json"],["Dial","Chatter", "counting"],["Chatter","--format=json"], [],["sample", "Safe"]] {
      let run = try await package.teaCheck(arguments + ["--package-path", package.path], in: package.folder)
      print("--- \(arguments) \(run.code)\n\(run.output)--- err\n\(run.errors)---")
    }
    for (gate, checks) in [(ThrowAwayPackage.fixedGate, ThrowAwayPackage.allChecks), (ThrowAwayPackage.faultyGate, ThrowAwayPackage.misspeltChecks), (ThrowAwayPackage.faultyGate, ThrowAwayPackage.twinChecks), (ThrowAwayPackage.faultyGate, ThrowAwayPackage.repeatedChecks)] {
      try package.install(gate: gate, checks: checks)
      let run = try await package.teaCheck("check")
      print("--- \(run.code)\n\(run.output)--- err\n\(run.errors)---")
    }
  }
}

import Foundation
import Testing

@testable import tea_check

/// The folder in which the command starts, and the error for a specification that is listed without `.check()`.
extension EndToEndTests {
  @Test func aFolderWithoutAPackageIsAnError() async throws {
    // The folders of throw-away packages are inside of TEACheck's own package, which the command would find around them.
    let empty = FileManager.default.temporaryDirectory.appendingPathComponent("empty-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: empty) }
    expect(
      try await package.teaCheck([], in: empty), code: 64,
      errors: """
        Error: There is no Package.swift in this folder, nor around it; name a package with --package-path
        See 'tea-check --help' for more information.

        """)
    expect(
      try await package.teaCheck(["--package-path", empty.path], in: package.folder), code: 64,
      errors: """
        Error: There is no Package.swift in '\(empty.path)'; name a package with --package-path
        See 'tea-check --help' for more information.

        """)
  }

  @Test func aSpecificationWithoutACheckIsNamedByTheCompiler() async throws {
    try package.install(
      checks: """
        import TEACheck

        @main struct GateChecks: CheckSuite {
          static var checks: [Check] { Specification(of: Tap.self) { Always("on") { $0 } } }
        }

        enum Tap: Module {
          enum Message { case turn }
          static func start(with flags: Void) -> Bool { true }
          static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {}
        }

        """)
    let run = try await package.teaCheck("check")
    #expect(run.code == 70)
    #expect(
      (run.output + run.errors).contains("a list of checks takes a check: write .check() behind the specification"),
      "\(run.output)\(run.errors)")
  }

  @Test func aFolderWithinAPackageMeansThePackage() async throws {
    try package.install()
    let inner = URL(fileURLWithPath: "\(package.path)/Sources/Checks")
    let run = try await package.teaCheck(
      ["check", "Turnstile", "--store", "found"], in: inner, storesCounterexamples: true)
    #expect(run.code == 1, "\(run.errors)")
    #expect(
      run.errors
        == "note: there is no folder 'found' of counterexamples, so none is replayed; it is made for the first that is "
        + "found\n")
    let suite = URL(fileURLWithPath: package.path + "/.build/debug/Checks")
    let byHand = try await package.run(suite, ["check", "Turnstile"], in: inner, storesCounterexamples: true)
    #expect(byHand.code == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(package.path)/.tea-check")
    #expect(names.count == 1, "\(names)")
    let again = try await package.teaCheck(["check", "Turnstile"], in: inner, storesCounterexamples: true)
    #expect(again.output.contains("when it was found"), "\(again.output)")
  }
}

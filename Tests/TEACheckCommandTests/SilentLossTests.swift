@testable import TEAResults
@testable import tea_check
import Foundation
import TEASupport
import Testing

/// What could get lost without a word: files that are no longer read, and outputs after one that fails.
@Suite struct SilentLossTests {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("loss-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func result(_ module: String, _ name: String) -> CheckResult {
    CheckResult(module: module, name: name, place: "S/S.swift:1", verdict: .passed)
  }

  @Test func aStoredCounterexampleThatNoCheckReplaysIsNamed() throws {
    try Self.withFolder { folder in
      let store = CounterexampleStore(folder: folder)
      func stored(_ title: String) -> StoredCounterexample {
        StoredCounterexample(
          module: "Cart", check: title, property: "p", place: "S/S.swift:1", status: .regression,
          script: Script(steps: ["add"]))
      }
      _ = try store.save(stored("Cart · full"), as: "full.json")
      _ = try store.save(stored("Cart · ful"), as: "renamed.json")
      try "{".write(toFile: folder + "/broken.json", atomically: true, encoding: .utf8)
      try "{".write(toFile: folder + "/Cart-broken.json", atomically: true, encoding: .utf8)
      let problems = store.problems(besidesThoseOf: [result("Cart", "full")])
      #expect(problems.count == 2)
      #expect(problems[0].hasPrefix("\(folder)/broken.json cannot be read: not JSON: "))
      #expect(
        problems[1]
          == "\(folder)/renamed.json is not replayed: no check is called 'Cart · ful'; mend its name or delete it")
      #expect(store.problems(besidesThoseOf: [result("Cart", "full"), result("Cart", "ful")]).count == 1)
    }
  }

  @Test func aSettingsFileThatIsALinkToNothingIsAnError() throws {
    try Self.withFolder { folder in
      let path = folder + "/tea-check.json"
      #expect(try Configuration.text(ofFile: path) == nil)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/nowhere")
      expectUsageError("'\(path)' cannot be read: No such file or directory") {
        _ = try Configuration.text(ofFile: path)
      }
    }
  }

  #if os(Linux)
    @Test func aReportThatCannotBeWrittenKeepsNoOtherFromBeingWritten() throws {
      try Self.withFolder { folder in
        let invocation = try Invocation(
          arguments: ["--xunit-output", "/dev/full", "--report", folder + "/page.html", "--format", "json"])
        let outputs = try Outputs(invocation, console: Console(.quiet))
        #expect(throws: FileError.self) { try outputs.end() }
        #expect(FileManager.default.fileExists(atPath: folder + "/page.html"))
      }
    }
  #endif

  @Test func optionsThatWouldBeIgnoredAreErrors() {
    expectUsageError("The option '--checkpoint' is for searches, and 'sample' makes none: leave it out") {
      _ = try Invocation(arguments: ["sample", "--checkpoint", "rest"])
    }
    expectUsageError("Two reports cannot be one file: give '--report' and '--xunit-output' two paths") {
      _ = try Invocation(arguments: ["--report", "out", "--xunit-output", "out"])
    }
    expectUsageError("There is no check named 'sample'; the command 'sample' stands before all names") {
      let cart = CheckSelection.Candidate(suite: "Checks", module: "Cart", name: "", title: "Cart")
      _ = try CheckSelection.choose(["Cart", "sample"], filter: nil, among: [cart])
    }
  }

  @Test func aByteOrderMarkIsNoPartOfAFile() throws {
    #expect(try JSON(parsing: "\u{FEFF}{\"depth\":3}")["depth"] == .integer(3))
    #expect(throws: (any Error).self) { try JSON(parsing: "{\u{FEFF}}") }
  }
}

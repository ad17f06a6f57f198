import Foundation
import TEARuntime
import Testing

@testable import TEACheck

/// The variable `TEACHECK_REPLAY`, which makes a test replay recorded steps instead of searching.
@Suite struct ReplayVariableTests {
  private static let specification = Specification(of: Ladder.self) { Always("never on top") { $0 < 3 } }
  private static let check = specification.check("ladder")

  /// Stores a counterexample with these steps, and calls `test` with the path of its file.
  private func withStoredFile(of steps: [String], _ test: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let counterexample = StoredCounterexample(
      module: "Ladder", check: Self.check.title, property: "never on top", place: "A.swift:1", status: .failing,
      script: Script(start: nil, steps: steps), token: nil)
    try test(try CounterexampleStore(folder: folder).save(counterexample))
  }

  private func result(_ check: Check, _ value: String) -> CheckResult {
    check.testOutcome(environment: ["TEACHECK_REPLAY": value, "TEACHECK_STORE": "off"]).result
  }

  @Test func `the steps of a file are replayed, and there is no search`() throws {
    try withStoredFile(of: ["up", "up", "down", "up", "up"]) { file in
      let result = result(Self.check, file)
      #expect(result.isReplay && result.verdict == .violated)
      // A search would have found the shortest counterexample.
      #expect(result.counterexample?.steps.map(\.message) == ["up", "up", "down", "up", "up"])
    }
    try withStoredFile(of: ["up"]) { file in
      let result = result(Self.check, file)
      #expect(result.isReplay && result.verdict == .passed)
    }
  }

  @Test func `a token is replayed like a file`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var settings = CheckSettings()
    settings.store = folder
    let token = try #require(Self.check.outcome(settings) { _ in }.result.token)
    let result = result(Self.check, token)
    #expect(result.isReplay && result.verdict == .violated)
    #expect(result.counterexample?.steps.map(\.message) == ["up", "up", "up"])
  }

  @Test func `a check other than that of the stored file is searched`() throws {
    try withStoredFile(of: ["up"]) { file in
      let result = result(Self.specification.check("another"), file)
      #expect(!result.isReplay && result.verdict == .violated)
      #expect(result.counterexample?.steps.map(\.message) == ["up", "up", "up"])
    }
  }

  /// Ends this process after two checks have read the variable.
  private static func exitAfterChecks(reading value: String) -> Never {
    setenv("TEACHECK_REPLAY", value, 1)
    setenv("TEACHECK_STORE", "off", 1)
    for name in ["ladder", "steps"] { _ = specification.check(name).testOutcome() }
    // An exit test whose body returns ends its process without the handlers of `atexit`.
    exit(0)
  }

  @Test func `a token that fits no check of the process is warned of when the process ends`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Self.exitAfterChecks(reading: Token(titleHash: Token.hash(ofTitle: "Ladder · another"), scriptHash: 0).text)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.hasSuffix(
        """
        Warning: nothing was replayed. TEACHECK_REPLAY belongs to a check with another title, and 2 other checks ran, which \
        searched: 'Ladder · ladder', 'Ladder · steps'
        Run the test of its check, or unset the variable.

        """), "\(text)")
  }

  @Test func `a file of another target is warned of with its target and what to do`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func text(_ title: String) async throws -> String {
      let file = try CounterexampleStore(folder: folder).save(
        StoredCounterexample(
          target: "Garden", module: "Ladder", check: title, property: "never on top", place: "A.swift:1",
          status: .failing,
          script: Script(steps: ["up"])))
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        [file = file as String] in
        Self.exitAfterChecks(reading: file)
      }
      return String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }
    let moved = try await text("Ladder · steps")
    #expect(
      moved.hasSuffix(
        """
        Warning: nothing was replayed. TEACHECK_REPLAY belongs to the check 'Ladder · steps' of Garden, and 2 other checks ran, \
        which searched: 'Ladder · ladder', 'Ladder · steps'
        A check of TEACheckTests has that title: if its specification was moved there, put "target": "TEACheckTests" into the \
        file. Otherwise run the test of its check, or unset the variable.

        """), "\(moved)")
    let other = try await text("Ladder · other")
    #expect(
      other.hasSuffix(
        """
        Warning: nothing was replayed. TEACHECK_REPLAY belongs to the check 'Ladder · other' of Garden, and 2 other checks ran, \
        which searched: 'Ladder · ladder', 'Ladder · steps'
        Run the test of its check, or unset the variable.

        """), "\(other)")
  }

  @Test func `a token that fits one check of the process is not warned of`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Self.exitAfterChecks(reading: Token(titleHash: Token.hash(ofTitle: "Ladder · steps"), scriptHash: 0).text)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(!text.contains("Warning"), "\(text)")
  }

  @Test func `an empty variable is ignored, and a wrong one is an error`() {
    #expect(!result(Self.check, "").isReplay)
    let wrong = result(Self.check, "/nowhere.json")
    #expect(wrong.verdict == .error)
    #expect(wrong.message == "There is no file '/nowhere.json', and a token begins with tc1-")
  }
}

private enum Ladder: Module {
  enum Message: CaseIterable { case up, down }
  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    switch message {
    case .up: model = min(model + 1, 3)
    case .down: model = max(model - 1, 0)
    }
  }
}

import Testing

@testable import TEACheck

/// Tokens of runs whose lists of payloads are longer than those of the replay.
@Suite struct TokenScopeTests {
  /// Five switches have 32 values: a scope of 3 lists some of them, and one of 40 all.
  enum Panel: Module {
    struct Switches: Hashable { var a = false, b = false, c = false, d = false, e = false }
    enum Message: Hashable { case set(Switches) }
    static func start(with flags: Void) -> Switches { Switches() }
    static func update(for message: Message, model: inout Switches, perform: (Command) -> Void) {
      if case .set(let switches) = message { model = switches }
    }
  }

  private static let allOn = Panel.Switches(a: true, b: true, c: true, d: true, e: true)

  private static let check = Specification(of: Panel.self) { Always("one is off") { $0 != TokenScopeTests.allOn } }
    .check()

  private func settings(scope: Int?) -> CheckSettings {
    var settings = CheckSettings()
    (settings.engine, settings.scope) = (.explore, scope)
    return settings
  }

  @Test func `a token of a run with a larger scope names the option`() throws {
    let folder = try TemporaryFolder()
    var settingsOfSearch = settings(scope: 40)
    settingsOfSearch.store = folder.path
    let result = Self.check.outcome(settingsOfSearch, onProgress: { _ in }).result
    #expect(result.verdict == .violated)
    let recording = try ReplaySource(#require(result.token)).recording
    let replay = Self.check.replayRecording(recording, settings(scope: nil)).result
    #expect(replay.verdict == .error)
    #expect(
      replay.message
        == "The token was made with a larger --scope, or of another version of Panel: its steps are others now. "
        + "Give that --scope, or a file under .tea-check/, which survives both")
    #expect(Self.check.replayRecording(recording, settings(scope: 40)).result.verdict == .violated)
  }
}

import Foundation
import TerminalTesting
import Testing

/// A session of the live program `ElmButtons` in a terminal, replayed by the built command.
@Suite(.needsTerminal, .serialized, .throwAwayPackage, .timeLimit(.minutes(30))) struct SessionEndToEndTests {
  private let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  /// Installs the buttons of the examples and their checks in the package.
  private func installButtons() throws {
    let examples = checkoutFolder.appendingPathComponent("Examples")
    for (folder, target) in [
      ("Phone", "SimulatedPhone"), ("Seeds/ElmButtons/App", "ElmButtonsApp"),
      ("Seeds/ElmButtons/Checks", "ElmButtonsChecks"),
    ] {
      let source = examples.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: source.path) where name.hasSuffix(".swift") {
        let text = try String(contentsOf: source.appendingPathComponent(name), encoding: .utf8)
        try package.write(text, to: "Gate/Sources/\(target)/\(name)")
      }
    }
    let targets = """
      .target(name: "SimulatedPhone", dependencies: [.product(name: "TEACheck", package: "TEACheck")]),
          .target(name: "ElmButtonsApp", dependencies: [.product(name: "ElmButtonStyle", package: "TEACheck")]),
          .executableTarget(
            name: "ElmButtonsChecks",
            dependencies: ["ElmButtonsApp", "SimulatedPhone", .product(name: "TEACheck", package: "TEACheck")]),
          .target(name: "Gate"
      """
    try package.write(
      package.manifest.replacing(".target(name: \"Gate\"", with: targets), to: "Gate/Package.swift")
  }

  /// The screen of the buttons with the value that it shows, and with “+” selected.
  private static func buttons(_ value: Int) -> [String] {
    ["[ - ]", "\(value)", "[>+<]", "[ save ]", "[ load ]", "", "arrows move, return presses, q quits"]
  }

  /// Presses the live buttons until they show 3, and copies the recorded session into the package.
  private func record() throws {
    try TerminalSession.run(with: "ElmButtons") { terminal in
      try terminal.type("ElmButtons store --record session\n")
      try terminal.wait(for: "[>-<]")
      try terminal.press("Down", "Enter", "Enter", "Down", "Enter")
      try terminal.wait(for: "[>save<]")
      try terminal.press("Up", "Enter")
      try terminal.wait(forScreen: Self.buttons(3))
      try terminal.press("C-z")
      try terminal.wait(for: "Stopped")
      try terminal.type("fg\n")
      // The program is active again and loads the saved value, so the third tap is lost.
      try terminal.wait(forScreen: Self.buttons(2))
      try terminal.press("Enter")
      try terminal.wait(forScreen: Self.buttons(3))
      try terminal.press("q")
      try terminal.wait(for: "$")
      let session = try String(contentsOf: terminal.folder.appendingPathComponent("session"), encoding: .utf8)
      try package.write(session, to: "Gate/session.jsonl")
    }
  }

  @Test func `a recorded session leads to the same model under the checks of its module`() async throws {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    try installButtons()
    try record()
    let root = URL(fileURLWithPath: package.path)
    let replay = try await package.teaCheck(["replay", "session.jsonl"], in: root)
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(
      replay.output == """
        ✓ ApplicationModule<AppState> · the label  not violated   ElmButtonsChecks/ElmButtonsChecks.swift:18
          nothing is violated in 7 steps · replayed from session.jsonl

              start                                             value: 0  store.value: 0
           1  message(increment)                                value: 0 → 1
           2  message(increment)                                value: 1 → 2
           3  message(save)                                       performs save(2)
           4  message(increment)                                value: 2 → 3
           5  UIApplicationDidBecomeActiveNotification sends notified(UIApplicationDidBecomeActiveNotification)
                                                                  performs load  outstanding: save(2), load
           6  load replies message(loaded(2))                   value: 3 → 2
           7  message(increment)                                value: 2 → 3

          note: after each step the model was the one that was recorded

        """, "\(replay.output)")

    // The same steps are replayed under an invariant that they violate.
    let checks = "Gate/Sources/ElmButtonsChecks/ElmButtonsChecks.swift"
    let text = try String(contentsOf: package.folder.appendingPathComponent(checks), encoding: .utf8)
    let invariant = #"Always("never three", of: .model) { $0.value != 3 }"#
    try package.write(
      text.replacing("Always(\"the label shows", with: "\(invariant)\n      Always(\"the label shows"), to: checks)
    let violated = try await package.teaCheck(["replay", "session.jsonl"], in: root)
    #expect(violated.code == 1, "\(violated.errors)")
    for part in [
      "✗ ApplicationModule<AppState> · never three   ElmButtonsChecks/ElmButtonsChecks.swift:26\n",
      "  violated after 4 steps · replayed from session.jsonl\n", "   4  message(increment)", "value: 2 → 3   ✗\n",
    ] { #expect(violated.output.contains(part), "\(violated.output)") }
  }
}

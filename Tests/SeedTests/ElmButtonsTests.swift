import Foundation
import TerminalTesting
import Testing

@Suite(.needsTerminal, .ownThreads, .timeLimit(.minutes(20))) struct ElmButtonsTests {
  private static func buttons(_ value: Int, focus: Int, note: String = "arrows move, return presses, q quits")
    -> [String]
  {
    let titles = ["-", "+", "save", "load"].enumerated().map { $0 == focus ? "[>\($1)<]" : "[ \($1) ]" }
    return [titles[0], "\(value)", titles[1], titles[2], titles[3], "", note]
  }

  @Test func `the program saves and loads, and a new run loads what the last one saved`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("ElmButtons store\n")
      try terminal.wait(forScreen: Self.buttons(0, focus: 0))
      try terminal.press("Down", "Enter", "Enter", "Down", "Enter")
      try terminal.wait(forScreen: Self.buttons(2, focus: 2))
      try terminal.press("Up", "Enter", "Enter", "Enter")
      try terminal.wait(forScreen: Self.buttons(5, focus: 1))
      try terminal.press("Down", "Down", "Enter")
      try terminal.wait(forScreen: Self.buttons(2, focus: 3))
      try terminal.press("q")
      try terminal.wait(for: "$")
      try terminal.type("cat store; ElmButtons store\n")
      try terminal.wait(forScreen: Self.buttons(0, focus: 0))
      try terminal.press("Up", "Enter")
      try terminal.wait(forScreen: Self.buttons(2, focus: 3))
      #expect(try String(contentsOf: terminal.folder.appendingPathComponent("store"), encoding: .utf8) == "2\n")
    }
  }

  /// The counterexample of the check “value lost on an app switch”, by hand: taps are lost when the app becomes active.
  @Test func `a program that was suspended loads what was saved`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("ElmButtons store\n")
      try terminal.wait(forScreen: Self.buttons(0, focus: 0))
      try terminal.press("Down", "Enter", "Down", "Enter", "Up", "Enter", "Enter")
      try terminal.wait(forScreen: Self.buttons(3, focus: 1))
      try terminal.press("C-z")
      try terminal.wait(for: "Stopped")
      try terminal.type("fg\n")
      try terminal.wait(forScreen: Self.buttons(1, focus: 1))
      try terminal.press("Enter")
      try terminal.wait(forScreen: Self.buttons(2, focus: 1))
    }
  }

  @Test func `the program becomes active when its window gains the focus`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("ElmButtons store\n")
      try terminal.wait(forScreen: Self.buttons(0, focus: 0))
      try Data("41\n".utf8).write(to: terminal.folder.appendingPathComponent("store"))
      // The terminal's report that its window has lost the focus.
      try terminal.send(bytes: Array("\u{1B}[O".utf8))
      try terminal.press("Enter")
      try terminal.wait(forScreen: Self.buttons(-1, focus: 0))
      // The terminal's report that its window has gained the focus.
      try terminal.send(bytes: Array("\u{1B}[I".utf8))
      try terminal.wait(forScreen: Self.buttons(41, focus: 0))
    }
  }

  @Test func `the error of the store is shown until the next view`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("echo seven > store; ElmButtons store\n")
      try terminal.wait(forScreen: Self.buttons(0, focus: 0))
      try terminal.press("Up", "Enter")
      try terminal.wait(
        forScreen: Self.buttons(0, focus: 3, note: "store holds no number; remove it, or save a value"))
      try terminal.press("Up", "Enter", "Up", "Enter")
      try terminal.wait(forScreen: Self.buttons(1, focus: 1))
    }
  }

  @Test func `a recorded session is replayed by the suite to the same model, step by step`() throws {
    try TerminalSession.run(columns: 110, rows: 30) { terminal in
      try terminal.type("ElmButtons store --record session\n")
      try terminal.wait(for: "[>-<]")
      try terminal.press("Down", "Enter", "Enter", "Down", "Enter")
      try terminal.wait(for: "[>save<]")
      try terminal.press("Up", "Enter", "C-z")
      try terminal.wait(for: "Stopped")
      try terminal.type("fg\n")
      try terminal.wait(for: "[>+<]")
      try terminal.press("Enter")
      try terminal.wait(for: "3")
      try terminal.press("q")
      try terminal.wait(for: "$")
      try terminal.type("clear; ElmButtonsChecks replay session | grep -v '^$'\n")
      try terminal.wait(for: "after each step the model was the one that was recorded")
      let screen = try terminal.screen()
      #expect(screen.contains { $0.contains("nothing is violated in 7 steps") }, "\(screen.joined(separator: "\n"))")
      #expect(screen.contains { $0.contains("7  message(increment)") && $0.contains("2 → 3") })
      // A session with other models is a violation.
      try terminal.type(
        "clear; sed 's/value: 2/value: 7/' session > other; ElmButtonsChecks replay other\n")
      try terminal.wait(for: "the session leads to the models that were recorded")
      try terminal.wait(for: "violated after 2 steps")
    }
  }
}

import TerminalTesting
import Testing

@Suite(.needsTerminal, .ownThreads, .timeLimit(.minutes(20))) struct ElmMemosTests {
  private static let footer = ["", "arrows move, return presses, q quits"]
  private static let footerOfField = ["", "arrows move, return ends the text"]

  @Test func `folders are named, memos are typed and deleted, and the ways back lead back`() throws {
    try TerminalSession.run(with: "ElmMemos") { terminal in
      try terminal.type("ElmMemos\n")
      try terminal.wait(forScreen: ["Folders [>add<]   no memo chosen", ""] + Self.footer)

      // In a field, q and the space bar type characters.
      try terminal.press("Enter")
      try terminal.type("q tea")
      try terminal.wait(
        forScreen: ["A new folder", "", "{>q tea_<}", "", "[ Cancel ] [ Add ]"] + Self.footerOfField)
      try terminal.press("Enter")
      try terminal.wait(forScreen: ["Folders [>add<]   no memo chosen", "", "[ q tea ] >"] + Self.footer)

      try terminal.press("Down", "Enter", "Enter")
      try terminal.wait(for: "[ new ] [ delete ]")
      try terminal.press("Down", "Enter")
      try terminal.wait(for: "Memo 1")
      // The focus moves down to the field, past the way back from the detail.
      try terminal.press("Down", "Down", "Down", "BSpace", "BSpace", "BSpace")
      try terminal.type("milk")
      try terminal.wait(for: "{>milk_<}")
      // A move of the focus ends the text.
      try terminal.press("Down")
      try terminal.wait(
        forScreen: [
          "[>< Folders<] q tea [ compose ]   [ < ]", "", "[ milk ] [ delete ]               Memo 1",
          "                                  ------", "", "                                  { milk }",
        ] + Self.footer)
      try terminal.press("Up", "Up", "Enter")
      try terminal.wait(for: "no memo chosen")
      try terminal.press("Enter")
      try terminal.wait(forScreen: ["[ < Folders ] q tea [>compose<]   no memo chosen", ""] + Self.footer)
      try terminal.press("Up", "Enter")
      try terminal.wait(for: "[ q tea ] >")
      try terminal.press("q")
      try terminal.wait(for: "$")
    }
  }

  @Test func `an alert is cancelled by its button`() throws {
    try TerminalSession.run(with: "ElmMemos") { terminal in
      try terminal.type("ElmMemos\n")
      try terminal.wait(for: "[>add<]")
      try terminal.press("Enter")
      try terminal.wait(forScreen: ["A new folder", "", "{>_<}", "", "[ Cancel ] [ Add ]"] + Self.footerOfField)
      try terminal.press("x", "Down", "Enter")
      try terminal.wait(forScreen: ["Folders [>add<]   no memo chosen", ""] + Self.footer)
      try terminal.press("q")
      try terminal.wait(for: "$")
    }
  }
}

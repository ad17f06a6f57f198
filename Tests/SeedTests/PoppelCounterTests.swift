import Foundation
import TerminalTesting
import Testing

@Suite(.needsTerminal, .ownThreads, .timeLimit(.minutes(20))) struct PoppelCounterTests {
  private static func counter(_ count: Int, focus: Int = 0) -> [String] {
    [
      focus == 0 ? "[>Increase (+)<]" : "[ Increase (+) ]",
      "",
      "Current: \(count)",
      "",
      focus == 1 ? "[>Decrease (-)<]" : "[ Decrease (-) ]",
      "",
      "arrows move, return presses, q quits",
    ]
  }

  @Test func `the counter counts what is pressed`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("PoppelCounter\n")
      try terminal.wait(forScreen: Self.counter(0))
      try terminal.press("Enter", "Enter", "Space")
      try terminal.wait(forScreen: Self.counter(3))
      try terminal.press("Down", "Enter")
      try terminal.wait(forScreen: Self.counter(2, focus: 1))
      try terminal.press("Tab")
      try terminal.wait(forScreen: Self.counter(2))
      try terminal.press("BTab", "Enter", "Enter", "Enter")
      try terminal.wait(forScreen: Self.counter(-1, focus: 1))
      try terminal.press("q")
      try terminal.wait(for: "PoppelCounter")
      try terminal.type("echo code $?\n")
      try terminal.wait(for: "code 0")
    }
  }

  @Test func `a counter that was suspended goes on where it was`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("PoppelCounter\n")
      try terminal.wait(forScreen: Self.counter(0))
      try terminal.press("Enter", "Enter", "C-z")
      try terminal.wait(for: "Stopped")
      // The shell has its terminal back, and shows what is typed.
      try terminal.type("echo shell is here\n")
      try terminal.wait(for: "$ echo shell is here")
      try terminal.type("fg\n")
      try terminal.wait(forScreen: Self.counter(2))
      try terminal.press("Enter")
      try terminal.wait(forScreen: Self.counter(3))
      // SIGSTOP cannot be caught, so the program learns of this suspension only when it is continued.
      try terminal.kill("STOP", "PoppelCounter")
      try terminal.wait(for: "Stopped")
      try terminal.type("stty sane; fg\n")
      try terminal.wait(forScreen: Self.counter(3))
      try terminal.press("q")
      // The screen of the shell is back.
      try terminal.wait(for: "$ echo shell is here")
    }
  }

  /// The shell's code for a program that a signal ended is 128 plus the number of the signal.
  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)])
  func `a signal ends the program, and leaves the terminal as it was`(signal: String, code: Int) throws {
    try TerminalSession.run { terminal in
      let ending = "code=$?; stty -g > after; echo ended by $code"
      try terminal.type("stty -g > before; PoppelCounter; \(ending)\n")
      try terminal.wait(forScreen: Self.counter(0))
      try terminal.resize(columns: 12, rows: 16)
      try terminal.wait(for: "[>Increase<]")
      try terminal.resize(columns: 60, rows: 16)
      try terminal.wait(forScreen: Self.counter(0))
      if signal == "INT" {
        try terminal.press("C-c")
        // The shell drops the rest of its line. The prompt is awaited, because text typed before the program ends is lost.
        let line = ["$ stty -g > before; PoppelCounter; code=$?; stty -g > after;", " echo ended by $code"]
        try terminal.wait(forScreen: line + ["", "$"])
        try terminal.type("\(ending)\n")
      } else {
        try terminal.kill(signal, "PoppelCounter")
      }
      try terminal.wait(for: "ended by \(code)")
      let modes = try ["before", "after"].map {
        try String(contentsOf: terminal.folder.appendingPathComponent($0), encoding: .utf8)
      }
      #expect(modes[0] == modes[1])
      #expect(!modes[0].isEmpty)
    }
  }

  @Test func `without a terminal, the program says so`() throws {
    try TerminalSession.run(columns: 100) { terminal in
      try terminal.type("PoppelCounter < /dev/null; echo code $?\n")
      try terminal.wait(for: "Standard input and output are no terminal; start this program in one.")
      try terminal.wait(for: "code 64")
    }
  }
}

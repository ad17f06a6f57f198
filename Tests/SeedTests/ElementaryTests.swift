import TerminalTesting
import Testing

@Suite(.needsTerminal, .ownThreads, .timeLimit(.minutes(20))) struct ElementaryTests {
  private static func screen(count: Int, seconds: Int = 0, isStopped: Bool = false) -> [String] {
    [
      "count: \(count)",
      "seconds: \(seconds)",
      isStopped ? "stopped" : "",
      "+ - 0 count; s, x and r start, stop and reset; p stops and resumes; q quits",
    ]
  }

  @Test func `the counter counts, and never below zero`() throws {
    try TerminalSession.run(columns: 80) { terminal in
      try terminal.type("ElementaryTerminal\n")
      try terminal.wait(forScreen: Self.screen(count: 0))
      try terminal.type("+++-")
      try terminal.wait(forScreen: Self.screen(count: 2))
      try terminal.type("----+")
      try terminal.wait(forScreen: Self.screen(count: 1))
      try terminal.type("0++")
      try terminal.wait(forScreen: Self.screen(count: 2))
      try terminal.type("q")
      try terminal.wait(for: "ElementaryTerminal")
      try terminal.type("echo code $?\n")
      try terminal.wait(for: "code 0")
    }
  }

  @Test func `the stopwatch counts seconds from start, and is reset`() throws {
    try TerminalSession.run(columns: 80) { terminal in
      try terminal.type("ElementaryTerminal\n")
      try terminal.wait(forScreen: Self.screen(count: 0))
      try terminal.type("s")
      try terminal.wait(forScreen: Self.screen(count: 0, seconds: 1))
      try terminal.wait(forScreen: Self.screen(count: 0, seconds: 2))
      try terminal.type("r+")
      try terminal.wait(forScreen: Self.screen(count: 1))
    }
  }

  @Test func `a stopped counter drops what is pressed, and a resumed one goes on where it was`() throws {
    try TerminalSession.run(columns: 80) { terminal in
      try terminal.type("ElementaryTerminal\n")
      try terminal.wait(forScreen: Self.screen(count: 0))
      try terminal.type("++p0p+p")
      try terminal.wait(forScreen: Self.screen(count: 3, isStopped: true))
      try terminal.type("p+")
      try terminal.wait(forScreen: Self.screen(count: 4))
    }
  }

  @Test func `suspended and resumed, the counter and the stopwatch go on`() throws {
    try TerminalSession.run(columns: 80) { terminal in
      try terminal.type("ElementaryTerminal\n")
      try terminal.wait(forScreen: Self.screen(count: 0))
      try terminal.type("++s")
      try terminal.wait(forScreen: Self.screen(count: 2, seconds: 1))
      try terminal.press("C-z")
      try terminal.wait(for: "Stopped")
      try terminal.type("echo shell is here\n")
      try terminal.wait(for: "$ echo shell is here")
      try terminal.type("fg\n")
      try terminal.wait(for: "count: 2")
      try terminal.wait(for: "seconds: 4")
      try terminal.type("+")
      try terminal.wait(for: "count: 3")
    }
  }
}

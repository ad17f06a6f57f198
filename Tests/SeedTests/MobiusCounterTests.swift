import TerminalTesting
import Testing

@Suite(.needsTerminal, .ownThreads, .timeLimit(.minutes(20))) struct MobiusCounterTests {
  private static func counter(_ count: Int) -> [String] {
    ["count: \(count)", "", "+ increments, - decrements, p stops, q quits"]
  }

  private static func stopped(_ count: Int) -> [String] {
    ["count: \(count) (stopped)", "", "p goes on, r goes on from zero, q quits"]
  }

  /// A shell command that prints `bell 1` if the bell has rung in the terminal's window, and otherwise `bell 0`.
  private static let askForBell = "tmux display-message -p 'bell #{window_bell_flag}'\n"

  @Test func `the counter counts, and the bell rings instead of counting below zero`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("MobiusCounter\n")
      try terminal.wait(forScreen: Self.counter(0))
      try terminal.type("++-")
      try terminal.wait(forScreen: Self.counter(1))
      try terminal.type("-q")
      try terminal.wait(for: "$ MobiusCounter")
      try terminal.type(Self.askForBell)
      try terminal.wait(for: "bell 0")
      try terminal.type("MobiusCounter\n")
      try terminal.wait(forScreen: Self.counter(0))
      try terminal.type("--+")
      try terminal.wait(forScreen: Self.counter(1))
      try terminal.press("q")
      try terminal.wait(for: "$ MobiusCounter")
      try terminal.type(Self.askForBell)
      try terminal.wait(for: "bell 1")
    }
  }

  @Test func `a stopped counter counts nothing, and goes on where it was or from another model`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("MobiusCounter\n")
      try terminal.wait(forScreen: Self.counter(0))
      try terminal.type("++")
      // An event that is still queued when the loop stops is dropped.
      try terminal.wait(forScreen: Self.counter(2))
      try terminal.type("p")
      try terminal.wait(forScreen: Self.stopped(2))
      try terminal.type("+++p")
      try terminal.wait(forScreen: Self.counter(2))
      try terminal.type("+")
      try terminal.wait(forScreen: Self.counter(3))
      try terminal.type("pr")
      try terminal.wait(forScreen: Self.counter(0))
      try terminal.type("+")
      try terminal.wait(forScreen: Self.counter(1))
    }
  }

  @Test func `a counter that was suspended goes on where it was`() throws {
    try TerminalSession.run { terminal in
      try terminal.type("MobiusCounter\n")
      try terminal.wait(forScreen: Self.counter(0))
      try terminal.type("++")
      try terminal.wait(forScreen: Self.counter(2))
      try terminal.press("C-z")
      try terminal.wait(for: "Stopped")
      try terminal.type("fg\n")
      try terminal.wait(forScreen: Self.counter(2))
      try terminal.type("+")
      try terminal.wait(forScreen: Self.counter(3))
      try terminal.type("p")
      try terminal.wait(forScreen: Self.stopped(3))
      // A loop that was stopped before the suspension stays stopped.
      try terminal.press("C-z")
      // The screen is the shell's again, and has the `fg` that was typed before.
      try terminal.wait(for: "fg")
      try terminal.type("fg\n")
      try terminal.wait(forScreen: Self.stopped(3))
      try terminal.type("p+")
      try terminal.wait(forScreen: Self.counter(4))
    }
  }
}

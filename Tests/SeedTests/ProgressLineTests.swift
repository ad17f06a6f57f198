import TerminalTesting
import Testing

/// The progress line of a suite in a terminal.
@Suite(.serialized, .needsTerminal, .ownThreads, .timeLimit(.minutes(20))) struct ProgressLineTests {
  @Test func `a long check shows its progress, and leaves no progress line behind`() throws {
    try TerminalSession.run(columns: 100, rows: 20) { terminal in
      try terminal.type("clear; CounterChecks sample guarded --cases 50000000 --store off\n")
      let screen = try terminal.wait(for: " of 50 000 000 runs, ")
      let line = try #require(screen.last)
      // The progress is the last line of the screen: a line that is wider than the terminal would go on below.
      #expect(line.contains(/^GuardedCounter · guarded: [\d ]+ of 50 000 000 runs, .*\d/), "\(line)")
      try terminal.press("C-c")
      let end = try terminal.wait(for: "1 check: 1 inconclusive")
      #expect(end.contains { $0.contains("it was interrupted") })
      #expect(!end.contains { $0.contains("GuardedCounter · guarded: ") }, "\(end.joined(separator: "\n"))")
    }
  }

  @Test func `a quiet check that passes shows the summary alone`() throws {
    try TerminalSession.run(columns: 100, rows: 20) { terminal in
      // The whole screen is awaited: until `clear` runs, the screen shows the typed line.
      try terminal.type("clear; CounterChecks sample guarded --cases 100 --store off --quiet; echo code $?\n")
      try terminal.wait(forScreen: ["1 check: 1 passed (1 sampled)", "code 0", "$"])
    }
  }
}

import Foundation
import TerminalTesting
import Testing

/// `replay --interactive` of the built command, with real keys in a real terminal.
@Suite(.needsTerminal, .serialized, .throwAwayPackage, .timeLimit(.minutes(30))) struct SteppingEndToEndTests {
  private let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  /// Writes a counterexample to the package's store.
  private func store(_ check: String, _ property: String, _ steps: [String], as file: String) throws {
    let steps = steps.map { "\"\($0)\"" }.joined(separator: ", ")
    try package.write(
      """
      {"version": 1, "module": "\(check.prefix { $0 != " " })", "check": "\(check)", "property": "\(property)",
       "place": "Checks/Checks.swift:7", "status": "failing", "steps": [\(steps)]}

      """, to: "Gate/.tea-check/\(file)")
  }

  /// Builds the suite, stores two counterexamples, and runs a test in a shell in the package's folder. When the test begins,
  /// the screen has the word `before` and a prompt.
  private func inTerminal(
    columns: Int = 80, rows: Int = 18, checks: String = ThrowAwayPackage.shelfChecks,
    _ test: (TerminalSession) throws -> Void
  ) async throws {
    try package.install(checks: checks)
    let list = try await package.teaCheck("list")
    #expect(list.code == 0, "\(list.errors)")
    try store(
      "Turnstile · one coin, one person", "nobody passes for free", ["coin", "push", "push"], as: "gate.json")
    try store("Shelf · tidy", "update never traps", ["put", "take", "take", "take"], as: "shelf.json")
    try TerminalSession.run(columns: columns, rows: rows, with: "tea-check") { terminal in
      // The command would build the suite again if `PATH` differed from that of the build.
      try terminal.type("PATH='\(package.library.searchPath)'; cd '\(package.path)'\n")
      try terminal.type("clear; echo before; stty -a > ../before\n")
      try terminal.wait(forScreen: ["before", "$"])
      try test(terminal)
    }
  }

  /// Expects that the terminal has the settings that it had before the command.
  private func expectRestored(
    _ terminal: TerminalSession, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.type("clear; stty -a > ../after && echo ended\n")
    try terminal.wait(forScreen: ["ended", "$"])
    func settings(_ file: String) throws -> String {
      try String(contentsOf: package.folder.appendingPathComponent(file), encoding: .utf8)
    }
    #expect(try settings("before") == settings("after"), sourceLocation: sourceLocation)
  }

  private static let footer = "→ recorded  ← back  ↑ ↓ choose  return take  m model  ? help  q quit"

  private static func screen(_ lines: [String], rows: Int = 18) -> [String] {
    lines + Array(repeating: "", count: rows - 1 - lines.count) + [footer]
  }

  private static let startScreen = screen([
    "Turnstile · one coin, one person", "step 0 of 3  .tea-check/gate.json", "",
    "start", "",
    "model  paid: 0  passed: 0  isOpen: false", "",
    "next", "> coin   recorded", "  push",
  ])

  private static let screenAfterPassing = screen([
    "Turnstile · one coin, one person", "step 2 of 3  .tea-check/gate.json", "",
    "push", "  passed: 0 → 1", "",
    "model  paid: 1  passed: 1  isOpen: true", "",
    "next", "  coin", "> push   recorded",
  ])

  private static let screenAfterViolation = screen([
    "Turnstile · one coin, one person", "step 3 of 3  ✗  .tea-check/gate.json", "",
    "push", "✗ “nobody passes for free”  Checks/Checks.swift:7", "  passed: 1 → 2", "",
    "model  paid: 1  passed: 2  isOpen: true", "",
    "next", "> coin", "  push", "the recording ends here",
  ])

  private static let screenOffTheRecording = screen([
    "Turnstile · one coin, one person", "step 3, off the recording since step 2 of 3  .tea-check/gate.json", "",
    "coin", "  paid: 1 → 2", "",
    "model  paid: 2  passed: 1  isOpen: true", "",
    "next", "> coin", "  push",
  ])

  private static let command = "tea-check replay .tea-check/gate.json --interactive"

  @Test func `keys step forwards and backwards, leave the recording and return to it, and quit`() async throws {
    try await inTerminal { terminal in
      try terminal.type("\(Self.command); echo code $?\n")
      try terminal.wait(forScreen: Self.startScreen)
      try terminal.press("Right", "l")
      try terminal.wait(forScreen: Self.screenAfterPassing)
      try terminal.press("Space")
      try terminal.wait(forScreen: Self.screenAfterViolation)
      try terminal.press("Left")
      try terminal.wait(forScreen: Self.screenAfterPassing)
      try terminal.press("Up", "Enter")
      try terminal.wait(forScreen: Self.screenOffTheRecording)
      try terminal.press("Down", "Enter", "h", "h", "End")
      try terminal.wait(forScreen: Self.screenAfterViolation)
      try terminal.press("0")
      try terminal.wait(forScreen: Self.startScreen)
      // After a change of the size, the screen is drawn again at once.
      try terminal.resize(columns: 40, rows: 12)
      try terminal.wait(forScreen: Self.startScreen.prefix(10) + ["", "? help  q quit"])
      try terminal.resize(columns: 80, rows: 18)
      try terminal.wait(forScreen: Self.startScreen)
      try terminal.press("q")
      try terminal.wait(forScreen: ["before", "$ \(Self.command); echo code $?", "code 0", "$"])
      try expectRestored(terminal)
    }
  }

  @Test func `a step that traps is shown, and the session continues before it`() async throws {
    let checks = ThrowAwayPackage.allChecks.replacing(
      "case .take: model",
      with: #"case .take where model.books.isEmpty: fatalError("no book"); case .take: model"#)
    try await inTerminal(checks: checks) { terminal in
      try terminal.type("tea-check replay .tea-check/shelf.json --interactive\n")
      try terminal.wait(for: "step 0 of 4")
      try terminal.press("End")
      let screen = try terminal.wait(for: "✗ take ends the program: update traps")
      #expect(screen[1] == "step 3 of 4  .tea-check/shelf.json")
      let message = try #require(screen.first { $0.contains("Fatal error: no book") }, "\(screen)")
      #expect(message.hasPrefix("  Checks/Checks.swift:"))
      #expect(screen.contains("model  books: []"))
      #expect(screen.contains("> take   recorded"))
      // A trap off the recording is shown as well, and the session can continue after it.
      try terminal.press("Home", "k", "Enter")
      try terminal.wait(for: "step 1, off the recording since step 0 of 4")
      try terminal.press("Enter")
      try terminal.wait(for: "✗ take ends the program: update traps")
      try terminal.press("j", "Enter")
      try terminal.wait(for: "step 2, off the recording since step 0 of 4")
      try terminal.press("End")
      try terminal.wait(for: "step 3 of 4")
      try terminal.press("Down", "Enter")
      try terminal.wait(for: "step 4, off the recording since step 3 of 4")
      try terminal.press("q")
      try terminal.wait(forScreen: ["before", "$ tea-check replay .tea-check/shelf.json --interactive", "$"])
      try expectRestored(terminal)
    }
  }

  @Test func `Ctrl-C, SIGTERM and suspension restore the terminal, and a killed suite is started again`() async throws {
    try await inTerminal { terminal in
      try terminal.type("\(Self.command); echo code $?\n")
      try terminal.wait(forScreen: Self.startScreen)
      try terminal.press("l", "C-c")
      try terminal.wait(forScreen: ["before", "$ \(Self.command); echo code $?", "code 0", "$"])
      try expectRestored(terminal)

      try terminal.type("clear; \(Self.command); echo code $?\n")
      try terminal.wait(forScreen: Self.startScreen)
      try terminal.kill("TERM", "tea-check")
      // The shell adds 128 to the number of the signal, which is 15 for SIGTERM.
      try terminal.wait(for: "code 143")
      try expectRestored(terminal)

      try terminal.type("clear; \(Self.command)\n")
      try terminal.wait(forScreen: Self.startScreen)
      try terminal.press("C-z")
      try terminal.wait(for: "Stopped")
      try expectRestored(terminal)
      try terminal.type("fg\n")
      try terminal.wait(forScreen: Self.startScreen)
      try terminal.press("l", "l")
      try terminal.wait(forScreen: Self.screenAfterPassing)
      // The command starts another process of the suite after one was killed.
      try terminal.kill("KILL", "Checks", of: "tea-check")
      try terminal.press("l")
      try terminal.wait(forScreen: Self.screenAfterViolation)
      try terminal.press("C-d")
      try terminal.wait(for: "$")
      try expectRestored(terminal)
    }
  }

  @Test func `without a terminal the error says what to do instead`() async throws {
    try package.install()
    try store(
      "Turnstile · one coin, one person", "nobody passes for free", ["coin", "push", "push"], as: "gate.json")
    let run = try await package.teaCheck("replay", ".tea-check/gate.json", "--interactive")
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(
      run.errors == """
        Error: Standard input and output are no terminal, which '--interactive' needs; leave it out, and the steps are \
        printed
        See 'tea-check --help' for more information.

        """)
  }
}

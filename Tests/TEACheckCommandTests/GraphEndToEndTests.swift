import TEASupport
import Foundation
import TEACheck
import Testing

/// `tea-check graph`, `tea-check coverage`, and the notes of `tea-check check` about coverage, as a user runs them.
@Suite(.serialized, .throwAwayPackage) struct GraphEndToEndTests {
  let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  private func text(of name: String) throws -> String {
    try String(contentsOf: package.folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func aGraphIsPrinted() async throws {
    try package.install()
    let run = try await package.teaCheck("graph", "Chatter")
    #expect(
      run.output == """
        digraph "Chatter" {
          rankdir=LR
          node [shape=box, style=rounded, fontname="Helvetica", fontsize=10]
          edge [fontname="Helvetica", fontsize=9]
          start0 [shape=point, label=""]
          start0 -> 0
          0 [label="0"]
          1 [label="1"]
          2 [label="2"]
          0 -> 1 [label="talk"]
          1 -> 2 [label="talk"]
          2 -> 0 [label="talk"]
        }

        """)
    // The module prints this line in each step. It goes to standard error, and not into the graph.
    let printed = Set(run.errors.split(separator: "\n"))
    #expect(printed == [#"{"version":1,"kind":"check","module":"Chatter","name":"","place":"","verdict":"trapped"}"#])
    #expect(run.code == 0)
    expect(
      try await package.teaCheck("graph", "counting", "--format", "aut", "--depth", "2"), code: 0,
      output: """
        des (0, 2, 3)
        (0, "more", 1)
        (1, "more", 2)

        """, errors: "note: the graph is not whole: 1 world not expanded\n")
  }

  @Test func aGraphThatCannotBeDrawnSaysWhy() async throws {
    try package.install()
    let hint = "\nSee 'tea-check --help' for more information.\n"
    expect(
      try await package.teaCheck("graph", "Safe", "-o", "\(package.folder.path)/nowhere/safe.aut"), code: 70,
      errors: "Error: '<folder>/nowhere/safe.aut' cannot be written: its folder does not exist\n")
    expect(
      try await package.teaCheck("graph", "Safe", "-o", "safe.png"), code: 64,
      errors: "Error: The extension of 'safe.png' names no format; it must be one of .dot, .mmd, .json, .aut, .html"
        + hint)
    expect(
      try await package.teaCheck("graph", "Safe", "-o", "\(package.folder.path)/safe.dot"), code: 64,
      errors: "Error: The graph of 'Safe' has 8 000 nodes, too many for a picture of 500: look less far with --depth, "
        + "or allow more with --limit 8000, or write .aut or .json, which have no limit\n")
    #expect(!FileManager.default.fileExists(atPath: "\(package.folder.path)/safe.dot"))
    expect(
      try await package.teaCheck("graph", "Safe", "Dial"), code: 64,
      errors: "Error: A graph shows one check; choose one of 'Dial', 'Safe'" + hint)
    let trapped = try await package.teaCheck("graph", "tidy")
    #expect(trapped.code == 1)
    #expect(
      trapped.errors.hasSuffix(
        "Error: There is no graph of 'Shelf · tidy': a step trapped, and Checks died (it was killed by signal 4). The "
          + "steps stand above; 'tea-check check' shrinks them.\n"), "\(trapped.errors)")
    #expect(
      trapped.errors.contains("\nShelf · tidy: a step traps, the last of these:\n    take\n    take\n"),
      "\(trapped.errors)")
    // No generator can be derived for the messages of `Dial`.
    let dial = try await package.teaCheck("graph", "Dial")
    #expect(dial.code == 70)
    #expect(dial.errors.hasPrefix("Error: "))
  }

  @Test func aDeadMessageAndAnUnmetConditionAreNamed() async throws {
    try package.install(gate: ThrowAwayPackage.deadGate, checks: ThrowAwayPackage.deadChecks)
    expect(
      try await package.teaCheck("check", "--require-complete"), code: 0,
      output: """
        ✓ Turnstile  complete · 13 worlds · 39 transitions · depth 6 · 0.00 s
          note: never offered in any reachable world: saw
          note: changes nothing in any reachable world: rattle
          note: “nobody passes for free” says nothing: nothing reachable satisfies its condition (Checks/Checks.swift:8)

        1 check: 1 passed (1 complete)

        """)
  }

  @Test func theExtensionOfTheFileChoosesTheFormatOfTheGraph() async throws {
    try package.install(gate: ThrowAwayPackage.deadGate, checks: ThrowAwayPackage.deadChecks)
    for format in ["dot", "mmd", "json", "aut", "html"] {
      let name = "turnstile.\(format)"
      let run = try await package.teaCheck("graph", "Turnstile", "-o", "\(package.folder.path)/\(name)")
      expect(run, code: 0)
      let text = try text(of: name)
      switch format {
      case "dot": #expect(text.hasPrefix("digraph \"Turnstile\" {\n"))
      case "mmd": #expect(text.hasPrefix("---\ntitle: \"Turnstile\"\n---\nflowchart LR\n"))
      case "json": #expect(try JSON(parsing: text)["edges"]?.array?.count == 39)
      case "aut": #expect(text.hasPrefix("des (0, 39, 13)\n"))
      default: #expect(text.hasPrefix("<!doctype html>\n"))
      }
    }
  }

  @Test func aGraphWithAllWorldsOfTheScopeIsNotSaidToLackAny() async throws {
    try package.install(
      gate: ThrowAwayPackage.deadGate.replacing("push, rattle", with: "push, rattle(String)"),
      checks: ThrowAwayPackage.deadChecks.replacing("Messages { _ in [.coin, .push, .rattle] }", with: ""))
    expect(
      try await package.teaCheck("graph", "Turnstile", "-o", "\(package.folder.path)/scope.aut"), code: 0,
      errors: "note: the graph is complete within the scope\n")
  }

  @Test func linesThatNoWorldExecutesAreListed() async throws {
    try package.install(gate: ThrowAwayPackage.deadGate, checks: ThrowAwayPackage.deadChecks)
    expect(
      try await package.teaCheck("coverage"), code: 0,
      output: """
        ✓ Turnstile  complete · 13 worlds · 39 transitions · depth 6 · 0.00 s

        Sources/Gate/Turnstile.swift: 2 lines that no reachable world executes
          19  model.paid = model.passed
          24  case .saw: model = Model(paid: 0, passed: 1, isOpen: true)

        """)
    expect(
      try await package.teaCheck("coverage", "--format", "json", "--depth", "1"), code: 0,
      output: #"""
        {"version":1,"kind":"unexecuted","path":"Sources/Gate/Turnstile.swift","proof":false,"lines":[\#
        {"line":17,"text":"guard model.paid < 3 else { return }","part":"{ return }"},\#
        {"line":19,"text":"model.paid = model.passed"},\#
        {"line":24,"text":"case .saw: model = Model(paid: 0, passed: 1, isOpen: true)"},\#
        {"line":27,"text":"model.passed += 1"},{"line":28,"text":"model.isOpen = false"}]}

        """#)
  }

  @Test func someOfTheChecksProveNothingOfLines() async throws {
    let second = #"Specification(of: Turnstile.self) { Messages { _ in [.saw] } }.check("sawn")"#
    try package.install(
      gate: ThrowAwayPackage.deadGate,
      checks: ThrowAwayPackage.deadChecks.replacing("    .check()\n", with: "    .check()\n    \(second)\n"))
    for (name, word) in [("Turnstile", "reachable"), ("sawn", "explored")] {
      let run = try await package.teaCheck("coverage", name)
      #expect(run.code == 0 && run.output.contains(" that no \(word) world executes\n"), "\(run.output)\(run.errors)")
    }
  }

  @Test func lineCoverageExploresBeyondAViolation() async throws {
    // The faulty gate, which has no message `rattle`, violates the property of these checks.
    try package.install(checks: ThrowAwayPackage.deadChecks.replacing(", .rattle", with: ""))
    let run = try await package.teaCheck("coverage", "--depth", "8")
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("\nSources/Gate/Turnstile.swift: every line is executed in some explored world\n"))
  }
}

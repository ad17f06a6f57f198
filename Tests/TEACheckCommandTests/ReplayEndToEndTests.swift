import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// Counterexamples that the built command keeps, replays and prints as tests, in a throw-away package.
@Suite(.serialized, .throwAwayPackage) struct ReplayEndToEndTests {
  private let package: ThrowAwayPackage

  init() throws {
    package = try #require(ThrowAwayPackage.current)
    try? FileManager.default.removeItem(at: store)
    try package.write(package.manifest, to: "Gate/Package.swift")
  }

  private var root: URL { package.folder.appendingPathComponent("Gate") }
  private var store: URL { root.appendingPathComponent(".tea-check") }

  private func teaCheck(_ arguments: String...) async throws -> CommandRun {
    try await package.teaCheck(arguments, in: root, storesCounterexamples: true)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: store.path).sorted()
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOf: store.appendingPathComponent(file), encoding: .utf8)
  }

  private static let story = """

          start  paid: 0  passed: 0  isOpen: false
       1  coin   paid: 0 → 1  isOpen: false → true
       2  push   passed: 0 → 1
       3  push   passed: 1 → 2   ✗
    """

  @Test func `a counterexample and settings are read from pipes`() async throws {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    _ = try await teaCheck("check", "Turnstile")
    let (command, file) = (try ThrowAwayPackage.executable().path, try #require(try files().first))
    let run = try await package.run(
      URL(fileURLWithPath: "/bin/bash"),
      ["-c", "'\(command)' replay <(cat '.tea-check/\(file)') --config <(echo '{\"scope\": 2}')"], in: root,
      storesCounterexamples: true)
    #expect(run.code == 1 && run.output.contains("replayed from /dev/fd/"), "\(run)")
  }

  @Test func `a folder stands for the counterexamples in it`() async throws {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    _ = try await teaCheck("check", "Turnstile")
    let file = try #require(try files().first)
    try package.write("no counterexample", to: "Gate/.tea-check/notes.txt")
    let replayOfFile = try await teaCheck("replay", ".tea-check/\(file)")
    for folder in [".tea-check", ".tea-check/"] {
      let run = try await teaCheck("replay", folder)
      #expect(run.code == 1 && run.output == replayOfFile.output, "\(run)")
    }
    let run = try await teaCheck("replay", "Sources")
    #expect(run.code == 64)
    #expect(
      run.errors == """
        Error: There is nothing to replay in the folder 'Sources': it has no files that end in .json
        See 'tea-check --help' for more information.

        """)
  }

  @Test func aKeptViolationIsReplayedFirstAlsoAfterTheMessagesGetAnotherCase() async throws {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    let first = try await teaCheck("check", "Turnstile")
    let file = try #require(try files().first)
    #expect(try files().count == 1)
    let token = try #require(try JSON(parsing: try text(file))["token"]?.string)
    #expect(first.code == 1)
    #expect(
      first.output == """
        ✗ Turnstile · nobody passes for free   Checks/Checks.swift:7
          in the check “one coin, one person”
          violated after 3 steps · shortest · explored 7 worlds to depth 3
        \(Self.story)

          note: messages (derived, any at any time): coin, push
          again   swift run tea-check check 'Turnstile · one coin, one person'
          replay  swift run tea-check replay .tea-check/\(file)
          token   \(token)

        1 check: 1 violated

        """)

    let second = try await teaCheck("check", "Turnstile")
    #expect(second.code == 1)
    #expect(
      second.output
        == first.output.replacing(
          "shortest · explored 7 worlds to depth 3", with: "shortest, when it was found · stored in .tea-check/\(file)")
    )

    for name in [".tea-check/\(file)", token] {
      let replay = try await teaCheck("replay", name)
      // A token holds the steps and nothing of the search.
      let search = name == token ? "" : "shortest, when it was found · "
      #expect(replay.code == 1)
      #expect(
        replay.output == """
          ✗ Turnstile · nobody passes for free   Checks/Checks.swift:7
            in the check “one coin, one person”
            violated after 3 steps · \(search)replayed from \(name)
          \(Self.story)

            again   swift run tea-check replay \(name)

          """)
    }

    // The message type gets another case in the middle.
    let gateWithKick = ThrowAwayPackage.faultyGate.replacing("case coin, push", with: "case coin, kick(Int), push")
      .replacing("switch message {", with: "switch message {\n    case .kick: break")
    try package.install(gate: gateWithKick, checks: ThrowAwayPackage.turnstileChecks)
    let withKick = try await teaCheck("check", "Turnstile")
    #expect(withKick.code == 1)
    #expect(
      withKick.output.contains(
        "violated after 3 steps · shortest, when it was found · stored in .tea-check/\(file)\n\(Self.story)\n"))

    // A case of the message type is renamed.
    try package.install(
      gate: ThrowAwayPackage.faultyGate.replacing("push", with: "pass"), checks: ThrowAwayPackage.turnstileChecks)
    let renamed = try await teaCheck("replay", ".tea-check/\(file)")
    #expect(renamed.code == 64)
    let problem = """
      Step 2, 'push', does not fit Turnstile any more: Turnstile.Message has no case 'push'; the nearest is 'pass'
      """
    #expect(
      renamed.output == "✗ Turnstile · one coin, one person  cannot be replayed   Checks/Checks.swift:6\n  \(problem)\n"
    )
    let searched = try await teaCheck("check", "Turnstile")
    #expect(searched.code == 1)
    #expect(
      searched.output.contains(
        "  note: .tea-check/\(file) is not replayed. \(problem)\n  Fix the file, or delete it.\n"))
    #expect(searched.output.contains("· shortest ·"))

    // After the fix, the counterexample is kept as a regression.
    try package.install(gate: ThrowAwayPackage.fixedGate, checks: ThrowAwayPackage.turnstileChecks)
    for other in try files() where other != file {
      try FileManager.default.removeItem(at: store.appendingPathComponent(other))
    }
    for _ in 0..<2 {
      let fixed = try await teaCheck("check", "Turnstile")
      #expect(fixed.code == 0)
      #expect(fixed.output.contains("  note: replayed 1 stored counterexample: nothing is violated\n"))
      #expect(try text(file).contains(#""status": "regression""#))
    }
    let passing = try await teaCheck("replay", ".tea-check/\(file)")
    #expect(passing.code == 0)
    #expect(
      passing.output == """
        ✓ Turnstile · one coin, one person  not violated   Checks/Checks.swift:6
          nothing is violated in 3 steps · replayed from .tea-check/\(file)
          it violated “nobody passes for free”

              start  paid: 0  passed: 0  isOpen: false
           1  coin   paid: 0 → 1  isOpen: false → true
           2  push   passed: 0 → 1  isOpen: true → false
           3  push

        """)
  }

  @Test func anInvalidReplayIsAUsageError() async throws {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    _ = try await teaCheck("check", "Turnstile")
    let file = try #require(try files().first)
    func expect(_ arguments: [String], _ error: String, sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
      let run = try await package.teaCheck(arguments, in: root, storesCounterexamples: true)
      #expect(run.code == 64, sourceLocation: sourceLocation)
      #expect(run.output == "", sourceLocation: sourceLocation)
      #expect(
        run.errors == "Error: \(error)\nSee 'tea-check --help' for more information.\n", sourceLocation: sourceLocation)
    }
    try await expect(["replay"], "Name what to replay: a file under .tea-check/, or a token")
    try await expect(["replay", "nothing"], "There is no file 'nothing', and a token begins with tc1-")
    try await expect(["replay", "tc1-AAAA"], "The token cannot be read: it is cut off; copy all of it")
    try await expect(["check", "--as-test"], "The option '--as-test' is for 'replay' only")
    try await expect(
      ["replay", "tc1-AAAAAAAAAAA"],
      "The token is of a check that no suite of this package holds; 'tea-check list' shows them")
    let stored = try text(file)
    try package.write(stored.replacing("Turnstile · one", with: "Turnstyle · one"), to: "Gate/.tea-check/a.json")
    try await expect(
      ["replay", ".tea-check/a.json"],
      "'.tea-check/a.json' is of the check 'Turnstyle · one coin, one person', which no suite of this package holds; "
        + "did you mean 'Turnstile · one coin, one person'?")
    // Beside another file, it keeps that one neither from its replay nor from the reports.
    let both = try await teaCheck("replay", ".tea-check/a.json", ".tea-check/\(file)", "--xunit-output", "replay.xml")
    #expect(both.code == 1 && both.errors == "", "\(both.errors)")
    #expect(both.output.contains("✗ Turnstyle · one coin, one person  cannot be replayed   .tea-check/a.json:1\n"))
    #expect(both.output.contains("✗ Turnstile · nobody passes for free"), "\(both.output)")
    let report = try String(contentsOf: root.appendingPathComponent("replay.xml"), encoding: .utf8)
    #expect(report.contains("which no suite of this package holds") && report.contains("nobody passes for free"))
    try package.write(String(stored.prefix(40)), to: "Gate/.tea-check/a.json")
    try await expect(
      ["replay", ".tea-check/a.json"],
      "'.tea-check/a.json' is no stored counterexample: not JSON: “\"” is missing at byte 40")
  }

  /// Installs the search box of the examples, with its checks as a suite. If fixed, it ignores results of an earlier query.
  private func installSearchBox(isFixed: Bool) throws {
    let examples = checkoutFolder.appendingPathComponent("Examples/SearchBox")
    for name in try FileManager.default.contentsOfDirectory(atPath: examples.path) where name.hasSuffix(".swift") {
      var text = try String(contentsOf: examples.appendingPathComponent(name), encoding: .utf8)
      text.replace(/\n *\.knownIssue\([^\n]*\)/, with: "")
      if name == "SearchBox.swift", isFixed {
        text.replace("model.results = results", with: "if results.query == model.query { model.results = results }")
      }
      try package.write(text, to: "Gate/Sources/SearchBoxChecks/\(name)")
    }
    let target = """
      .executableTarget(
            name: "SearchBoxChecks", dependencies: [.product(name: "TEACheck", package: "TEACheck")]),
          .testTarget(
            name: "SearchBoxTests",
            dependencies: ["SearchBoxChecks", .product(name: "TEACheck", package: "TEACheck")]),
          .target(name: "Gate"
      """
    try package.write(
      package.manifest.replacing(".target(name: \"Gate\"", with: target), to: "Gate/Package.swift")
  }

  @Test func aSuiteThatDoesNotAnswerKeepsNoOtherFromRunning() async throws {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    try package.write("protocol CheckSuite {}\nprint(\"no suite\")\n", to: "Gate/Sources/Silent/main.swift")
    let target = """
      .executableTarget(
            name: "Silent", dependencies: ["Gate", .product(name: "TEACheck", package: "TEACheck")]),
          .target(name: "Gate"
      """
    try package.write(
      package.manifest.replacing(".target(name: \"Gate\"", with: target), to: "Gate/Package.swift")
    for _ in 0..<2 {
      let run = try await teaCheck("check", "--report", "report.html")
      #expect(run.code == 1)
      #expect(run.output.contains("✗ Turnstile · nobody passes for free"), "\(run.output)\(run.errors)")
      #expect(run.output.contains("✗ Silent"), "\(run.output)\(run.errors)")
      #expect(run.output.contains("  Silent does not answer as a check suite does (it exited with 0)."))
      #expect(run.output.hasSuffix("2 checks: 1 violated, 1 with errors\n"))
      let page = try String(contentsOf: root.appendingPathComponent("report.html"), encoding: .utf8)
      #expect(page.contains("nobody passes for free") && page.contains("Silent does not answer"))
    }
    // The error of a suite that lists no checks is reported for any name, because the named check may be one of its own.
    for names in [["Turnstile"], ["Turnstile", "Till"], ["Till"]] {
      let named = try await package.teaCheck(["check"] + names, in: root, storesCounterexamples: true)
      #expect(named.code == (names == ["Till"] ? 70 : 1), "\(named.output)")
      #expect(named.output.contains("✗ Silent") && named.output.contains("Turnstile") == (names != ["Till"]))
    }
    let list = try await teaCheck("list")
    #expect(list.code == 70)
    #expect(list.output == "Checks\n  Turnstile · one coin, one person   Checks/Checks.swift:6\n")
    #expect(list.errors.contains("Silent does not answer"))

    // Each report has the error of a package's only suite, which does not answer or cannot be built.
    let withoutChecks = package.manifest.replacing(/(?s),\n    \.executableTarget\(.*?\]\),\n  \]/, with: "\n  ]")
    try package.write(withoutChecks.replacing(".target(name: \"Gate\"", with: target), to: "Gate/Package.swift")
    for (source, problem) in [
      (
        "protocol CheckSuite {}\nprint(\"no suite\")\n",
        "Silent does not answer as a check suite does (it exited with 0)."
      ),
      ("protocol CheckSuite {}\nprint(1, nothing)\n", "The suite Silent cannot be built:"),
    ] {
      try package.write(source, to: "Gate/Sources/Silent/main.swift")
      let run = try await teaCheck("check", "--report", "lone.html", "--xunit-output", "lone.xml", "--format", "json")
      #expect(run.code == 70, "\(run.output)\(run.errors)")
      let verdicts = try run.output.split(separator: "\n").map { try JSON(parsing: String($0))["verdict"]?.string }
      #expect(verdicts == ["error"], "\(run.output)\(run.errors)")
      for file in ["lone.html", "lone.xml"] {
        let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
        #expect(text.contains(problem), "\(text)")
      }
    }
    try FileManager.default.removeItem(at: root.appendingPathComponent("Sources/Silent"))
  }

  @Test func aSessionIsReplayedInEachCheckOfItsModule() async throws {
    try package.install(checks: ThrowAwayPackage.manyChecksOfTurnstile)
    let steps = [("coin", 1, 0), ("push", 1, 1), ("push", 1, 2)].map { message, paid, passed in
      #"{"step":"\#(message)","model":"Model(paid: \#(paid), passed: \#(passed), isOpen: true)"}"# + "\n"
    }.joined()
    try package.write(
      #"{"version":1,"kind":"session","module":"Turnstile","start":"from Model(paid: 0, passed: 0, isOpen: false)"}"#
        + "\n" + steps, to: "Gate/session.jsonl")
    let replay = try await teaCheck("replay", "session.jsonl")
    #expect(replay.code == 1, "the worst decides")
    let headings = replay.output.split(separator: "\n").filter { "✓✗".contains($0.prefix(1)) }
    #expect(
      headings.map { $0.split(separator: "   ")[0] } == [
        "✗ Turnstile · nobody passes for free", "✗ Turnstile · is never open",
        "✓ Turnstile · counting  not violated",
      ], "\(replay.output)\(replay.errors)")
    let chosen = try await teaCheck("replay", "session.jsonl", "--filter", "counting")
    #expect(chosen.code == 0, "\(chosen.output)\(chosen.errors)")
    #expect(!chosen.output.contains("shut"))

    let test = try await teaCheck("replay", "session.jsonl", "--as-test")
    #expect(test.output.components(separatedBy: "@Test").count == 2, "\(test.output)")
    #expect(
      test.errors.hasSuffix(
        "note: the steps fit 3 checks, and this is the test of 'Turnstile · fair'; --filter chooses another\n"))
    let another = try await teaCheck("replay", "session.jsonl", "--as-test", "--filter", "shut")
    #expect(another.output.contains("$0.title == \"Turnstile · shut\""), "\(another.output)")

    // The live program resumed, and then trapped in a function of the standard library, at a step that nothing declares.
    let putRecords = [#"{"step":"put","model":"Model(books: [\"Emma\", \"Persuasion\"])"}"#]
    let resumeRecords = [#"{"resume":"from Model(books: [])"}"#, #"{"step":"take"}"#]
    try package.write(
      ([#"{"version":1,"kind":"session","module":"Shelf","start":"from Model(books: [\"Emma\"])"}"#] + putRecords
        + resumeRecords)
        .map { $0 + "\n" }.joined(), to: "Gate/shelf.jsonl")
    let line =
      1
      + (ThrowAwayPackage.manyChecksOfTurnstile.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains("model.books.remove(at: 0)") } ?? 0)
    let trapped = try await teaCheck("replay", "shelf.jsonl")
    #expect(trapped.code == 1)
    #expect(trapped.output.contains("  Checks/Checks.swift:\(line): Fatal error: Index out of range\n"))
    #expect(trapped.output.contains("✗ Shelf · update never traps"), "\(trapped.output)\(trapped.errors)")
    #expect(trapped.output.contains("trapped after 3 steps"), "\(trapped.output)")
    #expect(trapped.output.contains("note: nothing declares step 3, 'take'"), "\(trapped.output)")
    #expect(!trapped.output.contains("do not trap"), "\(trapped.output)")
  }

  @Test(.timeLimit(.minutes(20))) func thePrintedUnitTestFailsOnTheBugAndPassesOnTheFix() async throws {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    try package.write("", to: "Gate/Tests/SearchBoxTests/ReplayTest.swift")
    try installSearchBox(isFixed: false)
    #expect(try await teaCheck("check", "SearchBox · no guard").code == 1)
    let file = try #require(try files().first)
    #expect(file.hasPrefix("SearchBox-results-belong-to-the-query-"))
    let printed = try await teaCheck("replay", ".tea-check/\(file)", "--as-test")
    #expect(printed.code == 0)
    #expect(printed.errors == "")
    #expect(printed.output.contains("@Test func searchBoxNoGuardResultsBelongToTheQuery() throws {\n"))
    try package.write(printed.output, to: "Gate/Tests/SearchBoxTests/ReplayTest.swift")
    func test() async throws -> CommandRun {
      try await package.run(URL(fileURLWithPath: "/usr/bin/env"), ["swift", "test"], in: root)
    }
    let buggy = try await test()
    #expect(buggy.code == 1)
    #expect(buggy.output.contains("violated after 6 steps"), "\(buggy.output)\(buggy.errors)")
    try installSearchBox(isFixed: true)
    let fixed = try await test()
    #expect(fixed.code == 0, "\(fixed.output)\(fixed.errors)")
    #expect(fixed.output.contains("searchBoxNoGuardResultsBelongToTheQuery() passed"))
    try FileManager.default.removeItem(at: root.appendingPathComponent("Tests"))
  }
}

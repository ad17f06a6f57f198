import Foundation
import Testing

@testable import tea_check

/// `tea-check diff` between revisions, as a user runs it.
@Suite(.serialized, .throwAwayPackage) struct DiffEndToEndTests {
  let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  private func git(_ arguments: String...) throws { try runGit(arguments, in: package.folder.path) }

  /// Runs `tea-check diff` to depth 4. Its output has `<commit>` in place of each hash.
  private func diff(_ arguments: String...) async throws -> CommandRun { try await diff(arguments) }

  private func diff(_ arguments: [String]) async throws -> CommandRun {
    // Only a revision is searched: of two graphs, the worlds are known.
    let depth = arguments.contains { $0.hasSuffix(".json") } ? [] : ["--depth", "4"]
    var run = try await package.teaCheck(
      ["diff"] + arguments + depth + ["--package-path", package.path], in: package.folder)
    run.output = run.output.replacing(/\([0-9a-f]{7}\)/, with: "(<commit>)")
    return run
  }

  @Test func changesSinceARevisionAreReported() async throws {
    try package.install(checks: ThrowAwayPackage.turnstileChecks)
    try package.write(".build/\n*.txt\n", to: ".gitignore")
    try git("init", "--quiet", "--initial-branch", "main")
    try git("add", ".")
    try git("commit", "--quiet", "-m", "a turnstile that stays open")

    try package.install(gate: ThrowAwayPackage.fixedGate, checks: ThrowAwayPackage.turnstileChecks)
    expect(
      try await diff("main"), code: 1,
      output: """
        main (<commit>) → working tree: 1 file is not committed

        ≠ Turnstile · one coin, one person   differs after 2 steps

              start  paid: 0  passed: 0  isOpen: false
           1  coin   paid: 0 → 1  isOpen: false → true
           2  push   ≠
                main          passed: 0 → 1
                working tree  passed: 0 → 1  isOpen: true → false

          verdict     violated: nobody passes for free → passed
          worlds      10 in both
                      both: 3 worlds not expanded
          models      4 gone: paid: 1  passed: 1  isOpen: true
                              paid: 1  passed: 2  isOpen: true
                              paid: 2  passed: 2  isOpen: true
                              … and 1 more
                      4 new: paid: 1  passed: 1  isOpen: false
                             paid: 2  passed: 1  isOpen: false
                             paid: 3  passed: 1  isOpen: false
                             … and 1 more

        1 check: 1 different

        """)
    expect(
      try await diff("main", "--format", "markdown", "--exit-zero"), code: 0,
      output: """
        ### tea-check diff: 1 check: 1 different

        `main (<commit>) → working tree: 1 file is not committed`

        🔀 `Turnstile · one coin, one person   differs after 2 steps`

        ```text
            start  paid: 0  passed: 0  isOpen: false
         1  coin   paid: 0 → 1  isOpen: false → true
         2  push   ≠
              main          passed: 0 → 1
              working tree  passed: 0 → 1  isOpen: true → false

        verdict     violated: nobody passes for free → passed
        worlds      10 in both
                    both: 3 worlds not expanded
        models      4 gone: paid: 1  passed: 1  isOpen: true
                            paid: 1  passed: 2  isOpen: true
                            paid: 2  passed: 2  isOpen: true
                            … and 1 more
                    4 new: paid: 1  passed: 1  isOpen: false
                           paid: 2  passed: 1  isOpen: false
                           paid: 3  passed: 1  isOpen: false
                           … and 1 more
        ```

        """)

    // The gate behaves as in main again, and a field has another name.
    let renamed = ThrowAwayPackage.faultyGate.replacing("isOpen", with: "isUnlocked")
    try package.install(gate: renamed, checks: ThrowAwayPackage.turnstileChecks)
    try git("commit", "--quiet", "-am", "another name")
    let same = """
      main~1 (<commit>) → working tree

      = Turnstile · one coin, one person   no difference up to 4 steps, within the bounds of the search
        renamed     isOpen → isUnlocked
        worlds      10 in both
                    both: 3 worlds not expanded

      1 check: 1 the same (1 within bounds)

      """
    expect(try await diff("main~1"), code: 0, output: same)
    // The checks whose verdicts are compared make random runs; the graphs do not.
    let runs = ["--cases", "50", "--length", "20", "--seed", "7"]
    expect(try await diff(["main~1", "--require-complete"] + runs), code: 2, output: same)

    expect(
      try await diff("elsewhere"), code: 64,
      errors: """
        Error: There is no revision 'elsewhere' in this repository; in CI, the checkout may have to be deeper
        See 'tea-check --help' for more information.

        """)
    expect(
      try await diff("main", "Turnstyle"), code: 64,
      errors: """
        Error: There is no check, module or suite named 'Turnstyle'; did you mean 'Turnstile', 'Turnstile · one coin, \
        one person'?
        See 'tea-check --help' for more information.

        """)
  }

  @Test func aRevisionThatCannotBeComparedIsReportedWithTheReason() async throws {
    try package.install(gate: "", checks: ThrowAwayPackage.turnstileChecks)
    try package.write(".build/\n*.txt\n", to: ".gitignore")
    try git("init", "--quiet", "--initial-branch", "main")
    try git("add", ".")
    try git("commit", "--quiet", "-m", "does not build")
    try package.install(gate: ThrowAwayPackage.fixedGate, checks: ThrowAwayPackage.turnstileChecks)
    let run = try await diff("main")
    #expect(run.code == 70)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: 'main' does not build:\n"), "\(run.errors)")
    #expect(run.errors.contains("cannot find 'Turnstile' in scope"), "\(run.errors)")

    // `HEAD` is first a commit of the package without a suite, and then a commit of the repository without the package.
    try git("commit", "--quiet", "-am", "builds")
    try package.install(gate: ThrowAwayPackage.fixedGate, checks: "print(1)\n")
    try FileManager.default.moveItem(
      atPath: "\(package.path)/Sources/Checks/Checks.swift", toPath: "\(package.path)/Sources/Checks/main.swift")
    try git("add", ".")
    try git("commit", "--quiet", "-m", "no suite")
    try FileManager.default.removeItem(atPath: "\(package.path)/Sources/Checks/main.swift")
    try package.install(gate: ThrowAwayPackage.fixedGate, checks: ThrowAwayPackage.turnstileChecks)
    expect(
      try await diff("HEAD"), code: 1,
      output: """
        HEAD (<commit>) → working tree: 2 files are not committed

        + Turnstile · one coin, one person   is new

        1 check: 1 new

        """, errors: "note: 'HEAD' has no check suite: every check is new\n")
    try git("rm", "--quiet", "-r", "--cached", ".")
    try git("commit", "--quiet", "-m", "nothing")
    expect(
      try await diff("HEAD"), code: 64,
      errors: """
        Error: There was no Package.swift in 'Gate/' at 'HEAD'
        See 'tea-check --help' for more information.

        """)
  }

  @Test func twoGraphsAreCompared() async throws {
    try package.install(gate: ThrowAwayPackage.fixedGate, checks: ThrowAwayPackage.turnstileChecks)
    let graph = "\(package.folder.path)/new.json"
    let run = try await package.teaCheck("graph", "Turnstile", "-o", graph)
    #expect(run.code == 0)
    expect(
      try await diff(graph, graph), code: 0,
      output: """
        <folder>/new.json → <folder>/new.json

        = Turnstile · one coin, one person   the same behaviour, proven over all 13 worlds

        1 check: 1 the same

        """)
    // A name that does not occur in the graphs is noted. Three graphs are an error.
    let renamed = try await diff(graph, graph, "--rename", "isOpen=isLocked")
    #expect(renamed.code == 1)
    #expect(
      renamed.output.contains(
        """
                old  paid: 0  passed: 0  isLocked: false
                new  paid: 0  passed: 0  isOpen: false
        """), "\(renamed.output)")
    #expect(
      renamed.errors.hasSuffix(
        "note: '--rename isOpen=isLocked': nothing is called 'isLocked' in <folder>/new.json\n"), "\(renamed.errors)")
    expect(
      try await diff(graph), code: 64,
      errors: """
        Error: Two graphs are compared, as in 'tea-check diff OLD.json NEW.json', and not '<folder>/new.json'
        See 'tea-check --help' for more information.

        """)
    expect(
      try await diff(graph, "new.txt"), code: 64,
      errors: """
        Error: Two graphs are compared, as in 'tea-check diff OLD.json NEW.json', and not '<folder>/new.json', 'new.txt'
        See 'tea-check --help' for more information.

        """)
    try package.write("{}", to: "old.json")
    expect(
      try await diff("\(package.folder.path)/old.json", graph), code: 64,
      errors: """
        Error: '<folder>/old.json' is no graph: 'kind' is missing; 'tea-check graph NAME -o FILE.json' writes one
        See 'tea-check --help' for more information.

        """)
    expect(
      try await diff("\(package.folder.path)/none.json", graph), code: 64,
      errors: """
        Error: There is no file '<folder>/none.json' that can be read
        See 'tea-check --help' for more information.

        """)
  }
}

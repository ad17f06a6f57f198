import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The built command, run on a package of its own as a user runs it.
///
/// Each test installs the sources of the package, so that no test depends on another. Tests run in the order of files and
/// lines. Tests with the same sources stand together, because the compiler takes seconds when the sources change.
@Suite(.serialized, .throwAwayPackage) struct EndToEndTests {
  let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  // MARK: Results of checks

  @Test(arguments: ["check", "explore"])
  func aViolationIsReportedWithTheShortestCounterexampleAndExitsWithOne(_ command: String) async throws {
    try package.install()
    let run = try await package.teaCheck(command, "Turnstile")
    expect(
      run, code: 1,
      output: """
        ✗ Turnstile · nobody passes for free   Checks/Checks.swift:7
          in the check “one coin, one person”
          violated after 3 steps · shortest · explored 7 worlds to depth 3

              start  paid: 0  passed: 0  isOpen: false
           1  coin   paid: 0 → 1  isOpen: false → true
           2  push   passed: 0 → 1
           3  push   passed: 1 → 2   ✗

          note: messages (derived, any at any time): coin, push
          again   swift run tea-check \(command) 'Turnstile · one coin, one person'

        1 check: 1 violated

        """)
  }

  @Test func samplingFindsTheSameCounterexampleAsExploring() async throws {
    try package.install()
    let run = try await package.teaCheck("sample", "Turnstile")
    expect(
      run, code: 1,
      output: """
        ✗ Turnstile · nobody passes for free   Checks/Checks.swift:7
          in the check “one coin, one person”
          violated after 3 steps · shortest over its messages · found with 3 steps in run 6 of seed 1

              start  paid: 0  passed: 0  isOpen: false
           1  coin   paid: 0 → 1  isOpen: false → true
           2  push   passed: 0 → 1
           3  push   passed: 1 → 2   ✗

          note: messages (derived, any at any time): coin, push
          again   swift run tea-check sample 'Turnstile · one coin, one person'

        1 check: 1 violated

        """)
  }

  @Test func aViolationHasTheSameCounterexampleAsJSON() async throws {
    try package.install()
    let run = try await package.teaCheck("check", "Turnstile", "--format", "json")
    expect(
      run, code: 1,
      output: #"""
        {"version":1,"kind":"check","suite":"Checks","module":"Turnstile","name":"one coin, one person",\#
        "place":"Checks/Checks.swift:7","path":"Gate/Sources/Checks/Checks.swift","verdict":"violated",\#
        "complete":false,"states":7,"transitions":8,\#
        "depth":3,"seconds":0.0,"finding":"violated after 3 steps · shortest · explored 7 worlds to depth 3",\#
        "again":"tea-check check 'Turnstile · one coin, one person'",\#
        "notes":["messages (derived, any at any time): coin, push"],\#
        "counterexample":{"property":"nobody passes for free","place":"Checks/Checks.swift:7",\#
        "start":[{"path":"paid","before":"","after":"0"},{"path":"passed","before":"","after":"0"},\#
        {"path":"isOpen","before":"","after":"false"}],"startPerforms":[],"steps":[\#
        {"message":"coin","changes":[{"path":"paid","before":"0","after":"1"},\#
        {"path":"isOpen","before":"false","after":"true"}],"performs":[],"outstanding":[]},\#
        {"message":"push","changes":[{"path":"passed","before":"0","after":"1"}],"performs":[],"outstanding":[]},\#
        {"message":"push","changes":[{"path":"passed","before":"1","after":"2"}],"performs":[],"outstanding":[]}\#
        ]}}

        """#)
    let record = try #require(try records(run.output).first)
    for member in [
      "version", "kind", "name", "verdict", "complete", "states", "transitions", "depth", "seconds",
      "counterexample",
    ] {
      #expect(record[member] != nil, "\(member)")
    }
    let steps = try #require(record["counterexample"]?["steps"]?.array)
    #expect(steps.map { $0["message"]?.string } == ["coin", "push", "push"])
  }

  @Test func aBoundedCheckPassesUnlessItMustBeComplete() async throws {
    try package.install()
    let output = """
      ✓ Meter · counting  bounded: all worlds to depth 5, 1 not expanded · 6 worlds · 5 transitions · depth 5 · 0.00 s
        note: messages (derived, any at any time): more

      1 check: 1 passed (1 bounded)

      """
    expect(try await package.teaCheck("check", "counting"), code: 0, output: output)
    expect(
      try await package.teaCheck("check", "counting", "--require-complete"), code: 2, output: output,
      errors: "Error: Not complete, but --require-complete demands it: 'Meter · counting'\n")
  }

  @Test func aMessageWithAClosureIsAnErrorThatNamesTypePlaceAndLineAndTheOtherChecksRun() async throws {
    try package.install()
    let run = try await package.teaCheck("check", "counting", "Dial", "Chatter")
    #expect(run.code == 70)
    #expect(
      run.output == """
        ✓ Meter · counting  bounded: all worlds to depth 5, 1 not expanded · 6 worlds · 5 transitions · depth 5 · 0.00 s
          note: messages (derived, any at any time): more

        ✗ Dial              could not run   Checks/Checks.swift:12
          No generator can be derived for Dial.Message: Dial.Message.then.1 is of type (Int) -> (), and values of a \
        function cannot be made from choices.
          Say in the specification which messages can come, this one with a value of yours and the others:
              Messages { view in [.then(…), …] }

        ✓ Chatter           complete · 3 worlds · 3 transitions · depth 2 · 0.00 s
          note: messages (derived, any at any time): talk

        3 checks: 2 passed (1 complete, 1 bounded), 1 with errors

        """)
  }

  @Test(arguments: ["check", "sample"])
  func aTrapIsAVerdictAndTheOtherChecksRun(_ command: String) async throws {
    try package.install()
    let run = try await package.teaCheck(command, "Shelf", "Turnstile", "Chatter", "--format", "json")
    #expect(run.code == 1)
    let results = try records(run.output).compactMap(CheckResult.init(record:))
    #expect(results.map(\.module) == ["Turnstile", "Shelf", "Chatter"])
    #expect(results.map(\.verdict) == [.violated, .trapped, .passed])
  }

  /// The number of the line in the suite at which `take` traps.
  private static let lineOfTake =
    1
    + (ThrowAwayPackage.allChecks.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("model.books.remove(at: 0)") } ?? 0)

  @Test func aTrapIsReportedAtItsCheck() async throws {
    try package.install()
    expect(
      try await package.teaCheck("check", "tidy", "counting"), code: 1,
      output: """
        ✓ Meter · counting  bounded: all worlds to depth 5, 1 not expanded · 6 worlds · 5 transitions · depth 5 · 0.00 s
          note: messages (derived, any at any time): more

        ✗ Shelf · update never traps   Checks/Checks.swift:11
          in the check “tidy”
          trapped after 2 steps · shortest · explored 3 worlds to depth 1
          Checks/Checks.swift:\(Self.lineOfTake): Fatal error: Index out of range

              start  books: ["Emma"]
           1  take   books: ["Emma"] → []
           2  take   update traps   ✗

          note: messages (derived, any at any time): take, put
          again   swift run tea-check check 'Shelf · tidy'

        2 checks: 1 passed (1 bounded), 1 trapped

        """)
  }

  @Test func theOutputOfAModuleGoesToStandardErrorAndIsNoResult() async throws {
    try package.install()
    let run = try await package.teaCheck("check", "Chatter", "--format", "json")
    #expect(run.code == 0)
    #expect(
      run.output == #"""
        {"version":1,"kind":"check","suite":"Checks","module":"Chatter","name":"",\#
        "place":"Checks/Checks.swift:13","path":"Gate/Sources/Checks/Checks.swift","verdict":"passed",\#
        "complete":true,"coverage":{"kind":"complete"},\#
        "states":3,"transitions":3,"depth":2,"seconds":0.0,\#
        "notes":["messages (derived, any at any time): talk"],\#
        "coverageDetails":{"proof":true,"messages":[{"name":"talk","sent":3,"changesSomething":true,\#
        "replied":0,"changesSomethingAsReply":false}],"classesAreBy":"view","classes":[],"conditions":[]},\#
        "counterexample":null}

        """#)
    let printed = #"{"version":1,"kind":"check","module":"Chatter","name":"","place":"","verdict":"trapped"}"#
    #expect(Set(run.errors.split(separator: "\n").map(String.init)) == [printed])
  }

  // MARK: Reproducibility

  @Test(arguments: [["check"], ["check", "--format", "json"], ["sample", "Safe", "Turnstile"]])
  func anotherRunAndAnyNumberOfWorkersSayTheSame(_ arguments: [String]) async throws {
    try package.install()
    let first = try await run(arguments)
    #expect(first.code == 1)
    #expect(first.output.split(separator: "\n").count >= 6)
    #expect(try await run(arguments) == first)
    for workers in ["1", "8"] { #expect(try await run(arguments + ["--workers", workers]) == first) }
  }

  @Test func everyLineOfJSONIsARecordAndEveryCheckHasOne() async throws {
    try package.install()
    let output = try await package.teaCheck("check", "--format", "json").output
    let records = try records(output)
    #expect(records.allSatisfy { $0["version"] == .integer(1) && $0["kind"] == .string("check") })
    #expect(
      records.map { $0["module"]?.string } == ["Turnstile", "Meter", "Shelf", "Dial", "Chatter", "Safe"])
    #expect(
      records.map { $0["verdict"]?.string } == ["violated", "passed", "trapped", "error", "passed", "violated"])
    #expect(records.allSatisfy { $0["suite"] == .string("Checks") })
  }

  // MARK: Subcommands and options

  @Test func theChecksAreListed() async throws {
    try package.install()
    expect(
      try await package.teaCheck("list"), code: 0,
      output: """
        Checks
          Turnstile · one coin, one person   Checks/Checks.swift:6
          Meter · counting   Checks/Checks.swift:10
          Shelf · tidy   Checks/Checks.swift:11
          Dial   Checks/Checks.swift:12
          Chatter   Checks/Checks.swift:13
          Safe   Checks/Checks.swift:14

        """)
    expect(
      try await package.teaCheck("list", "Shelf", "Dial", "--format", "json"), code: 0,
      output: #"""
        {"version":1,"kind":"listed","suite":"Checks","module":"Shelf","name":"tidy","place":"Checks/Checks.swift:11",\#
        "path":"Gate/Sources/Checks/Checks.swift"}
        {"version":1,"kind":"listed","suite":"Checks","module":"Dial","name":"","place":"Checks/Checks.swift:12",\#
        "path":"Gate/Sources/Checks/Checks.swift"}

        """#)
  }

  @Test func aMisspeltNameIsAnsweredWithNearNames() async throws {
    try package.install()
    expect(
      try await package.teaCheck("Turnstyle"), code: 64,
      errors: """
        Error: There is no check, module or suite named 'Turnstyle'; did you mean 'Turnstile', \
        'Turnstile · one coin, one person'?
        See 'tea-check --help' for more information.

        """)
  }

  @Test func aMisspeltOptionIsAnsweredWithANearOption() async throws {
    expect(
      try await package.teaCheck("--dept", "5"), code: 64,
      errors: """
        Error: Unknown option '--dept'; did you mean '--depth'?
        See 'tea-check --help' for more information.

        """)
  }

  @Test func theFormatRecordsIsRefusedOnTheCommandLine() async throws {
    expect(
      try await package.teaCheck("--format", "records"), code: 64,
      errors: """
        Error: The format 'records' is internal to tea-check and its suites
        See 'tea-check --help' for more information.

        """)
  }

  @Test func helpAndVersionNeedNoPackage() async throws {
    expect(try await package.teaCheck(["--help"], in: package.folder), code: 0, output: Help.text)
    let list = try await package.teaCheck(["list", "-h"], in: package.folder)
    expect(list, code: 0, output: Help.subcommandText(.list))
    expect(
      try await package.teaCheck(["--version"], in: package.folder), code: 0, output: "\(Help.version)\n")
  }

  // MARK: Errors of packages

  @Test func aPackageWithoutASuiteIsToldHowToAddOne() async throws {
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(name: "Bare", targets: [.executableTarget(name: "Bare")])

      """
    try package.write(manifest, to: "Bare/Package.swift")
    try package.write("print(1)\n", to: "Bare/Sources/Bare/main.swift")
    expect(
      try await package.teaCheck([], in: package.folder.appendingPathComponent("Bare")), code: 64,
      errors: """
        Error: This package has no check suite: an executable target that depends on TEACheck.
        'tea-check init' adds one; or add to Package.swift, with App for the library target of your modules,
            .executableTarget(name: "Checks", dependencies: ["App", .product(name: "TEACheck", package: "TEACheck")]),
        and to Sources/Checks/Checks.swift
            import App
            import TEACheck
            @main struct Checks: CheckSuite {
              static var checks: [Check] {
                Specification(of: MyModule.self) { Always("…") { model in true } }.check()
              }
            }
        See 'tea-check --help' for more information.

        """)
  }

  @Test func aManifestThatIsWrongIsShownAsSwiftSeesIt() async throws {
    try package.write("// swift-tools-version: 6.2\nlet package = 7\nnonsense\n", to: "Odd/Package.swift")
    let run = try await package.teaCheck([], in: package.folder.appendingPathComponent("Odd"))
    #expect(run.code == 70)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: The package manifest cannot be read:\n"))
    #expect(run.errors.contains("Package.swift:3:1: error: cannot find 'nonsense' in scope"))
  }

  /// Writes a `swift` that logs its arguments and then calls the usual one.
  ///
  /// - Returns: A `PATH` in which this `swift` comes first, and the file of the log.
  private func writeLoggingSwift() throws -> (path: String, log: URL) {
    let path = package.library.searchPath
    let swift = try #require(
      path.split(separator: ":").map { "\($0)/swift" }.first { FileManager.default.isExecutableFile(atPath: $0) })
    let log = package.folder.appendingPathComponent("swift-calls.txt")
    let program = package.folder.appendingPathComponent("bin/swift")
    try package.write("#!/bin/sh\necho \"$@\" >> '\(log.path)'\nexec '\(swift)' \"$@\"\n", to: "bin/swift")
    try makeExecutable(program)
    return ("\(program.deletingLastPathComponent().path):\(path)", log)
  }

  @Test func aSecondRunBuildsNothingAndAChangeIsBuilt() async throws {
    try package.install()
    let (path, log) = try writeLoggingSwift()
    func run() async throws -> (run: CommandRun, swiftCalls: String?) {
      try? FileManager.default.removeItem(at: log)
      let run = try await package.teaCheck(
        ["check", "Turnstile", "--verbose", "--package-path", package.path], in: package.folder,
        environment: ["PATH": path])
      return (run, try? String(contentsOf: log, encoding: .utf8))
    }
    let first = try await run()
    #expect(first.run.code == 1)
    #expect(first.swiftCalls?.contains("build --package-path") == true)
    #expect(first.run.errors.contains("--configuration debug --product Checks took "), "\(first.run.errors)")
    let second = try await run()
    #expect(second.run.output == first.run.output)
    // The command does not even call `swift` to find out if there is something to build.
    #expect(second.swiftCalls == nil)
    #expect(
      second.run.errors == """
        · --store is said by TEACHECK_STORE
        · nothing has changed since the suites were built: they are not built again
        · 1 suite at a time, \(ProcessInfo.processInfo.activeProcessorCount) threads in all
        · suite Checks: <package>/.build/\(try platformFolder())/debug/Checks
        · Turnstile · one coin, one person: explores at most 250 000 worlds, to any depth, at most 16 commands \
        outstanding, 3 values of each payload, or all if there are at most 16
        · Turnstile · one coin, one person: makes 2 000 random runs of at most 100 steps, if any, from seed 1
        · Turnstile · one coin, one person: \(ProcessInfo.processInfo.activeProcessorCount) threads, steps of at most \
        0.00 s, counterexamples not kept
        · Turnstile · one coin, one person: Always: “nobody passes for free”
        · Turnstile · one coin, one person: messages (derived, any at any time): coin, push
        · Turnstile · one coin, one person: starts: 1; worlds are told apart by all that they store
        · Turnstile · one coin, one person: exploring took 0.00 s

        """)
    try package.install(gate: ThrowAwayPackage.fixedGate)
    let third = try await run()
    #expect(third.run.code == 0)
    #expect(third.swiftCalls?.contains("build --package-path") == true)
  }

  /// The name of the platform's folder in `.build`.
  private func platformFolder() throws -> String {
    let link = "\(package.path)/.build/debug"
    return URL(fileURLWithPath: link).resolvingSymlinksInPath().deletingLastPathComponent().lastPathComponent
  }

  @Test func aFixPassesAndExitsWithZero() async throws {
    try package.install(gate: ThrowAwayPackage.fixedGate)
    let run = try await package.teaCheck("check", "Turnstile", "--require-complete")
    expect(
      run, code: 0,
      output: """
        ✓ Turnstile · one coin, one person  complete · 13 worlds · 26 transitions · depth 6 · 0.00 s
          note: messages (derived, any at any time): coin, push

        1 check: 1 passed (1 complete)

        """)
  }

  @Test func checksOfOneTitleNeedDifferentNames() async throws {
    try package.install(checks: ThrowAwayPackage.repeatedChecks)
    let run = try await package.teaCheck("check", "--format", "json", "--xunit-output", "\(package.path)/results.xml")
    #expect(run.code == 70 && run.errors.isEmpty, "\(run.errors)")
    let message = try #require(CheckResult(record: try run.record)?.message)
    #expect(message.hasPrefix("Checks cannot list its checks: Two checks of GateChecks are called 'Shelf': one of "))
    #expect(message.hasSuffix("; give one a name of its own, as in .check(\"slow network\")"))
    let xml = try String(contentsOfFile: "\(package.path)/results.xml", encoding: .utf8)
    #expect(xml.contains("Two checks of GateChecks are called"))
  }

  @Test func aCheckTitledByItsModuleRunsAfterATrapInAnotherCheckOfTheModule() async throws {
    try package.install(checks: ThrowAwayPackage.twinChecks)
    let run = try await package.teaCheck("check", "Shelf", "counting", "--format", "json")
    let results = try records(run.output).compactMap(CheckResult.init(record:))
    #expect(run.code == 1)
    #expect(results.map(\.title) == ["Meter · counting", "Shelf · tidy", "Shelf"])
    #expect(results.map(\.verdict) == [.passed, .trapped, .passed])
  }

  @Test func aSuiteThatDoesNotCompileIsShownAsTheCompilerSeesIt() async throws {
    try package.install(checks: ThrowAwayPackage.misspeltChecks)
    let run = try await package.teaCheck("check")
    #expect(run.code == 70)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix(
        """
        ✗ Checks  could not run   Package.swift:1
          The suite Checks cannot be built:
          <package>/Sources/Checks/Checks.swift:6:23: error: cannot find 'Turnstyle' in scope
           4 | @main struct GateChecks: CheckSuite {
           5 |   static var checks: [Check] {
           6 |     Specification(of: Turnstyle.self) {
             |                       `- error: cannot find 'Turnstyle' in scope
           7 |       Always("nobody passes for free") { $0.passed <= $0.paid }
           8 |     }

        """))
    #expect(run.output.hasSuffix("\n\n1 check: 1 with errors\n"))
    #expect(run.output.ranges(of: "Checks.swift:6:23: error: ").count == 1, "\(run.output)")
  }
}

extension EndToEndTests {
  func run(_ arguments: [String]) async throws -> CommandRun {
    try await package.teaCheck(arguments + ["--package-path", package.path], in: package.folder)
  }

  /// The records of JSON Lines, each of which must parse.
  private func records(_ text: String) throws -> [JSON] {
    try text.split(separator: "\n").map { try JSON(parsing: $0) }
  }
}

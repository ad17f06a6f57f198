import Foundation
@testable import TEAResults
@testable import TEASupport
import Testing

@testable import TEACheck

/// A suite that is run without `tea-check`: the names of its checks, and its exit codes.
@Suite struct SuiteRunnerTests {
  enum Home {
    enum Feature: Module {
      enum Message { case push }
      struct Model: Hashable { var count = 0 }
      static func start(with flags: Void) -> Model { Model() }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.count += 1 }
    }
  }
  enum Shop {
    enum Feature: Module {
      enum Message { case buy }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = 1 - model }
    }
  }

  private static let home = Specification(of: Home.Feature.self, fileID: "Home/H.swift", line: 3) {
    Messages { _ in [.push] }
    Always("below two") { $0.count < 2 }
  }
  private static let shop = Specification(of: Shop.Feature.self, fileID: "Shop/S.swift", line: 5) {
    Messages { _ in [.buy] }
  }

  private func runner(_ checks: [Check]) -> SuiteRunner { SuiteRunner(name: "Main", type: "App.Main", checks: checks) }

  @Test func `checks of modules with the same name need names of their own`() throws {
    let suite = runner([Self.home.check(), Self.shop.check()])
    let error = #expect(throws: UsageError.self) { try suite.requireDistinctTitles() }
    #expect(
      error?.description
        == "Two checks of Main are called 'Feature': one of TEACheckTests.SuiteRunnerTests.Home.Feature at Home/H.swift:3, "
        + "and one of TEACheckTests.SuiteRunnerTests.Shop.Feature at Shop/S.swift:5; give one a name of its own, as in "
        + ".check(\"slow network\")")
    try runner([Self.home.check("home"), Self.shop.check()]).requireDistinctTitles()
  }

  /// The interruption is one of the whole process, so the test runs in a process of its own.
  @Test func `an interrupted suite ends with its code, and checks that were not run are of its shard`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      Interruption.ofProcess.request()
      let suite = SuiteRunner(name: "Main", type: "App.Main", checks: [SuiteRunnerTests.home.check()])
      let code = suite.run(["explore", "--require-complete", "--shard", "1/1", "--format", "json"])
      precondition(code == ExitCode.interrupted)
    }
    let records = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(records.contains(#""shard":{"index":1,"count":1,"search":"","checks":1,"#), "\(records)")
  }

  static let refusals: [([String], String)] = [
    (["check", "--watch"], "A suite has no '--watch': use 'tea-check check --watch'"),
    (["suggest", "--apply", "1"], "A suite has no '--apply': use 'tea-check suggest --apply'"),
    (["list", "--changed-since", "HEAD"], "A suite has no '--changed-since': use 'tea-check list --changed-since'"),
    (
      ["check", "--report", "page.html"],
      "A report covers all suites; let 'tea-check' write it: swift run tea-check check --report page.html"
    ),
    (
      ["check", "--xunit-output", "report.xml"],
      "A report covers all suites; let 'tea-check' write it: swift run tea-check check --xunit-output report.xml"
    ),
    (
      ["check", "--format", "markdown", "Home · at night"],
      "The format 'markdown' covers all suites; let 'tea-check' print it: "
        + "swift run tea-check check --format markdown 'Home · at night'"
    ),
    (
      ["check", "--format", "github"],
      "The format 'github' covers all suites; let 'tea-check' print it: swift run tea-check check --format github"
    ),
    (
      ["check", "--format", "gitlab"],
      "The format 'gitlab' covers all suites; let 'tea-check' print it: swift run tea-check check --format gitlab"
    ),
    (["coverage", "--depth", "3"], "Lines that no world executes are listed by 'tea-check coverage'"),
    (["init"], "Suites are added by 'tea-check init'"),
    (["merge", "records.json"], "Records are merged by 'tea-check merge'"),
    (["diff", "main"], "Revisions are compared by 'tea-check diff'"),
  ]

  @Test func `the page on commands names what a suite refuses`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Sources/TEACheck/TEACheck.docc/Reference/Commands.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## A suite by itself\n").last)
    let names = section.matches(of: /`([^`]+)`/).map { String($0.1) }
    for (arguments, _) in Self.refusals {
      let line = arguments.joined(separator: " ") + " "
      #expect(names.contains { line.contains("\($0) ") }, "\(line)")
    }
  }

  @Test(arguments: refusals)
  func `a suite refuses what only the command does`(_ arguments: [String], _ error: String) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [arguments = arguments as [String]] in
      let suite = SuiteRunner(name: "Main", type: "App.Main", checks: [SuiteRunnerTests.home.check()])
      let code = suite.run(arguments)
      precondition(code == ExitCode.usage)
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("Error: \(error)\n"), "\(errors)")
  }

  /// A program whose model has an object inside of itself.
  enum Tied: Module {
    final class Knot: Hashable, @unchecked Sendable {
      var inner: Knot?
      static func == (one: Knot, other: Knot) -> Bool { one === other }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    static let knot = {
      let knot = Knot()
      knot.inner = knot
      return knot
    }()
    enum Message { case turn }
    struct Model: Hashable { var knot = Tied.knot, isTurned = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.isTurned.toggle() }
  }

  @Test func `a graph with all worlds within the scope is not whole where parts of values are left out`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let check = Specification(of: Tied.self) { Messages { _ in [.turn] } }.check()
      let suite = SuiteRunner(name: "Main", type: "App.Main", checks: [check])
      precondition(suite.run(["graph", "--format", "json"]) == ExitCode.passed)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("note: the graph is not whole: complete within the scope; parts of values"), "\(text)")
  }

  @Test func `a replay as a test succeeds if it prints a test, and else ends with the code of its verdict`() throws {
    let folder = try TemporaryFolder()
    let header = #"{"version":1,"kind":"session","module":"Feature","start":"from Model(count: 0)"}"# + "\n"
    func step(_ count: Int) -> String { #"{"step":"push","model":"Model(count: \#(count))"}"# + "\n" }
    func run(_ session: String, _ options: String...) throws -> Int32 {
      let file = "\(folder.path)/session.jsonl"
      try Platform.replace(file, with: header + session)
      return runner([Self.home.check()]).run(["replay", file] + options)
    }
    #expect(try run(step(1) + step(2)) == ExitCode.violated)
    #expect(try run(step(1) + step(2), "--as-test") == ExitCode.passed)
    // A test cannot take the steps that come after the program resumed.
    let resumed = step(1) + #"{"resume":"from Model(count: 1)"}"# + "\n" + step(2)
    #expect(try run(resumed) == ExitCode.violated)
    #expect(try run(resumed, "--as-test") == ExitCode.violated)
    #expect(try run(#"{"resume":"from Model(count: 1)"}"# + "\n", "--as-test") == ExitCode.passed)
  }

  @Test func `a recording that fits no check is an error, even beside one that fits`() throws {
    let folder = try TemporaryFolder()
    func file(_ name: String, check: String, step: String) throws -> String {
      let path = "\(folder.path)/\(name)"
      let stored = StoredCounterexample(
        module: "Feature", check: check, property: "below two", place: "Home/H.swift:3", status: .failing,
        script: Script(steps: [step]))
      try Platform.replace(path, with: stored.text)
      return path
    }
    let known = try file("a.json", check: "Feature", step: "push")
    let renamed = try file("b.json", check: "Feature · of before", step: "push")
    #expect(runner([Self.home.check()]).run(["replay", known]) == ExitCode.passed)
    #expect(runner([Self.home.check()]).run(["replay", known, renamed]) == ExitCode.usage)
    #expect(runner([Self.home.check()]).run(["replay", renamed]) == ExitCode.usage)
  }
}

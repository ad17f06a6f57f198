import TEASupport
import Foundation
import TEACheck
import Testing

/// Shards that the built command runs, and the reports of `tea-check merge` on their records.
@Suite(.serialized, .throwAwayPackage) struct ShardEndToEndTests {
  let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  /// A suite for a program with a position, which must stay below 100, and with twelve switches. A search from the start does
  /// not get far, as each position has 4 096 worlds.
  static let checks = """
    import TEACheck
    import TEARuntime

    @main struct WayChecks: CheckSuite {
      static var checks: [Check] {
        Specification(of: Way.self) {
          Messages(of: .model) { _ in (0..<12).map { .flip($0) } + [.forward] }
          Always("never there") { $0.position < 100 }
        }
        .check()
      }
    }

    enum Way: Module {
      enum Message { case flip(Int), forward }
      struct Model: Hashable { var switches = 0, position = 0 }
      static func start(with flags: Void) -> Model { Model() }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .flip(let number): model.switches ^= 1 << number
        case .forward: model.position += 1
        }
      }
    }

    """

  @Test func `a trap on a random walk of a shard is reported with its steps`() async throws {
    // As many `forward` as flips are offered, so that random walks soon reach the position that traps.
    let checks = Self.checks
      .replacing("+ [.forward] }", with: "+ Array(repeating: .forward, count: 12) }")
      .replacing("model.position += 1", with: "model.position += 1; precondition(model.position < 6)")
    try package.install(checks: checks)
    let run = try await package.teaCheck("explore", "--states", "600", "--shard", "2/3", "--format", "json")
    #expect(run.code == 1)
    let result = try #require(CheckResult(record: JSON(parsing: run.output)), "\(run)")
    #expect(result.verdict == .trapped)
    #expect(result.counterexample?.trap == "update traps")
    #expect(result.counterexample?.steps.map(\.message) == Array(repeating: "forward", count: 6))
  }

  private func merge(_ arguments: String...) async throws -> CommandRun {
    try await package.teaCheck(["merge"] + arguments, in: package.folder)
  }

  @Test func `shards of a change that affects no suite are merged to no checks`() async throws {
    try package.install(checks: Self.checks)
    func git(_ arguments: String...) throws { try runGit(arguments, in: package.folder.path) }
    try package.write(".build/\n", to: ".gitignore")
    try git("init", "--quiet")
    try git("add", "Gate")
    try git("commit", "--quiet", "--message", "all")
    try package.write("new", to: "Gate/README.md")
    for index in 1...2 {
      let run = try await package.teaCheck(
        "--changed-since", "HEAD", "--shard", "\(index)/2", "--format", "json")
      #expect(run.code == 0, "\(run)")
      #expect(try JSON(parsing: run.output)["kind"] == .string("nothing"))
      try package.write(run.output, to: "\(index).jsonl")
    }
    expect(try await merge("1.jsonl", "2.jsonl"), code: 0, output: "\nno checks\n")
    expect(
      try await merge("1.jsonl"), code: 2, output: "\nno checks\n",
      errors: "Error: Shards are missing or cut off: shard 2 of 2\n")
  }

  @Test func `the violation of one shard is in the merged report, and a missing shard is named`() async throws {
    try package.install(checks: Self.checks)
    for (index, code) in [(1, 0), (2, 1), (3, 0)] as [(Int, Int32)] {
      let run = try await package.teaCheck(
        "explore", "--states", "600", "--shard", "\(index)/3", "--format", "json")
      #expect(run.code == code, "shard \(index): \(run)")
      #expect(try JSON(parsing: run.output)["shard"]?["checks"] == .integer(1))
      try package.write(run.output, to: "\(index).jsonl")
      // The records of these files say that there are three checks, as if two were cut off.
      try package.write(run.output.replacing("\"checks\":1,", with: "\"checks\":3,"), to: "\(index)-cut-off.jsonl")
    }

    let all = try await merge("1.jsonl", "2.jsonl", "3.jsonl")
    #expect(all.code == 1)
    #expect(all.errors == "")
    #expect(
      all.output.hasPrefix(
        """
        ✗ Way · never there   Checks/Checks.swift:8
          violated after 100 steps · shrunk · found with
        """))
    #expect(
      all.output.hasSuffix(
        """

          note: found by shard 2 of 3
          again   swift run tea-check explore 'Way' --states 600 --shard 2/3

        1 check: 1 violated

        """))
    let json = try await merge("3.jsonl", "1.jsonl", "2.jsonl", "--format", "json")
    #expect(json.code == 1)
    let result = try #require(CheckResult(record: JSON(parsing: json.output)))
    #expect(result.counterexample?.steps.map(\.message) == Array(repeating: "forward", count: 100))

    let withoutSecond = try await merge("1.jsonl", "3.jsonl")
    #expect(withoutSecond.code == 2)
    #expect(withoutSecond.errors == "Error: Shards are missing or cut off: shard 2 of 3\n")
    #expect(
      withoutSecond.output == """
        ? Way  inconclusive · bounded: all worlds to depth 3, 456 not expanded · 600 worlds · 3 468 transitions · \
        depth 102 · 0.00 s
          there are more worlds than 600; allow more with --states, or set a --depth
          note: 2 shards: steps are added up, and worlds are those of the one that met most
          note: shard 3: explored 592 worlds from the ends of 16 random walks of 9 to 100 steps; a world that was met \
        from several ends counts for each
          note: shard 2 of 3 is missing or cut off

        1 check: 1 inconclusive

        """)

    let cutOff = try await merge("1-cut-off.jsonl", "3-cut-off.jsonl")
    #expect(cutOff.code == 2)
    #expect(
      cutOff.errors == """
        Error: No shard reached the last 2 checks: run the shards again
        Error: Shards are missing or cut off: shards 1–3 of 3

        """)

    try package.write("{\"version\":1,", to: "2.jsonl")
    let broken = try await merge("1.jsonl", "2.jsonl", "3.jsonl")
    #expect(broken.code == 70)
    #expect(broken.output == "")
    #expect(
      broken.errors == "Error: '2.jsonl', line 1 is cut off in the middle: run that shard again, or remove the line\n")

    #expect(
      try await merge()
        == CommandRun(
          output: "",
          errors: """
            Error: Name the files to merge: what each shard wrote with --format json
            See 'tea-check --help' for more information.

            """, code: 64))
  }
}

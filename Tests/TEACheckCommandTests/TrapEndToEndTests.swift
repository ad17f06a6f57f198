import TEASupport
import Foundation
import TEACheck
import Testing

/// Steps that trap, as a user meets them.
@Suite(.serialized, .throwAwayPackage) struct TrapEndToEndTests {
  let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  @Test func everyKindOfTrapIsReportedWithItsStepsAndTheOtherChecksRun() async throws {
    try package.install(checks: ThrowAwayPackage.trapChecks)
    // A busy machine, or one that swaps, may take seconds to provide the memory.
    let run = try await package.teaCheck("check", "--step-time", "4", "--memory", "300M", "--format", "json")
    #expect(run.code == 1)
    let results = try run.output.split(separator: "\n").compactMap {
      CheckResult(record: try JSON(parsing: String($0)))
    }
    let summaries = results.map { result in
      let found = result.counterexample
      return [result.name, result.verdict.rawValue, found?.steps.map(\.message).joined(separator: ", "), found?.trap]
        .compactMap { $0 }.joined(separator: " | ")
    }
    #expect(
      summaries == [
        "index | trapped | light(1), light(2) | update traps",
        "overflow | trapped | light(1), light(2) | update traps",
        "first | passed",
        "unwrap | trapped | light(1), light(2) | update traps",
        "fatal | trapped | light(1), light(2) | update traps",
        "recursion | trapped | light(1), light(2) | update traps",
        "loop | trapped | light(1), light(2) | update does not return",
        "abort | trapped | light(1), light(2) | update traps",
        "breakpoint | trapped | light(1), light(2) | update traps",
        "memory | trapped | light(1), light(2) | update takes all memory",
        "view | trapped | light(1), light(2) | view traps",
        "property | trapped | light(1), light(1), light(1) | “is short” traps",
        "start | trapped |  | start traps",
        "offer | trapped | light(1), light(1) | Messages traps",
        "last | passed",
      ])
    #expect(results.allSatisfy { $0.verdict == .passed || $0.again?.hasSuffix(" --step-time 4") == true })
  }

  /// A place in the standard library would not help the user, and for an overflow Swift prints no place at all.
  @Test func aTrapInTheStandardLibraryIsReportedAtTheLineOfTheUser() async throws {
    try package.install(checks: ThrowAwayPackage.trapChecks)
    let run = try await package.teaCheck(
      "check", "Fuse · index", "Fuse · overflow", "Fuse · unwrap", "--format", "json")
    let details = try run.output.split(separator: "\n").map {
      CheckResult(record: try JSON(parsing: String($0)))?.counterexample?.detail
    }
    #expect(
      details == [
        "\(Self.place("case .index:", 0)): Fatal error: Index out of range",
        "\(Self.place("case .overflow:", 0)): Fatal error: arithmetic overflow",
        "\(Self.place("case .unwrap:", 0)): Fatal error: Unexpectedly found nil while unwrapping an Optional value",
      ], "\(run.errors)")
  }

  @Test func aTrapDuringShrinkingDoesNotHideAViolation() async throws {
    try package.install(checks: ThrowAwayPackage.checksWithTrapsInRandomRuns)
    let run = try await package.teaCheck("sample", "Dial", "--format", "json")
    let result = try #require(CheckResult(record: try run.record))
    #expect((run.code, result.verdict) == (1, .violated))
    #expect(result.counterexample?.steps.map(\.message) == ["set(1000001)"])
  }

  @Test func aTrapOfAGeneratedStartNamesTheSmallestFlags() async throws {
    try package.install(checks: ThrowAwayPackage.checksWithTrapsInRandomRuns)
    let run = try await package.teaCheck("check", "Tank")
    #expect(run.code == 1)
    #expect(
      run.output == """
        ✗ Tank · start never traps   Checks/Checks.swift:26
          trapped at the start · shrunk · found in run 2 of seed 1
          Checks/Checks.swift:19: Precondition failed: the tank is too small

              start with flags 1000  start traps   ✗

          again   swift run tea-check check 'Tank'

        1 check: 1 trapped

        """)
  }

  @Test func anEndlessStepEndsTheCommandGraphWithAnError() async throws {
    try package.install(checks: ThrowAwayPackage.trapChecks)
    let run = try await package.teaCheck("graph", "loop", "--step-time", "1")
    #expect(run.code == 1 && run.output == "")
    #expect(
      run.errors == """

        Fuse · loop: a step does not return, the last of these:
            light(1)
            light(2)
        Error: There is no graph of 'Fuse · loop': a step trapped, and Checks died (it exited with 1). The steps stand \
        above; 'tea-check check' shrinks them.

        """)
  }

  /// Without `tea-check`, there is no other process that could end the step.
  @Test func anEndlessStepEndsASuiteThatIsRunByHand() async throws {
    try package.install(checks: ThrowAwayPackage.trapChecks)
    #expect(try await package.teaCheck("list").code == 0)
    let suite = URL(fileURLWithPath: package.path + "/.build/debug/Checks")
    let run = try await package.run(
      suite, ["check", "loop", "--step-time", "1", "--format", "json"], in: package.folder)
    #expect(run.code == 1)
    #expect(run.errors.contains("Fuse · loop: a step does not return, the last of these:"))
  }

  @Test(arguments: ["1", "2", "8"]) func aTrapIsReportedAlikeByAnyNumberOfWorkers(_ workers: String) async throws {
    try package.install(checks: ThrowAwayPackage.trapChecks)
    let run = try await package.teaCheck("explore", "view", "--workers", workers)
    #expect(run.code == 1)
    #expect(
      run.output == """
        ✗ Fuse · view never traps   \(Self.place("static func trapping", 1))
          in the check “view”
          trapped after 2 steps · shortest · explored 3 worlds to depth 1
          \(Self.place("nothing to see", 0)): Fatal error: nothing to see

              start     powder: view  length: 0  sparks: [1, 2]  count: 253
           1  light(1)  length: 0 → 1
           2  light(2)  length: 1 → 3  view traps   ✗

          again   swift run tea-check explore 'Fuse · view'

        1 check: 1 trapped

        """)
  }

  @Test func aStoredTrapIsReplayedAndPassesOnceItIsFixed() async throws {
    try package.install(checks: ThrowAwayPackage.trapChecks)
    let arguments = ["check", "fatal", "--package-path", package.path, "--format", "json"]
    let first = try await package.teaCheck(arguments, in: package.folder, storesCounterexamples: true).record
    let file = try #require(first["file"]?.string)
    let again = try await package.teaCheck(arguments, in: package.folder, storesCounterexamples: true).record
    #expect(again["finding"]?.string == "trapped after 2 steps · shortest, when it was found · stored in \(file)")
    #expect(again["verdict"]?.string == "trapped")
    let replay = ["replay", file, "--package-path", package.path, "--format", "json"]
    let trapped = try await package.teaCheck(replay, in: package.folder)
    #expect(trapped.code == 1)
    #expect(try trapped.record["verdict"]?.string == "trapped")
    try package.install(
      checks: ThrowAwayPackage.trapChecks.replacing(#"fatalError("the barrel explodes")"#, with: "break"))
    let fixed = try await package.teaCheck(replay, in: package.folder)
    #expect(fixed.code == 0)
    #expect(try fixed.record["verdict"]?.string == "passed")
    try FileManager.default.removeItem(atPath: "\(package.path)/.tea-check")
  }

  /// The place in the suite that is `linesBelow` lines below the first line with the text.
  private static func place(_ text: String, _ linesBelow: Int) -> String {
    let lines = ThrowAwayPackage.trapChecks.split(separator: "\n", omittingEmptySubsequences: false)
    return "Checks/Checks.swift:\((lines.firstIndex { $0.contains(text) } ?? 0) + 1 + linesBelow)"
  }
}

extension ThrowAwayPackage {
  /// A suite with a violation, during whose shrinking a step traps, and with a start that traps for some generated flags.
  static let checksWithTrapsInRandomRuns = #"""
    import TEACheck

    enum Dial: Module {
      enum Message: Hashable { case set(Int), reset }
      struct Model: Hashable { var number = 0 }
      static func start(with flags: Void) -> Model { Model() }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .set(let number):
          precondition(number != 1_000_000, "the dial breaks")
          model.number = number
        case .reset: model.number = 0
        }
      }
    }

    enum Tank: Module {
      enum Message { case drain }
      static func start(with flags: Int) -> Int { precondition(flags < 1_000, "the tank is too small"); return flags }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = 0 }
    }

    @main struct GateChecks: CheckSuite {
      static let checks = [
        Specification(of: Dial.self) { Always("in range") { $0.number <= 1_000_000 } }.check(),
        Specification(of: Tank.self) { Start(with: Gen<Int>.integer(in: 0...5_000)) }.check(),
      ]
    }
    """#

  /// A suite of one check for each kind of trap, and of two checks that pass.
  static let trapChecks = #"""
    import Foundation
    import TEACheck

    @main struct GateChecks: CheckSuite {
      static var checks: [Check] {
        trapping("index", .index)
        trapping("overflow", .overflow)
        healthy("first")
        trapping("unwrap", .unwrap)
        trapping("fatal", .fatal)
        trapping("recursion", .recursion)
        trapping("loop", .loop)
        trapping("abort", .abort)
        trapping("breakpoint", .breakpoint)
        trapping("memory", .memory)
        trapping("view", .view)
        Specification(of: Fuse.self) {
          Start(with: [.none])
          Messages { _ in [.light(1), .wet] }
          Always("is short") { model in
            precondition(model.length < 3, "too long to measure")
            return true
          }
        }
        .check("property")
        Specification(of: Fuse.self) {
          Start(with: [.none, .start])
        }
        .check("start")
        Specification(of: Fuse.self) {
          Start(with: [.fatal])
          Messages { model in
            if model.length == 2 { fatalError("nothing to offer") }
            return [.light(1), .wet]
          }
        }
        .check("offer")
        healthy("last")
      }

      static func trapping(_ name: String, _ powder: Powder) -> Check {
        Specification(of: Fuse.self) {
          Start(with: [powder])
          Messages { _ in [.light(1), .light(2), .wet] }
        }
        .check(name)
      }

      static func healthy(_ name: String) -> Check {
        Specification(of: Lamp.self) { Always("is dim") { $0 < 4 } }.check(name)
      }
    }

    enum Lamp: Module {
      enum Message { case turn }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = (model + 1) % 4 }
    }

    enum Powder: Hashable { case none, index, overflow, unwrap, fatal, recursion, loop, abort, breakpoint, memory, view,
      start
    }

    /// A fuse whose powder names a fault. The fault occurs at the start, or once `length`, the part that is lit, exceeds 2.
    enum Fuse: Module {
      enum Message { case light(Int), wet }
      struct Model: Hashable {
        var powder = Powder.none
        var length = 0
        var sparks: [Int] = [1, 2]
        var count: UInt8 = 253
      }

      static func start(with flags: Powder) -> Model {
        if flags == .start { fatalError("wet match") }
        return Model(powder: flags)
      }

      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .wet: model = Model(powder: model.powder)
        case .light(let length):
          model.length = min(9, model.length + length)
          guard model.length > 2 else { return }
          switch model.powder {
          case .none, .view, .start: break
          case .index: model.sparks[model.length] = 0
          case .overflow: model.count += UInt8(model.length)
          case .unwrap: model.length = model.sparks.first { $0 > 2 }!
          case .fatal: fatalError("the barrel explodes")
          case .recursion: model.length = deep(model.length)
          case .loop: while model.length > 0 { model.count &+= 1 }
          case .abort: raise(SIGABRT)
          case .breakpoint: raise(SIGTRAP)
          case .memory:
            // Copies fill memory faster than newly made arrays.
            let block = Array(repeating: model.length, count: 1 << 20)
            var all: [[Int]] = []
            while model.length > 0 { all.append(block + block) }
            model.length = all.count
          }
        }
      }

      static func view(for model: Model) -> Model {
        if model.powder == .view, model.length > 2 { fatalError("nothing to see") }
        return model
      }

      static func deep(_ depth: Int) -> Int { depth == 0 ? 0 : deep(depth + 1) &* 3 &+ deep(depth + 2) }
    }

    """#
}

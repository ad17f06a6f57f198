import Foundation
import Testing

/// Interruptions, the bound of memory, and deeply nested models, as a user meets them.
extension EndToEndTests {
  /// The checks “suite” and “command” send SIGINT to the process that they are named after. The check “terminal” sends SIGHUP
  /// to the command, as a terminal does when it is closed.
  @Test(arguments: ["suite", "command", "terminal"])
  func anInterruptionPrintsWhatIsKnownAndTheNextRunGoesOnFromTheCheckpoint(_ checkName: String) async throws {
    // Under `nohup`, the process of the tests ignores SIGHUP, and the command would inherit that.
    signal(SIGHUP, SIG_DFL)
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    let checkpoint = package.folder.appendingPathComponent("checkpoint-\(checkName)").path
    let first = try await package.teaCheck("explore", checkName, "--checkpoint", checkpoint)
    #expect(first.code == 130 && first.errors == "")
    let lines = first.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count > 2)
    #expect(lines[0].hasPrefix("? Digits · \(checkName)  inconclusive · bounded: all worlds to depth "))
    #expect(lines[1] == "  it was interrupted; --checkpoint <folder>/checkpoint-\(checkName) goes on from here")
    #expect(lines.suffix(2) == ["1 check: 1 inconclusive", ""])
    #expect(FileManager.default.fileExists(atPath: checkpoint))
    expect(
      try await package.teaCheck("explore", checkName, "--checkpoint", checkpoint), code: 0,
      output: """
        ✓ Digits · \(checkName)  complete · 15 625 worlds · 93 750 transitions · depth 24 · 0.00 s
          note: messages (derived, any at any time): a, b, c, d, e, f

        1 check: 1 passed (1 complete)

        """)
    #expect(!FileManager.default.fileExists(atPath: checkpoint))
  }

  /// The check “terminal” sends SIGHUP to the command, which ignores the signal here.
  @Test func aCommandThatIgnoresSIGHUPGoesOn() async throws {
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    let run = try await package.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"trap '' HUP; exec "$0" "$@""#, ThrowAwayPackage.executable().path, "explore", "terminal",
        "--package-path", package.path,
      ], in: package.folder)
    #expect(run.code == 0 && run.output.contains("complete · 15 625 worlds"), "\(run.output)\(run.errors)")
  }

  @Test func checksAfterAnInterruptionAreNotRun() async throws {
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    let run = try await package.teaCheck("explore", "suite", "peak")
    #expect(run.code == 130)
    #expect(
      run.output.hasSuffix(
        """

        ? Digits · peak   inconclusive · 0 worlds · 0 transitions · 0.00 s
          it was not run, because of the interruption

        2 checks: 2 inconclusive

        """))
    let complete = try await package.teaCheck("explore", "suite", "peak", "--require-complete")
    #expect(complete.code == 130 && complete.errors == "", "\(complete.errors)")
  }

  /// The steps of the counterexample are those after which the check “command” sends its signal.
  @Test func replaysThatAnInterruptionEndsAreNoTraps() async throws {
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    try package.write(
      """
      {"version":1,"module":"Digits","check":"Digits · command","property":"signals are sent","status":"failing",\
      "place":"Checks/Checks.swift:1","steps":["a","a","a","b","b","c","d","e"]}

      """, to: "interrupted.json")
    let file = package.folder.appendingPathComponent("interrupted.json").path
    let line = "? Digits · command  inconclusive · 0 worlds · 0 transitions · 0.00 s\n"
    let story = "\(line)  it was not run, because of the interruption\n"
    expect(try await package.teaCheck("replay", file, file), code: 130, output: "\(story)\n\(story)")
  }

  @Test func coverageEndsWithTheInterruptedCheck() async throws {
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    let run = try await package.teaCheck("coverage", "command", "terminal")
    #expect(run.code == 130)
    #expect(run.output.hasPrefix("? Digits · command  inconclusive"), "\(run.output)")
    #expect(!run.output.contains("terminal"))
    #expect(
      run.errors == """
        Digits · command: it was interrupted
        It was interrupted, so the lines that no world executes are not known.

        """)
  }

  @Test func theMemoryBoundIsKept() async throws {
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    let run = try await package.teaCheck("explore", "large", "peak", "--memory", "50M", "--format", "text")
    #expect(run.code == 0)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("? Large · large  inconclusive · bounded: all worlds to depth "))
    #expect(
      lines[1] == "  the memory ran out before every world was explored; allow more with --memory, or try --compact")
    #expect(run.output.hasSuffix("\n2 checks: 1 passed (1 bounded), 1 inconclusive\n"), "\(run.output)")
  }

  @Test func anOutputThatCannotBeWrittenIsAnErrorAfterAnInterruptionToo() async throws {
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    let reports = package.folder.appendingPathComponent("reports")
    try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: true)
    let run = try await package.teaCheck(
      "explore", "folder", "--report", reports.appendingPathComponent("page.html").path)
    #expect(run.code == 70, "\(run.output)")
    #expect(run.output.contains("it was interrupted"))
    #expect(run.errors == "Error: '<folder>/reports/page.html' cannot be written: its folder does not exist\n")
  }

  /// The stack of a thread suffices for a model with 2 500 levels of nesting.
  @Test func aDeeplyNestedModelDoesNotTrap() async throws {
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    let run = try await package.teaCheck("explore", "nested", "--states", "2500")
    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.hasPrefix("? Nested · nested  inconclusive"), "\(run.output)")
  }

  /// No build begins after an interruption, and the command does not wait for a compiler that ignores the signal.
  @Test func anInterruptedBuildIsTheLast() async throws {
    let bin = package.folder.appendingPathComponent("slow")
    try package.write(
      """
      #!/bin/sh
      case "$1" in
        build)
          echo "$@" >> ../builds
          (trap '' TERM; sleep 15; touch ../late) &
          wait
          ;;
        package)
          echo '{"targets":[\(["A", "B", "C"].map { name in
            #"{"name":"\#(name)","type":"executable","product_dependencies":["TEACheck"],"path":"S","sources":["s.swift"]}"#
          }.joined(separator: ","))]}'
          ;;
      esac

      """, to: "slow/swift")
    try makeExecutable(bin.appendingPathComponent("swift"))
    try package.write("// swift-tools-version: 6.2\n", to: "Slow/Package.swift")
    try package.write("protocol CheckSuite {}\n", to: "Slow/S/s.swift")
    let root = package.folder.appendingPathComponent("Slow")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try await package.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["timeout", "1", ThrowAwayPackage.executable().path, "check", "every", "one"], in: root,
      environment: ["PATH": "\(bin.path):\(path)"])
    // `timeout` exits with 124 after it has sent SIGTERM.
    #expect(run.code == 124 && run.output == "", "\(run.output)\(run.errors)")
    let builds = try String(contentsOf: package.folder.appendingPathComponent("builds"), encoding: .utf8)
    #expect(builds.split(separator: "\n").count == 1, "\(builds)")
    #expect(!FileManager.default.fileExists(atPath: package.folder.appendingPathComponent("late").path))
    #expect(run.errors == "It was interrupted before any check was run.\n")
  }

  @Test func aCheckpointHoldsOneCheck() async throws {
    try package.install(checks: ThrowAwayPackage.interruptedChecks)
    expect(
      try await package.teaCheck("explore", "Digits", "--checkpoint", "file"), code: 64,
      errors: """
        Error: A checkpoint holds one check, and 5 are selected: name one
        See 'tea-check --help' for more information.

        """)
  }
}

extension ThrowAwayPackage {
  /// A suite of seven checks. In four of them, a property sends one signal in each process. Of the other three, one has too
  /// many worlds, one has models that are nested ever deeper, and one judges the peak memory of the process.
  static let interruptedChecks = #"""
    import Foundation
    import Gate
    import TEACheck

    @main struct GateChecks: CheckSuite {
      static var checks: [Check] {
        digits.check("suite")
        digits.check("command")
        digits.check("terminal")
        digits.check("folder")
        Specification(of: Large.self) {}.check("large")
        Specification(of: Nested.self) {}.check("nested")
        Specification(of: Digits.self) {
          Always("the peak exceeds the bound by less than a tenth") { _ in Signals.peak < 55 << 20 }
        }.check("peak", depth: 0)
      }

      static var digits: Specification<Digits> {
        Specification(of: Digits.self) { Step("signals are sent") { Signals.send(at: $0.before) } }
      }
    }

    enum Digits: Module {
      enum Message: CaseIterable { case a, b, c, d, e, f }
      struct Model: Hashable {
        var a: UInt8 = 0, b: UInt8 = 0, c: UInt8 = 0, d: UInt8 = 0, e: UInt8 = 0, f: UInt8 = 0
      }
      static func start(with flags: Void) -> Model { Model() }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .a: model.a = (model.a + 1) % 5
        case .b: model.b = (model.b + 1) % 5
        case .c: model.c = (model.c + 1) % 5
        case .d: model.d = (model.d + 1) % 5
        case .e: model.e = (model.e + 1) % 5
        case .f: model.f = (model.f + 1) % 5
        }
      }
    }

    /// Has more worlds than any search explores.
    enum Large: Module {
      enum Message: CaseIterable { case a, b, c }
      struct Model: Hashable { var a = 0, b = 0, c = 0 }
      static func start(with flags: Void) -> Model { Model() }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .a: model.a += 1
        case .b: model.b += 1
        case .c: model.c += 1
        }
      }
    }

    /// Grows for ever. The model is a linked list of indirect cases.
    enum Nested: Module {
      enum Message: CaseIterable { case more }
      indirect enum Model: Hashable { case nothing, more(Model) }
      static func start(with flags: Void) -> Model { .nothing }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model = .more(model) }
      static func view(for model: Model) -> Int { 0 }
    }

    enum Signals {
      nonisolated(unsafe) private static var wasSent = false

      static func send(at model: Digits.Model) -> Bool {
        guard model == Digits.Model(a: 3, b: 2, c: 1, d: 1), !wasSent else { return true }
        wasSent = true
        // A search that goes on from a checkpoint is not interrupted again.
        let file = CommandLine.arguments.first { $0.contains("/checkpoint-") }
        guard !(file.map { FileManager.default.fileExists(atPath: $0) } ?? false) else { return true }
        let check = CommandLine.arguments.last ?? ""
        if check.hasSuffix("folder") { try? FileManager.default.removeItem(atPath: "reports") }
        if check.hasSuffix("terminal") {
          kill(getppid(), SIGHUP)
        } else {
          kill(check.hasSuffix("command") ? getppid() : getpid(), SIGINT)
        }
        // A replay waits until the command hands the signal on.
        if CommandLine.arguments.contains("replay") { sleep(60) }
        return true
      }

      /// The peak of resident memory in bytes; 0 where `/proc/self/status` does not exist.
      static var peak: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) << 10
      }
    }

    """#
}

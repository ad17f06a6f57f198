@testable import TEASupport
import Foundation
import Testing

@testable import TEACheck
@testable import tea_check

/// Suites that run at the same time. The suites are scripts, some of which wait for others.
@Suite struct ParallelSessionTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)")

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// A suite that is a script, with one check.
  private func suite(_ name: String, _ script: String) throws -> SuiteCheck {
    let program = folder.appendingPathComponent(name)
    let header = "#!/bin/sh\necho '{\"version\":1,\"kind\":\"started\",\"title\":\"\(name)\"}'\n"
    try Data((header + script + "\n").utf8).write(to: program)
    try makeExecutable(program)
    let record = #"{"module":"\#(name)","name":"","title":"\#(name)","place":"A.swift:1"}"#
    return try #require(SuiteCheck(record: try JSON(parsing: record), suite: Suite(name: name, executable: program)))
  }

  /// The shell command that writes the record of a check that passed.
  private func passCommand(_ name: String) -> String {
    let result = CheckResult(module: name, name: "", place: "A.swift:1", verdict: .passed)
    return "echo '\(result.record(suite: name).text)'"
  }

  /// Runs checks, and returns the exit code and the title and verdict of each result.
  private func run(_ checks: [SuiteCheck], jobs: Int, workers: Int = 4) throws -> (code: Int32, lines: [String]) {
    var invocation = try Invocation(
      arguments: ["--jobs", "\(jobs)", "--workers", "\(workers)", "--xunit-output", path("report.xml")])
    invocation.store = "off"
    invocation.verbosity = .quiet
    let console = Console(.quiet)
    let outputs = try Outputs(invocation, console: console, hasSummary: false)
    let code = try CheckSession(invocation: invocation, console: console, outputs: outputs).run(checks)
    return (code, outputs.results.map { "\($0.title) \($0.verdict)" })
  }

  private func inFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body()
  }

  @Test func `suites run at the same time, and their results stand in order`() throws {
    try inFolder {
      #expect(mkfifo(path("door"), 0o600) == 0)
      // The suite A does not end before B has written its result.
      let checks = [
        try suite("A", "read line < '\(path("door"))'\n\(passCommand("A"))"),
        try suite("B", "\(passCommand("B"))\necho open > '\(path("door"))'"),
        try suite("C", passCommand("C")),
      ]
      let run = try run(checks, jobs: 2)
      #expect(run.lines == ["A passed", "B passed", "C passed"])
      #expect(run.code == 0)
    }
  }

  @Test(arguments: [1, 2, 3]) func `a suite that dies keeps no other from running`(_ jobs: Int) throws {
    try inFolder {
      let checks = [try suite("A", "kill -ILL $$"), try suite("B", passCommand("B")), try suite("C", "kill -SEGV $$")]
      let run = try run(checks, jobs: jobs)
      #expect(run.lines == ["A trapped", "B passed", "C trapped"])
      #expect(run.code == 1)
    }
  }

  @Test(arguments: [1, 2]) func `a suite that does not answer is an error, and keeps no other from running`(_ jobs: Int)
    throws
  {
    try inFolder {
      let checks = [try suite("A", passCommand("A")), try suite("C", passCommand("C"))]
      var invocation = try Invocation(
        arguments: [
          "--jobs", "\(jobs)", "--xunit-output", path("report.xml"), "--report", path("report.html"), "--package-path",
          folder.path,
        ])
      invocation.store = "off"
      invocation.verbosity = .quiet
      let console = Console(.quiet)
      let outputs = try Outputs(invocation, console: console, hasSummary: false)
      let session = CheckSession(invocation: invocation, console: console, outputs: outputs)
      let code = try session.run(["A", "B", "C"]) { index in
        if index == 1 { throw SuiteError("B cannot list its checks: it fell silent") }
        // The suites A and C have the indices 0 and 2.
        return [checks[index / 2]]
      }
      #expect(code == ExitCode.failure)
      #expect(outputs.results.map { "\($0.title) \($0.verdict)" } == ["A passed", "B error", "C passed"])
      #expect(outputs.results[1].message == "B cannot list its checks: it fell silent")
      for file in ["report.xml", "report.html"] {
        let text = try String(contentsOfFile: path(file), encoding: .utf8)
        #expect(text.contains("it fell silent"), "\(file)")
      }
      // An error that concerns all suites is thrown; it is not the result of one suite.
      #expect(throws: BuildError.self) {
        try session.run(["A", "B"]) { _ in throw BuildError(problem: "The package manifest cannot be read", output: "")
        }
      }
    }
  }

  @Test func `suites share the threads, and a single suite has them all`() throws {
    try inFolder {
      let log = "echo \"$@\" > '\(path("arguments"))'"
      _ = try run(
        [try suite("A", "\(log)\n\(passCommand("A"))"), try suite("B", passCommand("B"))], jobs: 2, workers: 6)
      let arguments = try String(contentsOfFile: path("arguments"), encoding: .utf8)
      #expect(arguments == "check --format records --workers 6 --workers 3 -- A\n")
      _ = try run([try suite("A", "\(log)\n\(passCommand("A"))")], jobs: 2, workers: 6)
      #expect(
        try String(contentsOfFile: path("arguments"), encoding: .utf8) == "check --format records --workers 6 -- A\n")
    }
  }

  /// SIGINT interrupts all searches of the process that gets it, so the test runs in a process of its own.
  @Test func `a process gets the signals of its parent until forwarding to it stops`() async {
    await #expect(processExitsWith: .success) {
      // The thread of a test may block signals. They are unblocked before the children start, because children inherit the
      // blocked ones.
      Interruption.handleSignals()
      let children = try (0..<3).map { _ in
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "read line"]
        process.standardInput = input
        try process.run()
        return (process: process, input: input.fileHandleForWriting)
      }
      for child in children { Interruption.forwardSignals(to: child.process.processIdentifier) }
      Interruption.stopForwarding(children[1].process.processIdentifier)
      raise(SIGINT)
      // A child that got the signal cannot read its line any more, and writing to it fails.
      signal(SIGPIPE, SIG_IGN)
      for child in children {
        try? child.input.write(contentsOf: Data("line\n".utf8))
        child.process.waitUntilExit()
      }
      precondition(children.map(\.process.terminationReason) == [.uncaughtSignal, .exit, .uncaughtSignal])
      precondition(children.map(\.process.terminationStatus) == [SIGINT, 0, SIGINT])
    }
  }

  /// The interruption is one of the whole process, as above.
  @Test func `an interrupted process may take its time while it says that no step runs`() async {
    await #expect(processExitsWith: .success) {
      // Longer than a step may go on after an interruption.
      let script = "for turn in 1 2 3 4 5 6; do printf '\\026\\n'; sleep 0.5; done; echo saved"
      var output = Data()
      let end = try Subprocess.execute(
        URL(fileURLWithPath: "/bin/sh"), ["-c", script],
        onOutput: { piece in
          output.append(piece)
          Interruption.ofProcess.request()
        })
      precondition(end == ProcessEnd(status: 0, wasSignalled: false))
      precondition(String(decoding: output, as: UTF8.self).hasSuffix("saved\n"))
    }
  }
}

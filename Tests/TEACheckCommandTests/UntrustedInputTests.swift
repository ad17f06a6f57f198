import TEAText
@testable import TEASupport
import Extent
import Foundation
import TEARuntime
import Testing

@testable import TEACheck
@testable import tea_check

/// Damaged files, tokens and records, a hundred thousand at night. Each is read, or refused with an error of one line.
@Suite struct UntrustedInputTests {
  /// A change of a text. Positions are in thousandths of the text's length, and counts are in bytes.
  enum Edit: Sendable {
    case delete(at: Int, count: Int)
    case insert(at: Int, text: String)
    case replace(at: Int, byte: UInt8)
    case copy(from: Int, count: Int, to: Int)
    /// Replaces the first word or number after the position.
    case exchange(at: Int, text: String)
  }

  /// Texts that an edit inserts anywhere.
  private static let pieces = [
    "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "true", "-", "-1", "0", "1e999", "1e308", "1e-999", "0.5", "NaN",
    "9223372036854775807", "-9223372036854775808", "99999999999999999999", "\\u0000", "\\ud800", "\\u001b[2J",
    "\u{1B}[2J",
    "\n", "\r\n", "\u{0}", "\u{202E}", "é", "../../../etc/passwd", "/", "$(touch x)", "; touch x", "off", "tc1-",
    "\"version\":2,", "\"steps\":[],", "\"loop\":9,", "\"kind\":\"check\",", "\"verdict\":\"passed\",",
    String(repeating: "[", count: 100), String(repeating: "{\"a\":", count: 100), String(repeating: "a", count: 3_000),
  ]

  /// Words and numbers that an edit puts in the place of others.
  private static let words = [
    "0", "1", "2", "-1", "7", "64", "0.5", "1e300", "1e-300", "9223372036854775807", "-9223372036854775808", "a",
    "version",
    "kind", "check", "passed", "violated", "trapped", "bounded", "loop", "steps", "off", "2G", "cases", "true", "false",
    "\\u001b[2J", "\\n", "é", "../..",
  ]

  /// One to three edits. An exchange is twice as likely as any other kind of edit.
  private static let edits = Gen<[Edit]>.array(
    of: .oneOf(
      zip(Gen<Int>.integer(in: 0...1_000), Gen<Int>.integer(in: 0...12)).map { .delete(at: $0, count: $1) },
      zip(Gen<Int>.integer(in: 0...1_000), Gen<String>.element(of: pieces)).map { .insert(at: $0, text: $1) },
      zip(Gen<Int>.integer(in: 0...1_000), Gen<String>.element(of: words)).map { .exchange(at: $0, text: $1) },
      zip(Gen<Int>.integer(in: 0...1_000), Gen<String>.element(of: words)).map { .exchange(at: $0, text: $1) },
      zip(Gen<Int>.integer(in: 0...1_000), Gen<UInt8>.integer(in: 0...255)).map { .replace(at: $0, byte: $1) },
      zip(Gen<Int>.integer(in: 0...1_000), Gen<Int>.integer(in: 0...12), Gen<Int>.integer(in: 0...1_000)).map {
        .copy(from: $0, count: $1, to: $2)
      }), count: 1...3)

  /// A text after some edits. Bytes that are not UTF-8 any more are repaired, because only UTF-8 is ever parsed.
  private static func damaged(_ text: String, by edits: [Edit]) -> String {
    var bytes = Array(text.utf8)
    for edit in edits {
      func place(_ thousandths: Int) -> Int { bytes.count * thousandths / 1_000 }
      func range(_ thousandths: Int, _ count: Int) -> Range<Int> {
        place(thousandths)..<min(bytes.count, place(thousandths) + count)
      }
      switch edit {
      case .delete(let at, let count): bytes.removeSubrange(range(at, count))
      case .insert(let at, let text): bytes.insert(contentsOf: text.utf8, at: place(at))
      case .replace(let at, let byte): if place(at) < bytes.count { bytes[place(at)] = byte }
      case .exchange(let at, let text):
        // ASCII letters, digits, “-” and “.”.
        func isOfWord(_ byte: UInt8) -> Bool {
          byte == 0x2D || byte == 0x2E || (byte > 0x2F && byte < 0x3A) || (byte | 0x20 > 0x60 && byte | 0x20 < 0x7B)
        }
        let start = bytes[place(at)...].firstIndex(where: isOfWord) ?? bytes.count
        let end = bytes[start...].firstIndex { !isOfWord($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: text.utf8)
      case .copy(let from, let count, let to): bytes.insert(contentsOf: Array(bytes[range(from, count)]), at: place(to))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The gate reads a fifth of the texts that the night reads, because the gate runs for each change of the sources.
  private static let divisor = Extent.of(gate: 5, night: 1)

  /// Damages texts, and reads them. Expects that each error is one line of less than 8 000 bytes, without control characters.
  ///
  /// - Parameter cases: The number of texts that the night reads.
  /// - Returns: The numbers of texts that were read and refused, scaled to `cases`. Tests expect enough of both, so that the
  ///   edits damage neither too much nor too little.
  private func readDamaged(_ texts: [String], cases: Int, _ read: (String) throws -> Void) throws -> (
    read: Int, refused: Int
  ) {
    var counts = (read: 0, refused: 0)
    try forAll(zip(Gen<String>.element(of: texts), Self.edits), cases: cases / Self.divisor) { text, edits in
      do {
        try read(Self.damaged(text, by: edits))
        counts.read += 1
        return true
      } catch {
        counts.refused += 1
        let message = "\(error)"
        return !message.isEmpty && escaped(message) == message && message.utf8.count < 8_000
      }
    }
    return (counts.read * Self.divisor, counts.refused * Self.divisor)
  }

  /// A search by name that shows an old reply as the reply to a later request.
  enum Finder: Module {
    enum Message { case typed(String), found([String]) }
    enum Command: Hashable, Sendable { case find(String) }
    struct Model: Hashable { var name = "", names: [String] = [] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .typed(let name):
        model = Model(name: name)
        perform(.find(name))
      case .found(let names): model.names = names
      }
    }
  }

  private static let check = Specification(of: Finder.self) {
    Messages { view in ["a", "ab"].filter { $0.count == view.name.count + 1 }.map { .typed($0) } }
    Replies { command in
      switch command {
      case .find(let name): [.found([name + "!"])]
      }
    }
    Always("names are of the name") { model in model.names.allSatisfy { $0.dropLast() == model.name } }
  }
  .check("in order")

  private static let violated: CheckResult = {
    let outcome = check.outcome(CheckSettings(), onProgress: { _ in })
    return outcome.result
  }()

  private static let stored = StoredCounterexample(
    module: "Finder", check: "Finder · in order", property: "names are of the name",
    place: "Checks/Checks.swift:12", status: .failing,
    script: Script(
      start: nil,
      steps: [
        "typed(\"a\")", "typed(\"ab\")", "find(\"ab\") replies found([\"ab!\"])", "find(\"a\") replies found([\"a!\"])",
      ]),
    token: "tc1-vJ6y2wYCAAQBAQMC")

  @Test func `replay files are read or refused`() throws {
    let shortText =
      #"{"version":1,"module":"A","check":"A","property":"p","place":"a:1","status":"failing","steps":["b"]}"#
    let counts = try readDamaged([Self.stored.text, shortText], cases: 30_000) {
      _ = try StoredCounterexample(parsing: $0)
    }
    #expect(counts.read > 50 && counts.refused > 50, "\(counts)")
  }

  @Test func `steps of a damaged replay file are taken or refused`() throws {
    let check = Self.check
    let counts = try readDamaged(Self.stored.script.steps, cases: 2_000) { line in
      let outcome = check.replayRecording(.script(Script(steps: [line]), property: nil), CheckSettings())
      if outcome.result.verdict == .error { throw ReplayError(escaped(outcome.result.message ?? "")) }
    }
    #expect(counts.read > 20 && counts.refused > 20, "\(counts)")
  }

  @Test func `tokens are read or refused`() throws {
    let check = Self.check
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var settings = CheckSettings()
    settings.store = folder.path
    let token = try #require(check.outcome(settings, onProgress: { _ in }).result.token)
    var longToken = try Token(token)
    longToken.start = .line("typed(\"a\")")
    longToken.steps += [.line("typed(\"ab\")"), .index(4_000_000)]
    let counts = try readDamaged([token, longToken.text], cases: 20_000) { text in
      let read = try Token(text)
      let outcome = check.replayRecording(.token(read), CheckSettings())
      if outcome.result.verdict == .error { throw ReplayError(escaped(outcome.result.message ?? "")) }
    }
    #expect(counts.read > 20 && counts.refused > 1_000, "\(counts)")
  }

  @Test func `configuration files and variables are read or refused`() throws {
    let file = #"""
      {"depth": 12, "states": 5, "cases": 500, "memory": "2G", "store": "off", "time": 0.5, "compact": true,
       "require-complete": true, "seed": 7, "workers": 2}
      """#
    let files = try readDamaged([file, #"{"cases":1}"#], cases: 15_000) { text in
      var invocation = Invocation()
      try invocation.configure(environment: [:], file: ("tea-check.json", text))
    }
    #expect(files.read > 50 && files.refused > 1_000, "\(files)")
    let variables = try readDamaged(["TEACHECK_CASES=500", "TEACHECK_MEMORY=2G", "TEACHECK_TIME=1.5"], cases: 5_000) {
      let parts = $0.split(separator: "=", maxSplits: 1).map(String.init)
      var invocation = Invocation()
      try invocation.configure(environment: [parts.first ?? "": parts.last ?? ""], file: nil)
    }
    #expect(variables.read > 50 && variables.refused > 50, "\(variables)")
  }

  @Test func `records of a suite are read or refused`() throws {
    let suite = Suite(name: "Checks", executable: URL(fileURLWithPath: "/nowhere"))
    var passed = CheckResult(module: "A", name: "b", place: "A.swift:1", verdict: .passed)
    passed.coverage = .compact(odds: 1e-9)
    passed.shard = ShardSummary(shard: .only)
    var progressWithCounts = CheckProgress(title: "A", states: 1, transitions: 2, depth: 3, frontier: 4)
    progressWithCounts.limits.remainingSeconds = 1.5
    progressWithCounts.unmetProperties = ["a"]
    let progress = progressWithCounts.json.text
    let list = #"{"version":1,"kind":"suite","checks":[{"module":"A","name":"","title":"A","place":"A.swift:1"}]}"#
    let texts = [Self.violated.record(suite: "Checks").text, passed.record(suite: "Checks").text, progress, list]
    var results = 0
    let counts = try readDamaged(texts, cases: 28_000) { text in
      for line in text.split(separator: "\n") {
        switch suite.event(of: try JSON(parsing: line)) {
        case .finished(let result):
          results += 1
          #expect(!TextReport.lines(of: result).isEmpty && !TextReport.summary(of: [result]).isEmpty)
          #expect(CheckResult(record: result.record(suite: "Checks"))?.title == result.title)
        case .progress(let progress): #expect(!TextReport.line(of: progress).isEmpty)
        case .listed, .started, .detail, .unitTest, .graph, .trapped, nil: break
        }
      }
      _ = try ShardFile(name: "shard.jsonl", text: text)
    }
    #expect(results * Self.divisor > 100 && counts.refused > 1_000, "\(results) \(counts)")
  }

  @Test(arguments: [
    (#""seconds":0.5"#, #""seconds":1e300"#), (#""seconds":0.5"#, #""seconds":-1"#),
    (#""states":3"#, #""states":-9223372036854775808"#), (#""depth":2"#, #""depth":9223372036854775807"#),
    (#""loop":0"#, #""loop":7"#), (#""loop":1"#, #""loop":9223372036854775807"#), (#""odds":1e-09"#, #""odds":-1"#),
    (#""sent":11"#, #""sent":9223372036854775807"#), (#""replied":12"#, #""replied":-1"#),
    (#""worlds":13"#, #""worlds":1000000000001"#), (#""steps":[14]"#, #""steps":[-9223372036854775808]"#),
    (#""hiddenSuggestions":15"#, #""hiddenSuggestions":9223372036854775807"#),
  ])
  func `a record with an impossible value is refused`(_ possible: String, _ impossible: String) throws {
    var result = CheckResult(module: "A", name: "", place: "A.swift:1", verdict: .violated)
    result.seconds = 0.5
    result.states = 3
    result.depth = 2
    result.coverage = .compact(odds: 1e-9)
    var details = CoverageDetails(isProof: true, classesAreBy: "view")
    details.messages = [.init(name: "b", sent: 11, replied: 12)]
    details.classes = [.init(name: "c", worlds: 13, steps: [14])]
    (result.coverageDetails, result.hiddenSuggestions) = (details, 15)
    let step = Counterexample.Step(
      message: "b", answers: nil, changes: [], performs: [], outstanding: [], failure: nil)
    let counterexample = Counterexample(
      property: "p", place: "A.swift:1", detail: nil, flags: nil, start: [], startPerforms: [], steps: [step, step],
      loop: 0)
    var exception = counterexample
    exception.loop = 1
    result.counterexample = counterexample
    result.suggestions = [
      .init(words: "w", code: "c", isOfSteps: false, total: 2, support: 2, exceptions: 1, exception: exception)
    ]
    let text = result.record(suite: "Checks").text
    #expect(CheckResult(record: try JSON(parsing: text)) != nil)
    let changed = text.replacing(possible, with: impossible)
    #expect(changed != text, "\(text)")
    #expect(CheckResult(record: try JSON(parsing: changed)) == nil)
  }

  @Test func `a record is read after a text without a line break`() throws {
    let suite = Suite(name: "Checks", executable: URL(fileURLWithPath: "/nowhere"))
    let list = #"{"version":1,"kind":"suite","checks":[]}"#
    for line in [list, "loading … " + list] {
      guard case .listed = suite.event(ofLine: line) else {
        Issue.record("\(line)")
        continue
      }
    }
    if suite.event(ofLine: "loading { … }") != nil { Issue.record("a text is no record") }
  }

  /// A suite that prints the given records, whatever it is asked.
  private func lyingSuite(_ records: String, in folder: URL) throws -> Suite {
    try Data(records.utf8).write(to: folder.appendingPathComponent("records"))
    let program = folder.appendingPathComponent("Liar")
    try Data("#!/bin/sh\ncat '\(folder.path)/records'\n".utf8).write(to: program)
    try makeExecutable(program)
    return Suite(name: "Liar", executable: program)
  }

  @Test(arguments: [
    ("", "Liar ran no check: it exited with 0"),
    ("{\n[\n\u{1B}[2J\n", "Liar ran no check: it exited with 0"),
    (
      #"{"version":1,"kind":"check","module":"Other","name":"","place":"","verdict":"passed"}"# + "\n",
      "Liar reported on checks that it was not asked for"
    ),
  ])
  func `a suite that does not answer the request is an error of its check`(_ records: String, _ message: String)
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let suite = try lyingSuite(records, in: folder)
    let record = try JSON(parsing: #"{"module":"A","name":"","title":"A","place":"A.swift:1"}"#)
    let check = try #require(SuiteCheck(record: record, suite: suite))
    var invocation = try Invocation(arguments: ["--format", "json"])
    invocation.store = "off"
    let console = Console()
    let outputs = try Outputs(invocation, console: console)
    let code = try CheckSession(invocation: invocation, console: console, outputs: outputs).run([check])
    #expect(code == ExitCode.failure)
    let result = try #require(outputs.results.first { $0.title == "A" })
    #expect(result.verdict == .error)
    #expect(result.message?.contains(message) == true, "\(result)")
  }
}

/// The built command refuses damaged files and tokens.
@Suite(.serialized, .throwAwayPackage) struct UntrustedInputEndToEndTests {
  @Test(
    arguments: [
      (["replay", "a.json"], "{\"version\":1", 64),
      (["replay", "a.json"], "\u{0}\u{1B}[2J", 64),
      (["replay", "a.json"], String(repeating: "[", count: 100_000), 64),
      (["replay", "tc1-AAAA!"], "", 64),
      (["replay", "tc1-" + String(repeating: "A", count: 20_000)], "", 64),
      (["merge", "a.json"], "{\"version\":1,\"kind\":\"check\"}", 70),
      (["merge", "a.json"], "{\"version\":1,\n", 70),
      (["list", "--config", "a.json"], "{\"depht\":\"\\u001b[2J\"}", 64),
      (["list", "--config", "a.json"], "{\"depth\":\"\\u001b[2J\\n\"}", 64),
      (["list", "--config", "a.json"], "[[", 64),
      (["replay", "../\u{1B}[2J/a.json"], "", 64),
    ] as [([String], String, Int32)])
  func `damaged input is an error of one line`(_ arguments: [String], _ text: String, _ code: Int32) async throws {
    let package = try #require(ThrowAwayPackage.current)
    try package.write(text, to: "a.json")
    let run = try await package.teaCheck(arguments, in: package.folder)
    #expect(run.code == code, "\(run)")
    #expect(run.output == "")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Error: ") ?? false, "\(run)")
    #expect(lines.dropFirst().allSatisfy { $0 == "See 'tea-check --help' for more information." }, "\(run)")
    #expect(escaped(run.errors.replacing("\n", with: " ")) == run.errors.replacing("\n", with: " "), "\(run)")
  }
}

@testable import TEASupport
import Extent
import Foundation
import TEARuntime
import Testing

@testable import ButtonsChecks
@testable import CounterChecks
@testable import SearchBoxChecks
@testable import TEACheck

/// Counterexamples that are stored as text, files and tokens, and replayed.
@Suite struct ReplayTests {
  static let searchBox = SearchBoxChecks.checks[0]

  static let lines = """
      typed("a")
      paused
      typed("ab")
      paused
      search("ab") replies loaded(Results(query: "ab", items: ["ab!"]))
      search("a") replies loaded(Results(query: "a", items: ["a!"]))
    """

  // MARK: In code

  @Test func `a script that violates a property throws the whole counterexample`() throws {
    let failure = try #require(throws: CheckFailure.self) { try Self.searchBox.replay(Self.lines) }
    #expect(failure.description.contains("  violated after 6 steps\n"))
    #expect(failure.description.contains(#"6  search("a") replies loaded(Results(query: "a", items: ["a!"]))"#))
    #expect(failure.result.counterexample?.property == "results belong to the query")
    #expect(failure.result.isReplay)
  }

  /// A program that tells equal texts apart by their Unicode scalars.
  enum Scalars: Module {
    enum Message: Hashable { case typed(String) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .typed(let text) = message { model = text.unicodeScalars.count }
    }
  }

  @Test func `equal texts of different scalars are different messages`() throws {
    let check = Specification(of: Scalars.self) {
      Messages { _ in [.typed("\u{E9}"), .typed("e\u{301}")] }
      Always("one scalar") { $0 < 2 }
    }.check()
    try check.replay("typed(\"\u{E9}\")")
    #expect(throws: CheckFailure.self) { try check.replay("typed(\"e\u{301}\")") }
  }

  @Test(arguments: [
    "a sends b", "a reaches the b", "a is answered b", "\" is answered ", "\\", "it ends", "wait 3 s",
    " is carried out",
  ])
  func `a generated message whose text reads like an event is replayed`(_ text: String) {
    let check = Specification(of: Scalars.self) {
      Messages(generating: .model) { _ in Gen<String>.string.map { .typed($0) } }
      Always("empty") { $0 == 0 }
    }.check()
    #expect(throws: CheckFailure.self) { try check.replay("typed(\(String(reflecting: text)))") }
  }

  /// A program that refuses flags below 1, so that an exploration lists one start only.
  enum Sized: Module {
    struct TooSmall: Error {}
    typealias Failure = TooSmall
    enum Message: Hashable { case grow }
    static func start(with flags: Int) throws -> Int {
      if flags < 1 { throw TooSmall() }
      return flags
    }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  }

  @Test func `a generated start is kept in the script`() throws {
    var settings = CheckSettings()
    settings.engine = .sample
    let outcome = Specification(of: Sized.self) { Always("small") { $0 < 20 || $0 > 25 } }.check()
      .outcome(settings, onProgress: { _ in })
    #expect(outcome.result.verdict == .violated)
    #expect(outcome.script?.start != nil)
  }

  @Test func `a script that violates nothing passes, even if its steps cannot all be taken`() throws {
    try SearchBoxChecks.checks[2].replay(Self.lines)
    try Self.searchBox.replay("")
    try Self.searchBox.replay("typed(\"a\")")
    try Self.searchBox.replay("typed(\"b\")\npaused")
  }

  @Test(arguments: [
    (
      "typed(\"a\")\npausd",
      "Step 2, 'pausd', does not fit SearchBox any more: SearchBox.Message has no case 'pausd'; the nearest is 'paused'"
    ),
    ("typed(1)", "Step 1, 'typed(1)', does not fit SearchBox any more: at typed, '1' is no String"),
    ("typed(\"a", "Step 1, 'typed(\"a', does not fit SearchBox any more: a '\"' is missing"),
    (
      "typed(\"a\")\npaused\nserch(\"a\") replies failed",
      "Step 3, 'serch(\"a\") replies failed', does not fit SearchBox any more: SearchBox.Command has no case 'serch'; the nearest is 'search'"
    ),
    (
      "typed(\"a\")\npaused\nsearch(\"a\") replies loaded(Results(query: \"a\", itms: []))",
      "Step 3, 'search(\"a\") replies loaded(Results(query: \"a\", itms: []))', does not fit SearchBox any more: at loaded, Results has no field 'itms'; it has 'query', 'items'"
    ),
  ])
  func `a step of a script that does not fit is an error with a hint`(_ script: String, _ problem: String) throws {
    let error = try #require(throws: ReplayError.self) { try Self.searchBox.replay(script) }
    #expect(error.description == "SearchBox · no guard: " + problem)
  }

  // MARK: Files

  private func run(_ check: Check, _ folder: TemporaryFolder, engine: CheckSettings.Engine = .automatic) -> CheckResult
  {
    var settings = CheckSettings()
    settings.store = folder.store
    settings.engine = engine
    return check.outcome(settings, onProgress: { _ in }).result
  }

  /// Two equal pings. Answers are made before they arrive, so one ping may be answered while the other is only requested. The
  /// throttle of no time drops no ping; it gives the pings the identity that `stop` cancels.
  enum Pinger: Module {
    enum Message: Hashable { case tap, pong }
    enum Command: Hashable { case ping, stop }
    struct Model: Hashable { var taps = 0, hasPong = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .tap: model.taps += 1
      case .pong: model.hasPong = true
      }
      perform(message == .tap ? .ping : .stop)
    }
    static func policy(for command: Command) -> EffectPolicy<Int> {
      command == .ping ? .throttle(0, .zero) : .cancel(0)
    }
  }

  @Test func `equal commands in two stages have steps of two texts, so that a counterexample can be stored`() throws {
    let folder = try TemporaryFolder()
    let check = Specification(of: Pinger.self) {
      Messages(of: .model) { $0.taps < 2 && !$0.hasPong ? [.tap] : [] }
      Environment(
        0, replies: { _, command in command == .ping ? [.pong] : nil }, replying: { answers, _, _ in answers += 1 })
      Always("one answer is made", of: .modelAndEnvironment(Int.self)) { !$0.hasPong || $1 < 2 }
    }.check()
    let found = run(check, folder)
    #expect(found.verdict == .violated && found.file != nil && found.token != nil, "\(found.notes)")
    let name = try #require(Platform.names(in: folder.store).first { $0.hasSuffix(".json") })
    let script = try StoredCounterexample(parsing: Platform.read("\(folder.store)/\(name)")).script
    #expect(run(check, folder).finding?.contains("stored in") == true)
    // People and sessions leave out the stage of a line. The line then stands for the first step with its text. A stage may be
    // written even where only one step has the text.
    let stages = StageName.allCases.map(\.suffix)
    #expect(script.steps.contains { line in stages.contains { line.hasSuffix($0) } })
    try check.replay(script.steps.map(Script.withoutStage).joined(separator: "\n"))
    try check.replay("tap\nping replies pong (requested)")
  }

  enum Gate: Module {
    enum Message { case coin, push, wait(Int) }
    struct Model: Hashable { var paid = 0, passed = 0, isOpen = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .coin where model.paid < 3: (model.paid, model.isOpen) = (model.paid + 1, true)
      case .push where model.isOpen: model.passed += 1
      default: break
      }
    }
  }

  /// A check that is violated if more than `limit` people pass without paying. With a limit of 0, a violation takes three
  /// steps; with a limit of 3, it takes more steps than the depth of the check.
  private static func gate(_ limit: Int) -> Check {
    Specification(of: Gate.self) { Always("nobody passes for “free”") { $0.passed <= $0.paid + limit } }
      .check("one coin", depth: 4)
  }

  @Test func `a violation is stored as a readable file`() throws {
    let folder = try TemporaryFolder()
    let result = run(Self.gate(0), folder)
    let name = try #require(folder.names.first)
    #expect(folder.names.count == 1)
    #expect(name.wholeMatch(of: /Gate-nobody-passes-for-free-[0-9a-f]{4}\.json/) != nil)
    let token = try #require(result.token)
    #expect(
      try folder.text(name) == """
        {
          "version": 1,
          "target": "TEACheckTests",
          "module": "Gate",
          "check": "Gate · one coin",
          "property": "nobody passes for “free”",
          "place": "\(result.place)",
          "status": "failing",
          "steps": [
            "coin",
            "push",
            "push"
          ],
          "token": "\(token)",
          "found": "shortest within the scope"
        }

        """)
    #expect(
      Array(TextReport.lines(of: result).suffix(3)) == [
        "  again   swift run tea-check check 'Gate · one coin'",
        "  replay  swift run tea-check replay .tea-check/\(name)",
        "  token   \(token)",
      ])
    #expect(CheckResult(record: result.record(suite: "S")) == result)
  }

  @Test func `a stored counterexample is replayed first and kept as a regression`() throws {
    let folder = try TemporaryFolder()
    let first = run(Self.gate(0), folder)
    let name = try #require(folder.names.first)
    let second = run(Self.gate(0), folder)
    #expect(
      second.finding
        == "violated after 3 steps · shortest within the scope, when it was found · stored in .tea-check/\(name)")
    #expect(second.states == 0)
    #expect(second.counterexample == first.counterexample)
    #expect(second.token == first.token)
    for _ in 0..<2 {
      let fixed = run(Self.gate(3), folder)
      #expect(fixed.verdict == .passed)
      #expect(fixed.notes.last == "replayed 1 stored counterexample: nothing is violated")
      #expect(try folder.text(name).contains(#""status": "regression""#))
    }
    let broken = run(Self.gate(0), folder)
    #expect(broken.finding == second.finding)
    #expect(try folder.text(name).contains(#""status": "failing""#))
    #expect(folder.names == [name])
  }

  @Test func `a stored counterexample that does not fit is noted, and the search goes on`() throws {
    let folder = try TemporaryFolder()
    _ = run(Self.gate(0), folder)
    let name = try #require(folder.names.first)
    try folder.write(try folder.text(name).replacing("push", with: "pull"), name)
    let result = run(Self.gate(3), folder)
    #expect(result.verdict == .passed)
    #expect(
      result.notes.last == """
        .tea-check/\(name) is not replayed. Step 2, 'pull', does not fit Gate any more: ReplayTests.Gate.Message has \
        no case 'pull'; the nearest is 'push'
        Fix the file, or delete it.
        """)
    try folder.write("{", name)
    #expect(
      run(Self.gate(3), folder).notes.last
        == ".tea-check/\(name) cannot be read: not JSON: “\"” is missing at byte 1; fix it or delete it")
    for text in ["[]", "[{}]", "null", "\"steps\"", "3"] {
      try folder.write(text, name)
      #expect(
        run(Self.gate(3), folder).notes.last
          == ".tea-check/\(name) cannot be read: it holds no object of JSON, which begins with {; fix it or delete it")
    }
    try folder.write(#"{"version": 2}"#, name)
    #expect(run(Self.gate(3), folder).notes.last?.contains("version 2, and this tea-check reads version 1") == true)
  }

  @Test func `a counterexample of random runs is stored with its payloads`() throws {
    let folder = try TemporaryFolder()
    let check = Specification(of: Gate.self) {
      Step("waits briefly") { if case .wait(let time) = $0.message { time < 1_000 } else { true } }
    }.check(seed: 3)
    let found = run(check, folder, engine: .sample)
    #expect(found.counterexample?.steps.map(\.message) == ["wait(1000)"])
    #expect(run(check, folder, engine: .sample).finding?.contains("stored in") == true)
  }

  @Test func `a known issue is neither stored nor replayed`() throws {
    let folder = try TemporaryFolder()
    #expect(run(Self.gate(0).knownIssue("a hole", steps: 3), folder).verdict == .passed)
    #expect(folder.names.isEmpty)
    _ = run(Self.gate(0), folder)
    #expect(folder.names.count == 1)
    #expect(run(Self.gate(0).knownIssue("a hole", steps: 3), folder).finding?.contains("shortest") == true)
  }

  @Test func `a folder that cannot be written is noted`() throws {
    let folder = try TemporaryFolder()
    try "a file\n".write(toFile: folder.store, atomically: true, encoding: .utf8)
    let result = run(Self.gate(0), folder)
    #expect(result.verdict == .violated)
    #expect(result.file == nil)
    #expect(result.notes.last?.hasPrefix("the counterexample is not stored in \(folder.store): ") == true)
  }

  /// A coin whose text does not tell its value.
  final class Coin: Hashable, Generatable, CustomStringConvertible, Sendable {
    let value: Int
    init(_ value: Int) { self.value = value }
    var description: String { "coin" }
    static var generator: Gen<Coin> { Gen<Int>.integer(in: 0...2).map { Coin($0) } }
    static func == (one: Coin, other: Coin) -> Bool { one.value == other.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  enum Purse: Module {
    enum Message: Hashable { case take(Coin) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .take(let coin) = message { model = coin.value }
    }
  }

  @Test func `a counterexample that its text does not reproduce is not stored, and a note says why`() throws {
    let folder = try TemporaryFolder()
    let result = run(Specification(of: Purse.self) { Always("no gold") { $0 < 2 } }.check(), folder)
    #expect(result.verdict == .violated && folder.names.isEmpty)
    #expect(
      result.notes.last
        == "the counterexample is not stored in \(folder.store): read back from their text, the steps do not violate "
        + "“no gold”")
  }

  enum Impure: Module {
    nonisolated(unsafe) static var calls = 0
    enum Message: CaseIterable { case look }
    struct Model: Hashable { var seen = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      calls += 1
      model.seen = calls
    }
  }

  @Test func `a violation of determinism is replayed even if the law is not declared`() throws {
    let folder = try TemporaryFolder()
    let check = Specification(of: Impure.self) {}.check()
    let token = try #require(run(check, folder).token)
    #expect(run(check, folder).finding?.contains("stored in") == true)
    let replayOfToken = check.replayRecording(try ReplaySource(token).recording, CheckSettings()).result
    #expect(replayOfToken.counterexample?.property == "update and view are deterministic")
    #expect(throws: CheckFailure.self) { try check.replay("look") }
  }

  enum Flagged: Module {
    enum Flags: Hashable { case none, number(Int) }
    enum Message { case go }
    static func start(with flags: Flags) -> Int { if case .number(let number) = flags { number } else { 0 } }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  }

  @Test func `a script begins with its start where there are several starts`() throws {
    let folder = try TemporaryFolder()
    let check = Specification(of: Flagged.self) { Always("not two") { $0 != 2 } }.check(depth: 1)
    _ = run(check, folder)
    #expect(try folder.text(folder.names[0]).contains(#""start": "with flags number(1)""#))
    #expect(run(check, folder).finding?.contains("stored in") == true)
    #expect(throws: CheckFailure.self) {
      try check.replay("start with flags number(-7)\ngo\ngo\ngo\ngo\ngo\ngo\ngo\ngo\ngo")
    }
    let missingStart = #expect(throws: ReplayError.self) { try check.replay("go") }
    #expect(
      missingStart?.description.hasPrefix(
        "Flagged: The script does not say what Flagged starts with; begin it with one") == true)
    let wrongStart = #expect(throws: ReplayError.self) { try check.replay("start with flags nmber(1)\ngo") }
    #expect(wrongStart?.description.contains("has no case 'nmber'; the nearest is 'number'") == true)
    let checkFromModels = Specification(of: Flagged.self) {
      Start(from: [1, 5])
      Always("not six") { $0 != 6 }
    }.check(depth: 1)
    #expect(throws: CheckFailure.self) { try checkFromModels.replay("start from 5\ngo") }
    try checkFromModels.replay("start from 1\ngo")
    #expect(throws: ReplayError.self) { try checkFromModels.replay("start from 6\ngo") }
  }

  // MARK: Folders

  @Test func `the tests of this package store no counterexamples`() {
    #expect(CounterexampleStore.folder(ofTestAt: #filePath) == nil)
  }

  @Test func `a test stores its counterexamples in its package`() throws {
    let folder = try TemporaryFolder()
    let tests = folder.path + "/Tests/GateTests"
    try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
    #expect(CounterexampleStore.folder(ofTestAt: tests + "/A.swift") == nil)
    try "".write(toFile: folder.path + "/Package.swift", atomically: true, encoding: .utf8)
    #expect(CounterexampleStore.folder(ofTestAt: tests + "/A.swift") == folder.store)
    try "off\n".write(toFile: folder.path + "/Tests/.tea-check", atomically: true, encoding: .utf8)
    #expect(CounterexampleStore.folder(ofTestAt: tests + "/A.swift") == nil)
    #expect(CounterexampleStore.folder(ofTestAt: "A.swift") == nil)
  }

  @Test func `the option of a suite decides the folder`() {
    #expect(CounterexampleStore.folder(ofSuiteWithOption: "off") == .none)
    #expect(CounterexampleStore.folder(ofSuiteWithOption: "a/b") == "a/b")
  }

  // MARK: Tokens

  private func token(_ check: Check, _ folder: TemporaryFolder) throws -> String {
    try #require(run(check, folder).token)
  }

  @Test func `a token is short and replays the same steps`() throws {
    let folder = try TemporaryFolder()
    let gate = Self.gate(0)
    let text = try token(gate, folder)
    #expect(text.utf8.count < 100)
    let source = try ReplaySource(text)
    #expect(source.fits(checkTitled: gate.title, at: "\(gate.place)"))
    #expect(!source.fits(checkTitled: "Gate", at: "\(gate.place)"))
    let again = gate.replayRecording(source.recording, CheckSettings()).result
    #expect(again.finding == "violated after 3 steps")
    #expect(again.counterexample?.steps.map(\.message) == ["coin", "push", "push"])
    let declared = Specification(of: SearchBox.self) {
      Messages { $0.query.isEmpty ? [.typed("a"), .typed("b")] : [.paused] }
      Replies { command in
        if case .search(let query) = command { [.loaded(Results(query: query, items: [])), .failed] } else { nil }
      }
      Always("nothing is found") { $0.results == nil }
    }.check()
    let shortToken = try token(declared, folder)
    #expect(shortToken.utf8.count < 24)
    let shortReplay = declared.replayRecording(try ReplaySource(shortToken).recording, CheckSettings()).result
    #expect(shortReplay.verdict == .violated)
    #expect(shortReplay.counterexample?.steps.count == 3)
  }

  @Test func `a token of another version of the program is refused`() throws {
    let folder = try TemporaryFolder()
    let text = try token(Self.gate(0), folder)
    var token = try Token(text)
    // Another order of the steps stands for another version of the program.
    token.steps.swapAt(0, 1)
    let result = Self.gate(0).replayRecording(.token(token), CheckSettings()).result
    #expect(result.verdict == .error)
    #expect(result.message?.hasPrefix("The token was made of another version of Gate") == true)
  }

  @Test func `mutated files and tokens never crash`() throws {
    let folder = try TemporaryFolder()
    let check = Self.gate(0)
    let token = Array(try token(check, folder).utf8)
    let file = Array(try folder.text(folder.names[0]).utf8)
    var random = RandomNumbers(seed: 7)
    func mutated(_ bytes: [UInt8]) -> String {
      var bytes = bytes
      for _ in 0...random.next(through: 2) where !bytes.isEmpty {
        let place = Int(random.next(through: UInt64(bytes.count - 1)))
        switch random.next(through: 4) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8(random.next(through: 255))
        case 2: bytes[place] = bytes[Int(random.next(through: UInt64(bytes.count - 1)))]
        case 3: bytes.insert(bytes[Int(random.next(through: UInt64(bytes.count - 1)))], at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    var readCounts = (files: 0, tokens: 0)
    var settings = CheckSettings()
    settings.workers = 1
    let tries = Extent.of(gate: 2_000, night: 10_000)
    for _ in 0..<tries {
      if let stored = try? StoredCounterexample(parsing: mutated(file)) {
        readCounts.files += 1
        _ = check.replayRecording(.script(stored.script, property: stored.property), settings)
      }
      if let token = try? Token(mutated(token)) {
        readCounts.tokens += 1
        _ = check.replayRecording(.token(token), settings)
      }
    }
    // Enough of the mutated texts can still be read, and some cannot.
    #expect(readCounts.files > tries / 20 && readCounts.files < tries)
    #expect(readCounts.tokens > tries / 50 && readCounts.tokens < tries)
  }

  @Test func `decoding Base64 reverses the encoding`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes)
    }
    #expect(Base64.encode(Array("Man".utf8)) == "TWFu")
    #expect(Base64.decode("A".utf8) == nil)
    #expect(Base64.decode("TW=".utf8) == nil)
  }
}

extension TemporaryFolder {
  fileprivate var store: String { path + "/.tea-check" }
  fileprivate var names: [String] { Platform.names(in: store).filter { !$0.hasPrefix(".") } }
  fileprivate func text(_ name: String) throws -> String { try Platform.read("\(store)/\(name)") }
  fileprivate func write(_ text: String, _ name: String) throws {
    try Platform.replace("\(store)/\(name)", with: text)
  }
}

@testable import TEASupport
import Foundation
import TEARuntime
import Testing

@testable import TEACheck

/// Stored counterexamples, the claims about them that replays repeat, and the claims of reports.
@Suite struct StoredClaimTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)")
    .path

  /// A door that can be opened twice only through a stale view.
  enum Door: Module {
    enum Message: Hashable { case open, close }
    struct Model: Hashable { var isOpen = false, openCount = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .open: (model.isOpen, model.openCount) = (true, min(3, model.openCount + 1))
      case .close: model = Model()
      }
    }
  }

  /// - Parameter limit: The number of openings in a row that violates the property.
  private static func check(_ limit: Int = 2) -> Check {
    Specification(of: Door.self) {
      Messages { model in model.isOpen ? [.close] : [.open] }
      StaleViews()
      Always("opened once") { $0.openCount < limit }
    }.check("twice")
  }

  private func run(_ check: Check) -> CheckResult {
    var settings = CheckSettings()
    settings.store = folder
    return check.outcome(settings, onProgress: { _ in }).result
  }

  /// A check with the same title as `check(_:)`, in the target that is the first part of `fileID`.
  private static func check(in fileID: StaticString, _ limit: Int) -> Check {
    Specification(of: Door.self, fileID: fileID) { Always("opened once") { $0.openCount < limit } }.check("twice")
  }

  /// A machine that asks for stamps. Only a large order is answered by `empty`, and no derived command is so large. So only
  /// exploring shows that the outside world sends `empty`.
  enum StampMachine: Module {
    enum Message: Hashable { case tap, full, empty }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable { var taps = 0, isEmpty = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .tap:
        guard model.taps < 3 else { return }
        model.taps += 1
        perform(.ask(model.taps * 20))
      case .full: break
      case .empty: model.isEmpty = true
      }
    }
  }

  @Test func `a token is replayed by rules that have not learned which messages the outside world sends`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let check = Specification(of: StampMachine.self) {
      Replies { $0 == .ask(40) ? [.empty] : [.full] }
      Always("it never runs out") { !$0.isEmpty }
    }.check("stamps")
    let found = run(check)
    #expect(found.counterexample?.steps.map(\.label) == ["tap", "tap", "ask(40) replies empty"])
    let token = try Token(try #require(found.token))
    #expect(check.replayRecording(.token(token), CheckSettings()).result.verdict == .violated)
  }

  @Test func `a check does not touch the counterexample of a check with the same title in another target`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try #require(run(Self.check(in: "Shop/S.swift", 2)).file)
    let text = try Platform.read(first)
    #expect(text.contains(#""target": "Shop""#))
    // This check holds where the other one does not.
    let other = run(Self.check(in: "Home/S.swift", 100))
    #expect(other.verdict == .passed && other.notes.filter { $0.contains("stored counterexample") } == [])
    #expect(try Platform.read(first) == text)
    let second = try #require(run(Self.check(in: "Home/S.swift", 2)).file)
    #expect(second != first)
    #expect(try Platform.read(first) == text)
    #expect(run(Self.check(in: "Shop/S.swift", 2)).finding?.hasSuffix("stored in \(first)") == true)
    #expect(run(Self.check(in: "Home/S.swift", 2)).finding?.hasSuffix("stored in \(second)") == true)
    // A file of an earlier version, without a target, belongs to the checks of both targets.
    try Platform.replace(first, with: text.replacing("  \"target\": \"Shop\",\n", with: ""))
    try FileManager.default.removeItem(atPath: second)
    for fileID in ["Shop/S.swift", "Home/S.swift"] as [StaticString] {
      #expect(run(Self.check(in: fileID, 2)).finding?.hasSuffix("stored in \(first)") == true)
    }
  }

  @Test func `a condition of a property of runs that throws is stored and replayed`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func check(_ limit: Int) -> Check {
      Specification(of: Door.self) {
        Messages { model in model.isOpen ? [.close] : [.open] }
        Recovers("it can be shut") { model in
          if model.openCount == limit { throw Objection("opened too often") }
          return !model.isOpen
        }
      }.check("shut")
    }
    let found = run(check(1))
    #expect(found.verdict == .violated && found.counterexample?.detail == "opened too often")
    let file = try #require(found.file)
    let again = run(check(1))
    #expect(again.counterexample?.detail == "opened too often")
    #expect(again.finding == "violated after 1 step · shortest, when it was found · stored in \(file)")
    let replay = check(1).replayRecording(.script(Script(steps: ["open"]), property: nil), CheckSettings()).result
    #expect(replay.verdict == .violated && replay.counterexample?.property == "it can be shut")
    let fixed = run(check(2))
    #expect(fixed.verdict == .passed)
    #expect(fixed.notes.contains("replayed 1 stored counterexample: nothing is violated"))
  }

  private static func isShut(_ door: Door.Model, throwingAt count: Int) throws -> Bool {
    if door.openCount == count { throw Objection("opened \(count) times") }
    return !door.isOpen
  }

  @Test func `a condition that throws is stored where another one throws in an earlier world`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let check = Specification(of: Door.self) {
      Messages { _ in [.open] }
      Recovers("late") { try Self.isShut($0, throwingAt: 2) }
      Recovers("early") { try Self.isShut($0, throwingAt: 1) }
    }.check("doors")
    let result = run(check)
    #expect(result.counterexample?.property == "late" && result.counterexample?.detail == "opened 2 times")
    let file = try #require(result.file)
    let stored = try StoredCounterexample(parsing: try Platform.read(file))
    #expect(stored.property == "late" && stored.script.steps == ["open", "open"])
    let notes = result.notes.filter { $0.contains("is not stored") }
    #expect(notes == [])
  }

  @Test func `the folder of counterexamples is made with the folders around it`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var settings = CheckSettings()
    settings.store = "\(folder)/a/b/"
    let result = Self.check().outcome(settings, onProgress: { _ in }).result
    let file = try #require(result.file)
    #expect(file.hasPrefix("\(folder)/a/b/") && Platform.exists(file))
    // A file stands in the way of a folder.
    #expect(throws: FileError.self) { try Platform.makeFolder("\(file)/a/b") }
  }

  @Test func `a file that cannot be read is left as it is`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try #require(run(Self.check()).file)
    let newer = #"{"version": 99}"#
    try Platform.replace(path, with: newer)
    let result = run(Self.check())
    #expect(result.verdict == .violated && result.file != path)
    #expect(result.notes.contains { $0.contains("cannot be read") })
    #expect(try Platform.read(path) == newer)
    #expect(run(Self.check()).file == result.file)
  }

  @Test func `a counterexample that is too long to be read again is not stored`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = CounterexampleStore(folder: folder)
    for (steps, isStored) in [
      (["open"], true), (Array(repeating: "open", count: 100_001), false),
      ([String(repeating: "a", count: 4_000_000)], false),
    ] {
      let counterexample = StoredCounterexample(
        module: "Door", check: "twice", property: "opened once", place: "S.swift:1", status: .failing,
        script: Script(steps: steps))
      #expect(((try? store.save(counterexample)) != nil) == isStored)
    }
    let (files, problems) = store.files(ofCheck: "twice", module: "Door", in: nil)
    #expect(files.count == 1 && problems.isEmpty, "\(problems)")
  }

  @Test func `a file without a target gets one only when its own check writes the file anyway`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try #require(run(Self.check(in: "TEACheckTests/S.swift", 2)).file)
    let text = try Platform.read(path)
    let old = text.replacing("  \"target\": \"TEACheckTests\",\n", with: "")
    try Platform.replace(path, with: old)
    #expect(run(Self.check(in: "TEACheckTests/S.swift", 2)).verdict == .violated)
    #expect(try Platform.read(path) == old)
    // A check of another target with the same title writes only the status.
    #expect(run(Self.check(in: "Home/S.swift", 100)).verdict == .passed)
    #expect(try Platform.read(path) == old.replacing("failing", with: "regression"))
    #expect(run(Self.check(in: "TEACheckTests/S.swift", 2)).verdict == .violated)
    #expect(try Platform.read(path) == text)
  }

  @Test func `a file is no regression where its property was not asked after all of its steps`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try #require(run(Self.check(in: "Shop/S.swift", 2)).file)
    let text = try Platform.read(path)
    let ofOtherProperty = Specification(of: Door.self, fileID: "Shop/S.swift") {
      Always("opened or not") { _ in true }
    }.check("twice")
    let ofOtherSteps = Specification(of: Door.self, fileID: "Shop/S.swift") {
      Messages { _ in [.close] }
      Always("opened once") { $0.openCount < 2 }
    }.check("twice")
    let noteOnProperty =
      "the steps of \(path) violate nothing, and “opened once”, which they violated, is not declared here: write its new name "
      + "into the file, or delete the file; where another check with this title declares it, give the checks names of their own"
    for (check, words) in [(ofOtherProperty, noteOnProperty), (ofOtherSteps, "can no longer all be taken")] {
      let notes = run(check).notes
      #expect(notes.contains { $0.contains(path) && $0.contains(words) }, "\(notes)")
      #expect(!notes.contains { $0.hasSuffix("nothing is violated") })
      #expect(try Platform.read(path) == text)
    }
    // The advice of the note: the file goes on with the property under its new name.
    try Platform.replace(path, with: text.replacing("\"opened once\"", with: "\"opened or not\""))
    #expect(run(ofOtherProperty).notes.contains("replayed 1 stored counterexample: nothing is violated"))
  }

  @Test func `a replay repeats the claim that only a stale view leads to the violation`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let found = run(Self.check())
    #expect(found.finding?.hasPrefix("only through a stale view · violated after 2 steps · shortest · ") == true)
    let path = try #require(found.file)
    let stored = try StoredCounterexample(parsing: try Platform.read(path))
    #expect(stored.found == "only through a stale view · shortest")
    #expect(try StoredCounterexample(parsing: stored.text) == stored)
    let again = run(Self.check())
    #expect(
      again.finding
        == "violated after 2 steps · only through a stale view · shortest, when it was found · stored in \(path)")
    let replayed = Self.check().replayRecording(try ReplaySource(path).recording, CheckSettings()).result
    #expect(
      replayed.finding == "violated after 2 steps · only through a stale view · shortest, when it was found")
    // The claim was made for both steps, and is not repeated for the first of them alone.
    let sooner = run(Self.check(1))
    #expect(sooner.finding == "violated after 1 step · stored in \(path)")
  }

  @Test func `a replay judges the recorded property first, and names another that the same steps violate`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let check = Specification(of: Door.self) {
      Messages { _ in [.open] }
      Always("never open") { !$0.isOpen }
      Always("opened once") { $0.openCount < 2 }
      Always("seldom opened") { $0.openCount < 4 }
    }.check("twice")
    func replayed(_ property: String) -> CheckResult {
      let script = Script(parsing: "open\nopen")
      return check.replayRecording(.script(script, property: property), CheckSettings()).result
    }
    let result = replayed("opened once")
    #expect(result.counterexample?.property == "opened once" && result.finding == "violated after 2 steps")
    #expect(result.notes == ["in the same steps, “never open” is violated after 1 step"])
    for (property, judgment) in [("seldom opened", "not violated in 2 steps"), ("closed again", "not declared here")] {
      let result = replayed(property)
      #expect(result.counterexample?.property == "never open" && result.finding == "violated after 1 step")
      #expect(result.notes == ["the steps were recorded for “\(property)”, which is \(judgment)"])
    }
    #expect(replayed("never open").notes == [])

    // So does the replay that a run begins with.
    let checkOfOne = Specification(of: Door.self) {
      Messages { _ in [.open] }
      Always("opened once") { $0.openCount < 2 }
    }.check("twice")
    let path = try #require(run(checkOfOne).file)
    let again = run(check)
    #expect(again.finding?.hasPrefix("violated after 2 steps · ") == true && again.file == path)
    #expect(again.notes.contains("in the same steps, “never open” is violated after 1 step"))
  }

  @Test func `a report in a test names commands for tests`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(Self.check().testOutcome(environment: [:]).result.isOfTest)
    var result = run(Self.check())
    result.isOfTest = true
    let lines = TextReport.lines(of: result)
    let path = try #require(result.file)
    let token = try #require(result.token)
    #expect(
      lines.suffix(3) == [
        "  again   swift test", "  replay  TEACHECK_REPLAY=\(path) swift test",
        "  token   TEACHECK_REPLAY=\(token) swift test",
      ])
    for value in [path, token] {
      let replayed = Self.check().testOutcome(environment: ["TEACHECK_REPLAY": value, "TEACHECK_STORE": "off"])
      #expect(replayed.result.isReplay && replayed.result.verdict == .violated)
    }
    #expect(!lines.contains { $0.contains("tea-check check") })
  }

  @Test func `an inconclusive search of all worlds is not complete`() {
    enum Shut: Module {
      enum Message: Hashable { case tap }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
    }
    let result = run(Specification(of: Shut.self) { Messages { _ in [] } }.check())
    #expect(result.verdict == .inconclusive)
    #expect(TextReport.figures(of: result).hasPrefix("inconclusive · every world explored · 1 world · "))
    #expect(!result.isComplete)
    // An inconclusive search does not exit like a pass where completeness is required.
    #expect(exitCode(of: [result], requiresComplete: true) == ExitCode.inconclusive)
  }

  /// A page whose view carries the messages that it offers.
  enum Page: Module {
    enum Message: Hashable { case next, back }
    struct View: Hashable, MessageCarrying {
      var number: Int
      var messages: [Message] { number == 0 ? [.next] : number == 2 ? [.back] : [.next, .back] }
    }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model += message == .next ? 1 : -1
    }
    static func view(for model: Int) -> View { View(number: model) }
  }

  @Test func `views and messages that never meet are not noted where the view carries the messages`() {
    let result = run(Specification(of: Page.self) {}.check())
    #expect(result.coverage == .complete)
    #expect(!result.notes.contains { $0.contains("never meet") })
    let declared = run(Specification(of: Page.self) { Messages { $0.messages } }.check())
    #expect(declared.notes.contains { $0.contains("never meet") })
  }

  enum Dial: Module {
    enum Message: Hashable { case set(Int) }
    struct Model: Hashable { var count = 0, steps = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .set(let count) = message { (model.count, model.steps) = (count, min(3, model.steps + 1)) }
    }
  }

  @Test func `a stored counterexample has no token where the order of the steps differs each time`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let check = Specification(of: Dial.self) {
      Messages(of: .model) { Set([$0.count, 1, 2, 3, 4, 5, 6, 7]).map { .set($0) } }
      Always("few steps") { $0.steps < 3 }
    }.check()
    let found = run(check)
    #expect(found.verdict == .violated && found.token == nil)
    let again = run(check)
    #expect(again.file == found.file && again.finding?.contains("stored in") == true)
    #expect(again.token == nil)
  }
}

@testable import TEAStateSpace
@testable import TEASupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import TEACheck

/// The texts and records with which one process describes a trap to another process, and the step time of each call.
@Suite struct TrapTests {
  @Test(arguments: [
    Breadcrumb(.offer, place: 7), Breadcrumb(.run, place: 4_294_967_295, number: 16_777_215),
    Breadcrumb(Ancestry.record(parent: 12, step: 3)),
  ])
  func `a trap site is read back from its text`(_ breadcrumb: Breadcrumb) {
    for cause in [TrapCause.signal(4), .stack, .time, .memory, .exit, .suspended] {
      for part in [nil, TrapPart.update, .liveness(3)] {
        let site = TrapSite(phase: 2, breadcrumb: breadcrumb, cause: cause, part: part)
        #expect(TrapSite("\(site)") == site)
      }
    }
  }

  @Test(arguments: [
    "", "2", "2.3", "2.3.signal", "2.3.signal0", "2.3.signal65", "2.3.other", "a.3.time", "2.-3.time", "2.3.time.x",
    "2.3.time.99", "2.3.time.1.1",
  ])
  func `a text that is no trap site is not read`(_ text: String) { #expect(TrapSite(text) == nil) }

  @Test func `the record of a step in an exploration is its breadcrumb`() {
    let breadcrumb = Breadcrumb(Ancestry.record(parent: 12, step: 3))
    #expect(breadcrumb == Breadcrumb(.step, place: 12, number: 3))
    #expect((breadcrumb.kind, breadcrumb.place, breadcrumb.number) == (.step, 12, 3))
  }

  @Test(arguments: [
    TrapAttempts.Request.choices([0, .max]), .script(Script(start: "with flags 3", steps: ["typed(\"a\")"])),
    .script(Script(steps: [])),
  ])
  func `a request is read back from its record`(_ request: TrapAttempts.Request) throws {
    #expect(TrapAttempts.Request(json: try JSON(parsing: request.json.text)) == request)
  }

  @Test func `the message of a trap is found in the output of a process`() {
    let printed = "talk\nShelf/Shelf.swift:12: Fatal error: no such shelf\ntalk\n"
    #expect(TrapAttempts.message(in: printed) == "Shelf/Shelf.swift:12: Fatal error: no such shelf")
    #expect(TrapAttempts.message(in: "talk\n") == nil)
  }

  private static let crashTrace = """
    *** Program crashed: Illegal instruction at 0x00007fd84296df7f ***

    Thread 1 crashed:

    0 [inlined] [system] 0x00007fd84296df7f Swift runtime failure: arithmetic overflow in Checks at //<compiler-generated>
    1 [ra]          0x00007fd842fa6f65 specialized Array.subscript.getter + 84 in Checks at /toolchain/Array.swift:9:2
    2 [ra]          0x0000560f4ce57910 helped(_:) + 47 in Checks at /a/.build/checkouts/Kit/Sources/Kit/Kit.swift:3:4
    3 [ra]          0x0000560f4ce57910 static Shelf.update(for:) + 47 in Checks at /a b/Sources/Shelf/Shelf.swift:12:24
    4 [ra] [system] 0x0000560f4ce5787f static M.$main() + 14 in Checks at //<compiler-generated>

    """

  @Test func `the first frame in code of the user is the place of a trap`() {
    let exists: (String) -> Bool = { !$0.hasPrefix("/toolchain") }
    #expect(TrapAttempts.place(in: Self.crashTrace, exists: exists) == "Shelf/Shelf.swift:12")
    #expect(TrapAttempts.place(in: Self.crashTrace, exists: { $0.contains("Kit") }) == "Kit/Kit.swift:3")
    #expect(TrapAttempts.place(in: Self.crashTrace, exists: { _ in false }) == nil)
    #expect(TrapAttempts.place(in: "", exists: { _ in true }) == nil)
    #expect(TrapAttempts.failure(in: Self.crashTrace) == "Fatal error: arithmetic overflow")
    #expect(TrapAttempts.failure(in: "talk") == nil)
  }

  /// A release build merges the traps of a function, and then knows no line for them.
  @Test func `a frame of the user behind those of the checker is not the place of a trap`() {
    func trace(_ paths: String...) -> String {
      paths.map { "0 [ra] 0x0000560f4ce57910 f() + 47 in Checks at \($0)" }.joined(separator: "\n")
    }
    let own = TrapAttempts.ownSources[0]
    let main = "/a/Sources/Checks/Main.swift:7:5"
    let attempt = "\(own)Suites/SuiteRunner+Traps.swift:46:9"
    let merged = trace("//<compiler-generated>", "\(own)Rules/Rules.swift:9:1", attempt, main)
    #expect(TrapAttempts.place(in: merged, exists: { _ in true }) == nil)
    let called = trace("\(own)Generators/Gen.swift:9:1", "/a/Sources/Checks/Tap.swift:3:5", attempt, main)
    #expect(TrapAttempts.place(in: called, exists: { _ in true }) == "Checks/Tap.swift:3")
  }

  @Test func `no frame in a module of this package is the place of a trap`() throws {
    let folders = TrapAttempts.ownSources
    #expect(folders.map { $0.hasSuffix("/Sources/TEACheck/") || $0.hasSuffix("/Sources/TEARuntime/") } == [true, true])
    for folder in folders {
      let frame = "0 [ra] 0x0000560f4ce57910 kept() + 47 in Checks at \(folder)Kernel/Agenda.swift:12:24"
      #expect(TrapAttempts.place(in: frame, exists: { _ in true }) == nil)
    }
    // A library's target has a path in `Sources`, or none.
    let manifest = try String(contentsOfFile: folders[0] + "../../Package.swift", encoding: .utf8)
    let targets = manifest.split(separator: "arget(").dropFirst().map { $0.prefix { $0 != ")" } }
      .filter { $0.contains("path: \"Sources/") || !$0.contains("path:") }
      .compactMap { $0.firstMatch(of: /name: "(\w+)"/)?.output.1 }
    // Fewer targets would mean that the expression above no longer fits the manifest.
    #expect(targets.count >= 16)
    #expect(TrapAttempts.libraries.isSuperset(of: targets.filter { !$0.hasSuffix("Tests") }.map(String.init)))
  }

  @Test func `the message of a trap is split into its place and text`() {
    let parts = TrapAttempts.parts(of: "Swift/Array.swift:12: Fatal error: Index out of range")
    #expect(parts.place == "Swift/Array.swift:12" && parts.text == "Fatal error: Index out of range")
    let partsWithoutPlace = TrapAttempts.parts(of: "Could not cast value of type 'A' (0x1) to 'B' (0x2).")
    #expect(
      partsWithoutPlace.place == nil
        && partsWithoutPlace.text == "Could not cast value of type 'A' (0x1) to 'B' (0x2).")
  }

  private func report(_ cause: TrapCause, _ part: TrapPart) -> TrapReport {
    TrapReport(
      site: TrapSite(phase: 1, breadcrumb: Breadcrumb(.other), cause: cause, part: part), name: part.name,
      stepTime: .seconds(2))
  }

  @Test func `a suite that was started without tea-check prints the steps before a trap`() {
    #expect(
      TrapWatch.Configuration.unattendedMessage(of: "Shelf · tidy", report(.signal(4), .step), ["put", "take"])
        == "\nShelf · tidy: a step traps, the last of these:\n    put\n    take\n")
    #expect(
      TrapWatch.Configuration.unattendedMessage(of: "Shelf", report(.time, .update), [])
        == "\nShelf: update does not return, at the start\n")
    #expect(
      TrapWatch.Configuration.unattendedMessage(of: "Shelf", report(.exit, .comparison), nil)
        == "\nShelf: == or hash(into:) ends the process; tea-check tells more\n")
  }

  @Test func `a slow call is reported with the time that it had`() {
    func timeExplanation(_ retakeTime: Duration?) -> String {
      TrapCause.time.explanation(of: "update", message: nil, stepTime: .seconds(4), stepTimeOfRetake: retakeTime)
    }
    let whole = "update did not return within 4 s; give it more with --step-time"
    #expect(timeExplanation(nil) == whole && timeExplanation(.seconds(4)) == whole)
    #expect(
      timeExplanation(.seconds(1))
        == "the step did not end within 4 s, so it was taken again to find out why, and update did not return within 1 s: "
        + "look for an endless loop there, or, if it is only slow, give it more time with --step-time")
    #expect(
      TrapCause.explanation(ofSlowStep: .seconds(4))
        == "a step took longer than 4 s in all, and each function that it calls less when it was taken again; give it more "
        + "with --step-time")
  }

  private enum Idle: Module {
    enum Message { case tap }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test(arguments: [(TrapCause.stack, 16), (.signal(4), 16), (.exit, 16), (.time, 4), (.memory, 4), (.suspended, 4)])
  func `fewer candidates are tried after traps that are found by waiting`(_ cause: TrapCause, _ limit: Int) {
    func traps(_ count: Int) -> [Breadcrumb: TrapCause] {
      Dictionary(uniqueKeysWithValues: (0..<count).map { (Breadcrumb(.run, place: $0, number: 0), cause) })
    }
    #expect(ShrinkWatch<Idle>.lastCandidateNumber(after: traps(limit - 1)) == .max)
    #expect(ShrinkWatch<Idle>.lastCandidateNumber(after: traps(limit)) == limit - 1)
  }

  /// Other tests run code meanwhile, so the test runs in a process of its own.
  @Test func `a sign of life tells that no call of the user's code lasts long`() async {
    await #expect(processExitsWith: .success) {
      let pipe = Pipe()
      let recorder = JSONRecorder(suite: "", output: pipe.fileHandleForWriting.fileDescriptor, isForTeaCheck: true)
      recorder.heartbeat()
      TrapWatch(TrapWatch.Configuration(CheckSettings(), title: "")).watched {
        recorder.heartbeat()
        UserCode.calling(.update) {
          recorder.heartbeat()
          TrapWatcher.longestCall.store(1_500, ordering: .relaxed)
          recorder.heartbeat()
        }
      }
      let signs = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      precondition(signs == "\n\u{16}\n\u{16}\n\n")
    }
  }

  /// A SIGTERM that a process sends to itself is not an interruption by a person. It is not the signal of a trap either, so a
  /// message of the Swift runtime does not belong to it.
  @Test func `a signal that a process sends to itself is reported`() {
    let cause = TrapCause.signal(Int(SIGTERM))
    #expect(cause.sentence(of: "update") == "update ends the process" && !cause.isTrapSignal)
    #expect(
      cause.explanation(of: "update", message: "Fatal error: of another", stepTime: .seconds(4))
        == "update sent SIGTERM to its own process, which would have ended in the middle of the check")
  }

  @Test func `each function has the step time for itself`() {
    let phase = TrapPhase(1, of: nil, PartNames(), slots: 1)
    defer { phase.end() }
    let slot = phase.slots[0]
    slot.enter(Breadcrumb(.step, place: 3))
    let first = slot.call
    slot.restartStepTime()
    let second = slot.call
    let outer = slot.beginCall(of: .policy)
    let third = slot.call
    slot.restartStepTime()
    #expect(slot.part == .policy && slot.call != third)
    slot.endCall(returningTo: outer)
    #expect(slot.part == nil)
    let fourth = slot.call
    slot.exit()
    // The same step is entered again, in another part of the search.
    slot.enter(Breadcrumb(.step, place: 3))
    #expect(Set([first, second, third, fourth, slot.call]).count == 5)
  }

  @Test func `a trap is read back from its record`() {
    var report = report(.time, .liveness(2))
    #expect(TrapReport(record: report.record(title: "Shelf")) == report)
    report.steps = ["put", "take"]
    #expect(TrapReport(record: report.record(title: "Shelf")) == report)
  }

  @Test func `a trap part is read back from its number`() {
    // The 31 parts without an index come first. Those with one, such as properties, begin at 100, each kind a million apart.
    let numbers = (0..<31).map { $0 } + [100, 107, 1_000_100, 7_000_103]
    for number in numbers { #expect(TrapPart(number: number)?.number == number) }
    for number in [-1, 31, 99, 8_000_100] { #expect(TrapPart(number: number) == nil) }
  }

  @Test(arguments: [["--trap", "1.2.time"], ["--attempts"]])
  func `internal options, from tea-check to a suite, need the format of records`(_ arguments: [String]) throws {
    #expect(throws: UsageError.self) { try Invocation(arguments: arguments) }
    _ = try Invocation(arguments: arguments + ["--format", "records"])
  }
}

/// Phases that stop before a known trap, and their threads' signals and positions.
@Suite struct KnownTrapTests {
  /// A fuse that burns in three steps.
  private enum Fuse: Module {
    enum Message { case light, wet }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model = message == .light ? min(3, model + 1) : 0
    }
  }

  /// Explores the fuse, with a known trap at this breadcrumb.
  private func explore(_ breadcrumb: Breadcrumb, workers: Int) throws -> Exploration<Fuse> {
    let specification = Specification(of: Fuse.self) { Messages { _ in [.wet, .light] } }
    // The start is the first phase, and the exploration the second.
    let configuration = TrapWatch.Configuration(
      knownSites: [TrapSite(phase: 2, breadcrumb: breadcrumb, cause: .stack)], stepTime: .seconds(60),
      stepMemory: 1 << 30,
      endsProcess: false, report: { _, _ in })
    let rules = try Rules(specification, scope: 3, watch: TrapWatch(configuration))
    return specification.engines.explore(rules, ExplorationBounds(), workers) { _ in }
  }

  @Test(arguments: [1, 2, 8]) func `an exploration stops before a step that is known to trap`(_ workers: Int) throws {
    let exploration = try explore(Breadcrumb(.step, place: 2, number: 1), workers: workers)
    guard case .violation(let found) = exploration.end else { throw Unexpected() }
    #expect(found.violation.trap == .stack)
    let trace = try #require(exploration.trace)
    #expect(Script(trace).steps == ["light", "light", "light"])
    // The last step was not taken.
    #expect(trace.lastWorld.model == 2)
  }

  @Test func `an exploration stops before an offer of steps that is known to trap`() throws {
    let exploration = try explore(Breadcrumb(.offer, place: 2), workers: 1)
    #expect(Script(try #require(exploration.trace)).steps == ["light", "light"])
  }

  @Test func `an exploration stops before a start that is known to trap`() throws {
    let exploration = try explore(Breadcrumb(.origin), workers: 1)
    #expect(Script(try #require(exploration.trace)).steps == [])
  }

  private enum Pages: Module {
    enum Message { case turn }
    struct Flags {
      let pageSize: Int
      init(pageSize: Int) {
        precondition(pageSize > 0)
        self.pageSize = pageSize
      }
    }
    static func start(with flags: Flags) -> Int { 100 / flags.pageSize }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a trap at a start with derived flags tells their derivation`() throws {
    let specification = Specification(of: Pages.self) {}
    let configuration = TrapWatch.Configuration(
      knownSites: [TrapSite(phase: 1, breadcrumb: Breadcrumb(.start, number: 0), cause: .signal(4))],
      stepTime: .seconds(60), stepMemory: 1 << 30, endsProcess: false, report: { _, _ in })
    let trap = try #require(throws: StartTrap.self) {
      try Rules(specification, scope: 3, watch: TrapWatch(configuration))
    }
    let runner = CheckRunner(
      specification: specification, module: "Pages", name: "", bounds: CheckBounds(), settings: CheckSettings(),
      onProgress: { _ in })
    let notes = runner.outcome(of: trap).result.notes
    #expect(notes.first?.hasPrefix("flags (derived): ") == true)
    #expect(
      notes.dropFirst() == [
        "built field by field, past their initialisers: Flags",
        "the flags were derived; for others, write Start(with: […])",
      ])
  }

  @Test func `a random walk stops before a step that is known to trap`() throws {
    let specification = Specification(of: Fuse.self) { Messages { _ in [.wet, .light] } }
    // The start is the first phase, and the walk the second.
    func walk(_ known: [Breadcrumb]) throws -> RandomWalk<Fuse> {
      let configuration = TrapWatch.Configuration(
        knownSites: known.map { TrapSite(phase: 2, breadcrumb: $0, cause: .stack) }, stepTime: .seconds(60),
        stepMemory: 1 << 30, endsProcess: false, report: { _, _ in })
      let rules = try Rules(specification, scope: 3, watch: TrapWatch(configuration))
      var random = RandomNumbers(seed: 1)
      let swarm = SwarmConfiguration(from: &random)
      return try RandomWalk(rules, maxLength: 9, maxOutstanding: 16, swarm, &random) { _ in }
    }
    let wholeWalk = try walk([])
    #expect(wholeWalk.violation == nil && wholeWalk.trace.steps.count == 9)
    let walkToStep = try walk([Breadcrumb(.run, number: 2)])
    #expect(walkToStep.violation?.trap == .stack)
    #expect(Script(walkToStep.trace).steps == Array(Script(wholeWalk.trace).steps.prefix(3)))
    // The last step was not taken.
    #expect(walkToStep.world.model == wholeWalk.trace.steps[1].outcome.world.model)
    let walkToOffer = try walk([Breadcrumb(.choice, number: 2)])
    #expect(walkToOffer.violation?.trap == .stack && walkToOffer.trace.steps.count == 2)
  }

  /// A module without commands whose models fit into a machine word. After the first batch of worlds, the search looks worlds
  /// up by their hashes alone, because different words have different hashes.
  private enum Counter: Module {
    enum Message { case reset, next, append }
    struct Model: Hashable { var number = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .reset: model.number = 0
      case .next: model.number += 1
      case .append: model.number = 10 * model.number + 7
      }
    }
  }

  @Test(arguments: [1, 2])
  func `worlds before a known trap are counted where they are looked up by hashes alone`(_ workers: Int) throws {
    let specification = Specification(of: Counter.self) { Messages { _ in [.reset, .next, .append] } }
    // The third world is 7: its first steps lead to 0 and to 8.
    let configuration = TrapWatch.Configuration(
      knownSites: [TrapSite(phase: 2, breadcrumb: Breadcrumb(.step, place: 2, number: 2), cause: .stack)],
      stepTime: .seconds(60),
      stepMemory: 1 << 30, endsProcess: false, report: { _, _ in })
    let rules = try Rules(specification, scope: 3, watch: TrapWatch(configuration))
    let exploration = specification.engines.explore(rules, ExplorationBounds(), workers) { _ in }
    #expect(Script(try #require(exploration.trace)).steps == ["append", "append"])
    #expect(exploration.progress.states == 6 && exploration.progress.transitions == 9)
  }

  @Test func `a replay stops before an update that is known to trap`() throws {
    let rules = try Rules(Specification(of: Fuse.self) {}, scope: 3)
    let breadcrumb = Breadcrumb(.replay, place: 1, number: TrapPart.update.number)
    let site = TrapSite(phase: 2, breadcrumb: breadcrumb, cause: .signal(4))
    let replay = try rules.replay(Script(steps: ["light", "light"]), upTo: [site])
    #expect(replay.trace.steps.count == 2 && replay.trace.lastWorld.model == 1)
    #expect(replay.violation?.property == "update never traps")
    let named = TrapSite(phase: 2, breadcrumb: breadcrumb, cause: .signal(4), part: .policy)
    let again = try rules.replay(Script(steps: ["light", "light"]), upTo: [named])
    #expect(again.violation?.property == "policy never traps")
  }

  /// The threads of a dispatch queue begin with blocked signals. Threads of a search must receive the signals of traps, and the
  /// signal that asks a stopped process for a report.
  @Test func `no thread of a search blocks a signal of a trap or the signal for a report`() {
    let blockedCount = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      TrapPhase(1, of: nil, PartNames(), slots: 1).watched(Breadcrumb(.step)) {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        if [Platform.signalForTrapReport, SIGABRT].contains(where: { sigismember(&mask, $0) != 0 }) {
          blockedCount.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(blockedCount.load(ordering: .relaxed) == 0)
  }

  @Test func `a signal of a trap that a process raises ends it`() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      Platform.handleTraps { _, _ in }
      raise(SIGTRAP)
      exit(0)
    }
    await #expect(processExitsWith: .signal(SIGABRT)) {
      Platform.handleTraps { _, _ in }
      Platform.prepareForSignals()
      raise(SIGABRT)
      exit(0)
    }
  }

  /// Swift's handler suspends the other threads, so two threads in it can suspend each other for ever.
  @Test func `of two threads that trap at the same time, one is handled`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      // Allocated before the trap, because a signal handler must not allocate.
      nonisolated(unsafe) let handledCount = Platform.allocateZeroedAtomics(2)
      Platform.handleTraps { _, _ in
        if handledCount[0].add(1, ordering: .sequentiallyConsistent).newValue > 1 { Platform.exitAtOnce(1) }
        // The other thread gets here within this time, if it is let through.
        _ = Platform.startThread { raise(SIGILL) }
        Platform.sleep(milliseconds: 1_000)
        Platform.exitAtOnce(7)
      }
      raise(SIGILL)
    }
  }

  @Test func `only the first thread that traps enters the former action of the signal`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      _ = FormerHandler.calls
      var action = Platform.signalAction(SA_SIGINFO | SA_NODEFER) { signal, _, _ in FormerHandler.handle(signal) }
      sigaddset(&action.sa_mask, SIGUSR1)
      sigaction(SIGILL, &action, nil)
      Platform.handleTraps { _, _ in }
      raise(SIGILL)
    }
  }

  @Test func `a former action that takes only the signal's number is called, and the process goes on`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      _ = FormerHandler.calls
      signal(SIGFPE) { _ in _ = FormerHandler.calls[0].add(1, ordering: .sequentiallyConsistent) }
      nonisolated(unsafe) let count = Platform.allocateZeroedAtomics(1)
      Platform.handleTraps { _, _ in _ = count[0].add(1, ordering: .sequentiallyConsistent) }
      raise(SIGFPE)
      raise(SIGFPE)
      Platform.exitAtOnce(Int32(FormerHandler.calls[0].load(ordering: .relaxed) + count[0].load(ordering: .relaxed)))
    }
  }

  @Test func `the position of a thread is that of its snapshot`() {
    let phase = TrapPhase(1, of: nil, PartNames(), slots: 1)
    let slot = phase.slots[0]
    phase.watched(Breadcrumb(.step, place: 3)) {
      UserCode.calling(.policy) { slot.takeSnapshot() }
      slot.set(Breadcrumb(.step, place: 4))
    }
    #expect(slot.hasSnapshot && slot.position.breadcrumb == Breadcrumb(.step, place: 3))
    #expect(slot.position.part == .policy)
  }

  private struct Unexpected: Error {}
}

/// The handler that a signal has before traps are handled.
private enum FormerHandler {
  nonisolated(unsafe) static let calls = Platform.allocateZeroedAtomics(1)

  /// Like Swift's handler, this one must end the process before another thread enters it.
  static func handle(_ signal: Int32) {
    if calls[0].add(1, ordering: .sequentiallyConsistent).newValue > 1 { Platform.exitAtOnce(1) }
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    guard sigismember(&mask, signal) == 0, sigismember(&mask, SIGUSR1) == 1 else { Platform.exitAtOnce(2) }
    // The other thread gets here within this time, if it is let through.
    _ = Platform.startThread { raise(SIGILL) }
    Platform.sleep(milliseconds: 1_000)
    Platform.exitAtOnce(7)
  }
}

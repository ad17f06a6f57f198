@testable import TEACheck
import Synchronization
import TEAResults
import TEARuntime
import Testing

/// The commands and subscriptions of a program show which of the derived messages only the outside world sends.
struct MessagesFromOutsideTests {
  /// A shop with two products. It loads only the second.
  enum Shop: Module {
    enum Message: Hashable { case opened, loaded(String) }
    enum Command: Hashable { case load(Int) }
    static let products = ["tea", "cup"]

    static func start(with flags: Void) -> String { "" }

    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
      switch message {
      case .opened: if model.isEmpty { perform(.load(1)) }
      case .loaded(let name): model = name
      }
    }
  }

  private static func notes(of result: CheckResult) -> [String] { result.notes.filter { $0.hasPrefix("messages") } }

  @Test func `a command that is never performed needs no reply`() throws {
    let specification = Specification(of: Shop.self) {
      Replies { command in
        guard case .load(let index) = command, Shop.products.indices.contains(index) else { throw Missing() }
        return [.loaded(Shop.products[index])]
      }
      Always("a product is shown") { $0.isEmpty || Shop.products.contains($0) }
    }
    let result = specification.check().exploration()
    #expect(result.verdict == .passed)
    #expect(
      Self.notes(of: result) == [
        "messages (derived, any at any time): opened", "messages that only the world sends: loaded",
      ])
  }

  struct Missing: Error {}

  @Test func `a derived command for which replies trap is left out`() throws {
    // The call for the first derived number, 0, traps. If this site were not known, the process of the test would trap. Phase 1
    // of a check makes the starts, and phase 2 these calls. Signal 4 is SIGILL.
    let site = TrapSite(phase: 2, breadcrumb: Breadcrumb(.probe, number: 0), cause: .signal(4))
    let configuration = TrapWatch.Configuration(
      knownSites: [site], stepTime: .seconds(60), stepMemory: 1 << 30, endsProcess: false, report: { _, _ in })
    let specification = Specification(of: Shop.self) {
      Replies { command in
        switch command {
        case .load(let index): [.loaded(Shop.products[2 - index])]
        }
      }
    }
    let rules = try Rules(specification, scope: 3, watch: TrapWatch(configuration))
    #expect(rules.underivedCases == [] && rules.mayMissMessagesFromOutside)
  }

  /// A shop with a single product, whose number is not among the derived ones.
  enum Rare: Module {
    enum Message: Hashable { case opened, loaded(name: String), missing }
    enum Command: Hashable { case load(Int) }

    static func start(with flags: Void) -> String { "" }

    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
      switch message {
      case .opened: if model.isEmpty { perform(.load(42)) }
      case .loaded(let name): model = name
      case .missing: break
      }
    }
  }

  @Test func `a reply to a command with a payload that is not derived is not derived either`() {
    let result = Specification(of: Rare.self) {
      Replies { command in
        switch command {
        case .load(let id): id == 42 ? [.loaded(name: "tea")] : [.missing]
        }
      }
      Always("only tea is shown") { $0.isEmpty || $0 == "tea" }
    }.check().exploration()
    #expect(result.verdict == .passed)
    #expect(Self.notes(of: result).last == "messages that only the world sends: loaded, missing")
  }

  enum Feed<Reason: Hashable & Sendable>: Module {
    enum Message: Hashable { case loaded([Int]), failed(Reason) }
    enum Command: Hashable { case load }

    static func start(with flags: Void, perform: (Command) -> Void) -> [Int] {
      perform(.load)
      return []
    }

    static func update(for message: Message, model: inout [Int], perform: (Command) -> Void) {
      if case .loaded(let entries) = message { model = entries }
    }
  }

  @Test func `a case without values beside those that the world sends leaves nothing to derive`() {
    let result = Specification(of: Feed<Never>.self) { Replies { _ in [.loaded([1])] } }.check().exploration()
    #expect(result.coverage == .complete && result.states == 2, "\(result.message ?? "")")
    #expect(Self.notes(of: result) == ["messages: only what the world sends"])
  }

  @Test func `a list that varies in the search for messages of the world ends the check`() throws {
    let varies = Atomic(false)
    let calls = Atomic(0)
    let specification = Specification(of: Rare.self) {
      Replies { _ in
        // Each list differs from the one that was returned two calls before.
        let isOther = (calls.add(1, ordering: .relaxed).newValue / 2).isMultiple(of: 2)
        return varies.load(ordering: .relaxed) && isOther ? [.missing] : [.loaded(name: "tea")]
      }
    }
    let runner = CheckRunner(
      specification: specification, module: "Rare", name: "", bounds: CheckBounds(), settings: CheckSettings(),
      onProgress: { _ in })
    let rules = try runner.makeRules()
    varies.store(true, ordering: .relaxed)
    #expect(throws: VaryingSteps.self) { try runner.rulesAfterLearning(rules, withoutCase: nil) }
  }

  @Test func `random runs know the messages of the world as well`() {
    var settings = CheckSettings()
    settings.engine = .sample
    let result = Specification(of: Rare.self) {
      Replies { command in
        switch command {
        case .load(let id): id == 42 ? [.loaded(name: "tea")] : [.missing]
        }
      }
      Always("only tea is shown") { $0.isEmpty || $0 == "tea" }
    }.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .passed)
  }

  /// A shop like ``Rare`` with a counter, so that the search is long.
  enum Counting: Module {
    enum Message: Hashable { case opened, counted, loaded(name: String), missing }
    struct Model: Hashable { var name = "", count = 0 }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Rare.Command) -> Void) {
      switch message {
      case .opened: if model.name.isEmpty { perform(.load(42)) }
      case .counted: model.count = min(60, model.count + 1)
      case .loaded(let name): model.name = name
      case .missing: break
      }
    }
  }

  /// The first search of the check finds a violation by a message that only the outside world sends. The check learns this, and
  /// then searches again, without the message.
  @Test(arguments: [false, true]) func `a search with learned messages goes on from its checkpoint`(
    _ beginsWithoutLearning: Bool
  ) throws {
    let check = Specification(of: Counting.self) {
      Replies { command in
        switch command {
        case .load(let id): id == 42 ? [.loaded(name: "tea")] : [.missing]
        }
      }
      Always("only tea is shown") { $0.name.isEmpty || $0.name == "tea" }
    }.check()
    let whole = check.exploration { $0.outstanding = 1 }
    // 61 counts, each without a name and with one.
    #expect(whole.verdict == .passed && whole.states > 120)
    let folder = try TemporaryFolder()
    func part(_ change: (inout CheckSettings) -> Void) -> CheckResult {
      check.exploration { settings in
        (settings.outstanding, settings.checkpoint) = (1, "\(folder.path)/file")
        change(&settings)
      }
    }
    // The violation lies one step from the start, so this search to depth 0 learns nothing that its checkpoint could store.
    if beginsWithoutLearning { #expect(part { $0.depth = 0 }.coverage == .bounded(depth: 0, beyond: 1)) }
    for states in [30, 60] {
      let result = part { $0.states = states }
      #expect(result.verdict == .inconclusive)
      #expect(result.message?.hasSuffix("--checkpoint \(folder.path)/file goes on from here") == true)
      let note = "the check has learned more about the program than its checkpoint knows, so its search began anew"
      #expect(result.notes.contains(note) == (beginsWithoutLearning && states == 30))
    }
    let rest = part { _ in }
    #expect(rest.verdict == .passed)
    #expect([rest.states, rest.transitions, rest.depth] == [whole.states, whole.transitions, whole.depth])
    #expect(Self.notes(of: rest) == Self.notes(of: whole))
  }

  /// A program with numbered pauses. It begins only pause 42, and this number is not derived.
  enum Countdown: Module {
    enum Message: Hashable { case begin, fired, alarm(Int) }
    enum Subscription: Hashable { case pause(Int) }

    static func start(with flags: Void) -> Int? { nil }

    static func update(for message: Message, model: inout Int?, perform: (Command) -> Void) {
      switch message {
      case .begin: if model == nil { model = 42 }
      case .fired: model = nil
      case .alarm(let number): model = number == 42 ? nil : number
      }
    }

    static func subscriptions(for model: Int?) -> [Subscription] { model.map { [.pause($0)] } ?? [] }

    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
      switch subscription {
      case .pause(42): .after(.seconds(1), .alarm(42))
      case .pause: .after(.seconds(1), .fired)
      }
    }
  }

  @Test func `a timer of a subscription that is not derived sends a message of the world`() {
    let result = Specification(of: Countdown.self) { Always("forty-two") { $0 == nil || $0 == 42 } }.check()
      .exploration()
    #expect(result.verdict == .passed)
    #expect(Self.notes(of: result).last == "messages that only the world sends: alarm, fired")
  }

  /// A page that forgets to stop its spinner.
  enum Spinner: Module {
    enum Message: Hashable { case tap, loaded }
    enum Command: Hashable { case load }
    struct Model: Hashable { var spins = false }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard message == .tap, !model.spins else { return }
      model.spins = true
      perform(.load)
    }
  }

  /// With a derived reply, the system could send a message in every world, so no world would be at rest.
  @Test func `a world is at rest where a message of the system comes as a reply alone`() {
    let result = Specification(of: Spinner.self) {
      Replies { _, model in model.spins ? [.loaded] : [] }
      SystemMessages { $0 == .loaded }
      Settles("no spinner") { !$0.spins }
    }.check().exploration()
    #expect(result.counterexample?.property == "no spinner")
    #expect(result.counterexample?.steps.map(\.label) == ["tap", "load replies loaded"])
    #expect(Self.notes(of: result).last == "messages that only the world sends: loaded")
  }

  enum Stock: Module {
    enum Message: Hashable { case opened, loaded(Int) }
    enum Command: Hashable { case load(String) }

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .opened: if model == 0 { perform(.load("tea")) }
      case .loaded(let count): model = count
      }
    }
  }

  struct Server: Hashable { var counts = ["tea": 3] }

  @Test func `an environment answers only the commands that are performed`() {
    let result = Specification(of: Stock.self) {
      Environment(
        Server(),
        replies: { server, command in
          switch command {
          case .load(let name): server.counts[name].map { [.loaded($0)] }
          }
        })
      Precondition(of: .world) { world, _ in world.outstanding.isEmpty }
      Always("in stock") { $0 == 0 || $0 == 3 }
    }.check().exploration()
    #expect(result.verdict == .passed)
    #expect(Self.notes(of: result).last == "messages that only the world sends: loaded")
  }

  /// A switch in the app that follows a switch of the phone.
  enum MirroredSwitch: Module {
    enum Message: Hashable { case told(Bool), tapped }

    static func start(with flags: Void) -> Bool { true }

    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if case .told(let isOn) = message { model = isOn }
    }
  }

  @Test func `a message that only events of an environment send is no way back`() {
    let result = Specification(of: MirroredSwitch.self) {
      Environment(
        true,
        events: { isOn, _ in
          [EnvironmentEvent("is switched off") { $0 = false }, EnvironmentEvent("tells", sends: .told(isOn))]
        })
      Recovers("is on") { $0 }
    }.check().exploration()
    #expect(result.verdict == .violated)
    #expect(
      result.counterexample?.steps.prefix(2).map(\.label) == [
        "environment: is switched off", "environment: tells sends told(false)",
      ])
    #expect(Self.notes(of: result).last == "messages that only the world sends: told")
  }

  /// A tower. Near its top, the program calls for help once, with a number that is not derived.
  enum Tower: Module {
    enum Message: Hashable { case climbed, rescued, busy }
    enum Command: Hashable { case call(Int) }

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .climbed:
        model = min(model + 1, 1_200)
        if model == 1_100 { perform(.call(42)) }
      case .rescued: if model == 1_200 { model = 1_101 }
      case .busy: break
      }
    }
  }

  @Test func `a reply that comes only far from the start is no way back either`() {
    let result = Specification(of: Tower.self) {
      Replies { command in
        switch command {
        case .call(let number): number == 42 ? [.rescued] : [.busy]
        }
      }
      Recovers("below the top") { $0 < 1_200 }
    }.check().exploration()
    #expect(result.verdict == .violated)
    #expect(Self.notes(of: result).last == "messages that only the world sends: rescued, busy")
  }

  /// Stairs from 0 to 6 000. Help is called on one of them, so far up that only the whole search tells who sends `rescued`.
  enum Stairs: Module {
    enum Message: Hashable { case climbed, rescued, busy }
    typealias Command = Tower.Command

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      guard message == .climbed, model < 6_000 else { return }
      model += 1
      if model == 5_000 { perform(.call(42)) }
    }
  }

  /// The worlds are 5 000 below the call, and 1 001 from there with the call and without it. In each of them the first search
  /// sends `climbed` and `rescued`, and the second one `climbed`; with the call, `rescued` is a reply as well.
  @Test func `a check that searches twice says of how many steps the first search was`() {
    let result = Specification(of: Stairs.self) {
      Replies { command in
        switch command {
        case .call(let number): number == 42 ? [.rescued] : [.busy]
        }
      }
      Sometimes("at the top") { $0 == 6_000 }
    }.check().exploration()
    #expect(result.verdict == .passed && result.states == 7_002 && result.transitions == 8_003)
    #expect(
      result.notes.filter { $0.contains("earlier search") } == [
        "the seconds include an earlier search of 15 005 steps, which sent as if by a person what only the world sends"
      ])
  }

  /// A climb. A guard is called at one ledge, and only there can the guard let the climber down.
  enum Climb: Module {
    enum Message: Hashable { case climbed, letDown, busy }
    enum Command: Hashable { case call }

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .climbed:
        model = min(model + 1, 1_300)
        if model == 1_100 { perform(.call) }
      case .letDown: if model == 1_300 { model = -1 }
      case .busy: break
      }
    }
  }

  @Test(arguments: [false, true]) func `a resumed search knows the messages of the world from before its checkpoint`(
    _ isCompact: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let check = Specification(of: Climb.self) {
      Replies { _, model in model == 1_100 ? [.letDown] : [.busy] }
      Sometimes("let down") { $0 == -1 }
    }.check()
    func run(_ change: (inout CheckSettings) -> Void) -> CheckResult {
      check.exploration { settings in
        (settings.isCompact, settings.checkpoint) = (isCompact, "\(folder.path)/file")
        change(&settings)
      }
    }
    #expect(run { $0.states = 2_000 }.verdict == .inconclusive)
    let whole = run { _ in }
    #expect(whole.verdict == (isCompact ? .inconclusive : .violated))
    #expect(Self.notes(of: whole).contains("messages that only the world sends: letDown, busy"))
  }

  enum Help { enum Message: Hashable { case rescued, busy } }

  /// The tower with the messages of help as those of a child, beside a number.
  enum GuardedTower: Module {
    enum Message: Hashable { case climbed, help(Int, Help.Message) }
    typealias Command = Tower.Command

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .climbed: Tower.update(for: .climbed, model: &model, perform: perform)
      case .help(_, .rescued): Tower.update(for: .rescued, model: &model, perform: perform)
      case .help(_, .busy): break
      }
    }
  }

  @Test func `such a reply is no way back where it brings the message of a child beside another payload`() {
    let result = Specification(of: GuardedTower.self) {
      Replies { command in
        switch command {
        case .call(let number): number == 42 ? [.help(1, .rescued)] : [.help(1, .busy)]
        }
      }
      Recovers("below the top") { $0 < 1_200 }
    }.check().exploration()
    #expect(result.verdict == .violated)
    #expect(Self.notes(of: result).last == "messages that only the world sends: help.rescued, help.busy")
  }

  /// A program that traps at its third `go`. Learning its messages must not take this step.
  enum Trapping: Module {
    enum Message: Hashable { case go, done(Int) }
    enum Command: Hashable { case load(Int) }

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      guard message == .go else { return }
      model += 1
      precondition(model < 3)
      perform(.load(model))
    }
  }

  @Test func `rules are made without taking a step that may trap`() throws {
    let specification = Specification(of: Trapping.self) {
      Replies { command in
        switch command {
        case .load(let id): [.done(id)]
        }
      }
    }
    #expect(try Rules(specification, scope: 3).mayMissMessagesFromOutside)
  }
}

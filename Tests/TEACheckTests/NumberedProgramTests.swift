import Synchronization
import Testing

@testable import TEACheck

/// The surroundings of a world are all of it but its model and its outstanding commands: timers, subscriptions, the environment.
///
/// A search computes with *numbers* that stand for the values in surroundings, or with the values themselves if
/// `mayCacheReactions` is `false`. Both searches find the same worlds.
@Suite struct NumberedProgramTests {
  /// The numbers of worlds and transitions, and the depth, of a search.
  private func search<M: Module>(
    _ specification: Specification<M>, inNumbers: Bool, workers: Int = 1
  ) throws -> [Int] {
    var rules = try Rules(specification.declarations, scope: 4, sortsLists: false)
    rules.mayCacheReactions = inNumbers
    var explorer = Explorer(rules, ModuleFunctions(of: M.self), bounds: ExplorationBounds(), workers: workers) { _ in }
    #expect((explorer.expansions[0].numberedSurroundings != nil) == inNumbers)
    let exploration = explorer.exploreAll()
    guard case .exhausted = exploration.end else { throw Unfinished() }
    return [exploration.progress.states, exploration.progress.transitions, exploration.progress.depth]
  }

  @Test(
    arguments: [
      [], [.delays], [.racyCancellation], [.faults], [.interim], [.delays, .racyCancellation, .faults, .interim],
    ] as [Set<Office.Part>])
  fileprivate func `a search in numbers finds the worlds of a search in values`(parts: Set<Office.Part>) throws {
    let specification = Office.specification(parts)
    let inValues = try search(specification, inNumbers: false)
    #expect(inValues[0] > 50)
    for workers in [1, 2] {
      #expect(try search(specification, inNumbers: true, workers: workers) == inValues, "\(workers) workers")
    }
  }

  @Test func `effect identities are compared by their own ==`() throws {
    let specification = Specification(of: Sorter.self) {
      Messages(of: .model) { $0 < 4 ? [.sort] : [] }
      Replies { _ in [.sorted] }
    }
    // The identities of all commands are equal by their `==`, so each command cancels the one before it: at most one is
    // outstanding.
    #expect(try search(specification, inNumbers: true) == search(specification, inNumbers: false))
    // The count 0, and each count from 1 to 4 with its command outstanding and without.
    #expect(try search(specification, inNumbers: true)[0] == 9)
  }

  @Test func `a subscription that is unequal to itself begins again at each step`() throws {
    let specification = Specification(of: Restless.self) {
      Messages(of: .model) { $0 < 4 ? [.nap] : [] }
    }
    // Each step adds a timer. A subscription that equals itself would keep its timer.
    #expect(try search(specification, inNumbers: true) == search(specification, inNumbers: false))
    #expect(try search(specification, inNumbers: true)[0] > 10)
  }

  /// `Metronome.Subscription` has a hand-written `==`, by which all are equal, and a hash that Swift derives from the rate.
  @Test func `the hash of a subscription does not decide whether it equals another`() throws {
    let specification = Specification(of: Metronome.self) {
      Messages(of: .model) { _ in [.slower(1), .slower(2)] }
    }
    let inValues = try search(specification, inNumbers: false)
    for _ in 0..<4 { #expect(try search(specification, inNumbers: true) == inValues) }
  }

  /// The subscription with the rate 0 equals the live one and does not replace it, so the kernel never asks for its timer.
  @Test func `a timer with an interval of zero that never begins does no harm`() throws {
    let specification = Specification(of: Metronome.self) {
      Messages(of: .model) { _ in [.slower(0), .slower(1)] }
    }
    #expect(try search(specification, inNumbers: true) == search(specification, inNumbers: false))
  }

  @Test func `numbers are given anew where a compact search frees its parts`() throws {
    let rules = try Rules(Office.specification([.delays, .racyCancellation]).declarations, scope: 4, sortsLists: false)
    var bounds = ExplorationBounds()
    var (counts, parts): ([[Int]], [Int]) = ([], [])
    for isCompact in [false, true] {
      bounds.isCompact = isCompact
      var explorer = Explorer(rules, ModuleFunctions(of: Office.self), bounds: bounds, workers: 1) { _ in }
      // This limit is so low that even this small search frees parts.
      explorer.maxUnfreedPartCount = 20
      let progress = explorer.exploreAll().progress
      counts.append([progress.states, progress.transitions, progress.depth])
      parts.append(explorer.rows.partCount)
    }
    #expect(counts[0] == counts[1])
    #expect(parts[1] < parts[0])
  }

  @Test func `the tables of a search are freed with it`() throws {
    weak var parts: PartNumbers<Office>?
    do {
      let rules = try Rules(Office.specification([.delays, .faults]).declarations, scope: 4, sortsLists: false)
      let explorer = Explorer(
        rules, ModuleFunctions(of: Office.self), bounds: ExplorationBounds(), workers: 1
      ) { _ in }
      parts = explorer.rows.surroundings?.parts
      #expect(parts != nil)
      _ = explorer.explore()
    }
    #expect(parts == nil)
  }

  /// The first program's environment returns the same when it is called twice in a row; the second program's policy does not.
  @Test(arguments: [1, 2])
  func `a function that remembers earlier calls is nondeterministic`(workers: Int) {
    let seen = Mutex(Set<Int>())
    let specification = Specification(of: Collector.self) {
      Messages(of: .model) { $0 < 3 ? [.add(0), .add(1), .add(2)] : [] }
      Environment(
        0,
        performing: { count, command in
          count = seen.withLock { seen in
            seen.insert(command.item)
            return seen.count
          }
        }
      ).atOnce
    }
    var result = specification.check().exploration { $0.workers = workers }
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    result = Specification(of: Hesitant.self) {
      Messages(of: .model) { $0 < 20 ? [.save] : [] }
      Replies { _ in [.saved] }
    }.check().exploration { $0.workers = workers }
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
  }

  @Test func `a timer with an interval of zero traps with the text of the user's subscription`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Specification(of: Stuck.self) { Messages(of: .model) { _ in [.blink] } }.check().testOutcome()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Stuck: the interval of the timer blink(rate: 0) must be positive"), "\(text)")
  }
}

private struct Unfinished: Error {}

/// An office that prints letters on a printer which may jam.
private enum Office: Module {
  enum Part { case delays, racyCancellation, faults, interim }

  enum Message: Hashable { case print, stop, printed(Int), progressed, jammed, tick, cleared }
  enum Command: Hashable { case print(Int), clear, stop }
  enum Subscription: Hashable { case clock(Int), lamp }

  struct Model: Hashable {
    var letters = 0
    var isPrinting = false
    var isJammed = false
    var ticks = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .print:
      guard model.letters < 3 else { return }
      model.letters += 1
      model.isPrinting = true
      perform(.print(model.letters))
    case .stop:
      model.isPrinting = false
      perform(.stop)
    case .printed: model.isPrinting = false
    case .progressed: model.ticks = 0
    case .jammed:
      model.isJammed = true
      perform(.clear)
    case .tick: model.ticks = min(1, model.ticks + 1)
    case .cleared: model.isJammed = false
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] {
    model.isPrinting ? [.clock(model.letters), .lamp] : [.lamp]
  }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    if case .clock(let number) = subscription { .after(.seconds(number), .tick) } else { nil }
  }

  static func policy(for command: Command) -> EffectPolicy<String> {
    switch command {
    case .print(1): .latest("printer")
    case .print(2): .first("second")
    case .print: .debounce("printer", .seconds(1))
    case .clear: .first("flap")
    case .stop: .cancel("printer")
    }
  }

  static func specification(_ parts: Set<Part>) -> Specification<Self> {
    let printer = Environment<Self>(
      0, performing: { sheets, command in if case .print = command { sheets = min(2, sheets + 1) } },
      cancelling: { sheets, _ in sheets = 0 },
      replies: { sheets, command in
        switch command {
        case .print(let number): sheets == 0 ? [] : [.printed(number)]
        case .clear: [.cleared]
        case .stop: nil
        }
      },
      replying: { sheets, _, _ in sheets = max(0, sheets - 1) },
      events: { sheets, live in sheets == 2 && live.contains(.lamp) ? [EnvironmentEvent("jam", sends: .jammed)] : [] })
    return Specification(of: Self.self) {
      Messages(of: .model) { $0.letters < 3 ? [.print, .stop] : [.stop] }
      Subscriptions { $0 == .lamp ? [.progressed] : [] }
      if parts.contains(.delays) { printer } else { printer.atOnce }
      if parts.contains(.racyCancellation) { RacyCancellation() }
      if parts.contains(.faults) { LostReplies { $0 == .clear } }
      if parts.contains(.faults) { RepeatedReplies { $0 == .print(1) } }
      if parts.contains(.interim) { InterimReplies { $0 == .print(1) ? [.progressed] : [] } }
    }
  }
}

/// A program whose effect identities differ in a number that their `==` ignores.
private enum Sorter: Module {
  enum Message: Hashable { case sort, sorted }
  enum Command: Hashable { case sort(Int) }

  struct EffectID: Hashable {
    let number: Int
    static func == (one: Self, other: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    guard message == .sort else { return }
    model += 1
    perform(.sort(model))
  }

  static func policy(for command: Command) -> EffectPolicy<EffectID> {
    switch command {
    case .sort(let number): .latest(EffectID(number: number))
    }
  }
}

/// A program whose only timer keeps its first rate, because its subscriptions are equal by `==` whatever their rates.
private enum Metronome: Module {
  enum Message: Hashable { case slower(Int), tick }
  struct Model: Hashable {
    var rate = 2
    var ticks = 0
  }
  struct Subscription: Hashable {
    let rate: Int
    static func == (one: Self, other: Self) -> Bool { true }
  }

  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .slower(let rate): model.rate = rate
    case .tick: model.ticks = min(3, model.ticks + 1)
    }
  }
  static func subscriptions(for model: Model) -> [Subscription] { [Subscription(rate: model.rate)] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    .every(.seconds(subscription.rate), .tick)
  }
}

private enum Collector: Module {
  enum Message: Hashable { case add(Int) }
  struct Command: Hashable { let item: Int }

  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    guard case .add(let item) = message else { return }
    model += 1
    perform(Command(item: item))
  }
}

/// A program whose `policy` returns a throttle of another duration at each call.
private enum Hesitant: Module {
  enum Message: Hashable { case save, saved }
  enum Command: Hashable { case save }

  static let calls = Mutex(0)

  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    guard message == .save else { return }
    model += 1
    perform(.save)
  }
  static func policy(for command: Command) -> EffectPolicy<Int> {
    let count = calls.withLock { calls in
      calls += 1
      return calls
    }
    return .throttle(0, .seconds(count))
  }
}

/// A program whose subscription holds a NaN, so that its timer begins anew at each step.
private enum Restless: Module {
  enum Message: Hashable { case nap, wake }
  struct Subscription: Hashable { let interval: Double }

  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    if message == .nap { model += 1 }
  }
  static func subscriptions(for model: Int) -> [Subscription] { [Subscription(interval: .nan)] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .after(.seconds(1), .wake) }
}

/// A program with a timer that the kernel refuses, because its interval is zero.
private enum Stuck: Module {
  enum Message: Hashable { case blink }
  enum Subscription: Hashable { case blink(rate: Int) }

  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = 1 }
  static func subscriptions(for model: Int) -> [Subscription] { model == 0 ? [] : [.blink(rate: 0)] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.zero, .blink) }
}

import Synchronization
import Testing

@testable import TEACheck

/// A search caches replies, events and changes of surroundings, by the numbers of the surroundings and commands that they
/// depend on.
@Suite struct SurroundingsCacheTests {
  /// The room for cached lists and changes: `little` holds 20 replies and events, and 32 changes.
  enum Room { case none, little, plenty }

  /// The numbers of worlds and steps, and the depth, of a complete search. Like a check, the search begins again with sorted
  /// lists if the order of lists varies.
  func search<M: Module>(_ specification: Specification<M>, _ room: Room, workers: Int = 1) throws -> [Int] {
    func explore(sorting: Bool) throws -> (exploration: Exploration<M>, hasVaryingLists: Bool) {
      var rules = try Rules(specification.declarations, scope: 4, sortsLists: sorting)
      rules.mayCacheReactions = room != .none
      var explorer = Explorer(
        rules, ModuleFunctions(of: M.self), bounds: ExplorationBounds(), workers: workers
      ) { _ in }
      for worker in 0..<workers where room == .little {
        explorer.expansions[worker].surroundings.maxStepCount = 20
        explorer.expansions[worker].surroundings.changes.maxCount = 32
      }
      return (explorer.exploreAll(), rules.listOrder.mustBecomeCanonical)
    }
    var (exploration, hasVaryingLists) = try explore(sorting: false)
    if hasVaryingLists { exploration = try explore(sorting: true).exploration }
    guard case .exhausted = exploration.end else { throw Unfinished() }
    return [exploration.progress.states, exploration.progress.transitions, exploration.progress.depth]
  }

  @Test func `lists and changes that are forgotten are made again`() throws {
    let specification = Shelf.specification(.all) {
      Messages(of: .model) { _ in [.toggle] }
      Environment(
        0,
        events: { number, _ in
          number < 300 ? [EnvironmentEvent("next") { $0 += 1 }, EnvironmentEvent("the last") { $0 = 300 }] : []
        })
    }
    for room in [Room.little, .plenty] {
      // Each number is met with the shelf open and closed, and two events lead from each but the last.
      #expect(try search(specification, room) == [602, 602 + 2 * 600, 300])
    }
  }

  /// Each worker may list the events in another order, because each new set has an order of its own.
  @Test(arguments: [1, 2, 8]) func `events that are listed in another order keep their own changes`(workers: Int) throws
  {
    let specification = Shelf.specification(.all) {
      Messages(of: .model) { _ in [.toggle] }
      Environment(
        Set<Int>(),
        events: { done, _ in
          Set(0..<8).subtracting(done).map { number in
            EnvironmentEvent("finish \(number)", sends: .stored(number)) { $0.insert(number) }
          }
        })
      Always("the books are those that are done", of: .modelAndEnvironment(Set<Int>.self)) { $0.books == $1 }
    }
    for room in [Room.little, .plenty] {
      // Each set of numbers is met with the shelf open and closed. A world has the toggle, and an event for each number that is
      // not in the set.
      #expect(try search(specification, room, workers: workers) == [512, 512 + 2 * 8 * 128, 9])
    }
  }

  @Test(
    arguments: [
      EffectPolicy<Int>.all, .latest(0), .first(0), .debounce(0, .seconds(1)), .throttle(0, .seconds(2)),
    ])
  func `worlds, steps and depth are those of a search that keeps nothing`(policy: EffectPolicy<Int>) throws {
    let specifications = [
      Shelf.specification(policy) {
        Shelf.messages
        Replies { [.stored($0.book), .lost] }
      },
      Shelf.specification(policy) {
        Shelf.messages
        Replies { $1.books.contains($0.book) ? [.stored($0.book)] : [.lost] }
      },
      Shelf.specification(policy) {
        Shelf.messages
        Replies { [.stored($0.book)] }
        InterimReplies { _, model in model.books.count == 1 ? [.lost] : nil }
        RacyCancellation()
      },
      Shelf.specification(policy) {
        Shelf.messages
        Replies { [.stored($0.book)] }
        LostReplies()
        RepeatedReplies()
        StaleViews()
      },
      Shelf.specification(policy) {
        Shelf.messages
        Environment(
          [Int](), performing: { $0 = ($0 + [$1.book]).suffix(2) },
          replies: { stored, command in [.stored(stored.last ?? command.book), .lost] })
      },
    ]
    for (number, specification) in specifications.enumerated() {
      let expected = try search(specification, .none)
      #expect(expected[0] > 10, "specification \(number)")
      for (room, workers) in [(Room.plenty, 1), (.little, 1), (.plenty, 2), (.little, 2)] {
        #expect(try search(specification, room, workers: workers) == expected, "specification \(number), \(room)")
      }
    }
  }

  @Test func `an environment that acts differently each time is nondeterministic`() {
    let calls = Mutex(0)
    let result = Shelf.specification(.all) {
      Shelf.messages
      Environment(
        0,
        performing: { number, _ in
          number = calls.withLock { count in
            count += 1
            return count
          }
        }, replies: { _, command in [.stored(command.book)] })
    }.check().exploration()
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    let begin = "the environment, acted on again by the same step, differs: "
    #expect(result.counterexample?.detail?.hasPrefix(begin) == true)
  }

  @Test func `an event that changes the environment in another way each time is an error`() {
    let calls = Mutex(0)
    let result = Shelf.specification(.all) {
      Messages(of: .model) { _ in [.toggle] }
      Environment(
        0,
        events: { number, _ in
          number > 0
            ? []
            : [
              EnvironmentEvent("draw") { number in
                number = calls.withLock { count in
                  count += 1
                  return count
                }
              }
            ]
        })
    }.check().exploration()
    #expect(result.verdict == .error)
    #expect(result.message?.contains("'environment: draw, which leads to ") == true)
  }

  @Test func `commands that differ only in a function they hold change the environment each in its own way`() {
    let result = Tally.specification.check().exploration()
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.steps.map(\.label) == ["down"])
  }

  @Test func `subscriptions that differ from call to call are nondeterministic`() {
    let result = Flicker.specification.check().exploration()
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    #expect(result.counterexample?.detail?.hasPrefix("subscriptions, run again, differ: ") == true)
    #expect(result.counterexample?.steps.count == 3)
  }

  @Test func `subscriptions that differ are nondeterministic also after a step that is left out`() {
    let result = Burst.specification.check().exploration { $0.outstanding = 1 }
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.detail?.hasPrefix("subscriptions, run again, differ: ") == true)
    #expect(result.counterexample?.steps.count == 1)
  }

  @Test func `commands that nothing answers are not kept`() throws {
    var explorer = Explorer(
      try Rules(Diary.specification, scope: 4), ModuleFunctions(of: Diary.self), bounds: ExplorationBounds(), workers: 1
    ) { _ in }
    let exploration = explorer.exploreAll()
    // Each number of pages from 0 to 100 is met in three worlds: before `patience` is due, while it is due, and after it closed
    // the diary.
    #expect(exploration.progress.states == 303)
    #expect(explorer.rows.lists.commands.count == 0)
  }

  @Test func `the law of determinism compares views once for each model, and asks for no more replies`() throws {
    for workers in [1, 2] {
      // Each number of pages from 0 to 100 is met with the log open and closed: 202 models in 303 worlds, and the start as well.
      #expect(try Log.calls(Log.specification, workers: workers) == [203, 301])
      let lawful = Specification(of: Log.self) {
        Log.specification
        Laws(.deterministic)
      }
      #expect(try Log.calls(lawful, workers: workers) == [2 * 203, 301])
    }
  }

  @Test func `with timers, an update that another run on the same values makes differ violates the law`() throws {
    var explorer = Explorer(
      try Rules(Fickle.specification, scope: 4), ModuleFunctions(of: Fickle.self), bounds: ExplorationBounds(),
      workers: 1
    ) { _ in }
    guard case .violation(let found) = explorer.exploreAll().end else {
      Issue.record("nothing is violated")
      return
    }
    #expect(found.violation.property == Law.deterministic.rawValue)
    #expect(found.violation.detail == "update, run again, differs: ticks: 0 → 1")
  }
}

/// A program whose environment is a number. Each command holds a function that changes this number.
private enum Tally: Module {
  enum Message: Hashable { case up, down }
  struct Command { let change: @Sendable (inout Int) -> Void }
  struct Model: Hashable { var count = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    model.count = min(3, model.count + 1)
    switch message {
    case .up: perform(Command { $0 += 1 })
    case .down: perform(Command { $0 -= 1 })
    }
  }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { _ in [.up, .down] }
      Environment(0, performing: { number, command in if abs(number) < 2 { command.change(&number) } }).atOnce
      Always("not negative", of: .environment(Int.self)) { $0 >= 0 }
    }
  }
}

/// A program whose `subscriptions`, from the third message on, list the ticks at every second call only.
private enum Flicker: Module {
  enum Message: Hashable { case count, tick }
  enum Subscription: Hashable { case ticks }

  static let calls = Mutex(0)

  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    if message == .count { model = min(10, model + 1) }
  }

  static func subscriptions(for model: Int) -> [Subscription] {
    guard model > 2 else { return [] }
    return calls.withLock { count in
      count += 1
      return count.isMultiple(of: 2) ? [.ticks] : []
    }
  }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { _ in [.count] }
      Subscriptions { _ in [.tick] }
    }
  }
}

/// A program that sends two commands at once, and then lists its ticks at every second call only.
private enum Burst: Module {
  enum Message: Hashable { case send, sent, tick }
  enum Command: Hashable { case send(Int) }
  enum Subscription: Hashable { case ticks }

  static let calls = Mutex(0)

  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    guard message == .send, model == 0 else { return }
    model = 1
    perform(.send(1))
    perform(.send(2))
  }

  static func subscriptions(for model: Int) -> [Subscription] {
    guard model > 0 else { return [] }
    return calls.withLock { count in
      count += 1
      return count.isMultiple(of: 2) ? [.ticks] : []
    }
  }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { $0 == 0 ? [.send] : [] }
      Replies { _ in [.sent] }
      Subscriptions { _ in [.tick] }
    }
  }
}

/// A diary that stores each page by a command without a reply, and is closed after a second.
private enum Diary: Module {
  enum Message: Hashable { case write, close }
  enum Command: Hashable { case store(Int) }
  enum Subscription: Hashable { case patience }

  struct Model: Hashable {
    var pages = 0
    var isOpen = true
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .write:
      model.pages += 1
      perform(.store(model.pages))
    case .close: model.isOpen = false
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isOpen ? [.patience] : [] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .after(.seconds(1), .close) }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { $0.isOpen && $0.pages < 100 ? [.write] : [] }
    }
  }
}

/// A log that stores each page, gets no reply, and is closed after a second. It counts its views and the questions for
/// replies.
private enum Log: Module {
  enum Message: Hashable { case write, close }
  enum Command: Hashable { case store(Int) }
  enum Subscription: Hashable { case patience }

  struct Model: Hashable {
    var pages = 0
    var isOpen = true
  }

  static let viewCount = Mutex(0)
  static let replyCount = Mutex(0)

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .write:
      model.pages += 1
      perform(.store(model.pages))
    case .close: model.isOpen = false
    }
  }

  static func view(for model: Model) -> [Int] {
    viewCount.withLock { $0 += 1 }
    return [model.pages]
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isOpen ? [.patience] : [] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .after(.seconds(1), .close) }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { $0.isOpen && $0.pages < 100 ? [.write] : [] }
      Replies { (_: Command) in
        replyCount.withLock { $0 += 1 }
        return nil
      }
    }
  }

  /// The numbers of views and of questions for replies in a search.
  static func calls(_ specification: Specification<Self>, workers: Int) throws -> [Int] {
    viewCount.withLock { $0 = 0 }
    replyCount.withLock { $0 = 0 }
    var explorer = Explorer(
      try Rules(specification, scope: 4), ModuleFunctions(of: Self.self), bounds: ExplorationBounds(), workers: workers
    ) { _ in }
    _ = explorer.exploreAll()
    return [viewCount.withLock { $0 }, replyCount.withLock { $0 }]
  }
}

/// A program whose ticks, once it is open, alternate between two results.
private enum Fickle: Module {
  enum Message: Hashable { case open, tick }
  enum Subscription: Hashable { case clock }
  struct Model: Hashable { var isOpen = false, ticks = 0 }

  static let calls = Mutex(0)

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
    switch message {
    case .open: model.isOpen = true
    case .tick:
      guard model.isOpen else { return }
      let count = calls.withLock { count in
        count += 1
        return count
      }
      model.ticks = count.isMultiple(of: 2) ? 1 : 0
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { [.clock] }
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.seconds(1), .tick) }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { _ in [.open] }
      Laws(.deterministic)
    }
  }
}

private struct Unfinished: Error {}

/// A shelf whose books are stored by requests with a policy.
private enum Shelf: Module {
  enum Message: Hashable { case put(Int), stored(Int), lost, toggle }

  struct Command: Hashable {
    var book: Int
    var policy: EffectPolicy<Int>
  }

  struct Model: Hashable {
    var policy: EffectPolicy<Int>
    var requestCount = 0
    var books: Set<Int> = []
    var isOpen = false
  }

  static func start(with policy: EffectPolicy<Int>) -> Model { Model(policy: policy) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .put(let book):
      model.requestCount += 1
      perform(Command(book: book, policy: model.policy))
    case .stored(let book): model.books.insert(book)
    case .lost: model.books = []
    case .toggle: model.isOpen.toggle()
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> { command.policy }

  /// Up to two requests, and the toggle at any time.
  static var messages: Messages<Self> {
    Messages(of: .model) { $0.requestCount < 2 ? [.put(1), .put(2), .toggle] : [.toggle] }
  }

  static func specification(
    _ policy: EffectPolicy<Int>, @SpecificationBuilder<Self> _ declarations: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    let declarations = declarations()
    return Specification(of: Self.self) {
      Start(with: [policy])
      DeclarationList(declarations: declarations)
    }
  }
}

import Synchronization
import Testing

@testable import TEACheck

/// The calls of `update` and `view` in searches with the law `deterministic`, which calls nothing twice for one comparison.
@Suite(.serialized) struct LawCostTests {
  /// The number of calls of a program's functions.
  struct Calls: Equatable { var updates = 0, views = 0 }

  private func explore<M: Module>(
    _ specification: Specification<M>, _ bounds: ExplorationBounds = ExplorationBounds()
  ) throws -> Exploration<M> {
    var explorer = Explorer(
      try Rules(specification, scope: 4), ModuleFunctions(of: M.self), bounds: bounds, workers: 1
    ) { _ in }
    return explorer.exploreAll()
  }

  private func withLaw<M: Module>(_ specification: Specification<M>) -> Specification<M> {
    Specification(of: M.self) {
      specification
      Laws(.deterministic)
    }
  }

  /// Keeps one number or all numbers that it is told.
  private enum Choice: Module {
    enum Message: Hashable { case replace(Int), insert(Int) }
    struct Model: Hashable { var chosen: Set<Int> = [] }
    static let calls = Mutex(Calls())

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      calls.withLock { $0.updates += 1 }
      switch message {
      case .replace(let number): model.chosen = [number]
      case .insert(let number): model.chosen.insert(number)
      }
    }

    static func view(for model: Model) -> Int {
      calls.withLock { $0.views += 1 }
      return model.chosen.count
    }
  }

  @Test func `each step and each view is taken once more in each order that the sets of the model have`() throws {
    func calls(_ messages: [Choice.Message]) throws -> (calls: Calls, states: Int, transitions: Int) {
      Choice.calls.withLock { $0 = Calls() }
      let exploration = try explore(
        Specification(of: Choice.self) {
          Messages(of: .model) { _ in messages }
          Laws(.deterministic)
        })
      return (Choice.calls.withLock { $0 }, exploration.progress.states, exploration.progress.transitions)
    }
    // No set has two elements: each step is repeated once, each of the three to a new world once more after all steps of its
    // batch, and each view made twice.
    let single = try calls([.replace(1), .replace(2), .replace(3)])
    #expect([single.states, single.transitions] == [4, 12])
    #expect(single.calls == Calls(updates: 2 * 12 + 3, views: 2 * 4))
    // Seven of the eight sets are found by a step. Three have two elements, and so one other order; one set has three, and so
    // the two that are tried.
    let all = try calls([.insert(1), .insert(2), .insert(3)])
    #expect([all.states, all.transitions] == [8, 24])
    #expect(all.calls == Calls(updates: 2 * 24 + 7 + 3 * (3 * 1 + 1 * 2), views: 2 * 8 + 3 * 1 + 1 * 2))
  }

  /// Has 256 models, one for each set of eight numbers.
  private enum Collector: Module {
    enum Message: Hashable { case add(Int) }
    struct Model: Hashable { var numbers: Set<Int> = [] }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add(let number): model.numbers.insert(number)
      }
    }
  }

  @Test func `few models are kept in other orders`() throws {
    let specification = Specification(of: Collector.self) {
      Messages(of: .model) { _ in (1...8).map { .add($0) } }
      Laws(.deterministic)
    }
    var explorer = Explorer(
      try Rules(specification, scope: 4), ModuleFunctions(of: Collector.self), bounds: ExplorationBounds(), workers: 1
    ) { _ in }
    let states = explorer.exploreAll().progress.states
    let keptModels = explorer.expansions[0].reorderedModels.count
    let limit = Expansion<Collector>.maxReorderedModels
    #expect(states == 256 && limit == 64)
    #expect((1...limit).contains(keptModels))
  }

  /// Reads a global variable that another step changes.
  private enum Leaky: Module {
    enum Message: Hashable { case read, write }
    struct Model: Hashable { var hasRead = false, hasWritten = false, seen = 0 }
    static let shared = Mutex(0)

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .read: (model.hasRead, model.seen) = (true, shared.withLock { $0 })
      case .write:
        shared.withLock { $0 = 1 }
        model.hasWritten = true
      }
    }
  }

  @Test func `a global variable that another step changes is found with the law, as without it`() throws {
    let specification = Specification(of: Leaky.self) { Messages(of: .model) { _ in [.read, .write] } }
    for specification in [specification, withLaw(specification)] {
      Leaky.shared.withLock { $0 = 0 }
      let exploration = try explore(specification)
      guard case .violation(let found) = exploration.end else {
        Issue.record("nothing is violated")
        return
      }
      #expect(found.violation.property == Law.deterministic.rawValue)
      #expect(found.violation.detail == "update, run again, differs: seen: 0 → 1")
    }
  }

  /// Has many worlds for each of its 66 models.
  private enum Busy: Module {
    enum Message { case ask, answered(Int) }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable { var asked = 0, answered = 0 }
    static let calls = Mutex(Calls())

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      calls.withLock { $0.updates += 1 }
      switch message {
      case .ask:
        perform(.ask(model.asked))
        model.asked += 1
      case .answered: model.answered += 1
      }
    }

    static func view(for model: Model) -> Int {
      calls.withLock { $0.views += 1 }
      return model.answered
    }

    static var replies: Replies<Self> {
      Replies { command in if case .ask(let number) = command { [.answered(number)] } else { nil } }
    }
  }

  private func calls(_ specification: Specification<Busy>) throws -> Calls {
    Busy.calls.withLock { $0 = Calls() }
    let exploration = try explore(specification)
    #expect(exploration.progress.states == 2_047 && exploration.progress.transitions == 10_240)
    return Busy.calls.withLock { $0 }
  }

  @Test func `with replies, the law repeats each reaction once, and not each step`() throws {
    var specification = Specification(of: Busy.self) {
      Messages(of: .model) { $0.asked < 10 ? [.ask] : [] }
      Busy.replies
    }
    // The 55 models that may ask and the 385 pairs of a model and an answer run `update` twice each, with the law or without.
    #expect(try calls(specification) == Calls(updates: 2 * (55 + 385), views: 66))
    #expect(try calls(withLaw(specification)) == Calls(updates: 2 * (55 + 385), views: 2 * 66))
    // Where the messages depend on the world, steps are not shared, and the views of the 66 models are.
    specification = Specification(of: Busy.self) {
      Messages(of: .world) { $0.model.asked < 10 ? [.ask] : [] }
      Busy.replies
    }
    #expect(try calls(specification).views == 66)
    #expect(try calls(withLaw(specification)).views == 2 * 66)
  }

  @Test func `a view is made once for each model, for all invariants of the view and of the world`() throws {
    let program = Specification(of: Busy.self) {
      Messages(of: .model) { $0.asked < 10 ? [.ask] : [] }
      Busy.replies
    }
    let ofViews = Specification(of: Busy.self) {
      program
      Always("at most ten", of: .view) { $0 <= 10 }
      Always("positive where it is not zero", of: .view, when: { $0 != 0 }) { $0 > 0 }
    }
    #expect(try calls(ofViews).views == 66)
    #expect(try calls(withLaw(ofViews)).views == 2 * 66)
    // The 2 047 worlds are judged, and their 66 models shown.
    let ofWorlds = Specification(of: Busy.self) {
      ofViews
      Always("asked once", of: .world) { $0.outstanding.count <= $0.model.asked }
    }
    #expect(try calls(ofWorlds).views == 66)
    #expect(try calls(withLaw(ofWorlds)).views == 2 * 66)
  }

  @Test func `invariants of the view need no views beside those for messages`() throws {
    let program = Specification(of: Choice.self) {
      Messages { count in [.replace(count), .insert(count)] }
    }
    let ofViews = Specification(of: Choice.self) {
      program
      Always("at most five", of: .view) { $0 <= 5 }
      Always("not negative", of: .view) { $0 >= 0 }
    }
    func views(_ specification: Specification<Choice>) throws -> Int {
      Choice.calls.withLock { $0 = Calls() }
      _ = try explore(specification, ExplorationBounds(depth: 4))
      return Choice.calls.withLock { $0.views }
    }
    #expect(try views(ofViews) == views(program))
    // Random runs and replays judge a world so.
    let rules = try Rules(ofViews, scope: 4)
    Choice.calls.withLock { $0 = Calls() }
    #expect(rules.violation(in: World(model: Choice.Model())) == nil)
    #expect(Choice.calls.withLock { $0.views } == 1)
  }

  /// Serves the person whom a set lists first, when an answer comes.
  private enum Queue: Module {
    enum Message: Hashable { case ask, serve }
    enum Command: Hashable { case ask }
    struct Model: Hashable {
      var waiting: Set<String> = ["Ann", "Bob", "Cem", "Dov", "Eve", "Flo"]
      var served: [String] = []
      var isAsked = false
    }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask:
        if !model.isAsked { perform(.ask) }
        model.isAsked = true
      case .serve:
        guard let first = model.waiting.first else { return }
        model.waiting.remove(first)
        model.served.append(first)
      }
    }
  }

  @Test(arguments: [1, 2, 8]) func `a reaction that takes the first of a set violates the law`(_ workers: Int) {
    let result = Specification(of: Queue.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.serve] }
      Laws(.deterministic)
    }.check().exploration(workers: workers)
    #expect(result.counterexample?.steps.count == 2)
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    let text = "update differs when the model's sets and dictionaries are in another order: "
    #expect(result.counterexample?.detail?.hasPrefix(text) == true)
  }

  /// Tells two others whom a set lists first.
  private enum Herald: Module {
    enum Message: Hashable { case tell, told }
    enum Command: Hashable { case send(String) }
    struct Model: Hashable {
      var names: Set<String> = ["Ann", "Bob", "Cem", "Dov", "Eve", "Flo"]
      var first: String?
    }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard message == .tell else { return }
      model.first = model.names.first
      perform(.send("left"))
      perform(.send("right"))
    }
  }

  @Test(arguments: [true, false])
  func `a step beyond the bound on outstanding commands is not judged, with the cache or without`(
    _ isCached: Bool
  ) throws {
    let specification = Specification(of: Herald.self) {
      // Where the messages depend on the world, reactions are not cached.
      if isCached { Messages(of: .model) { _ in [.tell] } } else { Messages(of: .world) { _ in [.tell] } }
      Replies { _ in [.told] }
      Laws(.deterministic)
    }
    let leftOut = try explore(specification, ExplorationBounds(outstanding: 1))
    guard case .exhausted = leftOut.end else {
      Issue.record("a step that is left out is judged")
      return
    }
    #expect([leftOut.progress.states, leftOut.progress.transitions] == [1, 0])
    guard case .violation(let found) = try explore(specification, ExplorationBounds(outstanding: 2)).end else {
      Issue.record("nothing is violated")
      return
    }
    let text = "update differs when the model's sets and dictionaries are in another order: first: "
    #expect(found.violation.detail?.hasPrefix(text) == true)
  }

  /// Alternates between two results, and performs two commands each time.
  private enum Wavering: Module {
    enum Message: Hashable { case tick, told }
    enum Command: Hashable { case tell }
    struct Model: Hashable { var ticks = 0 }
    static let count = Mutex(0)

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard message == .tick else { return }
      model.ticks = count.withLock { count in
        count += 1
        return count.isMultiple(of: 2) ? 1 : 0
      }
      perform(.tell)
      perform(.tell)
    }
  }

  @Test func `two runs that differ count also beyond the bound on outstanding commands`() throws {
    let specification = Specification(of: Wavering.self) {
      Messages(of: .model) { _ in [.tick] }
      Replies { _ in [.told] }
    }
    for specification in [specification, withLaw(specification)] {
      Wavering.count.withLock { $0 = 0 }
      guard case .violation(let found) = try explore(specification, ExplorationBounds(outstanding: 1)).end else {
        Issue.record("nothing is violated")
        return
      }
      #expect(found.violation.property == Law.deterministic.rawValue)
      #expect(found.violation.detail == "update, run again, differs: ticks: 0 → 1")
    }
  }

  /// Ticks that, once it is open, alternate between two results.
  private enum Fickle: Module {
    enum Message: Hashable { case open, tick }
    enum Command: Hashable { case tell }
    struct Model: Hashable { var isOpen = false, ticks = 0 }
    static let count = Mutex(0)

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .open { model.isOpen = true }
      guard message == .tick, model.isOpen else { return }
      model.ticks = count.withLock { count in
        count += 1
        return count.isMultiple(of: 2) ? 1 : 0
      }
    }
  }

  @Test func `a reaction that another run on the same values makes differ violates the law`() throws {
    let exploration = try explore(
      Specification(of: Fickle.self) {
        Messages(of: .model) { _ in [.open, .tick] }
        Replies { _ in nil }
        Laws(.deterministic)
      })
    guard case .violation(let found) = exploration.end else {
      Issue.record("nothing is violated")
      return
    }
    #expect(found.violation.property == Law.deterministic.rawValue)
    #expect(found.violation.detail == "update, run again, differs: ticks: 0 → 1")
  }
}

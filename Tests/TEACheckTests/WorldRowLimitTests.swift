import Extent
import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// Searches of programs at the limits of rows and caches: many commands and models, unusual equalities, and failures.
///
/// A *reaction* is the result of `update` for a model and a message. A search caches reactions only for a program whose
/// `Messages` depend on the model alone. It gives the cache up when too few steps use each cached reaction.
@Suite struct WorldRowLimitTests {
  /// A program whose fifth request throws an undeclared failure.
  enum Failing: Module {
    struct Full: Error {}
    enum Message { case ask, answered }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable { var asked = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      guard case .ask = message else { return }
      if model.asked == 4 { throw Full() }
      perform(.ask(model.asked % 2))
      model.asked += 1
    }
  }

  @Test(arguments: [1, 2, 8]) func `an undeclared failure with outstanding commands is found`(workers: Int) throws {
    let result = Specification(of: Failing.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answered] }
    }.check().exploration(workers: workers)
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.steps.count == 5 && "\(counterexample)".contains("Full()"))
  }

  /// A program with many different commands and models, and few worlds for each model.
  enum Many: Module {
    enum Message { case ask, answered }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable { var asked = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard case .ask = message else { return }
      perform(.ask(model.asked))
      model.asked += 1
    }
  }

  /// Each is a number of workers, and `true` for a compact search. The gate has one exact and one compact search.
  private static let configurations = Extent.of(
    gate: [(1, false), (8, true)], night: [1, 2, 8].flatMap { [($0, false), ($0, true)] })

  @Test(arguments: configurations) func `many commands and models are all counted`(workers: Int, isCompact: Bool) {
    let result = Specification(of: Many.self) {
      Messages(of: .model) { $0.asked < 6_000 ? [.ask] : [] }
      Replies { _ in [.answered] }
    }.check().exploration(workers: workers) {
      $0.outstanding = 1
      $0.isCompact = isCompact
    }
    // For each model but the first, the last command is outstanding or nothing is; the worlds form one chain.
    #expect([result.states, result.transitions] == [12_001, 12_000])
  }

  @Test func `a start may leave more commands outstanding than the bound`() {
    enum Eager: Module {
      enum Message { case answered }
      enum Command: Hashable { case ask(Int) }
      static func start(with flags: Void, perform: (Command) -> Void) -> Int {
        for number in 0..<5 { perform(.ask(number)) }
        return 0
      }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
    }
    let result = Specification(of: Eager.self) { Replies { _ in [.answered] } }.check().exploration {
      $0.outstanding = 3
    }
    // Each set of the five commands is outstanding in one world, even a set that is larger than the bound.
    #expect([result.states, result.transitions] == [32, 80] && result.isComplete)
  }

  /// A program whose models are equal by `==` even if they differ in `memory`. The properties below read `memory`.
  enum Dishonest: Module {
    enum Message { case ask, remember, answered }
    enum Command: Hashable { case ask }
    struct Model: Hashable {
      var memory = 0
      var asked = 0
      static func == (one: Model, other: Model) -> Bool { one.asked == other.asked }
      func hash(into hasher: inout Hasher) { hasher.combine(asked) }
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask:
        perform(.ask)
        model.asked = (model.asked + 1) % 3
      case .remember:
        model.memory = 1
        model.asked = (model.asked + 2) % 3
      case .answered: model.memory = 0
      }
    }
  }

  @Test(arguments: [1, 2]) func `a violated invariant is reached through models that == confuses`(workers: Int) throws {
    let result = Specification(of: Dishonest.self) {
      Messages(of: .model) { _ in [.ask, .remember] }
      Replies { _ in [.answered] }
      Always("nothing is remembered with two to do", of: .world) { $0.model.memory == 0 || $0.outstanding.count < 2 }
    }.check().exploration(workers: workers) { $0.outstanding = 3 }
    // Models with `asked == 2` are equal by `==`. The first one found is reached by one `.remember`, without requests, and
    // has `memory` 1; the one after two `.ask` has `memory` 0. The counterexample must end with `memory` 1.
    let changes = try #require(result.counterexample).steps.flatMap(\.changes)
    #expect(changes.last { $0.path == "memory" }?.after == "1")
  }

  @Test(arguments: [1, 2]) func `a counterexample to a Step sets the memory that == ignores`(workers: Int) throws {
    for cachesReactions in [true, false] {
      let result = Specification(of: Dishonest.self) {
        if cachesReactions {
          Messages(of: .model) { $0.asked == 0 ? [.remember, .ask] : [.ask] }
        } else {
          Messages(of: .world) { $0.model.asked == 0 ? [.remember, .ask] : [.ask] }
        }
        Replies { _ in [.answered] }
        Step("no reply with two asked finds something remembered") {
          $0.before.memory == 0 || $0.answering == nil || $0.after.asked != 2
        }
      }.check().exploration(workers: workers) { $0.outstanding = 3 }
      let changes = try #require(result.counterexample, "cached: \(cachesReactions)").steps.flatMap(\.changes)
      #expect(changes.contains { $0.path == "memory" && $0.after == "1" }, "cached: \(cachesReactions)")
    }
  }

  /// A program whose commands are equal by `==` even if they save different values.
  enum Careless: Module {
    struct Command: Hashable {
      var what: String, value: Int
      static func == (one: Command, other: Command) -> Bool { one.what == other.what }
      func hash(into hasher: inout Hasher) { hasher.combine(what) }
    }
    enum Message { case save(Int), saved(Int) }
    struct Model: Hashable { var saved = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .save(let value): perform(Command(what: "number", value: value))
      case .saved(let value): model.saved = value
      }
    }
  }

  @Test func `commands that are equal by == are told apart`() throws {
    let result = Specification(of: Careless.self) {
      Messages(of: .model) { $0.saved == 0 ? [.save(1)] : [.save(2)] }
      Replies { [.saved($0.value)] }
      Always("two is never saved") { $0.saved != 2 }
    }.check().exploration { $0.outstanding = 1 }
    #expect(try #require(result.counterexample).steps.map(\.message) == ["save(1)", "saved(1)", "save(2)", "saved(2)"])
  }

  /// A program that throws a declared error when it is full.
  enum Refusing: Module {
    enum Failure: Error { case full }
    enum Message { case ask, answered }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable { var asked = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      guard case .ask = message else { return model.asked -= 1 }
      perform(.ask(model.asked))
      model.asked += 1
      if model.asked > 6 { throw Failure.full }
    }
  }

  @Test(arguments: [true, false]) func `a declared failure changes neither the model nor the commands`(
    cachesReactions: Bool
  ) {
    let result = Specification(of: Refusing.self) {
      if cachesReactions {
        Messages(of: .model) { _ in [.ask] }
      } else {
        Messages(of: .world) { _ in [.ask] }
      }
      Replies { _ in [.answered] }
      Always("six commands at most, and the model counts them", of: .world) {
        $0.outstanding.count == $0.model.asked && $0.model.asked <= 6
      }
    }.check().exploration()
    #expect(result.isComplete, "\(result.counterexample?.detail ?? "")")
    // A failure leads from each world with six commands back to itself.
    #expect([result.states, result.transitions] == [429, 1_716])
  }

  /// A program that performs two commands at the start, and refuses all messages but replies.
  enum Overfull: Module {
    enum Failure: Error { case full }
    enum Message { case ask, answered }
    enum Command: Hashable { case first, second }
    struct Model: Hashable { var answers = 0 }
    static func start(with flags: Void, perform: (Command) -> Void) -> Model {
      perform(.first)
      perform(.second)
      return Model()
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      guard case .answered = message else { throw Failure.full }
      model.answers += 1
    }
  }

  @Test func `a failing step is taken even with too many commands outstanding`() {
    for cachesReactions in [true, false] {
      let result = Specification(of: Overfull.self) {
        if cachesReactions {
          Messages(of: .model) { _ in [.ask] }
        } else {
          Messages(of: .world) { _ in [.ask] }
        }
        Replies { _ in [.answered] }
      }.check().exploration { $0.outstanding = 1 }
      // Neither, either or both commands are answered: four worlds, with a refusal in each. Two answers lead from the first,
      // and one from each of the next two.
      #expect([result.states, result.transitions] == [4, 8], "cached: \(cachesReactions)")
      #expect(!result.notes.contains { $0.contains("were not taken") }, "\(result.notes)")
    }
  }

  /// A program with many messages and few worlds for each model, for which the cache of reactions does not pay.
  enum Broad: Module {
    enum Message { case go(Int), answered }
    enum Command: Hashable { case ask }
    struct Model: Hashable { var place = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard case .go(let step) = message else { return }
      if model.place == 0 { perform(.ask) }
      model.place = step == 0 ? min(1_200, model.place + 1) : model.place
    }
  }

  @Test(arguments: configurations) func `a search that gives up its cache of reactions counts all worlds`(
    workers: Int, isCompact: Bool
  ) {
    let result = Specification(of: Broad.self) {
      Messages(of: .model) { _ in (0..<60).map { .go($0) } }
      Replies { _ in [.answered] }
    }.check().exploration(workers: workers) {
      $0.outstanding = 2
      $0.isCompact = isCompact
    }
    // In each of 1 201 models, none, one or two commands are outstanding.
    #expect(result.states == 1_201 * 3 && !result.isComplete)
  }

  /// A program whose model is not `Hashable` and has a part with an `==` of its own.
  enum Partial: Module {
    struct Model { var hidden = WorldRowTests.Hidden(name: "a"), asked = 0 }
    enum Message { case ask, change, answered }
    enum Command: Hashable { case ask(Int) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask:
        model.asked += 1
        perform(.ask(model.asked))
      case .change:
        model.hidden = WorldRowTests.Hidden(name: "a", cache: 1)
        perform(.ask(9))
      case .answered: model.asked = min(0, model.asked - 1) - model.hidden.cache
      }
    }
  }

  @Test func `parts of models that are equal by == are told apart`() {
    // The change sets the cache of `hidden`, and performs a command. The start, whose `hidden` is equal by `==`, has no cache
    // set and no command outstanding.
    let results = [true, false].map { cachesReactions in
      Specification(of: Partial.self) {
        if cachesReactions {
          Messages(of: .model) { $0.asked == 0 ? [.ask, .change] : $0.asked < 3 ? [.ask] : [] }
        } else {
          Messages(of: .world) { $0.model.asked == 0 ? [.ask, .change] : $0.model.asked < 3 ? [.ask] : [] }
        }
        Replies { _ in [.answered] }
      }.check().exploration {
        $0.outstanding = 3
        $0.states = 10_000
      }
    }
    #expect(
      [results[0].states, results[0].transitions, results[0].depth]
        == [results[1].states, results[1].transitions, results[1].depth])
  }

  /// A program that is not deterministic.
  enum Moody: Module {
    static let count = Atomic<Int>(0)
    enum Message { case ask, answered }
    enum Command: Hashable { case ask }
    struct Model: Hashable { var number = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .ask = message { perform(.ask) } else { model.number = count.add(1, ordering: .relaxed).newValue }
    }
  }

  @Test func `an update that is not deterministic is found`() {
    let result = Specification(of: Moody.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answered] }
    }.check().exploration()
    #expect(result.counterexample?.property == "update and view are deterministic")
  }

  /// A program whose number becomes NaN, so that its model is not equal to itself.
  enum Numberless: Module {
    enum Message { case ask, answered }
    enum Command: Hashable { case ask }
    struct Model: Hashable { var number = 0.0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .ask = message { perform(.ask) } else { model.number = .nan }
    }
  }

  @Test func `a model that is not equal to itself is found`() {
    let result = Specification(of: Numberless.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answered] }
    }.check().exploration()
    #expect(result.counterexample?.property == "the model equals itself")
    #expect(result.counterexample?.steps.count == 2)
  }

  /// A program whose models and commands are not `Hashable`.
  enum Plain: Module {
    struct Command { var number: Int }
    struct Model { var asked = 0, answered: [Int] = [] }
    enum Message { case ask, answered(Int) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask:
        perform(Command(number: model.asked))
        model.asked += 1
      case .answered(let number): model.answered = (model.answered + [number]).suffix(1)
      }
    }
  }

  @Test(arguments: [1, 2]) func `models and commands that are not Hashable are counted`(workers: Int) {
    let results = [true, false].map { cachesReactions in
      Specification(of: Plain.self) {
        if cachesReactions {
          Messages(of: .model) { $0.asked < 5 ? [.ask] : [] }
        } else {
          Messages(of: .world) { $0.model.asked < 5 ? [.ask] : [] }
        }
        Replies { [.answered($0.number)] }
      }.check().exploration(workers: workers)
    }
    // After n requests any subset is outstanding, and any of the others may have been answered last:
    // 1 + 2 + 5 + 13 + 33 + 81.
    #expect(results[0].states == 135)
    #expect(
      [results[0].states, results[0].transitions, results[0].depth]
        == [results[1].states, results[1].transitions, results[1].depth])
  }
}

import Extent
import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// What there is more of than usual is searched all the same.
@Suite struct WorldRowLimitTests {
  /// It fails where much is outstanding.
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

  @Test(arguments: [1, 2, 8]) func aFailureIsTold(workers: Int) throws {
    let result = Specification(of: Failing.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answered] }
    }.check().exploration(workers: workers)
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.steps.count == 5 && "\(counterexample)".contains("Full()"))
  }

  /// It has many different commands, and more models than worlds are worth it.
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

  /// Numbers of workers, and whether worlds are told apart by 64 bits: in the gate each with one of the other.
  private static let ways = Extent.of(
    gate: [(1, false), (8, true)], night: [1, 2, 8].flatMap { [($0, false), ($0, true)] })

  @Test(arguments: ways) func manyCommandsAndModelsAreCounted(workers: Int, isCompact: Bool) {
    let result = Specification(of: Many.self) {
      Messages(of: .model) { $0.asked < 6_000 ? [.ask] : [] }
      Replies { _ in [.answered] }
    }.check().exploration(workers: workers) {
      $0.outstanding = 1
      $0.isCompact = isCompact
    }
    // Nothing outstanding or the last command; a step leads from each to the other, but for the first and last world.
    #expect([result.states, result.transitions] == [12_001, 12_000])
  }

  @Test func aStartMayLeaveMoreOutstandingThanIsAllowed() {
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
    // Until three are left, no step can be taken.
    #expect(result.states == 1 && !result.isComplete)
  }

  /// Its models are equal whatever they remember, and what they remember counts.
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

  @Test(arguments: [1, 2]) func whatIsToldCanBeReached(workers: Int) throws {
    let result = Specification(of: Dishonest.self) {
      Messages(of: .model) { _ in [.ask, .remember] }
      Replies { _ in [.answered] }
      Always("nothing is remembered with two to do", of: .world) { $0.model.memory == 0 || $0.outstanding.count < 2 }
    }.check().exploration(workers: workers) { $0.outstanding = 3 }
    // The first model that has asked twice remembers; the one after ask, ask is equal to it, and does not.
    let changes = try #require(result.counterexample).steps.flatMap(\.changes)
    #expect(changes.last { $0.path == "memory" }?.after == "1")
  }

  @Test(arguments: [1, 2]) func whatIsToldOfStepsCanBeReached(workers: Int) {
    for isInterned in [true, false] {
      let result = Specification(of: Dishonest.self) {
        if isInterned {
          Messages(of: .model) { $0.asked == 0 ? [.remember, .ask] : [.ask] }
        } else {
          Messages(of: .world) { $0.model.asked == 0 ? [.remember, .ask] : [.ask] }
        }
        Replies { _ in [.answered] }
        Step("no answer is remembered") { $0.before.memory == 0 || $0.answering == nil || $0.after.asked != 2 }
      }.check().exploration(workers: workers) { $0.outstanding = 3 }
      guard let counterexample = result.counterexample else { continue }
      let changes = counterexample.steps.flatMap(\.changes)
      #expect(changes.contains { $0.path == "memory" && $0.after == "1" }, "interned: \(isInterned)")
    }
  }

  /// Its commands are equal whatever they save.
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

  @Test func aCommandStandsForNoOther() throws {
    let result = Specification(of: Careless.self) {
      Messages(of: .model) { $0.saved == 0 ? [.save(1)] : [.save(2)] }
      Replies { [.saved($0.value)] }
      Always("two is never saved") { $0.saved != 2 }
    }.check().exploration { $0.outstanding = 1 }
    #expect(try #require(result.counterexample).steps.map(\.message) == ["save(1)", "saved(1)", "save(2)", "saved(2)"])
  }

  /// It refuses what it has no room for, and says that it may.
  enum Refusing: Module {
    enum Failure: Error { case full }
    enum Message { case ask, answered }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable { var asked = 0 }
    static let updates = Mutex(0)
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      updates.withLock { $0 += 1 }
      guard case .ask = message else { return model.asked -= 1 }
      perform(.ask(model.asked))
      model.asked += 1
      if model.asked > 6 { throw Failure.full }
    }
  }

  @Test func aDeclaredFailureChangesNothing() {
    let results = [true, false].map { isInterned in
      Specification(of: Refusing.self) {
        if isInterned {
          Messages(of: .model) { _ in [.ask] }
        } else {
          Messages(of: .world) { _ in [.ask] }
        }
        Replies { _ in [.answered] }
      }.check().exploration()
    }
    #expect(results[0].isComplete && results[0].states > 50)
    #expect(
      [results[0].states, results[0].transitions, results[0].depth]
        == [results[1].states, results[1].transitions, results[1].depth])
  }

  /// Every model has many messages, and few worlds.
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

  @Test(arguments: ways) func whatDoesNotPayIsGivenUp(workers: Int, isCompact: Bool) {
    let result = Specification(of: Broad.self) {
      Messages(of: .model) { _ in (0..<60).map { .go($0) } }
      Replies { _ in [.answered] }
    }.check().exploration(workers: workers) {
      $0.outstanding = 2
      $0.isCompact = isCompact
    }
    // At each of the places, up to two may be outstanding.
    #expect(result.states == 1_201 * 3 && !result.isComplete)
  }

  /// Its model is told apart by its structure, and a part of it by an equality of its own.
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

  @Test func aPartOfAModelStandsForNoOther() {
    // Whoever changes has another cache and something to do; the first model that is equal by its == has not.
    let results = [true, false].map { isInterned in
      Specification(of: Partial.self) {
        if isInterned {
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

  /// It does something else every time.
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

  @Test func anUpdateThatIsNotDeterministicIsTold() {
    let result = Specification(of: Moody.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answered] }
    }.check().exploration()
    #expect(result.counterexample?.property == "update and view are deterministic")
  }

  /// Numbers that are none are not equal to themselves.
  enum Numberless: Module {
    enum Message { case ask, answered }
    enum Command: Hashable { case ask }
    struct Model: Hashable { var number = 0.0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .ask = message { perform(.ask) } else { model.number = .nan }
    }
  }

  @Test func aModelThatDoesNotEqualItselfIsTold() {
    let result = Specification(of: Numberless.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answered] }
    }.check().exploration()
    #expect(result.counterexample?.property == "the model equals itself")
    #expect(result.counterexample?.steps.count == 2)
  }

  /// The same where models, or models and commands, are told apart by their structure.
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

  @Test(arguments: [1, 2]) func whatIsNotHashableIsCounted(workers: Int) {
    let results = [true, false].map { isInterned in
      Specification(of: Plain.self) {
        if isInterned {
          Messages(of: .model) { $0.asked < 5 ? [.ask] : [] }
        } else {
          Messages(of: .world) { $0.model.asked < 5 ? [.ask] : [] }
        }
        Replies { [.answered($0.number)] }
      }.check().exploration(workers: workers)
    }
    // Of those asked so far some are outstanding, and any of the others, if there are any, was the last:
    // 1 + 2 + 5 + 13 + 33 + 81.
    #expect(results[0].states == 135)
    #expect(
      [results[0].states, results[0].transitions, results[0].depth]
        == [results[1].states, results[1].transitions, results[1].depth])
  }
}

import Synchronization
import Testing

@testable import TEACheck

/// Searches in which a declaration lists the possible steps in another order at each call, because it iterates over a set.
///
/// The order of a set depends on the address of its storage, except where hashing is deterministic.
@Suite struct StepOrderTests {
  private func sample<M: Module>(_ specification: Specification<M>, seed: UInt64 = 7) -> CheckResult {
    var settings = CheckSettings()
    (settings.engine, settings.seed, settings.workers) = (.sample, seed, 1)
    return specification.check().outcome(settings, onProgress: { _ in }).result
  }

  /// Expects a violation of `property` by a run whose steps have these labels, in any order.
  private func expectViolation<M: Module>(
    _ specification: Specification<M>, _ property: String, _ labels: [String], workers: Int,
    _ isCompact: Bool = false
  ) throws {
    let result = specification.check().exploration(workers: workers) { $0.isCompact = isCompact }
    #expect(result.verdict == .violated)
    #expect(result.message == nil || result.counterexample != nil, "\(result.message ?? "")")
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.property == property)
    #expect(counterexample.steps.map(\.label).sorted() == labels)
  }

  @Test(arguments: [1, 2, 8], [false, true]) func `a violation is found where events come from a set`(
    workers: Int, isCompact: Bool
  ) throws {
    let specification = Specification(of: Basket.self) {
      Messages(of: .model) { _ in [] }
      Environment(
        Set<Int>(),
        events: { done, _ in
          Set(0..<8).subtracting(done).map { number in
            EnvironmentEvent("finish \(number)", sends: .put(number)) { $0.insert(number) }
          }
        })
      Always("not all of the first four") { !$0.goods.isSuperset(of: 0..<4) }
    }
    try expectViolation(
      specification, "not all of the first four",
      (0..<4).map { "environment: finish \($0) sends put(\($0))" }, workers: workers, isCompact)
  }

  @Test(arguments: [1, 2, 8], [false, true]) func `a violation is found where messages come from a set`(
    workers: Int, isCompact: Bool
  ) throws {
    let specification = Specification(of: Basket.self) {
      Messages(of: .model) { Set(0..<8).subtracting($0.goods).map { .put($0) } }
      Always("not all of the first four") { !$0.goods.isSuperset(of: 0..<4) }
    }
    try expectViolation(
      specification, "not all of the first four", (0..<4).map { "put(\($0))" }, workers: workers, isCompact)
  }

  @Test func `random runs over messages from a set are repeatable`() throws {
    let specification = Specification(of: Basket.self) {
      Messages(of: .model) { Set(0..<8).subtracting($0.goods).map { .put($0) } }
      Always("not all of the first four") { !$0.goods.isSuperset(of: 0..<4) }
    }
    let results = (0..<4).map { _ in sample(specification) }
    for result in results {
      #expect(result.counterexample?.property == "not all of the first four")
      #expect(result.counterexample == results[0].counterexample)
      #expect(result.transitions == results[0].transitions)
    }
  }

  @Test(arguments: [1, 2]) func `a search over a varying order has one result`(workers: Int) throws {
    let specification = Specification(of: Basket.self) {
      Messages(of: .model) { Set(0..<8).subtracting($0.goods).map { .put($0) } }
      Always("not all of the first four") { !$0.goods.isSuperset(of: 0..<4) }
    }
    let results = (0..<4).map { _ in specification.check().exploration(workers: workers) }
    for result in results {
      #expect(result.counterexample?.steps.map(\.label) == (0..<4).map { "put(\($0))" })
      #expect([result.states, result.transitions] == [results[0].states, results[0].transitions])
    }
  }

  /// The only world whose messages come from a set is met in the batch before that of the end, or in the same one: the number
  /// of workers decides.
  @Test(arguments: [ExplorationBounds().states, 700])
  func `the end of a search does not depend on whether the order varies in its last batch`(states: Int) {
    let specification = Specification(of: Tagged.self) {
      Messages(of: .model) { Tagged.messages(in: $0) }
      Always("not -1") { $0.number != -1 }
    }
    let results = [1, 2, 8].map { workers in
      specification.check().exploration(workers: workers) { $0.states = states }
    }
    #expect(results[0].verdict == .violated)
    #expect(results.allSatisfy { $0 == results[0] })
  }

  @Test func `random runs over commands from a set are repeatable`() {
    let specification = Specification(of: Loader.self) {
      Messages(of: .model) { $0.missing.isEmpty && $0.order.isEmpty ? [.load] : [] }
      Replies { command in if case .fetch(let number) = command { [.loaded(number)] } else { [] } }
      Always("2 is not loaded after 1") { $0.order.suffix(2) != [1, 2] }
    }
    let results = (0..<4).map { _ in sample(specification) }
    for result in results {
      #expect(result.counterexample?.property == "2 is not loaded after 1")
      #expect(result.counterexample?.steps.map(\.label) == results[0].counterexample?.steps.map(\.label))
    }
  }

  @Test(arguments: [1, 2]) func `each search over commands from a set finds the same violation`(workers: Int) throws {
    let specification = Specification(of: Loader.self) {
      Messages(of: .model) { $0.missing.isEmpty && $0.order.isEmpty ? [.load] : [] }
      Replies { command in if case .fetch(let number) = command { [.loaded(number)] } else { [] } }
      Always("2 is not loaded after 1") { $0.order.suffix(2) != [1, 2] }
    }
    for _ in 0..<4 {
      let result = specification.check().exploration(workers: workers)
      #expect(
        result.counterexample?.steps.map(\.label) == [
          "load", "fetch(1) replies loaded(1)", "fetch(2) replies loaded(2)",
        ])
    }
  }

  /// A set that a declaration makes anew tends to get the address of its predecessor, and so its order. When ``ListOrder``
  /// compares the messages of a world with a second list of them, both may be in the same order, and the comparison misses the
  /// variation. Then the variation shows in a run that ends differently when it is taken again.
  @Test func `messages from a large new set are not taken for nondeterminism`() {
    let specification = Specification(of: Basket.self) {
      Messages(of: .model) { $0.goods.count < 2 ? Set(0..<100).map { .put($0) } : [] }
      Always("not two") { $0.goods.count < 2 }
    }
    for seed in 0..<8 as Range<UInt64> {
      let result = sample(specification, seed: seed)
      #expect(result.counterexample?.property == "not two")
      #expect(result.counterexample?.steps.count == 2)
    }
    #expect(specification.check().exploration().counterexample?.steps.count == 2)
  }

  /// In the varying order 9 comes first, and the search finds the violation at once. In the order sorted by text, 9 comes last,
  /// beyond the bound on worlds.
  @Test func `a counterexample that the sorted search does not find within its bounds is kept`() {
    let specification = Specification(of: Basket.self) {
      Messages(of: .model) { model in
        let numbers = (0..<40).filter { $0 != 9 && !model.goods.contains($0) }
        return ([9] + (Alternation.isReversed() ? numbers.reversed() : numbers)).map { .put($0) }
      }
      Always("9 does not come first") { $0.goods != [9] }
    }
    let result = specification.check().exploration { $0.states = 25 }
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.steps.map(\.label) == ["put(9)"])
    let sortedSpecification = Specification(of: Basket.self) {
      Messages(of: .model) { model in
        (0..<40).filter { !model.goods.contains($0) }.sorted { "\($0)" < "\($1)" }.map { .put($0) }
      }
      Always("9 does not come first") { $0.goods != [9] }
    }
    #expect(sortedSpecification.check().exploration { $0.states = 25 }.verdict == .inconclusive)
  }

  @Test func `an Eventually over messages from a set is violated by the same run in each search`() {
    let specification = Specification(of: Basket.self) {
      Messages(of: .model) { Set(0..<8).subtracting($0.goods).map { .put($0) } }
      // There are only eight goods, so each run ends too early.
      Eventually("nine goods are in the basket") { $0.goods.count == 9 }
    }
    let results = (0..<4).map { _ in specification.check().exploration() }
    for result in results {
      #expect(result.verdict == .violated)
      #expect(result.counterexample?.steps.count == 8)
      #expect(result.counterexample == results[0].counterexample)
    }
  }
}

private enum Basket: Module {
  enum Message: Hashable { case put(Int) }
  struct Model: Hashable { var goods: Set<Int> = [] }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
    switch message {
    case .put(let number): model.goods.insert(number)
    }
  }
}

/// A number, and tags that come with 96.
private enum Tagged: Module {
  enum Message: Hashable { case go(Int), tag(Int) }
  struct Model: Hashable {
    var number = 0
    var tags: Set<Int> = []
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
    guard case .go(let number) = message else { return }
    model = Model(number: number, tags: number == 96 ? Set(0..<8) : [])
  }

  static func messages(in model: Model) -> [Message] {
    if model.number == 0 { return (1...400).map { .go($0) } }
    if !(1...400).contains(model.number) { return [] }
    let messages = model.tags.map { Message.tag($0) } + [.go(model.number + 1_000)]
    return model.number == 300 ? messages + [.go(-1)] : messages
  }
}

/// Alternates between `true` and `false` from call to call.
private enum Alternation {
  private static let callCount = Atomic<Int>(0)
  static func isReversed() -> Bool { !callCount.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) }
}

/// A program that loads the numbers of a set, each by a command, in the order in which the set holds them.
private enum Loader: Module {
  enum Message: Hashable { case load, loaded(Int) }
  enum Command: Hashable { case fetch(Int) }
  struct Model: Hashable {
    var missing: Set<Int> = []
    var order: [Int] = []
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .load:
      model.missing = Set(0..<6)
      for number in model.missing { perform(.fetch(number)) }
    case .loaded(let number):
      model.missing.remove(number)
      model.order.append(number)
    }
  }
}

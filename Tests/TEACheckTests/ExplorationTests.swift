import Testing

@testable import TEACheck
@testable import YardstickChecks

@Suite struct ExplorationTests {
  private func explore<M>(_ specification: Specification<M>, workers: Int = 1) -> CheckResult {
    var settings = CheckSettings()
    settings.workers = workers
    settings.engine = .explore
    return specification.check().outcome(settings, onProgress: { _ in }).result
  }

  private func counts(_ result: CheckResult) -> [Int] { [result.states, result.transitions, result.depth] }

  @Test func `the result is the same at any number of workers, except for the time`() {
    func expectSame<M>(_ specification: Specification<M>) {
      var results = [1, 2, 3, 8].map { explore(specification, workers: $0) }
      for index in results.indices { results[index].seconds = 0 }
      #expect(results.allSatisfy { $0 == results[0] })
    }
    expectSame(Grid.specification(counters: 4, modulus: 8))
    expectSame(TwoPhaseCommit.specification(5))
    expectSame(Race.specification(typed: 4, retries: 2, isFixed: false))
    expectSame(Race.specification(typed: 4, retries: 2, isFixed: false, settles: true))
    expectSame(
      Specification(of: Grid.self) {
        Grid.specification(counters: 4, modulus: 8)
        Always("one of many violations in a level") { $0.counters.reduce(0, +) < 15 || $0.counters[2] != 3 }
      })
    expectSame(
      Specification(of: Grid.self) {
        Grid.specification(counters: 4, modulus: 8)
        Step("one of many wrong steps in a level") { $0.after.counters.reduce(0, +) != 14 }
      })
  }

  @Test func `a bound on outstanding commands has the same result at any number of workers`() {
    for isFixed in [false, true] {
      for limit in 1...4 {
        var results = [1, 2, 8].map { workers in
          var settings = CheckSettings()
          settings.engine = .explore
          settings.outstanding = limit
          settings.workers = workers
          return Race.specification(typed: 6, retries: 2, isFixed: isFixed, settles: true).check()
            .outcome(settings, onProgress: { _ in }).result
        }
        for index in results.indices { results[index].seconds = 0 }
        #expect(results.allSatisfy { $0 == results[0] })
        if isFixed { #expect(results[0].coverage == .completeWithinScope) }
      }
    }
  }

  @Test func `a search to a depth passes with bounded coverage`() {
    let check = Grid.specification(counters: 2, modulus: 10).check(depth: 3)
    let result = check.outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .passed)
    #expect(!result.isComplete)
    #expect(result.coverage == .bounded(depth: 3, beyond: 4))
    #expect(counts(result) == [10, 12, 3])
  }

  @Test func `a search with too many worlds is inconclusive`() {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.states = 50
    let result = Grid.specification(counters: 3, modulus: 10).check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .inconclusive)
    #expect(result.states == 50)
    #expect(result.coverage == .bounded(depth: 4, beyond: 20))
  }

  @Test func `a search of exactly as many worlds as the bound allows is complete`() {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.states = 1_000
    let result = Grid.specification(counters: 3, modulus: 10).check().outcome(settings, onProgress: { _ in }).result
    #expect(result.isComplete)
    settings.states = 999
    let bounded = Grid.specification(counters: 3, modulus: 10).check().outcome(settings, onProgress: { _ in }).result
    #expect(bounded.verdict == .inconclusive)
    #expect(bounded.states == 999)
  }

  @Test func `random runs follow a search that reaches its bound on worlds`() {
    let check = Grid.specification(counters: 3, modulus: 10).check(states: 50, cases: 7, length: 9)
    let result = check.outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .inconclusive)
    guard case .boundedAndSampled(4, 20, 7, let steps) = result.coverage else {
      Issue.record("\(String(describing: result.coverage))")
      return
    }
    // The 7 runs have at most 9 steps each.
    #expect((1...63).contains(steps))
  }

  enum Stairs: Module {
    enum Message: CaseIterable { case up }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  }

  @Test func `random runs do not look for worlds that the search has met`() {
    let check = Specification(of: Stairs.self) { Sometimes("far up") { $0 == 20 } }
      .check(states: 50, cases: 7, length: 9)
    let result = check.outcome(CheckSettings(), onProgress: { _ in }).result
    guard case .boundedAndSampled(_, _, 7, _) = result.coverage else {
      Issue.record("\(String(describing: result.coverage))")
      return
    }
  }

  @Test func `a search to a depth finds the known number of worlds up to that depth`() {
    // The numbers of worlds of the 8-puzzle at each depth, from 0 (OEIS A089473).
    let layers = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286]
    for depth in layers.indices {
      let result = Puzzle.specification.check(depth: depth).outcome(CheckSettings(), onProgress: { _ in }).result
      #expect(result.states == layers[...depth].reduce(0, +))
      #expect(result.coverage == .bounded(depth: depth, beyond: layers[depth]))
    }
  }

  /// Two-phase commit, with a model that is not `Hashable`.
  enum Unhashable: Module {
    struct Model { var inner: TwoPhaseCommit.Model, log: (Int, Int) = (0, 0) }
    typealias Message = TwoPhaseCommit.Message

    static func start(with count: Int) -> Model { Model(inner: TwoPhaseCommit.start(with: count)) }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      TwoPhaseCommit.update(for: message, model: &model.inner, perform: { _ in })
    }
  }

  @Test func `models that are not hashable are told apart by structure`() {
    let specification = Specification(of: Unhashable.self) {
      Start(with: [3])
      Messages(of: .model) { TwoPhaseCommit.offers($0.inner) }
    }
    let result = explore(specification)
    #expect(result.isComplete)
    #expect(counts(result) == [288, 1_145, 10])
  }

  /// A model that contains an object of a class without equality.
  enum WithObject: Module {
    final class Box {}
    enum Message { case go }
    struct Inside { var box = Box() }
    struct Model { var inside = Inside() }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}
  }

  @Test func `a model without equality is an error that names the part`() {
    let result = explore(Specification(of: WithObject.self) {})
    #expect(result.verdict == .error)
    #expect(
      result.message == """
        worlds of WithObject cannot be told apart: inside.box is of type Box, which has no equality: make the type \
        Hashable, or keep it elsewhere
        """)
  }
}

import Testing

@testable import TEACheck
@testable import TEAStateSpace
@testable import TEAResults

/// The steps to a trap where the possible steps have another order at each call.
@Suite struct TrapScriptTests {
  private enum Shelf: Module {
    enum Message: Hashable { case put(Int), take(Int) }
    struct Model: Hashable { var goods: Set<Int> = [] }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
      switch message {
      case .put(let number): model.goods.insert(number)
      case .take(let number): model.goods.remove(number)
      }
    }
  }

  @Test func `the steps to a trap lead to the world of the step that trapped`() throws {
    let specification = Specification(of: Shelf.self) {
      Messages(of: .model) { $0.goods.map { .take($0) } + Set(0..<5).subtracting($0.goods).map { .put($0) } }
    }
    let rules = try Rules(specification, scope: 3)
    var explorer = Explorer(rules, specification.engines.functions, bounds: ExplorationBounds(), workers: 1) { _ in }
    // A search that finds that the order varies would end, to begin again with sorted lists.
    explorer.nextComparedWorld = .max
    _ = explorer.exploreAll()
    try #require(explorer.arena.count == 32)
    for number in 0..<32 {
      let world = explorer.world(number)
      for (index, step) in try rules.steps(in: world).enumerated() {
        guard case .message(let message) = step, case .take(let good) = message else { continue }
        let breadcrumb = Breadcrumb(.step, place: number, number: index)
        let script = Explorer<Shelf>.script(to: breadcrumb, rules, explorer.knownPaths)
        #expect(script?.last == "take(\(good))")
        var trace = Trace<Shelf>(origin: rules.origins[0])
        for line in try #require(script?.dropLast()) {
          let world = trace.lastWorld
          let taken = try #require(try rules.steps(in: world).first { Script.line($0, in: world) == line })
          trace.steps.append((taken, rules.take(taken, in: world)))
        }
        #expect(trace.lastWorld.model == world.model)
      }
    }
  }
}

import Extent
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// The graph of an exploration has every step of every world once.
@Suite struct WorldGraphTests {
  private func graph<M>(_ specification: Specification<M>, workers: Int = 1) throws -> WorldGraph<M> {
    var bounds = ExplorationBounds()
    bounds.keepsGraph = true
    let rules = try Rules(specification, scope: 3)
    return try #require(specification.engines.explore(rules, bounds, workers) { _ in }.graph)
  }

  @Test func `the graph has every transition`() throws {
    for workers in 1...3 {
      let grid = try graph(Grid.specification(counters: 3, modulus: 4), workers: workers)
      #expect(grid.worlds.count == 64)
      #expect(grid.targets.count == 192)
      let race = try graph(Race.specification(typed: 4, retries: 2, isFixed: true), workers: workers)
      #expect(race.worlds.count == 238)
      #expect(race.targets.count == 824)
      let panels = try graph(Panels.specification(count: 2, typed: 2, retries: 1, isFixed: false), workers: workers)
      #expect(panels.worlds.count == 1_156)
      #expect(panels.targets.count == 3_740)
      guard Extent.current == .night else { continue }
      let puzzle = try graph(Puzzle.specification, workers: workers)
      #expect(puzzle.targets.count == 483_840)
    }
  }

  @Test func `the edges of the graph lead where the steps lead`() throws {
    let specification = Race.specification(typed: 3, retries: 1, isFixed: false)
    let rules = try Rules(specification, scope: 3)
    for workers in [1, 2, 8] {
      let graph = try graph(specification, workers: workers)
      for (number, world) in graph.worlds.enumerated() {
        let steps = graph.edges(of: number)
        #expect(try rules.steps(in: world).count == steps.count)
        for step in steps {
          #expect(rules.take(graph.steps[step], in: world).world == graph.worlds[Int(graph.targets[step])])
        }
      }
    }
  }

  @Test func `a neighbourhood keeps no more starts than its limit`() throws {
    let graphOfStarts = try graph(Specification(of: Counters.self) { Start(with: [0, 10, 20, 30]) })
    #expect(graphOfStarts.startCount == 4)
    let (part, _) = graphOfStarts.neighbourhood(of: [], limit: 3)
    #expect(part.startCount == 3)
    #expect(part.worldCount == 3)
  }

  /// A counter that stops before the next multiple of ten.
  private enum Counters: Module {
    enum Message: CaseIterable { case count }
    static func start(with flags: Int) -> Int { flags }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if (model + 1) % 10 != 0 { model += 1 }
    }
  }
}

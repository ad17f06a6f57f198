import Synchronization
import Testing

@testable import TEACheck

/// The calls of `view`, which in many programs takes longer than all else.
@Suite(.serialized) struct ViewCostTests {
  /// Counts up to a limit, and shows the number as text.
  private enum Gauge: Module {
    enum Message: Hashable { case add(Int) }
    struct View { var title: String, canAdd: Bool }
    struct Calls { var updates = 0, views = 0 }
    static let calls = Mutex(Calls())

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      calls.withLock { $0.updates += 1 }
      switch message {
      case .add(let number): model += number
      }
    }

    static func view(for model: Int) -> View {
      calls.withLock { $0.views += 1 }
      return View(title: "Level \(model)", canAdd: model < 9)
    }
  }

  /// Three properties, the offer and the condition of each of its three messages read the view.
  private let specification = Specification(of: Gauge.self) {
    Messages(of: .view) { view in view.canAdd ? [.add(1), .add(2), .add(3)] : [] }
    Precondition(of: .view) { view, _ in view.canAdd }
    Always("there is a title", of: .view) { !$0.title.isEmpty }
    Always("the title tells the level", of: .view) { $0.title.hasPrefix("Level ") }
    Always("no level is below zero", of: .view) { !$0.title.contains("-") }
  }

  @Test func `a search makes the view of a world once for its properties and once for its messages`() throws {
    Gauge.calls.withLock { $0 = Gauge.Calls() }
    var explorer = Explorer(
      try Rules(specification, scope: 4), ModuleFunctions(of: Gauge.self), bounds: ExplorationBounds(), workers: 1
    ) { _ in }
    let states = explorer.exploreAll().progress.states
    #expect(states == 12)
    // The messages of the worlds 0, 1, 2, 3, 4, 6 and 8 are listed three times more, to find out if their order varies.
    #expect(Gauge.calls.withLock { $0.views } == 2 * states + 3 * 7)
  }

  @Test func `a random run makes the view of a world once, and that of its first world twice`() throws {
    var bounds = SamplingBounds(cases: 20, length: 5, seed: 1)
    (bounds.runsGrow, bounds.countsWorlds) = (false, false)
    let sampler = Sampler(
      rules: try Rules(specification, scope: 4), takeSteps: specification.engines.takeSteps, bounds: bounds,
      workerCount: 1, onProgress: { _ in })
    Gauge.calls.withLock { $0 = Gauge.Calls() }
    let sampling = sampler.sample()
    let calls = Gauge.calls.withLock { $0 }
    #expect(sampling.violation == nil && calls.updates > 40)
    // The runs 0 and 16 are executed twice.
    #expect(calls.views == calls.updates + 2 * (20 + 2))
  }
}

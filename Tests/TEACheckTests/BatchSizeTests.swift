import Testing

@testable import TEACheck
@testable import TEAStateSpace

/// A batch whose steps are too many for its workers is made smaller, so that only a world with too many steps is an error.
@Suite struct BatchSizeTests {
  /// A choice among 40 doors, and behind each door among 300 boxes. The model keeps only the colour of the box, one of three.
  private enum Doors: Module {
    enum Message: Hashable { case choose(Int) }
    struct Model: Hashable { var depth = 0, choice = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard case .choose(let choice) = message else { return }
      model = Model(depth: model.depth + 1, choice: model.depth == 0 ? choice : choice % 3)
    }

    static let specification = Specification(of: Doors.self) {
      Messages(of: .model) { model in (0..<(model.depth == 0 ? 40 : model.depth == 1 ? 300 : 0)).map { .choose($0) } }
    }
  }

  private func exploration(_ limit: Int, workers: Int) throws -> Exploration<Doors> {
    var bounds = ExplorationBounds()
    bounds.maxStepsPerBatch = limit
    return Doors.specification.engines.explore(try Rules(Doors.specification, scope: 3), bounds, workers) { _ in }
  }

  @Test(arguments: [1, 2, 3]) func `a batch with too many steps is expanded in parts`(workers: Int) throws {
    let exploration = try exploration(512, workers: workers)
    guard case .exhausted = exploration.end else {
      Issue.record("\(exploration.end)")
      return
    }
    #expect(exploration.progress.states == 1 + 40 + 3)
    #expect(exploration.progress.transitions == 40 + 40 * 300)
    #expect(exploration.progress.depth == 2)
  }

  @Test(arguments: [1, 2, 3]) func `a world with too many steps is an error`(workers: Int) throws {
    let exploration = try exploration(256, workers: workers)
    guard case .error(let error) = exploration.end else {
      Issue.record("\(exploration.end)")
      return
    }
    #expect(error is TooManySteps)
    // The steps for which there is room lead to boxes of all colours.
    #expect(exploration.progress.states == 1 + 40 + 3)
  }

  @Test func `the error says what to do`() {
    let runner = CheckRunner(
      specification: Doors.specification, module: "Doors", name: "", bounds: CheckBounds(), settings: CheckSettings()
    ) { _ in }
    #expect(
      runner.describe(TooManySteps())
        == "more than 16 million things can happen next in one world; offer fewer messages")
  }
}

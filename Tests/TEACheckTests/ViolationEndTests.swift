import Testing

@testable import TEACheck

/// The batch in which a search finds a violation may reach beyond it. The result says nothing of the worlds and steps there.
@Suite struct ViolationEndTests {
  private final class Box: Sendable {}

  /// A number with two ways on from the start. One way leads to a violation, the other to an object or to many numbers.
  private enum Fork: Module {
    enum Message: Hashable { case go(Int), hold }
    struct Model: Sendable {
      var number = 0
      var held: (any Sendable)?
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .go(let number): model.number = number
      case .hold: model.held = Box()
      }
    }
    static func view(for model: Model) -> Int { model.number }
  }

  private func fork(then messages: [Fork.Message]) -> Specification<Fork> {
    Specification(of: Fork.self) {
      Messages(of: .model) { model in
        switch model.number {
        case 0: [.go(1), .go(2)]
        case 1: [.go(3)]
        case 2: messages
        default: []
        }
      }
      Always("not three") { $0.number != 3 }
    }
  }

  @Test func `an object that is met beyond the violation is not noted, at any number of workers`() {
    let check = fork(then: [.hold]).check()
    let result = check.exploration()
    #expect(result.counterexample?.steps.map(\.message) == ["go(1)", "go(3)"])
    for workers in [2, 3] { #expect(check.exploration(workers: workers) == result) }
  }

  @Test(arguments: [1, 2]) func `steps beyond the violation do not make the graph too large`(workers: Int) throws {
    let specification = fork(then: (10..<40).map { .go($0) })
    var bounds = ExplorationBounds()
    // The violation is the third step.
    for (limit, isKept) in [(3, true), (2, false)] {
      (bounds.keepsGraph, bounds.graphLimit) = (true, limit)
      let exploration = specification.engines.explore(try Rules(specification, scope: 3), bounds, workers) { _ in }
      #expect(exploration.progress.transitions == 3)
      #expect((exploration.graph != nil) == isKept)
    }
  }
}

import Testing

@testable import TEACheck

/// Notes about the payloads that do not matter to a counterexample.
@Suite struct ExplanationTests {
  enum Register: Module {
    enum Message { case set(Int, label: String), move(by: Int), clear }
    struct Model: Hashable { var number = 0, label = "", moves = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .set(let number, let label): (model.number, model.label) = (number, label)
      case .move: model.moves += 1
      case .clear: model = Model()
      }
    }
  }

  private func explanation(_ specification: Specification<Register>) -> [String] {
    let result = specification.check(depth: 3).outcome(CheckSettings(), onProgress: { _ in }).result
    return result.notes.filter { $0.hasPrefix("step ") }
  }

  @Test func `payloads that do not matter are marked`() {
    let lines = explanation(
      Specification(of: Register.self) { Always("few") { $0.moves < 2 || $0.number < 5 } })
    #expect(
      lines == [
        "step 1, set(5, label: _): every value tried for _ violates it too",
        "step 2, move(by: _): every value tried for _ violates it too",
        "step 3, move(by: _): every value tried for _ violates it too",
      ])
  }

  @Test func `payloads that matter are not marked`() {
    #expect(
      explanation(Specification(of: Register.self) { Always("label") { $0.label.count != 3 } }) == [
        "step 1, set(_, label: \"aaa\"): every value tried for _ violates it too"
      ])
    #expect(
      explanation(Specification(of: Register.self) { Always("both") { $0.label.count < 2 || $0.number < 3 } }) == [])
  }
}

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

  /// The notes without the ranges of numbers, which depend on the random numbers.
  private func explanation<M>(_ specification: Specification<M>) -> [String] {
    let result = specification.check(depth: 3).outcome(CheckSettings(), onProgress: { _ in }).result
    return result.notes.filter { $0.hasPrefix("step") }
      .map { $0.replacing(/from -?[0-9]+ to [0-9]+,/, with: "from … to …,") }
  }

  @Test func `payloads that do not matter are marked`() {
    let lines = explanation(
      Specification(of: Register.self) { Always("few") { $0.moves < 2 || $0.number < 5 } })
    #expect(
      lines == [
        "step 1, set(5, label: _): 10 values tried for _ violate it too",
        "steps 2–3, move(by: _): 10 values tried for _, from … to …, violate it too",
      ])
  }

  @Test func `payloads that matter are not marked`() {
    #expect(
      explanation(Specification(of: Register.self) { Always("label") { $0.label.count != 3 } }) == [
        "step 1, set(_, label: \"aaa\"): 10 values tried for _, from … to …, violate it too"
      ])
    #expect(
      explanation(Specification(of: Register.self) { Always("both") { $0.label.count < 2 || $0.number < 3 } }) == [])
  }

  private enum Upload: Module {
    enum Message { case failed(code: Int), reset }
    struct Model: Hashable { var retries = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .failed(let code): if code < 500 { model.retries += 1 }
      case .reset: model.retries = 0
      }
    }
  }

  @Test func `numbers of several sizes are tried`() {
    #expect(explanation(Specification(of: Upload.self) { Always("one retry") { $0.retries < 2 } }) == [])
  }

  private enum Keypad: Module {
    enum Digit: CaseIterable { case zero, one, two, three, four }
    enum Message { case press(Digit, Digit), clear(String) }
    struct Model: Hashable { var count = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .press = message { model.count += 1 } else { model.count = 0 }
    }
  }

  @Test func `steps with the same finding share a line`() {
    #expect(
      explanation(Specification(of: Keypad.self) { Always("short") { $0.count < 3 } }) == [
        "steps 1–3, press(_, _): 5 values tried for each _ violate it too"
      ])
  }
}

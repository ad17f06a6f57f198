@testable import TEAAnalysis
import Testing

@testable import TEACheck

/// A counter behind a reference, whose `update` does not change the object.
private enum Boxed: Module {
  final class Box: Hashable {
    let count: Int
    init(_ count: Int) { self.count = count }
    static func == (one: Box, other: Box) -> Bool { one.count == other.count }
    func hash(into hasher: inout Hasher) { hasher.combine(count) }
  }
  struct Model: Hashable { var box = Box(0) }
  enum Message: CaseIterable { case up, down, reset }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .up: model.box = Box(min(model.box.count + 1, 3))
    case .down: model.box = Box(max(model.box.count - 1, 0))
    case .reset: model.box = Box(0)
    }
  }
}

/// Compares the results of ``EquationTester``, which compares models in memory, with those of the law that a check evaluates.
@Suite struct EquationTesterTests {
  typealias Equation = MessageMiner.Equation

  private func equations(of messageCount: Int) -> [Equation] {
    (0..<messageCount).flatMap { first in
      [Equation(kind: .idempotent, first: first, second: first)]
        + (0..<messageCount).map { Equation(kind: .inverse, first: first, second: $0) }
        + (0..<messageCount).filter { $0 > first }.map { Equation(kind: .commuting, first: first, second: $0) }
    }
  }

  /// Expects that the tester and the law agree on all equations of `messages` in `models`.
  ///
  /// - Returns: The number of pairs of an equation and a model in which it is broken.
  private func compare<M: Module>(
    _ specification: Specification<M>, _ messages: [M.Message], _ models: [M.Model]
  ) throws -> Int {
    let tester = EquationTester(
      messages, try Rules(specification, scope: 3), specification.engines.functions)
    var brokenCount = 0
    let all = equations(of: messages.count)
    // `suggest` tests up to 18 equations at a time: six of each kind.
    for start in stride(from: 0, to: all.count, by: 18) {
      let equations = Array(all[start..<min(start + 18, all.count)])
      for (number, model) in models.enumerated() {
        // Each model has a number of its own in each batch of equations, because the tester keeps what it made for a world.
        let world = start * models.count + number
        let broken = withUnsafePointer(to: model) { tester.brokenEquations(among: equations, .max, inWorld: world, $0) }
        for (index, equation) in equations.enumerated() {
          let (left, right) = equation.sequences
          let (one, other) = (left.map { messages[$0] }, right.map { messages[$0] })
          let holds = MessageEquation<M>.difference(one, other, from: model) == nil
          #expect(holds == (broken >> UInt32(index) & 1 == 0), "\(equation) from \(model)")
          if !holds { brokenCount += 1 }
        }
      }
    }
    return brokenCount
  }

  @Test func `the test of equations in memory agrees with their law`() throws {
    var brokenCount = 0
    for seed in 0..<40 as Range<UInt64> {
      guard let mined = MinedWorlds(seed: seed, limit: 40) else { continue }
      brokenCount += try compare(
        MinedProgram.specification(seed), MinedProgram.Message.allCases, mined.worlds.map(\.model))
    }
    #expect(brokenCount > 100, "\(brokenCount)")
  }

  @Test func `the test of equations agrees with their law where models hold objects`() throws {
    let models = (0...3).map { Boxed.Model(box: Boxed.Box($0)) }
    #expect(try compare(Specification(of: Boxed.self) {}, Boxed.Message.allCases, models) > 0)
  }
}

import TEACheck

/// A purse whose messages are made by generators that depend on the model.
enum Purse: Module {
  enum Message: Hashable { case earn(Int), spend(Int), save(Int, into: Int), rename(String) }
  /// The money and the pots are bounded, so that there are finitely many worlds.
  struct Model: Hashable { var money = 0, pots = [0, 0, 0], name = "" }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .earn(let sum): model.money = min(40, model.money + sum)
    case .spend(let sum): model.money -= sum
    case .save(let sum, let pot):
      model.money -= sum
      model.pots[pot] = min(20, model.pots[pot] + sum)
    case .rename(let name): model.name = name
    }
  }

  static func measure() throws {
    let specification = Specification(of: Purse.self) {
      Messages(generating: .model) { model in
        var generators: [Gen<Message>] = [
          Gen.integer(in: 1...5).map { .earn($0) }, Gen.element(of: ["", "mine"]).map { .rename($0) },
        ]
        if model.money > 0 {
          generators.append(Gen.integer(in: 1...model.money).map { .spend($0) })
          generators.append(
            zip(Gen.integer(in: 1...model.money), Gen.integer(in: 0...2)).map { .save($0, into: $1) })
        }
        return .oneOf(generators)
      }
      Always("no debts") { $0.money >= 0 }
    }
    try Runs.measureSteps("generated-messages", specification)
    Measure.reportRate("generated-messages-explored", "steps/s") {
      let check = specification.check(depth: 5, cases: 1)
      do throws(CheckFailure) { return try check.run().transitions } catch { return error.result.transitions }
    }
  }
}

import TEACheck

/// Random runs of programs in which nothing is wrong.
enum Runs {
  static func measure() throws {
    let counter = Specification(of: Counter.self) { Always("not below") { $0.count > .min } }
    try measureSteps("counter", counter)
    try measureSequences("counter", counter)
    try measureSteps(
      "counter-with-step-and-sometimes",
      Specification(of: Counter.self) {
        Always("not below") { $0.count > .min }
        Step("by one") { abs($0.after.count - $0.before.count) == 1 }
        Sometimes("ten") { $0.count == 10 }
      })
    try measureSteps(
      "counter-with-classify",
      Specification(of: Counter.self) {
        Always("not below") { $0.count > .min }
        Classify("ten") { $0.count >= 10 }
      })
    try measureSteps(
      "counter-with-texts-of-classify",
      Specification(of: Counter.self) {
        Always("not below") { $0.count > .min }
        Classify(by: "sign") { $0.count > 0 ? "above" : $0.count < 0 ? "below" : "zero" }
      })
    try measureSteps("payloads", Specification(of: Register.self) { Always("not below") { $0.amount >= 0 } })
    let map = Specification(of: Map.self) { Always("agree") { $0.mine == $0.theirs } }
    try measureSteps("dictionary", map)
    try measureSequences("dictionary", map)
  }

  /// Measures the steps of random runs of a specification, per second.
  static func measureSteps<M>(_ name: String, _ specification: Specification<M>) throws {
    try Measure.reportRate("\(name)-steps", "steps/s") {
      try counts(of: specification.sample(cases: Measure.runs)).steps
    }
  }

  /// Measures sequences per second, each of fifty steps. Runs have up to fifty steps, so a sequence may join several runs.
  private static func measureSequences<M>(_ name: String, _ specification: Specification<M>) throws {
    func counts() throws -> (runs: Int, steps: Int) {
      try Self.counts(of: specification.sample(cases: 10_000, length: 50))
    }
    try Measure.reportRate("\(name)-sequences-of-50", "sequences/s") { try counts().steps / 50 }
    guard Measure.isWanted("\(name)-sequences-mean-length") else { return }
    let (runs, steps) = try counts()
    Measure.report("\(name)-sequences-mean-length", Double(steps) / Double(runs), "steps")
  }

  /// Runs a sampling check.
  ///
  /// - Returns: The numbers of runs and of their steps.
  static func counts(of check: Check) throws -> (runs: Int, steps: Int) {
    let coverage = try check.run().coverage
    guard case .sampled(let runs, let steps) = coverage else { fatalError("no random runs were made: \(coverage)") }
    return (runs, steps)
  }
}

enum Counter: Module {
  enum Message { case increment, decrement }
  struct Model: Hashable { var count = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .increment: model.count += 1
    case .decrement: model.count -= 1
    }
  }
}

/// A cash register, whose messages bring numbers and texts.
enum Register: Module {
  enum Message { case add(UInt16), take(back: UInt8, times: UInt8), name(String), close }
  struct Model: Hashable { var amount = 0, customer = "", isOpen = true }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .add(let amount): model.amount += Int(amount)
    case .take(let amount, let times): model.amount = max(0, model.amount - Int(amount) * Int(times))
    case .name(let name): model.customer = name
    case .close: model = Model(isOpen: !model.isOpen)
    }
  }
}

/// Two dictionaries that must stay equal.
enum Map: Module {
  enum Message { case put(UInt8, Bool), remove(UInt8) }
  struct Model: Hashable { var mine: [UInt8: Bool] = [:], theirs: [UInt8: Bool] = [:] }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .put(let key, let value): (model.mine[key], model.theirs[key]) = (value, value)
    case .remove(let key): (model.mine[key], model.theirs[key]) = (nil, nil)
    }
  }
}

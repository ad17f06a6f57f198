import TEACheck

/// Prints a line for each measure: its name, its value and the unit. Each value is the best of several rounds, because
/// whatever else the machine does only ever makes a round slower.
@main struct SamplingBenchmarks {
  static func main() throws {

    try measure("arrays-of-int", unit: "cases/s", count: 200_000) { cases in
      try forAll(.array(of: .integer), cases: cases) { (array: [Int]) in !array.isEmpty || array.count == 0 }
    }
    try measure("arrays-of-int-summed", unit: "cases/s", count: 200_000) { cases in
      try forAll(.array(of: .integer), cases: cases) { (array: [Int]) in array.reduce(0, &+) != 123_456_789_101_112 }
    }
    var state: UInt64 = 1
    var total = 0
    try measure("bare-loop-of-twice-the-length", unit: "cases/s", count: 200_000) { cases in
      for _ in 0..<cases {
        var array: [Int] = []
        array.reserveCapacity(50)
        for _ in 0..<50 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          array.append(Int(truncatingIfNeeded: state >> 33))
        }
        total &+= array.reduce(0, &+)
      }
    }
    if total == 42 { print("") }
    try steps("counter", of: Specification(of: Counter.self) { Always("not below") { $0.count > .min } })
    try steps(
      "counter-with-step-and-sometimes",
      of: Specification(of: Counter.self) {
        Always("not below") { $0.count > .min }
        Step("by one") { abs($0.after.count - $0.before.count) == 1 }
        Sometimes("ten") { $0.count == 10 }
      })
    try steps(
      "key-value-map",
      of: Specification(of: KeyValue.self) { Always("agree") { $0.mine == $0.theirs } }, sequences: true)
  }

  /// Whether a measure is wanted: those named on the command line, or all.
  static func isWanted(_ name: String) -> Bool {
    let wanted = CommandLine.arguments.dropFirst()
    return wanted.isEmpty || wanted.contains(name)
  }

  static func steps<M: Module>(_ name: String, of specification: Specification<M>, sequences: Bool = false) throws {
    guard isWanted(name) else { return }
    let check = specification.sample(cases: 20_000)
    var best = 0.0
    for _ in 0..<5 {
      let result = try check.run()
      guard case .sampled(_, let steps) = result.coverage else { fatalError("\(result)") }
      best = max(best, Double(steps) / result.seconds)
    }
    report("\(name)-steps", best, "steps/s")
    if sequences { report("\(name)-sequences-of-50", best / 50, "sequences/s") }
  }

  static func measure(_ name: String, unit: String, count: Int, _ body: (Int) throws -> Void) throws {
    guard isWanted(name) else { return }
    let clock = ContinuousClock()
    var best = Duration.seconds(1_000)
    for _ in 0..<5 { best = min(best, try clock.measure { try body(count) }) }
    report(name, Double(count) / (best / .seconds(1)), unit)
  }

  static func report(_ name: String, _ value: Double, _ unit: String) {
    print("\(name) \(Int(value)) \(unit)")
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

enum KeyValue: Module {
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

import TEACheck

/// A door with a keypad of eight keys, which opens after the ten right keys in a row. The model keeps all pressed keys.
enum Gate: Module {
  enum Message: CaseIterable { case a, b, c, d, e, f, g, h }

  struct Model: Hashable {
    var pressed: [Int] = []
    /// The number of right keys in a row.
    var right = 0
    var isOpen: Bool { right == keys.count }
  }

  /// The right keys, in order.
  static let keys: [Message] = [.c, .a, .h, .h, .b, .e, .d, .a, .g, .f]

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    model.pressed.append(Message.allCases.firstIndex(of: message) ?? 0)
    guard !model.isOpen else { return }
    model.right = message == keys[model.right] ? model.right + 1 : 0
  }

  /// Measures a check that declares only that the door can be open, with twenty seeds.
  static func measure() {
    guard Measure.isAnyWanted("gate-opened", "gate-median", "gate-worst") else { return }
    let specification = Specification(of: Gate.self) { Sometimes("open") { $0.isOpen } }
    let results = (1...20).map { result(of: specification.check(seed: $0)) }
    let seconds = results.map(\.seconds).sorted()
    // The state space is infinite, so a check is inconclusive even if a run opened the door. If no run did, the message of
    // the result names “open”.
    let openedResults = results.filter { $0.verdict != .violated && $0.message?.contains("“open”") != true }
    Measure.report("gate-opened", Double(openedResults.count), "of 20 seeds")
    Measure.report("gate-median", (seconds[9] + seconds[10]) / 2, "s")
    Measure.report("gate-worst", seconds[19], "s")
  }

  /// The result of a check, passed or not; nothing is printed on standard error.
  private static func result(of check: Check) -> CheckResult {
    do { return try check.run(requireComplete: true) } catch { return error.result }
  }
}

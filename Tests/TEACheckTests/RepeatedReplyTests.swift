import Testing

@testable import TEACheck

/// Replies that may come again, of effects with an identity. An effect ends in one of three ways: with its first reply, with
/// the second arrival of the reply, or in a step of its own after the first reply, if no second one comes.
@Suite struct RepeatedReplyTests {
  /// The steps of a counterexample, without the commands that they answer.
  private func steps(of result: CheckResult) -> [String]? {
    result.counterexample?.steps.map { $0.label.replacing(#/^Command\(.*?\)\) /#, with: "") }
  }

  @Test func `a repeated reply does not hide the step in which the effect has ended`() {
    let specification = Loads.specification(.first(1)) { Always("one load") { $0.last != 1 } }
    let result = specification.check().exploration()
    #expect(
      steps(of: result) == ["replies loaded(0) and ends", "replies loaded(1)"])
    // Without `RepeatedReplies`, the same replies are a violation.
    let plain = Loads.specification(.first(1), isRepeated: false) { Always("one load") { $0.last != 1 } }
    #expect(
      steps(of: plain.check().exploration())
        == ["replies loaded(0)", "replies loaded(1)"])
  }

  @Test func `a repeated reply does not hide the step in which nothing is cancelled`() {
    let specification = Loads.specification(.latest(1)) {
      Environment(0, performing: { _, _ in }, cancelling: { cancelled, _ in cancelled = 1 }).atOnce
      Always("the first is withdrawn", of: .world) { $0.model.last != 1 || $0.environment(as: Int.self) == 1 }
    }
    let result = specification.check().exploration()
    #expect(
      steps(of: result) == ["replies loaded(0) and ends", "replies loaded(1)"])
  }

  @Test func `the second command is dropped while the reply to the first may come again, and carried out otherwise`() {
    let result = Loads.specification(.first(1)) {
      Sometimes("the second is dropped", of: .world) {
        $0.model.seen > 0 && $0.model.last == 0 && $0.outstanding.isEmpty
      }
      Sometimes("the second is loaded") { $0.last == 1 }
      Sometimes("the first comes twice") { $0.seen == 2 }
    }.check().exploration()
    #expect(result.isComplete)
  }

  private func resultOfHalves(@SpecificationBuilder<Halves> _ parts: () -> [Declaration<Halves>]) -> CheckResult {
    let parts = parts()
    return Specification(of: Halves.self) {
      Messages(of: .model) { $0 == 0 ? [.go] : [] }
      Replies { _ in [.half] }
      RepeatedReplies()
      DeclarationList(declarations: parts)
    }.check().exploration()
  }

  @Test func `a reply that may come again is no way back`() {
    let result = resultOfHalves { Recovers("idle") { $0 == 0 } }
    #expect(result.counterexample?.steps.map(\.label) == ["go"])
    #expect(
      result.counterexample?.detail
        == "it cannot be reached again from there without a fault: it does not hold in the one world that can follow")
  }

  @Test func `a reply that may come again is not assumed to come`() {
    let result = resultOfHalves {
      Fairness(.weak) { $0 == .half ? "half" : nil }
      LeadsTo("what has begun ends") {
        $0 != 0
      } to: {
        $0 == 0
      }
    }
    #expect(result.counterexample?.steps.map(\.label) == ["go", "fetch replies half"])
    #expect(result.counterexample?.loop == nil)
  }
}

/// Fetches in two halves.
private enum Halves: Module {
  enum Message: Hashable { case go, half }
  enum Command: Hashable { case fetch }
  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    if message == .go { perform(.fetch) }
    model = message == .go ? 1 : model == 1 ? 2 : 0
  }
}

/// Loads 0, and then 1.
private enum Loads: Module {
  enum Message: Hashable { case loaded(Int) }

  struct Command: Hashable {
    var number: Int
    var policy: EffectPolicy<Int>
  }

  struct Model: Hashable {
    var policy: EffectPolicy<Int>
    /// The number of replies to the first command, at most 2.
    var seen = 0
    /// The number that the second command has loaded, 1; 0 before.
    var last = 0
  }

  static func start(with flags: EffectPolicy<Int>, perform: (Command) -> Void) -> Model {
    perform(Command(number: 0, policy: flags))
    return Model(policy: flags)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .loaded(0):
      model.seen = min(2, model.seen + 1)
      if model.seen == 1 { perform(Command(number: 1, policy: model.policy)) }
    case .loaded(let number): model.last = number
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> { command.policy }

  static func specification(
    _ policy: EffectPolicy<Int>, isRepeated: Bool = true,
    @SpecificationBuilder<Self> _ parts: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    let parts = parts()
    return Specification(of: Self.self) {
      Start(with: [policy])
      Replies { [.loaded($0.number)] }
      if isRepeated { RepeatedReplies() }
      DeclarationList(declarations: parts)
    }
  }
}

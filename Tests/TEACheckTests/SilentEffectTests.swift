import Testing

@testable import TEACheck

/// Effects that send nothing. While one runs, a policy may drop another command.
@Suite struct SilentEffectTests {
  @Test(arguments: [EffectPolicy<Int>.latest(1), .debounce(1, .zero)])
  func `an effect that replaces an equal one runs in its place`(policy: EffectPolicy<Int>) {
    let result = Pinger.specification(policy).check().exploration()
    #expect(result.counterexample?.steps.map(\.message) == ["ping", "ping", "ask"])
  }
}

/// Pings twice and then asks; the command to ask is dropped while a ping runs.
private enum Pinger: Module {
  enum Message: Hashable { case ping, ask, answered }
  enum Command: Hashable { case ping(EffectPolicy<Int>), ask }

  struct Model: Hashable {
    var pingPolicy: EffectPolicy<Int>
    var pings = 0
    var isAsked = false
    var isAnswered = false
  }

  static func start(with flags: EffectPolicy<Int>) -> Model { Model(pingPolicy: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .ping:
      model.pings += 1
      perform(.ping(model.pingPolicy))
    case .ask:
      model.isAsked = true
      perform(.ask)
    case .answered: model.isAnswered = true
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> {
    switch command {
    case .ping(let policy): policy
    case .ask: .first(1)
    }
  }

  static func specification(_ policy: EffectPolicy<Int>) -> Specification<Self> {
    Specification(of: Self.self) {
      Start(with: [policy])
      Messages(of: .model) { $0.isAsked ? [] : $0.pings < 2 ? [.ping] : [.ask] }
      Replies { $0 == .ask ? [.answered] : nil }
      Always("what is asked is on its way or answered", of: .world) { world in
        !world.model.isAsked || world.model.isAnswered || !world.outstanding.isEmpty
      }
    }
  }
}

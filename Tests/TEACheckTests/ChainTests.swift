import TEARuntime
import Testing

@testable import TEACheck

/// Endless chains of replies in which a step is more than a reply: the reply also ends its effect, or a command reaches an
/// environment some time after it is performed.
@Suite struct ChainTests {
  /// Loads again with each reply, unless a load runs.
  enum Loader: Module {
    enum Message: Hashable { case loaded }
    enum Command: Hashable { case load }
    static func start(with flags: Void, perform: (Command) -> Void) -> Int {
      perform(.load)
      return 0
    }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { perform(.load) }
    static func policy(for command: Command) -> EffectPolicy<Int> { .first(1) }
  }

  @Test(arguments: [false, true]) func `replies that end their effects are a chain`(isRepeated: Bool) {
    let result = Specification(of: Loader.self) {
      Messages { _ in [] }
      Replies { _ in [.loaded] }
      if isRepeated { RepeatedReplies() }
      Laws(.noEndlessChain)
    }.check().exploration()
    #expect(result.counterexample?.property == Law.noEndlessChain.rawValue)
    #expect(
      result.counterexample?.steps.map(\.label) == [isRepeated ? "load replies loaded and ends" : "load replies loaded"]
    )
    #expect(result.counterexample?.loop == 0)
  }

  /// Loads anew only when a reply comes again.
  enum Doubting: Module {
    enum Message: Hashable { case loaded }
    enum Command: Hashable { case load }
    static func start(with flags: Void, perform: (Command) -> Void) -> Bool {
      perform(.load)
      return false
    }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if model { perform(.load) }
      model.toggle()
    }
    static func policy(for command: Command) -> EffectPolicy<Int> { .all }
  }

  @Test func `a chain that goes on only with repeated replies does not count`() {
    let result = Specification(of: Doubting.self) {
      Messages { _ in [] }
      Replies { _ in [.loaded] }
      RepeatedReplies()
      Laws(.noEndlessChain)
    }.check().exploration()
    #expect(result.verdict == .passed)
  }

  /// Polls a server, which has an answer only after a poke has reached it.
  enum Poller: Module {
    enum Message: Hashable { case polled }
    enum Command: Hashable { case poke, poll }
    static func start(with flags: Void, perform: (Command) -> Void) -> Int {
      perform(.poke)
      perform(.poll)
      return 0
    }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      perform(.poke)
      perform(.poll)
    }
  }

  private var environment: Environment<Poller> {
    Environment(
      false, performing: { isPoked, command in if command == .poke { isPoked = true } },
      replies: { isPoked, command in command == .poke ? nil : isPoked ? [.polled] : [] },
      replying: { isPoked, _, _ in isPoked = false })
  }

  @Test(arguments: [false, true]) func `commands that take effect are part of a chain`(isAtOnce: Bool) {
    let result = Specification(of: Poller.self) {
      Messages { _ in [] }
      if isAtOnce { environment.atOnce } else { environment }
      Laws(.noEndlessChain)
    }.check().exploration()
    #expect(result.counterexample?.property == Law.noEndlessChain.rawValue)
    let loop = ["poll replies polled"]
    #expect(
      result.counterexample?.steps.map(\.label) == (isAtOnce ? loop : ["poke reaches the environment"] + loop))
  }
}

import TEARuntime
import Testing

@testable import TEACheck

/// Worlds and steps depend on more than the model: on effects that send nothing more, live subscriptions, and the command that
/// a reply answers.
@Suite struct EffectsBesideModelTests {
  /// A player whose sound sends no message when it ends.
  enum Player: Module {
    enum Message: Hashable { case play, stop }
    enum Command: Hashable { case sound, silence }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      model = message == .play
      perform(model ? .sound : .silence)
    }
    static func policy(for command: Command) -> EffectPolicy<Int> { command == .sound ? .latest(0) : .cancel(0) }
  }

  @Test func `an environment is told of a cancelled effect that sends nothing`() {
    let specification = Specification(of: Player.self) {
      Messages(of: .model) { $0 ? [.stop] : [.play] }
      Environment(false, cancelling: { wasCancelled, _ in wasCancelled = true }).atOnce
      Always("nothing that runs is cancelled", of: .environment(Bool.self)) { !$0 }
    }
    #expect(specification.check().exploration().counterexample?.steps.map(\.message) == ["play", "stop"])
  }

  /// A listener whose subscriptions are equal, whatever channel they store.
  enum Listener: Module {
    enum Message: Hashable { case choose(Int), confirm, heard(Int) }
    struct Subscription: Hashable {
      var channel: Int
      static func == (one: Subscription, other: Subscription) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }
    struct Model: Hashable {
      /// The chosen channel, 1 or 2; 0 before the choice. A confirmation makes it 3, so that only the live subscription keeps
      /// the channel.
      var chosen = 0
      /// The channel of the last message after the confirmation; 0 for none.
      var last = 0
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .choose(let channel): model.chosen = channel
      case .confirm: model.chosen = 3
      case .heard(let channel): if model.chosen == 3 { model.last = channel }
      }
    }
    static func subscriptions(for model: Model) -> [Subscription] {
      model.chosen == 0 ? [] : [Subscription(channel: model.chosen)]
    }
  }

  @Test func `equal live subscriptions that store different values make different worlds`() {
    let specification = Specification(of: Listener.self) {
      Messages(of: .model) { $0.chosen == 0 ? [.choose(1), .choose(2)] : $0.chosen < 3 ? [.confirm] : [] }
      Subscriptions { [.heard($0.channel)] }
      Always("the second channel is not heard") { $0.last != 2 }
    }
    let result = specification.check().exploration()
    #expect(result.counterexample?.steps.count == 3)
  }

  struct Refused: Error {}

  /// A program that fails only at a reply to its command.
  enum Failing: Module {
    typealias Failure = Refused
    enum Message: Hashable { case ask, answer }
    enum Command: Hashable { case question }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) throws {
      try update(for: message, answering: nil, model: &model, perform: perform)
    }
    static func update(
      for message: Message, answering command: Command?, model: inout Int, perform: (Command) -> Void
    ) throws {
      if message == .ask { perform(.question) }
      guard message == .answer, command != nil else { return }
      model += 1
      throw Refused()
    }
  }

  @Test func `a failed reply that changes the model violates the law that a failed update leaves it alone`() {
    let specification = Specification(of: Failing.self) {
      Messages(of: .world) { $0.outstanding.isEmpty ? [.ask] : [] }
      Replies { _ in [.answer] }
      Laws(.failedUpdateLeavesModelAlone)
    }
    #expect(specification.check().exploration().verdict == .violated)
  }

  /// A program whose model changes at a reply only where `update` is told which command the reply answers.
  enum Tagged: Module {
    typealias Message = Failing.Message
    typealias Command = Failing.Command
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      update(for: message, answering: nil, model: &model, perform: perform)
    }
    static func update(
      for message: Message, answering command: Command?, model: inout Int, perform: (Command) -> Void
    ) {
      if message == .ask { perform(.question) }
      if message == .answer, command != nil { model = 1 - model }
    }
  }

  @Test func `two programs in lockstep are both told which command a reply answers`() {
    let specification = Specification(of: Lockstep<Tagged, Tagged>.self) {
      Messages(of: .world) { $0.outstanding.isEmpty ? [.ask] : [] }
      Replies { _ in [.answer] }
      Agree("equal") { $0 == $1 }
    }
    let result = specification.check().exploration()
    #expect(result.verdict == .passed && result.isComplete)
  }
}

import TEARuntime
import Testing

/// Policies of commands that a delegate carries out and answers by replies: their effects end and are cancelled as with a
/// handler.
@Suite struct DelegateReplyTests {
  private let clerk = Clerk()
  private let program: Program<Performer>

  init() throws {
    program = try Program(Performer.self, flags: [], time: .manual)
    program.setDelegate(clerk)
  }

  @Test func `latest: a stale answer is dropped, and the delegate is told of the cancellation`() {
    perform(.latest("search"), "a")
    perform(.latest("search"), "b")
    clerk.answer("a", program)
    clerk.answer("b", program)
    #expect(clerk.log == ["emit a", "cancel a", "emit b"])
    #expect(program.model.log == ["b"])
    #expect(program.droppedMessageCount == 1)
  }

  @Test func `a last message after the end of an effect is dropped and counted like any other`() throws {
    let program = try Program(Performer.self, flags: [.init(name: "a")], time: .manual)
    var replies: [Reply<Performer.Message>] = []
    program.handleCommands(Handler { _, reply in replies.append(reply) })
    replies[0].finish()
    replies[0](.found("late"))
    replies[0].finish(with: .found("last"))
    program.receive()
    #expect(program.model.log == [] && program.droppedMessageCount == 2)
  }

  @Test func `first: while a command runs, others are dropped`() {
    perform(.first("load"), "a")
    perform(.first("load"), "b")
    clerk.answer("a", program)
    perform(.first("load"), "c")
    #expect(clerk.log == ["emit a", "emit c"])
  }

  @Test func `an effect ends when its reply is released without an answer`() {
    perform(.first("load"), "a")
    clerk.forget("a", program)
    perform(.first("load"), "b")
    #expect(clerk.log == ["emit a", "emit b"])
  }

  @Test func `cancel: a debounced command that runs is cancelled`() {
    perform(.debounce("type", .seconds(1)), "a")
    program.advance(by: .seconds(1))
    perform(.cancel("type"), "stop")
    clerk.answer("a", program)
    #expect(clerk.log == ["emit a", "cancel a"])
    #expect(program.model.log == [])
  }

  @Test func `stop cancels what the delegate carries out`() {
    perform(.all, "a")
    program.stop()
    #expect(clerk.log == ["emit a", "cancel a"])
  }

  @Test func `a delegate is told of the cancellation of a command that it carries out, even when it is no longer set`()
  {
    let successor = Clerk()
    perform(.latest("search"), "a")
    program.setDelegate(successor)
    perform(.latest("search"), "b")
    program.unsetDelegate()
    perform(.cancel("search"), "stop")
    #expect(clerk.log == ["emit a", "cancel a"])
    #expect(successor.log == ["emit b", "cancel b"])
  }

  @Test func `a command that is cancelled while there is no delegate is not carried out later`() throws {
    let program = try Program(Performer.self, flags: [], time: .manual)
    for name in ["a", "b"] { program.dispatch(.perform([Performer.Command(name: name, policy: .latest("search"))])) }
    program.dispatch(.perform([Performer.Command(name: "c", policy: .all)]))
    program.setDelegate(clerk)
    #expect(clerk.log == ["emit b", "emit c"])
  }

  @Test(arguments: 0..<4)
  func `a command whose effect has an identity traps at a delegate without replies`(number: Int) async {
    await #expect(processExitsWith: .failure) { [number = number as Int] in
      let policies: [EffectPolicy<String>] = [
        .latest("x"), .first("x"), .throttle("x", .seconds(1)), .debounce("x", .zero),
      ]
      let program = try Program(Performer.self, flags: [], time: .manual)
      let delegate = DelegateWithoutReplies()
      program.setDelegate(delegate)
      program.dispatch(.perform([.init(name: "a", policy: policies[number])]))
    }
  }

  @Test func `the trap for a delegate without replies says which method to implement`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = try Program(Performer.self, flags: [.init(name: "a", policy: .latest("x"))], time: .manual)
      let delegate = DelegateWithoutReplies()
      program.setDelegate(delegate)
    }
    #expect(result.standardError.contains("Implement program(_:didEmit:reply:) in the delegate"))
  }

  @Test func `a delegate without replies takes all other commands`() throws {
    let delegate = DelegateWithoutReplies()
    let program = try Program(Performer.self, flags: [.init(name: "a")], time: .manual)
    program.setDelegate(delegate)
    program.dispatch(.perform([.init(name: "b"), .init(name: "stop", policy: .cancel("x"))]))
    #expect(delegate.log == ["a", "b"])
  }

  // MARK: Subscriptions

  @Test func `a message of a subscription that the delegate serves is dropped once the subscription has ended`() {
    var origins: [String] = []
    program.log {
      if case .willUpdate(let message, _, .subscription(let sender)) = $0 {
        origins.append("\(sender) sends \(message)")
      }
    }
    program.dispatch(.follow([.news]))
    clerk.tell(.found("early"), program)
    clerk.send(.found("queued"))
    program.mailbox.dispatch(.found("first"))
    clerk.send(.found("late"))
    // “later” is sent while the subscription is live, and waits until the subscription has ended.
    program.log { [clerk] in if case .didUpdate(.follow([]), _, _, _) = $0 { clerk.send(.found("later")) } }
    program.dispatch(.follow([]))
    clerk.tell(.found("latest"), program)
    #expect(program.model.log == ["early", "queued", "first", "late"])
    #expect(program.droppedMessageCount == 2)
    #expect(clerk.log == ["subscribe news", "unsubscribe news"])
    #expect(origins == ["early", "queued", "late"].map { "news sends \(Performer.Message.found($0))" })
  }

  @Test func `a subscription is served by the delegate until it ends, even if its reply is released`() {
    program.dispatch(.follow([.news]))
    clerk.forget("news", program)
    program.dispatch(.follow([.news]), .follow([]))
    #expect(clerk.log == ["subscribe news", "unsubscribe news"])
    program.dispatch(.follow([.news]))
    program.stop()
    #expect(clerk.log.dropFirst(2) == ["subscribe news", "unsubscribe news"])
  }

  @Test func `a delegate that was replaced or detached sends no more messages of its subscriptions`() {
    let successor = Clerk()
    program.dispatch(.follow([.news]))
    program.setDelegate(successor)
    clerk.tell(.found("of the first"), program)
    successor.tell(.found("a"), program)
    program.unsetDelegate()
    successor.tell(.found("of the second"), program)
    program.setDelegate(clerk)
    clerk.tell(.found("b"), program)
    #expect(program.model.log == ["a", "b"])
    #expect(program.droppedMessageCount == 2)
    #expect(clerk.log == ["subscribe news", "unsubscribe news", "subscribe news"])
    #expect(successor.log == ["subscribe news", "unsubscribe news"])
  }

  private func perform(_ policy: EffectPolicy<String>, _ name: String) {
    program.dispatch(.perform([Performer.Command(name: name, policy: policy)]))
  }
}

/// A delegate that keeps the replies until the test answers.
private final class Clerk: Delegate {
  private(set) var log: [String] = []
  private var replies: [String: Reply<Performer.Message>] = [:]

  func program(_ program: Program<Performer>, didUpdate view: Performer.Model) {}

  func program(
    _ program: Program<Performer>, didEmit command: Performer.Command, reply: Reply<Performer.Message>
  ) {
    log.append("emit \(command.name)")
    replies[command.name] = reply
  }

  func program(_ program: Program<Performer>, didCancel command: Performer.Command) {
    log.append("cancel \(command.name)")
  }

  func program(
    _ program: Program<Performer>, didSubscribe subscription: Performer.Subscription, reply: Reply<Performer.Message>
  ) {
    log.append("subscribe \(subscription)")
    replies["\(subscription)"] = reply
  }

  func program(_ program: Program<Performer>, didUnsubscribe subscription: Performer.Subscription) {
    log.append("unsubscribe \(subscription)")
  }

  /// Sends a message of the subscription to the news. The message waits until the program receives it.
  func send(_ message: Performer.Message) { replies["news"]?(message) }

  func tell(_ message: Performer.Message, _ program: Program<Performer>) {
    send(message)
    program.receive()
  }

  func answer(_ name: String, _ program: Program<Performer>) {
    replies[name]?.finish(with: .found(name))
    program.receive()
  }

  /// Releases the reply to a command or of a subscription. The effect of the command ends without an answer.
  func forget(_ name: String, _ program: Program<Performer>) {
    replies[name] = nil
    program.receive()
  }
}

/// A delegate that carries out commands without replies.
private final class DelegateWithoutReplies: Delegate {
  private(set) var log: [String] = []
  func program(_ program: Program<Performer>, didUpdate view: Performer.Model) {}
  func program(_ program: Program<Performer>, didEmit command: Performer.Command) { log.append(command.name) }
}

import TEARuntime
import Testing

/// A mailbox frees letters outside of its lock, because their release may post further letters.
@Suite struct MailboxTests {
  @Test func `stop drops a letter that holds the last reply`() async {
    await #expect(processExitsWith: .success) {
      let program = try Program(Holder.self, flags: (), time: .manual)
      var keptReply: Reply<Holder.Message>?
      program.handleCommands(Handler { _, reply in keptReply = reply })
      program.dispatch(.begin)
      program.mailbox.dispatch(.reply(keptReply))
      keptReply = nil
      program.stop()
      precondition(program.droppedMessageCount == 1)
    }
  }

  @Test func `stop drops a letter that sends another one when it is freed`() async {
    await #expect(processExitsWith: .success) {
      let program = try Program(Holder.self, flags: (), time: .manual)
      let mailbox = program.mailbox
      program.mailbox.dispatch(.object(LastWords { mailbox.dispatch(.begin) }))
      program.stop()
      precondition(program.droppedMessageCount == 2)
    }
  }

  @Test func `stop drops a failure that holds the last copy of a reply`() async {
    await #expect(processExitsWith: .success) {
      let program = try Program(Holder.self, flags: (), time: .manual)
      var keptReplies: [Reply<Holder.Message>] = []
      program.handleCommands(Handler { _, reply in keptReplies.append(reply) })
      program.dispatch(.begin, .begin)
      keptReplies[0].fail(HoldingFailure(reply: keptReplies[1]))
      keptReplies = []
      program.stop()
      precondition(program.droppedMessageCount == 0)
    }
  }

  @Test func `what arrives after stop is freed outside of the mailbox's lock`() async {
    await #expect(processExitsWith: .success) {
      let program = try Program(Holder.self, flags: (), time: .manual)
      program.stop()
      let mailbox = program.mailbox
      mailbox.dispatch(.object(LastWords { mailbox.dispatch(.begin) }))
      precondition(program.droppedMessageCount == 2)
    }
  }

  @Test func `a released program frees a waiting letter that sends another one when it is freed`() async {
    await #expect(processExitsWith: .success) {
      var program: Program? = try Program(Holder.self, flags: (), time: .manual)
      let mailbox = try #require(program).mailbox
      weak var waitingObject: LastWords?
      do {
        let object = LastWords { mailbox.dispatch(.begin) }
        waitingObject = object
        mailbox.dispatch(.object(object))
      }
      precondition(waitingObject != nil)
      program = nil
      precondition(waitingObject == nil)
    }
  }
}

/// A module whose messages hold replies and objects.
private enum Holder: Module {
  enum Message: Sendable {
    case begin
    case reply(Reply<Message>?)
    case object(LastWords)
  }

  enum Command { case begin }

  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    if case .begin = message { perform(.begin) }
  }
}

/// An object that calls a function when it is freed.
private final class LastWords: Sendable {
  private let speak: @Sendable () -> Void
  init(_ speak: @escaping @Sendable () -> Void) { self.speak = speak }
  deinit { speak() }
}

private struct HoldingFailure: Error { var reply: Reply<Holder.Message> }

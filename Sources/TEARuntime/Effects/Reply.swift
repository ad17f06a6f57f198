internal import Synchronization

/// The connection of an effect or a subscription to its program, for any thread.
///
/// Messages that are sent after a cancellation, or after the end of the subscription, are dropped. An effect ends with
/// ``finish()``, or when the last copy of its reply is released.
public struct Reply<Message>: Sendable {
  private final class Line: Sendable {
    let mailbox: Mailbox<Message>
    let sender: Sender
    let isFinished = Atomic(false)

    init(mailbox: Mailbox<Message>, sender: Sender) {
      self.mailbox = mailbox
      self.sender = sender
    }

    deinit { finish() }

    func finish() { finish(with: .end(sender)) }

    func finish(with letter: Mailbox<Message>.Letter) {
      if !isFinished.exchange(true, ordering: .acquiringAndReleasing) { mailbox.post([letter]) }
    }
  }

  private let line: Line

  init(to mailbox: Mailbox<Message>, from sender: Sender) { line = Line(mailbox: mailbox, sender: sender) }

  /// Ends the effect: it will send nothing more.
  public func finish() { line.finish() }

  /// Ends the effect with a failure, which the program's delegate receives; the failure of a subscription traps.
  public func fail(_ failure: any Error) { line.finish(with: .failure(failure, line.sender)) }
}

extension Reply where Message: Sendable {
  /// Sends messages to the program, each for a step of its own; they are adjacent in the queue.
  public func callAsFunction(_ messages: Message...) {
    line.mailbox.post(messages.map { .reply($0, line.sender, isLast: false) })
  }

  /// Sends the last message, and ends the effect.
  ///
  /// The effect ends before the message's step, so a command of that step with the policy ``EffectPolicy/first(_:)`` is
  /// carried out. The checker assumes the same of the last reply to each command.
  public func finish(with message: Message) { line.finish(with: .reply(message, line.sender, isLast: true)) }
}

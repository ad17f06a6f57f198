internal import Synchronization

/// Sends the messages of an effect or a subscription to its program, from any thread.
///
/// Messages that are sent after the effect or the subscription has ended or was cancelled are dropped. An effect ends
/// with ``finish()``, ``finish(with:)`` or ``fail(_:)``, or when the last copy of its reply is released.
public struct Reply<Message>: Sendable {
  /// All copies of a reply share one object, whose release ends the effect.
  private final class Shared: Sendable {
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
      let isFirst = !isFinished.exchange(true, ordering: .acquiringAndReleasing)
      // The program drops and counts a message that comes after the end.
      if isFirst || letter.isMessage { mailbox.post([letter]) }
    }
  }

  private let shared: Shared

  init(to mailbox: Mailbox<Message>, from sender: Sender) { shared = Shared(mailbox: mailbox, sender: sender) }

  /// Ends the effect; messages that are sent afterwards are dropped.
  public func finish() { shared.finish() }

  /// Ends the effect with a failure, which the program's delegate receives.
  ///
  /// The failure of a subscription traps, and so does the failure of a command in a program without a delegate.
  public func fail(_ failure: any Error) { shared.finish(with: .failure(failure, shared.sender)) }
}

extension Reply where Message: Sendable {
  /// Sends messages to the program, each for a step of its own; they are adjacent in the queue.
  public func callAsFunction(_ messages: Message...) {
    shared.mailbox.post(messages.map { .reply($0, shared.sender, isLast: false) })
  }

  /// Sends the last message, and ends the effect.
  ///
  /// The effect ends before the message's step. So a command of that step with the policy ``EffectPolicy/first(_:)`` is
  /// carried out: the effect no longer counts as running. The checker assumes the same of the last reply to each command.
  public func finish(with message: Message) { shared.finish(with: .reply(message, shared.sender, isLast: true)) }
}

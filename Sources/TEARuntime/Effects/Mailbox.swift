internal import Synchronization

/// The sendable end of a ``Program``: messages from any thread, in the order of arrival.
public final class Mailbox<Message>: Sendable {
  /// One thing that reaches a program from outside of its steps.
  enum Letter {
    case message(Message)
    /// The message of an effect or a subscription, and whether it is the last.
    case reply(Message, Sender, isLast: Bool)
    case failure(any Error, Sender)
    case end(Sender)
    /// A deadline of the program's may have passed.
    case wake

    var isMessage: Bool {
      switch self {
      case .message, .reply: true
      case .failure, .end, .wake: false
      }
    }
  }

  // From other threads, messages enter only through `dispatch(_:)` and replies, which require them to be `Sendable`.
  private struct Letters: @unchecked Sendable {
    var letters: [Letter] = []
  }

  private struct State {
    var letters = Letters()
    var isClosed = false
    var droppedCount = 0
    var announce: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())

  init() {}

  /// The number of messages that waited when the program was stopped, or arrived after that.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  // What is in a letter is the user's, and may send another one when it is freed, as the last copy of a `Reply` does; and
  // an executor may run at once what waits for an announcement. So no letter is freed, and nothing is announced, while
  // the lock is held.

  /// Puts letters next to each other at the end of the queue.
  func post(_ letters: [Letter]) {
    let letters = Letters(letters: letters)
    let announce = state.withLock { state -> AsyncStream<Void>.Continuation? in
      guard !state.isClosed else {
        state.droppedCount += letters.letters.count { $0.isMessage }
        return nil
      }
      state.letters.letters += letters.letters
      return state.announce
    }
    announce?.yield()
    withExtendedLifetime(letters) {}
  }

  /// Removes and returns the letters that have arrived.
  func take() -> [Letter] {
    let letters = state.withLock { state in
      let letters = state.letters
      state.letters = Letters()
      return letters
    }
    return letters.letters
  }

  /// Drops, and counts, the messages that wait and whatever arrives from now on.
  func close() {
    let dropped = state.withLock { state in
      state.isClosed = true
      state.droppedCount += state.letters.letters.count { $0.isMessage }
      let letters = state.letters
      state.letters = Letters()
      return letters
    }
    withExtendedLifetime(dropped) {}
  }

  /// Accepts messages again.
  func open() { state.withLock { $0.isClosed = false } }

  /// A signal for each time that messages have arrived; it ends with the program.
  func arrivals() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.announce = continuation }
    return stream
  }

  /// Ends the signals.
  func hangUp() { state.withLock { $0.announce }?.finish() }
}

extension Mailbox where Message: Sendable {
  /// Sends messages to the program, each a step of its own; they are adjacent in the program's queue.
  ///
  /// Returns at once: the steps happen in the program's isolation domain.
  public func dispatch(_ messages: Message...) { post(messages.map { .message($0) }) }
}

/// An effect or a subscription, which runs on behalf of a program and may send it messages.
enum Sender: Hashable, Sendable {
  case effect(Int)
  case subscription(Int)
}

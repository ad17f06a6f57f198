internal import Synchronization

/// The queue of a ``Program``, which any thread may send messages to.
public final class Mailbox<Message>: Sendable {
  /// An input that waits for a program's next step.
  enum Letter {
    case message(Message)
    /// A message of an effect or a subscription; after the last one, the effect has ended.
    case reply(Message, Sender, isLast: Bool)
    case failure(any Error, Sender)
    case end(Sender)
    /// A deadline of the program may have passed.
    case wake

    var isMessage: Bool {
      switch self {
      case .message, .reply: true
      case .failure, .end, .wake: false
      }
    }
  }

  // Unchecked: messages of other threads enter only by `dispatch(_:)` and replies, which require them to be `Sendable`.
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

  /// The number of messages that were queued when the program was stopped, or arrived later.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  // Freeing a letter may run user code that sends another one, as the last copy of a `Reply` does, and an executor may
  // run a waiting task as soon as it is signalled. So no letter is freed and no signal is sent while the lock is held.

  /// Appends letters to the queue, next to each other; a closed queue drops them, and counts the messages.
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

  /// Removes and returns the queued letters.
  func take() -> [Letter] {
    let letters = state.withLock { state in
      let letters = state.letters
      state.letters = Letters()
      return letters
    }
    return letters.letters
  }

  /// Drops and counts the queued messages, and all that arrive from now on.
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

  /// A stream with an element after arrivals of letters, which ends with the program.
  ///
  /// Arrivals that were not awaited yet count as one.
  func arrivals() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.announce = continuation }
    return stream
  }

  /// Ends the stream of arrivals.
  func finishArrivals() { state.withLock { $0.announce }?.finish() }
}

extension Mailbox where Message: Sendable {
  /// Sends messages to the program, each for a step of its own; they are adjacent in the queue.
  ///
  /// It does not wait: the steps happen in the program's isolation domain.
  public func dispatch(_ messages: Message...) { post(messages.map { .message($0) }) }
}

/// The sender of a reply: an effect or a subscription of the program, by its number.
enum Sender: Hashable, Sendable {
  case effect(Int)
  case subscription(Int)
}

internal import Synchronization

/// The sendable end of a ``Program``: messages from any thread, in the order of arrival.
public final class Mailbox<Message>: Sendable {
  // Messages enter only through `dispatch(_:)`, which requires them to be `Sendable`; a program of
  // non-sendable messages has a mailbox too, but nothing can be put into it.
  private struct Letters: @unchecked Sendable {
    var messages: [Message] = []
  }

  private struct State {
    var letters = Letters()
    var isClosed = false
    var droppedCount = 0
    var announce: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())

  init() {}

  /// How many messages arrived after the program had stopped.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Removes and returns the messages that have arrived.
  func take() -> [Message] {
    let letters = state.withLock { state in
      let letters = state.letters
      state.letters = Letters()
      return letters
    }
    return letters.messages
  }

  /// Drops, and counts, whatever arrives from now on.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.announce?.finish()
    }
  }

  /// A signal for each time that messages have arrived; it ends when the mailbox is closed.
  func arrivals() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.announce = continuation }
    return stream
  }
}

extension Mailbox where Message: Sendable {
  /// Sends messages to the program, each a step of its own; they are adjacent in the program's queue.
  ///
  /// Returns at once: the steps happen in the program's isolation domain.
  public func dispatch(_ messages: Message...) {
    let letters = Letters(messages: messages)
    state.withLock { state in
      guard !state.isClosed else {
        state.droppedCount += letters.messages.count
        return
      }
      state.letters.messages += letters.messages
      state.announce?.yield()
    }
  }
}

internal import Synchronization

/// The queue of a ``Program``, to which any thread may send messages.
public final class Mailbox<Message>: Sendable {
  enum Letter {
    case message(Message)
    /// `isLast` is `true` if the effect ends with this message.
    case reply(Message, Sender, isLast: Bool)
    case failure(any Error, Sender)
    /// The sender will send nothing more.
    case end(Sender)
    /// The program's alarm has gone off.
    case wake

    var isMessage: Bool {
      switch self {
      case .message, .reply: true
      case .failure, .end, .wake: false
      }
    }

    /// `true` for a letter on which steps may depend, such as the end of an effect: policies drop commands while an
    /// effect runs.
    var concernsSteps: Bool {
      switch self {
      case .message, .reply, .failure, .end(.effect): true
      case .end(.subscription), .wake: false
      }
    }
  }

  // Unchecked: other threads send messages only by `dispatch(_:)` and replies, which require `Sendable` messages.
  private struct Letters: @unchecked Sendable {
    var all: [Letter] = []
  }

  private struct State {
    var letters = Letters()
    var isClosed = false
    var droppedCount = 0
    /// `nil` before ``Mailbox/arrivals()`` is called.
    var arrivalContinuation: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())

  init() {}

  /// The number of dropped messages: those in the queue when it was closed, and those that arrived while it was closed.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  // Freeing a letter may run user code that sends another letter, as the last copy of a `Reply` does. And an executor may run a
  // waiting task as soon as the stream yields. So no letter is freed and nothing is yielded under the lock.

  /// Adds the letters to the queue, next to each other. A closed queue drops them, and counts their messages.
  func post(_ letters: [Letter]) {
    let letters = Letters(all: letters)
    let arrivalContinuation = state.withLock { state -> AsyncStream<Void>.Continuation? in
      guard !state.isClosed else {
        state.droppedCount += letters.all.count { $0.isMessage }
        return nil
      }
      state.letters.all += letters.all
      return state.arrivalContinuation
    }
    arrivalContinuation?.yield()
    withExtendedLifetime(letters) {}
  }

  func take() -> [Letter] { state.withLock { exchange(&$0.letters, with: Letters()) }.all }

  func close() {
    let droppedLetters = state.withLock { state in
      state.isClosed = true
      state.droppedCount += state.letters.all.count { $0.isMessage }
      return exchange(&state.letters, with: Letters())
    }
    withExtendedLifetime(droppedLetters) {}
  }

  func open() { state.withLock { $0.isClosed = false } }

  /// The stream yields an element when letters arrive after this call. A slow reader finds one element for several arrivals.
  func arrivals() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.arrivalContinuation = continuation }
    return stream
  }

  func finishArrivals() { state.withLock { $0.arrivalContinuation }?.finish() }
}

extension Mailbox where Message: Sendable {
  /// Sends messages to the program, each for a step of its own; they are adjacent in the queue.
  ///
  /// The call does not wait for the steps, which happen in the program's isolation domain.
  public func dispatch(_ messages: Message...) { post(messages.map { .message($0) }) }
}

/// An effect or a subscription of a program, by its number.
enum Sender: Hashable, Sendable {
  case effect(Int)
  case subscription(Int)
}

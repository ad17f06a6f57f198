/// A function that carries out the commands of a live program, or serves its subscriptions.
///
/// `Input` is the type of the commands or of the subscriptions. Here, an *effect* is one input that is being handled.
///
/// ```swift
/// program.handleCommands(
///   .async { command in
///     switch command {
///     case .fetch(let query): .loaded(query, try await server.results(for: query))
///     }
///   } onFailure: { command, error in .failed("\(error)") })
/// ```
public struct Handler<Input, Message> {
  /// The function that `begin` returns cancels the effect.
  let begin: (Input, Reply<Message>) -> () -> Void

  /// Makes a handler whose work goes on when its effect is cancelled.
  ///
  /// An effect ends with ``Reply/finish()``, or when the last copy of its reply is released. The messages of a
  /// cancelled effect are dropped.
  public init(_ begin: @escaping (Input, Reply<Message>) -> Void) {
    self.begin = { input, reply in
      begin(input, reply)
      return {}
    }
  }

  private init(begin: @escaping (Input, Reply<Message>) -> () -> Void) { self.begin = begin }

  /// Makes a handler that stops the work of a cancelled effect.
  ///
  /// - Parameter begin: Begins the effect of an input, and returns the function that cancels the effect.
  public static func cancellable(_ begin: @escaping (Input, Reply<Message>) -> () -> Void) -> Handler {
    Handler(begin: begin)
  }
}

extension Handler where Input: Sendable, Message: Sendable {
  /// A handler that runs an asynchronous function in a task for each input, and sends the result as the only
  /// message.
  ///
  /// The task is cancelled when the effect is cancelled or the program stops.
  ///
  /// - Parameters:
  ///   - perform: Handles the input, and returns the message; `nil` for none.
  ///   - onFailure: Turns a thrown error into a message. An error without a message is passed to ``Reply/fail(_:)``.
  public static func async(
    _ perform: @escaping @Sendable (Input) async throws -> Message?,
    onFailure: (@Sendable (Input, any Error) -> Message?)? = nil
  ) -> Handler {
    async(
      { input, reply in
        if let message = try await perform(input) { reply.finish(with: message) }
      }, onFailure: onFailure)
  }

  /// A handler that runs an asynchronous function in a task for each input; the function sends any number of messages.
  ///
  /// The task is cancelled when the effect is cancelled or the program stops.
  ///
  /// - Parameters:
  ///   - perform: Handles the input, and sends messages through the reply; the effect ends when this function returns.
  ///   - onFailure: Turns a thrown error into a message. An error without a message is passed to ``Reply/fail(_:)``.
  public static func async(
    _ perform: @escaping @Sendable (Input, Reply<Message>) async throws -> Void,
    onFailure: (@Sendable (Input, any Error) -> Message?)? = nil
  ) -> Handler {
    Handler(begin: { input, reply in
      let task = Task {
        do {
          try await perform(input, reply)
          reply.finish()
        } catch {
          if Task.isCancelled { return reply.finish() }
          guard let message = onFailure?(input, error) else { return reply.fail(error) }
          reply.finish(with: message)
        }
      }
      return { task.cancel() }
    })
  }
}

/// A handler, which carries out the commands of a live program, or serves its subscriptions.
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
  /// Begins, and returns what cancels.
  let begin: (Input, Reply<Message>) -> () -> Void

  /// A handler that begins something which ends by itself: by callbacks, or at once.
  public init(_ begin: @escaping (Input, Reply<Message>) -> Void) {
    self.begin = { input, reply in
      begin(input, reply)
      return {}
    }
  }

  private init(begin: @escaping (Input, Reply<Message>) -> () -> Void) { self.begin = begin }

  /// A handler that begins something and returns what cancels it.
  public static func cancellable(_ begin: @escaping (Input, Reply<Message>) -> () -> Void) -> Handler {
    Handler(begin: begin)
  }

}

extension Handler where Input: Sendable, Message: Sendable {
  /// A handler that is an asynchronous function, run as a task of its own for each input: what it returns is the reply.
  ///
  /// Its task is cancelled when the effect is, or the program stops.
  ///
  /// - Parameters:
  ///   - perform: Carries out the input; `nil` is no reply.
  ///   - onFailure: The message that a thrown error becomes; with `nil`, the program's delegate receives the failure.
  public static func async(
    _ perform: @escaping @Sendable (Input) async throws -> Message?,
    onFailure: (@Sendable (Input, any Error) -> Message?)? = nil
  ) -> Handler {
    async(
      { input, reply in
        if let message = try await perform(input) { reply.finish(with: message) }
      }, onFailure: onFailure)
  }

  /// A handler that is an asynchronous function with any number of replies, run as a task of its own for each input.
  ///
  /// Its task is cancelled when the effect is, or the program stops.
  ///
  /// - Parameters:
  ///   - perform: What is done for an input; it may reply at any time.
  ///   - onFailure: The message that a thrown error becomes; with `nil`, the program's delegate receives the failure.
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
          // Whoever cancelled it does not want to hear of it.
          if Task.isCancelled { return reply.finish() }
          guard let message = onFailure?(input, error) else { return reply.fail(error) }
          reply.finish(with: message)
        }
      }
      return { task.cancel() }
    })
  }
}

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
  /// Begins the effect, and returns the function that cancels it.
  let begin: (Input, Reply<Message>) -> () -> Void

  /// Makes a handler of effects that cannot be cancelled.
  ///
  /// An effect ends with ``Reply/finish()``, or when its last reply is released. A cancelled effect goes on, and its
  /// messages are dropped.
  public init(_ begin: @escaping (Input, Reply<Message>) -> Void) {
    self.begin = { input, reply in
      begin(input, reply)
      return {}
    }
  }

  private init(begin: @escaping (Input, Reply<Message>) -> () -> Void) { self.begin = begin }

  /// Makes a handler of a function that begins an effect, and returns the function that cancels it.
  public static func cancellable(_ begin: @escaping (Input, Reply<Message>) -> () -> Void) -> Handler {
    Handler(begin: begin)
  }

}

extension Handler where Input: Sendable, Message: Sendable {
  /// A handler that runs an asynchronous function as a task for each input; the result is the reply.
  ///
  /// The task is cancelled with the effect, or when the program stops.
  ///
  /// - Parameters:
  ///   - perform: Carries out the input, and returns the reply; `nil` for none.
  ///   - onFailure: Turns a thrown error into a message. Without a message, the program's delegate receives the error
  ///     of a command, and that of a subscription traps.
  public static func async(
    _ perform: @escaping @Sendable (Input) async throws -> Message?,
    onFailure: (@Sendable (Input, any Error) -> Message?)? = nil
  ) -> Handler {
    async(
      { input, reply in
        if let message = try await perform(input) { reply.finish(with: message) }
      }, onFailure: onFailure)
  }

  /// A handler that runs an asynchronous function with any number of replies as a task for each input.
  ///
  /// The task is cancelled with the effect, or when the program stops.
  ///
  /// - Parameters:
  ///   - perform: Carries out the input; it may reply at any time.
  ///   - onFailure: Turns a thrown error into a message. Without a message, the program's delegate receives the error
  ///     of a command, and that of a subscription traps.
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
          // The error of a cancelled task is not reported.
          if Task.isCancelled { return reply.finish() }
          guard let message = onFailure?(input, error) else { return reply.fail(error) }
          reply.finish(with: message)
        }
      }
      return { task.cancel() }
    })
  }
}

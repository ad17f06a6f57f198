/// A command as a function, which is called once, and sends messages through its callback.
///
/// The callback may be called any number of times, from any thread, at once or later. Each message is a step of its
/// own, after the step that performed the command; messages to a stopped program are dropped.
///
/// ```swift
/// func load(_ query: String) -> Command<Message> {
///   { callback in server.load(query) { callback(.loaded($0)) } }
/// }
/// ```
public typealias Command<Message> = (@escaping @Sendable (Message) -> Void) -> Void

/// A function as the command of a module, which the runtime carries out.
public struct FunctionCommand<Message> {
  private let perform: Command<Message>

  /// Makes a command of a function.
  public init(_ perform: @escaping Command<Message>) { self.perform = perform }

  /// Calls the function.
  public func callAsFunction(_ callback: @escaping @Sendable (Message) -> Void) { perform(callback) }
}

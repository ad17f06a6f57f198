/// A custom command as a value: the request, and the function that carries it out.
///
/// ```swift
/// struct LoadRecording: CustomCommand {
///   var name: String
///   func run(_ context: Context<Recording?>) { context.send(Library.shared.recording(named: name)) }
/// }
///
/// extension Command {
///   static func load(_ name: String, available: @escaping (Recording?) -> Message) -> Command {
///     Command(LoadRecording(name: name), available: available)
///   }
/// }
/// ```
///
/// A check does not run it: ``Command/messages(answering:with:)`` says what it may bring.
public protocol CustomCommand<Answer>: Hashable, SendableMetatype {
  /// The outcome; `Never` where there is none.
  associatedtype Answer = Never

  /// Carries out the command, and sends its answer, any number of times.
  func run(_ context: Context<Answer>)
}

/// Sends the answers of a running custom command to the program.
public struct Context<Message>: Sendable {
  /// Sends a message, from any thread.
  public let send: @Sendable (Message) -> Void

  /// Makes a context that sends with a function.
  public init(send: @escaping @Sendable (Message) -> Void) { self.send = send }

  /// The context of a part, whose messages become those of the whole.
  ///
  /// - Parameter transform: Called on the thread that sends, so it must not share mutable state.
  public func map<Part>(_ transform: @escaping (Part) -> Message) -> Context<Part> {
    // Unchecked: the closure must not share mutable state.
    nonisolated(unsafe) let transform = transform
    return Context<Part> { [send] part in send(transform(part)) }
  }
}

/// A type-erased custom command.
public struct AnyCustomCommand<Message> {
  /// The command as a value: an ``CustomCommand``, or the name of a function.
  public let value: any Hashable
  let run: (Context<Message>) -> Void
  /// The message of an answer.
  let message: ((Any) -> Message?)?

  func map<Parent>(_ transform: @escaping (Message) -> Parent) -> AnyCustomCommand<Parent> {
    AnyCustomCommand<Parent>(
      value: value, run: { run($0.map(transform)) },
      message: message.map { message in { message($0).map(transform) } })
  }
}

extension Command {
  /// A custom command whose answers become messages.
  public init<Own: CustomCommand>(_ command: Own, available: @escaping (Own.Answer) -> Message) {
    self = .own(
      AnyCustomCommand(
        value: command, run: { command.run($0.map(available)) },
        message: { answer in (answer as? Own.Answer).map(available) }))
  }

  /// A custom command without an answer.
  public init<Own: CustomCommand>(_ command: Own) where Own.Answer == Never {
    self = .own(AnyCustomCommand(value: command, run: { _ in command.run(Context { _ in }) }, message: nil))
  }

  /// A custom command that is a function.
  ///
  /// Two of them are equal when their names are, and a report shows the name: where that does not say enough, an
  /// ``CustomCommand`` does.
  ///
  /// - Parameters:
  ///   - name: Tells the command from others; the default is the function that makes it.
  ///   - run: Carries out the command.
  public init(_ name: String = #function, run: @escaping (Context<Message>) -> Void) {
    self = .own(AnyCustomCommand(value: name, run: run, message: nil))
  }

  /// The command as a custom one, if it is of that type.
  public func value<Own: CustomCommand>(as type: Own.Type) -> Own? {
    if case .own(let own) = self { own.value as? Own } else { nil }
  }

  /// The messages that answers become, for checks; `nil` where the command is another one or has no answer.
  ///
  /// ```swift
  /// Replies { command, model in command.messages(answering: LoadRecording.self) { [nil, Recording($0.name)] } }
  /// ```
  public func messages<Own: CustomCommand>(
    answering type: Own.Type, with answers: (Own) -> [Own.Answer]
  ) -> [Message]? {
    // Without a message there is no answer: an empty list would mean that none is possible yet.
    guard case .own(let own) = self, let command = own.value as? Own, let message = own.message else { return nil }
    return answers(command).compactMap(message)
  }
}

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
/// A check does not run the command; the specification declares its possible answers with
/// ``Command/messages(answering:with:)``.
public protocol CustomCommand<Answer>: Hashable, SendableMetatype {
  /// The type of the answers; `Never` where there are none.
  associatedtype Answer = Never

  /// Carries out the command, and sends any number of answers.
  func run(_ context: Context<Answer>)
}

/// Sends the answers of a running custom command to the program.
public struct Context<Message>: Sendable {
  /// Sends a message, from any thread.
  public let send: @Sendable (Message) -> Void

  /// Makes a context of a function that sends a message from any thread.
  public init(send: @escaping @Sendable (Message) -> Void) { self.send = send }

  /// The context for a part of the program, whose messages become messages of this context.
  ///
  /// - Parameter transform: Makes a message of this context; called on the thread that sends, so it must not share
  ///   mutable state.
  public func map<Part>(_ transform: @escaping (Part) -> Message) -> Context<Part> {
    // Unchecked: the contract of `transform` forbids shared mutable state.
    nonisolated(unsafe) let transform = transform
    return Context<Part> { [send] part in send(transform(part)) }
  }
}

/// A type-erased custom command.
public struct AnyCustomCommand<Message> {
  /// The command as a value: a ``CustomCommand``, or the name of a command that is a function.
  public let value: any Hashable
  let run: (Context<Message>) -> Void
  /// Returns the message of an answer; `nil` for a value of another type.
  ///
  /// The function itself is `nil` for a command without answers, and for a command that is a function.
  let message: ((Any) -> Message?)?
  /// A few example answers: two ``message`` functions count as equal if they make equal messages of these answers.
  var exampleAnswers: [Any] = []

  func map<Parent>(_ transform: @escaping (Message) -> Parent) -> AnyCustomCommand<Parent> {
    AnyCustomCommand<Parent>(
      value: value, run: { run($0.map(transform)) },
      message: message.map { message in { message($0).map(transform) } },
      exampleAnswers: exampleAnswers)
  }
}

extension Command {
  /// A custom command whose answers become messages.
  public init<Own: CustomCommand>(_ command: Own, available: @escaping (Own.Answer) -> Message) {
    self = .own(
      AnyCustomCommand(
        value: command, run: { command.run($0.map(available)) },
        message: { answer in (answer as? Own.Answer).map(available) },
        exampleAnswers: exampleAnswers(of: Own.Answer.self)))
  }

  /// A custom command without an answer.
  public init<Own: CustomCommand>(_ command: Own) where Own.Answer == Never {
    self = .own(AnyCustomCommand(value: command, run: { _ in command.run(Context { _ in }) }, message: nil))
  }

  /// A custom command that is a function.
  ///
  /// Two such commands are equal if their names are equal, and a report shows only the name. Use a ``CustomCommand``
  /// for commands of one name that differ.
  ///
  /// - Parameters:
  ///   - name: The name that tells the command from others; the default is the name of the calling function.
  ///   - run: Carries out the command.
  public init(_ name: String = #function, run: @escaping (Context<Message>) -> Void) {
    self = .own(AnyCustomCommand(value: name, run: run, message: nil))
  }

  /// The custom command as a value of a type; `nil` for every other command.
  public func value<Own: CustomCommand>(as type: Own.Type) -> Own? {
    if case .own(let own) = self { own.value as? Own } else { nil }
  }

  /// The messages that answers become, for checks; `nil` for a command of another type or without answers.
  ///
  /// ```swift
  /// Replies { command, model in command.messages(answering: LoadRecording.self) { [nil, Recording($0.name)] } }
  /// ```
  public func messages<Own: CustomCommand>(
    answering type: Own.Type, with answers: (Own) -> [Own.Answer]
  ) -> [Message]? {
    // A command without answers gives `nil`: an empty list would mean that no answer is possible yet.
    guard case .own(let own) = self, let command = own.value as? Own, let message = own.message else { return nil }
    return answers(command).compactMap(message)
  }
}

/// A command of the app's own, as a value: what is asked, and the way in which it is carried out.
///
/// ```swift
/// struct LoadRecording: OwnCommand {
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
public protocol OwnCommand<Answer>: Hashable, SendableMetatype {
  /// The outcome; `Never` where there is none.
  associatedtype Answer = Never

  /// Carries out the command, and sends its answer, any number of times.
  func run(_ context: Context<Answer>)
}

/// The way of a command of the app's own to the program.
public struct Context<Message>: Sendable {
  /// Sends a message, from any thread.
  public let send: @Sendable (Message) -> Void

  /// Makes a context that sends with a function.
  public init(send: @escaping @Sendable (Message) -> Void) { self.send = send }

  /// The context of a part, whose messages become those of the whole.
  public func map<Part>(_ transform: @escaping (Part) -> Message) -> Context<Part> {
    // It makes a message of a value, and holds nothing that changes.
    nonisolated(unsafe) let transform = transform
    return Context<Part> { [send] part in send(transform(part)) }
  }
}

/// Any command of the app's own.
public struct AnyOwnCommand<Message> {
  /// The command as a value: an ``OwnCommand``, or the name of a function.
  public let value: any Hashable
  let run: (Context<Message>) -> Void
  /// The message of an answer.
  let message: ((Any) -> Message?)?

  func map<Parent>(_ transform: @escaping (Message) -> Parent) -> AnyOwnCommand<Parent> {
    AnyOwnCommand<Parent>(
      value: value, run: { run($0.map(transform)) },
      message: message.map { message in { message($0).map(transform) } })
  }
}

extension Command {
  /// A command of the app's own, whose answers become messages.
  public init<Own: OwnCommand>(_ command: Own, available: @escaping (Own.Answer) -> Message) {
    self = .own(
      AnyOwnCommand(
        value: command, run: { command.run($0.map(available)) },
        message: { answer in (answer as? Own.Answer).map(available) }))
  }

  /// A command of the app's own without an answer.
  public init<Own: OwnCommand>(_ command: Own) where Own.Answer == Never {
    self = .own(AnyOwnCommand(value: command, run: { _ in command.run(Context { _ in }) }, message: nil))
  }

  /// A command of the app's own that is a function.
  ///
  /// Two of them are equal when their names are, and a report shows the name: where that does not say enough, an
  /// ``OwnCommand`` does.
  ///
  /// - Parameters:
  ///   - name: Tells the command from others; the default is the function that makes it.
  ///   - run: Carries out the command.
  public init(_ name: String = #function, run: @escaping (Context<Message>) -> Void) {
    self = .own(AnyOwnCommand(value: name, run: run, message: nil))
  }

  /// The command as one of the app's own, if it is of that type.
  public func value<Own: OwnCommand>(as type: Own.Type) -> Own? {
    if case .own(let own) = self { own.value as? Own } else { nil }
  }

  /// The messages that answers become, for checks; `nil` where the command is another one.
  ///
  /// ```swift
  /// Replies { command, model in command.messages(answering: LoadRecording.self) { [nil, Recording($0.name)] } }
  /// ```
  public func messages<Own: OwnCommand>(
    answering type: Own.Type, with answers: (Own) -> [Own.Answer]
  ) -> [Message]? {
    guard case .own(let own) = self, let command = own.value as? Own else { return nil }
    return answers(command).compactMap { own.message?($0) }
  }
}

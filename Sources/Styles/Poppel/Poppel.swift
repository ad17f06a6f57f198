public import TEARuntime

/// Programs in the style of *Poppel*: an initial model, a view of components, and an update.
///
/// ```swift
/// let app = Poppel.sandbox(
///   initial: 0,
///   view: { number in
///     VStack(spacing: 10) {
///       Button(onClick: Message.increase) { Text("Increase (+)") }
///       Text<Message>("Current: \(number)")
///     }
///   },
///   update: { message, current in
///     switch message {
///     case .increase: return current + 1
///     }
///   })
/// ```
public enum Poppel {
  /// A program without effects.
  public static func sandbox<Model, Message, Body: Component>(
    initial: @autoclosure @escaping @Sendable () -> Model,
    @ComponentBuilder view: @escaping @Sendable (Model) -> Body,
    update: @escaping @Sendable (Message, Model) -> Model
  ) -> AppContainer<Model, Message, Never> where Body.Message == Message {
    AppContainer(
      start: { (initial(), []) }, view: { view($0).tree }, update: { (update($0, $1), []) }, handler: nil)
  }

  /// A program whose commands are functions: start and update also say what is done, as a function with a callback.
  ///
  /// - Parameters:
  ///   - initial: The first model.
  ///   - command: The first command; without one, nothing is done.
  ///   - view: The parts that are shown for a model.
  ///   - update: The next model for a message, and the next command; `{ _ in }` does nothing.
  public static func app<Model, Message: Sendable, Body: Component>(
    initial: @autoclosure @escaping @Sendable () -> Model,
    command: @autoclosure @escaping @Sendable () -> Command<Message> = nothing(),
    @ComponentBuilder view: @escaping @Sendable (Model) -> Body,
    update: @escaping @Sendable (Message, Model) -> (Model, Command<Message>)
  ) -> AppContainer<Model, Message, FunctionCommand<Message>> where Body.Message == Message {
    AppContainer(
      start: { (initial(), [FunctionCommand(command())]) }, view: { view($0).tree },
      update: { message, model in
        let (next, command) = update(message, model)
        return (next, [FunctionCommand(command)])
      },
      handler: { Handler { command, reply in command { reply($0) } } })
  }

  /// A command that does nothing.
  @usableFromInline static func nothing<Message>() -> Command<Message> { { _ in } }

  /// A program with commands as values: start and update also say which are carried out, and a function does so.
  ///
  /// - Parameters:
  ///   - initial: The first model, and the first commands.
  ///   - view: The parts that are shown for a model.
  ///   - update: The next model for a message, and the next commands.
  ///   - perform: Carries out a command; what it brings is sent as a reply. It is cancelled when the program stops.
  ///   - onFailure: The message that an error thrown by `perform` becomes. Without one, the program traps with a report
  ///     of the command and the error.
  public static func app<Model, Message: Sendable, Body: Component, Command: Sendable>(
    initial: @autoclosure @escaping @Sendable () -> (Model, [Command]),
    @ComponentBuilder view: @escaping @Sendable (Model) -> Body,
    update: @escaping @Sendable (Message, Model) -> (Model, [Command]),
    perform: @escaping @Sendable (Command, Reply<Message>) async throws -> Void,
    onFailure: (@Sendable (Command, any Error) -> Message?)? = nil
  ) -> AppContainer<Model, Message, Command> where Body.Message == Message {
    AppContainer(
      start: initial, view: { view($0).tree }, update: update, handler: { .async(perform, onFailure: onFailure) })
  }
}

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

  /// A program whose commands are functions with a callback: the start and each update return one command.
  ///
  /// - Parameters:
  ///   - initial: The first model.
  ///   - command: The first command; the default does nothing.
  ///   - view: The parts that are shown for a model.
  ///   - update: Returns the next model for a message, and a command; the command `{ _ in }` does nothing.
  public static func app<Model, Message: Sendable, Body: Component>(
    initial: @autoclosure @escaping @Sendable () -> Model,
    command: @autoclosure @escaping @Sendable () -> Command<Message> = nothing(),
    @ComponentBuilder view: @escaping @Sendable (Model) -> Body,
    update: @escaping @Sendable (Message, Model) -> (Model, Command<Message>)
  ) -> AppContainer<Model, Message, FunctionCommand<Message>> where Body.Message == Message {
    AppContainer(
      start: { (initial(), [FunctionCommand(command())]) }, view: { view($0).tree },
      update: { message, model in
        let (nextModel, command) = update(message, model)
        return (nextModel, [FunctionCommand(command)])
      },
      handler: { Handler { command, reply in command { reply($0) } } })
  }

  @usableFromInline static func nothing<Message>() -> Command<Message> { { _ in } }

  /// A program whose commands are values: the start and each update return a list of commands for `perform`.
  ///
  /// - Parameters:
  ///   - initial: The first model, and the first commands.
  ///   - view: The parts that are shown for a model.
  ///   - update: Returns the next model for a message, and the commands.
  ///   - perform: Carries out a command in a task, and sends messages through the reply; the task is cancelled when the
  ///     program stops.
  ///   - onFailure: Turns an error thrown by `perform` into a message. Where it returns `nil`, or is left out, the
  ///     program's delegate receives the command and the error, and traps by default.
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

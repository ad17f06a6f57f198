public import TEARuntime

/// The functions of a program, which are the flags of its ``Poppel/Module``.
public struct AppContainer<Model, Message, Command>: Sendable {
  let start: @Sendable () -> (Model, [Command])
  let view: @Sendable (Model) -> ViewTree<Message>
  let update: @Sendable (Message, Model) -> (Model, [Command])
  let handler: (@Sendable () -> Handler<Command, Message>)?

  /// Starts the program in the caller's isolation domain.
  public func makeProgram(
    isolation: isolated (any Actor)? = #isolation
  ) -> Program<Poppel.Module<Model, Message, Command>> {
    let program = Poppel.Module<Model, Message, Command>.makeProgram(flags: self)
    if let handler { program.handleCommands(handler()) }
    return program
  }
}

/// Comparisons ignore the functions, because all models of a program have the same functions.
extension AppContainer: IgnoredInComparison {}

public import TEARuntime

/// The functions of a program. The container itself is passed as the flags when its ``Poppel/Module`` starts.
public struct AppContainer<Model, Message, Command>: Sendable {
  let start: @Sendable () -> (Model, [Command])
  let view: @Sendable (Model) -> ViewTree<Message>
  let update: @Sendable (Message, Model) -> (Model, [Command])
  /// `nil` for a program without commands.
  let handler: (@Sendable () -> Handler<Command, Message>)?

  /// Makes and starts the program in the caller's isolation domain.
  public func makeProgram(
    isolation: isolated (any Actor)? = #isolation
  ) -> Program<Poppel.Module<Model, Message, Command>> {
    let program = Poppel.Module<Model, Message, Command>.makeProgram(flags: self)
    if let handler { program.handleCommands(handler()) }
    return program
  }
}

/// All models of a program store the same container, so comparisons ignore it.
extension AppContainer: IgnoredInComparison {}

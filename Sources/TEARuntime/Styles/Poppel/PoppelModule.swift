public import TEARuntime

extension Poppel {
  /// The module of a program that is made of functions, for a live `Program` and for checks.
  public enum Module<State, Message, Command>: TEARuntime.Module {
    /// A program's model, and its functions.
    public struct Model {
      /// The program's own model.
      public fileprivate(set) var state: State
      fileprivate let app: AppContainer<State, Message, Command>
    }

    /// Makes the first model of a program.
    public static func start(
      with app: AppContainer<State, Message, Command>, perform: (Command) -> Void
    ) -> Model {
      let (state, commands) = app.start()
      commands.forEach(perform)
      return Model(state: state, app: app)
    }

    /// Changes the model by the program's own update.
    public static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let (state, commands) = model.app.update(message, model.state)
      model.state = state
      commands.forEach(perform)
    }

    /// Makes the program's own view of a model.
    public static func view(for model: Model) -> ViewTree<Message> { model.app.view(model.state) }
  }
}

/// Models are equal if their states are equal, because all models of a program have the same functions.
extension Poppel.Module.Model: Equatable where State: Equatable {
  /// Compares the programs' own models.
  public static func == (one: Self, other: Self) -> Bool { one.state == other.state }
}

extension Poppel.Module.Model: Hashable where State: Hashable {
  /// Hashes the program's own model.
  public func hash(into hasher: inout Hasher) { hasher.combine(state) }
}

extension Poppel.Module.Model: Sendable where State: Sendable {}

extension Poppel.Module.Model: CustomReflectable {
  /// Shows the program's own model.
  public var customMirror: Mirror { Mirror(self, children: ["state": state], displayStyle: .struct) }
}

public import TEARuntime

extension Poppel {
  /// The module that a program of functions is, for the kernel and for checks.
  public enum Module<State, Message, Command>: TEARuntime.Module {
    /// A program's model, and its functions.
    public struct Model {
      /// The model of the program's own.
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

    /// Changes the model as the program's own update says.
    public static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let (state, commands) = model.app.update(message, model.state)
      model.state = state
      commands.forEach(perform)
    }

    /// Makes the view that the program has for a model.
    public static func view(for model: Model) -> ViewTree<Message> { model.app.view(model.state) }
  }
}

/// A model is what its state is: its functions are those of the program that it belongs to.
extension Poppel.Module.Model: Equatable where State: Equatable {
  /// Compares the models of the programs' own.
  public static func == (one: Self, other: Self) -> Bool { one.state == other.state }
}

extension Poppel.Module.Model: Hashable where State: Hashable {
  /// Hashes the model of the program's own.
  public func hash(into hasher: inout Hasher) { hasher.combine(state) }
}

extension Poppel.Module.Model: Sendable where State: Sendable {}

extension Poppel.Module.Model: CustomReflectable {
  /// Shows the model of the program's own.
  public var customMirror: Mirror { Mirror(self, children: ["state": state], displayStyle: .struct) }
}

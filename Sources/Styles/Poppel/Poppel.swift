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
  public static func sandbox<Model, Body: Component>(
    initial: @autoclosure @escaping @Sendable () -> Model,
    view: @escaping @Sendable (Model) -> Body,
    update: @escaping @Sendable (Body.Message, Model) -> Model
  ) -> App<Model, Body.Message, Never> {
    App(
      start: { (initial(), []) }, view: { view($0).tree }, update: { (update($0, $1), []) }, handler: nil)
  }

  /// A program with effects: start and update also say which commands are carried out, and a function does so.
  ///
  /// - Parameters:
  ///   - initial: The first model, and the first commands.
  ///   - perform: Carries out a command; what it brings is sent as a reply. It is cancelled when the program stops.
  ///   - onFailure: The message that an error thrown by `perform` becomes. Without one, the program traps with a report
  ///     of the command and the error.
  public static func app<Model, Body: Component, Command: Sendable>(
    initial: @autoclosure @escaping @Sendable () -> (Model, [Command]),
    view: @escaping @Sendable (Model) -> Body,
    update: @escaping @Sendable (Body.Message, Model) -> (Model, [Command]),
    perform: @escaping @Sendable (Command, Reply<Body.Message>) async throws -> Void,
    onFailure: (@Sendable (Command, any Error) -> Body.Message?)? = nil
  ) -> App<Model, Body.Message, Command> where Body.Message: Sendable {
    App(
      start: initial, view: { view($0).tree }, update: update, handler: { .async(perform, onFailure: onFailure) })
  }

  /// A program, ready to be started: as the flags of its ``Module``.
  public struct App<Model, Message, Command>: Sendable {
    let start: @Sendable () -> (Model, [Command])
    let view: @Sendable (Model) -> ViewTree<Message>
    let update: @Sendable (Message, Model) -> (Model, [Command])
    let handler: (@Sendable () -> Handler<Command, Message>)?

    /// Starts the program in the caller's isolation domain.
    public func makeProgram(
      isolation: isolated (any Actor)? = #isolation
    ) -> Program<Module<Model, Message, Command>> {
      let program = Module<Model, Message, Command>.makeProgram(flags: self)
      if let handler { program.handleCommands(handler()) }
      return program
    }
  }

  /// The module that a program of functions is, for the kernel and for checks.
  public enum Module<State, Message, Command>: TEARuntime.Module {
    /// A program's model, and its functions.
    public struct Model {
      /// The model of the program's own.
      public fileprivate(set) var state: State
      fileprivate let app: App<State, Message, Command>
    }

    public static func start(with app: App<State, Message, Command>, perform: (Command) -> Void) -> Model {
      let (state, commands) = app.start()
      commands.forEach(perform)
      return Model(state: state, app: app)
    }

    public static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let (state, commands) = model.app.update(message, model.state)
      model.state = state
      commands.forEach(perform)
    }

    public static func view(for model: Model) -> ViewTree<Message> { model.app.view(model.state) }
  }
}

/// A model is what its state is: its functions are those of the program that it belongs to.
extension Poppel.Module.Model: Equatable where State: Equatable {
  public static func == (one: Self, other: Self) -> Bool { one.state == other.state }
}

extension Poppel.Module.Model: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(state) }
}

extension Poppel.Module.Model: Sendable where State: Sendable {}

extension Poppel.Module.Model: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["state": state], displayStyle: .struct) }
}

extension Poppel.App: PartOfProgram {}

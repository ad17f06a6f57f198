public import TEARuntime

/// A running application, made of a value and functions; the value's type need not conform to ``Application``.
///
/// ```swift
/// let driver = Driver<AppState, AppState.Message>(
///   AppState(value: 0),
///   update: { state, message in state.update(message) },
///   view: { state in state.viewController },
///   subscriptions: { state in state.subscriptions })
/// ```
///
/// A driver lives in the isolation domain in which it was made. A terminal shows the ``program`` of the driver.
public final class Driver<Model, Message: Sendable> {
  /// The program with its screen.
  public let program: Program<ScreenModule<Driven<Model, Message>>>

  /// Starts a program. The answers and the errors of initial commands wait until the program has a delegate or is called. In an
  /// actor's domain, they wait at most until the caller suspends.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - update: Changes the value for a message, and returns the commands to carry out.
  ///   - view: The view controller of a value.
  ///   - subscriptions: The notifications that a value asks for.
  ///   - initialCommands: The commands to carry out at the start.
  ///   - store: The storage that the program saves to and loads from.
  ///   - notifications: The source of the system's notifications.
  ///   - isolation: The domain in which the program lives.
  public init(
    _ initial: Model, update: @escaping (inout Model, Message) -> [Command<Message>],
    view: @escaping (Model) -> ViewController<Message>,
    subscriptions: @escaping (Model) -> [Subscription<Message>] = { _ in [] },
    initialCommands: [Command<Message>] = [], store: any Store = MemoryStore(),
    notifications: NotificationCenter = NotificationCenter(), isolation: isolated (any Actor)? = #isolation
  ) {
    let driven = Driven(
      initial, update: update, view: view, subscriptions: subscriptions, initialCommands: initialCommands)
    program = driven.makeScreen(store: store, notifications: notifications)
  }

  /// Starts a program whose update asks for no commands, as in the first version of the Elm button sample.
  ///
  /// Swift accepts a closure of one expression for a result of `Void`, and discards the value of the expression. This
  /// initialiser is disfavoured, so that a closure that returns commands does not lose them.
  @_disfavoredOverload
  public convenience init(
    _ initial: Model, update: @escaping (inout Model, Message) -> Void,
    view: @escaping (Model) -> ViewController<Message>, isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      initial,
      update: { model, message -> [Command<Message>] in
        update(&model, message)
        return []
      }, view: view)
  }

  init(_ program: Program<ScreenModule<Driven<Model, Message>>>) { self.program = program }

  /// The value after the last step.
  public var model: Model { program.model.state.model }

  /// The view controller after the last step.
  public var viewController: ViewController<Message> { program.model.state.viewController }

  /// Dispatches a message, and processes it before returning; a call during a step only queues it.
  public func run(action message: Message) { program.dispatch(.application(.message(message))) }

  /// Does the same as ``run(action:)``, under the name in the samples; despite this name, the call is synchronous.
  public func asyncSend(action message: Message) { run(action: message) }

  /// Does the same as ``run(action:)``, under the name in the Elm button sample.
  public func run(message: Message) { run(action: message) }

  /// Does the same as ``run(action:)``, under the name in the Elm button sample.
  public func asyncSend(message: Message) { run(action: message) }
}

/// An application made of a value and functions, for checks of a value whose type does not conform to ``Application``.
public struct Driven<Model, Message>: Application {
  /// The value after the last step.
  public private(set) var model: Model
  private let functions: Functions

  /// The functions, which comparisons ignore, because all values of one program have the same functions.
  private struct Functions: IgnoredInComparison {
    let update: (inout Model, Message) -> [Command<Message>]
    let view: (Model) -> ViewController<Message>
    let subscriptions: (Model) -> [Subscription<Message>]
    let initialCommands: [Command<Message>]
  }

  /// Makes an application of a value and its functions.
  public init(
    _ initial: Model, update: @escaping (inout Model, Message) -> [Command<Message>],
    view: @escaping (Model) -> ViewController<Message>,
    subscriptions: @escaping (Model) -> [Subscription<Message>] = { _ in [] },
    initialCommands: [Command<Message>] = []
  ) {
    model = initial
    functions = Functions(
      update: update, view: view, subscriptions: subscriptions, initialCommands: initialCommands)
  }

  public mutating func update(_ message: Message) -> [Command<Message>] { functions.update(&model, message) }
  public var viewController: ViewController<Message> { functions.view(model) }
  public var subscriptions: [Subscription<Message>] { functions.subscriptions(model) }
  public var initialCommands: [Command<Message>] { functions.initialCommands }
}

/// Applications are equal if their values are equal, because functions have no equality.
extension Driven: Equatable where Model: Equatable {
  public static func == (one: Driven, other: Driven) -> Bool { one.model == other.model }
}

extension Driven: Hashable where Model: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

/// Reports show the value alone, because functions have no useful description.
extension Driven: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["model": model], displayStyle: .struct) }
}

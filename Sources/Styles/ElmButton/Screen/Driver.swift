public import TEARuntime

/// A running application that is a value and three functions: the value needs no conformance.
///
/// ```swift
/// let driver = Driver<AppState, AppState.Message>(
///   AppState(value: 0),
///   update: { state, message in state.update(message) },
///   view: { state in state.viewController },
///   subscriptions: { state in state.subscriptions })
/// ```
///
/// It lives in the isolation domain in which it was made. A terminal shows its ``program``.
public final class Driver<Model, Message: Sendable> {
  /// The program with its screen.
  public let program: Program<ScreenModule<Driven<Model, Message>>>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - update: Changes the value for a message, and returns what the outside is to do.
  ///   - view: The view controller of a value.
  ///   - subscriptions: The notifications that a value asks for.
  ///   - initialCommands: What the outside is to do at the start.
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
    program = Self.start(driven, store, notifications)
  }

  private static func start(
    _ driven: Driven<Model, Message>, _ store: some Store, _ notifications: NotificationCenter,
    isolation: isolated (any Actor)? = #isolation
  ) -> Program<ScreenModule<Driven<Model, Message>>> {
    driven.makeScreen(store: store, notifications: notifications)
  }

  /// The value at the moment.
  public var model: Model { program.model.state.model }

  /// The view controller at the moment.
  public var viewController: ViewController<Message> { program.model.state.viewController }

  /// Dispatches a message; one that is sent during a step is taken after that step.
  public func run(action message: Message) { program.dispatch(.application(.message(message))) }

  /// Takes a message as ``run(action:)`` does, synchronously: the name is kept for the samples.
  public func asyncSend(action message: Message) { run(action: message) }

  /// Takes a message, as ``run(action:)`` does: the name in the buttons sample.
  public func run(message: Message) { run(action: message) }

  /// Takes a message, as ``run(action:)`` does: the name in the buttons sample.
  public func asyncSend(message: Message) { run(action: message) }
}

/// An application that is a value and three functions, for checks of a value that needs no conformance.
public struct Driven<Model, Message>: Application {
  /// The value at the moment.
  public private(set) var model: Model
  private let functions: Functions

  /// Ignored in comparisons, because all worlds of one program have the same functions.
  private struct Functions: IgnoredInComparison {
    let update: (inout Model, Message) -> [Command<Message>]
    let view: (Model) -> ViewController<Message>
    let subscriptions: (Model) -> [Subscription<Message>]
    let initialCommands: [Command<Message>]
  }

  /// Makes an application of a value and its functions.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - update: Changes the value for a message, and returns what the outside is to do.
  ///   - view: The view controller of a value.
  ///   - subscriptions: The notifications that a value asks for.
  ///   - initialCommands: What the outside is to do at the start.
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

/// Two are equal when their values are: the functions have no equality of their own.
extension Driven: Equatable where Model: Equatable {
  public static func == (one: Driven, other: Driven) -> Bool { one.model == other.model }
}

extension Driven: Hashable where Model: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

/// A function says nothing in a report, so the value is shown alone.
extension Driven: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["model": model], displayStyle: .struct) }
}

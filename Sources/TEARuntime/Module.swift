/// A program in The Elm Architecture: a start, a pure `update` over messages, and a `view`.
///
/// A module is a namespace of pure functions and is never instantiated: write it as an `enum` or a
/// `struct` without stored properties.
///
/// ```swift
/// enum Counter: Module {
///   enum Message { case increment, decrement }
///   struct Model: Hashable { var count = 0 }
///
///   static func start(with flags: Void) -> Model { Model() }
///
///   static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
///     switch message {
///     case .increment: model.count += 1
///     case .decrement: model.count -= 1
///     }
///   }
/// }
/// ```
///
/// Parts that a module does not need are left out: `Flags` is `Void`, `View` is the model, and `Command`, `Failure`,
/// `Subscription` and `EffectID` are `Never` by default.
///
/// The functions must be pure: the same arguments give the same result, and nothing else is read or changed.
/// TEACheck repeats many calls of `update`, and compares the results. If the law `deterministic` is declared, every call of
/// `update` is repeated, and the calls of `view` too.
public protocol Module: SendableMetatype {
  /// The flags: the input with which the program is started.
  associatedtype Flags = Void

  /// An event, which `update` handles.
  associatedtype Message

  /// The complete state of the program.
  associatedtype Model

  /// A request of the program to the outside world.
  associatedtype Command = Never

  /// The value that the program shows.
  associatedtype View = Model

  /// The error that `start`, `update` and `view` may throw.
  ///
  /// The type need not be an `Error`, so that a module that never fails may use the name for another type.
  associatedtype Failure = Never

  /// A continuing request for messages from the outside, such as a timer.
  ///
  /// Equal values are the same subscription.
  associatedtype Subscription: Hashable = Never

  /// The identity by which policies relate commands to each other: see ``policy(for:)``.
  associatedtype EffectID: Hashable = Never

  /// Makes the first model, and may perform commands.
  ///
  /// The default calls ``start(with:)``; a module writes one of the two.
  ///
  /// - Throws: The module's failure; the program then does not start.
  static func start(with flags: Flags, perform: (Command) -> Void) throws -> Model

  /// Makes the first model.
  static func start(with flags: Flags) throws -> Model

  /// Changes the model for one message, and may perform commands.
  ///
  /// When `update` throws, the runtime puts the model back as it was and drops the commands performed so far.
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws

  /// Changes the model for one message, given the command that it answers.
  ///
  /// The default calls ``update(for:model:perform:)``. Most programs need no more, because a reply can carry all that the
  /// program needs to know of its command. Implement this function in a module that observes another module.
  ///
  /// `command` is the command whose effect sent the message; `nil` for other messages.
  static func update(
    for message: Message, answering command: Command?, model: inout Model, perform: (Command) -> Void
  ) throws

  /// The subscriptions that are live while the program has this model.
  ///
  /// A subscription that is listed before and after a step stays unchanged. The default is none.
  static func subscriptions(for model: Model) -> [Subscription]

  /// The schedule of a subscription that is a timer; `nil` for other subscriptions.
  ///
  /// The runtime runs timers, and the checker knows when they fire; a handler or the delegate serves all other
  /// subscriptions. The default is `nil`.
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>?

  /// The concurrency policy of a command. By default, every command is carried out.
  static func policy(for command: Command) -> EffectPolicy<EffectID>

  /// The view of a model.
  ///
  /// The default is the model itself.
  ///
  /// - Throws: The module's failure; the step then does not happen.
  static func view(for model: Model) throws -> View
}

extension Module {
  @inlinable
  public static func start(with flags: Flags, perform: (Command) -> Void) throws -> Model {
    try start(with: flags)
  }

  /// Traps: a module writes `start(with:)` or `start(with:perform:)`.
  public static func start(with flags: Flags) throws -> Model {
    fatalError("\(Self.self) must implement start(with:) or start(with:perform:)")
  }

  @inlinable
  public static func update(
    for message: Message, answering command: Command?, model: inout Model, perform: (Command) -> Void
  ) throws {
    try update(for: message, model: &model, perform: perform)
  }

  @inlinable
  public static func subscriptions(for model: Model) -> [Subscription] { [] }

  @inlinable
  public static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { nil }

  @inlinable
  public static func policy(for command: Command) -> EffectPolicy<EffectID> { .all }
}

extension Module where View == Model {
  @inlinable
  public static func view(for model: Model) throws -> View { model }
}

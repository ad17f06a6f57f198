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
/// A module does not write what it does not need: `Flags` is `Void`, `View` is the model, and `Command`,
/// `Failure` and `Subscription` are `Never` unless declared.
///
/// The functions must be pure: the same arguments give the same result, and nothing else is read or changed.
/// TEACheck tests that law.
public protocol Module: SendableMetatype {
  /// The flags: the input with which the program is started.
  associatedtype Flags = Void

  /// An event that can happen: the only way to change the model.
  associatedtype Message

  /// All of the program's state.
  associatedtype Model

  /// A request of the program to the outside world.
  associatedtype Command = Never

  /// The value that the program shows.
  associatedtype View = Model

  /// The error that `start`, `update` and `view` may throw.
  ///
  /// A failure that is thrown must be an `Error`; a module that never fails may declare an empty enum.
  associatedtype Failure = Never

  /// A lasting interest in the outside world (a timer, a notification), as data whose value is its identity.
  associatedtype Subscription: Hashable = Never

  /// The identity that commands with a policy have in common: see ``policy(for:)``.
  associatedtype EffectID: Hashable = Never

  /// Makes the first model, and may perform commands.
  ///
  /// The default calls ``start(with:)``; a module writes one of the two.
  static func start(with flags: Flags, perform: (Command) -> Void) throws -> Model

  /// Makes the first model.
  static func start(with flags: Flags) throws -> Model

  /// Changes the model for one message, and may perform commands.
  ///
  /// When it throws, the runtime puts the model back as it was and drops the commands performed so far.
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws

  /// Changes the model for one message, of which it is known which command it answers.
  ///
  /// The default calls ``update(for:model:perform:)``, and is what a program wants: what it must know of a command, its
  /// replies carry. A module that watches another one implements it.
  ///
  /// - Parameters:
  ///   - message: What happened.
  ///   - command: The command whose effect sent the message; `nil` where it came from elsewhere.
  ///   - model: The model, to be changed in place.
  ///   - perform: Takes a command, any number of times, in order.
  static func update(
    for message: Message, answering command: Command?, model: inout Model, perform: (Command) -> Void
  ) throws

  /// The subscriptions that are live while the program has this model.
  ///
  /// A value that is there before and after a step is left untouched. The default is none.
  static func subscriptions(for model: Model) -> [Subscription]

  /// When a subscription sends its message, where it is a timer.
  ///
  /// The runtime runs timers itself, and the checker knows when they fire; all other subscriptions are the delegate's.
  /// The default is none.
  static func timer(for subscription: Subscription) -> TimerSchedule<Message>?

  /// The concurrency policy of a command among others. The default carries out every one.
  static func policy(for command: Command) -> EffectPolicy<EffectID>

  /// Makes what the program shows for a model.
  ///
  /// The default shows the model itself.
  static func view(for model: Model) throws -> View
}

extension Module {
  @inlinable
  public static func start(with flags: Flags, perform: (Command) -> Void) throws -> Model {
    try start(with: flags)
  }

  /// Traps: a module writes `start(with:)` or `start(with:perform:)`.
  public static func start(with flags: Flags) throws -> Model {
    preconditionFailure("\(Self.self) must implement start(with:) or start(with:perform:)")
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

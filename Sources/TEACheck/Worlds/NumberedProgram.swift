internal import TEARuntime

/// A program whose values are the numbers of another program's values.
///
/// A search applies the rules of surroundings to these numbers: the code of the rules is specialised for this program, but not
/// for a user's types. Beside its number, a value carries all that the rules ask the user's module about the value. So the
/// rules call no function of the module.
enum NumberedProgram: Module {
  struct Message: Equatable {
    let number: UInt32
  }

  struct Model {
    let number: UInt32
    /// The subscriptions that the user's module lists for the model.
    let subscriptions: [Subscription]
  }

  struct Command {
    let number: UInt32
    let policy: EffectPolicy<EffectID>
  }

  struct Subscription: Hashable {
    let number: UInt32
    let firstEqual: FirstEqual
    let timer: TimerSchedule<Message>?

    static func == (one: Self, other: Self) -> Bool { one.firstEqual == other.firstEqual }

    func hash(into hasher: inout Hasher) { hasher.combine(firstEqual) }
  }

  struct EffectID: Hashable {
    let number: UInt32
    let firstEqual: FirstEqual

    static func == (one: Self, other: Self) -> Bool { one.firstEqual == other.firstEqual }

    func hash(into hasher: inout Hasher) { hasher.combine(firstEqual) }
  }

  /// The first numbered value that is equal to a given value by `==`, which may ignore some parts.
  struct FirstEqual: Hashable {
    /// `nil` for a value that is unequal to itself, such as a NaN.
    let number: UInt32?

    static func == (one: Self, other: Self) -> Bool { one.number != nil && one.number == other.number }
  }

  struct EnvironmentState: Hashable {
    let number: UInt32
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.subscriptions }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { subscription.timer }

  static func policy(for command: Command) -> EffectPolicy<EffectID> { command.policy }

  // Never called: a search starts and updates the user's program, and then numbers the model.

  static func start(with flags: Void) -> Model { Model(number: 0, subscriptions: []) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}
}

/// The numbers of values; `nil` where the module is another program.
extension NumberedProgram {
  static func command<M: Module>(_ command: M.Command, of module: M.Type) -> UInt32? {
    M.self == NumberedProgram.self ? unsafeBitCast(command, to: Command.self).number : nil
  }

  static func message<M: Module>(_ message: M.Message, of module: M.Type) -> UInt32? {
    M.self == NumberedProgram.self ? unsafeBitCast(message, to: Message.self).number : nil
  }

  static func subscription<M: Module>(_ subscription: M.Subscription, of module: M.Type) -> UInt32? {
    M.self == NumberedProgram.self ? unsafeBitCast(subscription, to: Subscription.self).number : nil
  }
}

extension ItemKey {
  init<M: Module>(message: M.Message, of module: M.Type) {
    self =
      NumberedProgram.message(message, of: M.self).map { .numbers($0, 0, 0) } ?? .values { recognitionKey(of: message) }
  }
}

/// A program whose values are the numbers of another program's values.
///
/// A search applies the rules of surroundings to these numbers: the code of the rules and of the kernel is specialised for this
/// program, but not for a user's types. Beside its number, a value carries all that the rules ask the user's module about the
/// value. So the rules call no function of the module.
package enum NumberedProgram: Module {
  package struct Message: Equatable {
    package let number: UInt32

    package init(number: UInt32) { self.number = number }
  }

  package struct Model {
    package let number: UInt32
    /// The subscriptions that the user's module lists for the model.
    package let subscriptions: [Subscription]

    package init(number: UInt32, subscriptions: [Subscription]) {
      (self.number, self.subscriptions) = (number, subscriptions)
    }
  }

  package struct Command {
    package let number: UInt32
    package let policy: EffectPolicy<EffectID>

    package init(number: UInt32, policy: EffectPolicy<EffectID>) { (self.number, self.policy) = (number, policy) }
  }

  package struct Subscription: Hashable {
    package let number: UInt32
    package let firstEqual: FirstEqual
    package let timer: TimerSchedule<Message>?

    package init(number: UInt32, firstEqual: FirstEqual, timer: TimerSchedule<Message>?) {
      (self.number, self.firstEqual, self.timer) = (number, firstEqual, timer)
    }

    package static func == (one: Self, other: Self) -> Bool { one.firstEqual == other.firstEqual }

    package func hash(into hasher: inout Hasher) { hasher.combine(firstEqual) }
  }

  package struct EffectID: Hashable {
    package let number: UInt32
    package let firstEqual: FirstEqual

    package init(number: UInt32, firstEqual: FirstEqual) { (self.number, self.firstEqual) = (number, firstEqual) }

    package static func == (one: Self, other: Self) -> Bool { one.firstEqual == other.firstEqual }

    package func hash(into hasher: inout Hasher) { hasher.combine(firstEqual) }
  }

  /// The first numbered value that is equal to a given value by `==`, which may ignore some parts.
  package struct FirstEqual: Hashable {
    /// `nil` for a value that is unequal to itself, such as a NaN.
    package let number: UInt32?

    package init(number: UInt32?) { self.number = number }

    package static func == (one: Self, other: Self) -> Bool { one.number != nil && one.number == other.number }
  }

  package static func subscriptions(for model: Model) -> [Subscription] { model.subscriptions }

  package static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { subscription.timer }

  package static func policy(for command: Command) -> EffectPolicy<EffectID> { command.policy }

  // Never called: a search starts and updates the user's program, and then numbers the model.

  package static func start(with flags: Void) -> Model { Model(number: 0, subscriptions: []) }

  package static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}
}

internal import TEARuntime

extension NumberedProgram {
  /// A state of the simulated environment.
  struct EnvironmentState: Hashable {
    let number: UInt32
  }

  /// The number of a message, command or subscription of this program; `nil` for a value of another program.
  static func number<Value>(of value: Value) -> UInt32? {
    if Value.self == Message.self { return unsafeBitCast(value, to: Message.self).number }
    if Value.self == Command.self { return unsafeBitCast(value, to: Command.self).number }
    if Value.self == Subscription.self { return unsafeBitCast(value, to: Subscription.self).number }
    return nil
  }
}

extension ItemKey {
  init<Value>(_ value: Value) {
    self = NumberedProgram.number(of: value).map { .numbers($0, 0, 0) } ?? .values { recognitionKey(of: value) }
  }

  /// - Parameter form: A constant that tells the forms of an item apart.
  init<First, Second>(form: UInt32, _ first: First, _ second: Second = ()) {
    if let first = NumberedProgram.number(of: first) {
      self = .numbers(form, first, NumberedProgram.number(of: second) ?? 0)
    } else {
      self = .values {
        let parts = Second.self == Void.self ? [Self.part(first)] : [Self.part(first), Self.part(second)]
        return AnyHashable([AnyHashable(form)] + parts)
      }
    }
  }

  /// The key of one value of an item with several.
  static func part<Value>(_ value: Value) -> AnyHashable {
    NumberedProgram.number(of: value).map { AnyHashable($0) } ?? recognitionKey(of: value)
  }
}

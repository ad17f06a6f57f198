internal import TEARuntime

/// The numbers of values; `nil` where the module is another program.
extension NumberedProgram {
  /// A state of the simulated environment.
  struct EnvironmentState: Hashable {
    let number: UInt32
  }

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

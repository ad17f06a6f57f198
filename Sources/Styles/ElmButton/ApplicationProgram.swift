public import TEARuntime

extension Application where Message: Sendable {
  /// Starts a program of this application in the caller's isolation domain.
  ///
  /// - Parameters:
  ///   - store: Where the program saves to and loads from.
  ///   - notifications: Where the system's notifications come from.
  public func makeProgram(
    store: some Store, notifications: NotificationCenter, isolation: isolated (any Actor)? = #isolation
  ) -> Program<ApplicationModule<Self>> {
    let program = ApplicationModule<Self>.makeProgram(flags: self)
    program.handleCommands(.store(store))
    program.handleSubscriptions(notifications.handler())
    return program
  }
}

/// Tells applications what happens in the system, one name at a time.
///
/// It belongs to the isolation domain of the programs that it tells.
public final class NotificationCenter {
  private var observers: [(number: Int, name: NotificationName, notify: () -> Void)] = []
  private var count = 0

  public init() {}

  /// Tells all who asked for a name.
  public func post(_ name: NotificationName) {
    for observer in observers where observer.name == name { observer.notify() }
  }

  func handler<Message: Sendable>() -> Handler<NotificationName, ApplicationEvent<Message>> {
    .cancellable { [self] name, reply in
      let number = count
      count += 1
      observers.append((number, name, { reply(.notified(name)) }))
      return { self.observers.removeAll { $0.number == number } }
    }
  }
}

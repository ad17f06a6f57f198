public import TEARuntime

extension Application where Message: Sendable {
  /// Starts a program of this application without a screen, in the caller's isolation domain.
  ///
  /// An alert fails with an error, which the program's delegate receives. The answers and the errors of initial commands wait
  /// until a delegate is attached or the program is called. In an actor's domain, they wait at most until the caller suspends.
  public func makeProgram(
    store: some Store, notifications: NotificationCenter, isolation: isolated (any Actor)? = #isolation
  ) -> Program<ApplicationModule<Self>> {
    let program = ApplicationModule<Self>.makeProgram(flags: self)
    program.handleSubscriptions(notifications.handler { $0 })
    program.beginToHandleCommands(.store(store))
    return program
  }

  /// Starts a program of this application with a screen, in the caller's isolation domain.
  ///
  /// The answers and the errors of initial commands wait, as ``makeProgram(store:notifications:isolation:)`` says.
  public func makeScreen(
    store: some Store, notifications: NotificationCenter, isolation: isolated (any Actor)? = #isolation
  ) -> Program<ScreenModule<Self>> {
    makeScreen(store: store, notifications: notifications, beforeCommands: { _ in })
  }

  func makeScreen(
    store: some Store, notifications: NotificationCenter, isolation: isolated (any Actor)? = #isolation,
    beforeCommands prepare: (Program<ScreenModule<Self>>) -> Void
  ) -> Program<ScreenModule<Self>> {
    let program = ScreenModule<Self>.makeProgram(flags: self)
    program.handleSubscriptions(notifications.handler { .application($0) })
    program.deferringMessages { prepare(program) }
    program.beginToHandleCommands(.carryingOut(with: store) { .application(.message($0)) })
    return program
  }
}

/// Posts notifications to the running programs that subscribe to their names.
///
/// Use it only in the isolation domain of these programs.
public final class NotificationCenter {
  private var observers: [(number: Int, name: NotificationName, notify: (AppNotification) -> Void)] = []
  private var nextNumber = 0

  /// Makes a centre without subscribers.
  public init() {}

  /// Posts a notification to the programs that subscribe to its name.
  public func post(_ name: NotificationName) { deliver(AppNotification(name: name)) }

  /// Posts a notification with an object to the programs that subscribe to its name.
  public func post(_ name: NotificationName, object: some Hashable & Sendable) {
    deliver(AppNotification(name: name, object: object))
  }

  private func deliver(_ notification: AppNotification) {
    for observer in observers where observer.name == notification.name { observer.notify(notification) }
  }

  func handler<Message: Sendable, Event: Sendable>(
    _ makeEvent: @escaping (ApplicationEvent<Message>) -> Event
  ) -> Handler<NotificationName, Event> {
    .cancellable { [self] name, reply in
      let number = nextNumber
      nextNumber += 1
      observers.append(
        (number, name, { reply(makeEvent($0.object == nil ? .notified(name) : .received($0))) }))
      return { self.observers.removeAll { $0.number == number } }
    }
  }
}

internal import TEARuntime

/// The keeper of subscriptions of the app's own, of any type.
///
/// A check sees nothing of it: there, the messages that it sends are declared.
public protocol SubscriptionManaging<Subscription>: AnyObject {
  /// The type of the subscriptions.
  associatedtype Subscription

  /// Takes note of all that is asked for from now on.
  func update(subscriptions: [Subscription])
}

extension Driver {
  /// Starts a program with subscriptions of the app's own.
  ///
  /// ```swift
  /// extension SubscriptionManager: SubscriptionManaging {}
  /// let driver = Driver<AppState, AppState.Message>(
  ///   state, update: { $0.update($1) }, view: { $0.viewController }, subscriptions: { $0.subscriptions },
  ///   manager: { SubscriptionManager($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - update: Changes the value for a message, and returns what the outside is to do.
  ///   - view: The view controller of a value.
  ///   - subscriptions: The subscriptions that a value asks for.
  ///   - makeManager: Makes the keeper of the subscriptions, which is given a function that takes its messages. The keeper is
  ///     told at the start and after each step, and calls the function in the driver's isolation domain.
  ///   - initialCommands: What the outside is to do at the start.
  ///   - store: Where the program saves to and loads from.
  ///   - isolation: The domain in which the program lives.
  public convenience init<Manager: SubscriptionManaging>(
    _ initial: Model, update: @escaping (inout Model, Message) -> [Command<Message>],
    view: @escaping (Model) -> ViewController<Message>,
    subscriptions: @escaping (Model) -> [Manager.Subscription],
    manager makeManager: (@escaping (Message) -> Void) -> Manager, initialCommands: [Command<Message>] = [],
    store: any Store = MemoryStore(), isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(initial, update: update, view: view, initialCommands: initialCommands, store: store)
    let manager = makeManager { [weak program] message in program?.dispatch(.application(.message(message))) }
    program.log { event in
      if case .didUpdate(_, _, let screen, _) = event {
        manager.update(subscriptions: subscriptions(screen.state.model))
      }
    }
    manager.update(subscriptions: subscriptions(model))
  }
}

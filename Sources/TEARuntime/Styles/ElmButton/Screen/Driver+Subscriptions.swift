internal import TEARuntime

/// An object of the app that serves subscriptions of the app's own type.
///
/// A check does not run the object; a specification declares the messages that the object may send.
public protocol SubscriptionManaging<Subscription>: AnyObject {
  /// The type of the subscriptions.
  associatedtype Subscription

  /// Replaces the present subscriptions with other ones.
  func update(subscriptions: [Subscription])
}

extension Driver {
  /// Starts a program whose subscriptions are served by an object of the app.
  ///
  /// ```swift
  /// extension SubscriptionManager: SubscriptionManaging {}
  /// let driver = Driver<AppState, AppState.Message>(
  ///   state, update: { $0.update($1) }, view: { $0.viewController }, subscriptions: { $0.subscriptions },
  ///   manager: { SubscriptionManager($0) })
  /// ```
  ///
  /// `manager` makes the object, given the function by which the object sends messages. The object must call the function
  /// in the driver's isolation domain. The object is updated at the start, before the initial commands, and after each step.
  /// Messages that it sends at the start wait, as the answers of initial commands do.
  public convenience init<Manager: SubscriptionManaging>(
    _ initial: Model, update: @escaping (inout Model, Message) -> [Command<Message>],
    view: @escaping (Model) -> ViewController<Message>,
    subscriptions: @escaping (Model) -> [Manager.Subscription],
    manager makeManager: (@escaping (Message) -> Void) -> Manager, initialCommands: [Command<Message>] = [],
    store: any Store = MemoryStore(), isolation: isolated (any Actor)? = #isolation
  ) {
    let driven = Driven(initial, update: update, view: view, initialCommands: initialCommands)
    let program = driven.makeScreen(store: store, notifications: NotificationCenter()) { program in
      let manager = makeManager { [weak program] message in program?.dispatch(.application(.message(message))) }
      program.log { event in
        if case .didUpdate(_, _, let screen, _) = event {
          manager.update(subscriptions: subscriptions(screen.state.model))
        }
      }
      manager.update(subscriptions: subscriptions(program.model.state.model))
    }
    self.init(program)
  }
}

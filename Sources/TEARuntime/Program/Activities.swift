/// The running effects and subscriptions of a program, and the functions that cancel them.
struct Activities<M: Module> {
  /// The command that an effect carries out, or a subscription that a handler serves.
  enum Subject {
    case command(M.Command)
    case subscription(M.Subscription)
  }

  private var runningActivities: [Sender: (subject: Subject, cancel: () -> Void)] = [:]
  /// The number of the next subscription.
  private var subscriptionCount = 0

  /// The subscriptions that the delegate serves.
  var subscriptionsOfDelegate: [M.Subscription] = []

  /// Adds an effect or a subscription, at first with a cancellation that does nothing.
  mutating func begin(_ sender: Sender, _ subject: Subject) { runningActivities[sender] = (subject, {}) }

  /// Adds a subscription, and returns the sender of its messages.
  mutating func begin(_ subscription: M.Subscription) -> Sender {
    let sender = Sender.subscription(subscriptionCount)
    subscriptionCount += 1
    begin(sender, .subscription(subscription))
    return sender
  }

  /// Sets the function that cancels an effect or a subscription; does nothing if the sender has ended meanwhile.
  mutating func setCancellation(of sender: Sender, _ cancel: @escaping () -> Void) {
    runningActivities[sender]?.cancel = cancel
  }

  /// Forgets an effect or a subscription that has ended by itself.
  mutating func end(_ sender: Sender) { runningActivities[sender] = nil }

  mutating func cancel(_ sender: Sender) { runningActivities.removeValue(forKey: sender)?.cancel() }

  /// Cancels the handler of a subscription.
  ///
  /// - Returns: `true` if a handler served the subscription.
  mutating func cancelHandler(of subscription: M.Subscription) -> Bool {
    let senders = runningActivities.filter {
      if case .subscription(subscription) = $0.value.subject { true } else { false }
    }.keys
    for sender in senders { cancel(sender) }
    return !senders.isEmpty
  }

  func cancelAll() {
    for activity in runningActivities.values { activity.cancel() }
  }

  /// The origin of the messages that a sender sends; `nil` if the sender has ended or was cancelled.
  func origin(of sender: Sender) -> ProgramEvent<M>.Origin? {
    switch runningActivities[sender]?.subject {
    case .command(let command): .reply(to: command)
    case .subscription(let subscription): .subscription(subscription)
    case nil: nil
    }
  }

  /// The command of a running effect, by the number of the effect; `nil` if the effect does not run.
  func command(of number: Int) -> M.Command? {
    if case .command(let command)? = runningActivities[.effect(number)]?.subject { command } else { nil }
  }

  /// A running subscription, by its number; `nil` if the subscription does not run.
  func subscription(of number: Int) -> M.Subscription? {
    if case .subscription(let subscription)? = runningActivities[.subscription(number)]?.subject {
      subscription
    } else {
      nil
    }
  }
}

/// The running effects and subscriptions of a program, and the functions that cancel them.
struct Activities<M: Module> {
  /// The command that an effect carries out, or a subscription that a handler serves.
  enum Subject {
    case command(M.Command)
    case subscription(M.Subscription)
  }

  /// A running effect or subscription, and the function that cancels it.
  typealias Activity = (subject: Subject, cancel: () -> Void)

  private var runningActivities: [Sender: Activity] = [:]
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

  // A cancellation may call the program, and so may the release of what its function captures. So the callers cancel and
  // release activities after this value has changed.

  /// Forgets an effect or a subscription, and returns it, for the caller to cancel if it has not ended by itself.
  ///
  /// - Returns: `nil` if the sender is unknown or forgotten already.
  mutating func remove(_ sender: Sender) -> Activity? { runningActivities.removeValue(forKey: sender) }

  /// Forgets the activities that serve a subscription, and returns them, for the caller to cancel.
  ///
  /// - Returns: An empty array if no handler serves the subscription.
  mutating func removeAll(serving subscription: M.Subscription) -> [Activity] {
    let senders = runningActivities.filter {
      if case .subscription(subscription) = $0.value.subject { true } else { false }
    }.keys
    return senders.compactMap { remove($0) }
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

/// The running effects of a program, and the subscriptions that its handler or its delegate serves.
struct Activities<M: Module> {
  /// The number of activities that had begun before, the origin of the activity's messages, and the function that cancels it.
  typealias Activity = (number: Int, origin: ProgramEvent<M>.Origin, cancel: () -> Void)

  private var runningActivities: [Sender: Activity] = [:]
  /// The number of activities that have begun.
  private var begunCount = 0

  /// The live subscriptions that the delegate serves, including those whose replies have ended.
  var subscriptionsOfDelegate: [M.Subscription] = []

  mutating func begin(_ sender: Sender, _ origin: ProgramEvent<M>.Origin) {
    runningActivities[sender] = (begunCount, origin, {})
    begunCount += 1
  }

  mutating func begin(_ subscription: M.Subscription) -> Sender {
    let sender = Sender.subscription(begunCount)
    begin(sender, .subscription(subscription))
    return sender
  }

  /// Does nothing if the sender has ended meanwhile.
  mutating func setCancellation(of sender: Sender, _ cancel: @escaping () -> Void) {
    runningActivities[sender]?.cancel = cancel
  }

  // The methods below return the removed activities. The callers cancel and release these after this value has changed: both
  // the cancellation and the release may run the user's code, which may call the program.

  mutating func remove(_ sender: Sender) -> Activity? { runningActivities.removeValue(forKey: sender) }

  mutating func removeAll(serving subscription: M.Subscription) -> [Activity] {
    let senders = runningActivities.filter {
      if case .subscription(subscription) = $0.value.origin { true } else { false }
    }.keys
    return senders.compactMap { remove($0) }
  }

  /// Ends the replies of the delegate's subscriptions. The list of these subscriptions stays as it is.
  mutating func removeAllOfDelegate() -> [Activity] { subscriptionsOfDelegate.flatMap { removeAll(serving: $0) } }

  /// Cancels the activities in the order in which they began.
  func cancelAll() {
    for activity in runningActivities.values.sorted(by: { $0.number < $1.number }) { activity.cancel() }
  }

  /// `nil` if the sender has ended or was cancelled.
  func origin(of sender: Sender) -> ProgramEvent<M>.Origin? { runningActivities[sender]?.origin }
}

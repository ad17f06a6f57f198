/// The difference between the subscriptions before and after a step, compared by `==`: one that is equal to a live one
/// goes on as it was, with all that its `==` leaves out.
public struct SubscriptionChange<M: Module> {
  /// The subscriptions after the step, in the order listed, without repetitions.
  public let live: [M.Subscription]
  /// The subscriptions that end, in the order of the list before the step.
  public let ending: [M.Subscription]
  /// The subscriptions that begin, in the order listed.
  public let beginning: [M.Subscription]

  /// Compares the subscriptions before a step with those that the model lists after it.
  ///
  /// - Complexity: O(*nm*) in the numbers before and after.
  public init(from before: [M.Subscription], to listed: [M.Subscription], of module: M.Type) {
    var live: [M.Subscription] = []
    for subscription in listed where !live.contains(subscription) {
      live.append(before.first { $0 == subscription } ?? subscription)
    }
    self.live = live
    ending = before.filter { !live.contains($0) }
    beginning = live.filter { !before.contains($0) }
  }
}

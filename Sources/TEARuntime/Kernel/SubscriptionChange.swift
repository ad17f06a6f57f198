/// The difference between the subscriptions before and after a step, compared by `==`.
///
/// A listed subscription that is equal to a live one does not replace it: the live value stays, with the parts that `==`
/// ignores.
public struct SubscriptionChange<M: Module> {
  /// The subscriptions after the step, in the order in which the model lists them, without repetitions.
  public let live: [M.Subscription]
  /// The subscriptions that end with the step, in their order before the step.
  public let ending: [M.Subscription]
  /// The subscriptions that begin with the step, in the order in which the model lists them.
  public let beginning: [M.Subscription]

  /// Compares the subscriptions before a step with those that the model lists after it.
  ///
  /// - Parameters:
  ///   - before: The live subscriptions, without repetitions.
  ///   - listed: The subscriptions of the model after the step, as it lists them.
  ///   - module: The module that lists them.
  /// - Complexity: O(*m*(*n* + *m*)) for *n* subscriptions before the step and *m* listed ones; O(*n*) where they are equal.
  public init(from before: [M.Subscription], to listed: [M.Subscription], of module: M.Type) {
    if before == listed {
      (live, ending, beginning) = (before, [], [])
      return
    }
    var live: [M.Subscription] = []
    for subscription in listed where !live.contains(subscription) {
      live.append(before.first { $0 == subscription } ?? subscription)
    }
    self.live = live
    ending = before.filter { !live.contains($0) }
    beginning = live.filter { !before.contains($0) }
  }
}

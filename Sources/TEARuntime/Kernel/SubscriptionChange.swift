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
  /// `before` must not have repetitions.
  ///
  /// - Complexity: O(*m*(*n* + *m*)) for *n* subscriptions before the step and *m* listed ones; O(*n*) where they are equal.
  public init(from before: [M.Subscription], to listed: [M.Subscription], of module: M.Type) {
    if before == listed {
      (live, ending, beginning) = (before, [], [])
      return
    }
    // Loops by index are faster than algorithms of collections, which ask for the metadata of their types at each call. The
    // checker compares subscriptions in each step of a search.
    var (live, ending, beginning): ([M.Subscription], [M.Subscription], [M.Subscription]) = ([], [], [])
    for index in 0..<listed.count where Self.index(of: listed[index], in: live) == nil {
      if let oldIndex = Self.index(of: listed[index], in: before) {
        live.append(before[oldIndex])
      } else {
        live.append(listed[index])
        beginning.append(listed[index])
      }
    }
    for index in 0..<before.count where Self.index(of: before[index], in: live) == nil { ending.append(before[index]) }
    (self.live, self.ending, self.beginning) = (live, ending, beginning)
  }

  static func index(of subscription: M.Subscription, in subscriptions: [M.Subscription]) -> Int? {
    for index in 0..<subscriptions.count where subscriptions[index] == subscription { return index }
    return nil
  }
}

internal import Synchronization

/// A log of the durations and effect policies that a program uses.
final class UsageLog: Sendable {
  /// The facts about a program that a search must know before it begins.
  struct Usage: Equatable {
    /// The greatest common divisor of all durations so far; zero before the first duration.
    ///
    /// A search lets time pass in such units, and meets simultaneous deadlines in every order. This allows every order of
    /// events that real time allows, because closed time bounds can be met at integer times (Henzinger, Manna and Pnueli: *What
    /// good are digital clocks?*, 1992).
    var unit = Duration.zero
    /// `true` where running effects matter even if they send no further message. A command with the policy
    /// ``EffectPolicy/first(_:)`` is dropped while an earlier effect runs, or the environment changes when an effect is
    /// cancelled.
    var needsSilentEffects = false
  }

  private let state = Mutex(Usage())
  private let otherThanTimerBegan = Atomic(false)

  var hasOtherSubscriptionsThanTimers: Bool { otherThanTimerBegan.load(ordering: .relaxed) }

  func noteOtherSubscriptionThanTimers() {
    // A store at each call would take the cache line from the other workers.
    if !hasOtherSubscriptionsThanTimers { otherThanTimerBegan.store(true, ordering: .relaxed) }
  }

  var usage: Usage {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func note<M: Module>(of module: M.Type, _ commands: [M.Command], beginning subscriptions: [M.Subscription]) {
    if subscriptions.count + commands.count == 0 { return }
    for subscription in subscriptions {
      if let timer = M.timer(for: subscription) { note(timer.duration) } else { noteOtherSubscriptionThanTimers() }
    }
    guard M.EffectID.self != Never.self else { return }
    for command in commands {
      switch M.policy(for: command) {
      case .debounce(_, let duration), .throttle(_, let duration): note(duration)
      case .first: state.withLock { $0.needsSilentEffects = true }
      case .all, .latest, .cancel: break
      }
    }
  }

  private func note(_ duration: Duration) {
    guard duration > .zero else { return }
    state.withLock { usage in
      let common = Self.greatestCommonDivisor(usage.unit.attoseconds, duration.attoseconds)
      usage.unit = Duration(attoseconds: common)
    }
  }

  private static func greatestCommonDivisor(_ one: Int128, _ other: Int128) -> Int128 {
    other == 0 ? one : greatestCommonDivisor(other, one % other)
  }
}

/// The pending deadlines of a program: those of timers, debounced commands and throttles.
///
/// The agenda stores the time that remains until each deadline, not the clock's time. So a program that returns to an
/// earlier state has the same agenda again.
public struct Agenda<M: Module> {
  /// The event that is due at a deadline.
  public enum Item {
    /// A timer, which is a subscription, sends its message.
    case timer(M.Subscription)
    /// A debounced command is carried out, because no later command has cancelled it.
    case command(M.Command, M.EffectID)
    /// A throttle ends: the next command with its identity is not dropped.
    case throttleEnd(M.EffectID)
  }

  /// An event, and the time until its deadline.
  public struct Entry {
    /// The event that is due at the deadline.
    public var item: Item
    /// The remaining time; negative where the deadline is overdue.
    public var remaining: Duration

    package init(item: Item, remaining: Duration) {
      self.item = item
      self.remaining = remaining
    }
  }

  /// The pending deadlines, in the order in which their timers, debounces and throttles began.
  public private(set) var entries: [Entry] = []

  /// An empty agenda.
  public init() {}

  /// Every entry must come from another agenda, of this or another module: the intervals of timers are not tested here.
  package init(entries: [Entry]) { self.entries = entries }

  /// The time until the next deadline; `nil` where there is none.
  public var nextDeadline: Duration? {
    @specialized(where M == NumberedProgram)
    get { entries.lazy.map { $0.remaining }.min() }
  }

  /// The indices of the due entries, sorted by deadline.
  ///
  /// Entries with the same deadline are in the order of ``entries``.
  public var due: [Int] {
    @specialized(where M == NumberedProgram)
    get {
      // Sorting need not be stable, so the order of indices breaks ties.
      entries.indices.filter { entries[$0].remaining <= .zero }.sorted {
        (entries[$0].remaining, $0) < (entries[$1].remaining, $1)
      }
    }
  }

  /// Lets time pass.
  ///
  /// A due entry stays until it is taken. To meet each deadline in time, let at most ``nextDeadline`` pass.
  @specialized(where M == NumberedProgram)
  public mutating func elapse(_ duration: Duration) {
    for index in entries.indices { entries[index].remaining -= duration }
  }

  /// Removes the due entry at an index of ``entries``; a repeating timer's entry stays at its index, with its next deadline.
  ///
  /// The deadlines of a repeating timer stay at multiples of its interval after its start, even if an entry is taken
  /// late.
  @specialized(where M == NumberedProgram)
  public mutating func take(_ index: Int) -> Item {
    let entry = entries.remove(at: index)
    if case .timer(let subscription) = entry.item, case .every(let interval, _)? = M.timer(for: subscription) {
      let sinceLastDeadline = (.zero - entry.remaining).quotientAndRemainder(dividingBy: interval).remainder
      // The old index keeps the order: of two timers that are due at the same moment, the one that began first comes first.
      entries.insert(Entry(item: entry.item, remaining: interval - sinceLastDeadline), at: index)
    }
    return entry.item
  }

  /// The number of deadlines that a repeating timer has missed after the deadline of its entry; 0 for other entries.
  public func missedDeadlineCount(of index: Int) -> Int {
    let entry = entries[index]
    guard entry.remaining < .zero, case .timer(let subscription) = entry.item,
      case .every(let interval, _)? = M.timer(for: subscription)
    else { return 0 }
    return (.zero - entry.remaining).quotientAndRemainder(dividingBy: interval).quotient
  }

  /// Applies the policy of a command that was performed.
  ///
  /// `isRunning` says if an effect with an identity runs, and `cancel` cancels the running effects with an identity.
  ///
  /// - Returns: `true` if the command is to be carried out now; `false` if it waits, is dropped or only cancels others.
  public mutating func admit(
    _ command: M.Command, isRunning: (M.EffectID) -> Bool, cancel: (M.EffectID) -> Void
  ) -> Bool {
    switch M.policy(for: command) {
    case .all: return true
    case .latest(let id):
      removeWaitingCommand(sharing: id)
      cancel(id)
      return true
    case .first(let id):
      return !isRunning(id) && !hasWaitingCommand(sharing: id)
    case .cancel(let id):
      removeWaitingCommand(sharing: id)
      cancel(id)
      return false
    case .debounce(let id, let duration):
      removeWaitingCommand(sharing: id)
      cancel(id)
      guard duration > .zero else { return true }
      entries.append(Entry(item: .command(command, id), remaining: duration))
      return false
    case .throttle(let id, let duration):
      guard !isThrottled(id) else { return false }
      if duration > .zero { entries.append(Entry(item: .throttleEnd(id), remaining: duration)) }
      return true
    }
  }

  /// Stops the timers among the subscriptions that end, and starts the timers among those that begin.
  ///
  /// Traps if the interval of a repeating timer is not positive.
  @specialized(where M == NumberedProgram)
  public mutating func follow(ending: [M.Subscription], beginning: [M.Subscription]) {
    if ending.count != 0 {
      for index in entries.indices.reversed() {
        guard case .timer(let subscription) = entries[index].item else { continue }
        if SubscriptionChange<M>.index(of: subscription, in: ending) != nil { entries.remove(at: index) }
      }
    }
    for subscription in beginning {
      guard let timer = M.timer(for: subscription) else { continue }
      // A release build leaves out the text of a `precondition`.
      if case .every(let interval, _) = timer, interval <= .zero {
        fatalError("\(M.self): the interval of the timer \(literal(subscription)) must be positive")
      }
      entries.append(Entry(item: .timer(subscription), remaining: max(.zero, timer.duration)))
    }
  }

  private mutating func removeWaitingCommand(sharing id: M.EffectID) {
    entries.removeAll { if case .command(_, id) = $0.item { true } else { false } }
  }

  private func hasWaitingCommand(sharing id: M.EffectID) -> Bool {
    entries.contains { if case .command(_, id) = $0.item { true } else { false } }
  }

  private func isThrottled(_ id: M.EffectID) -> Bool {
    entries.contains { if case .throttleEnd(id) = $0.item { true } else { false } }
  }
}

extension Duration {
  /// Divides a non-negative duration by a positive one; a quotient beyond the range of `Int` is clamped.
  fileprivate func quotientAndRemainder(dividingBy duration: Duration) -> (quotient: Int, remainder: Duration) {
    // Attoseconds are divided, because the components of a duration hold no more than `Int64.max` seconds.
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: duration.attoseconds)
    return (Int(clamping: quotient), Duration(attoseconds: rest))
  }
}

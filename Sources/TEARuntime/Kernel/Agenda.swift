/// The pending deadlines of a program: timers, commands that wait for a pause, and throttles.
///
/// Time is what is still to go until each deadline, never the time of a clock. So a program that comes back to a state
/// comes back to all of it.
public struct Agenda<M: Module> {
  /// One thing that will happen.
  public enum Item {
    /// A subscription that is a timer sends its message.
    case timer(M.Subscription)
    /// A command is carried out, because no other one has come for long enough.
    case command(M.Command, M.EffectID)
    /// A throttle lets commands through again.
    case reopening(M.EffectID)
  }

  /// One thing that will happen, and how long that takes.
  public struct Entry {
    /// The effect, timer or subscription whose moment it is.
    public var item: Item
    /// Negative where it is overdue: more time has passed than it waits for.
    public var remaining: Duration
  }

  /// The pending deadlines, in the order in which they began to wait.
  public private(set) var entries: [Entry] = []

  /// An empty agenda.
  public init() {}

  /// The time until the next deadline; `nil` where there is none.
  public var nextDeadline: Duration? { entries.lazy.map(\.remaining).min() }

  /// The places of the entries whose time has come, in the order of their deadlines; those of one moment in the order in
  /// which they began to wait.
  public var due: [Int] {
    // The order of places breaks ties, as sorting need not keep it.
    entries.indices.filter { entries[$0].remaining <= .zero }.sorted {
      (entries[$0].remaining, $0) < (entries[$1].remaining, $1)
    }
  }

  /// Lets time pass.
  ///
  /// A due entry stays until it is taken. To meet each deadline at its moment, let no more than ``nextDeadline`` pass.
  public mutating func elapse(_ duration: Duration) {
    for index in entries.indices { entries[index].remaining -= duration }
  }

  /// Takes an entry whose time has come out of the agenda; a timer that repeats waits for its next deadline to come.
  ///
  /// The deadlines of a timer stay multiples of its interval after its beginning, however late it is taken.
  public mutating func take(_ index: Int) -> Item {
    let entry = entries.remove(at: index)
    if case .timer(let subscription) = entry.item, case .every(let interval, _)? = M.timer(for: subscription) {
      let late = (.zero - entry.remaining).quotientAndRemainder(dividingBy: interval).remainder
      entries.append(Entry(item: entry.item, remaining: interval - late))
    }
    return entry.item
  }

  /// The number of deadlines beside its first one that an overdue timer that repeats has missed; 0 for other entries.
  public func missedDeadlineCount(of index: Int) -> Int {
    let entry = entries[index]
    guard entry.remaining < .zero, case .timer(let subscription) = entry.item,
      case .every(let interval, _)? = M.timer(for: subscription)
    else { return 0 }
    return (.zero - entry.remaining).quotientAndRemainder(dividingBy: interval).quotient
  }

  /// Applies the policy of a command that was performed.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - isRunning: Whether an effect with an identity runs.
  ///   - cancel: Cancels the effects with an identity that run.
  /// - Returns: Whether the command is to be carried out now.
  public mutating func admit(
    _ command: M.Command, isRunning: (M.EffectID) -> Bool, cancel: (M.EffectID) -> Void
  ) -> Bool {
    switch M.policy(for: command) {
    case .all: return true
    case .latest(let id):
      withdraw(id)
      cancel(id)
      return true
    case .first(let id):
      return !isRunning(id) && !isWaiting(id)
    case .cancel(let id):
      withdraw(id)
      cancel(id)
      return false
    case .debounce(let id, let duration):
      withdraw(id)
      cancel(id)
      guard duration > .zero else { return true }
      entries.append(Entry(item: .command(command, id), remaining: duration))
      return false
    case .throttle(let id, let duration):
      guard !isClosed(id) else { return false }
      if duration > .zero { entries.append(Entry(item: .reopening(id), remaining: duration)) }
      return true
    }
  }

  /// Starts the timers among subscriptions that begin, and stops those among subscriptions that end.
  public mutating func follow(ending: [M.Subscription], beginning: [M.Subscription]) {
    entries.removeAll { if case .timer(let subscription) = $0.item { ending.contains(subscription) } else { false } }
    for subscription in beginning {
      guard let timer = M.timer(for: subscription) else { continue }
      if case .every(let interval, _) = timer {
        precondition(interval > .zero, "\(M.self): the interval of the timer \(literal(subscription)) must be positive")
      }
      entries.append(Entry(item: .timer(subscription), remaining: max(.zero, timer.duration)))
    }
  }

  private mutating func withdraw(_ id: M.EffectID) {
    entries.removeAll { if case .command(_, id) = $0.item { true } else { false } }
  }

  private func isWaiting(_ id: M.EffectID) -> Bool {
    entries.contains { if case .command(_, id) = $0.item { true } else { false } }
  }

  private func isClosed(_ id: M.EffectID) -> Bool {
    entries.contains { if case .reopening(id) = $0.item { true } else { false } }
  }
}

extension Duration {
  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

  private var attosecondCount: Int128 {
    let (seconds, attoseconds) = components
    return Int128(seconds) * Self.attosecondsPerSecond + Int128(attoseconds)
  }

  /// Divides this duration, which is not negative, by a positive one: how many times it fits, and what is left.
  fileprivate func quotientAndRemainder(dividingBy duration: Duration) -> (quotient: Int, remainder: Duration) {
    let (quotient, rest) = attosecondCount.quotientAndRemainder(dividingBy: duration.attosecondCount)
    let (seconds, attoseconds) = rest.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
    return (
      Int(clamping: quotient),
      Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
    )
  }
}

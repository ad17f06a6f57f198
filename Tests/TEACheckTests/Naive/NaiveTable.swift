import Synchronization
import TEACheck

/// A small program written as tables, all of which a seed chooses: states, messages, commands, replies, policies, timers,
/// subscriptions, an environment, and what may go wrong.
final class NaiveTable: Sendable {
  /// The result of a message in a state.
  struct Reaction: Sendable {
    var next: Int
    /// The kinds of the commands that the update performs, while the model has fuel.
    var performs: [Int]
    var fails: Bool
  }

  /// A kind of command.
  struct Kind: Sendable {
    var policy: EffectPolicy<Int>
    /// `true` where the command carries the state in which it was performed.
    var carriesState: Bool
    /// The possible replies, by state of the program: `nil` if none will ever come, and empty if none can come yet.
    var replies: [[Int]?]
    /// The possible messages before the reply, by state of the program: `nil` for never, and empty for not now.
    var interim: [[Int]?]
    var canBeLost: Bool
    var canBeRepeated: Bool
    /// The next state of the server, by its state, when the command reaches it.
    var performed: [Int]
    /// The next state of the server, by its state, when it answers the command.
    var answered: [Int]
    /// The number that is added to the server's state when the command is cancelled.
    var cancelled: Int
    /// The server's replies, by its state; `nil` if it does not know the command.
    var serverReplies: [[Int]?]
  }

  /// An event of the server: its next state, the message that it sends, if any, and the subscription that it needs, if any.
  struct Event: Sendable {
    var message: Int?
    var next: Int
    var subscription: Int?

    func isPossible(_ live: [Int]) -> Bool { subscription.map { live.contains($0) } ?? true }
  }

  /// The worlds that violate the property: those with this state of the program, this state of the server, and at least this
  /// number of outstanding commands.
  struct BadCondition: Sendable {
    var state: Int
    var outstanding: Int
    var server: Int
  }

  let seed: UInt64
  let startStates: [Int]
  let startCommandKinds: [Int]
  /// The number of commands that a run may perform; `.max` for no limit.
  let fuel: Int
  /// The reactions by state, then by message.
  let reactions: [[Reaction]]
  /// The messages that are offered, by state.
  let offers: [[Int]]
  /// The number of outstanding commands from which on no messages are offered; `nil` for no limit.
  let patience: Int?
  let kinds: [Kind]
  /// The numbers of the live subscriptions, by state.
  let subscriptions: [[Int]]
  /// The timer of each subscription; `nil` for a subscription that is not a timer.
  let timers: [TimerSchedule<Int>?]
  /// The messages that each subscription can send, if it is not a timer.
  let signals: [[Int]]
  /// The events of the server, by its state; `nil` if there is no server.
  let events: [[Event]]?
  /// `true` if the server has no delays, as in `Environment.atOnce`: a command takes effect when it is performed, and its reply
  /// is made when it arrives. Always `true` without a server.
  let isAtOnce: Bool
  let hasStaleViews: Bool
  let hasRacyCancellation: Bool
  let badCondition: BadCondition

  init(seed: UInt64) {
    var numbers = Numbers(state: seed)
    func chance(_ percent: Int) -> Bool { numbers.next(100) < percent }
    /// At most `count` different numbers below `bound`, in order.
    func some(_ count: Int, of bound: Int) -> [Int] { Set((0..<count).map { _ in numbers.next(bound) }).sorted() }
    let stateCount = 1 + numbers.next(4)
    let messageCount = 1 + numbers.next(4)
    let serverStateCount = 1 + numbers.next(3)
    let hasPolicies = chance(75)
    let hasTimers = chance(45)
    let hasServer = chance(40)
    let hasFailures = chance(30)
    let hasInterim = chance(20)
    let hasLosses = chance(25)
    let hasEchoes = chance(25)
    let kinds = (0..<(1 + numbers.next(3))).map { _ -> Kind in
      let id = chance(75) ? 0 : 1
      let duration = Duration.seconds(numbers.next(4))
      let policies: [EffectPolicy<Int>] = [
        .all, .latest(id), .first(id), .cancel(id), .debounce(id, duration), .throttle(id, duration),
      ]
      return Kind(
        policy: hasPolicies ? policies[numbers.next(hasTimers ? 6 : 4)] : .all, carriesState: chance(30),
        replies: chance(60)
          ? Array(repeating: chance(85) ? some(1 + numbers.next(2), of: messageCount) : nil, count: stateCount)
          : (0..<stateCount).map { _ in chance(80) ? some(numbers.next(3), of: messageCount) : nil },
        interim: (0..<stateCount).map { _ in hasInterim && chance(60) ? some(numbers.next(3), of: messageCount) : nil },
        canBeLost: hasLosses && chance(60),
        canBeRepeated: hasEchoes && chance(60),
        performed: (0..<serverStateCount).map { _ in numbers.next(serverStateCount) },
        answered: (0..<serverStateCount).map { chance(70) ? $0 : numbers.next(serverStateCount) },
        cancelled: chance(70) ? 0 : numbers.next(serverStateCount),
        serverReplies: (0..<serverStateCount).map { _ in chance(60) ? some(numbers.next(3), of: messageCount) : nil })
    }
    let subscriptionCount = chance(50) ? 1 + numbers.next(3) : 0
    timers = (0..<subscriptionCount).map { _ in
      guard hasTimers, chance(70) else { return nil }
      let duration = Duration.seconds(1 + numbers.next(3))
      return chance(50) ? .every(duration, numbers.next(messageCount)) : .after(duration, numbers.next(messageCount))
    }
    signals = (0..<subscriptionCount).map { _ in some(numbers.next(3), of: messageCount) }
    subscriptions = (0..<stateCount).map { _ in (0..<subscriptionCount).filter { _ in chance(50) } }
    reactions = (0..<stateCount).map { _ in
      (0..<messageCount).map { _ in
        Reaction(
          next: numbers.next(stateCount),
          performs: (0..<(chance(55) ? 0 : 1 + numbers.next(3))).map { _ in
            numbers.next(kinds.count)
          }, fails: hasFailures && chance(20))
      }
    }
    offers = (0..<stateCount).map { _ in some(numbers.next(3), of: messageCount) }
    patience = chance(30) ? 1 + numbers.next(2) : nil
    startStates = some(1 + numbers.next(2), of: stateCount)
    startCommandKinds = chance(40) ? (0..<(1 + numbers.next(2))).map { _ in numbers.next(kinds.count) } : []
    // Without policies, unlimited fuel would let most programs grow beyond the limit of worlds, at which a program is skipped.
    fuel = hasPolicies && chance(20) ? .max : 1 + numbers.next(4)
    events =
      hasServer
      ? (0..<serverStateCount).map { _ in
        (0..<numbers.next(2)).map { _ in
          Event(
            message: chance(50) ? numbers.next(messageCount) : nil, next: numbers.next(serverStateCount),
            subscription: subscriptionCount > 0 && chance(50) ? numbers.next(subscriptionCount) : nil)
        }
      } : nil
    isAtOnce = events == nil || chance(50)
    // A view depends on the model only, so offers that depend on the outstanding commands cannot be stale.
    hasStaleViews = patience == nil && chance(15)
    hasRacyCancellation = chance(15)
    badCondition = BadCondition(
      state: numbers.next(stateCount), outstanding: numbers.next(4),
      server: hasServer ? numbers.next(serverStateCount) : 0)
    self.kinds = kinds
    self.seed = seed
  }

  /// *SplitMix64* (Steele, Lea and Flood, 2014).
  private struct Numbers {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return Int((word ^ word >> 31) >> 33) % bound
    }
  }

  // MARK: The tables in use

  private static let tablesInUse = Mutex<[UInt64: NaiveTable]>([:])

  /// Makes the table of a seed available to the programs that carry the seed, while `body` runs.
  static func use<Result>(seed: UInt64, _ body: (NaiveTable) throws -> Result) rethrows -> Result {
    let table = NaiveTable(seed: seed)
    tablesInUse.withLock { $0[seed] = table }
    defer { tablesInUse.withLock { $0[seed] = nil } }
    return try body(table)
  }

  /// The table of a seed, which must be in use.
  static func with(seed: UInt64) -> NaiveTable { tablesInUse.withLock { $0[seed]! } }
}

internal import TEARuntime

/// The declarations about everything around a program: environment, subscriptions, faults and time; `nil` for a missing one.
struct SurroundingRules<M: Module>: Sendable {
  var environment: AnyEnvironment<M>?
  /// The messages that a live subscription other than a timer may send.
  var subscriptionMessages: (@Sendable (M.Subscription, M.Model) throws -> [M.Message])?
  /// The messages that an outstanding command may send without ending; `nil` for a command that never sends any.
  var interimReplies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?
  var canBeLost: (@Sendable (M.Command) -> Bool)?
  var canBeRepeated: (@Sendable (M.Command) -> Bool)?
  /// `false` for a module without subscriptions, and for the ``NumberedProgram`` of such a module.
  var hasSubscriptions = M.Subscription.self != Never.self
  /// `true` where messages of views that are no longer shown may arrive.
  var hasStaleViews = false
  /// `true` where messages that cancelled effects and ended subscriptions have queued may still arrive.
  var hasRacyCancellation = false
  /// The unit of waits, a divisor of every duration of the program; zero where waits end at the next deadline.
  var unit = Duration.zero
  /// See ``UsageLog/Usage/needsSilentEffects``.
  var tracksSilentEffects = true
  var usageLog = UsageLog()
  var canonicalOrder: @Sendable ([M.Command]) -> [Int] = { TEACheck.canonicalOrder(of: $0) }

  /// `true` where late messages are declared, and are left out for a first search.
  private(set) var leavesOutLateMessages = false

  var hasLateMessages: Bool { hasStaleViews || hasRacyCancellation }

  var hasFaults: Bool { hasLateMessages || canBeLost != nil || canBeRepeated != nil }

  /// `true` where worlds may hold messages that are yet to arrive.
  var worldsKeepMessages: Bool {
    hasLateMessages || canBeRepeated != nil || environment.map { !$0.isAtOnce } ?? false
  }

  var withoutLateMessages: SurroundingRules {
    var rules = self
    (rules.hasStaleViews, rules.hasRacyCancellation) = (false, false)
    rules.leavesOutLateMessages = hasLateMessages
    return rules
  }
}

/// A type-erased environment, whose states are `AnyHashable`.
struct AnyEnvironment<M: Module>: Sendable {
  typealias Replies = @Sendable (AnyHashable, M.Command) throws -> [M.Message]?
  typealias Events =
    @Sendable (AnyHashable, [M.Subscription]) throws -> [(name: String, message: M.Message?, next: AnyHashable)]

  /// `true` where commands take effect when they are performed, and replies are made when they arrive.
  var isAtOnce = false
  let type: Any.Type
  var initial: @Sendable () -> AnyHashable
  var perform: @Sendable (AnyHashable, M.Command) -> AnyHashable
  /// `nil` where a cancellation changes nothing.
  var cancel: (@Sendable (AnyHashable, M.Command) -> AnyHashable)?
  /// The possible replies; empty where a command cannot be answered yet. Right after the command took effect, `nil` says that
  /// the command is never answered. At any other time, `nil` is the same as an empty list. The property is `nil` where the
  /// environment does not say what commands bring.
  var replies: Replies?
  var reply: @Sendable (AnyHashable, M.Command, M.Message) -> AnyHashable
  /// The events that can happen in a state, given the live subscriptions; `nil` where the environment has none.
  var events: Events?
}

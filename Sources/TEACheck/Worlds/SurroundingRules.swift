internal import TEARuntime

/// What a specification says of all that surrounds a program.
struct SurroundingRules<M: Module>: Sendable {
  /// What the environment is like at the start.
  var environment: AnyEnvironment<M>?
  /// What a live subscription that is no timer may send.
  var sends: (@Sendable (M.Subscription) throws -> [M.Message])?
  /// What an outstanding command may send and stay outstanding.
  var interim: (@Sendable (M.Command) throws -> [M.Message])?
  /// Whether a command may stay without an answer for ever.
  var canBeLost: (@Sendable (M.Command) -> Bool)?
  /// Whether a command may be answered twice.
  var canBeRepeated: (@Sendable (M.Command) -> Bool)?
  /// Whether messages of a view that is not shown any more may arrive.
  var hasStaleViews = false
  /// Whether what was queued when its effect was cancelled, or its subscription ended, arrives.
  var hasRacyCancellation = false
  /// How much time passes in one step; it divides every duration of the program.
  var unit = Duration.zero
  /// Whether effects are followed that bring nothing more and still run; they matter where others give way to them.
  var followsSilentEffects = true
  /// What the program has used of time and policies.
  let usage = UsageLog()

  /// Whether messages may be queued.
  var hasLateMessages: Bool { hasStaleViews || hasRacyCancellation }

  /// The same where nothing is queued.
  var withoutLateMessages: SurroundingRules {
    var rules = self
    (rules.hasStaleViews, rules.hasRacyCancellation) = (false, false)
    return rules
  }
}

/// An environment without its type.
struct AnyEnvironment<M: Module>: Sendable {
  /// Whether commands act when they are performed, and replies are made when they arrive.
  var isAtOnce = false
  /// The type of its states.
  let type: Any.Type
  let initial: @Sendable () -> AnyHashable
  let perform: @Sendable (AnyHashable, M.Command) -> AnyHashable
  let cancel: @Sendable (AnyHashable, M.Command) -> AnyHashable
  /// The possible replies; `nil` where the environment does not know the command.
  let replies: @Sendable (AnyHashable, M.Command) throws -> [M.Message]?
  let reply: @Sendable (AnyHashable, M.Command, M.Message) -> AnyHashable
  let events: @Sendable (AnyHashable, [M.Subscription]) -> [(name: String, message: M.Message?, next: AnyHashable)]
}

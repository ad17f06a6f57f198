internal import TEARuntime

/// The declarations of a specification on all that surrounds a program.
struct SurroundingRules<M: Module>: Sendable {
  /// The simulated environment, if one is declared.
  var environment: AnyEnvironment<M>?
  /// The messages that a live subscription that is no timer may send.
  var sends: (@Sendable (M.Subscription) throws -> [M.Message])?
  /// The messages that an outstanding command may send and stay outstanding.
  var interim: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?
  /// Tests for a command that may stay without an answer for ever.
  var canBeLost: (@Sendable (M.Command) -> Bool)?
  /// Tests for a command that may be answered twice.
  var canBeRepeated: (@Sendable (M.Command) -> Bool)?
  /// Messages of a view that is not shown any more may arrive.
  var hasStaleViews = false
  /// Messages that were queued when their effect was cancelled, or their subscription ended, may arrive.
  var hasRacyCancellation = false
  /// The unit of waits, which divides every duration of the program; zero where every wait is up to the next deadline.
  var unit = Duration.zero
  /// Effects are followed that bring nothing more and still run; they matter where others give way to them.
  var followsSilentEffects = true
  /// The log of the durations and policies that the program has used.
  let usage = UsageLog()

  /// Messages may be queued.
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
  /// Commands act when they are performed, and replies are made when they arrive.
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

/// The concurrency policy of a command among the commands with the same identity.
///
/// A module returns the policy of each of its commands in ``Module/policy(for:)``.
///
/// Commands are carried out when their step has ended: a command that a later command of the same step cancels is never
/// carried out.
public enum EffectPolicy<ID: Hashable>: Hashable {
  /// Carried out independently of all others; no other command cancels it.
  case all
  /// Carried out; cancels earlier commands with this identity that wait or run.
  case latest(ID)
  /// Carried out, unless an earlier command with this identity waits or runs: then dropped.
  case first(ID)
  /// Not carried out itself; cancels earlier commands with this identity that wait or run.
  case cancel(ID)
  /// Carried out when the duration has passed, unless a later command has cancelled it; cancels earlier commands with this
  /// identity that wait or run.
  ///
  /// A duration of zero or less is the same as ``latest(_:)``.
  case debounce(ID, Duration)
  /// Carried out at once, unless an earlier throttled command with this identity was carried out less than that
  /// command's duration ago: then dropped.
  ///
  /// The throttle ends in a step of its own. A command that is performed just when the duration has passed may come before that
  /// step, and is then dropped. A command that a later command of its step cancels begins a throttle as well.
  ///
  /// After a command with a duration of zero or less, no command is dropped.
  case throttle(ID, Duration)

  /// The identity that the command shares with others; `nil` for ``all``.
  public var id: ID? {
    switch self {
    case .all: nil
    case .latest(let id), .first(let id), .cancel(let id), .debounce(let id, _), .throttle(let id, _): id
    }
  }

  /// The same policy with another identity.
  public func map<Other>(_ transform: (ID) -> Other) -> EffectPolicy<Other> {
    switch self {
    case .all: .all
    case .latest(let id): .latest(transform(id))
    case .first(let id): .first(transform(id))
    case .cancel(let id): .cancel(transform(id))
    case .debounce(let id, let duration): .debounce(transform(id), duration)
    case .throttle(let id, let duration): .throttle(transform(id), duration)
    }
  }
}

extension EffectPolicy: Sendable where ID: Sendable {}

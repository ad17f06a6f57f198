/// The concurrency policy of a command among the commands that have the same identity.
///
/// A module says the policy of each of its commands, as data, in ``Module/policy(for:)``.
public enum EffectPolicy<ID: Hashable>: Hashable {
  /// Carried out beside all others; nothing cancels it.
  case all
  /// Carried out; it cancels those that wait or run.
  case latest(ID)
  /// Carried out unless another one waits or runs; then it is dropped.
  case first(ID)
  /// Not carried out itself; it cancels those that wait or run.
  case cancel(ID)
  /// Carried out when no other one has come for the duration; it cancels those that wait or run.
  ///
  /// A duration of zero or less is ``latest(_:)``.
  case debounce(ID, Duration)
  /// Carried out at once, unless another one was let through within the duration before; then it is dropped.
  ///
  /// A duration of zero or less lets every one through.
  case throttle(ID, Duration)

  /// The identity that the command shares with those it goes together with; `nil` for ``all``.
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

import TEARuntime

/// Ends the shrink of a run together with its check, and remembers the reason.
///
/// The reason is that of the first candidate that was not tried: the time may run out after the last candidate as well.
final class EndOfShrink<M: Module> {
  /// The error of a candidate that is not made, because the shrink ends.
  struct Reached: Error {}

  private let sampler: Sampler<M>
  /// `nil` where no candidate was left out.
  private(set) var reason: Sampling<M>.EarlyEnd?

  init(of sampler: Sampler<M>) { self.sampler = sampler }

  /// Asked before each candidate.
  var isReached: Bool {
    if reason == nil { reason = sampler.earlyEnd }
    return reason != nil
  }
}

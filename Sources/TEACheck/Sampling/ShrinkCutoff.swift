import TEARuntime

/// Ends the shrinking of a run when the check has to end, and remembers the reason.
///
/// A reason is remembered only where a candidate is left out: if the time runs out after the last one, nothing is missing.
final class ShrinkCutoff<M: Module> {
  /// The error of a candidate that is not made, because shrinking ends.
  struct Reached: Error {}

  private let sampler: Sampler<M>
  private(set) var reason: Sampling<M>.EarlyEnd?

  init(of sampler: Sampler<M>) { self.sampler = sampler }

  /// `true` where the next candidate has to be left out.
  var isReached: Bool {
    if reason == nil { reason = sampler.earlyEnd }
    return reason != nil
  }
}

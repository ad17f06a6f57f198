internal import TEASupport

/// Asks while a run takes its steps if the check has to end, so that a run of slow steps is left soon.
@usableFromInline
struct RunCutoff {
  private let interruption: Interruption?
  /// `nil` where time is not bounded.
  private let deadline: ContinuousClock.Instant?
  private var lastLook: ContinuousClock.Instant?
  @usableFromInline var stepsUntilLook: Int

  /// - Parameter bounds: `nil` for a run that must be made to its end.
  init(_ bounds: SamplingBounds? = nil) {
    (interruption, deadline) = (bounds?.interruption, bounds?.deadline)
    stepsUntilLook = bounds == nil ? .max : 0
  }

  /// Returns `true` where the run has to be left, and otherwise sets the number of steps until the next look: 16, because a
  /// look takes about as long as a fast step, and none where steps are slow.
  @usableFromInline
  mutating func mustEnd() -> Bool {
    let now = ContinuousClock.now
    if interruption?.isRequested == true || deadline.map({ $0 <= now }) == true { return true }
    let isFast = lastLook.map { now - $0 < .milliseconds(1) } == true
    (lastLook, stepsUntilLook) = (now, isFast ? 16 : 0)
    return false
  }
}

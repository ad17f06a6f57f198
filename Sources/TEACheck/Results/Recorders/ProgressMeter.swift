/// Limits the progress of a check to a few reports a second, and adds the time, the memory and the rate.
package struct ProgressMeter {
  /// The time between two reports, and before the first one.
  static var reportInterval: Duration { .milliseconds(200) }
  /// The age at which `newer` takes the place of `older`.
  private static var windowLength: Duration { .seconds(2) }
  /// The least time over which a rate is meaningful.
  private static var shortestWindow: Duration { .milliseconds(500) }

  /// The count at a moment, from which a rate is measured.
  private struct Baseline {
    var time: Duration
    /// `count` is the number of steps of random runs, and not the number of worlds.
    var isOfRuns: Bool
    var count: Int
    var frontier: Int

    init(_ progress: CheckProgress, at time: Duration) {
      self.time = time
      isOfRuns = progress.runs > 0
      count = isOfRuns ? progress.transitions : progress.states
      frontier = progress.frontier
    }

    /// `other` may be a later moment of the same search.
    func isContinued(by other: Baseline) -> Bool { isOfRuns == other.isOfRuns && count <= other.count }
  }

  private var timeOfNextReport = Self.reportInterval
  // The rate is measured from `older` to the present: over 2 to 4 s, and at first over less.
  private var older: Baseline?
  private var newer: Baseline?

  package init() {}

  /// The progress with the time, the memory and the rate; `nil` where no report is due yet.
  ///
  /// - Parameters:
  ///   - now: The time since the check began.
  ///   - memory: Measures the memory of the process; called only for a report.
  package mutating func reading(of progress: CheckProgress, at now: Duration, memory: () -> Int?) -> CheckProgress? {
    guard now >= timeOfNextReport else { return nil }
    timeOfNextReport = now + Self.reportInterval
    var reading = progress
    reading.seconds = now / .seconds(1)
    reading.memory = memory()
    guard progress.stage == nil else { return reading }
    let current = Baseline(progress, at: now)
    // Measuring begins at the first count, and again at the first count of another search.
    if newer.map({ !$0.isContinued(by: current) }) ?? true { (older, newer) = (current, current) }
    if let older, now - older.time >= Self.shortestWindow {
      reading.rate = Int((Double(current.count - older.count) / ((now - older.time) / .seconds(1))).rounded())
      reading.isFrontierFalling = current.frontier < older.frontier
    }
    if let newer, now - newer.time >= Self.windowLength { (older, self.newer) = (newer, current) }
    return reading
  }
}

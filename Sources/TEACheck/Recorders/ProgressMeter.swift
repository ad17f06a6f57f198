/// Limits the progress of a check to a few reports a second, and adds the time, the memory and the rate.
struct ProgressMeter {
  /// The time between two reports, and before the first one.
  static var gap: Duration { .milliseconds(200) }
  /// The age at which a mark is replaced.
  private static var windowLength: Duration { .seconds(2) }
  /// The least time over which a rate is meaningful.
  private static var shortestWindow: Duration { .milliseconds(500) }

  /// The count at a moment, from which a rate is measured.
  private struct Mark {
    var time: Duration
    var isOfRuns: Bool
    var count: Int
    var frontier: Int

    init(_ progress: CheckProgress, at time: Duration) {
      self.time = time
      isOfRuns = progress.runs > 0
      count = isOfRuns ? progress.transitions : progress.states
      frontier = progress.frontier
    }

    /// Returns whether another mark may be a later one of the same search.
    func isContinued(by other: Mark) -> Bool { isOfRuns == other.isOfRuns && count <= other.count }
  }

  /// The time of the next report.
  private var next = Self.gap
  // A rate is measured since `older`, over the last 2 to 4 s, and at first over less. `newer` replaces `older` once it is
  // 2 s old.
  private var older: Mark?
  private var newer: Mark?

  /// Makes a report, if it is time for one.
  ///
  /// - Parameters:
  ///   - now: The time since the check began.
  ///   - memory: Returns the memory of the process in bytes; called only for a report.
  mutating func reading(of progress: CheckProgress, at now: Duration, memory: () -> Int?) -> CheckProgress? {
    guard now >= next else { return nil }
    next = now + Self.gap
    var reading = progress
    reading.seconds = now / .seconds(1)
    reading.memory = memory()
    guard progress.stage == nil else { return reading }
    let mark = Mark(progress, at: now)
    // Measuring begins at the first count, and again at the first count of another search.
    if newer.map({ !$0.isContinued(by: mark) }) ?? true { (older, newer) = (mark, mark) }
    if let older, now - older.time >= Self.shortestWindow {
      reading.rate = Int((Double(mark.count - older.count) / ((now - older.time) / .seconds(1))).rounded())
      reading.isFrontierFalling = mark.frontier < older.frontier
    }
    if let newer, now - newer.time >= Self.windowLength { (older, self.newer) = (newer, mark) }
    return reading
  }
}

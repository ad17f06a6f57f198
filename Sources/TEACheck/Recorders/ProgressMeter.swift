/// Lets the progress of a check through a few times a second, with what a clock and the system say of it.
struct ProgressMeter {
  /// Between two readings; a check that takes no longer shows none.
  static var gap: Duration { .milliseconds(200) }
  /// The least age of the count of worlds that a rate is measured from, once there is one of that age.
  private static var span: Duration { .seconds(2) }
  /// A rate of less says nothing.
  private static var leastSpan: Duration { .milliseconds(500) }

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

    func isContinued(by other: Mark) -> Bool { isOfRuns == other.isOfRuns && count <= other.count }
  }

  private var next = Self.gap
  private var older: Mark?
  private var newer: Mark?

  /// Takes a reading, if it is time for one.
  ///
  /// - Parameters:
  ///   - now: How long the check has been running.
  ///   - memory: How much memory the process takes; it is asked only where it is needed.
  mutating func reading(of progress: CheckProgress, at now: Duration, memory: () -> Int?) -> CheckProgress? {
    guard now >= next else { return nil }
    next = now + Self.gap
    var reading = progress
    reading.seconds = now / .seconds(1)
    reading.memory = memory()
    guard progress.stage == nil else { return reading }
    let mark = Mark(progress, at: now)
    // Another search has begun, or it is the first.
    if newer.map({ !$0.isContinued(by: mark) }) ?? true { (older, newer) = (mark, mark) }
    if let older, now - older.time >= Self.leastSpan {
      reading.rate = Int((Double(mark.count - older.count) / ((now - older.time) / .seconds(1))).rounded())
      reading.isFrontierFalling = mark.frontier < older.frontier
    }
    if let newer, now - newer.time >= Self.span { (older, self.newer) = (newer, mark) }
    return reading
  }
}

import TEACheck

/// The number of suites that run at a time, and the number of threads that they share.
struct Crew: Equatable {
  let jobs: Int
  let threads: Int

  /// Runs as many suites at a time as there are threads, or as `--jobs` says.
  ///
  /// Bounds of time and memory are for a check that has the machine to itself: with one of them, suites run one after
  /// the other where nothing else is said.
  ///
  /// - Parameter suites: How many suites are to be run.
  init(_ invocation: Invocation, suites: Int) {
    threads = max(1, invocation.settings.workers)
    let isBounded = invocation.settings.time != nil || invocation.settings.memory != nil
    jobs = max(1, min(suites, invocation.jobs ?? (isBounded ? 1 : threads)))
  }

  init(jobs: Int, threads: Int) {
    self.jobs = jobs
    self.threads = threads
  }

  /// The number of threads of the next suite.
  ///
  /// - Parameters:
  ///   - waiting: How many suites have not begun, this one included.
  ///   - running: The threads of those that run.
  func threads(waiting: Int, running: [Int]) -> Int {
    let begin = min(jobs - running.count, waiting)
    return max(1, (threads - running.reduce(0, +)) / max(1, begin))
  }
}

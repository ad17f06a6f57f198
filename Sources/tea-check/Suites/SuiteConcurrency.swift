internal import TEAResults

struct SuiteConcurrency: Equatable {
  /// The number of suites that run at a time.
  let jobs: Int
  /// The number of threads of all running suites together.
  let threads: Int

  /// The number of threads for the suite that begins now.
  ///
  /// - Parameters:
  ///   - waiting: The number of suites that have not begun, including the one that begins now.
  ///   - running: The numbers of threads of the running suites.
  func threads(waiting: Int, running: [Int]) -> Int {
    // The suites that can begin now share the threads that no running suite has.
    let beginningCount = min(jobs - running.count, waiting)
    return max(1, (threads - running.reduce(0, +)) / max(1, beginningCount))
  }
}

extension SuiteConcurrency {
  /// Lets as many suites run at a time as there are threads, and at most as many as `--jobs` says.
  ///
  /// A bound on time or memory assumes that a check has the machine for itself. So by default, suites run one after the other
  /// with such a bound.
  init(_ invocation: Invocation, suites: Int) {
    let threads = max(1, invocation.settings.workers)
    let isBounded = invocation.settings.time != nil || invocation.settings.memory != nil
    let jobs = max(1, min(suites, threads, invocation.jobs ?? (isBounded ? 1 : threads)))
    self.init(jobs: jobs, threads: threads)
  }
}

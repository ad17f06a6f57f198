internal import Synchronization

/// Runs jobs from any thread one at a time, in the order in which they come.
///
/// ``run(_:)`` runs a job before it returns. While another job runs, ``run(_:)`` returns at once, and the thread that
/// runs the other job runs the new one afterwards. So a job that calls ``run(_:)`` never waits for itself.
final class JobQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isBusy = false
  }

  private let state = Mutex(State())

  func run(_ job: @escaping @Sendable () -> Void) {
    let wasIdle = state.withLock { state in
      state.jobs.append(job)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard wasIdle else { return }
    while let jobs = takeJobs() {
      for job in jobs { job() }
    }
  }

  private func takeJobs() -> [@Sendable () -> Void]? {
    state.withLock { state in
      let jobs = state.jobs
      state.jobs = []
      state.isBusy = !jobs.isEmpty
      return jobs.isEmpty ? nil : jobs
    }
  }
}

internal import Synchronization

/// Runs jobs of any thread one at a time, in the order in which they come.
///
/// ``pass(_:)`` runs a job before it returns. While another job runs, it returns at once, and the thread of that job
/// runs the new one afterwards; so a job that passes another one never waits for itself.
final class Turnstile: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isBusy = false
  }

  private let state = Mutex(State())

  func pass(_ job: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard isFirst else { return }
    while let jobs = next() {
      for job in jobs { job() }
    }
  }

  private func next() -> [@Sendable () -> Void]? {
    state.withLock { state in
      let jobs = state.jobs
      state.jobs = []
      state.isBusy = !jobs.isEmpty
      return jobs.isEmpty ? nil : jobs
    }
  }
}

internal import Synchronization

/// Lets jobs through one at a time, in the order in which they come, from any thread.
///
/// A job runs on the thread that brings it, before ``pass(_:)`` returns. Where another one runs, whichever thread runs
/// that one runs it afterwards, and ``pass(_:)`` returns at once: a job that brings another one never waits for itself.
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
